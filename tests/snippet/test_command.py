"""The `$` line: what it starts, on how many ranks and hosts, and what is wrong with it."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.snippet.command import MOST_RANKS, Command, absent_hosts, parse_command, spread

PATH = "snippets/ddp/step.py"


def parse(text, path=PATH):
    problems = []
    return parse_command(path, 3, text, problems), [str(p) for p in problems]


def test_python_starts_no_ranks():
    command, problems = parse(f"python {PATH} --steps 3")
    assert (command.launcher, command.ranks, command.args, problems) == ("python", 0, ("--steps", "3"), [])


@pytest.mark.parametrize(
    "option", ["--nproc-per-node 4", "--nproc-per-node=4", "--nproc_per_node 4", "--nproc_per_node=4"]
)
def test_torchrun_states_the_ranks(option):
    command, problems = parse(f"torchrun {option} {PATH}")
    assert (command.ranks, command.options, problems) == (4, (), [])


def test_other_options_and_variables_are_kept():
    command, problems = parse(f"A=1 B='x y' torchrun --max-restarts 1 --nproc-per-node 2 {PATH}")
    assert command.env == {"A": "1", "B": "x y"}
    assert (command.options, command.ranks, problems) == (("--max-restarts", "1"), 2, [])


def test_a_path_with_a_space_is_quoted():
    command, problems = parse("python 'snippets/ddp/a b.py'", "snippets/ddp/a b.py")
    assert (command.launcher, problems) == ("python", [])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"torchrun --nproc-per-node 0 {PATH}", "asks for 0 ranks. Give --nproc-per-node a number from 1 to 64."),
        (
            f"torchrun --nproc-per-node 100000 {PATH}",
            "asks for 100000 ranks. Give --nproc-per-node a number from 1 to 64.",
        ),
        (f"torchrun --nproc-per-node gpu {PATH}", "asks for gpu ranks."),
        (f"bash {PATH}", "the $ line starts 'bash'. Start it with python or torchrun, or with srun or sbatch."),
        ("python snippets/ddp/other.py", f"does not run this file. Name {PATH} in it, as typed at the root."),
        (f"python -u {PATH}", "gives python the options -u."),
        (f"python '{PATH}", "cannot be split into words: No closing quotation."),
        ("", "the $ line starts 'nothing'."),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, problem):
    _, problems = parse(text)
    assert len(problems) == 1
    assert problems[0].startswith(f"{PATH}:3: ")
    assert problem in problems[0]


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text):
    command, problems = parse(text)
    assert problems or command.launcher in ("python", "torchrun", "srun", "sbatch")


@given(
    env=st.dictionaries(st.from_regex(r"[A-Z_]{1,8}", fullmatch=True), st.text("ab c'\"$\\", max_size=6), max_size=3),
    ranks=st.integers(1, 64),
    args=st.lists(st.text("ab -c'\"$\\=", min_size=1, max_size=8), max_size=3),
)
def test_what_a_shell_would_pass_is_what_is_read(env, ranks, args):
    words = [
        *(f"{name}={value}" for name, value in env.items()),
        "torchrun",
        "--nproc-per-node",
        str(ranks),
        PATH,
        *args,
    ]
    command, problems = parse(shlex.join(words) if not env else " ".join(map(_quoted, words)))
    assert (problems, command.env, command.ranks, command.args) == ([], env, ranks, tuple(args))


def _quoted(word):
    name, equals, value = word.partition("=")
    return f"{name}={shlex.quote(value)}" if equals and name.replace("_", "").isupper() else shlex.quote(word)


def test_ranks_are_one_unless_they_are_asked_for_and_the_last_number_counts():
    assert parse(f"torchrun {PATH}")[0].ranks == 1
    assert parse(f"torchrun --nproc-per-node 2 --nproc-per-node 3 {PATH}")[0].ranks == 3
    assert parse(f"torchrun --nproc-per-node {MOST_RANKS} {PATH}")[0].ranks == MOST_RANKS
    _, (problem,) = parse(f"torchrun --nproc-per-node {MOST_RANKS + 1} {PATH}")
    assert problem.endswith("Give --nproc-per-node a number from 1 to 64.")
    _, (problem,) = parse(f"torchrun --nproc-per-node= {PATH}")
    assert "asks for no number of ranks." in problem


def test_options_behind_the_program_are_its_own():
    command, problems = parse(f"A= torchrun --nproc_per_node=2 --rdzv-id=a=b {PATH} --nproc-per-node 4 B=1")
    assert (command.env, command.ranks, problems) == ({"A": ""}, 2, [])
    assert (command.options, command.args) == (("--rdzv-id=a=b",), ("--nproc-per-node", "4", "B=1"))


def test_a_line_that_is_wrong_is_kept_as_it_was_typed():
    text = f"mpirun {PATH}"
    assert parse(text)[0] == Command(text=text)


def test_nodes_of_slurm_are_hosts_without_options():
    command, problems = parse(f"srun --nodes 3 --ntasks-per-node 2 python {PATH} --steps 1")
    assert (command.launcher, command.ranks, command.hosts, problems) == ("srun", 6, ((), (), ()), [])
    assert (command.slurm.nodes, command.slurm.tasks, command.args) == (3, 6, ("--steps", "1"))


@pytest.mark.parametrize("options", ["--nodes 10", "--nodes 2 --ntasks 65", "--array 0,3"])
def test_too_much_of_slurm_is_refused(options):
    command, (problem,) = parse(f"sbatch {options} --wrap 'srun python {PATH}'")
    assert (command.slurm, command.ranks) == (None, 0)
    assert problem.startswith(f"{PATH}:3: the $ line ")
    assert problem.endswith("Give it at most 9 nodes and 64 ranks.")


WORDS = f"torchrun --nnodes 2 --node-rank {{}} --master-addr node0 {PATH}"


def spread_over(*texts: str) -> tuple[Command, list[str]]:
    """One command from the lines that are typed on hosts, from line 3 on."""
    problems = []
    typed = [(line, parse_command(PATH, line, text, problems)) for line, text in enumerate(texts, 3)]
    return spread(PATH, typed, problems), [str(problem) for problem in problems]


@pytest.mark.parametrize(
    ("option", "count"), [("", 0), ("--nnodes 1", 0), ("--nnodes 2", 2), ("--nnodes=1:3", 3), ("--nnodes 9", 9)]
)
def test_one_line_is_for_as_many_hosts_as_torchrun_accepts(option, count):
    """A job of one host has no hosts: it runs as it is."""
    command, problems = spread_over(f"torchrun {option} --nproc-per-node 2 {PATH}")
    assert (len(command.hosts), command.ranks, problems) == (count, 2 * max(count, 1), [])
    assert {*command.hosts} <= {command.options}


@pytest.mark.parametrize("span", ["0", "10", "3:2", "two", "1:", "2:3:4"])
def test_a_number_of_hosts_that_torchrun_or_we_do_not_take_is_told(span):
    command, problems = spread_over(f"torchrun --nnodes {span} {PATH}")
    assert problems == [f"{PATH}:3: --nnodes {span} is wrong. Give it 1 to 9 hosts, or a span: 1:3."]
    assert command.hosts == ()


def test_a_line_for_each_host():
    command, problems = spread_over(WORDS.format(0), WORDS.format(1))
    assert problems == []
    assert command.ranks == 2
    assert [options[3] for options in command.hosts] == ["0", "1"]
    assert command.text == f"node0$ {WORDS.format(0)}\nnode1$ {WORDS.format(1)}"


@pytest.mark.parametrize("other", [
    f"torchrun --nproc-per-node 2 {PATH}",
    f"A=1 torchrun {PATH}",
    f"torchrun {PATH} --steps 1",
    f"python {PATH}",
])  # fmt: skip
def test_hosts_may_differ_in_nothing_but_the_options_of_torchrun(other):
    _, problems = spread_over(f"torchrun {PATH}", other)
    assert problems == [
        f"{PATH}:3: what is typed on the hosts differs in more than torchrun's options. "
        "Give all the same variables, --nproc-per-node and arguments."
    ]


def test_lines_without_torchrun_are_for_no_hosts():
    _, problems = spread_over(f"python {PATH}", f"python {PATH}")
    assert len(problems) == 1


def test_an_event_of_a_host_that_is_not_started_is_told_where_it_is_written():
    lines = ["# events = [", '#   "go: kill node1",', '#   "stop: cut node0",', '#   "so: kill node5",', "# ]"]
    events = ["go: kill node1", "stop: cut node0", "so: kill node5"]
    two = Command(hosts=((), ()))
    assert list(map(str, absent_hosts(PATH, lines, events, two))) == [
        f"{PATH}:4: there is no node5. Name one of node0, node1."
    ]
    assert absent_hosts(PATH, lines, [], two) == []
    (problem,) = absent_hosts(PATH, [], events[:1], Command())
    assert str(problem) == f"{PATH}: there is no node1. Start several with --nnodes 2 in the $ line."


def test_events_are_not_for_the_nodes_of_slurm():
    command, _ = parse(f"srun --nodes 2 python {PATH}")
    (problem,) = absent_hosts(PATH, ["go: kill node1"], ["go: kill node1"], command)
    assert problem.line == 1
