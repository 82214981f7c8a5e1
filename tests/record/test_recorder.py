"""Recording and checking on the real engine, with throw-away projects."""

from __future__ import annotations

import dataclasses
import errno
import io
import os
import signal
import socket
import sys
import threading
import time

import pytest

from lockstep.record import record, recorder
from lockstep.record.progress import Progress
from lockstep.record.record import read_record, record_path, write_record
from lockstep.record.recorder import check_one, record_one
from lockstep.snippet.snippet import read_snippet

pytestmark = pytest.mark.torch


@pytest.fixture
def one(sandbox):
    def one(body="print(one)", **kwargs):
        return read_snippet(sandbox.root, sandbox.snippet(body, **kwargs))

    return one


def test_records_then_is_as_on_record(one, engine):
    made = one("print('hello')", ranks=2)
    assert recorder.is_stale(made, "cpu")
    assert record_one(engine, made).verdict == "recorded"
    assert not recorder.is_stale(made, "cpu")
    kept = read_record(made.root, "cpu", made.name)
    assert [rank.stdout for rank in kept.ranks] == [("hello",), ("hello",)]
    assert (kept.key, kept.command, kept.environment["torch"][:2]) == (made.key, made.command.text, "2.")
    assert record_one(engine, made).verdict == "as before"
    assert check_one(engine, made).verdict == "as on record"


def test_an_unstable_snippet_is_refused_and_the_diff_shown(one, engine):
    outcome = record_one(engine, one("import time\nprint(time.time_ns())"))
    assert outcome.verdict == "unstable"
    assert str(outcome.problems[0]) == (
        "snippets/topic/one.py: printed something else the second time. "
        "Print only what is the same every time, or write 'volatile = [...]' with these lines "
        "below '# [tool.lockstep]' in its block '# /// script'."
    )
    assert [line[:3] for line in outcome.diff] == ["ran", "  @", "  -", "  +"]
    assert not record_path(one().root, "cpu", "topic/one.py").exists()


def test_a_volatile_line_is_recorded(one, engine):
    made = one("import time\nprint('took', time.time_ns())", needs='volatile = ["^took"]')
    assert record_one(engine, made).verdict == "recorded"
    assert check_one(engine, made).verdict == "as on record"


class Stoppable:
    """An engine whose snippet runs until it is stopped."""

    def __init__(self):
        self.stopped = threading.Event()

    def run(self, *_):
        time.sleep(0.5)  # the main thread waits by now
        signal.pthread_kill(threading.get_ident(), signal.SIGUSR1)  # another thread takes it: no wait of ours ends
        assert self.stopped.wait(60)
        return recorder.Outcome("failed")

    def stop(self):
        self.stopped.set()


def test_a_signal_that_ends_no_wait_stops_the_recorder_all_the_same(one):
    def stop(*_):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGUSR1, stop)
    engine, started = Stoppable(), time.monotonic()
    try:
        with pytest.raises(KeyboardInterrupt):
            recorder.for_each(Stoppable.run, engine, [one()], Progress(1, io.StringIO()))
    finally:
        signal.signal(signal.SIGUSR1, before)
    assert engine.stopped.is_set()
    assert time.monotonic() - started < 50


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
    path = record_path(made.root, "cpu", made.name)
    path.write_text(path.read_text().replace('"1"', '"2"'))
    assert "snippets/recorded/cpu/topic/one.json: was edited by hand" in str(check_one(engine, made).problems[0])
    assert recorder.is_stale(made, "cpu")


def test_what_no_reader_would_take_is_not_recorded(one, engine):
    outcome = record_one(engine, one("print('x\\n' * 10_001)"))
    assert outcome.verdict == "failed"
    assert [str(problem) for problem in outcome.problems] == [
        "snippets/topic/one.py: what it printed cannot be kept: ranks[0].stdout has 10001 entries, not 0 to 10000. "
        "Print only what a page can show."
    ]
    assert not record_path(one().root, "cpu", "topic/one.py").exists()


def test_a_full_disk_is_told_and_the_old_record_stands(one, engine, monkeypatch):
    made = one()
    record_one(engine, made)
    before = record_path(made.root, "cpu", made.name).read_bytes()

    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(record.os, "replace", full)
    assert (
        "snippets/recorded/cpu/topic/one.json: cannot be written: No space left on device; the old record stands. Make room"
        in str(record_one(engine, made).problems[0])
    )
    assert record_path(made.root, "cpu", made.name).read_bytes() == before


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
    outcomes = recorder.for_each(record_one, engine, [read_snippet(sandbox.root, name) for name in names], progress)
    assert [outcome.verdict for outcome in outcomes] == ["recorded", "failed", "recorded"]
    assert (progress.done, progress.failed) == (3, 1)
    assert "[3/3]" in stream.getvalue()


FAILS = "import os\nif os.environ['RANK'] == '1':\n    raise ValueError('no')\nimport time\ntime.sleep(60)"


def test_a_record_keeps_the_terminal_where_it_is_asked_for(one, engine):
    made = one(FAILS, ranks=2, needs='expect = "ValueError: no"\nlog = true')
    assert record_one(engine, made).problems == []
    log = read_record(made.root, "cpu", made.name).log
    assert any(line.endswith("ValueError: no") for line in log)
    assert "Root Cause (first observed failure):" in log
    assert any(line.startswith("  rank      : 1 (local_rank: 1)") for line in log)
    assert not any("/tmp/" in line or sys.executable in line or socket.gethostname() in line.split() for line in log)


def test_a_log_that_names_another_rank_is_refused(one, engine, monkeypatch):
    made = one(FAILS, ranks=2, needs='expect = "ValueError: no"\nlog = true')
    run = engine.run

    def other(snippet, *args, terminal=False, **kwargs):
        done, scratch = run(snippet, *args, **kwargs)
        done.first = 0 if terminal else done.first
        return done, scratch

    monkeypatch.setattr(engine, "run", other)
    [problem] = record_one(engine, made).problems
    assert "in a terminal it ends with finished, first rank 0; by rank with finished, 1." in str(problem)
    assert read_record(made.root, "cpu", made.name) is None


def test_a_hang_keeps_the_stack_of_each_rank(one, engine):
    made = one("import time\ntime.sleep(60)", ranks=2, needs='expect = "hang"\ntimeout = 1')
    assert record_one(engine, made).problems == []
    for rank in read_record(made.root, "cpu", made.name).ranks:
        assert rank.stack == (
            "Current thread (most recent call first):",
            f'  File "snippets/topic/one.py", line {rank.line} in <module>',
        )


def test_what_another_version_said_is_kept_and_told(one, engine):
    made = one("raise ValueError('new words')", needs='expect = "ValueError"')
    record_one(engine, made)
    kept = read_record(made.root, "cpu", made.name)
    said = tuple(line.replace("new words", "old words") for line in kept.ranks[0].stderr)
    ranks = (dataclasses.replace(kept.ranks[0], stderr=said),)
    old = dataclasses.replace(kept, ranks=ranks, environment=kept.environment | {"torch": "2.11.0+cpu"})
    write_record(made.root, old)
    outcome = record_one(engine, made)
    assert outcome.diff == [
        "snippets/topic/one.py: its message changed:",
        "  @@ -1 +1 @@",
        "  -ValueError: old words",
        "  +ValueError: new words",
    ]
    assert read_record(made.root, "cpu", made.name).earlier == {"2.11.0": "ValueError: old words"}
    assert record_one(engine, made).diff == []
    assert read_record(made.root, "cpu", made.name).earlier == {"2.11.0": "ValueError: old words"}


def test_ranks_that_did_not_meet_are_started_once_more_and_it_is_told(one, engine, monkeypatch, capsys):
    made, run, runs = one(ranks=2), engine._run_once, []

    def overloaded(snippet, *args, **kwargs):
        runs.append(snippet.name)
        done, scratch = run(snippet, *args, **kwargs)
        if len(runs) in failing:
            done.first, done.ranks[0].exit = 0, 1
            done.ranks[0].stderr = b"RuntimeError: Gloo connectFullMesh failed with Connection closed by peer\n"
        return done, scratch

    monkeypatch.setattr(engine, "_run_once", overloaded)
    failing = {1}
    assert record_one(engine, made).verdict == "recorded"
    assert len(runs) == 3
    said = "snippets/topic/one.py: its ranks did not meet (Gloo connectFullMesh failed).\n"
    assert capsys.readouterr().err == said
    runs.clear()
    failing = set(range(1, 9))
    assert record_one(engine, made).verdict == "failed"
