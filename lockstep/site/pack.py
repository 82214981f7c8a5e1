"""Make a built site smaller.

Comments are removed from scripts and styles, the scripts of a page become one file, and the questions of the review
become scripts that load on demand. A site that is not packed, such as that of `serve`, works the same but loads more.
Only the challenge of all topics needs those scripts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import rcssmin
import rjsmin
from markupsafe import Markup

_PACKERS = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}

_PRACTICE = ("element", "state", "progress", "practice")
_TOGETHER = {
    "ask": ("element", "state", "question", "progress", "access"),
    "review-page": (*_PRACTICE, "review", "access"),
    "mixed-page": (*_PRACTICE, "challenge", "mixed", "access"),
    "challenge-page": (*_PRACTICE, "challenge", "access"),
}
_NAMED = {
    "question": "ask",
    "review": "review-page",
    "mixed": "mixed-page",
    "challenge": "challenge-page",
}  # by the script that only they have
_SCRIPT = re.compile(r'\s*<script (?:defer )?src="([^"]*assets/)([a-z-]+)\.js"></script>')

_SECTION = re.compile(r'<section ([^>]*\bdata-topic="([a-z-]+)"[^>]*)>(\s*<h2.*?</h2>)(.*?)</section>', re.S)
_HOME = re.compile(r'<p class="ls-q-head"><a href="([^"#]*)')


def pack(site: Path) -> int:
    """Pack our own files of a built site in place, without the theme's search; returns the bytes saved."""
    saved = 0
    _join(site)
    home = site / "index.html"
    if home.is_file() and "assets/search-worker.js" in home.read_text("utf-8"):
        for worker in site.glob("assets/javascripts/workers/search.*.js"):
            worker.unlink()  # no page starts it; Zensical's pages start theirs
    for page in site.glob("*/index.html"):
        text = page.read_text("utf-8")
        if "<ls-review" in text:
            page.write_text(_SECTION.sub(lambda match: _apart(site, match), text), "utf-8", newline="\n")
    for path in sorted((site / "assets").iterdir()):
        if path.suffix in _PACKERS:
            text = path.read_text("utf-8")
            packed = _PACKERS[path.suffix](text)
            path.write_text(packed, "utf-8", newline="\n")
            saved += len(text) - len(packed)
    return saved


def _join(site: Path) -> None:
    """Join the scripts of a page into one file, which compresses better. Each kind of page has its own."""
    used = set()
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        scripts = {match[2] for match in _SCRIPT.finditer(text)}
        name = next((_NAMED[script] for script in _NAMED if script in scripts), "")
        ours = [match for match in _SCRIPT.finditer(text) if match[2] in _TOGETHER.get(name, ())]
        if ours:
            used.add(name)
            for match in reversed(ours[1:]):
                text = text[: match.start()] + text[match.end() :]
            tag = str(Markup('\n<script defer src="{}{}.js"></script>').format(ours[0][1], name))
            page.write_text(text[: ours[0].start()] + tag + text[ours[0].end() :], "utf-8", newline="\n")
    for name in used:
        parts = [(site / f"assets/{part}.js").read_text("utf-8") for part in _TOGETHER[name]]
        (site / f"assets/{name}.js").write_text("".join(parts), "utf-8", newline="\n")


def _apart(site: Path, match: re.Match[str]) -> Markup:
    """Move the questions of a section into a script, which loads over file:// too, and link to their own pages."""
    attributes, topic, heading, questions = map(Markup, match.groups())
    folder = site / "assets/review"
    folder.mkdir(exist_ok=True)
    script = f"((globalThis.Lockstep ??= {{}}).bank ??= {{}})[{json.dumps(topic)}] = {json.dumps(questions.strip())};\n"
    (folder / f"{topic}.js").write_text(script, "utf-8", newline="\n")
    pages = dict.fromkeys(map(Markup, _HOME.findall(questions)))
    links = Markup(", ").join(Markup('<a href="{}">{}</a>').format(page, _mode(page, topic)) for page in pages)
    where = Markup("<p>With JavaScript these questions come here. They also stand on their own pages: {}.</p>")
    section = Markup('<section {} data-script="../assets/review/{}.js">{}{}</section>')
    return section.format(attributes, topic, heading, where.format(links))


def _mode(page: str, topic: str) -> str:
    """The name of a page of a topic, from its address."""
    name = page.rstrip("/").rsplit("/", 1)[-1]
    return "Learn" if name == topic else name.capitalize()
