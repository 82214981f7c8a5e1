"""Run a program of a Markdown file, and compare what it prints with the fence that says so."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from lockstep.engine.engine import Engine
from lockstep.engine.job import Run
from lockstep.problem import Problem
from lockstep.record import judge, output
from lockstep.record.markdown_program import MarkdownProgram
from lockstep.record.record import RankRecord


@dataclass(frozen=True)
class MarkdownRun:
    """What a program of a Markdown file did.

    Attributes:
        problems: it ended in another way than its comment says, or printed something else than its fence.
        diff: how what it printed differs from its fence.
        printed: the lines of its fence, as they should be.
        ranks: what each rank did.
    """

    problems: list[Problem]
    diff: list[str]
    printed: list[str]
    ranks: tuple[RankRecord, ...]

    @property
    def said(self) -> list[str]:
        """What a reader sees of a run with problems: each problem, the diff, and the end of what each rank said."""
        lines = [*map(str, self.problems), *self.diff]
        for number, rank in enumerate(self.ranks):
            for name in ("stdout", "stderr"):
                last = getattr(rank, name)[-_KEPT:]
                lines += [f"-- {name} of rank {number}" if len(self.ranks) > 1 else f"-- {name}"] * bool(last) + [*last]
        return lines


_KEPT = 20  # lines of each stream
_LINE_END = re.compile(r"(?<=\n)|(?<=\r)(?!\n)")
_TICKS = re.compile(r"`{3,}|~{3,}")


def run(engine: Engine, program: MarkdownProgram) -> MarkdownRun:
    """Run a program.

    Raises:
        EngineError: the engine itself failed.
    """
    result, scratch = engine.run(program)
    ranks = judge.rank_records(program, result, scratch)
    problems, diff, printed = _problems(program, result, ranks), list[str](), _printed(ranks)
    if program.printed and not problems:
        diff = output.diff(output.masked(program.printed.body), output.masked(printed), "what it prints")
        if diff:
            what = "prints something else than this fence says."
            problems = [
                Problem(program.path, program.printed.line, what, "Correct it, or run: pytest --lockstep-write")
            ]
    return MarkdownRun(problems, diff, printed, ranks)


def _problems(program: MarkdownProgram, result: Run, ranks: Sequence[RankRecord]) -> list[Problem]:
    """What is wrong with a run; at the line of its fence where no line of its own is known."""
    found = judge.problems(program, result, ranks)
    return [problem if problem.line else replace(problem, line=program.line) for problem in found]


def _printed(ranks: Sequence[RankRecord]) -> list[str]:
    """The lines of all ranks, one rank after another; once where all print the same."""
    outputs = [list(rank.stdout) for rank in ranks]
    return outputs[0] if all(lines == outputs[0] for lines in outputs) else list(itertools.chain(*outputs))


def write_printed(root: Path, runs: Sequence[tuple[MarkdownProgram, MarkdownRun]]) -> list[str]:
    """Put what programs of one file printed into their fences; returns the lines that were written, as `file:line`."""
    written = []
    for program, result in sorted(runs, key=lambda pair: -pair[0].line):  # from below, so that lines keep their place
        fence, path = program.printed, root / program.path
        if not fence or list(fence.body) == result.printed:
            continue
        lines = _LINE_END.split(path.read_bytes().decode("utf-8"))
        opening = lines[fence.line - 1]
        head, end = opening[: fence.indent], opening[len(opening.rstrip("\r\n")) :]
        for place in (fence.line - 1, fence.end - 1):
            lines[place] = _TICKS.sub(functools.partial(_longer, printed=result.printed), lines[place], count=1)
        lines[fence.line : fence.end - 1] = [f"{head}{line}".rstrip() + end for line in result.printed]
        path.write_bytes("".join(lines).encode("utf-8"))
        written.append(f"{program.path}:{fence.line}")
    return written[::-1]


def _longer(ticks: re.Match[str], printed: Sequence[str]) -> str:
    """The ticks of a fence, longer than any at the start of a printed line, which would end the fence."""
    starts = (re.match(rf"[ >]*({ticks[0][0]}{{3,}})", line.expandtabs(4)) for line in printed)
    longest = max((len(start[1]) for start in starts if start), default=0)
    return ticks[0][0] * max(len(ticks[0]), longest + 1)
