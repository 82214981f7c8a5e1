"""The extension of Python-Markdown: all that a page of ours needs of its builder, under the name `lockstep`.

It works with any builder that runs Python-Markdown. MkDocs and Zensical say which page they are at; others may, by the
option `page`. What is wrong with a page comes at once, as one LockstepError, or for all pages together from a builder
that hands over a `Build`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markdown import Extension, Markdown
from markdown.util import Registry

from lockstep.markdown import accessibility, fences, glossary, json_ld, modes, quiz
from lockstep.markdown.conversion import Build, Conversion

# All parts in the order in which they run. Their numbers stand among those of Python-Markdown and of the builders.
PARTS: tuple[tuple[str, float, Callable[[Conversion], Any], str], ...] = (
    ("text", 28, fences.Fences, "White space is normal (30); superfences (25) would show our fences as code."),
    ("text", 27, json_ld.JsonLd, "The fences have found the page; the script is put away before HTML is read (20)."),
    (
        "block",
        200,
        quiz.Questions,
        "A mark is no paragraph: this comes before all blocks of Markdown (100 at most).",
    ),
    ("block", 199, quiz.Wrapped, "As the questions, which stand inside what this wraps."),
    ("tree", 21, modes.Strip, "The texts of blocks become elements after this (20), those of its links too."),
    ("tree", 7, glossary.Abbreviations, "Inline code and links are elements (20), and are left alone."),
    ("tree", 6, fences.Anchors, "MkDocs gathers what a link can lead to after this (5)."),
    ("tree", 5.5, glossary.Addresses, "MkDocs gathers them too (5)."),
    ("tree", 4.5, glossary.Terms, "The table of contents (5) has no terms, so they become headings after it."),
    ("tree", 4, fences.NoAnchors, "MkDocs has gathered them (5)."),
    ("tree", 3, accessibility.Access, "The links beside headings are there: of contents (5) and of terms (4.5)."),
)


class LockstepExtension(Extension):
    """Registers all parts for one Markdown.

    Args:
        page: the page that is converted, such as "docs/ddp/index.md", under a builder that does not say.
        build: what the pages of a build share.
    """

    def __init__(self, page: str = "", build: Build | None = None) -> None:
        super().__init__()
        self.page, self.build = page, build

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the parts."""
        conversion = Conversion(md, self.page, self.build)
        registries: dict[str, Registry] = {
            "text": md.preprocessors,
            "block": md.parser.blockprocessors,
            "tree": md.treeprocessors,
        }
        for kind, priority, part, _ in PARTS:
            registries[kind].register(part(conversion), f"lockstep-{part.__name__.lower()}", priority)
