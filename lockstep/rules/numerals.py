"""The rule that each number in prose comes from somewhere, and that what it is bound to says the same.

A number is bound where it stands in a link to a claim (`lockstep.markdown.number_link`) or in a citation of torch. It
needs no mark where a run or a fence of the same section has it beside the same word, where the other numbers of its
paragraph give it, where its paragraph names whom it cites, or in the text of a link to a page that has it.
"""

from __future__ import annotations

import functools
import itertools
import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from lockstep.expression import ExpressionError
from lockstep.markdown.number_link import GIVEN, number_links
from lockstep.markdown.torch_table import Row, rows
from lockstep.page import NUMBER_LINK, OURS, Fence
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import claims
from lockstep.question.decided import EMPTY, numbers
from lockstep.question.programs import PROGRAM, record_of
from lockstep.record.notebook import cells
from lockstep.rules import prose
from lockstep.rules.links import target_of
from lockstep.rules.prose import Block
from lockstep.rules.results import NUMERAL, follows, results, rounding, value

_HERE = "docs/contributing/"
_TODO = 'Write [{0}](= "claim"), name its run in the same words, or cite its source; [{0}](= "given") if it is chosen.'
_LINKED = re.compile(r"\[(?P<said>[^\[\]]*\d[^\[\]]*)\]\((?P<to>(?!=|/|[a-z]+:)[^)\s]+)\)")  # to a page of ours
_BOUND = rf"{NUMBER_LINK.pattern}|\[[^\[\]]*\]\(torch:[^)]*\)|{_LINKED.pattern}"
_CITED = r"\bSources?: |\bdata sheet|arXiv|et al\.|IEEE \d|issues? \d|pull request|\b(?:benchmarks|docs/source)/"
_SOURCE = re.compile(rf"{_CITED}|\]\((?:https?|torch):")
_NEAR = 3  # words between a number and the word that it shares with its run
_TOKEN = re.compile(r"\d+(?:\.\d+)?(?:e[-+]?\d+)?|[A-Za-z]+|%")

Line = tuple[float, frozenset[str]]  # a number with the words around it


def links_hold(project: Project) -> Iterator[Problem]:
    """The claim of each bound number gives that number."""
    for path, page in project.pages.items():
        for link in number_links(page.text) if not path.startswith(_HERE) else ():
            line = page.text.count("\n", 0, link.start) + 1
            if link.claim != GIVEN and (wrong := _wrong(project, link.text, link.claim)):
                yield Problem(path, line, f"[{link.text}]: {wrong}", "Correct the number or its claim.")


def linked_numbers_stand_there(project: Project) -> Iterator[Problem]:
    """The text of a link that gives a number stands word for word on the page, or in the section, that it leads to."""
    for path, page in project.pages.items():
        text = page.without(page.fenced)
        for link in _LINKED.finditer(text) if not path.startswith(_HERE) else ():
            target, _, anchor = link["to"].partition("#")
            there = project.pages.get(target_of(path, target))
            if not there or not _has_result(link["said"]):
                continue
            if not _says(there.section(anchor).replace(link[0], ""), link["said"]):
                line = text.count("\n", 0, link.start()) + 1
                what = f"{link['said']!r} does not stand at {link['to']}."
                yield Problem(path, line, what, "Say it in the words that stand there.")


def _has_result(said: str) -> bool:
    """Whether a text has a number that is not the name of a rank, a step or the like."""
    return any(True for _ in results(said))


def _says(text: str, said: str) -> bool:
    return " ".join(said.split()).lower() in " ".join(text.split()).lower()


def numerals_are_bound(project: Project) -> Iterator[Problem]:
    """Each number in prose is bound, has its run beside it, follows from others, is cited, or is no result."""
    known, (stated, _) = Lines(project), rows(project)
    for path, page in project.pages.items():
        if path.startswith(_HERE):
            continue
        by_section: defaultdict[int, list[Line]] = defaultdict(list)
        section_of = prose.sections(page)
        for fence in page.fences:
            by_section[section_of[fence.line]] += known.of_fence(fence)
        for cell, lines in known.of_cells(path):
            by_section[section_of[cell.line]] += lines
        for block in _unsourced(prose.blocks(page, _bound(stated, path))):
            for line, numeral in _loose(block, by_section[block.section]):
                yield Problem(path, line, f"{numeral} is bound to nothing.", _TODO.format(numeral))


def _unsourced(blocks: Iterator[Block]) -> Iterator[Block]:
    """The blocks that cite nobody; a table is also spared by the paragraph above or below it that does."""
    known = [*blocks]
    texts = [block for block in known if not block.is_row]
    for block in known:
        cited = block.source
        if block.is_row:
            above = [text.source for text in texts if text.line < block.line][-1:]
            below = [text.source for text in texts if text.line > block.line][:1]
            cited = "\n".join([cited, *above, *below])
        if not _SOURCE.search(cited):
            yield block


def _bound(stated: Sequence[Row], path: str) -> re.Pattern[str]:
    """What is bound on a page: links to claims, citations, and words that a `torch` fence holds to torch."""
    words = [words for row in stated for words in row.pages.get(path, ())]
    return re.compile("|".join([_BOUND, *(r"\s+".join(map(re.escape, one.split())) for one in words)]), re.S)


def _loose(block: Block, known: list[Line]) -> Iterator[tuple[int, str]]:
    """The numbers of a block that nothing gives, each with its line."""
    given = [value(numeral[0]) for numeral in NUMERAL.finditer(block.text)]
    for line, sentence in block.sentences():
        for numeral in results(sentence):
            number, words = value(numeral[0]), words_at(sentence, numeral)
            if block.is_row:
                words |= _words(block.head)
            if not is_near(number, words, known) and not follows(number, given):
                yield line + sentence.count("\n", 0, numeral.start()), numeral[0]


def is_near(given: float, words: set[str], known: list[Line]) -> bool:
    """Whether a number stands somewhere beside one of these words."""
    return any(given == number and words & near for number, near in known)


def _wrong(project: Project, text: str, claim: str) -> str:
    """What is wrong with a bound number; "" where its claim gives it."""
    try:
        given = claims.of_programs(claim, project)
    except ExpressionError as error:
        return f"its claim {claim!r} {error}."
    shown = [numeral[0] for numeral in NUMERAL.finditer(text)]
    if given is False:
        return f"its claim {claim!r} is not so."
    if given is True:
        others = [numeral for numeral in shown if value(numeral) not in numbers(claim)]
        return f"{others[0]} does not stand in its claim {claim!r}." if others else ""
    if len(shown) != 1:
        return f"holds {len(shown)} numbers, and its claim gives one. Compare them in the claim."
    return "" if abs(value(shown[0]) - given) <= rounding(shown[0]) else f"its claim {claim!r} gives {given:,.10g}."


def words_at(sentence: str, numeral: re.Match[str]) -> set[str]:
    """The word that says what a number counts: one of the two behind it, else one of the two before it."""
    behind = _plain(_TOKEN.findall(sentence[numeral.end() :])[:2])
    return behind or _plain(_TOKEN.findall(sentence[: numeral.start()])[-2:])


def _words(text: str) -> set[str]:
    return _plain(_TOKEN.findall(text))


def _plain(words: list[str]) -> set[str]:
    """Words in small letters and without the end of a plural; those that say nothing are left out."""
    return {_singular(word) for word in words if not word[0].isdigit()} - EMPTY


@functools.cache
def _singular(word: str) -> str:
    return re.sub(r"(?<=\w{3})(?:es|s)$", "", word.lower())


class Lines:
    """The numbers of what a page shows, each with the words around it."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._of_program: dict[str, list[Line]] = {}
        self._notebooks = {notebook.path: notebook for notebook in project.notebooks.values()}

    def of_fence(self, fence: Fence) -> Iterator[Line]:
        """Those of a fence: of its programs and what they printed, and of its text unless a question or figure."""
        body = "\n".join(fence.body)
        for name in {*(name for name, _ in fence.shown), *PROGRAM.findall(body)}:
            yield from self.of_program(name)
        if fence.kind not in OURS or fence.kind in {"calculator", "error", "log"}:
            yield from itertools.chain.from_iterable(map(_near, fence.body))

    def of_cells(self, path: str) -> Iterator[tuple[Fence, list[Line]]]:
        """Those of what each cell of a notebook printed."""
        notebook = self._notebooks.get(path)
        record = notebook.record() if notebook else None
        if notebook and record:
            for cell, output in zip(cells(notebook.text), record.outputs, strict=True):
                yield cell, [pair for line in output.split("\n") for pair in _near(line)]

    def of_program(self, name: str) -> list[Line]:
        """Those of a program and of its record."""
        if name not in self._of_program:
            snippet = self.project.find(name)
            record = record_of(self.project, snippet) if snippet else None
            lines = [*snippet.source.split("\n")] if snippet else []
            for rank in record.ranks if record else ():
                lines += [*rank.stdout, *rank.stderr]
            self._of_program[name] = [pair for line in dict.fromkeys(lines) for pair in _near(line)]
        return self._of_program[name]


def _near(line: str) -> Iterator[Line]:
    tokens = _TOKEN.findall(re.sub(r"(?<=\d)[, ](?=\d{3}\b)", "", line))
    for place, token in enumerate(tokens):
        if token[0].isdigit():
            yield float(token), frozenset(_plain(tokens[max(0, place - _NEAR) : place + _NEAR + 1]))


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (links_hold, linked_numbers_stand_there, numerals_are_bound)
