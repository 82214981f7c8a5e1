"""Test the proofs: run a snippet without its key line. A proof that still holds proves nothing."""

from __future__ import annotations

import contextlib
import dataclasses

from lockstep.engine.engine import Engine
from lockstep.problem import Problem
from lockstep.record import judge, output
from lockstep.record.record import BadRecord, read_record
from lockstep.record.recorder import Outcome
from lockstep.snippet.key_line import without
from lockstep.snippet.snippet import Snippet

# Seconds, added to twice the recorded time. Without its key line a snippet often hangs, which is a failure too.
TIMEOUT = 10.0
_NO_PROOF = {"NameError", "UnboundLocalError", "SyntaxError", "IndentationError", "ImportError", "ModuleNotFoundError"}


def prove_one(engine: Engine, snippet: Snippet) -> Outcome:
    """Run a snippet as it is, then without its key lines."""
    run, scratch = engine.run(snippet)
    problems = judge.problems(snippet, run, judge.rank_records(snippet, run, scratch))
    problems = problems or without_key_lines(engine, snippet)
    return Outcome("no proof" if problems else "proved", problems)


def without_key_lines(engine: Engine, snippet: Snippet) -> list[Problem]:
    """Run a snippet that passes without each of its key lines in turn: each must fail, and not for a missing name."""
    return [p for line, instead in snippet.key_lines.items() if (p := _survives(engine, snippet, line, instead))]


def _limit(engine: Engine, snippet: Snippet) -> float:
    """Seconds for a run without a key line: a slow snippet must reach its assert, or the limit is all that fails.

    Where a hang is the claim, to reach the limit is the proof: a run that ends has time for it on a busy machine too.
    """
    record = None
    with contextlib.suppress(BadRecord):
        record = read_record(snippet.root, engine.profile, snippet.name)
    seconds = TIMEOUT + 2 * (record.seconds if record else 0)
    return seconds if snippet.needs.expect == "hang" else min(snippet.needs.timeout, seconds)


def _survives(engine: Engine, snippet: Snippet, line: int, instead: str) -> Problem | None:
    mutant = without(snippet.source, line, instead).encode()
    changed = dataclasses.replace(snippet, needs=dataclasses.replace(snippet.needs, timeout=_limit(engine, snippet)))
    run, scratch = engine.run(changed, files={**snippet.files, snippet.path: mutant})
    ranks = judge.rank_records(changed, run, scratch)
    problems = judge.problems(changed, run, ranks)
    if not problems:
        todo = "Mark the line that the assert depends on, or fix the assert."
        return Problem(snippet.path, line, "without this line the proof still holds.", todo)
    error = output.raised(ranks[run.first].stderr, snippet.path) if run.first is not None else None
    if error and error.type in _NO_PROOF:
        todo = "Say behind it what stands there instead, such as '# key line, else: sampler = None'."
        return Problem(snippet.path, line, f"without this line it stops with {error.type}: that proves nothing.", todo)
    return None
