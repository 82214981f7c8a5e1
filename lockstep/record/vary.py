"""Run the variants of a snippet, and keep those that teach something."""

from __future__ import annotations

import contextlib
import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from lockstep.engine.engine import Engine
from lockstep.engine.job import FRAME, Run
from lockstep.problem import Problem
from lockstep.record import judge, output, told, what_if
from lockstep.record.output import Raised
from lockstep.record.prove import TIMEOUT
from lockstep.record.record import BadRecord, RankRecord, Record, read_record
from lockstep.record.recorder import Outcome
from lockstep.record.what_if import SAME, Asked, Variant
from lockstep.snippet.edit import Edit, edited, edits, is_silent
from lockstep.snippet.key_line import PROVES_NOTHING
from lockstep.snippet.snippet import Snippet

COUNTS = (1, 2, 4, 8)  # ranks
_PATIENCE = 3 * TIMEOUT
_RANK = re.compile(r"\brank \d+")

_Attempt = tuple[Run, tuple[RankRecord, ...]]


@dataclass
class _Trial:
    """The snippet that is varied, its record, and the CPU seconds that its variants took."""

    engine: Engine
    snippet: Snippet
    record: Record
    cpu: float = 0.0
    runs: int = 0


def vary_one(engine: Engine, snippet: Snippet, asked: Asked) -> Outcome:
    """Run all variants of a snippet and write those that are offered, and those that questions ask for.

    Each that differs from the record runs twice.
    """
    record = None
    with contextlib.suppress(BadRecord):
        record = read_record(snippet.root, engine.profile, snippet.name)
    if record is None or record.key != snippet.key:
        return Outcome("no record", [Problem(snippet.path, 0, "is not on record as it is now.", "Record it first.")])
    if wrong := list(what_if.misplaced(snippet)):
        return Outcome("failed", wrong)
    trial = _Trial(engine, snippet, record)
    variants = list(filter(None, _offered(trial))) if what_if.is_offered(snippet) else []
    answers = {change: _edited(trial, change) for change in what_if.asked_edits(asked)}
    try:
        what_if.write(snippet, engine.profile, variants, list(filter(None, answers.values())))
    except OSError as error:
        path = what_if.path_of(snippet.root, engine.profile, snippet.name).relative_to(snippet.root).as_posix()
        return Outcome("failed", [Problem(path, 0, f"cannot be written: {error.strerror}.", "Make room.")])
    unsteady = [_unsteady(snippet, change) for change, variant in answers.items() if variant is None]
    said = f"{len(variants)} variants offered, {trial.runs} runs, {trial.cpu:.1f} CPU seconds"
    return Outcome(said, [*what_if.unexplained(snippet, variants), *unsteady])


def _offered(trial: _Trial) -> Iterator[Variant | None]:
    """The variants that teach something, each with an edit or another number of ranks."""
    snippet = trial.snippet
    for change in edits(snippet):
        variant = _edited(trial, change, _is_own_making)
        is_quiet = is_silent(snippet, change.line) and not change.label
        if not (variant and variant.end == SAME and is_quiet):
            yield variant
    yield from (_counted(trial, count) for count in COUNTS if count != snippet.command.ranks)


def _unsteady(snippet: Snippet, change: Edit) -> Problem:
    what = f"with {change.text!r} in its place it does something else in each run, or has no end."
    return Problem(snippet.path, change.line, what, "Take it out of the question.")


def _edited(
    trial: _Trial, change: Edit, is_vain: Callable[[Snippet, _Attempt], bool] = lambda *_: False
) -> Variant | None:
    """The variant with an edit; None if its first run is in vain, or if it has no steady end."""
    snippet, source = trial.snippet, edited(trial.snippet, change)
    first = _attempt(trial, snippet, source)
    if first is None or is_vain(snippet, first):
        return None
    run, ranks = first
    count = len(ranks)
    is_fine = not judge.problems(snippet, run, ranks)
    if is_fine and not judge.differences(snippet, trial.record, run.end, run.first, ranks):
        return Variant(edit=change, count=count, end=SAME)
    return _steady(trial, change, source, first)


def _counted(trial: _Trial, count: int) -> Variant | None:
    """The variant with another number of ranks, or None if it teaches nothing: see `_tells`."""
    snippet = what_if.with_ranks(trial.snippet, count)
    first = _attempt(trial, snippet, snippet.source)
    if first is None or not _tells(trial, snippet, *first):
        return None
    return _steady(trial, None, snippet.source, first)


def _tells(trial: _Trial, snippet: Snippet, run: Run, ranks: Sequence[RankRecord]) -> bool:
    """Whether a run with other ranks teaches something.

    An assert that fails because of the number does not, nor does an error of the program's own code. What torch refuses
    does, and so does a hang, and an ending as the claim says with other lines than those on record.
    """
    if not judge.ending_problems(snippet, run, ranks):
        return _kinds(ranks) != _kinds(trial.record.ranks) or run.end == "hang"
    errors = [error for rank in ranks if (error := output.raised(rank.stderr, snippet.path))]
    return run.end == "hang" or (bool(errors) and all(_is_of_torch(error) for error in errors))


def _kinds(ranks: Sequence[RankRecord]) -> set[str]:
    return {_RANK.sub("rank", line) for rank in ranks for line in rank.stdout}


def _is_of_torch(error: Raised) -> bool:
    frames = FRAME.findall("\n".join(error.traceback))
    return error.type != "AssertionError" and bool(frames) and "snippets/" not in frames[-1][0]


def _is_own_making(snippet: Snippet, attempt: _Attempt) -> bool:
    """Whether a program fails only because it lacks what the line gave it."""
    errors = (output.raised(rank.stderr, snippet.path) for rank in attempt[1])
    return any(error and error.type in PROVES_NOTHING for error in errors)


def _attempt(trial: _Trial, snippet: Snippet, source: str, patience: float = TIMEOUT) -> _Attempt | None:
    """Run a changed program; None if it prints or takes without end."""
    seconds = min(snippet.needs.timeout, patience + 2 * trial.record.seconds)
    changed = dataclasses.replace(snippet, needs=dataclasses.replace(snippet.needs, timeout=seconds))
    run, scratch = trial.engine.run(changed, files={**snippet.files, snippet.path: source.encode()})
    trial.cpu += run.cpu
    trial.runs += 1
    ranks = judge.rank_records(changed, run, scratch)
    is_hang_unknown = run.end == "hang" and not any(rank.line for rank in ranks)
    return None if run.end not in ("finished", "hang") or is_hang_unknown else (run, ranks)


def _steady(trial: _Trial, change: Edit | None, source: str, first: _Attempt) -> Variant | None:
    """The variant of two runs; None if they end in different ways. A hang is run again with more time, for a slow
    machine takes long too."""
    count = len(first[1])
    snippet = trial.snippet if change else what_if.with_ranks(trial.snippet, count)
    second = _attempt(trial, snippet, source, _PATIENCE if first[0].end == "hang" else TIMEOUT)
    if second is None or _end(*first) != _end(*second):
        return None
    both = [told.by_rank(snippet, source, run.first, ranks) for run, ranks in (first, second)]
    ranks = [told.merged(one, other) for one, other in zip(*both, strict=True)]
    before = [*trial.record.ranks, *(trial.record.ranks[-1:] * count)]
    shown = tuple(told.bounded(rank, old.stdout) for rank, old in zip(ranks, before, strict=False))
    return Variant(edit=change, count=count, end=_end(*first), ranks=shown)


def _end(run: Run, ranks: Sequence[RankRecord]) -> str:
    return "hang" if run.end == "hang" else "finished" if run.first is None else "error"
