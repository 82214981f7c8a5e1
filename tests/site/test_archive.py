"""The same files give the same archive, and a half one is never in its place."""

from __future__ import annotations

import zipfile

import pytest

from lockstep.site import archive


def test_the_same_files_in_any_order_give_the_same_bytes(tmp_path):
    archive.write(tmp_path / "one.zip", {"b": b"2", "a": b"1"})
    archive.write(tmp_path / "two.zip", {"a": b"1", "b": b"2"})
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.zip").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as read:
        assert {name: read.read(name) for name in read.namelist()} == {"a": b"1", "b": b"2"}


def test_what_cannot_be_written_whole_leaves_the_old_one(tmp_path):
    archive.write(tmp_path / "one.zip", {"a": b"1"})
    before = (tmp_path / "one.zip").read_bytes()
    with pytest.raises(TypeError):
        archive.write(tmp_path / "one.zip", {"a": b"1", "b": 2})
    assert (tmp_path / "one.zip").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["one.zip"]
