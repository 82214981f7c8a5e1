"""Every snippet of the site: it prints what is on record, and its proof fails without its key line."""

from __future__ import annotations

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.record import prove
from lockstep.record.prove import prove_one, without_key_lines
from lockstep.record.recorder import can_run, check_one, hosts_obstacle, record_one
from lockstep.snippet.snippet import read_snippet

SNIPPETS = Project(ROOT).snippets
REASONS = {name: hosts_obstacle(one) if can_run(one, "cpu") else "needs a GPU" for name, one in SNIPPETS.items()}
PARAMETERS = [
    pytest.param(one, id=name, marks=pytest.mark.skipif(bool(REASONS[name]), reason=REASONS[name]))
    for name, one in SNIPPETS.items()
]


@pytest.mark.torch
@pytest.mark.parametrize("one", PARAMETERS)
def test_prints_what_is_on_record(one, engine):
    outcome = check_one(engine, one)
    assert outcome.problems == [], "\n".join([*map(str, outcome.problems), *outcome.diff])


@pytest.mark.torch
@pytest.mark.parametrize("one", PARAMETERS)
def test_fails_without_its_key_line(one, engine):
    problems = without_key_lines(engine, one)  # that it passes as it is, the test above has seen
    assert problems == [], "\n".join(map(str, problems))


@pytest.mark.torch
def test_a_proof_that_proves_nothing_is_found(sandbox, engine):
    name = sandbox.snippet("x = 1\nx = x  # key line\nassert x == 1")
    problems = [str(p) for p in prove_one(engine, read_snippet(sandbox.root, name)).problems]
    assert any(
        "without this line the proof still holds. Mark the line that the assert depends on" in p for p in problems
    )
    assert any(
        "stops with NameError: that proves nothing. Say behind it what stands there instead" in p for p in problems
    )
    assert len(problems) == 2


@pytest.mark.torch
def test_what_stands_behind_else_takes_the_place_of_the_key_line(sandbox, engine):
    body = "x = one + 1  # key line, else: x = one\ny = one + 1  # key line, else: y = 1 + one\nassert x == y == 2"
    name = sandbox.snippet(body)
    problems = [str(p) for p in prove_one(engine, read_snippet(sandbox.root, name)).problems]
    assert [":8: without this line the proof still holds." in p for p in problems if "NameError" not in p] == [True]


@pytest.mark.torch
def test_a_slow_snippet_reaches_its_assert_without_its_key_line(sandbox, engine, monkeypatch):
    monkeypatch.setattr(prove, "TIMEOUT", 0.5)
    name = sandbox.snippet("import time\ntime.sleep(1)\nx = 1\nx = x  # key line\nassert x == 1")
    one = read_snippet(sandbox.root, name)
    assert record_one(engine, one).problems == []
    assert any("without this line the proof still holds" in str(p) for p in without_key_lines(engine, one))


@pytest.mark.torch
def test_a_run_that_only_takes_its_time_is_no_hang(sandbox, engine):
    head = '"""It hangs.\n\n$ python snippets/topic/one.py\n"""\n'
    head += '# /// script\n# [tool.lockstep]\n# expect = "hang"\n# timeout = 1\n# ///\n'
    name = sandbox.write(f"{head}import time\nlong = 99  # key line, else: long = 2\ntime.sleep(long)\n")
    assert prove_one(engine, read_snippet(sandbox.root, name)).problems == []


@pytest.mark.torch
def test_a_snippet_that_fails_as_it_is_counts_as_no_proof(sandbox, engine):
    name = sandbox.snippet("raise ValueError('no')")
    assert "ValueError: no" in str(prove_one(engine, read_snippet(sandbox.root, name)).problems[0])
