import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.snippet.header import Needs, needs

PATH = "snippets/ddp/step.py"


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
