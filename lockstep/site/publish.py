"""What a web server needs of a built site beside its pages: old addresses lead on, and crawlers find the site map.

A page that moves names its old addresses in its front matter, as `aliases: [old/address/]`. At each a small page leads
to the new one, over file:// too, and keeps what stands behind `#`. It is written into the built site, whoever built it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

_ADDRESS = re.compile(r"(?:[\w.-]+/)+")
_STUB = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>Moved</title>
<link rel="canonical" href="{target}">
<script src="{base}assets/moved.js"></script>
<noscript><meta http-equiv="refresh" content="0; url={target}"></noscript>
</head>
<body><p>This page has moved: <a href="{target}">{title}</a>.</p></body>
</html>
"""


def address(path: str) -> str:
    """Where the page of a Markdown file is served, from the root of the site: `ddp/deep/`, or nothing for the first."""
    plain = path.removeprefix("docs/").removesuffix(".md")
    return "" if plain == "index" else plain.removesuffix("/index") + "/"


def aliases(project: Project) -> dict[str, str]:
    """The address of each page that has moved, and the page that it is now.

    Raises:
        LockstepError: an alias is no address, or there is something else.
    """
    found, problems = dict[str, str](), list[Problem]()
    taken = {address(path): path for path in project.pages}
    for path, line, alias in _written(project):
        if not _ADDRESS.fullmatch(alias):
            problems.append(Problem(path, line, f"alias {alias!r} is no address.", "Write one such as old/page/."))
        elif other := taken.get(alias) or found.get(alias):
            problems.append(Problem(path, line, f"alias {alias!r} is also the address of {other}.", "Take it out."))
        else:
            found[alias] = path
    if problems:
        raise LockstepError(problems, code=1)
    return found


def _written(project: Project) -> Iterator[tuple[str, int, str]]:
    for path, page in project.pages.items():
        value = page.front.get("aliases", "")
        if value.startswith("[") and value.endswith("]"):
            line = next(n for n, text in enumerate(page.text.split("\n"), 1) if text.startswith("aliases:"))
            yield from ((path, line, alias.strip(" \"'")) for alias in value[1:-1].split(","))


def publish(site: Path, project: Project, site_url: str) -> int:
    """Complete a built site in place; returns the number of old addresses. `site_url`: where it will be, or empty."""
    moved = aliases(project)
    for alias, path in moved.items():
        base = "../" * alias.count("/")
        title = project.pages[path].headings.values()
        page = site / alias / "index.html"
        page.parent.mkdir(parents=True, exist_ok=True)
        stub = _STUB.format(base=base, target=base + address(path), title=escape(next(iter(title), path)))
        page.write_text(stub, "utf-8", newline="\n")
    site_map = f"Sitemap: {site_url.rstrip('/')}/sitemap.xml\n" if site_url else ""
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\n{site_map}", "utf-8", newline="\n")
    return len(moved)
