"""The rules for what the site says of torch: its source, its defaults, its warnings, its deprecations.

Each is looked up in the installed torch. Without one, only the form is checked, and `unchecked` says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from operator import itemgetter

from lockstep.explain.entry import entries as all_entries
from lockstep.expression import ExpressionError
from lockstep.markdown.citation import citations
from lockstep.markdown.torch_table import Row, rows
from lockstep.page import OURS, Page
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import torch_source
from lockstep.question.decided import numbers
from lockstep.question.programs import record_of
from lockstep.question.torch_source import NotInTorch
from lockstep.record import asserts

_WORDS = re.compile(r"\b(?:defaults?|deprecated|deprecates|deprecation|warns)\b(?![_=(]|\.\w)", re.I)
_NUMBERED = re.compile(r"\b[\w/]+\.(?:py|cpp|hpp|h|cu)(?::\d+|#L\d+)|\.(?:py|cpp|hpp|h|cu)`?,? lines? \d+")
_PINNED = re.compile(
    r"https://github\.com/(?!pytorch/)[\w.-]+/[\w.-]+/blob/(?:[0-9a-f]{40}|v?\d[\w.]*)/[\w./-]+#L\d+\b"
)
_FILE = re.compile(r"(?<![\w./-])(?:torch/(?P<file>(?:\w+/)*\w+\.(?:py|cpp|h|hpp|cu))|(?<=[`(\[])\w+\.(?:cpp|hpp))\b")
_TODO = 'Write [text](torch:FILE#SYMBOL "words of it").'
_FEW = 4  # words of a sentence that tell which sentence is meant
_HERE = "docs/contributing/"  # says how the site is made, not what torch does


def citations_hold(project: Project) -> Iterator[Problem]:
    """The file, the symbol and the words of each citation are in the installed torch."""
    for path, page in project.pages.items():
        prose = page.without(_code(page))
        for citation in citations(prose) if "](torch:" in prose else ():
            line = prose.count("\n", 0, citation.start) + 1
            if not citation.symbol or not citation.file:
                yield Problem(path, line, "this citation names no file or no symbol.", _TODO)
                continue
            yield from _looked_up(path, line, citation.file, citation.symbol, citation.words)
            if citation.words and (others := numbers(citation.text) - numbers(citation.words)):
                what = f"{min(others):g} of {citation.text!r} is not in the words that it cites."
                yield Problem(path, line, what, "Cite the words with the number, or set it before the link.")


def table_holds(project: Project) -> Iterator[Problem]:
    """Each row of a `torch` fence is true of the installed torch, and each page still says its words."""
    known, wrong = rows(project)
    yield from wrong
    for row in known:
        if row.parameter:
            yield from _default(row)
        elif row.file:
            yield from _looked_up(row.path, row.line, row.file, row.symbol, row.words, _states(row))
        elif row.program:
            yield from _shown(project, row)
        yield from _gone(project, row)


def quotes_hold(project: Project) -> Iterator[Problem]:
    """A message that an error entry quotes from a file of torch is one that the named symbol prints."""
    for entry in all_entries(project.texts):
        quote = entry.quoted
        if not quote or not quote.symbol or not torch_source.installed():
            continue
        file = quote.file.removeprefix("torch/")
        try:
            if not torch_source.prints(file, quote.symbol, quote.text):
                what = f"error: {quote.symbol} of {quote.file} prints no such message."
                yield Problem(entry.path, entry.line, what, "Quote what it says now.")
        except NotInTorch as error:
            yield Problem(entry.path, entry.line, f"error: {error}.", "Look where it is now.")


def quotes_name_symbols(project: Project) -> Iterator[Problem]:
    """A message that an error entry quotes from a Python file of torch names the function that makes it."""
    for entry in all_entries(project.texts):
        quote = entry.quoted
        if quote and quote.file.startswith("torch/") and quote.file.endswith(".py") and not quote.symbol:
            what = f"error: the quotation of {quote.file} names no symbol."
            yield Problem(entry.path, entry.line, what, "Write 'symbol =' in the place of 'line ='.")


def statements_are_bound(project: Project) -> Iterator[Problem]:
    """What a page calls a default, deprecated or a warning is cited there, or stands in a `torch` fence."""
    known, _ = rows(project)
    for path, page in project.pages.items():
        if path.startswith(_HERE) or not known or any(row.path == path for row in known):
            continue
        text = page.without(_code(page) | _lines(page, {"torch"}) | _of_head(page))
        bound = [(citation.start, citation.end) for citation in citations(text)]
        for words in {words for row in known for words in row.pages.get(path, ())}:
            bound += [match.span() for match in _pattern(words).finditer(text)]
        for match in _WORDS.finditer(text):
            if not any(start <= match.start() < end for start, end in bound):
                line = text.count("\n", 0, match.start()) + 1
                what = f"{match[0]!r} is bound to nothing in torch."
                yield Problem(path, line, what, f"{_TODO} Or add a row, or a reason, to the torch fence.")


def source_is_cited(project: Project) -> Iterator[Problem]:
    """A file of torch stands in prose as a citation, and no line is named by a number that may move."""
    for path, page in project.pages.items():
        if path.startswith(_HERE):
            continue
        code = _code(page)
        text = page.without(code | _of_head(page))
        unpinned = _PINNED.sub(lambda match: " " * len(match[0]), text)  # a line of a commit does not move
        for match in _NUMBERED.finditer(unpinned):
            yield Problem(path, text.count("\n", 0, match.start()) + 1, f"{match[0]!r} is a bare line number.", _TODO)
        prose = page.without(code | _lines(page, OURS))
        spans = [(citation.start, citation.end) for citation in citations(prose)]
        for match in _FILE.finditer(prose):
            if not any(start <= match.start() < end for start, end in spans):
                line = prose.count("\n", 0, match.start()) + 1
                yield Problem(path, line, f"{match[0]} is named but not cited.", _TODO)
        for match in filter(itemgetter("file"), _FILE.finditer(text)):  # also in questions, which take no links
            yield from _looked_up(path, text.count("\n", 0, match.start()) + 1, match["file"], "", "")


def unchecked(project: Project) -> str:
    """A sentence for a machine whose torch cannot tell, or that has none; "" where everything was looked up."""
    files = [citation.file for page in project.pages.values() for citation in citations(page.text)]
    files += [row.file for row in rows(project)[0] if row.file]
    count = sum(not torch_source.can_look_up(file) for file in files)
    why = "it is built without CUDA" if torch_source.installed() else "it is not installed"
    return f"{count} citations of torch were not checked: {why}." if count else ""


def _looked_up(path: str, line: int, file: str, symbol: str, words: str, told: str = "") -> Iterator[Problem]:
    if not torch_source.can_look_up(file):
        return
    try:
        if not torch_source.holds(file, symbol, words):
            what = f"{symbol} of torch/{file} does not say {words!r}.{told}"
            yield Problem(path, line, what, "Read what it says now, and correct the sentences.")
    except NotInTorch as error:
        yield Problem(path, line, f"{error}.{told}", "Look where it is now.")


def _default(row: Row) -> Iterator[Problem]:
    if not torch_source.installed():
        return
    try:
        value = torch_source.default(row.file, row.symbol, row.parameter)
    except NotInTorch as error:
        yield Problem(row.path, row.line, f"{error}.{_states(row)}", "Look where it is now.")
        return
    if value != row.value:
        what = f"{row.parameter} of {row.symbol} is {value} by default, not {row.value}.{_states(row)}"
        yield Problem(row.path, row.line, what, "Correct the row and the sentences.")


def _shown(project: Project, row: Row) -> Iterator[Problem]:
    snippet = project.find(row.program)
    record = record_of(project, snippet) if snippet else None
    if not snippet or not record:
        what = f"{row.program} is no program on record.{_states(row)}"
        yield Problem(row.path, row.line, what, "Name one that is, such as ddp/launch_is_deprecated.py.")
        return
    try:
        holds = asserts.evaluate(row.check, snippet, record.first, record.ranks)
    except ExpressionError as error:
        yield Problem(row.path, row.line, f"the check {row.check!r} {error}.", "Fix the check.")
        return
    if holds is not True:
        what = f"{row.program} does not do what this says: {row.check}.{_states(row)}"
        yield Problem(row.path, row.line, what, "Correct the row and the sentences.")


def _states(row: Row) -> str:
    """The pages whose sentences die with a row."""
    return f" It is stated on {', '.join(row.pages)}."


def _gone(project: Project, row: Row) -> Iterator[Problem]:
    """Words of a row that do not find one place of their page: not there, there twice, or so few that they find any."""
    for path, texts in row.pages.items():
        page = project.texts.get(path, "")
        for words in texts:
            count = len(_pattern(words).findall(page))
            if not count:
                yield Problem(row.path, row.line, f"{path} does not say {words!r}.", "Take it out, or name its words.")
            elif count > 1 or len(words.split()) < _FEW:
                what = f"{words!r} stands {count} times on {path}." if count > 1 else f"{words!r} is short."
                yield Problem(row.path, row.line, what, f"Name {_FEW} words or more that stand there once.")


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(r"\s+".join(map(re.escape, words.split())))


def _code(page: Page) -> set[int]:
    """Lines of fences that are code or output, and of fences of ours that hold no prose."""
    kinds = {fence.kind for fence in page.fences} - OURS
    return _lines(page, kinds | {"run"})


def _lines(page: Page, kinds: set[str]) -> set[int]:
    fences = (fence for fence in page.fences if fence.kind in kinds)
    return {line for fence in fences for line in range(fence.line, fence.end + 1)}


def _of_head(page: Page) -> set[int]:
    """The lines of what torch itself says: titles, and patterns of messages."""
    is_said = re.compile(r"(title:|# |says = |text = |unless = |where = |id: |\s*- id: )")
    return {number for number, line in enumerate(page.text.split("\n"), 1) if is_said.match(line)}


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (
    citations_hold,
    table_holds,
    quotes_hold,
    quotes_name_symbols,
    statements_are_bound,
    source_is_cited,
)
