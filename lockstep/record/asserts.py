"""Asserts about a run that cannot stand in its program: who said what, who was silent, where a rank waits.

They stand in the head of a snippet under `asserts`. Each is an expression (`lockstep.expression`) with these words:

    says("rank 1: left 2.5")             whether a line of the standard output holds these words
    count("sample")                      how many lines do
    value("sends {} GB")                 the number at {} in the first line that has it
    before("loaded", "saved")            whether one line stands above another in what a rank printed
    complains("UserWarning")             whether a line of the standard error holds these words
    raises("RuntimeError: Timed out")    whether a rank ended so: an exception, a signal or an exit, as in `expect`
    waits("loss.backward()")             whether a rank was stopped as hung in a call of its stack with these words
    first()                              the rank that failed first

Each takes `rank=1` for what that rank did; without it, any rank will do. `raises(rank=1)` is true of any failure,
and `at="loss.backward()"` in it asks for these words in the line of the snippet that raised. Runs nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.problem import Problem
from lockstep.record import output
from lockstep.record.record import RankRecord
from lockstep.snippet.snippet import Snippet

_NUMBER = r"([-+]?(?:\d{1,3}(?:[ ,]\d{3})+|\d+)(?:\.\d+)?(?:e[-+]?\d+)?)"


def number(pattern: str, lines: Iterator[str]) -> float | None:
    """The number at `{}` of a pattern, in the first line that has it; None if no line has. A blank may be several.

    Raises:
        ExpressionError: the pattern has no `{}`.
    """
    before, braces, after = pattern.partition("{}")
    if not braces:
        raise ExpressionError(f"asks for a value of {pattern!r}, which has no {{}}")
    sought = re.compile(_flexible(before) + _NUMBER + _flexible(after))
    match = next(filter(None, map(sought.search, lines)), None)
    return float(re.sub("[ ,]", "", match[1])) if match else None


def _flexible(words: str) -> str:
    """A pattern of words, in which a blank stands for several: the columns of a table are padded."""
    return re.sub(r"(\\ )+", " +", re.escape(words))


def problems(snippet: Snippet, first: int | None, ranks: Sequence[RankRecord]) -> list[Problem]:
    """The asserts of a snippet's head that do not hold of a run, each at its line. `first` failed first."""
    at = lines(snippet)
    return [Problem(snippet.path, at[text], *why) for text, why in broken(snippet, first, ranks).items()]


def broken(snippet: Snippet, first: int | None, ranks: Sequence[RankRecord]) -> dict[str, tuple[str, str]]:
    """The asserts of a snippet's head that do not hold of a run, each with what is wrong and what to do."""
    wrong = {}
    for text in snippet.needs.asserts:
        try:
            value = evaluate(text, snippet, first, ranks)
        except ExpressionError as error:
            wrong[text] = f"the assert {text!r} {error}.", "Fix the assert."
            continue
        if not isinstance(value, bool):
            wrong[text] = f"the assert {text!r} is a number, {value:g}.", "Compare it with what it must be."
        elif not value:
            what = f"the run does not do what this asserts: {text} (the claim is not proved)."
            wrong[text] = what, "Fix the program or its claim."
    return wrong


def evaluate(text: str, snippet: Snippet, first: int | None, ranks: Sequence[RankRecord]) -> float | bool:
    """The value of one such expression of a run.

    Raises:
        ExpressionError: it has none; the message says why.
    """
    return expression.evaluate(text, words=_Words(snippet, first, ranks).words())


def lines(snippet: Snippet) -> dict[str, int]:
    """The asserts in the head of a snippet, each with its line; 0 where TOML writes it in another way."""
    found = enumerate(snippet.lines, 1)
    heads = [(number, line) for number, line in found if line.startswith("#")]
    return {text: next((number for number, line in heads if text in line), 0) for text in snippet.needs.asserts}


class _Words:
    """What an assert can ask of a run."""

    def __init__(self, snippet: Snippet, first: int | None, ranks: Sequence[RankRecord]) -> None:
        self.snippet, self.failed_first, self.ranks = snippet, first, ranks

    def words(self) -> dict[str, Callable[..., float | bool]]:
        names = ("says", "count", "value", "before", "complains", "raises", "waits", "first")
        return {name: getattr(self, name) for name in names}

    def says(self, words: str, rank: int | None = None) -> bool:
        return self.count(words, rank) > 0

    def count(self, words: str, rank: int | None = None) -> int:
        return sum(words in line for record in self._of(rank) for line in record.stdout)

    def value(self, pattern: str, rank: int | None = None) -> float:
        value = number(pattern, (line for record in self._of(rank) for line in record.stdout))
        if value is None:
            raise ExpressionError(f"asks for {pattern!r}, which was not printed")
        return value

    def before(self, above: str, below: str, rank: int | None = None) -> bool:
        for record in self._of(rank):
            places = [[n for n, line in enumerate(record.stdout) if words in line] for words in (above, below)]
            if all(places) and places[0][0] < places[1][0]:
                return True
        return False

    def complains(self, words: str, rank: int | None = None) -> bool:
        return any(words in line for record in self._of(rank) for line in record.stderr)

    def raises(self, words: str = "", rank: int | None = None, at: str = "") -> bool:
        for record in self._of(rank):
            error = output.raised(record.stderr, self.snippet.path)
            line = self.snippet.lines[error.line - 1] if error and error.line else ""
            is_so = output.ending_matches(words, record.exit or 0, error) if words else error or record.exit
            if is_so and at in line:
                return True
        return False

    def waits(self, words: str = "", rank: int | None = None) -> bool:
        return any(any(words in frame for frame in self._stack(record)) for record in self._of(rank))

    def _stack(self, record: RankRecord) -> Iterator[str]:
        """The line of the snippet at which a rank was stopped, and the frames of its stack."""
        if record.exit is None:
            yield self.snippet.lines[record.line - 1] if record.line else ""
            yield from record.stack

    def first(self) -> int:
        return -1 if self.failed_first is None else self.failed_first

    def _of(self, rank: int | None) -> Sequence[RankRecord]:
        if rank is not None and not 0 <= rank < len(self.ranks):
            raise ExpressionError(f"asks for rank {rank}; there are {len(self.ranks)}")
        return self.ranks if rank is None else [self.ranks[rank]]
