"""Recording and checking on the real engine, with throw-away projects."""

from __future__ import annotations

import errno
import io
import itertools
import os

import pytest

from lockstep import record, recorder, snippet
from lockstep.progress import Progress
from lockstep.recorder import check_one, record_one

pytestmark = pytest.mark.torch


@pytest.fixture
def one(sandbox):
    def one(body="print(one)", **kwargs):
        return snippet.read(sandbox.root, sandbox.snippet(body, **kwargs))

    return one


def test_records_then_is_as_on_record(one, engine):
    made = one("print('hello')", ranks=2)
    assert recorder.is_stale(made, "cpu")
    assert record_one(engine, made).verdict == "recorded"
    assert not recorder.is_stale(made, "cpu")
    kept = record.read(made.root, "cpu", made.name)
    assert [rank.stdout for rank in kept.ranks] == [("hello",), ("hello",)]
    assert (kept.key, kept.command, kept.environment["torch"][:2]) == (made.key, made.command.text, "2.")
    assert record_one(engine, made).verdict == "as before"
    assert check_one(engine, made).verdict == "as on record"


def test_an_unstable_snippet_is_refused_and_the_diff_shown(one, engine):
    outcome = record_one(engine, one("import time\nprint(time.time_ns())"))
    assert outcome.verdict == "unstable"
    assert str(outcome.problems[0]) == (
        "snippets/topic/one.py: printed something else the second time. "
        "Print only what is the same every time, or declare the lines in 'volatile'."
    )
    assert [line[:3] for line in outcome.diff] == ["ran", "  @", "  -", "  +"]
    assert not record.path_of(one().root, "cpu", "topic/one.py").exists()


def test_a_volatile_line_is_recorded(one, engine):
    made = one("import time\nprint('took', time.time_ns())", needs='volatile = ["^took"]')
    assert record_one(engine, made).verdict == "recorded"
    assert check_one(engine, made).verdict == "as on record"


def test_a_claim_that_does_not_hold_is_not_recorded(one, engine):
    outcome = record_one(engine, one("one = 2"))
    assert outcome.verdict == "failed"
    assert "AssertionError (the claim is not proved)." in str(outcome.problems[0])
    assert recorder.is_stale(one("one = 2"), "cpu")


def test_check_shows_what_changed_by_rank(one, engine):
    record_one(engine, one("import os\nprint(os.environ['RANK'])", ranks=2))
    outcome = check_one(engine, one("import os\nprint(int(os.environ['RANK']) * 2)", ranks=2))
    assert outcome.diff == ["rank 1:", "  @@ -1 +1 @@", "  -1", "  +2"]
    assert (
        "prints something else than its record on cpu. If the new output is right: nox -s record -- topic/one.py"
        in str(outcome.problems[0])
    )


def test_check_without_a_record_or_with_a_damaged_one(one, engine):
    made = one()
    assert "has no record on cpu. Run: nox -s record -- topic/one.py" in str(check_one(engine, made).problems[0])
    record_one(engine, made)
    path = record.path_of(made.root, "cpu", made.name)
    path.write_text(path.read_text().replace('"1"', '"2"'))
    assert "snippets/recorded/cpu/topic/one.json: was edited by hand" in str(check_one(engine, made).problems[0])
    assert recorder.is_stale(made, "cpu")


def test_a_full_disk_is_told_and_the_old_record_stands(one, engine, monkeypatch):
    made = one()
    record_one(engine, made)
    before = record.path_of(made.root, "cpu", made.name).read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(record.os, "replace", full)
    assert "its record cannot be written: No space left on device. The old record stands" in str(
        record_one(engine, made).problems[0]
    )
    assert record.path_of(made.root, "cpu", made.name).read_bytes() == before


def test_a_gpu_snippet_has_nothing_to_record_on_a_cpu(one):
    made = one(needs="gpus = 2\ncpu = false")
    assert [recorder.can_run(made, p) for p in ("cpu", "1xh200", "2xh100", "8xh100")] == [False, False, True, True]
    assert not recorder.can_run(one(), "1xh200")


def test_each_goes_on_after_a_failure_and_counts_it(sandbox, engine):
    names = [
        sandbox.snippet(body, f"topic/{n}.py")
        for n, body in zip("abc", ("print(1)", "one = 2", "print(3)"), strict=True)
    ]
    stream = io.StringIO()
    progress = Progress(3, stream)
    outcomes = recorder.each(record_one, engine, [snippet.read(sandbox.root, name) for name in names], progress)
    assert [outcome.verdict for outcome in outcomes] == ["recorded", "failed", "recorded"]
    assert (progress.done, progress.failed) == (3, 1)
    assert "[3/3]" in stream.getvalue()


def test_shards_are_whole_apart_and_even(sandbox, engine):
    names = [sandbox.snippet("print(1)", f"topic/s{n}.py") for n in range(9)]
    made = [snippet.read(sandbox.root, name) for name in names]
    record_one(engine, made[0])
    old = record.read(sandbox.root, "cpu", names[0])
    for one, seconds in zip(made, (8, 7, 6, 5, 4, 3, 2, 1), strict=False):  # the ninth has no record yet
        record.write(sandbox.root, record.Record(**{**vars(old), "snippet": one.name, "seconds": float(seconds)}))
    parts = [recorder.shard(made, "cpu", index, 3) for index in (1, 2, 3)]
    assert sorted(one.name for part in parts for one in part) == names
    for a, b in itertools.combinations(parts, 2):
        assert not {one.name for one in a} & {one.name for one in b}
    loads = [sum(getattr(record.read(sandbox.root, "cpu", one.name), "seconds", 5.0) for one in part) for part in parts]
    assert max(loads) - min(loads) <= 2
