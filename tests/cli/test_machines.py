"""Verbs for records of many machines: what they print and how they exit; the workflows' own tests run the rest."""

from __future__ import annotations

import json

import pytest

from lockstep.ci import drift, github
from lockstep.cli import snippets
from lockstep.cli.command_line import main
from lockstep.problem import Problem
from lockstep.record import record
from lockstep.record.recorder import Outcome
from tests.record.test_shard import git


def test_collect_copies_and_tells_what_is_no_record(sandbox, tmp_path_factory, capsys):
    sandbox.snippet()
    git(sandbox.root, "init", "-q")
    sandbox.recorded()
    (sandbox.root / record.RECORDS_FOLDER / "cpu/topic/bad.json").write_text("{", "utf-8")
    folder = tmp_path_factory.mktemp("there")
    assert main(["--root", str(sandbox.root), "collect", str(folder)]) == 1
    said = capsys.readouterr()
    assert said.out.startswith("snippets/recorded/cpu/topic/bad.json: is not a whole record: ")
    assert "; not copied. Record it again." in said.out
    assert said.err == f"{folder}: 1 records copied\n"
    assert record.recorded_names(folder, "cpu") == ["topic/one.py"]


def test_collect_says_where_it_cannot_write(sandbox, tmp_path_factory, capsys):
    sandbox.snippet()
    git(sandbox.root, "init", "-q")
    sandbox.recorded()
    file = tmp_path_factory.mktemp("there") / "file"
    file.touch()
    assert main(["--root", str(sandbox.root), "collect", str(file)]) == 2
    assert "cannot be written: Not a directory. Make room." in capsys.readouterr().err


def test_a_part_keeps_what_check_would_print(sandbox, monkeypatch):
    sandbox.snippet()
    outcome = Outcome("changed", [Problem("snippets/topic/one.py", 0, "prints something else.")], ["-1", "+2"])
    asked = []
    monkeypatch.setattr(
        snippets, "outcomes", lambda project, verb, **options: asked.append((verb, options)) or [[outcome]]
    )
    path = sandbox.root / "parts/2.json"
    assert main(["--root", str(sandbox.root), "drift", "check", "2/4", str(path)]) == 0
    assert asked == [("check", {"profile": "cpu", "part": (2, 4), "cold": True})]
    [part] = drift.parts(path.parent)
    assert part.told == "snippets/topic/one.py: prints something else.\n    -1\n    +2\n"
    assert set(json.loads(path.read_text("utf-8"))["environment"]) >= {"torch", "python"}


def test_a_part_that_cannot_run_counts_as_missing(sandbox, monkeypatch, capsys):
    sandbox.snippet()
    monkeypatch.setattr(snippets.machine, "has_torch", lambda: False)
    assert main(["--root", str(sandbox.root), "drift", "check", "1/1", str(sandbox.root / "1.json")]) == 2
    assert "has no torch." in capsys.readouterr().err
    assert not (sandbox.root / "1.json").exists()


@pytest.mark.parametrize(("text", "shown"), [("a\n", "Found:\n\n```text\na\n```\n"), ("", "")])
def test_an_issue_shows_a_file_of_plain_text_in_a_fence(sandbox, monkeypatch, text, shown):
    (sandbox.root / "links.txt").write_text(text, "utf-8")
    told = []
    monkeypatch.setattr(github, "issue", lambda *words: told.append(words))
    words = ["ci", "issue", str(sandbox.root / "links.txt"), "--label", "links", "--title", "Dead", "--fence", "Found:"]
    assert main(["--root", str(sandbox.root), *words]) == 0
    assert told == [(sandbox.root, shown, "links", "Dead")]
