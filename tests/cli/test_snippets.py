"""Verbs that run and record snippets: exit codes, what they print, Ctrl-C."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from sandbox import ROOT, Sandbox, descendants, reap_orphans

from lockstep.cli.snippets import outcomes
from lockstep.record.proof import Kill, write_proof
from lockstep.record.record import RECORDS_FOLDER, recorded_names
from lockstep.snippet.snippet import read_snippet


def test_an_unknown_path_gets_a_suggestion(sandbox):
    sandbox.snippet()
    assert (
        "topic/oen.py: no such snippet or notebook. Did you mean topic/one.py?"
        in sandbox.lockstep("list", "topic/oen.py").stderr
    )


@pytest.mark.torch
def test_a_snippet_that_cannot_be_read_or_fails_hides_no_other(sandbox):
    sandbox.write("x = (", "topic/a.py")
    sandbox.snippet("one = 2", "topic/b.py")
    sandbox.snippet(name="topic/c.py")
    result = sandbox.lockstep("record")
    assert result.returncode == 1
    assert [line.split(": ")[0] for line in result.stdout.splitlines()] == [
        "snippets/topic/a.py:1",
        f"snippets/topic/b.py:{sandbox.line_of('assert', 'topic/b.py')}",
    ]
    assert recorded_names(sandbox.root, "cpu") == ["topic/c.py"]


@pytest.mark.torch
def test_a_problem_is_told_while_others_run(sandbox):
    sandbox.snippet("one = 2", "topic/a.py")
    sandbox.snippet("import time\ntime.sleep(300)", "topic/b.py", needs="timeout = 300")
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "record"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        assert process.stdout
        assert process.stdout.readline().startswith("snippets/topic/a.py:")  # the second sleeps for minutes
        process.terminate()
        assert process.wait(100) == 143


def test_verify_prints_problems_on_stdout(sandbox):
    sandbox.snippet()
    result = sandbox.lockstep("verify")
    assert result.returncode == 1
    told = "snippets/topic/one.py: has no record on cpu. Run: nox -s record -- topic/one.py"
    assert told in result.stdout.splitlines()
    assert "1 snippets, 0 pages, 2 problems" in result.stderr


@pytest.mark.torch
def test_record_check_prove_run_list(sandbox):
    sandbox.snippet("import os\nprint('hello', os.environ['RANK'])", ranks=2)
    result = sandbox.lockstep("record")
    assert (result.returncode, result.stdout) == (0, "")
    assert "[1/1] recorded     topic/one.py" in result.stderr
    assert "cpu: nothing to record." in sandbox.lockstep("record", "--changed").stderr
    assert sandbox.lockstep("check").returncode == 0
    refused = sandbox.lockstep("prove")
    assert (refused.returncode, refused.stdout.partition(": that proves")[0]) == (
        1,
        "snippets/topic/one.py:6: without this line it stops with NameError",
    )
    ran = sandbox.lockstep("run", "topic/one.py")
    assert sorted(ran.stdout.splitlines()) == ["[0] hello 0", "[1] hello 1"]
    listed = sandbox.lockstep("list").stdout
    assert "topic/one.py\n    One is one.\n    cpu" in listed
    sandbox.snippet("print('changed')", ranks=2)
    assert "stale: run nox -s record -- topic/one.py" in sandbox.lockstep("list").stdout
    failed = sandbox.lockstep("check")
    assert failed.returncode == 1
    assert "    rank 0:" in failed.stdout
    assert "      -hello 0" in failed.stdout


def test_what_is_proved_as_it_is_now_is_not_proved_again(sandbox):
    snippet = read_snippet(sandbox.root, sandbox.snippet())
    write_proof(snippet, "cpu", [Kill(6, "assert", "line 8")])
    assert list(outcomes(sandbox.project, "prove", profile="cpu", changed=True)) == []


@pytest.mark.torch
def test_run_shows_a_failure_at_its_line(sandbox):
    sandbox.snippet("one = 2")
    result = sandbox.lockstep("run", "topic/one")
    assert result.returncode == 1
    assert (
        f"snippets/topic/one.py:{sandbox.line_of('assert')}: the program ended with AssertionError (the claim is not proved). "
        "Fix the program or its claim." in result.stdout
    )


@pytest.mark.torch
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_a_recorder_keeps_what_is_done(sandbox, number):
    before = descendants()
    sandbox.snippet("print('fast')", "topic/a.py")
    sandbox.snippet("import time\ntime.sleep(300)", "topic/b.py", ranks=2, needs="timeout = 300")
    process = subprocess.Popen(
        [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "record"],
        cwd=ROOT,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stderr
    while "recorded" not in (line := process.stderr.readline()):
        assert line, "the recorder ended early"
    process.send_signal(number)
    start = time.monotonic()
    assert "Records that were finished are kept." in process.stderr.read()
    assert process.wait() == 128 + number
    process.stderr.close()
    assert time.monotonic() - start < 150
    reap_orphans(before)
    assert recorded_names(sandbox.root, "cpu") == ["topic/a.py"]
    assert [p.name for p in (sandbox.root / "snippets/recorded/cpu/topic").iterdir()] == ["a.json"]


@pytest.mark.torch
def test_shards_on_two_machines_merge_by_copying(sandbox, tmp_path_factory):
    names = [sandbox.snippet(f"print({n})", f"topic/s{n}.py") for n in range(3)]
    for index in (1, 2):
        machine = tmp_path_factory.mktemp("machine") / "checkout"
        shutil.copytree(sandbox.root, machine, ignore=shutil.ignore_patterns("recorded"))
        assert Sandbox.lockstep(SimpleNamespace(root=machine), "record", "--shard", f"{index}/2").returncode == 0
        assert len(recorded_names(machine, "cpu")) in (1, 2)
        shutil.copytree(machine / RECORDS_FOLDER, sandbox.root / RECORDS_FOLDER, dirs_exist_ok=True)
    assert recorded_names(sandbox.root, "cpu") == names


def test_without_torch_it_says_what_to_do(sandbox, tmp_path):
    """An interpreter without site-packages: the command line itself needs the standard library alone."""
    sandbox.snippet()
    result = subprocess.run(
        [sys.executable, "-S", "-m", "lockstep", "--root", str(sandbox.root), "record"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    assert result.returncode == 2
    assert "has no torch. Install torch, or let nox do it: nox -s record." in result.stderr
    listed = subprocess.run(
        [sys.executable, "-S", "-m", "lockstep", "--root", str(sandbox.root), "list"],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=True,
    )
    assert "One is one." in listed.stdout


def test_records_are_plain_json(sandbox):
    assert all(json.loads(path.read_text("utf-8"))["format"] == 1 for path in ROOT.glob("snippets/recorded/*/*/*.json"))


@pytest.mark.torch
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_stopping_a_run_leaves_no_scratch_folder(sandbox, number):
    before = descendants()
    body = "import time\nprint('up', flush=True)\nwhile True:\n    open(f'f{time.time_ns()}', 'w').write('x')\n    time.sleep(0.001)"
    sandbox.snippet(body, ranks=2, needs="timeout = 60")
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "run", "topic/one.py"]
    process = subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    assert process.stdout
    process.stdout.readline()
    process.send_signal(number)
    assert process.wait(50) == 128 + number
    process.stdout.close()
    reap_orphans(before)


@pytest.mark.torch
def test_a_fault_of_one_snippet_stops_no_other(sandbox):
    sandbox.snippet("import os\nos.kill(os.getpid(), 40)", "topic/a.py")
    sandbox.snippet("print('x' * 9_000)", "topic/b.py")
    result = sandbox.lockstep("record")
    assert result.returncode == 1
    assert result.stdout == "snippets/topic/a.py: the program was killed by signal 40. See which call ends it so.\n"
    assert recorded_names(sandbox.root, "cpu") == ["topic/b.py"]
