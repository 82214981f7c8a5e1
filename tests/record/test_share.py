"""Shares of all snippets: apart, whole, the same whatever else changes; whose turn it is; a failure is tried again."""

from __future__ import annotations

import pytest
from sandbox import ROOT

from lockstep.cli.command_line import main, parse
from lockstep.engine.engine import Engine
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.record import share
from lockstep.record.record import RankRecord
from lockstep.record.recorder import Outcome, check_one
from lockstep.snippet.snippet import read_snippet
from tests.record.test_shard import git

SNIPPETS = list(Project(ROOT).snippets.values())


def test_ten_shares_hold_each_snippet_once_and_none_holds_a_fifth_of_all():
    shares = [share.share_of(SNIPPETS, index, 10) for index in range(1, 11)]
    assert sorted(snippet.name for one in shares for snippet in one) == [snippet.name for snippet in SNIPPETS]
    assert max(map(len, shares)) < len(SNIPPETS) / 5


def test_a_snippet_stays_in_its_share_when_others_come():
    assert share.share_of(SNIPPETS[::2], 3, 10) == [
        one for one in share.share_of(SNIPPETS, 3, 10) if one in SNIPPETS[::2]
    ]


def test_ten_runs_of_ci_and_ten_commits_have_ten_turns(sandbox, monkeypatch):
    turns = []
    for number in range(95, 105):
        monkeypatch.setenv("GITHUB_RUN_NUMBER", str(number))
        turns.append(share.turn(sandbox.root, 10))
    assert sorted(turns) == [*range(1, 11)]
    monkeypatch.delenv("GITHUB_RUN_NUMBER")
    with pytest.raises(LockstepError, match="no number of a run or of commits to go by"):
        share.turn(sandbox.root, 10)
    git(sandbox.root, "init", "-q")
    for expected in (2, 3):
        git(sandbox.root, "commit", "-q", "--allow-empty", "-m", "One")
        assert share.turn(sandbox.root, 10) == expected


@pytest.mark.parametrize("held", [(True,), (False, True), (False, False)])
def test_a_failure_is_tried_once_more_and_told(sandbox, monkeypatch, held):
    wrong = Problem("snippets/topic/one.py", 0, "prints something else than its record on cpu.")
    outcomes = [Outcome("as on record") if one else Outcome("different", [wrong]) for one in held]
    monkeypatch.setattr(share, "check_one", lambda *_: outcomes.pop(0))
    sandbox.snippet()
    outcome = share.check_twice(None, read_snippet(sandbox.root, "topic/one.py"))
    assert outcomes == []
    assert (outcome.problems == []) is held[-1]
    again = "as on record the second time; the first: prints something else than its record on cpu."
    assert outcome.verdict == {1: "as on record", 2: again if held[-1] else "different"}[len(held)]


def test_the_command_line_takes_a_share_or_the_turn():
    assert parse(["check", "--cold", "--share", "3/10", "--jobs", "1"]).share == (3, 10)
    assert parse(["check", "--share", "auto/10"]).share == (0, 10)
    for wrong in ("auto", "0/10", "11/10", "auto/x", "3"):
        with pytest.raises(SystemExit):
            parse(["check", "--share", wrong])


@pytest.mark.torch
def test_a_share_runs_its_snippets_and_no_other(sandbox, capsys):
    names = [sandbox.snippet(name=f"topic/s{number}.py") for number in range(3)]
    for name in names:
        sandbox.recorded(name)
    chosen = share.share_of(list(sandbox.project.snippets.values()), 1, 2)
    assert (
        main(["--root", str(sandbox.root), "check", "--cold", "--profile", "cpu", "--share", "1/2", "--jobs", "1"]) == 0
    )
    told = capsys.readouterr().err
    assert "Share 1 of 2." in told
    assert [name for name in names if name in told] == [snippet.name for snippet in chosen]


@pytest.mark.torch
def test_as_typed_a_snippet_sees_the_environment_of_a_new_shell(sandbox, monkeypatch):
    """What this process or the engine sets for itself could hide that the line of the page does not work."""
    monkeypatch.setenv("PYTHONPATH", "x")
    monkeypatch.setenv("SECRET", "x")
    body = "import os\nprint(sorted(set(os.environ) & {'PYTHONPATH', 'SECRET', 'OMP_NUM_THREADS', 'A', 'HOME'}))"
    body += "\nprint(os.environ['HOME'] != os.path.expanduser('~root'), os.environ['PATH'].split(':')[0])"
    name = sandbox.snippet(body)
    path = sandbox.root / "snippets" / name
    path.write_text(path.read_text("utf-8").replace("$ python", "$ A='b  c' python"), "utf-8")
    snippet = read_snippet(sandbox.root, name)
    with Engine(typed=True) as engine:
        run, _ = engine.run(snippet)
    keys, rest = run.ranks[0].stdout.decode().splitlines()
    assert keys == "['A', 'HOME']", run.ranks[0].stderr
    assert rest.startswith("True ")


@pytest.mark.torch
def test_what_only_the_warm_engine_imports_fails_as_typed(sandbox, engine):
    """The warm engine has preloaded a submodule; the line of the page has not."""
    body = "import torch\nprint(torch.distributed.pipelining.__name__)"
    name = sandbox.snippet(body)
    line = "torch.distributed.pipelining"
    sandbox.recorded(ranks=(RankRecord(0, (line,), ()),))
    snippet = read_snippet(sandbox.root, name)
    assert "AttributeError" not in str(check_one(engine, snippet).problems)
    with Engine(typed=True) as typed:
        assert "AttributeError" in str(check_one(typed, snippet).problems)
