"""The extension of Python-Markdown: registered under the name `lockstep`.

It works with any builder that runs Python-Markdown. MkDocs and Zensical say which page they convert; for others
the option `page` does. All problems of a page are raised as one LockstepError. If the builder passes a `Build`, it
collects the problems of all pages instead.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from markdown import Extension, Markdown
from markdown.util import Registry

from lockstep.markdown import (
    accessibility,
    answer_line,
    beside,
    chapters,
    citation,
    fences,
    folds,
    glossary,
    json_ld,
    math_ml,
    modes,
    number_link,
    quiz,
    unveil,
)
from lockstep.markdown.conversion import Build, Conversion

# All parts in the order in which they run, each with its priority and the reason for it. Numbers in brackets are the
# priorities of parts of Python-Markdown and of the builders.
PARTS: tuple[tuple[str, float, Callable[[Conversion], Any], str], ...] = (
    ("text", 28, fences.Fences, "After white space is normal (30); superfences (25) would show our fences as code."),
    ("text", 27, json_ld.JsonLd, "After the fences, which find the page; before HTML is read (20)."),
    ("block", 200, quiz.Questions, "Before blocks of Markdown (100 at most), which take marks for text."),
    ("block", 199, quiz.Wrapped, "For the same reason; after the questions, which can be inside."),
    ("inline", 185, math_ml.Formulas, "After code (190); before escapes (180), which would read commands of LaTeX."),
    ("inline", 184, number_link.Numbers, "After code (190); before links (160), which take no quotes in a title."),
    ("tree", 21, modes.Strip, "Before inline Markdown (20), which also reads the links of the strip."),
    ("tree", 20.7, answer_line.AnswerLine, "Before inline Markdown (20), which reads it; after the strip (21)."),
    ("tree", 20.5, unveil.Unveil, "After the strip (21), which also takes the place below the title."),
    ("tree", 7, glossary.Abbreviations, "After inline Markdown (20): code and links are elements now, and left alone."),
    (
        "tree",
        6.5,
        citation.Citations,
        "After inline Markdown (20), which makes the links; before MkDocs checks them (0).",
    ),
    ("tree", 6, fences.Anchors, "Before MkDocs collects the anchors of a page (5)."),
    ("tree", 5.5, glossary.Addresses, "Before MkDocs collects the anchors of a page (5)."),
    ("tree", 4.5, glossary.Terms, "After the table of contents (5), in which terms are no headings."),
    ("tree", 4, fences.NoAnchors, "After MkDocs has collected the anchors (5)."),
    ("tree", 3, accessibility.Access, "After headings have links, those of contents (5) and of terms (4.5)."),
    ("tree", 2.5, folds.Folds, "After all that looks for headings below the root; before runs get their place (2)."),
    ("tree", 2, beside.Beside, "After all that looks for runs and text below the root."),
    ("tree", 1.5, chapters.Chapters, "Last: no other part looks into the box of a chapter."),
)


class LockstepExtension(Extension):
    """Registers all parts for one Markdown.

    Args:
        page: the page that is converted, such as "docs/ddp/index.md", for a builder that does not say.
        build: what the pages of a build share.
    """

    def __init__(self, page: str = "", build: Build | None = None) -> None:
        super().__init__()
        self.page, self.build = page, build

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the parts."""
        md.ESCAPED_CHARS.append("$")  # a formula stands between two
        conversion = Conversion(md, self.page, self.build)
        registries: dict[str, Registry] = {
            "text": md.preprocessors,
            "block": md.parser.blockprocessors,
            "inline": md.inlinePatterns,
            "tree": md.treeprocessors,
        }
        for kind, priority, part, _ in PARTS:
            registries[kind].register(part(conversion), f"lockstep-{part.__name__.lower()}", priority)
