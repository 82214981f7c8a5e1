"""The skeletons of a topic, a snippet, an error entry and a new site.

They keep the rules, and TO WRITE marks the missing words.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from string import Template

from lockstep.explain import entry
from lockstep.markdown import modes
from lockstep.markdown.practice import IN_A_CHALLENGE
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.question.kinds.card import Card
from lockstep.question.kinds.choice import Choice
from lockstep.question.kinds.explain import Explain
from lockstep.question.kinds.numeric import Numeric

Files = dict[str, str]  # text by path under the root
_FOLDER = Path(__file__).parent / "skeletons"
_CLOSING = ("Takeaways", "Neighbours", "More", "Next", "Further", "Go on")  # headings below all that a page shows
_OTHERS = (Explain.kind, Choice.kind, Numeric.kind)  # kinds of the questions of Recall that are no cards


def topic(slug: str, title: str) -> Files:
    """The pages of a topic, with the programs that their questions name."""
    _check(slug, r"[a-z0-9]+(-[a-z0-9]+)*", "Write a-z, 0-9 and single hyphens, such as large-models.")
    _check(title, r'[^"\\$<>]+', "Leave out quotes and signs of HTML.")
    files = {
        f"docs/{slug}/{name}": _filled(
            f"topic/{name}", topic=slug, title=title, questions=_questions(slug, mode, _kinds(mode))
        )
        for mode, name in modes.MODES.items()
    }
    return files | _program(f"{slug}/claim_to_write.py", "process") | _program(f"{slug}/broken_to_write.py", "broken")


def on_the_map(slug: str, title: str) -> str:
    """What the home page says of a topic."""
    return _filled("map.md", topic=slug, title=title)


def snippet(name: str, ranks: int) -> Files:
    """A snippet of one process, or of `ranks` ranks."""
    _check(name, r"[a-z0-9-]+/[a-z0-9][a-z0-9_]*\.py", "Write topic/what_it_claims.py.")
    return _program(name, "ranks" if ranks > 1 else "process", ranks)


def showing(name: str, text: str) -> str:
    """The text of a page that shows a snippet too, above the sections that close the page."""
    sections = re.split(r"(?m)^(?=## )", text)
    end = len(sections)
    while sections[end - 1].partition("\n")[0].removeprefix("## ").strip() in _CLOSING:
        end -= 1
    above, below = ("".join(part).rstrip("\n") for part in (sections[:end], sections[end:]))
    shown = f"TO WRITE: what this run shows.\n\n```run\n{name}\n```"
    return "\n\n".join(part for part in (above, shown, below) if part) + "\n"


def error(project: Project, slug: str) -> Files:
    """The page of an entry of the error index, with its broken and its fixed program."""
    _check(slug, r"[a-z0-9]+(-[a-z0-9]+)*", "Write a-z, 0-9 and single hyphens, such as no-barrier.")
    stem = f"errors/{slug.replace('-', '_')}"
    broken, fixed = f"{stem}_breaks.py", f"{stem}_is_fixed.py"
    others, topics = list(entry.entries(project.texts)), modes.topics(project)
    page = _filled(
        "error.md",
        slug=slug,
        broken=broken,
        fixed=fixed,
        strikes=entry.STRIKES[0],
        all_strikes=", ".join(entry.STRIKES),
        look_alike=f"{others[0].slug}.md" if others else "index.md",
        more=f"../{topics[0]}/index.md" if topics else "../index.md",
    )
    return {f"{entry.FOLDER}/{slug}.md": page} | _program(broken, "broken") | _program(fixed, "process")


def site(name: str) -> Files:
    """A new site for MkDocs, with one snippet of two ranks on its page."""
    _check(name, r'[^"\\$<>:#{}\[\]]+', "Leave out quotes and signs of HTML and YAML.")
    program = "all_reduce_gives_each_rank_the_sum.py"
    return {
        "mkdocs.yml": _filled("site/mkdocs.yml", name=name),
        "docs/index.md": _filled("site/index.md", name=name),
        f"snippets/first/{program}": _filled(f"site/{program}.txt"),
    }


def write(root: Path, files: Files) -> None:
    """Write all files, or none.

    Raises:
        LockstepError: one of them is there already.
    """
    taken = [path for path in files if (root / path).exists()]
    if taken:
        raise LockstepError(
            Problem(path, 0, "is there already.", "Choose another name, or delete it.") for path in taken
        )
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text, "utf-8", newline="\n")


def _check(word: str, pattern: str, todo: str) -> None:
    if not re.fullmatch(pattern, word):
        raise LockstepError([Problem(word, 0, "is no name for it.", todo)])


def _filled(path: str, **values: str) -> str:
    return Template((_FOLDER / path).read_text("utf-8")).substitute(values)


def _program(name: str, kind: str, ranks: int = 0) -> Files:
    return {f"snippets/{name}": _filled(f"snippet/{kind}.py.txt", name=name, ranks=str(ranks))}


def _kinds(mode: str) -> list[str]:
    """The kinds of the questions that the rules ask of a page."""
    if mode == "Recall":
        return [Card.kind] * modes.CARDS + [*itertools.islice(itertools.cycle(_OTHERS), modes.OTHERS)]
    if mode == "Challenge":
        return [*(kind.kind for kind in modes.PROGRAMS), *[Choice.kind] * (IN_A_CHALLENGE - len(modes.PROGRAMS))]
    return [Choice.kind]


def _questions(slug: str, mode: str, kinds: list[str]) -> str:
    texts = (
        _filled(f"question/{kind}.md", topic=slug, id=f"{slug}-{mode.lower()}-{number}")
        for number, kind in enumerate(kinds, 1)
    )
    return "\n".join(texts).rstrip("\n")
