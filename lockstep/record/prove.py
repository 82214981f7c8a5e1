"""Test the proofs: run a snippet without its key line, or with an assert turned round, and tell by what it ends."""

from __future__ import annotations

import ast
import contextlib
import dataclasses
from collections.abc import Iterator, Sequence

from lockstep.engine.engine import Engine
from lockstep.engine.job import FRAME, Run, signal_name
from lockstep.problem import Problem
from lockstep.record import asserts, judge, output, recorder
from lockstep.record.output import Raised
from lockstep.record.proof import Kill, proof_path, write_proof
from lockstep.record.record import BadRecord, RankRecord, read_record
from lockstep.record.recorder import Outcome
from lockstep.snippet.empty_assert import proofs
from lockstep.snippet.key_line import MARKER, PROVES_NOTHING, without
from lockstep.snippet.snippet import Snippet
from lockstep.snippet.statements import statements

# Seconds, added to twice the recorded time, after which a run counts as a hang where a hang is what must come.
TIMEOUT = 10.0
_INSTEAD = f"Say behind it what stands there instead, such as '{MARKER}, else: sampler = None'"


def prove_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet without its key lines, and write down by what it ended. If its record is stale, first as it is."""
    if recorder.is_stale(snippet, engine.profile):
        run, scratch = engine.run(snippet)
        if problems := judge.problems(snippet, run, judge.rank_records(snippet, run, scratch)):
            return Outcome("no proof", problems)
    kills, problems = all_kills(engine, snippet)
    if problems:
        return Outcome("no proof", problems)
    try:
        if kills:
            write_proof(snippet, engine.profile, kills)
    except OSError as error:
        path = proof_path(snippet.root, engine.profile, snippet.name).relative_to(snippet.root).as_posix()
        what = f"cannot be written: {error.strerror}; the old proof stands."
        return Outcome("failed", [Problem(path, 0, what, "Make room and prove it again.")])
    return Outcome("proved")


def all_kills(engine: Engine, snippet: Snippet) -> tuple[list[Kill], list[Problem]]:
    """Run a snippet that passes without each of its key lines, and with each of its named asserts turned round."""
    (kills, problems), (turned, standing) = without_key_lines(engine, snippet), with_asserts_turned(engine, snippet)
    return [*kills, *turned], [*problems, *standing]


def without_key_lines(engine: Engine, snippet: Snippet) -> tuple[list[Kill], list[Problem]]:
    """Run a snippet that passes without each of its key lines in turn: by what it ended, and why that is no proof."""
    ends, broken = list[Kill | Problem](), set[str]()
    for line in snippet.key_lines:
        end, failed = _without(engine, snippet, line)
        ends.append(end)
        broken |= failed
    problems = [end for end in ends if isinstance(end, Problem)]
    if snippet.key_lines and not problems:
        problems += _unmoved(snippet, broken)
    return [end for end in ends if isinstance(end, Kill)], problems


def _unmoved(snippet: Snippet, broken: set[str]) -> Iterator[Problem]:
    """The asserts of the head that hold without any of the key lines. `broken` are those that do not."""
    for text, line in asserts.lines(snippet).items():
        if text not in broken:
            what = f"this assert holds without the key line too: {text}."
            yield Problem(snippet.path, line, what, "Join it by 'and' with what the key line brings.")


def with_asserts_turned(engine: Engine, snippet: Snippet) -> tuple[list[Kill], list[Problem]]:
    """Run a snippet with each of its named asserts turned round: it must fail there, or no rank reaches it."""
    kills, problems = list[Kill](), list[Problem]()
    tree = ast.parse(snippet.source)
    asserts = {node.end_lineno: node for node in statements(tree) if isinstance(node, ast.Assert)}
    for name, line in snippet.named_asserts.items():
        assertion = asserts[line]
        mutant = without(snippet.source, line, f"assert not ({ast.unparse(assertion.test)})", tree)
        run, scratch = engine.run(snippet, files={**snippet.files, snippet.path: mutant.encode()})
        ranks = judge.rank_records(snippet, run, scratch)
        errors = [output.raised(rank.stderr, snippet.path) for rank in ranks]
        if any(_failed_assert(snippet.path, mutant, [error]) == assertion.lineno for error in errors):
            kills.append(Kill(line, "turned", name))
        else:
            what = f"turned round, the assert {name!r} does not fail: the run {_end(run, errors)}."
            problems.append(Problem(snippet.path, line, what, "Put it where a rank reaches it, and where it decides."))
    return kills, problems


def _without(engine: Engine, snippet: Snippet, line: int) -> tuple[Kill | Problem, set[str]]:
    """By what a run without a key line ended, and the asserts in the head that do not hold of it."""
    mutant = without(snippet.source, line, snippet.key_lines[line].instead)
    needs = dataclasses.replace(snippet.needs, timeout=_limit(engine, snippet, line))
    changed = dataclasses.replace(snippet, needs=needs)
    run, scratch = engine.run(changed, files={**snippet.files, snippet.path: mutant.encode()})
    ranks = judge.rank_records(changed, run, scratch)
    failed = set(asserts.broken(snippet, run.first, ranks))
    return killed_by(changed, line, mutant, run, ranks), failed


def _limit(engine: Engine, snippet: Snippet, line: int) -> float:
    """Seconds for a run without a key line: the snippet's own, or fewer where the run hangs because it must.

    Where a hang is the claim, to reach the limit is the proof: a run that ends has time for it on a busy machine too.
    """
    must_hang = snippet.key_lines[line].ending == "hang"
    if not must_hang and snippet.needs.expect != "hang":
        return snippet.needs.timeout
    record = None
    with contextlib.suppress(BadRecord):
        record = read_record(snippet.root, engine.profile, snippet.name)
    seconds = TIMEOUT + 2 * (record.seconds if record else 0)
    return min(snippet.needs.timeout, seconds) if must_hang else seconds


def killed_by(snippet: Snippet, line: int, mutant: str, run: Run, ranks: Sequence[RankRecord]) -> Kill | Problem:
    """By what a run without a key line ended, or why that proves nothing.

    Args:
        snippet: the snippet with its key lines.
        line: the key line.
        mutant: the program that ran.
    """
    flooded = run.end == "flood"
    named, expect = snippet.key_lines[line].ending, snippet.needs.expect
    if not flooded and not judge.ending_problems(snippet, run, ranks):
        if not named and (broken := asserts.problems(snippet, run.first, ranks)):
            return Kill(line, "assert", f"line {broken[0].line}")
        todo = "Mark the line that the assert depends on, or fix the assert."
        return Problem(snippet.path, line, "without this line the proof still holds.", todo)
    errors = [output.raised(rank.stderr, snippet.path) for rank in ranks]
    failed = _failed_assert(snippet.path, mutant, errors)
    if named and not _ends_with(named, run, errors):
        return _another_end(snippet, line, failed, run, errors)
    if named:
        return Kill(line, "named", named)
    if failed:
        return Kill(line, "assert", f"line {failed}")
    if expect and run.end == "finished" and run.first is None:
        return Kill(line, "gone", expect)
    return _crash(snippet, line, run, errors)


def _failed_assert(path: str, mutant: str, errors: Sequence[Raised | None]) -> int:
    """The line of an assert of the snippet that failed on some rank; 0 if none did."""
    statements = list(proofs(ast.parse(mutant).body))
    for error in errors:
        if error and error.type == "AssertionError":
            frames = FRAME.findall("\n".join(error.traceback))
            is_own = bool(frames) and frames[-1][0].endswith(path)
            for statement in statements:  # an assert that torch makes is one of the snippet's in assert_close alone
                is_here = statement.lineno <= error.line <= (statement.end_lineno or 0)
                if is_here and (is_own or isinstance(statement, ast.Expr)):
                    return statement.lineno
    return 0


def _ends_with(ending: str, run: Run, errors: Sequence[Raised | None]) -> bool:
    """Whether a run hangs, or one of its ranks ends as is named."""
    if ending == "hang" or run.end == "hang":
        return ending == run.end
    ranks = zip(run.ranks, errors, strict=True)
    return any(output.ending_matches(ending, rank.exit or 0, error) for rank, error in ranks)


def _end(run: Run, errors: Sequence[Raised | None]) -> str:
    """How a run ended, in words."""
    if run.end == "hang":
        return "hangs"
    if run.end == "flood":
        return "prints without end"
    if run.first is None:
        return "ends well"
    error = errors[run.first]
    if error is None:
        code = run.ranks[run.first].exit or 0
        return f"is killed by {signal_name(-code)}" if code < 0 else f"exits with {code}"
    where = f" at line {error.line}" if error.line else ""
    return f"stops with {str(error).splitlines()[0][:120]}{where}"


def _another_end(snippet: Snippet, line: int, failed: int, run: Run, errors: Sequence[Raised | None]) -> Problem:
    happened = f"fails at its assert in line {failed}" if failed else _end(run, errors)
    what = f"without this line it should end with {snippet.key_lines[line].ending!r}, but it {happened}."
    todo = "Take '-> …' away." if failed else "Name behind '->' how it ends, or another statement behind 'else:'."
    return Problem(snippet.path, line, what, todo)


def _crash(snippet: Snippet, line: int, run: Run, errors: Sequence[Raised | None]) -> Problem:
    error = errors[run.first] if run.first is not None else None
    if error and error.type in PROVES_NOTHING:
        what = f"without this line it stops with {error.type}: that proves nothing."
        return Problem(snippet.path, line, what, f"{_INSTEAD}.")
    what = f"without this line it {_end(run, errors)}, and no assert of its own fails: that proves nothing."
    name = f"{error.type}: words of its message" if error else run.end if run.end == "hang" else "exit 3"
    return Problem(snippet.path, line, what, f"{_INSTEAD}; or, if the claim is about that end, name it: '-> {name}'.")
