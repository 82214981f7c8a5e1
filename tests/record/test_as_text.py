"""A record as text: every field shows, a file that is no record shows as it is, and nothing in it stays invisible."""

from __future__ import annotations

import dataclasses
import json
import sys

import pytest
from sandbox import ROOT

from lockstep.record.as_text import as_text
from lockstep.record.record import RankRecord, record_path, write_record
from tests.record.test_record import MADE
from tests.record.test_shard import git


def written(folder, record=MADE) -> str:
    return write_record(folder, record).read_text("utf-8")


def unchecked(record) -> str:
    """A record as its file would be, also one that no reader would take."""
    return json.dumps(dataclasses.asdict(record) | {"format": 1, "digest": "0" * 64})


def test_it_says_what_each_rank_printed_where_and_when(tmp_path):
    assert as_text(written(tmp_path)).splitlines() == [
        "topic/one.py on cpu",
        "$ python snippets/topic/one.py",
        "snippet: aaaaaaaaaaaaaaaa",
        "recorded: 2026-01-02, warm",
        "seconds: 0.25",
        *(f"{name}: {value}" for name, value in sorted(MADE.environment.items())),
        'end: "hang"',
        "first: null",
        "rank 0: exit 0",
        "  1",
        "  é",
        "rank 1: exit None, line 7",
        "  stderr: x",
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"key": "b" * 64},
        {"command": "python x"},
        {"date": "2026-01-03"},
        {"seconds": 9.0},
        {"engine": "cold"},
        {"environment": {"torch": "9"}},
        {"end": "flood"},
        {"first": 0},
        {"log": ("a",)},
        {"earlier": {"2.9": "a"}},
        {"ranks": (RankRecord(0, ("1", "e"), ()), MADE.ranks[1])},
        {"ranks": (MADE.ranks[0], RankRecord(1, (), ("x",), 7))},
        {"ranks": (MADE.ranks[0], RankRecord(None, (), ("y",), 7))},
        {"ranks": (MADE.ranks[0], RankRecord(None, (), ("x",), 7, stack=("a.py:1",)))},
        {"ranks": (MADE.ranks[0], RankRecord(None, (), ("x",), 7, host="node0"))},
    ],
)
def test_a_change_of_each_field_shows(change):
    assert as_text(unchecked(MADE)) != as_text(unchecked(dataclasses.replace(MADE, **change)))


def test_a_field_that_nobody_knows_shows(tmp_path):
    table = json.loads(written(tmp_path)) | {"extra": {"a": [1]}}
    table["ranks"][0]["more"] = "b"
    text = as_text(json.dumps(table))
    assert 'extra: {"a": [1]}' in text.splitlines()
    assert 'rank 0: exit 0, more "b"' in text.splitlines()


@pytest.mark.parametrize("content", ["", "{", "[]", "3", '{"ranks": 1}', "[" * 100_000, '{"snippet": 1, "ranks": [1]}'])
def test_what_is_no_record_shows_as_it_is(content):
    assert as_text(content).splitlines() == content.splitlines()


def test_what_cannot_be_seen_is_an_escape():
    record = dataclasses.replace(MADE, ranks=(RankRecord(0, ("a\x1b[2Jb\u202ec",), ()),))
    assert "  a\\x1b[2Jb\\u202ec\n" in as_text(unchecked(record))


def test_git_shows_a_record_as_text_once_it_was_told_how(sandbox):
    (sandbox.root / ".gitattributes").write_bytes((ROOT / ".gitattributes").read_bytes())
    git(sandbox.root, "init", "-q")
    write_record(sandbox.root, MADE)
    git(sandbox.root, "add", "-A")
    write_record(sandbox.root, dataclasses.replace(MADE, ranks=(RankRecord(0, ("2", "é"), ()), MADE.ranks[1])))
    path = record_path(sandbox.root, "cpu", "topic/one.py").relative_to(sandbox.root).as_posix()
    assert '"1"' in git(sandbox.root, "diff", path)
    command = f"PYTHONPATH={ROOT} {sys.executable} -m lockstep text"
    shown = git(sandbox.root, "-c", f"diff.lockstep.textconv={command}", "diff", path).splitlines()
    assert [line for line in shown if line[:1] in "+-" and line[:3] not in ("+++", "---")] == ["-  1", "+  2"]
