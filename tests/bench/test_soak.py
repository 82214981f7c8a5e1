"""The soak: it finds what it looks for, and on sound snippets it finds nothing."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox import ROOT, SOUND, until

from lockstep.engine import process, scratch, slurm
from lockstep.record.record import RankRecord, Record, record_path, write_record
from tests.bench import soak as soak
from tests.bench.soak import MARK, Soak

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the soak needs Linux")
NAME = "topic/one.py"
DONE = f"[1/1] as before    {NAME}  0.1 s\n"
LISTENS = "import socket, sys\ns = socket.create_server(('127.0.0.1', 0))\nprint('up', flush=True)\nsys.stdin.read()"


@pytest.fixture
def one(sandbox, tmp_path_factory, monkeypatch):
    """A soak of a project with one snippet."""
    monkeypatch.setattr(soak, "GRACE", 0.1)
    sandbox.recorded(sandbox.snippet())
    soak_of_one = Soak(sandbox.root, tmp_path_factory.mktemp("soak"), 1)
    soak_of_one.prepare()
    return soak_of_one


@pytest.fixture
def orphan(one):
    one.log.write_text("")
    env = {**os.environ, MARK: one.mark}
    with subprocess.Popen(
        [sys.executable, "-c", LISTENS], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"up\n"
        yield process
        process.kill()


def test_nothing_is_wrong_where_nothing_is_left(one):
    one.log.write_text(DONE)
    one._look("", set())
    one._judge([NAME], False, set(), "")
    assert (one.figures.wrong, one.figures.runs) == ([], 1)


def test_an_orphan_is_found_and_killed_with_its_port(one, orphan):
    ports = one._ports()
    assert len(ports) == 1
    one._look("recorder SIGKILL", ports)
    assert one.figures.wrong[0].startswith(f"orphan {orphan.pid}: {sys.executable} -c import socket")
    assert orphan.wait() == -9
    one._look("", ports)
    assert len(one.figures.wrong) == 1


def test_a_port_that_outlives_its_recorder_is_found(one, orphan):
    ports = one._ports()
    one.mark = "another"  # so that nothing kills who listens
    one._look("", ports)
    assert one.figures.wrong == [f"port still open after the end: socket {next(iter(ports))}"]


def test_a_file_is_found_at_once_or_when_the_next_recorder_has_not_removed_it(one):
    part = record_path(one.root, "cpu", NAME).parent / ".part-x.json"
    part.touch()
    one.log.write_text("")
    one._look("recorder SIGKILL", set())
    one._look("recorder SIGINT", set())  # before it ran anything
    assert one.figures.wrong == []
    one.log.write_text(DONE)
    one._look("recorder SIGINT", set())
    assert one.figures.wrong == [f"file after recorder SIGINT: {part}"]
    one.left.clear()
    one._look("", set())
    assert one.figures.wrong[1:] == [f"file after the end: {part}"]


def test_the_lock_of_a_second_killed_recorder_is_not_that_of_the_first(one):
    lock = one.tmp / "lockstep.machine.lock"
    one.log.write_text(DONE)
    lock.touch()
    one._look("recorder SIGKILL", set())
    lock.unlink()
    lock.touch()
    one._look("recorder SIGKILL", set())
    assert one.figures.wrong == []
    one._look("recorder SIGKILL", set())
    assert one.figures.wrong == [f"file after recorder SIGKILL: {lock}"]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda path: path.unlink(), "its record is gone"),
        (lambda path: path.write_text("{"), "its record is not a whole record"),
        (lambda path: path.write_text(path.read_text().replace('"1"', '"2"')), "was edited by hand"),
    ],
)
def test_a_wrong_record_is_found(one, change, said):
    one.log.write_text(f"[1/1] recorded     {NAME}  0.1 s\n")
    change(record_path(one.root, "cpu", NAME))
    one._judge([NAME], True, {NAME}, "")
    assert len(one.figures.wrong) == 1
    assert said in one.figures.wrong[0]


def test_a_record_with_another_output_is_found(one, sandbox):
    there = one.originals[NAME][1]
    rank = RankRecord(0, ("2",), ())
    write_record(one.root, Record(**{**vars(there), "ranks": (rank,)}))
    one.log.write_text(f"[1/1] recorded     {NAME}  0.1 s\n")
    one._judge([NAME], True, set(), "")
    assert one.figures.wrong == [f"{NAME}: rank 0:;   @@ -1 +1 @@;   -1;   +2"]


def test_a_failure_without_a_kill_and_a_snippet_without_a_word_are_found(one):
    one.log.write_text(f"[1/1] failed       {NAME}  0.1 s\nsnippets/{NAME}: the program ended with ValueError.\n")
    one._judge([NAME], False, set(), "")
    assert one.figures.wrong == [f"{NAME}: failed without a kill: snippets/{NAME}: the program ended with ValueError."]
    one._judge([NAME], False, {NAME}, "")
    assert (len(one.figures.wrong), one.figures.named) == (1, 1)
    one.log.write_text("")
    one._judge([NAME], False, {NAME}, "")
    assert one.figures.wrong[1] == f"{NAME}: the recorder never named it"


def test_a_snippet_whose_fork_server_was_killed_before_it_began_is_not_blamed(one):
    one.log.write_text(f"snippets/{NAME}: the engine failed: the fork server did not start: it was killed.\n")
    assert one._without_server([NAME, "topic/two.py"]) == {NAME}
    one.log.write_text(f"snippets/{NAME}:2: rank 0: ValueError.\n")
    assert one._without_server([NAME]) == set()


def test_what_has_no_mark_is_found_by_its_home(one):
    """The shell of a `$` line gets the environment of a reader, whose home is in the scratch folder."""
    env = {"HOME": str(one.tmp / f"{scratch.PREFIX}x" / "tmp")}
    with subprocess.Popen([sys.executable, "-Sc", LISTENS], env=env, stdin=subprocess.PIPE) as shell:
        until(lambda: shell.pid in one.living())
        one.log.write_text("")
        one._look("recorder SIGKILL", set())
    assert one.figures.wrong == [f"orphan {shell.pid}: {sys.executable} -Sc {LISTENS} after recorder SIGKILL"]
    assert shell.returncode == -9


def test_a_stopped_soak_lets_its_recorder_end_its_jobs(one):
    """A killed one would leave them: what guards them is killed at the same time."""
    ends = (
        "import signal, sys, time\nsignal.signal(15, lambda *_: sys.exit(7))\nprint('up', flush=True)\ntime.sleep(60)"
    )
    recorder = subprocess.Popen([sys.executable, "-Sc", ends], stdout=subprocess.PIPE)

    def stopped():
        with recorder, soak._stopped_with_us(recorder):
            assert recorder.stdout.readline() == b"up\n"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert recorder.returncode == 7


@pytest.mark.torch
@pytest.mark.skipif(bool(slurm.obstacle()), reason=slurm.obstacle())
def test_a_stopped_soak_leaves_nothing_of_a_slurm_job(sandbox, tmp_path):
    line = "srun --ntasks 1 python snippets/topic/one.py"
    body = "import time\ntime.sleep(97)"
    source = SOUND.format(command=line, body=body, block="# /// script\n# [tool.lockstep]\n# timeout = 99\n# ///\n")
    sandbox.recorded(sandbox.write(source), ranks=(RankRecord(0, (), ()),))
    program = "import sys\nfrom pathlib import Path\nfrom tests.bench import soak\nroot = Path(sys.argv[1])\n"
    program += "soak.find_root = lambda: root\nsys.exit(soak.main(['--slow', '--runs', '1']))"
    env = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", program, sandbox.root], cwd=ROOT, env=env) as stopped:
        until(lambda: len(_at_home_in(tmp_path)) > 2)  # the keeper, the first process of its sandbox, and more
        stopped.terminate()
    assert stopped.returncode == 143
    assert [soak._command(pid) for pid in _at_home_in(tmp_path)] == []


def _at_home_in(folder):
    return [pid for pid, env in process.environments().items() if env.get("HOME", "").startswith(str(folder))]


def test_those_that_were_chosen_are_in_each_batch(sandbox, tmp_path_factory, monkeypatch):
    monkeypatch.setattr(soak, "BATCH", 3)
    for number in range(5):
        sandbox.recorded(sandbox.snippet(name=f"topic/s{number}.py"))
    chosen = Soak(sandbox.root, tmp_path_factory.mktemp("soak"), 1)
    chosen.prepare([str(sandbox.root / "snippets/topic/s3.py")])
    batches = [chosen._next() for _ in range(9)]
    assert all("topic/s3.py" in batch and len(batch) in (2, 3) for batch in batches)
    assert {name for batch in batches for name in batch} == set(chosen.snippets)


def test_a_path_that_names_no_snippet_is_told(sandbox, monkeypatch, capsys):
    monkeypatch.setattr(soak, "find_root", lambda: sandbox.root)
    sandbox.recorded(sandbox.snippet())
    with pytest.raises(SystemExit):
        soak.main(["snippets/topic/on.py"])
    assert "no such snippet or notebook. Did you mean topic/one.py?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "kind"), [([sys.executable, "-Sc", LISTENS], "rank"), (["sh", "-c", "read x"], "")]
)
def test_what_a_process_is_follows_from_its_command_and_folder(tmp_path, command, kind):
    folder = tmp_path / f"{scratch.PREFIX}x"
    folder.mkdir()
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE) as started:
        until(lambda: soak._command(started.pid).startswith(command[0]))
        assert soak._kind(started.pid) == kind
    assert soak._kind(os.getpid()) == ""


def test_a_rank_is_slowed_with_all_its_threads_and_once(one, tmp_path, monkeypatch):
    monkeypatch.setattr(soak, "SLOW", (7,))
    folder = tmp_path / f"{scratch.PREFIX}x"
    folder.mkdir()
    program = "import sys, threading\nthreading.Thread(target=sys.stdin.read).start()\nprint('up', flush=True)"
    env = {**os.environ, MARK: one.mark}
    pipes = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    with subprocess.Popen(
        [sys.executable, "-c", program], cwd=folder, env=env, start_new_session=True, **pipes
    ) as rank:
        assert rank.stdout.readline() == b"up\n"
        slowed = dict[int, int]()
        one._slow(slowed)
        one._slow(slowed)
        threads = [int(name) for name in os.listdir(f"/proc/{rank.pid}/task")]
        assert [os.getpriority(os.PRIO_PROCESS, thread) for thread in threads] == [7, 7]
        session = Path(f"/proc/{rank.pid}/autogroup")  # not every kernel has it
        assert not session.exists() or session.read_text().endswith(" nice 7\n")
        assert slowed == {rank.pid: 7}
        assert one.figures.slowed == 1
        rank.stdin.close()


def test_a_soak_of_nothing_says_so(sandbox, tmp_path_factory):
    none = Soak(sandbox.root, tmp_path_factory.mktemp("soak"), 1)
    none.prepare()
    none.run(3)
    assert none.figures.wrong == ["no such snippet has a current record; nox -s record makes them"]


@pytest.mark.torch
def test_while_ranks_are_slowed_nothing_is_killed(sandbox, monkeypatch, capsys):
    monkeypatch.setattr(soak, "find_root", lambda: sandbox.root)
    body = "import time\ntime.sleep(1)\nprint(0)"
    sandbox.recorded(sandbox.snippet(body, "topic/s.py", ranks=2), ranks=ranks_of(0))
    assert soak.main(["--runs", "1", "--seed", "3", "--slow"]) == 0
    said = capsys.readouterr().out
    assert "0 kills (none)" in said
    assert int(re.search(r"(\d+) ranks slowed", said)[1]) >= 2
    assert "0 orphans" in said


@pytest.mark.torch
def test_a_short_soak(sandbox, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(soak, "PAUSE", (0.5, 4.0))
    monkeypatch.setattr(soak, "BATCH", 3)
    monkeypatch.setattr(soak, "KINDS", {"rank": 1, "fork server": 1})
    monkeypatch.setattr(soak, "find_root", lambda: sandbox.root)
    for number in range(3):
        body = f"import time\ntime.sleep(2)\nprint({number})"
        sandbox.recorded(sandbox.snippet(body, f"topic/s{number}.py", ranks=2), ranks=ranks_of(number))
    assert soak.main(["--runs", "6", "--seed", "3"]) == 0
    assert "0 orphans, ports, files, wrong records or failures without a kill" in capsys.readouterr().out


def ranks_of(number):
    return (RankRecord(0, (str(number),), ()),) * 2


def test_the_command_of_a_process_and_of_none():
    assert "python" in soak._command(os.getpid())
    assert soak._command(2**22 + 1) == ""


def test_a_socket_that_listens_is_known_by_its_owner():
    with socket.create_server(("127.0.0.1", 0)) as server:
        inode = os.readlink(f"/proc/self/fd/{server.fileno()}").removeprefix("socket:[").removesuffix("]")
        assert inode in soak._sockets(os.getpid()) & soak._listening()
    assert inode not in soak._sockets(os.getpid()) | soak._listening()
