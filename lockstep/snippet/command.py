"""Read the `$` line of a snippet, or the `$` lines for several hosts. Runs nothing."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lockstep.problem import Problem
from lockstep.snippet import slurm_line
from lockstep.snippet.event import parse_event
from lockstep.snippet.slurm_line import SlurmLine

_ASSIGNMENT = re.compile(r"^[A-Za-z_][A-Za-z0-9_]*=")
MOST_RANKS = 64  # processes on one host; a machine of two cores takes minutes for more
_NODES = re.compile(r"(?:(?P<least>[1-9]):)?(?P<most>[1-9])")


@dataclass(frozen=True, kw_only=True)
class Command:
    """The `$` line.

    `ranks` is 0 if plain `python` starts one process, which is not a rank of any job. If the job takes several hosts,
    `hosts` holds the options of torchrun on each host, and `ranks` is the largest number of ranks on all of them. On a
    cluster of Slurm, hosts are its nodes and have no options.
    """

    text: str = ""
    env: dict[str, str] = field(default_factory=dict)
    launcher: str = "python"
    ranks: int = 0
    options: tuple[str, ...] = ()  # of torchrun, other than --nproc-per-node
    args: tuple[str, ...] = ()  # of the program
    hosts: tuple[tuple[str, ...], ...] = ()
    slurm: SlurmLine | None = None


def parse_command(path: str, line: int, text: str, problems: list[Problem]) -> Command:
    """Read a `$` line: `[NAME=value ...] python|torchrun|srun|sbatch [options] snippets/... [arguments]`."""

    def wrong(what: str, todo: str) -> Command:
        problems.append(Problem(path, line, what, todo))
        return Command(text=text)

    try:
        words = slurm_line.flat(shlex.split(text))
    except ValueError as error:
        return wrong(f"the $ line cannot be split into words: {error}.", "Fix its quotes.")
    env = {}
    while words and _ASSIGNMENT.match(words[0]):
        name, _, env[name] = words.pop(0).partition("=")
    launcher = words.pop(0) if words else ""
    if launcher not in ("python", "torchrun", *slurm_line.LAUNCHERS):
        what = f"the $ line starts {launcher or 'nothing'!r}."
        return wrong(what, "Start it with python or torchrun, or with srun or sbatch.")
    script = shlex.split(shlex.quote(path))[0]
    if script not in words:
        return wrong("the $ line does not run this file.", f"Name {shlex.quote(path)} in it, as typed at the root.")
    place = words.index(script)
    options, args = words[:place], tuple(words[place + 1 :])
    if launcher == "python":
        if options:
            return wrong(f"the $ line gives python the options {' '.join(options)}.", "Leave them out.")
        return Command(text=text, env=env, launcher=launcher, args=args)
    if launcher in slurm_line.LAUNCHERS:
        slurm = slurm_line.read(options)
        if isinstance(slurm, str):
            return wrong(f"the $ line {slurm}", "Give it at most 9 nodes and 64 ranks.")
        command = Command(text=text, env=env, launcher=launcher, args=args, slurm=slurm)
        return replace(command, ranks=slurm.processes, hosts=((),) * slurm.nodes)
    ranks, others = _nproc(options)
    if not re.fullmatch("[0-9]{1,9}", ranks) or not 1 <= int(ranks) <= MOST_RANKS:
        todo = f"Give --nproc-per-node a number from 1 to {MOST_RANKS}."
        return wrong(f"the $ line asks for {ranks or 'no number of'} ranks.", todo)
    return Command(text=text, env=env, launcher=launcher, ranks=int(ranks), options=others, args=args)


def _nproc(options: list[str]) -> tuple[str, tuple[str, ...]]:
    ranks, others, words = "1", [], list(options)
    while words:
        flag, equals, value = words.pop(0).partition("=")
        if flag.replace("_", "-") == "--nproc-per-node":
            ranks = value if equals else (words.pop(0) if words else "")
        else:
            others.append(flag + equals + value)
    return ranks, tuple(others)


def spread(path: str, typed: list[tuple[int, Command]], problems: list[Problem]) -> Command:
    """One command for a job on several hosts: from one line with --nnodes for all hosts, or from one line for each."""
    (line, first), commands = typed[0], [command for _, command in typed]
    if len(commands) == 1:
        count = _hosts(path, line, first.options, problems)
        return replace(first, ranks=first.ranks * count, hosts=(first.options,) * count) if count > 1 else first
    if any((c.launcher, c.env, c.ranks, c.args) != ("torchrun", first.env, first.ranks, first.args) for c in commands):
        what = "what is typed on the hosts differs in more than torchrun's options."
        problems.append(Problem(path, line, what, "Give all the same variables, --nproc-per-node and arguments."))
    text = "\n".join(f"node{host}$ {command.text}" for host, command in enumerate(commands))
    return replace(first, text=text, ranks=first.ranks * len(commands), hosts=tuple(c.options for c in commands))


def _hosts(path: str, line: int, options: tuple[str, ...], problems: list[Problem]) -> int:
    """The largest number of hosts that torchrun accepts with these options."""
    words = " ".join(options).replace("=", " ").split()
    value = next((words[n + 1] for n, word in enumerate(words[:-1]) if word == "--nnodes"), "1")
    match = _NODES.fullmatch(value)
    if not match or int(match["least"] or 1) > int(match["most"]):
        problems.append(Problem(path, line, f"--nnodes {value} is wrong.", "Give it 1 to 9 hosts, or a span: 1:3."))
        return 1
    return int(match["most"])


def absent_hosts(path: str, lines: list[str], events: Sequence[str], command: Command) -> list[Problem]:
    """Problems for events that name a host which the `$` line does not start."""
    started = [f"node{host}" for host in range(len(command.hosts))] if not command.slurm else []
    todo = f"Name one of {', '.join(started)}." if started else "Start several with --nnodes 2 in the $ line."
    affected = [(text, f"node{event.host}") for text in events if (event := parse_event(text))]
    return [
        Problem(path, next((n for n, line in enumerate(lines, 1) if text in line), 0), f"there is no {name}.", todo)
        for text, name in affected
        if name not in started
    ]
