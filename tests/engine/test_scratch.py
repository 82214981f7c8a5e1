"""Scratch folders: gone when their owner is, however it ends, and not before."""

from __future__ import annotations

import errno
import os
import subprocess
import sys

import pytest
from sandbox import ROOT

from lockstep.engine import scratch

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no locks of files: nothing is swept")


@pytest.fixture(autouse=True)
def temporary(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path


def test_a_folder_is_swept_when_its_owner_is_killed_and_not_before(tmp_path):
    code = "import sys\nfrom lockstep.engine import scratch\nwith scratch.folder() as f:\n    print(f, flush=True)\n    input()"
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


def test_a_folder_and_all_in_it_is_gone_after_an_error(tmp_path):
    def fail():
        with scratch.folder() as ours:
            (ours / "a").mkdir()
            (ours / "a/b").write_text("x")
            raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        fail()
    assert list(tmp_path.iterdir()) == []


def test_what_is_made_is_made_again_where_another_sweeps_it_at_once(tmp_path):
    """Between the making and the locking of a file another process may take it for one that nobody owns."""
    names = iter(("first", "second"))

    def make():
        path = tmp_path / next(names)
        path.touch()
        if path.name == "first":
            path.unlink()
        return path

    with scratch.owned(make) as made:
        assert made.name == "second"
        scratch.sweep([made])
        assert made.exists()
    scratch.sweep([made])
    assert not made.exists()


def test_a_link_and_what_it_leads_to_are_left_alone(tmp_path):
    (tmp_path / "target").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "target")
    scratch.sweep([tmp_path / "link"])
    assert (tmp_path / "link").exists()


def test_where_nothing_can_be_locked_nothing_is_swept(tmp_path, monkeypatch):
    """Network file systems have no locks, or none without the right to write."""

    def none(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(scratch.fcntl, "flock", none)
    (tmp_path / "theirs").touch()
    scratch.sweep([tmp_path / "theirs"])
    assert (tmp_path / "theirs").exists()
