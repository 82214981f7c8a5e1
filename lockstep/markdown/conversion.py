"""The conversion of one page from Markdown to HTML: the data that all parts of the extension share."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from lockstep.page import OURS, Fence, Page, fences
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project, find_root
from lockstep.question.question import Question

UNKNOWN = "docs/index.md"  # links start here if the builder does not say which page is converted


@dataclass
class Build:
    """What the pages of one build of the site share: the project as it was at its start, and all problems.

    `report` is called with each problem as it is found.
    """

    project: Project
    report: Callable[[Problem], None] = lambda problem: None
    problems: list[Problem] = field(default_factory=list)

    def tell(self, problems: Iterable[Problem]) -> None:
        """Report problems and keep them for the end of the build, each once."""
        for problem in problems:
            if problem not in self.problems:
                self.problems.append(problem)
                self.report(problem)


class Conversion:
    """The page that is being converted. `start` begins a new one.

    Attributes:
        project: read anew for each page, unless a build lends its own to all.
        path: the page, such as "docs/ddp/index.md".
        page: its text, from its file; if the file is not known, as the builder hands it over.
        questions: those on it, in the order in which they were written into it.
    """

    def __init__(self, md: Markdown, path: str = "", build: Build | None = None) -> None:
        self.md, self.build, self._given = md, build, path

    def start(self, lines: list[str]) -> None:
        """Find the page, once."""
        self.project = self.build.project if self.build else Project(find_root())
        path = self._given or page_of(self.md)
        self.page = self.project.pages.get(path) or Page("\n".join(lines))
        self.path = path or UNKNOWN
        self.questions: list[Question] = []

    def fences(self, lines: list[str]) -> list[tuple[Fence, Fence]]:
        """Our fences in pairs: as the builder hands them over in `lines`, and as they are in the file.

        The lines in the file are those that problems name. The builder's lines differ, because it removes front matter,
        expands tabs and adds the outputs of notebook cells. None of this adds or removes a fence of ours.

        Raises:
            LockstepError: they differ, because something else changed the text.
        """
        ours = [fence for fence in fences("\n".join(lines)) if fence.kind in OURS]
        if [fence.kind for fence in ours] != [fence.kind for fence in self.page.ours]:
            what = "the builder hands over other fences than its file has."
            raise LockstepError([Problem(self.path, 0, what, "Build again; let no plugin write fences of ours.")])
        return list(zip(ours, self.page.ours, strict=True))

    def tell(self, problems: list[Problem]) -> None:
        """Add problems to those of the build, which reports all at its end.

        Raises:
            LockstepError: there is no build that collects them.
            BuildError: the same in MkDocs, which prints this error without a traceback.
        """
        if problems and self.build is None:
            error = LockstepError(problems, code=1)
            if _is_of_mkdocs(self.md):
                from mkdocs.exceptions import BuildError

                raise BuildError(str(error)) from error
            raise error
        if self.build:
            self.build.tell(problems)


def page_of(md: Markdown) -> str:
    """The page that the builder converts, read from the part that it adds to Markdown; empty if it is not known."""
    if _is_of_mkdocs(md):
        return f"docs/{md.treeprocessors['relpath'].file.src_uri}"  # type: ignore[attr-defined]
    if "rendering_context" in md.preprocessors:  # Zensical
        return f"docs/{md.preprocessors['rendering_context'].page.path}"  # type: ignore[attr-defined]
    return ""


def _is_of_mkdocs(md: Markdown) -> bool:
    return "relpath" in md.treeprocessors


class TextPart(Preprocessor):
    """A part that changes the lines of a page."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion.md)
        self.conversion = conversion


class BlockPart(BlockProcessor):
    """A part that makes elements of blocks, those between an opening and a closing mark."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion.md.parser)
        self.conversion = conversion


class TreePart(Treeprocessor):
    """A part that changes the elements of a page."""

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion.md)
        self.conversion = conversion

    def run(self, root: ET.Element) -> None:
        """Change the tree in place."""
        raise NotImplementedError

    def stashed(self, number: str) -> str:
        """The HTML that Markdown keeps under a number and puts in at the end; empty for an element."""
        html = self.md.htmlStash.rawHtmlBlocks[int(number)]
        return html if isinstance(html, str) else ""
