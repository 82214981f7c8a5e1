"""By what a snippet is killed without its key line: its assert, what it names, a crash on the way, or nothing."""

from __future__ import annotations

import pytest
from sandbox import SOUND

from lockstep.record import prove
from lockstep.record.proof import Kill, proof_path, read_proof
from lockstep.record.prove import prove_one, with_asserts_turned, without_key_lines
from lockstep.record.recorder import record_one
from lockstep.snippet.snippet import read_snippet

pytestmark = pytest.mark.torch
NAMED = "# key line, else: raise ValueError('three words here') -> "
HANG = "import time\nlong = 0.01  # key line, else: long = 99 -> hang\ntime.sleep(long)"


@pytest.fixture
def ends(sandbox, engine):
    """Run a program of a sound snippet without its key lines: by what it is killed, and the problems."""

    def ends(body, ranks=0, needs=""):
        command = f"torchrun --nproc-per-node {ranks}" if ranks else "python"
        block = f"# /// script\n# [tool.lockstep]\n# {needs}\n# ///" if needs else ""
        source = SOUND.replace("  # key line", "").format(
            command=f"{command} snippets/topic/one.py", block=block, body=body
        )
        snippet = read_snippet(sandbox.root, sandbox.write(source))
        assert snippet.problems == ()
        kills, problems = without_key_lines(engine, snippet)
        return [(kill.by, kill.what) for kill in kills], [str(p).partition("one.py:")[2] for p in problems]

    return ends


def test_killed_by_the_assert(ends):
    assert ends("one += 0  # key line, else: one += 1") == ([("assert", "line 8")], [])


def test_killed_by_the_assert_on_some_rank(ends):
    body = "import os\none += 0  # key line, else: one += int(os.environ['RANK'])"
    assert ends(body, ranks=2) == ([("assert", "line 9")], [])


def test_killed_by_assert_close(ends):
    body = "import torch\nx = torch.ones(2)  # key line, else: x = torch.ones(3)\ntorch.testing.assert_close(x, torch.ones(2))"
    assert ends(body) == ([("assert", "line 9")], [])


@pytest.mark.parametrize(
    "ending", ["ValueError: three words here", "ValueError: words", "builtins.ValueError: three words"]
)
def test_killed_by_the_error_that_is_named(ends, ending):
    assert ends(f"one += 0  {NAMED}{ending}") == ([("named", ending)], [])


def test_killed_by_a_signal_or_an_exit_that_is_named(ends):
    body = "import os\none += 0  # key line, else: os.abort() -> SIGABRT\none += 0  # key line, else: os._exit(3) -> exit 3"
    assert ends(body) == ([("named", "SIGABRT"), ("named", "exit 3")], [])


def test_killed_by_the_hang_that_is_named(ends, monkeypatch):
    monkeypatch.setattr(prove, "TIMEOUT", 1.0)
    assert ends(HANG) == ([("named", "hang")], [])


def test_killed_because_the_ending_of_the_claim_stays_away(ends):
    body = "if one:\n    raise ValueError('three words')  # key line"
    assert ends(body, needs="expect = 'ValueError: three'") == ([("gone", "ValueError: three")], [])


def test_a_crash_on_the_way_is_refused(ends):
    kills, problems = ends("numbers = [1]  # key line, else: numbers = []\none = numbers[0]")
    assert kills == []
    assert problems == [
        "7: without this line it stops with IndexError: list index out of range at line 8, and no assert of its own "
        "fails: that proves nothing. Say behind it what stands there instead, such as '# key line, else: sampler = "
        "None'; or, if the claim is about that end, name it: '-> IndexError: words of its message'."
    ]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (
            "two = 1  # key line\none = two",
            "7: without this line it stops with NameError: that proves nothing. Say behind",
        ),
        (
            "one += 0  # key line, else: raise SystemExit(3)",
            "7: without this line it exits with 3, and no assert of its",
        ),
        ("import os\none += 0  # key line, else: os.abort()", "8: without this line it is killed by SIGABRT, and no"),
        (
            "one += 0  # key line, else: raise AssertionError",
            "7: without this line it stops with AssertionError at line 7",
        ),
        ("one += 0  # key line, else: print('x' * 3_000_000)", "7: without this line it prints without end, and no"),
        (
            "import unittest\none += 0  # key line, else: one += 1\nunittest.TestCase().assertEqual(one, 1)",
            "8: without this line it stops with AssertionError: 2 != 1 at line 9, and no assert of its own fails",
        ),
        (
            "import unittest\none += 0  # key line, else: one += 1\nassert not unittest.TestCase().assertEqual(one, 1)",
            "8: without this line it stops with AssertionError: 2 != 1 at line 9, and no assert of its own fails",
        ),
    ],
)
def test_what_is_no_assert_of_the_snippet_is_a_crash(ends, body, problem):
    kills, problems = ends(body)
    assert (kills, [p[: len(problem)] for p in problems]) == ([], [problem])


def test_a_hang_that_nothing_names_is_a_crash(ends):
    kills, (problem,) = ends(HANG.replace(" -> hang", ""), needs="timeout = 1")
    assert kills == []
    assert problem.startswith("11: without this line it hangs, and no assert of its own fails: that proves nothing.")
    assert problem.endswith("name it: '-> hang'.")


def test_another_error_where_the_ending_of_the_claim_should_stay_away_is_a_crash(ends):
    body = "if one:\n    raise ValueError('three words')  # key line, else: raise KeyError('other')"
    kills, (problem,) = ends(body, needs="expect = 'ValueError: three'")
    assert kills == []
    assert "it stops with KeyError: 'other' at line 11, and no assert" in problem


def test_killed_by_nothing_is_refused(ends):
    todo = "Mark the line that the assert depends on, or fix the assert."
    assert ends("two = one  # key line") == ([], [f"7: without this line the proof still holds. {todo}"])


def test_what_a_run_leaves_behind_or_warns_of_does_not_kill_it(ends):
    body = "import warnings\none += 0  # key line, else: warnings.warn('old', FutureWarning)"
    assert "the proof still holds" in ends(body)[1][0]


def test_an_ending_that_does_not_come_is_refused(ends):
    kills, problems = ends(f"one += 0  {NAMED}ValueError: other words")
    assert kills == []
    assert problems == [
        "7: without this line it should end with 'ValueError: other words', but it stops with ValueError: three words "
        "here at line 7. Name behind '->' how it ends, or another statement behind 'else:'."
    ]
    assert ends("one += 0  # key line, else: one += 1 -> hang")[1] == [
        "7: without this line it should end with 'hang', but it fails at its assert in line 8. Take '-> …' away."
    ]


def test_each_key_line_is_taken_out_by_itself(sandbox, engine):
    body = "x = one + 1  # key line, else: x = one\ny = one + 1  # key line, else: y = 1 + one\nassert x == y == 2"
    snippet = read_snippet(sandbox.root, sandbox.snippet(body))
    kills, problems = without_key_lines(engine, snippet)
    assert kills == [Kill(7, "assert", "line 9")]
    assert [problem.line for problem in problems] == [6, 8]  # without line 6 there is no `one`


def test_a_proof_is_written_and_a_problem_is_not(sandbox, engine):
    name = sandbox.write(
        SOUND.format(command="python snippets/topic/one.py", block="", body="").replace(
            "key line", "key line, else: one = 2"
        )
    )
    snippet = read_snippet(sandbox.root, name)
    assert prove_one(engine, snippet).verdict == "proved"
    assert read_proof(snippet, "cpu") == [Kill(6, "assert", "line 8")]
    path = proof_path(sandbox.root, "cpu", name)
    path.unlink()
    snippet = read_snippet(sandbox.root, sandbox.snippet())
    assert prove_one(engine, snippet).verdict == "no proof"
    assert not path.exists()


def test_a_proof_that_cannot_be_written_is_told(sandbox, engine):
    name = sandbox.snippet("one += 0  # key line, else: one += 1")
    source = (sandbox.root / "snippets" / name).read_text("utf-8").replace("int(1)  # key line", "int(1)")
    snippet = read_snippet(sandbox.root, sandbox.write(source, name))
    (sandbox.root / "snippets/proved").write_text("")
    (problem,) = prove_one(engine, snippet).problems
    assert str(problem).startswith("snippets/proved/cpu/topic/one.json: cannot be written: ")


def test_a_slow_snippet_reaches_its_assert_without_its_key_line(sandbox, engine, monkeypatch):
    monkeypatch.setattr(prove, "TIMEOUT", 0.5)
    name = sandbox.snippet("import time\ntime.sleep(1)\nx = one\nx = x  # key line\nassert x == 1")
    snippet = read_snippet(sandbox.root, name)
    assert record_one(engine, snippet).problems == []
    assert any("without this line the proof still holds" in str(p) for p in without_key_lines(engine, snippet)[1])


def test_a_run_that_only_takes_its_time_is_no_hang(sandbox, engine):
    head = '"""It hangs.\n\n$ python snippets/topic/one.py\n"""\n'
    head += '# /// script\n# [tool.lockstep]\n# expect = "hang"\n# timeout = 1\n# ///\n'
    name = sandbox.write(f"{head}import time\nlong = 99  # key line, else: long = 2\ntime.sleep(long)\n")
    snippet = read_snippet(sandbox.root, name)
    assert prove_one(engine, snippet).problems == []
    assert read_proof(snippet, "cpu") == [Kill(11, "gone", "hang")]


def test_a_snippet_that_fails_as_it_is_counts_as_no_proof(sandbox, engine):
    name = sandbox.snippet("raise ValueError('no')")
    assert "ValueError: no" in str(prove_one(engine, read_snippet(sandbox.root, name)).problems[0])


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("assert one == 1  # shows: one", ""),
        ("assert (\n    one\n    == 1\n)  # shows: one", ""),
        (
            "if one > 1:\n    assert one == 1  # shows: one",
            "8: turned round, the assert 'one' does not fail: the run ends well.",
        ),
        (
            "try:\n    assert one == 1  # shows: one\nexcept AssertionError:\n    raise KeyError(one)",
            "8: turned round, the assert 'one' does not fail: the run stops with KeyError: 1 at line 10.",
        ),
    ],
)
def test_a_named_assert_fails_turned_round(sandbox, engine, body, problem):
    snippet = read_snippet(sandbox.root, sandbox.snippet(body))
    kills, problems = with_asserts_turned(engine, snippet)
    assert [kill.what for kill in kills] == ([] if problem else ["one"])
    assert [str(told).partition("one.py:")[2].partition(" Put")[0] for told in problems] == (
        [problem] if problem else []
    )


def test_a_named_assert_on_the_last_rank_alone_fails_turned_round(sandbox, engine):
    body = "import os\nif os.environ['RANK'] == '1':\n    assert one == 1  # shows: one"
    kills, _ = with_asserts_turned(engine, read_snippet(sandbox.root, sandbox.snippet(body, ranks=2)))
    assert kills == [Kill(9, "turned", "one")]
