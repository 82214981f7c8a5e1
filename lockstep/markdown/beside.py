"""Puts each run and figure of a page beside the text that leads to it, for screens that are wide enough.

The order of the elements stays that of the page, so a narrow screen, paper and a screen reader have the text first,
then the run, then what follows from it. The style sheet makes two columns of each group.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import unescape

from markdown.util import HTML_PLACEHOLDER_RE

from lockstep.markdown import folds, modes
from lockstep.markdown.conversion import TreePart

_SHOWN = re.compile(r'(?:<div>)?<figure class="ls-(?:run|figure)"')
_FIGURE = re.compile(r'<figure class="ls-figure"')
_TEXT = ("p", "ul", "ol", "blockquote", "ls-question")  # what stands beside a run; all else has the whole width
_QUESTION = "ls-question"
_STEPS = "<fieldset"  # the buttons of a figure
_CODE = re.compile(r'-code".*?<pre>(.*?)</pre>', re.S)
_SAID = re.compile(r"<samp[^>]*>(.*?)</samp>", re.S)
_MARKUP = re.compile(r"<[^>]*>")
_SIZE = re.compile(r'viewBox="\S+ \S+ (\S+) (\S+)"')
_STEP = re.compile(r"<li\b.*?</li>", re.S)
_WIDE = 650  # pixels of a drawing beside its steps
_BUTTONS = 120  # pixels of the buttons of its steps and of the line that says where it was drawn from
_GAP = 250  # pixels; so much of a column may stand empty beside a run
_CARD = 150  # pixels of a run beside its code and its output
_LONG = 140  # pixels; an output that fills a column of its own
_FIRST = "ls-first"  # the head of a sheet


class Beside(TreePart):
    """Groups the elements of a page: the text before a run, the run, and the text after it."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        is_sheet = modes.is_sheet(self.conversion.project, self.conversion.path)
        for fold in root.iterfind(f"details[@class='{folds.CLASS}']"):
            summary = fold[0]
            fold.remove(summary)
            self._arrange(fold, is_sheet)
            fold.insert(0, summary)
        self._arrange(root, is_sheet)
        if is_sheet:
            _first_screen(root)

    def _arrange(self, parent: ET.Element, is_sheet: bool) -> None:
        """Change the children of one element. On a sheet, questions without a run stand in pairs."""
        elements = list(parent)
        for element in elements:
            parent.remove(element)
        for stretch in self._stretches(elements):
            shown = [number for number, element in enumerate(stretch) if self._is_shown(element)]
            parent.extend(self._groups(stretch, shown) if shown else _pairs(stretch) if is_sheet else stretch)

    def _stretches(self, elements: list[ET.Element]) -> Iterator[list[ET.Element]]:
        """The elements between those that have the whole width, and each of these alone."""
        stretch: list[ET.Element] = []
        for element in elements:
            if self._is_shown(element) or (element.tag in _TEXT and not self._is_block(element)):
                stretch.append(element)
                continue
            if stretch:
                yield stretch
            stretch = []
            yield [element]
        if stretch:
            yield stretch

    def _groups(self, stretch: list[ET.Element], shown: list[int]) -> Iterator[ET.Element]:
        """A group for each run, or for several that follow each other; a figure that leads to a run has its own."""
        start = 0
        while shown:
            first = shown[0]
            last = first
            while last + 1 in shown and not self._leads(stretch[last], stretch[last + 1]):
                last += 1
            shown = [number for number in shown if number > last]
            end = _introduction(stretch, last + 1, shown[0]) if shown else len(stretch)
            before, runs, after = stretch[start:first], stretch[first : last + 1], stretch[last + 1 : end]
            apart = list[ET.Element]()
            if self._is_stepped(runs):
                asked = _after_questions(before)
                yield from before[:asked]
                before, after, apart = before[asked:], *_paragraphs(after, _room(self._stashed(runs[0])))
            group = _group(before, runs, after, self._is_led(before, runs, after))
            group.set("class", group.get("class", "") + self._place(before + after, runs))
            yield group
            yield from apart
            start = end

    def _stashed(self, element: ET.Element) -> str:
        """The HTML that a paragraph stands for; empty if it is a paragraph of text."""
        match = HTML_PLACEHOLDER_RE.fullmatch((element.text or "").strip())
        return self.stashed(match[1]) if match and not len(element) else ""

    def _is_shown(self, element: ET.Element) -> bool:
        return bool(_SHOWN.match(self._stashed(element)))

    def _leads(self, element: ET.Element, following: ET.Element) -> bool:
        """Whether an element is a figure and a run follows it: the steps of the figure then stand beside it."""
        is_figure = [bool(_FIGURE.match(self._stashed(one))) for one in (element, following)]
        return is_figure == [True, False]

    def _is_led(self, before: list[ET.Element], runs: list[ET.Element], after: list[ET.Element]) -> bool:
        """Whether one paragraph leads to one figure, and at most one follows: the steps then stand between them.

        A figure with steps needs no text that leads to it, and as many paragraphs follow as stand beside it.
        """
        is_figure = len(runs) == 1 and bool(_FIGURE.match(self._stashed(runs[0])))
        has_question = any(element.tag == _QUESTION for element in after)
        leads = [element.tag for element in before] == ["p"] or (not before and bool(after) and self._is_stepped(runs))
        return is_figure and leads and (len(after) <= 1 or self._is_stepped(runs)) and not has_question

    def _is_stepped(self, runs: list[ET.Element]) -> bool:
        """Whether a group is one figure with steps. They stand beside it, and a question after it."""
        html = self._stashed(runs[0])
        return len(runs) == 1 and bool(_FIGURE.match(html)) and _STEPS in html

    def _place(self, text: list[ET.Element], runs: list[ET.Element]) -> str:
        """The class of a group in which a column would stand empty beside a run; nothing for any other.

        The figure of that run then stands below its text, or else the output beside the code.
        """
        has_figure = bool(_FIGURE.match(self._stashed(runs[-1])))
        if not text or len(runs) - has_figure != 1 or any(element.tag == _QUESTION for element in text):
            return ""
        code, said = _heights(self._stashed(runs[0]))
        words = _prose("".join("".join(element.itertext()) for element in text))
        if not code or _CARD + code + said - words < _GAP:
            return ""
        if has_figure:
            return " ls-under"
        return " ls-across" if _LONG < said < code + _GAP else ""  # a longer output would leave a gap below the code

    def _is_block(self, element: ET.Element) -> bool:
        is_ours = element.tag != _QUESTION and element.get("class", "").startswith("ls-")  # the facts below the title
        return is_ours or bool(self._stashed(element))


def _prose(words: str) -> int:
    """About how high a text is beside a run, in pixels."""
    return 24 * (len(words) // 57 + 2)


def _heights(html: str) -> tuple[int, int]:
    """About how high the code of a run and what it printed are, in pixels; zeros for a run without such parts."""
    code, said = _CODE.search(html), _SAID.findall(html)
    if not code or not said or "tabbed-set" in html or "ls-columns" in html:  # a table takes the width it has
        return 0, 0
    lines = _MARKUP.sub("", code[1]).strip().count("\n") + 1
    printed = unescape(_MARKUP.sub("", "\n".join(said))).split("\n")
    return min(21 * lines, 384), 20 * sum(len(line) // 52 + 1 for line in printed)  # a long program is cut


def _room(figure: str) -> int:
    """About how much of the column beside a figure with steps is left below the longest step, in pixels."""
    size = _SIZE.search(figure)
    step = max((len(_MARKUP.sub("", said)) for said in _STEP.findall(figure)), default=0)
    return int(_WIDE * float(size[2]) / float(size[1])) - _BUTTONS - _prose(" " * step) if size else 0


def _first_screen(root: ET.Element) -> None:
    """Take the table below the head of a sheet, with its heading and text, into the head: they share a screen."""
    for number, (first, heading, table) in enumerate(zip(root, root[1:], root[2:], strict=False)):
        if first.get("class") == _FIRST and (heading.tag, table.tag) == ("h2", "table"):
            glance = ET.Element("div", {"class": "ls-glance"})
            glance.append(table)
            glance.extend(itertools.takewhile(_goes_on, root[number + 3 :]))
            for element in (heading, *glance):
                root.remove(element)
            first.extend((heading, glance))
            return


def _goes_on(element: ET.Element) -> bool:
    """Whether an element is text or a table, and no block of ours."""
    return element.tag in ("p", "table") and not HTML_PLACEHOLDER_RE.fullmatch((element.text or "").strip())


def _introduction(stretch: list[ET.Element], start: int, end: int) -> int:
    """Where the text begins that leads to the run at `end`: its last paragraph, and the questions after that one."""
    number = end - 1
    while number > start and stretch[number].tag == _QUESTION:
        number -= 1
    return max(number, start)


def _after_questions(elements: list[ET.Element]) -> int:
    """Where the text begins that stands after all questions."""
    return max((number + 1 for number, element in enumerate(elements) if element.tag == _QUESTION), default=0)


def _paragraphs(elements: list[ET.Element], room: int) -> tuple[list[ET.Element], list[ET.Element]]:
    """A first paragraph, those after it of which half has room beside a figure, in pixels, and the rest."""
    count = 0
    for element in elements:
        high = _prose("".join(element.itertext()))
        if element.tag == _QUESTION or (count and room < high / 2):
            break
        room -= high
        count += 1
    return elements[:count], elements[count:]


def _pairs(stretch: list[ET.Element]) -> Iterator[ET.Element]:
    """Elements without a run; two questions or more that follow each other stand side by side."""
    for is_question, elements in itertools.groupby(stretch, lambda element: element.tag == _QUESTION):
        questions = list(elements)
        if is_question and len(questions) > 1:
            pair = ET.Element("div", {"class": "ls-pair"})
            pair.extend(questions)
            yield pair
        else:
            yield from questions


def _group(before: list[ET.Element], runs: list[ET.Element], after: list[ET.Element], is_led: bool) -> ET.Element:
    name = "ls-beside ls-led" if is_led else "ls-beside" if before or after else "ls-alone"
    group = ET.Element("div", {"class": name})
    for name, elements in (("ls-before", before), ("ls-shown", runs), ("ls-after", after)):
        if elements:
            ET.SubElement(group, "div", {"class": name}).extend(elements)
    return group
