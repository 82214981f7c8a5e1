"""The engine survives: a recorder that is killed, full disks, a read-only tree, a second recorder at the same time."""

from __future__ import annotations

import errno
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from sandbox import ROOT, descendants, reap_orphans, temporary, until

from lockstep.engine import scratch
from lockstep.engine.guard import MARK
from lockstep.engine.process import marked
from lockstep.record import record
from lockstep.record.record import RECORDS_FOLDER, read_record, record_path, recorded_names, sweep_parts
from lockstep.snippet.snippet import read_snippet, snippet_names

linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
torch = pytest.mark.torch


def started(sandbox, *args, **options):
    """A command line on this project that is not waited for."""
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), *args]
    return subprocess.Popen(command, cwd=ROOT, text=True, start_new_session=True, **options)


@pytest.fixture
def clean(nothing_left):
    """After the test nothing is left, but for what init would have reaped."""
    before = descendants()
    yield
    reap_orphans(before)


def test_a_half_written_record_is_swept_and_one_being_written_is_not(sandbox):
    sandbox.snippet()
    folder = record_path(sandbox.root, "cpu", "topic/one.py").parent
    folder.mkdir(parents=True)
    (folder / ".part-dead.json").write_text("{")
    with scratch.owned(lambda: record._part(folder)) as living:
        sweep_parts(sandbox.root)
        assert list(folder.iterdir()) == [living]
    sweep_parts(sandbox.root)
    assert not list(folder.iterdir())


def test_without_locks_as_on_a_network_file_system_nothing_is_swept(sandbox, tmp_path_factory, monkeypatch):
    def none(*_):
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))

    monkeypatch.setattr(scratch.fcntl, "flock", none)
    folder = tmp_path_factory.mktemp("shared")
    (folder / "theirs").touch()
    scratch.sweep(folder.iterdir())
    assert (folder / "theirs").exists()
    with scratch.folder() as ours:
        assert ours.is_dir()
    assert not ours.exists()
    sandbox.recorded(sandbox.snippet())
    assert recorded_names(sandbox.root, "cpu") == ["topic/one.py"]


@linux
@torch
@pytest.mark.usefixtures("clean")
def test_a_cold_recorder_that_is_killed_takes_torchrun_and_its_ranks_along(sandbox):
    files = temporary()
    sandbox.snippet("import time\nprint('up', flush=True)\ntime.sleep(97)", ranks=2, needs="timeout = 99")
    process = started(sandbox, "run", "--cold", "topic/one.py", stdout=subprocess.PIPE)
    assert "up" in process.stdout.readline()
    mark = next(env[MARK] for env in map(variables, children_of(process.pid)) if MARK in env)
    assert len(marked(MARK, mark)) >= 3  # torchrun and two ranks
    process.kill()
    process.wait()
    process.stdout.close()
    until(lambda: not marked(MARK, mark))
    assert temporary() - files
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
@pytest.mark.usefixtures("clean")
@pytest.mark.parametrize("numbers", [(signal.SIGTERM,), (signal.SIGINT, signal.SIGTERM, signal.SIGINT)], ids=str)
def test_a_recorder_that_still_starts_stops_at_once(sandbox, numbers):
    """What CI does: a signal to the whole group, and another one soon after. Torch is not imported yet."""
    sandbox.snippet("import time\ntime.sleep(97)", needs="timeout = 99")  # where it had time to start, it is not done
    process = started(sandbox, "record", stderr=subprocess.PIPE)
    until(lambda: children_of(process.pid))
    for number in numbers:
        os.killpg(process.pid, number)
    assert "Records that were finished are kept." in process.communicate()[1]
    assert process.returncode == 128 + numbers[0]
    assert recorded_names(sandbox.root, "cpu") == []


@linux
@torch
@pytest.mark.usefixtures("clean")
def test_sigint_ends_a_recorder_that_was_started_with_sigint_ignored(sandbox):
    """A shell starts what runs in the background so, and `kill -INT` must work on it all the same."""
    sandbox.snippet("import time\nprint('up', flush=True)\ntime.sleep(97)", needs="timeout = 99")
    ignoring = lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)  # noqa: E731
    process = started(sandbox, "run", "topic/one.py", stdout=subprocess.PIPE, preexec_fn=ignoring)
    assert "up" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    assert process.wait(300) == 130
    process.stdout.close()


def test_a_path_may_be_absolute(sandbox):
    name = sandbox.snippet()
    inside, outside = sandbox.root / "snippets" / name, sandbox.root.parent / "one.py"
    assert [one.name for one in sandbox.project.select([str(inside)])] == [name]
    assert [one.name for one in sandbox.project.select([str(inside.parent)])] == [name]
    assert [one.name for one in sandbox.project.select(["snippets"])] == [name]
    result = sandbox.lockstep("list", str(outside))
    assert (result.returncode, f"{outside}: no such snippet or notebook." in result.stderr) == (2, True)


def test_every_page_that_mkdocs_builds_is_verified(sandbox):
    sandbox.snippet()
    for ending in (".markdown", ".mkd"):
        sandbox.page("```run\ntopic/none.py\n```\n", f"page{ending}")
        assert f"docs/page{ending}:2: no snippet topic/none.py." in sandbox.lockstep("verify").stdout
    assert snippet_names(sandbox.root) == ["topic/one.py"]


def in_namespace(folder, *args, script=""):
    """A command line with a file system of its own at a folder, which ends with it; `script` makes it and fills it."""
    command = ["unshare", "--mount", "sh", "-ec", f'{script}; exec "$@"', str(folder), *args]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False)


@pytest.fixture(scope="module")
def may_mount(tmp_path_factory):
    folder = tmp_path_factory.mktemp("mount")
    return bool(shutil.which("unshare")) and not in_namespace(folder, "true", script=TMPFS.format(8)).returncode


TMPFS = 'mount -t tmpfs -o size={}k none "$0"'
READ_ONLY = 'mount --bind "$0" "$0"; mount -o remount,bind,ro "$0"'


def limited(sandbox, size, *args):
    """A command line that can write no file larger than this: the weaker form of a full disk."""
    return sandbox.lockstep(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))


@linux
@torch
@pytest.mark.usefixtures("clean")
def test_a_full_temporary_folder_is_told_and_the_rest_goes_on(sandbox, may_mount, tmp_path_factory):
    big = sandbox.snippet(name="topic/big.py", needs='inputs = ["big.bin"]')
    sandbox.snippet(name="topic/small.py")
    (sandbox.root / "snippets/topic/big.bin").write_bytes(b"x" * 400_000)
    # One at a time: a snippet that starts while the big one is laid out has no room either, which is told as well.
    folder = tmp_path_factory.mktemp("full")
    if may_mount:
        command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "record", "--jobs", "1"]
        result = in_namespace(folder, "env", f"TMPDIR={folder}", *command, script=TMPFS.format(200))
        said = f"No space left on device in {folder}"
    else:
        result = limited(sandbox, 200_000, "record", "--jobs", "1")
        said = f"File too large in {tempfile.gettempdir()}"
    todo = "where snippets run. Make room there, or set TMPDIR to a folder that has it."
    assert (result.returncode, result.stdout) == (1, f"snippets/{big}: the engine failed: {said}, {todo}\n")
    assert recorded_names(sandbox.root, "cpu") == ["topic/small.py"]


@linux
@torch
@pytest.mark.usefixtures("clean")
def test_a_full_folder_of_records_is_told_and_old_records_stand(sandbox, may_mount, tmp_path_factory):
    sandbox.recorded(sandbox.snippet("print('new' * 2000)", "topic/old.py"))
    old = record_path(sandbox.root, "cpu", "topic/old.py").read_bytes()
    if may_mount:
        sandbox.snippet("print('x' * 2000)", "topic/next.py")
        folder, kept = sandbox.root / RECORDS_FOLDER, tmp_path_factory.mktemp("kept")
        fill = f"cp -r '{folder}/cpu' '{kept}'; {TMPFS.format(32)}; cp -r '{kept}/cpu' \"$0\"; rm -r '{kept}/cpu'"
        fill += '; cat /dev/zero >"$0/full" 2>/dev/null || true'
        command = f"'{sys.executable}' -m lockstep --root '{sandbox.root}' record; code=$?; cp -r '{folder}' '{kept}'"
        result = in_namespace(folder, "sh", "-c", f"{command}; exit $code", script=fill)
        told, said, there = ["next", "old"], "No space left on device", kept / "recorded"
    else:
        sandbox.snippet("print('x')", "topic/next.py")
        result = limited(sandbox, 4000, "record")
        told, said, there = ["old"], "File too large", sandbox.root / RECORDS_FOLDER
    assert sorted(result.stdout.splitlines()) == [  # they run side by side
        f"snippets/recorded/cpu/topic/{name}.json: cannot be written: {said}; the old record stands. "
        "Make room and record again."
        for name in told
    ]
    assert result.returncode == 1
    assert (there / "cpu/topic/old.json").read_bytes() == old
    assert not list(there.rglob(".part-*"))


@linux
@torch
@pytest.mark.usefixtures("clean")
def test_in_a_read_only_tree_all_but_recording_works(sandbox, may_mount, tmp_path_factory):
    if not may_mount:
        pytest.skip("makes the tree read-only with a mount, which is not allowed here")
    sandbox.page("```run\ntopic/one.py\n```\n")
    sandbox.snippet()
    sandbox.recorded()
    before = {path: path.stat().st_mtime_ns for path in sandbox.root.rglob("*")}

    def lockstep(*args):
        command = (sys.executable, "-m", "lockstep", "--root", str(sandbox.root), *args)
        return in_namespace(sandbox.root, *command, script=READ_ONLY)

    result = lockstep("record")
    assert (result.returncode, result.stderr) == (
        1,
        "snippets/recorded: is read-only here: nothing was run. "
        "Record in a checkout that can be written; verify, check and a build work here too.\n",
    )
    assert "nothing to record." in lockstep("record", "--changed").stderr
    assert lockstep("verify").stderr == "1 snippets, 1 pages, 0 problems\n"
    assert lockstep("check").returncode == 0
    site = tmp_path_factory.mktemp("site")
    (sandbox.root / "mkdocs.yml").write_text("site_name: x\nmarkdown_extensions: [lockstep]\n")
    build = f'cd "$0"; PYTHONPATH="{ROOT}" "{sys.executable}" -m mkdocs build -q -d "{site}"'
    result = in_namespace(sandbox.root, "true", script=f"{READ_ONLY}; {build}")
    assert "<samp>1</samp>" in (site / "index.html").read_text(), result.stderr
    (sandbox.root / "mkdocs.yml").unlink()
    assert {path: path.stat().st_mtime_ns for path in before} == before


@torch
def test_two_recorders_at_once_and_a_reader(sandbox):
    """No lock is needed: a record is replaced in one step, and what two recorders write is the same."""
    names = [sandbox.snippet(f"print({n})", f"topic/s{n}.py", ranks=2) for n in range(4)]
    for name in names:
        sandbox.recorded(name)
    both = [started(sandbox, "record", stderr=subprocess.DEVNULL) for _ in range(2)]
    while any(process.poll() is None for process in both):
        found = [read_record(sandbox.root, "cpu", name) for name in names]  # raises for a torn one
        assert all(found)
    assert [process.returncode for process in both] == [0, 0]
    for number, name in enumerate(names):
        found = read_record(sandbox.root, "cpu", name)
        assert found.key == read_snippet(sandbox.root, name).key
        assert found.ranks[1].stdout == (str(number),)
    assert not list(sandbox.root.rglob(".part-*"))
