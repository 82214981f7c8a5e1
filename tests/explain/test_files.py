"""Logs of a job, as files, folders or standard input, are read as one."""

from __future__ import annotations

import gzip
import io
from pathlib import Path

import pytest

from lockstep.explain import files
from lockstep.explain.files import Logs
from lockstep.problem import LockstepError


def written(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def whole(*paths: Path) -> str:
    return "".join(Logs(paths).blocks())


def test_a_folder_is_read_rank_by_rank_in_the_order_of_the_numbers(tmp_path):
    written(tmp_path, rank_10="ten\nmore\n", rank_9="nine", note="no rank\n")
    written(tmp_path, **{"attempt_0/3/stderr.log": "three\n"})
    (tmp_path / "model.pt").write_bytes(b"PK\0\1")
    (tmp_path / ".hidden").write_text("hidden\n")
    logs = Logs([tmp_path])
    assert "".join(logs.blocks()) == "[rank3]: three\nno rank\n[rank9]: nine\n[rank10]: ten\n[rank10]: more\n"
    assert [logs.place(line) for line in (1, 3, 5)] == [
        f"{tmp_path}/attempt_0/3/stderr.log:1",
        f"{tmp_path}/rank_9:1",
        f"{tmp_path}/rank_10:2",
    ]


def test_a_rank_stands_before_each_line_however_the_blocks_fall(tmp_path, monkeypatch):
    written(tmp_path, rank_0="ab\ncd\n", rank_1="\n\nx")
    expected = "[rank0]: ab\n[rank0]: cd\n[rank1]: \n[rank1]: \n[rank1]: x\n"
    for size in (1, 2, 3, 100):
        monkeypatch.setattr("lockstep.explain.log._BLOCK", size)
        assert whole(tmp_path) == expected


def test_one_file_is_read_as_it_is(tmp_path):
    written(tmp_path, rank_3="a\nb")
    logs = Logs([tmp_path / "rank_3"])
    assert "".join(logs.blocks()) == "a\nb"
    assert logs.place(2) == "line 2"


def test_packed_files_and_packed_standard_input_are_unpacked(tmp_path, monkeypatch):
    (tmp_path / "rank_0.log.gz").write_bytes(gzip.compress("é\n".encode()))
    (tmp_path / "rank_1.log").write_text("b\n")
    (tmp_path / "all.tar.gz").write_bytes(gzip.compress(b"tar\0\n"))
    assert whole(tmp_path) == "[rank0]: é\n[rank1]: b\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(gzip.compress(b"c\n")))))
    assert whole() == "c\n"


def test_a_packed_file_that_is_cut_or_unpacks_without_end_is_refused(tmp_path, monkeypatch):
    packed = gzip.compress(b"line\n" * 1000)
    path = tmp_path / "job.log.gz"
    for data in (packed[:20], packed[:15] + b"\0\0" + packed[17:]):
        path.write_bytes(data)
        with pytest.raises(LockstepError, match=r"job\.log\.gz: is no whole gzip file: .* zcat "):
            whole(path)
    path.write_bytes(packed)
    monkeypatch.setattr(files, "LARGEST", 4999)
    with pytest.raises(LockstepError, match="unpacks to more than"):
        whole(path)
    monkeypatch.setattr(files, "LARGEST", 5000)
    assert len(whole(path)) == 5000


def test_a_folder_without_a_log_and_a_file_that_is_not_there_are_told(tmp_path):
    with pytest.raises(LockstepError, match=r"holds no log\. Name logs"):
        Logs([tmp_path])
    with pytest.raises(LockstepError, match="none: cannot be read: No such file"):
        whole(tmp_path / "none")
