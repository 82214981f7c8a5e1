"""What a `$` line with srun or sbatch asks for."""

from __future__ import annotations

import shlex

import pytest

from lockstep.snippet.header import parse_command
from lockstep.snippet.slurm_line import SlurmLine, flat, read

PATH = "snippets/launch/one.py"


def parse(text):
    problems = []
    return parse_command(PATH, 3, text, problems), [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("srun python", SlurmLine(nodes=2, tasks=1)),
        ("srun -N2 -n4 python", SlurmLine(nodes=2, tasks=4)),
        ("srun --nodes=3 --ntasks 6 python", SlurmLine(nodes=3, tasks=6)),
        ("sbatch -N 2 --ntasks-per-node 2 srun python", SlurmLine(nodes=2, tasks=4)),
        ("srun -N 2 torchrun --nnodes 2 --nproc-per-node 2", SlurmLine(nodes=2, tasks=2, ranks=2)),
        ("sbatch -N 2 srun torchrun --rdzv-endpoint $(scontrol show hostnames | head -n 1):1", SlurmLine(nodes=2, tasks=2)),
        ("sbatch --array=1-4 srun python", SlurmLine(nodes=2, tasks=1, array=(1, 2, 3, 4))),
    ],
)  # fmt: skip
def test_what_a_line_asks_for(text, asked):
    assert read(text.split()) == asked


def test_processes_are_those_of_all_jobs():
    assert SlurmLine(nodes=2, tasks=2, ranks=3, array=(0, 1)).processes == 12


@pytest.mark.parametrize("text", ["--wrap 'srun python one.py'", "--wrap='srun python one.py'"])
def test_what_is_wrapped_belongs_to_the_line(text):
    assert flat(shlex.split(f"sbatch -N 2 {text} --requeue"))[-4:] == ["srun", "python", "one.py", "--requeue"]
    assert flat(["python", "--wrap", "a b"]) == ["python", "--wrap", "a b"]


def test_a_line_is_read_as_a_command():
    command, problems = parse(f'A=1 sbatch -N 2 -n 4 --wrap "srun python {PATH} --steps 3"')
    assert (command.launcher, command.env, command.ranks, command.args) == ("sbatch", {"A": "1"}, 4, ("--steps", "3"))
    assert (command.hosts, problems) == (((), ()), [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"srun -N 10 python {PATH}", "asks for 10 ranks on 10 nodes. Give it at most 9 nodes and 64 ranks."),
        (f"srun -n 65 python {PATH}", "asks for 65 ranks on 1 nodes."),
        (f"srun -n 0 python {PATH}", "asks for 0 ranks on 1 nodes."),
        (f"sbatch --array=1,3 --wrap 'srun python {PATH}'", "has an --array that is no span such as 0-3."),
        ("srun python other.py", "does not run this file."),
        ("sbatch --wrap 'srun \"python'", "cannot be split into words"),
    ],
)
def test_what_is_wrong_is_said(text, problem):
    _, problems = parse(text)
    assert len(problems) == 1
    assert problem in problems[0]
