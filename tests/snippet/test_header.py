import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.snippet.header import Needs, needs, parse_command

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


def block(*lines):
    return "# /// script\n# [tool.lockstep]\n" + "".join(f"# {line}\n" for line in lines) + "# ///\n"


def read(source):
    problems = []
    return needs(PATH, source, problems), [str(p) for p in problems]


def test_no_block_means_the_defaults():
    assert read("x = 1\n") == (Needs(), [])


def test_a_job_on_several_hosts_counts_as_hung_later():
    assert needs(PATH, "x = 1\n", [], hosts=2).timeout == 180
    assert needs(PATH, block("warns = true"), [], hosts=2).timeout == 180
    assert needs(PATH, block("timeout = 5"), [], hosts=2).timeout == 5


def test_every_field_is_read():
    found, problems = read(
        block(
            "gpus = 2",
            "cpu = false",
            'expect = "RuntimeError: no"',
            "timeout = 2.5",
            'volatile = ["took .* s"]',
            'inputs = ["*.csv"]',
            "warns = true",
        )
    )
    assert problems == []
    assert (found.gpus, found.cpu, found.expect, found.timeout, found.warns) == (
        2,
        False,
        "RuntimeError: no",
        2.5,
        True,
    )
    assert (list(found.volatile), list(found.inputs)) == (["took .* s"], ["*.csv"])


def test_other_tools_in_the_block_are_left_alone():
    assert read("# /// script\n# dependencies = ['x']\n# [tool.uv]\n# a = 1\n# ///\n") == (Needs(), [])


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("gpu = 1", "has no field 'gpu'. Did you mean gpus?"),
        ("gpus = -1", "gpus = -1 is wrong. It is a whole number from 0 to 64."),
        ("gpus = true", "gpus = True is wrong."),
        ("simulates = 1", "simulates = 1 is wrong. It is a whole number of ranks from 2 to 1,000,000."),
        ('simulates = "16384"', "simulates = '16384' is wrong."),
        ("timeout = 0", "timeout = 0 is wrong. It is a number of seconds, above 0 and up to 600."),
        ('volatile = ["("]', "the pattern '(' is no regular expression: "),
        ("volatile = ['^(a|a)*$']", "the pattern '^(a|a)*$' has a loop (* + ? {} |) in another"),
        ("volatile = [1]", "It is a list of regular expressions."),
        ('inputs = ["../x"]', "It is a list of globs beside the snippet."),
        ('expect = "it breaks"', "It is 'hang', a signal such as 'SIGABRT'"),
        ("volatile = ['.*']", "the pattern '.*' matches every line, so nothing would be compared."),
        ("volatile = ['.']", "the pattern '.' matches every line, so nothing would be compared."),
        (f"inputs = ['{'x' * 300}']", "It is a list of globs beside the snippet."),
        ('inputs = ["x\\u0000"]', "It is a list of globs beside the snippet."),
        ("gpus = 65", "gpus = 65 is wrong."),
        (f"timeout = {'9' * 5_000}", "the script block is not TOML: Exceeds the limit"),
        (f"inputs = {'[' * 3_000}", "the script block is not TOML: maximum recursion depth"),
        ("gpus = ", "the script block is not TOML"),
    ],
)
def test_a_wrong_field_is_named(line, problem):
    _, problems = read("\n" + block(line))
    assert len(problems) == 1
    at = 2 if "TOML" in problem else 4  # the block, or the line of the field
    assert problems[0].startswith(f"{PATH}:{at}: ")
    assert problem in problems[0]


def test_all_wrong_fields_at_once():
    assert len(read(block("gpu = 1", "warns = 3", "timeout = 900"))[1]) == 3


def test_a_tool_that_is_no_table():
    assert "tool.lockstep is no table." in read("# /// script\n# [tool]\n# lockstep = 3\n# ///\n")[1][0]
    assert "is not TOML" in read("# /// script\n# tool = 3\n# ///\n")[1][0]


def test_a_block_that_is_not_closed():
    assert "not closed. End it with a line '# ///'." in read("# /// script\n# [tool.lockstep]\n")[1][0]


@given(
    st.lists(st.text(st.characters(blacklist_categories=["Cs"], blacklist_characters="\r\n"), max_size=30), max_size=5)
)
def test_any_block_is_read_or_refused(lines):
    found, _ = read(block(*lines))
    assert isinstance(found, Needs)
