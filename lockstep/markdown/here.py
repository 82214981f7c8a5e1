"""Which page a builder is at: Python-Markdown is handed a text, not a path."""

from __future__ import annotations

from lockstep.page import OURS, Fence, fences
from lockstep.project import Project


def blocks(text: str) -> list[Fence]:
    """Our fences of a text that is being rendered."""
    return [block for block in fences(text) if block.kind in OURS]


def find(project: Project, text: str) -> tuple[str, list[Fence]]:
    """The page that a builder is at, and our fences as they stand in its file.

    Found by its fences; where two pages have the same, by its first line. Tabs are spaces by now, front matter is gone,
    and what the cells of a notebook printed has come in.
    """
    first = next((line for line in text.split("\n") if line.strip()), "")
    found = blocks(text)
    plain = [block.plain for block in found]
    same = [(path, one) for path, one in project.pages.items() if [block.plain for block in one.ours] == plain]
    for path, one in sorted(same, key=lambda pair: first not in pair[1].text):
        return path, one.ours
    return "docs/index.md", found
