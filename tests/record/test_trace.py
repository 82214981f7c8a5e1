"""Traces on record: read as they were written, of the snippet as it is now, and within bounds."""

from __future__ import annotations

import dataclasses
import json

import pytest

from lockstep.record.record import BadRecord
from lockstep.record.trace import (
    Lane,
    Op,
    Part,
    Step,
    Trace,
    Value,
    current_trace,
    is_outdated,
    read_trace,
    trace_path,
    traced_names,
    write_trace,
)
from lockstep.snippet.snippet import read_snippet


def made(snippet):
    steps = (Step(at=1, line=2), Step(at=2, line=3, set={"x": Value("float32[1]", ("1",)), "y": None}, out=("a",)))
    lanes = tuple(Lane(steps=steps, end="has ended", at=5, cut=3) for _ in range(2))
    parts = tuple(Part(rank=rank, step=1, enter=3, leave=4, on=(1 - rank,)) for rank in range(2))
    ops = (Op(name="all_reduce", ranks=(0, 1), parts=parts, group="0", size=4, how="SUM"),)
    return Trace(
        snippet=snippet.name, key=snippet.key, end="finished", files=(snippet.path,), lanes=lanes, ops=ops
    )  # fmt: skip


@pytest.fixture
def snippet(sandbox):
    return read_snippet(sandbox.root, sandbox.snippet(ranks=2))


def test_a_trace_is_read_as_it_was_written(snippet):
    assert read_trace(snippet.root, "cpu", snippet.name) is None
    assert not is_outdated(snippet, "cpu")
    write_trace(snippet.root, "cpu", made(snippet))
    assert current_trace(snippet, "cpu") == made(snippet)
    assert made(snippet).length == 5
    path = trace_path(snippet.root, "cpu", snippet.name)
    before = path.read_bytes()
    write_trace(snippet.root, "cpu", made(snippet))
    assert path.read_bytes() == before
    assert traced_names(snippet.root, "cpu") == ["topic/one.py"]


def test_a_change_of_the_snippet_makes_it_stale(sandbox, snippet):
    write_trace(snippet.root, "cpu", made(snippet))
    sandbox.snippet("print(2)", ranks=2)
    changed = read_snippet(sandbox.root, snippet.name)
    assert is_outdated(changed, "cpu")
    assert current_trace(changed, "cpu") is None


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        (lambda table: table | {"format": 0}, "has format 0; this version reads 1"),
        (lambda table: table | {"snippet": "topic/two.py"}, "is of topic/two.py, not of the file it is named for"),
        (lambda table: table | {"seconds": 3}, "has 'seconds', which no record has"),
        (lambda table: table | {"end": "late"}, "end is 'late', not finished or hang"),
        (lambda table: table | {"files": []}, "files has 0 entries, not 1 to 50"),
        (lambda table: table | {"lanes": table["lanes"] * 5}, "lanes has 10 entries, not 1 to 8"),
        (lambda table: table | {"lanes": [{**table["lanes"][0], "at": 1}, table["lanes"][1]]}, "steps out of order"),
        (
            lambda table: table | {"lanes": [{**lane, "steps": lane["steps"][:1]} for lane in table["lanes"]]},
            "is not there",
        ),
        (lambda table: [table], "has format null"),
    ],
)
def test_what_is_no_trace_is_told(snippet, change, fault):
    write_trace(snippet.root, "cpu", made(snippet))
    path = trace_path(snippet.root, "cpu", snippet.name)
    path.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))), "utf-8")
    with pytest.raises(BadRecord, match=fault):
        read_trace(snippet.root, "cpu", snippet.name)
    assert is_outdated(snippet, "cpu")


def test_a_line_of_a_file_that_is_not_named_is_told(snippet):
    trace = made(snippet)
    lanes = (dataclasses.replace(trace.lanes[0], steps=(Step(at=1, line=1, file=3),)), trace.lanes[1])
    write_trace(snippet.root, "cpu", dataclasses.replace(trace, lanes=lanes, ops=()))
    with pytest.raises(BadRecord, match="a line of a file that is not named"):
        read_trace(snippet.root, "cpu", snippet.name)


def test_a_trace_that_is_too_large_is_not_written(snippet):
    trace = made(snippet)
    step = Step(at=1, line=1, out=("x" * 9_000,) * 100)
    with pytest.raises(BadRecord, match="bytes, more than"):
        write_trace(
            snippet.root, "cpu", dataclasses.replace(trace, lanes=(dataclasses.replace(trace.lanes[0], steps=(step,)),))
        )
    assert not trace_path(snippet.root, "cpu", snippet.name).exists()
