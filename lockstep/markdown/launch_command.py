"""From choices to the commands that start a job: what to type on each host, and what each flag does. Pure.

`docs/assets/launch.js` does the same in a browser, step by step. A test compares the two, so change both. All texts are
data in `SHARED`, which the page hands to the script.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

START = {  # each choice as a form and a link hold it, with the value it starts with
    "launcher": "torchrun",
    "hosts": "1",
    "most": "",
    "processes": "4",
    "script": "train.py",
    "arguments": "",
    "gpus": "yes",
    "cpus": "4",
    "meet": "c10d",
    "address": "node0",
    "port": "29500",
    "id": "job1",
    "restarts": "0",
    "logs": "none",
    "folder": "logs",
}
LABELS = {
    "launcher": "Start with",
    "hosts": "Hosts",
    "most": "Hosts at most",
    "processes": "Processes on each host",
    "script": "Script",
    "arguments": "Its arguments",
    "gpus": "A GPU for each process",
    "cpus": "CPUs for each process",
    "meet": "How hosts meet",
    "address": "First host",
    "port": "Port",
    "id": "Name of the job",
    "restarts": "Restarts after a failure",
    "logs": "Output of each rank",
    "folder": "Folder of logs",
}
HINTS = {"most": "empty: a fixed number", "processes": "one for each GPU"}
OPTIONS = {  # choices of a list, each with its label
    "launcher": {
        "torchrun": "torchrun",
        "sbatch": "Slurm: torchrun within sbatch",
        "srun": "Slurm: srun alone",
        "spawn": "mp.spawn",
        "hand": "by hand, with variables",
    },
    "gpus": {"yes": "yes", "no": "no, CPUs alone"},
    "meet": {"c10d": "c10d: one line for all", "static": "static: a number for each host"},
    "logs": {"none": "to the terminal", "files": "to a file", "both": "to a file and the terminal"},
}
BOUNDS = {  # whole numbers, least and most
    "hosts": (1, 1024),
    "most": (1, 1024),
    "processes": (1, 256),
    "cpus": (1, 256),
    "port": (1024, 65535),
    "restarts": (0, 1000),
}
PATTERNS = {  # names that stand in a command without quotes
    "address": "[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?",
    "id": "[A-Za-z0-9][A-Za-z0-9_.-]*",
    "folder": "[A-Za-z0-9_./][A-Za-z0-9_./-]*",
}
BY_HAND = 16  # hosts, where each has a command of its own
WIDTH = 80  # letters in a line of a command, before it goes on in the next
_PLAIN = "[A-Za-z0-9@%+=:,./_-]+"  # a word that needs no quotes
_CONTROL = "[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]"  # no shell takes these, or none shows them
_FOR_THE_SHELL = "$`;&|<>()*?[]{}"  # outside of quotes; the first two also within double ones

WRONG = {
    "option": "{label}: choose one of the list.",
    "whole": "{label}: write a whole number from {least} to {most}.",
    "span": "Hosts at most: {most} is less than {hosts}, the number that the job starts with.",
    "address": "First host: write a name such as node0, or an IPv4 address.",
    "id": "Name of the job: use letters, digits, hyphens, dots and underscores.",
    "folder": "Folder of logs: use letters, digits, hyphens, dots, underscores and slashes.",
    "no script": "Script: write the name of a file, such as train.py.",
    "control": "{label}: it holds a control character. Leave that out.",
    "home": "Script: write the whole path. In quotes, no shell replaces the ~.",
    "open": "Its arguments: a quote or a backslash at the end is not closed.",
    "shell": "Its arguments: put single quotes around what holds {sign}, which a shell would read.",
    "dashes": "Its arguments: the first cannot be --, since torchrun takes it away.",
    "by number": "Hosts: at most {most} where each has its own command. Take torchrun with c10d, or Slurm.",
    "static restarts": "Restarts: choose c10d, since with static the other hosts hear nothing of a restart.",
    "srun both": "Output of each rank: srun alone writes it to a file or to the terminal. Choose one.",
}
WHERE = {
    "here": "Type on the host",
    "each": "Type the same on each host",
    "host": "Type on host {host}",
    "file": "Write to {name}",
    "submit": "Type on the login node",
}
FLAGS = {  # what each part of a command does, in the order in which it stands there
    "#SBATCH --nodes": "How many hosts Slurm gives the job.",
    "#SBATCH --ntasks-per-node": "How many times srun starts its command on each host: once torchrun, or once a rank.",
    "#SBATCH --gpus-per-node": "One GPU for each process.",
    "#SBATCH --cpus-per-task": "Without it all processes of a task may share one CPU.",
    "scontrol show hostnames": "The first host of the job, where the ranks meet.",
    "mkdir": "srun and the shell write into a folder that is there.",
    "torchrun --standalone": "One host. torchrun takes a free port itself.",
    "--nnodes": "How many hosts start. None begins without the others.",
    "--nnodes MIN:MAX": "The job begins with MIN hosts and takes up to MAX. A lost host costs one of the restarts.",
    "--node-rank": "The number of the host. Host 0 is the one that --master-addr names.",
    "--nproc-per-node": "How many ranks torchrun starts on each host.",
    "--rdzv-backend": "Hosts meet at a store, which the host of the endpoint opens.",
    "--rdzv-endpoint": "Where they meet. All hosts must reach that port.",
    "--rdzv-id": "The name of the job. Another job at the same endpoint needs another.",
    "--master-addr": "The host of rank 0.",
    "--master-port": "Its port. All hosts must reach it.",
    "--max-restarts": "How often all ranks may start again after a failure. The script must load its checkpoint.",
    "--log-dir": "Where the files are. torchrun makes a folder for each run.",
    "--redirects": "3 is standard output and standard error: both go to files, none to the terminal.",
    "--tee": "3 is standard output and standard error: both go to files and to the terminal.",
    "srun --cpus-per-task": "srun does not take this number from the head of the file, since Slurm 22.05.",
    "srun --output": "A file for each rank: %t is the number of the task.",
    "RANK": "The number of the process among all. Each has its own.",
    "LOCAL_RANK": "Its number on the host, which chooses the GPU.",
    "WORLD_SIZE": "How many processes there are. All wait until so many have come.",
    "MASTER_ADDR": "The host of rank 0.",
    "MASTER_PORT": "The port that rank 0 opens. All hosts must reach it.",
    "& and wait": "All processes run at once, and the shell waits for them. When one fails, nobody ends the others.",
    "mp.spawn": "Starts the function once for each rank, with the rank as first argument, and ends all when one fails.",
    "runpy.run_path": "Runs the script as python would, in this process.",
}
SHARED = {  # what docs/assets/launch.js works with; the patterns mean the same in both languages
    "start": START,
    "labels": LABELS,
    "hints": HINTS,
    "options": OPTIONS,
    "bounds": BOUNDS,
    "patterns": PATTERNS,
    "byHand": BY_HAND,
    "width": WIDTH,
    "plain": _PLAIN,
    "control": _CONTROL.encode("unicode_escape").decode(),
    "forTheShell": _FOR_THE_SHELL,
    "wrong": WRONG,
    "where": WHERE,
    "flags": FLAGS,
}


@dataclass(frozen=True)
class Block:
    """Lines to copy as one, and where they belong."""

    where: str
    text: str


@dataclass
class Command:
    """What choices lead to. Where something is wrong with them there are sentences, and no command."""

    blocks: list[Block] = field(default_factory=list)
    flags: list[tuple[str, str]] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)


class _Wrong(Exception):
    """A choice from which no command follows; its text is the sentence for the reader."""


def asked(choices: Mapping[str, str]) -> list[str]:
    """The choices that count with these, in the order of the form. The others are neither shown nor read."""
    values = START | dict(choices)
    launcher, hosts = _bare(values["launcher"]), _bare(values["hosts"])
    on_torchrun = launcher in ("torchrun", "sbatch")
    is_elastic = launcher == "torchrun" and _bare(values["most"]) not in ("", hosts)
    is_alone = hosts == "1" and not is_elastic
    meets = launcher == "torchrun" and not is_alone
    is_static = meets and not is_elastic and _bare(values["meet"]) == "static"
    wanted = {
        "launcher": True,
        "hosts": launcher != "spawn",
        "most": launcher == "torchrun",
        "processes": True,
        "script": True,
        "arguments": True,
        "gpus": launcher in ("sbatch", "srun"),
        "cpus": launcher in ("sbatch", "srun"),
        "meet": meets and not is_elastic,
        "address": meets or (launcher == "hand" and not is_alone),
        "port": not (on_torchrun and is_alone),
        "id": meets and not is_static,
        "restarts": on_torchrun,
        "logs": launcher != "spawn",
        "folder": launcher != "spawn" and _bare(values["logs"]) != "none",
    }
    return [name for name, is_wanted in wanted.items() if is_wanted]


def _bare(text: str) -> str:
    """A text without white space around it; a script and Python do not call the same signs white."""
    return text.strip(" \t\n")


def command(choices: Mapping[str, str]) -> Command:
    """The commands for choices, each given as the text of its field; what is left out is as `START` says."""
    values = START | dict(choices)
    made = Command()
    made.wrong = list(_faults(values))
    if not made.wrong:
        try:
            job = _Job(values)
            made.blocks = _LAUNCHERS[job.launcher](job)
            made.flags = [(name, FLAGS[name]) for name in FLAGS if name in job.used]
        except _Wrong as wrong:
            made.wrong.append(str(wrong))
    return made


def _faults(values: Mapping[str, str]) -> Iterable[str]:
    """What is wrong with each field by itself."""
    for name in asked(values):
        text = _bare(values[name])
        if name in OPTIONS and text not in OPTIONS[name]:
            yield WRONG["option"].format(label=LABELS[name])
        elif name in BOUNDS and not (name == "most" and not text):
            least, most = BOUNDS[name]
            if not re.fullmatch("0|[1-9][0-9]{0,5}", text) or not least <= int(text) <= most:
                yield WRONG["whole"].format(label=LABELS[name], least=least, most=most)
        elif name in PATTERNS and not re.fullmatch(PATTERNS[name], text):
            yield WRONG[name]
        elif name in ("script", "arguments") and re.search(_CONTROL, values[name]):
            yield WRONG["control"].format(label=LABELS[name])


class _Job:
    """Choices without a fault of their own, as numbers and words."""

    def __init__(self, values: Mapping[str, str]) -> None:
        counts = asked(values)  # the others are as they start
        self.values = START | {name: _bare(values[name]) for name in counts}
        self.launcher = self.values["launcher"]
        self.used = set[str]()  # the parts to explain
        self.hosts, self.processes = int(self.values["hosts"]), int(self.values["processes"])
        self.most = int(self.values["most"] or self.hosts)
        if self.most < self.hosts:
            raise _Wrong(WRONG["span"].format(most=self.most, hosts=self.hosts))
        self.arguments = _words(values["arguments"])
        self.script = _script(self.values["script"])
        if self.arguments[:1] == ["--"] and self.launcher in ("torchrun", "sbatch"):
            raise _Wrong(WRONG["dashes"])
        self.logs = self.values["logs"]

    def use(self, *names: str) -> None:
        """Note parts of the command, each to be explained once."""
        self.used.update(names)

    def program(self, python: str = "") -> list[str]:
        """The script and its arguments as words of a shell; `python` stays in one line with the script."""
        return [python + _quoted(self.script), *map(_quoted, self.arguments)]

    def few_hosts(self) -> None:
        """Refuse more hosts than anybody types commands for."""
        if self.hosts > BY_HAND:
            raise _Wrong(WRONG["by number"].format(most=BY_HAND))


def _script(text: str) -> str:
    """The name of the script, so that nothing takes it for an option."""
    if not text:
        raise _Wrong(WRONG["no script"])
    if text.startswith("~"):
        raise _Wrong(WRONG["home"])
    return f"./{text}" if text.startswith("-") else text


def _words(text: str) -> list[str]:
    """Split a text as a shell does; what a shell would also replace or run is refused."""
    words, word, quote, at = list[str](), "", "", 0
    in_word = False
    while at < len(text):
        sign = text[at]
        at += 1
        if quote == "'":
            quote, word = ("", word) if sign == "'" else (quote, word + sign)
        elif sign == "\\":
            if at == len(text):
                raise _Wrong(WRONG["open"])
            taken = text[at]
            at += 1
            if taken != "\n":
                word += f"\\{taken}" if quote and taken not in '$`"\\' else taken
                in_word = True
        elif quote:
            if sign in "$`":
                raise _Wrong(WRONG["shell"].format(sign=sign))
            quote, word = ("", word) if sign == '"' else (quote, word + sign)
        elif sign in "'\"":
            quote, in_word = sign, True
        elif sign in " \t\n":
            words += [word] if in_word else []
            word, in_word = "", False
        elif sign in _FOR_THE_SHELL or (sign in "~#" and not in_word):
            raise _Wrong(WRONG["shell"].format(sign=sign))
        else:
            word, in_word = word + sign, True
    if quote:
        raise _Wrong(WRONG["open"])
    return [*words, word] if in_word else words


def _quoted(word: str) -> str:
    """A word as a shell reads it back."""
    return word if re.fullmatch(_PLAIN, word) else "'" + word.replace("'", "'\"'\"'") + "'"


def _joined(words: Iterable[str], indent: str = "") -> str:
    """Words as a command, over several lines where it is long."""
    lines = [""]
    for word in words:
        if lines[-1] and len(indent) + len(lines[-1]) + 1 + len(word) > WIDTH:
            lines[-1] += " \\"
            lines.append(f"    {word}")
        else:
            lines[-1] += f" {word}" if lines[-1] else word
    return "\n".join(indent + line for line in lines)


def _torchrun(job: _Job) -> list[Block]:
    if job.values["meet"] == "static":
        job.few_hosts()
        if int(job.values["restarts"]):
            raise _Wrong(WRONG["static restarts"])
        return [
            Block(WHERE["host"].format(host=host), _joined(_torchrun_words(job, _static(job, host))))
            for host in range(job.hosts)
        ]
    where = WHERE["here"] if job.most == 1 else WHERE["each"]
    return [Block(where, _joined(_torchrun_words(job, _c10d(job, job.values["address"], job.values["id"]))))]


def _c10d(job: _Job, address: str, name: str) -> list[str]:
    """How the hosts meet, all by the same words."""
    if job.most == 1:
        job.use("torchrun --standalone")
        return ["--standalone"]
    job.use(
        "--nnodes" if job.most == job.hosts else "--nnodes MIN:MAX", "--rdzv-backend", "--rdzv-endpoint", "--rdzv-id"
    )
    hosts = str(job.hosts) if job.most == job.hosts else f"{job.hosts}:{job.most}"
    endpoint = f"--rdzv-endpoint={address}:{job.values['port']}"
    return [f"--nnodes={hosts}", "--rdzv-backend=c10d", endpoint, f"--rdzv-id={name}"]


def _static(job: _Job, host: int) -> list[str]:
    """How the hosts meet, each by its number."""
    job.use("--nnodes", "--node-rank", "--master-addr", "--master-port")
    where = [f"--master-addr={job.values['address']}", f"--master-port={job.values['port']}"]
    return [f"--nnodes={job.hosts}", f"--node-rank={host}", *where]


def _torchrun_words(job: _Job, meet: list[str]) -> list[str]:
    restarts = int(job.values["restarts"])
    words = ["torchrun", *meet, f"--nproc-per-node={job.processes}"]
    job.use("--nproc-per-node")
    if restarts:
        job.use("--max-restarts")
        words.append(f"--max-restarts={restarts}")
    if job.logs != "none":
        job.use("--log-dir", "--redirects" if job.logs == "files" else "--tee")
        words += [f"--log-dir={job.values['folder']}", "--redirects=3" if job.logs == "files" else "--tee=3"]
    return [*words, *job.program()]


def _batch(job: _Job, tasks: int, cpus: int, lines: Iterable[str]) -> list[Block]:
    """A file for sbatch, and the line that hands it in."""
    head = ["#!/bin/bash", f"#SBATCH --nodes={job.hosts}", f"#SBATCH --ntasks-per-node={tasks}"]
    job.use("#SBATCH --nodes", "#SBATCH --ntasks-per-node", "#SBATCH --cpus-per-task", "srun --cpus-per-task")
    if job.values["gpus"] == "yes":
        job.use("#SBATCH --gpus-per-node")
        head.append(f"#SBATCH --gpus-per-node={job.processes}")
    text = "\n".join([*head, f"#SBATCH --cpus-per-task={cpus}", "", *lines])
    return [Block(WHERE["file"].format(name="job.sh"), text), Block(WHERE["submit"], "sbatch job.sh")]


_VARIABLES = ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_ADDR", "MASTER_PORT")
_FIRST = '$(scontrol show hostnames "$SLURM_JOB_NODELIST" | head -n 1)'


def _sbatch(job: _Job) -> list[Block]:
    cpus = job.processes * int(job.values["cpus"])
    lines = list[str]()
    if job.hosts > 1:
        job.use("scontrol show hostnames")
        lines.append(f"first={_FIRST}")
    words = _torchrun_words(job, _c10d(job, '"$first"', '"$SLURM_JOB_ID"'))
    return _batch(job, 1, cpus, [*lines, _joined(["srun", f"--cpus-per-task={cpus}", *words])])


def _srun(job: _Job) -> list[Block]:
    if job.logs == "both":
        raise _Wrong(WRONG["srun both"])
    job.use("scontrol show hostnames", *_VARIABLES)
    cpus = job.values["cpus"]
    lines = [
        f"export MASTER_ADDR={_FIRST}",
        f"export MASTER_PORT={job.values['port']}",
        "rank='export RANK=$SLURM_PROCID LOCAL_RANK=$SLURM_LOCALID WORLD_SIZE=$SLURM_NTASKS; exec \"$@\"'",
    ]
    words = ["srun", f"--cpus-per-task={cpus}"]
    if job.logs == "files":
        job.use("mkdir", "srun --output")
        lines.append(f"mkdir -p {job.values['folder']}")
        words.append(f"--output={job.values['folder']}/rank_%t.log")
    words += ["bash", "-c", '"$rank"', "rank", *job.program("python ")]
    return _batch(job, job.processes, int(cpus), [*lines, _joined(words)])


def _spawn(job: _Job) -> list[Block]:
    job.use("mp.spawn", "runpy.run_path", *_VARIABLES)
    words = ", ".join(json.dumps(word, ensure_ascii=False) for word in (job.script, *job.arguments))
    port = job.values["port"]
    text = f"""import os
import runpy
import sys

import torch.multiprocessing as mp


def start(rank, world_size):
    os.environ.update(RANK=str(rank), LOCAL_RANK=str(rank), WORLD_SIZE=str(world_size))
    os.environ.update(MASTER_ADDR="localhost", MASTER_PORT="{port}")
    sys.argv = [{words}]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))
    runpy.run_path(sys.argv[0], run_name="__main__")


if __name__ == "__main__":
    mp.spawn(start, args=({job.processes},), nprocs={job.processes})"""
    return [Block(WHERE["file"].format(name="spawn.py"), text), Block(WHERE["here"], "python spawn.py")]


def _hand(job: _Job) -> list[Block]:
    job.few_hosts()
    is_alone = job.hosts == 1
    return [
        Block(WHERE["here"] if is_alone else WHERE["host"].format(host=host), _by_hand(job, host))
        for host in range(job.hosts)
    ]


def _by_hand(job: _Job, host: int) -> str:
    """The processes of a host: one by its line, several in a loop."""
    first, world_size = host * job.processes, job.hosts * job.processes
    has_loop = job.processes > 1
    rank = str(first) if not has_loop else f"$(({first} + i))" if first else "$i"
    address = "localhost" if job.hosts == 1 else job.values["address"]
    words = [f"RANK={rank}", f"LOCAL_RANK={'$i' if has_loop else 0}", f"WORLD_SIZE={world_size}"]
    words += [f"MASTER_ADDR={address}", f"MASTER_PORT={job.values['port']}", *job.program("python ")]
    job.use(*_VARIABLES)
    lines = list[str]()
    if job.logs != "none":
        job.use("mkdir")
        lines.append(f"mkdir -p {job.values['folder']}")
        file = f'"{job.values["folder"]}/rank_{rank}.log"'
        words += [f"> {file}", "2>&1"] if job.logs == "files" else ["2>&1", f"| tee {file}"]
    if not has_loop:
        return "\n".join([*lines, _joined(words)])
    job.use("& and wait")
    loop = [f"for i in $(seq 0 {job.processes - 1}); do", _joined([*words, "&"], "  "), "done", "wait"]
    return "\n".join([*lines, *loop])


_LAUNCHERS = {"torchrun": _torchrun, "sbatch": _sbatch, "srun": _srun, "spawn": _spawn, "hand": _hand}
