"""Claims over records: an expression that a question's text rests on, decided by what programs printed. Runs nothing.

A claim is arithmetic (`lockstep.expression`) with a few words more:

    value("sends {} GB")                 the number that stands there in what a rank printed
    value("left {}", rank=1, of="ddp/averages_gradients.py")
    value("bf16 {} (", of="bench/product.py on 1xh200")
    says("rank 1: left 2.5")             whether a line holds these words
    count("sample")                      how many lines do
    raises("RuntimeError: Expected")     whether the job ended so; raises("hang") for one that hung
    exit(rank=2)                         the code that this rank, or the first one, exited with
    torch("nn/parallel/distributed.py", "DistributedDataParallel.__init__", "broadcast_buffers=True")

Without `of` the first program of the question is read, without `rank` all ranks in their order. The record of a
program is that of the CPU, if there is one, unless a profile is named. Patterns are words, in
which `{}` stands for a number. The words of torch are looked for in the installed torch, within the class or function.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from lockstep import expression
from lockstep.expression import ExpressionError
from lockstep.project import Project
from lockstep.question import torch_source
from lockstep.question.programs import record_of
from lockstep.question.question import Question
from lockstep.question.torch_source import NotInTorch
from lockstep.record import asserts
from lockstep.record.record import RankRecord, Record


def evaluate(text: str, project: Project, question: Question) -> float | bool:
    """The value of a claim of a question.

    Raises:
        ExpressionError: it has none; the message says why.
    """
    program = question.run or next(iter(question.proofs), "")
    return expression.evaluate(text, question.given, _Reader(project, program).words())


def of_programs(text: str, project: Project) -> float | bool:
    """The value of a claim that stands in no question: each of its words names its program.

    Raises:
        ExpressionError: it has none; the message says why.
    """
    return expression.evaluate(text, {}, _Reader(project, "").words())


class _Reader:
    """What a claim can ask, and of which program where it names none."""

    def __init__(self, project: Project, program: str) -> None:
        self.project, self.program = project, program

    def words(self) -> dict[str, Callable[..., float | bool]]:
        """The words, by name."""
        return {
            "value": self.value,
            "says": self.says,
            "count": self.count,
            "raises": self.raises,
            "exit": self.exit,
            "torch": torch,
        }

    def value(self, pattern: str, rank: int | None = None, of: str = "") -> float:
        """The number at the first `{}` of a pattern, in the first line that has it."""
        number = asserts.number(pattern, self._lines(rank, of))
        if number is None:
            raise ExpressionError(f"asks for {pattern!r}, which {self._where(rank, of)} did not print")
        return number

    def says(self, words: str, rank: int | None = None, of: str = "") -> bool:
        """Whether a line holds these words."""
        return self.count(words, rank, of) > 0

    def count(self, words: str, rank: int | None = None, of: str = "") -> int:
        """How many lines hold these words."""
        return sum(words in line for line in self._lines(rank, of))

    def raises(self, words: str, of: str = "") -> bool:
        """Whether the job ended so."""
        record = self._record(of)
        failed = [rank for rank in record.ranks if rank.exit]
        return words == record.end or any(words in line for rank in failed for line in rank.stderr)

    def exit(self, rank: int = 0, of: str = "") -> int:
        """The code with which a rank exited."""
        code = self._ranks(rank, of)[0].exit
        if code is None:
            raise ExpressionError(f"asks with what {self._where(rank, of)} exited, which was stopped as hung")
        return code

    def _lines(self, rank: int | None, of: str) -> Iterator[str]:
        for record in self._ranks(rank, of):
            yield from record.stdout

    def _ranks(self, rank: int | None, of: str) -> Sequence[RankRecord]:
        ranks = self._record(of).ranks
        if rank is not None and not 0 <= rank < len(ranks):
            raise ExpressionError(f"asks for rank {rank:g}; there are {len(ranks)}")
        return ranks if rank is None else [ranks[int(rank)]]

    def _record(self, of: str) -> Record:
        name = of or self.program
        program, _, profile = name.partition(" on ")
        snippet = self.project.find(program)
        record = None
        if snippet:
            record = self.project.record(snippet, profile) if profile else record_of(self.project, snippet)
        if record is None:
            raise ExpressionError(f"reads {name or 'a program, and names none'}, which is not on record")
        return record

    def _where(self, rank: int | None, of: str) -> str:
        who = "" if rank is None else f"rank {rank:g} of "
        return who + (of or self.program)


def torch(path: str, symbol: str, words: str) -> bool:
    """Whether words stand in a class or function of the installed torch, however they are broken into lines.

    Raises:
        ExpressionError: there is no such file or symbol, or no torch.
    """
    try:
        return torch_source.holds(path, symbol, words)
    except NotInTorch as error:
        raise ExpressionError(str(error)) from error
