"""The answer to files that a job left: dumps and stacks of its ranks, and logs of TORCH_DISTRIBUTED_DEBUG=DETAIL."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from lockstep.explain.hang import diagnosis, dump, messages, report, told
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
    said = [told.as_text(messages.read(logs), world_size)] if logs else []
    waits = bool(logs)
    if dumps:
        found = diagnosis.diagnose(dumps, world_size)
        said.insert(0, report.as_text(found, dumps))
        waits = waits or found.kind not in ("nothing", "stacks")
    return "\n\n".join(said), [*problems, *more], waits
