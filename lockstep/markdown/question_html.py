"""The elements of one question: static HTML that reads, reveals and prints without a script.

The script upgrades it in place, with data from the `data-` attributes.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence

from markdown.blockparser import BlockParser
from markdown.util import AtomicString
from markupsafe import Markup

from lockstep.markdown import listing, run_output
from lockstep.markdown.practice import rebased, relative, title
from lockstep.project import Project
from lockstep.question import programs, veil
from lockstep.question.question import Question
from lockstep.question.rendering import add
from lockstep.snippet.embed import Embed
from lockstep.snippet.snippet import Region, Snippet

_RANK = re.compile(r"\[rank([0-3])\]")
KEY = "hll ls-key"  # a key line in a question: lit once its run is shown
Parts = dict[str, list[str]]


class Builder:
    """Builds one question; its kind calls back for what needs Markdown, Pygments or records.

    `parts` are the blocks of its longer texts; `here` is the page it is put on. See `lockstep.question.rendering`.
    """

    def __init__(self, parser: BlockParser, project: Project, question: Question, parts: Parts, here: str) -> None:
        self.parser, self.project, self.question, self.parts, self.here = parser, project, question, parts, here

    def build(self, parent: ET.Element) -> None:
        """Add the question to an element."""
        question = self.question
        root = add(parent, "ls-question", "ls-q", id=f"q-{question.id}")
        for name, value in question.attributes().items():
            root.set(f"data-{name}", value)
        self._head(root)
        question.add_program(self._blocks(root, "ask"), self)
        question.add_options(root, self)
        if question.hints:
            hints = add(self._details(root, "ls-q-hints", "Hint"), "ol")
            for hint in question.hints:
                add(hints, "li").text = self.inline(hint)
        answer = self._details(root, "ls-q-answer", question.reveal)
        question.add_answer(answer, self)
        self._computed(answer)
        self._evidence(answer)
        if question.read:
            add(answer, "p", "ls-q-read").text = f"Read again: {self.inline(question.read)}"

    def _head(self, root: ET.Element) -> None:
        question = self.question
        head = add(root, "p", "ls-q-head")
        link = add(head, "a", href=relative(self.here, question.path, f"#q-{question.id}"))
        link.text = self.plain(question.noun if question.path == self.here else title(self.project, question.topic))
        if question.path == self.here:
            link.set("aria-label", f"{question.noun}: a link to it")
        link.tail = " "
        add(head, "span").text = self.plain(question.level + ", reasoned, not run" * question.reasoned)

    def _details(self, parent: ET.Element, name: str, title: str) -> ET.Element:
        """A `<details>` that is left out of the search index, which would show answers."""
        element = add(parent, "details", name)
        element.set("data-search-exclude", "")
        add(element, "summary").text = self.plain(title)
        return element

    def _computed(self, parent: ET.Element) -> None:
        question = self.question
        if question.calculation:
            add(parent, "p", "ls-q-proof").text = self.inline(question.calculation)

    def _evidence(self, parent: ET.Element) -> None:
        """Links to the places that show the snippets that prove it."""
        for name in self.question.evidence:
            snippet, place = self.project.find(name), self.project.places.get(name)
            if snippet and place and place[1] != f"q-{self.question.id}":
                line = add(parent, "p", "ls-q-proof")
                line.text = self.plain("See it run: ")
                link = add(line, "a", href=relative(self.here, place[0], f"#{place[1]}"))
                link.text = self.plain(snippet.claim)

    def plain(self, text: str) -> str:
        """A text in which no Markdown is looked for."""
        return AtomicString(text)

    def inline(self, text: str) -> str:
        """A text of one line that is Markdown, its links written from this page."""
        text = self.question.marked(text)
        return rebased(self.question, re.sub(r"\s*\n\s*", " ", text.strip()), self.here)

    def blocks(self, parent: ET.Element, name: str) -> None:
        """Add a field that is Markdown of several blocks; nothing where it is empty."""
        if name in self.parts:
            self._blocks(parent, name)

    def _blocks(self, parent: ET.Element, name: str) -> ET.Element:
        element = add(parent, "div", f"ls-q-{name}")
        self.parser.parseBlocks(element, self.parts.get(name, []))
        return element

    def program(self, parent: ET.Element, numbered: bool = False) -> None:
        """Add the program of the question, with the numbers of its lines if asked."""
        question = self.question
        snippet = question.as_shown(self._snippet(question.run))
        span = snippet.regions[question.region] if question.region else Region(snippet.body_line, len(snippet.lines))
        is_lent = self._is_lent()
        code = listing.code(snippet, span, f"q-{question.id}-code", key=KEY if is_lent else "", numbered=numbered)
        style = "ls-q-code ls-lent" if is_lent and not numbered else "ls-q-code"
        add(parent, "div", style).text = self._raw(code)

    def _is_lent(self) -> bool:
        """Whether a run below the question shows the same code: a reader sees one of the two, with its key line."""
        page = self.project.pages.get(self.here) if self.question.path == self.here else None
        return page is not None and veil.lends_its_code(page, self.question)

    def terminal(self, parent: ET.Element, lines: Sequence[str]) -> None:
        """Add what a program left in the terminal, in a box that scrolls, by keyboard too."""
        element = add(parent, "div", "ls-q-log", tabindex="0", role="group")
        element.set("aria-label", "Log")
        text = Markup("\n").join(map(_coloured, lines))
        element.text = self._raw(Markup("<pre><samp>{}</samp></pre>").format(text))

    def output(self, parent: ET.Element) -> None:
        """Add what the program of the question printed."""
        snippet = self._snippet(self.question.run)
        record = programs.record_of(self.project, snippet)
        # A missing record is reported on the page that shows the snippet.
        rows = Markup("")
        if record:
            rows = run_output.output_rows(snippet, record, Embed(snippet.name)) + run_output.provenance(snippet, record)
        add(parent, "div", "ls-q-output").text = self._raw(rows)

    def difference(self, parent: ET.Element, name: str) -> None:
        """Add what turns the program of the question into another snippet."""
        before = listing.lines_of(self._snippet(self.question.run), self.question.region)
        after = listing.lines_of(self._snippet(name))
        add(parent, "div", "ls-q-diff").text = self._raw(listing.diff(before, after, f"q-{self.question.id}-diff"))

    def _snippet(self, name: str) -> Snippet:
        snippet = self.project.find(name)
        assert snippet  # the bank has looked for it
        return snippet

    def _raw(self, html: Markup) -> str:
        return AtomicString(self.parser.md.htmlStash.store(str(html)))


def _coloured(line: str) -> str:
    """A line of a log; the name of its rank has the colour of that rank."""
    rank = _RANK.match(line)
    return Markup('<b class="ls-c{}">{}</b>{}').format(rank[1], rank[0], line[rank.end() :]) if rank else line
