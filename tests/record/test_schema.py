"""What a record may hold: each field with its type and its bounds. All else is told in words, and nothing is hidden."""

from __future__ import annotations

import dataclasses
import json
import os

import pytest
from sandbox import ENVIRONMENT, ROOT

from lockstep.record import record
from lockstep.record.record import BadRecord, RankRecord, Record, read_record, record_path, recorded_names, write_record
from lockstep.rules import snippets

MADE = Record(
    snippet="topic/one.py",
    profile="cpu",
    key="a" * 64,
    command="torchrun --nproc-per-node 2 snippets/topic/one.py",
    date="2026-01-02",
    seconds=0.25,
    engine="warm",
    environment=ENVIRONMENT,
    end="finished",
    first=1,
    ranks=(RankRecord(0, ("1",), ()), RankRecord(1, (), ("x",))),
)


def forged(root, change):
    """Write a record with a change and the right digest; returns why it is refused."""
    path = write_record(root, MADE)
    table = json.loads(path.read_text("utf-8"))
    del table["digest"]
    change(table)
    table["digest"] = record._digest({name: value for name, value in table.items() if name != "format"})
    path.write_text(json.dumps(table), "utf-8")
    with pytest.raises(BadRecord) as error:
        read_record(root, "cpu", "topic/one.py")
    return str(error.value)


def deep(levels):
    value = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("ranks", [], "ranks has 0 entries, not 1 to 1000"),
        ("ranks", None, "ranks is null, not a list"),
        ("ranks", {}, "ranks is a table, not a list"),
        ("ranks", [7], "ranks[0] is 7, not a table"),
        ("ranks", [{}], "ranks[0] lacks 'exit'; ranks[0] lacks 'stderr'; ranks[0] lacks 'stdout'"),
        ("first", 7, "first is rank 7, but there are 2"),
        ("first", 0, "first is rank 0, which did not fail"),
        ("first", -1, "first is -1, not from 0 to 1e+06"),
        ("first", True, "first is true or false, not a whole number"),
        ("first", 1.0, "first is 1.0, not a whole number"),
        ("seconds", "fast", "seconds is 'fast', not a number"),
        ("seconds", 10**400, f"seconds is 1{'0' * 39}…, not from 0 to 1e+06"),
        ("seconds", True, "seconds is true or false, not a number"),
        ("environment", {}, "environment has 0 entries, not 1 to 10"),
        ("environment", {"torch": "2"}, "environment lacks 'cores'; environment lacks 'cpu'; environment lacks 'python'"),
        ("environment", {**ENVIRONMENT, "secret": "1"}, "environment has 'secret', which no record has"),
        ("environment", {**ENVIRONMENT, "cpu": None}, "environment.cpu is null, not a text"),
        ("date", "<b>2026</b>", "date is '<b>2026</b>', not a day such as 2026-01-31"),
        ("date", "2026-02-30", "date is 2026-02-30, which is no day"),
        ("date", "2026-01-02T10:00", "date is '2026-01-02T10:00', not a day such as 2026-01-31"),
        ("date", None, "date is null, not a text"),
        ("engine", "lukewarm", "engine is 'lukewarm', not warm or cold"),
        ("end", "hang", "end is 'hang', but each rank has an exit status"),
        ("end", "flood", "end is 'flood', not finished or hang"),
        ("key", "A" * 64, f"key is '{'A' * 39}…, not a digest of 64 hexadecimal digits"),
        ("command", "echo \u202e", r"command holds the invisible character \u202e"),
        ("profile", "CPU", "profile is 'CPU', not cpu or a profile of GPUs, such as 1xh200"),
        ("snippet", "../../x.py", "snippet is '../../x.py', not the path of a snippet"),
        ("log", None, "log is null, not a list"),
        ("log", ["a\nb"], "log[0] has several lines"),
        ("log", ["\x1b[2J"], r"log[0] holds the invisible character \x1b"),
        ("log", ["x" * 10_001], "log[0] has 10001 characters, more than 10000"),
        ("log", deep(500), "log[0] is a list, not a text"),
        ("earlier", {"2.0": 1}, "earlier.2.0 is 1, not a text"),
        ("more", 1, "has 'more', which no record has"),
        ("\u202e", 1, r"has '\u202e', which no record has"),
    ],
)  # fmt: skip
def test_a_field_is_bounded(tmp_path, name, value, fault):
    assert forged(tmp_path, lambda table: table.update({name: value})) == fault


@pytest.mark.parametrize(
    "name", [field.name for field in dataclasses.fields(Record) if field.name not in ("log", "earlier")]
)
def test_a_field_must_be_there(tmp_path, name):
    assert forged(tmp_path, lambda table: table.pop(name)) == f"lacks {name!r}"


@pytest.mark.parametrize(
    ("field", "value", "fault"),
    [
        ("exit", "0", "exit is '0', not a whole number"),
        ("exit", 256, "exit is 256, not from -64 to 255"),
        ("host", "<i>", "host is '<i>', not the name of a host, such as node0"),
        ("line", -1, "line is -1, not from 0 to 1e+06"),
        ("line", 3, "line or stack says where it waits, but it has an exit status"),
        ("stdout", "1", "stdout is '1', not a list"),
        ("stdout", [None], "stdout[0] is null, not a text"),
        ("stdout", ["a\u2066b"], r"stdout[0] holds the invisible character \u2066"),
        ("stdout", ["\ud800"], r"stdout[0] holds the invisible character \ud800"),
        ("rounds", [{"number": 0}], "rounds[0] lacks 'rank'; ranks[0].rounds[0] lacks 'stderr'; ranks[0].rounds[0] lacks 'stdout'; ranks[0].rounds[0] lacks 'world_size'"),
        ("rounds", [{"number": 0, "rank": 1, "world_size": 1, "stdout": 0, "stderr": 0}], "rounds has a rank or a line in round 0 that is not there; in round 0 the ranks are [1], not 0 to 0"),
        ("rounds", [{"number": n, "rank": 0, "world_size": 1, "stdout": 0, "stderr": 0} for n in (1, 0)], "rounds has round 0 out of order"),
    ],
)  # fmt: skip
def test_a_field_of_a_rank_is_bounded(tmp_path, field, value, fault):
    assert forged(tmp_path, lambda table: table["ranks"][0].update({field: value})) == f"ranks[0].{fault}"


def test_all_that_is_wrong_is_told_at_once(tmp_path):
    change = {"ranks": [], "first": "7", "seconds": "fast", "date": 1, "key": "", "end": 0}
    said = forged(tmp_path, lambda table: table.update(change))
    assert said.count("; ") == 5, said
    assert said.endswith("; and 1 more")


def refused(root, content):
    path = write_record(root, MADE)
    path.write_bytes(content)
    with pytest.raises(BadRecord) as error:
        read_record(root, "cpu", "topic/one.py")
    return str(error.value)


def test_what_is_no_record_says_why(tmp_path):
    whole = write_record(tmp_path, MADE).read_bytes()
    assert "is no JSON: Expecting value" in refused(tmp_path, b"")
    assert "is no JSON: 'utf-8' codec can't decode" in refused(tmp_path, b'"\xff"')
    assert "is nested too deep" in refused(tmp_path, b"[" * 100_000)
    assert "gives 'date' twice" in refused(tmp_path, whole.replace(b"{", b'{"date": "2026-01-01",', 1))
    assert "holds NaN, which is no JSON" in refused(tmp_path, whole.replace(b"0.25", b"NaN"))
    assert "is no JSON: Exceeds the limit" in refused(tmp_path, whole.replace(b"0.25", b"9" * 5000))
    assert "seconds is inf, not from 0" in refused(tmp_path, whole.replace(b"0.25", b"1e999"))
    assert "has no format or no digest" in refused(tmp_path, b"[]")
    assert "has format a list; this version reads 1" in refused(tmp_path, b'{"format": [], "digest": 1}')


def test_a_record_of_60_mb_is_not_read(tmp_path):
    path = write_record(tmp_path, MADE)
    os.truncate(path, 60_000_000)
    with pytest.raises(BadRecord, match="has 60,000,000 bytes, more than 1,048,576"):
        read_record(tmp_path, "cpu", "topic/one.py")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_record_that_is_no_file_is_not_waited_for(tmp_path):
    path = write_record(tmp_path, MADE)
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(BadRecord, match="is no regular file"):
        read_record(tmp_path, "cpu", "topic/one.py")
    path.unlink()
    path.symlink_to(path)
    with pytest.raises(BadRecord, match="cannot be read: "):
        read_record(tmp_path, "cpu", "topic/one.py")


@pytest.mark.parametrize(
    "change", [{"command": "a\u200bb"}, {"ranks": (RankRecord(0, ("x" * 10_001,), ()),)}, {"end": "hang"}]
)
def test_what_a_reader_would_refuse_is_not_written(tmp_path, change):
    path = write_record(tmp_path, MADE)
    before = path.read_bytes()
    with pytest.raises(BadRecord):
        write_record(tmp_path, dataclasses.replace(MADE, **change))
    with pytest.raises(BadRecord, match="bytes, more than"):
        write_record(tmp_path, dataclasses.replace(MADE, log=("x" * 9_999,) * 200))
    assert path.read_bytes() == before


def test_a_broken_record_hides_no_other_problem(sandbox):
    names = ["topic/a.py", "topic/b.py", "topic/c.py"]
    for name in names:
        sandbox.snippet(name=name)
        sandbox.recorded(name)
    for name, text in zip(names, ("[" * 5000, '{"format": 1, "digest": ""}', ""), strict=True):
        record_path(sandbox.root, "cpu", name).write_text(text, "utf-8")
    problems = [str(problem) for problem in snippets.verify(sandbox.project)]
    for name, what in zip(names, ("is nested too deep", "lacks 'command'; lacks", "is no JSON"), strict=True):
        path = f"snippets/recorded/cpu/{name.removesuffix('.py')}.json: "
        (said,) = (problem for problem in problems if problem.startswith(path))
        assert what in said
        assert said.endswith(f". Run: nox -s record -- {name}")


def test_all_records_of_this_project_are_sound():
    """Also those that no page shows."""
    for name in recorded_names(ROOT, "cpu"):
        assert read_record(ROOT, "cpu", name)
