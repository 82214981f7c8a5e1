"""A built site: its pages, the files they were made of, and the faults on them."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lockstep.problem import LockstepError, Problem, building


@dataclass(frozen=True)
class Fault:
    """Something wrong on a page, which others may have too.

    Attributes:
        page: path under the site, `ddp/why/index.html`, or under the project, `README.md`.
        line: of that file; 0 where none is known.
        what: one sentence.
        todo: one sentence.
        text: words by which the line is found in the Markdown file.
    """

    page: str
    line: int
    what: str
    todo: str
    text: str = ""


def pages(site: Path) -> list[Path]:
    """The pages of a site.

    Raises:
        LockstepError: there is none.
    """
    paths = sorted(site.rglob("*.html"))
    if not paths:
        raise LockstepError([Problem(site.as_posix(), 0, "holds no page.", f"Build the site first: {building()}")])
    return paths


def is_newer(file: Path, *sources: Path) -> bool:
    """Whether a file of a site was written after all it was made of; `serve` builds into a site that is there."""
    if not file.is_file():
        return False
    return all(file.stat().st_mtime_ns > one.stat().st_mtime_ns for one in sources if one.is_file())


def source(root: Path, page: str) -> str:
    """The Markdown file of a page, `docs/ddp/why.md` for `ddp/why/index.html`; empty where there is none."""
    name = page.removesuffix("index.html").strip("/")
    tried = (f"docs/{name}.md", f"docs/{name}/index.md") if name else ("docs/index.md",)
    return next((path for path in tried if (root / path).is_file()), "")


def problems(root: Path, site: Path, faults: Iterable[Fault]) -> list[Problem]:
    """The faults as problems, sorted. A fault that many pages share, such as one of the navigation, is one problem."""
    shared: dict[tuple[str, str], list[Fault]] = {}
    for fault in faults:
        shared.setdefault((fault.what, fault.todo), []).append(fault)
    return sorted(_problem(root, site, same) for same in shared.values())


def tell(root: Path, site: Path, faults: Iterable[Fault]) -> int:
    """Print what is wrong with a site; returns the exit code."""
    site_problems = problems(root, site, faults)
    for problem in site_problems:
        print(problem)
    print(f"{site}: {len(site_problems)} problems", file=sys.stderr)
    return 1 if site_problems else 0


def _problem(root: Path, site: Path, same: list[Fault]) -> Problem:
    first = same[0]
    others = len({fault.page for fault in same}) - 1
    also = f" So on {others} more page{'s' * (others > 1)}." if others else ""
    path = source(root, first.page)
    line = _line(root / path, first.text) if path and first.text else 0
    if line:
        return Problem(path, line, first.what, first.todo + also)
    place = root / first.page if (root / first.page).is_file() else site / first.page
    origin = f" The page is made of {path}." if path and not others else ""
    return Problem(_shown(root, place), first.line, first.what, first.todo + origin + also)


def _line(path: Path, text: str) -> int:
    """The first line of a file that holds a text; 0 where none does."""
    lines = path.read_text("utf-8-sig").split("\n")
    return next((number for number, line in enumerate(lines, 1) if text in line), 0)


def _shown(root: Path, path: Path) -> str:
    path, root = path.resolve(), root.resolve()
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.as_posix()
