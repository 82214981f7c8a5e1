"""A verb as data."""

from __future__ import annotations

import argparse
import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest
from sandbox import ROOT

from lockstep.cli import verb
from lockstep.cli.verb import Verb, shard, write
from lockstep.problem import LockstepError
from lockstep.record import record


def test_the_parser_of_a_verb_has_its_arguments_and_its_example():
    going = Verb("go on", "Go on.", "go on 3", lambda project, args: 0, lambda parser: parser.add_argument("steps"))
    assert going.parser().parse_args(["3"]).steps == "3"
    assert going.parser().format_help().startswith("usage: python -m lockstep go on [-h] steps\n\nGo on.\n")
    assert going.parser().format_help().endswith("Example:\n  python -m lockstep go on 3\n")


def test_a_part_counts_from_one():
    assert shard("2/4") == (2, 4)
    for wrong in ("0/4", "5/4", "a/b", "2", "-1/3"):
        with pytest.raises(argparse.ArgumentTypeError, match="is not i/n"):
            shard(wrong)


@pytest.mark.parametrize("text", ["-1", "0", "x", "1000", "\u00b2", "9" * 5_000])
def test_a_number_of_jobs_is_a_small_one(text):
    assert verb.jobs("8") == 8
    with pytest.raises(argparse.ArgumentTypeError, match="no number from 1 to 999"):
        verb.jobs(text)


@pytest.mark.parametrize("text", ["-3", "0", "x", "1.5", "", "9" * 5_000])
def test_a_count_is_one_at_least(text):
    assert verb.count("8,192") == 8192
    with pytest.raises(argparse.ArgumentTypeError, match="is not a whole number of at least 1"):
        verb.count(text)


def test_a_file_that_cannot_be_written_is_a_problem(tmp_path):
    write(tmp_path / "a/b.txt", "x\n")
    assert (tmp_path / "a/b.txt").read_bytes() == b"x\n"
    with pytest.raises(LockstepError, match=r"/a: cannot be written: Is a directory\. Name another file\."):
        write(tmp_path / "a", "x")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full device")
def test_a_full_disk_is_told_in_one_line(sandbox):
    (sandbox.root / "mkdocs.yml").write_text("nav:\n  - Home: index.md\n")
    for words in (["export", "json", "/dev/full"], ["nav", "/dev/full"], ["sbom", "/dev/full"]):
        done = sandbox.lockstep(*words)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1), done.stderr


def test_a_full_disk_leaves_the_old_file(sandbox, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    path = sandbox.root / "x.json"
    path.write_text("old")
    monkeypatch.setattr(record.os, "replace", full)
    with pytest.raises(LockstepError, match=r"x\.json: cannot be written: No space left on device"):
        verb.write(path, "new")
    assert path.read_text() == "old"
    assert [p.name for p in sandbox.root.iterdir() if p.is_file()] == ["x.json"]


def test_a_terminal_that_takes_nothing_is_told_in_one_line(sandbox):
    sandbox.snippet()
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "list"]
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=buffered
        )
    assert (done.returncode, done.stderr) == (
        2,
        "standard output: No space left on device. Make room, or name another.\n",
    )
