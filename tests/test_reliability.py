"""The engine survives: a recorder that is killed, full disks, a read-only tree, a second recorder at the same time."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT, descendants, reap_orphans, temporary

from lockstep import record, scratch, snippet
from lockstep.guard import MARK
from lockstep.process import marked

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
torch = pytest.mark.torch


def started(sandbox, *args, **options):
    """A command line on this project that is not waited for."""
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), *args]
    return subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **options)


def until(condition, seconds=30.0):
    """Wait for a condition, long enough for a slow machine."""
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert condition()


def test_a_folder_is_swept_when_its_owner_is_killed_and_not_before(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code = (
        "import sys\nfrom lockstep import scratch\nwith scratch.folder() as f:\n    print(f, flush=True)\n    input()"
    )
    owner = subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        text=True, env={"TMPDIR": str(tmp_path)},
    )  # fmt: skip
    theirs = owner.stdout.readline().strip()
    with scratch.folder() as ours:
        assert {str(path) for path in tmp_path.iterdir()} == {theirs, str(ours)}
    assert [str(path) for path in tmp_path.iterdir()] == [theirs]
    owner.kill()
    owner.communicate()
    assert [str(path) for path in tmp_path.iterdir()] == [theirs]
    with scratch.folder() as ours:
        assert list(tmp_path.iterdir()) == [ours]


def test_a_half_written_record_is_swept_and_one_being_written_is_not(sandbox):
    sandbox.snippet()
    folder = record.path_of(sandbox.root, "cpu", "topic/one.py").parent
    folder.mkdir(parents=True)
    (folder / ".part-dead.json").write_text("{")
    with scratch.owned(lambda: record._part(folder)) as living:
        record.sweep(sandbox.root)
        assert list(folder.iterdir()) == [living]
    record.sweep(sandbox.root)
    assert not list(folder.iterdir())


@linux
@torch
@pytest.mark.usefixtures("nothing_left")
def test_a_cold_recorder_that_is_killed_takes_torchrun_and_its_ranks_along(sandbox):
    before, files = descendants(), temporary()
    sandbox.snippet("import time\nprint('up', flush=True)\ntime.sleep(97)", ranks=2, needs="timeout = 99")
    process = started(sandbox, "run", "--cold", "topic/one.py", stdout=subprocess.PIPE)
    assert "up" in process.stdout.readline()
    mark = next(env[MARK] for env in map(variables, children_of(process.pid)) if MARK in env)
    assert len(marked(MARK, mark)) >= 3  # torchrun and two ranks
    process.kill()
    process.wait()
    process.stdout.close()
    until(lambda: not marked(MARK, mark))
    reap_orphans(before)
    assert temporary() > files
    with scratch.folder():
        pass


def children_of(pid):
    """Children of a process, whichever of its threads started them."""
    lists = [path.read_text().split() for path in Path(f"/proc/{pid}/task").glob("*/children")]
    return [int(child) for one in lists for child in one]


def variables(pid):
    with open(f"/proc/{pid}/environ", encoding="utf-8", errors="replace") as file:
        return dict(item.partition("=")[::2] for item in file.read().split("\0"))


@linux
@torch
@pytest.mark.usefixtures("nothing_left")
def test_sigint_ends_a_recorder_that_was_started_with_sigint_ignored(sandbox):
    """A shell starts what runs in the background so, and `kill -INT` must work on it all the same."""
    before = descendants()
    sandbox.snippet("import time\nprint('up', flush=True)\ntime.sleep(97)", needs="timeout = 99")
    ignoring = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    process = started(sandbox, "run", "topic/one.py", stdout=subprocess.PIPE, preexec_fn=ignoring)
    assert "up" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    process.stdout.close()
    reap_orphans(before)


def test_a_path_may_be_absolute(sandbox):
    name = sandbox.snippet()
    inside, outside = sandbox.root / "snippets" / name, sandbox.root.parent / "one.py"
    assert [one.name for one in sandbox.project.select([str(inside)])] == [name]
    assert [one.name for one in sandbox.project.select([str(inside.parent)])] == [name]
    result = sandbox.lockstep("list", str(outside))
    assert (result.returncode, f"{outside}: no such snippet." in result.stderr) == (2, True)


def test_every_page_that_mkdocs_builds_is_verified(sandbox):
    sandbox.snippet()
    for ending in (".markdown", ".mkd"):
        sandbox.page("```run\ntopic/none.py\n```\n", f"page{ending}")
        assert f"docs/page{ending}:2: no snippet topic/none.py." in sandbox.lockstep("verify").stdout
    assert snippet.names(sandbox.root) == ["topic/one.py"]
