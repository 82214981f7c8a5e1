"""The answer to files that a job left: dumps and stacks of its ranks, and logs of TORCH_DISTRIBUTED_DEBUG=DETAIL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from lockstep.explain.hang import diagnosis, dump, groups, messages, names, report, told
from lockstep.problem import Problem


def answer(paths: Iterable[Path], world_size: int = 0) -> tuple[str, list[Problem], bool]:
    """What the files say, what could not be read, and whether a rank waits for another.

    A text without a message is the log of a rank that has none, where another file is a log with one.

    Args:
        world_size: how many ranks the job has, if the last ones left nothing.
    """
    files, problems = dump.files(paths)
    texts = [path for path in files if messages.is_text(path)]
    logs = texts if any(map(messages.is_log, texts)) else []
    dumps, more = dump.read_files(path for path in files if path not in logs)
    of_logs = messages.read(logs) if logs else {}
    dumps = groups.apart(dumps)
    if wrong := _of_two_jobs(dumps) or _too_small(world_size, dumps, of_logs) or _too_large(world_size, dumps):
        return "", [*problems, *more, wrong], False
    said = [told.as_text(of_logs, world_size)] if logs else []
    waits = bool(logs)
    if dumps:
        found = diagnosis.diagnose(dumps, world_size)
        said.insert(0, report.as_text(found, dumps))
        waits = waits or found.kind not in ("nothing", "stacks", "moved")
    return "\n\n".join(said), [*problems, *more], waits


def _too_small(world_size: int, dumps: Iterable[dump.Dump], of_logs: Iterable[int]) -> Problem | None:
    """What is wrong with a world size that the files contradict."""
    ranks = {*(found.rank for found in dumps), *of_logs}
    ranks |= {rank for found in dumps for group in found.groups for rank in group.ranks}
    ranks |= {found.size - 1 for found in dumps if found.size}
    least = max(ranks, default=-1) + 1
    if not world_size or world_size >= least:
        return None
    what = f"is too small: the files name rank {least - 1}, so the job has at least {least} ranks."
    return Problem(f"--world-size {world_size}", 0, what, "Give the number of all ranks of the job.")


def _too_large(world_size: int, dumps: Iterable[dump.Dump]) -> Problem | None:
    sizes = [len(group.ranks) for found in dumps for group in found.groups if groups.is_default(group)]
    size = max([*sizes, *(found.size for found in dumps)], default=0)
    if not size or world_size <= size:
        return None
    what = f"is too large: the default group of the dumps has {names.of_ranks(range(size))}."
    return Problem(f"--world-size {world_size}", 0, what, "Leave it out, or give the dumps of this job.")


def _of_two_jobs(dumps: Sequence[dump.Dump]) -> Problem | None:
    if not (what := groups.contradiction(dumps)):
        return None
    return Problem("the dumps", 0, f"{what}.", groups.TODO)
