"""Read a `$` line that starts with `srun` or `sbatch`. Runs nothing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass

LAUNCHERS = ("srun", "sbatch")
_LEAST_NODES = 2  # of a cluster: on one node, none of what Slurm does between nodes could go wrong
_MOST_NODES, _MOST_RANKS = 9, 64


@dataclass(frozen=True, kw_only=True)
class SlurmLine:
    """What a `$` line asks of Slurm.

    Attributes:
        nodes: number of nodes of the cluster.
        tasks: number of tasks that `srun` starts in a job. A task is one rank, or a torchrun that starts `ranks`.
        ranks: ranks of one task.
        array: indexes of the jobs of a job array; empty for a single job.
    """

    nodes: int
    tasks: int
    ranks: int = 1
    array: tuple[int, ...] = ()

    @property
    def processes(self) -> int:
        """Number of processes of all jobs together."""
        return self.tasks * self.ranks * max(1, len(self.array))


def flat(words: Sequence[str]) -> list[str]:
    """The words of a line, with those of a script that `--wrap` holds in its place."""
    if "sbatch" not in words:
        return [*words]
    result: list[str] = []
    for word in words:
        is_script = result[-1:] == ["--wrap"] or word.startswith("--wrap=")
        result += shlex.split(word.removeprefix("--wrap=")) if is_script else [word]
    return result


def read(options: Sequence[str]) -> SlurmLine | str:
    """What the words before the name of the program ask of Slurm, or what is wrong with them."""
    text = " ".join(options)
    nodes = int(_option(text, "N", "nodes") or 1)
    each = _option(text, "", "ntasks-per-node")
    tasks = int(_option(text, "n", "ntasks") or int(each or 1) * nodes)
    ranks = int(_option(text, "", "nproc-per-node") or 1) if "torchrun" in options else 1
    array = re.search(r"(?:^| )(?:-a ?|--array[= ])(\d)-(\d)(?: |$)", text)
    indexes = tuple(range(int(array[1]), int(array[2]) + 1)) if array else ()
    line = SlurmLine(nodes=max(_LEAST_NODES, nodes), tasks=tasks, ranks=ranks, array=indexes)
    if "array" in text and not indexes:
        return "has an --array that is no span such as 0-3."
    if nodes > _MOST_NODES or not 1 <= line.processes <= _MOST_RANKS:
        return f"asks for {line.processes} ranks on {nodes} nodes."
    return line


def _option(text: str, short: str, long: str) -> str:
    """The number that the last option of this name has; empty without one."""
    begins = rf"--{long}[= ]" + (rf"|-{short} ?" if short else "")
    found = re.findall(rf"(?:^| )(?:{begins})(\d{{1,9}})(?= |$)", text)
    return found[-1] if found else ""
