import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.snippet import snippet
from lockstep.snippet.key_line import KeyLine
from lockstep.snippet.snippet import Region, read_snippet, snippet_names

SOUND = '"""One is one.\n\n$ python snippets/topic/one.py\n"""\n'


def read(sandbox, source):
    return read_snippet(sandbox.root, sandbox.write(source))


def test_claim_command_region_and_key_line(sandbox):
    one = read(
        sandbox, SOUND + "# region show\nx = f()  # key line, else: x = 2\nprint(x)\n# endregion\nassert x == 1\n"
    )
    assert one.problems == ()
    assert (one.claim, one.command.text) == ("One is one.", "python snippets/topic/one.py")
    assert one.regions == {"show": Region(6, 7)}
    assert one.key_lines == {6: KeyLine("x = 2")}


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("x = 1\nassert x  # key line\n", "snippets/topic/one.py:1: says no claim."),
        (
            '"""No full stop\n\n$ python snippets/topic/one.py\n"""\nassert 1  # key line\n',
            "snippets/topic/one.py:1: its claim, 'No full stop', ends without a full stop. Write it",
        ),
        (
            SOUND + "assert 1  # keyline\n",
            "snippets/topic/one.py:5: '# keyline' marks no key line. Did you mean '# key line'?",
        ),
        (SOUND + "assert 1  #Key-Line\n", "snippets/topic/one.py:5: '#Key-Line' marks no key line. Did you mean"),
        ('"""One is one."""\nassert 1  # key line\n', "snippets/topic/one.py:1: has no $ line."),
        (SOUND.replace("$", "$ python snippets/topic/one.py\n$"), "has 2 $ lines."),
        (SOUND + "x = 1  # key line\n", "proves nothing: it has no assert."),
        (SOUND + "x = 1  # key line\n", "'asserts = [...]' below '# [tool.lockstep]' in its block '# /// script'."),
        (SOUND + "assert 1\n", "marks no key line."),
        (SOUND + "# region a\nassert 1  # key line\n", "snippets/topic/one.py:5: region 'a' is never ended."),
        (SOUND + "# endregion\nassert 1  # key line\n", "snippets/topic/one.py:5: ends a region that was not begun."),
        (SOUND + "# region a\n# endregion\nassert 1  # key line\n", "region 'a' is empty."),
        (
            SOUND + "# region a\n# region b\n1\n# endregion\nassert 1  # key line\n",
            ":6: region 'a' is still open here.",
        ),
        (SOUND + "# region\n1\n# endregion\nassert 1  # key line\n", ":5: needs a region name of its own."),
        ("x = " + "-" * 9_000 + "1\n", "snippets/topic/one.py: is not Python: nested too deep. Fix the syntax."),
        (
            "# /// script\n# [tool.lockstep]\n# asserts = ['count(\"x\") >= 0']\n# ///\n",
            "the assert 'count(\"x\") >= 0' cannot fail: no count is below zero. Assert what",
        ),
        ("x = (\n", "snippets/topic/one.py:1: is not Python: '(' was never closed."),
        (
            SOUND.replace("one.py", "two.py") + "assert 1  # key line\n",
            "snippets/topic/one.py:3: the $ line does not run this",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_line(sandbox, source, problem):
    assert any(problem in str(p) for p in read(sandbox, source).problems)


def test_all_problems_at_once(sandbox):
    assert len(read(sandbox, "x = 1\n# region a\n").problems) == 5


def test_a_file_that_is_not_utf8_or_not_there(sandbox):
    sandbox.write("")
    (sandbox.root / "snippets/topic/one.py").write_bytes(b"\xff\xfe")
    assert "is not UTF-8." in sandbox.problems()[0]
    assert "cannot be read" in str(read_snippet(sandbox.root, "topic/none.py").problems[0])


def test_names_leave_out_helpers_and_records(sandbox):
    for name in ("a/x.py", "a/_worker.py", "recorded/cpu/y.py", ".hidden/z.py", "b/c/deep.py"):
        sandbox.write("", name)
    assert snippet_names(sandbox.root) == ["a/x.py", "b/c/deep.py"]


@pytest.mark.parametrize(
    "name",
    [
        "../x.py",
        "a/../a/x.py",
        "./a/x.py",
        "a//x.py",
        "/etc/x.py",
        "a/_worker.py",
        "a\\x.py",
        "x" * 300,
        "é" * 130,
        "a\0.py",
    ],
)
def test_a_name_names_one_file_below_snippets(name):
    assert snippet.is_name("a/x.py")
    assert not snippet.is_name(name)


def test_the_key_covers_source_modules_and_inputs(sandbox):
    source = SOUND.replace("one.\n", "one.\n", 1) + '# /// script\n# [tool.lockstep]\n# inputs = ["*.csv"]\n# ///\n'
    source += "import _worker\nassert _worker  # key line\n"
    sandbox.write("import _deeper\n", "topic/_worker.py")
    sandbox.write("", "topic/_deeper.py")
    sandbox.write("1,2", "topic/data.csv")
    keys = [read(sandbox, source).key]
    for name in ("topic/_worker.py", "topic/_deeper.py", "topic/data.csv"):
        sandbox.write("import _deeper  # changed\n", name)
        keys.append(read(sandbox, source).key)
    keys.append(read(sandbox, source + "# a comment\n").key)
    assert len(set(keys)) == 5
    assert set(read(sandbox, source).files) == {
        f"snippets/topic/{n}" for n in ("one.py", "_worker.py", "_deeper.py", "data.csv")
    }


def test_a_missing_input_is_a_problem(sandbox):
    sandbox.snippet(needs='inputs = ["none.csv"]')
    assert "no file beside it matches the input 'none.csv'" in sandbox.problems()[0]


def test_line_ends_do_not_change_the_key(sandbox):
    unix = read(sandbox, SOUND + "assert x  # key line\n")
    dos = read(sandbox, (SOUND + "assert x  # key line\n").replace("\n", "\r\n"))
    assert unix.problems == dos.problems == ()
    assert unix.key == dos.key


def test_cpu_false_needs_gpus(sandbox):
    sandbox.snippet(needs="cpu = false")
    assert "cpu = false, but it says no number of gpus." in sandbox.problems()[0]


def test_a_simulation_says_so(sandbox):
    sandbox.snippet(needs="simulates = 64")
    assert "simulates ranks and never says SIMULATED. Write SIMULATED into its claim" in sandbox.problems()[0]
    sandbox.snippet(body="print('SIMULATED')", needs="simulates = 64")
    assert sandbox.problems() == []


@pytest.mark.parametrize("body", ["dist.init_process_group('fake')", "with LocalTensorMode(4): pass"])
def test_ranks_that_do_not_run_are_declared(sandbox, body):
    sandbox.snippet(body=body)
    assert "stands in for ranks that are no processes. Say under [tool.lockstep] how many" in sandbox.problems()[0]


@given(
    st.lists(st.sampled_from(["# region a", "# region b", "# endregion", "x = 1", "", "    # endregion"]), max_size=10)
)
def test_regions_never_hold_a_marker(lines):
    problems = []
    source = "\n".join(lines)
    regions = snippet._regions("p", source, problems)
    for region in [] if problems else regions.values():
        body = source.split("\n")[region.first - 1 : region.last]
        assert body
        assert not any("region" in line for line in body)


def test_a_file_that_is_no_plain_file_is_not_read(sandbox):
    sandbox.snippet()
    folder = sandbox.root / "snippets/topic"
    os.mkfifo(folder / "pipe.py")  # to read it would take for ever
    (folder / "link.py").symlink_to("/etc/hosts")
    (folder / "gone.py").symlink_to("nowhere")
    (folder / "self.py").symlink_to("self.py")
    for name in ("pipe", "link", "gone", "self"):
        what = f"snippets/topic/{name}.py: is no plain file. Put the file itself there."
        assert sandbox.problems(f"topic/{name}.py") == [what]


def test_a_source_that_no_reader_can_see(sandbox):
    sandbox.snippet("print(1)  # \u202e")
    assert "this line holds the invisible character U+202E. Delete it." in sandbox.problems()[0]
    sandbox.snippet("x = '" + "x" * 900_000 + "'")
    assert sandbox.problems() == ["snippets/topic/one.py: is larger than 300 kB. Split it."]
