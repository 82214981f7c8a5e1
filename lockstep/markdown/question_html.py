"""The elements of one question: static HTML that reads, reveals and prints without a script.

The script upgrades it in place; what it needs to know stands in `data-` attributes.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from html import escape

from markdown.blockparser import BlockParser
from markdown.util import AtomicString

from lockstep.markdown import listing, run_fence
from lockstep.markdown.practice import rebased, relative, title
from lockstep.project import Project
from lockstep.question import bank, expression
from lockstep.question.question import CHOOSING, Option, Question
from lockstep.snippet.embed import Embed
from lockstep.snippet.snippet import Region

_RANK = re.compile(r"(?m)^\[rank([0-3])\]")
Parts = dict[str, list[str]]


class Builder:
    """Builds one question. `parts` are the blocks of its longer texts; `here` is the page it is put on."""

    def __init__(self, parser: BlockParser, project: Project, one: Question, parts: Parts, here: str) -> None:
        self.parser, self.project, self.one, self.parts, self.here = parser, project, one, parts, here

    def build(self, parent: ET.Element) -> None:
        """Add the question to an element."""
        one = self.one
        root = _add(parent, "ls-question", "ls-q", id=f"q-{one.id}")
        for name, value in (("kind", one.kind), ("key", one.key), ("level", one.level)):
            root.set(f"data-{name}", value)
        for name, value in _numbers(one).items():
            root.set(f"data-{name}", value)
        if one.fixed or one.log:
            root.set("data-fixed", "")
        head = _add(root, "p", "ls-q-head")
        link = _add(head, "a", href=relative(self.here, one.path, f"#q-{one.id}"))
        word = "Card" if one.kind == "card" else "Question"
        link.text = AtomicString(word if one.path == self.here else title(self.project, one.topic))
        link.tail = " "
        level = _add(head, "span")
        level.text = AtomicString(one.level)
        ask = _add(root, "div", "ls-q-ask")
        self._blocks(ask, "ask")
        if one.log:
            ask.append(self._log())
        elif one.run:
            ask.append(self._program())
        self._options(root)
        if one.hints:
            hints = self._details(root, "ls-q-hints", "Hint")
            self._items(_add(hints, "ol"), one.hints)
        answer = self._details(root, "ls-q-answer", "Reveal" if one.kind == "card" else "Answer")
        self._answer(answer)
        self._proof(answer)
        if one.read:
            _add(answer, "p", "ls-q-read").text = f"Read again: {self._inline(one.read)}"

    def _details(self, parent: ET.Element, name: str, title: str) -> ET.Element:
        """What the search index must not hold: it would show answers."""
        element = _add(parent, "details", name)
        element.set("data-search-exclude", "")
        _add(element, "summary").text = AtomicString(title)
        return element

    def _blocks(self, parent: ET.Element, part: str) -> None:
        self.parser.parseBlocks(parent, self.parts.get(part, []))

    def _items(self, parent: ET.Element, texts: Sequence[str]) -> None:
        for text in texts:
            _add(parent, "li").text = self._inline(text)

    def _inline(self, text: str) -> str:
        """A text of one line: options, whys and hints are inline Markdown."""
        return rebased(self.one, re.sub(r"\s*\n\s*", " ", text.strip()), self.here)

    def _option(self, parent: ET.Element, option: Option) -> None:
        if not option.code:
            parent.text = self._inline(option.text)
            return
        if option.number and self.one.kind == "debug":
            number = _add(parent, "span", "ls-q-line")
            number.text = AtomicString(f"line {option.number}")
            number.tail = " "
        _add(parent, "code").text = AtomicString(option.text)

    def _raw(self, html: str) -> str:
        return AtomicString(self.parser.md.htmlStash.store(html))

    def _program(self) -> ET.Element:
        one = self.one
        snippet = self.project.find(one.run)
        assert snippet  # bank.read() has seen it
        span = snippet.regions[one.region] if one.region else Region(snippet.body_line, len(snippet.lines))
        numbered = any(option.code for option in one.options) and one.kind == "debug"
        element = ET.Element("div", {"class": "ls-q-code"})
        element.text = self._raw(listing.code(snippet, span, f"q-{one.id}-code", plain=True, numbered=numbered))
        return element

    def _log(self) -> ET.Element:
        """What the program left in the terminal, in a box that scrolls, by keyboard too."""
        snippet = self.project.find(self.one.run)
        made = bank.made(self.project, snippet) if snippet else None
        lines = "\n".join(bank.terminal(snippet, made)) if snippet and made else ""  # bank.read() has seen both
        element = ET.Element("div", {"class": "ls-q-log", "tabindex": "0", "role": "group", "aria-label": "Log"})
        text = _RANK.sub(r'<b class="ls-c\1">\g<0></b>', escape(lines))
        element.text = self._raw(f"<pre><samp>{text}</samp></pre>")
        return element

    def _options(self, root: ET.Element) -> None:
        one = self.one
        if one.kind == "numeric":
            _add(root, "p", "ls-q-field").text = f"Answer in {one.unit}." if one.unit else "Answer with a number."
        if not one.options:
            return
        items = _add(root, "ol", "ls-q-options", type="A")
        for option in one.shuffled:
            self._option(_add(items, "li"), option)

    def _answer(self, parent: ET.Element) -> None:
        one = self.one
        if one.kind in CHOOSING:
            whys = _add(parent, "ol", "ls-q-whys", type="A")
            for option in one.shuffled:
                item = _add(whys, "li")
                if option.right:
                    item.set("data-right", "")
                word = _add(item, "b")
                word.text = AtomicString("Right." if option.right else "Wrong.")
                word.tail = " " + self._inline(option.why)
        elif one.kind == "order":
            self._steps(parent)
        elif one.kind == "numeric":
            value = _add(_add(parent, "p", "ls-q-value"), "b")
            value.text = AtomicString(f"{expression.shown(one.value)} {one.unit}".strip())
        for part, name in (("model", "ls-q-model"), ("back", "ls-q-back"), ("why", "ls-q-why")):
            if part in self.parts:
                self._blocks(_add(parent, "div", name), part)
        if one.concepts:
            self._items(_add(parent, "ul", "ls-q-concepts"), one.concepts)
        if one.traps:
            traps = _add(parent, "ul", "ls-q-traps")
            for trap in one.traps:
                item = _add(traps, "li")
                item.set("data-value", repr(trap.value))
                _add(item, "b").text = AtomicString(f"{expression.shown(trap.value)}:")
                item[0].tail = " " + self._inline(trap.why)
        self._shown(parent)

    def _steps(self, parent: ET.Element) -> None:
        items = _add(parent, "ol", "ls-q-whys")
        places = self.one.shuffled
        for step in self.one.options:
            item = _add(items, "li")
            item.set("data-place", str(places.index(step)))
            self._option(item, step)
            _add(item, "br").tail = self._inline(step.why)

    def _shown(self, parent: ET.Element) -> None:
        """What only the answer may show: the output on record, or what mends the program."""
        one = self.one
        before, after = self.project.find(one.run), self.project.find(one.mended)
        if one.kind == "predict" and before:
            made = bank.made(self.project, before)
            rows = run_fence.output_rows(before, made, Embed(one.run)) if made else ""  # a stale one stops its own page
            _add(parent, "div", "ls-q-output").text = self._raw(rows)
        elif before and after:
            made = bank.made(self.project, before)
            rows = run_fence.output_rows(before, made, Embed(one.run)) if made else ""
            _add(parent, "div", "ls-q-output").text = self._raw(rows)
            _add(parent, "div", "ls-q-diff").text = self._raw(
                listing.diff(listing.lines_of(before, one.region), listing.lines_of(after), f"q-{one.id}-diff")
            )

    def _proof(self, parent: ET.Element) -> None:
        one = self.one
        if one.expression:
            text = one.expression
            if one.kind == "numeric":
                text += f" = {expression.shown(one.value)}"
            given = ", ".join(f"{name} = {expression.shown(value)}" for name, value in one.given.items())
            line = _add(parent, "p", "ls-q-proof")
            line.text = AtomicString("Computed: ")
            _add(line, "code").text = AtomicString(text)
            line[0].tail = f" with {given}." if given else "."
        for name in one.evidence:
            snippet, place = self.project.find(name), self.project.places.get(name)
            if snippet and place and place[1] != f"q-{one.id}":
                line = _add(parent, "p", "ls-q-proof")
                line.text = AtomicString("See it run: ")
                link = _add(line, "a", href=relative(self.here, place[0], f"#{place[1]}"))
                link.text = AtomicString(snippet.claim)


def _add(parent: ET.Element, tag: str, css: str = "", **attributes: str) -> ET.Element:
    found = {"class": css} if css else {}
    return ET.SubElement(parent, tag, {**found, **attributes})


def _numbers(one: Question) -> dict[str, str]:
    if one.kind != "numeric":
        return {}
    found = {"answer": repr(one.value), "tolerance": repr(one.tolerance)}
    return {**found, "unit": one.unit} if one.unit else found
