"""Logs of a job, as files, folders or standard input, are read as one."""

from __future__ import annotations

import gzip
import io
import re
from pathlib import Path

import pytest

from lockstep.explain import files, log
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


def test_logs_of_several_attempts_are_read_one_attempt_after_the_other(tmp_path):
    texts = {f"run/attempt_{n}/{rank}/stderr.log": f"{n} {rank}\n" for n in (0, 1, 10) for rank in (0, 1)}
    written(tmp_path, **texts, **{"run.log": "torchrun\n"})
    names = ["run.log", *sorted(texts, key=lambda name: name.split("/")[2])]
    logs = Logs([tmp_path / name for name in names])
    mark = f"{log.ATTEMPT}\n"
    assert "".join(logs.blocks()) == (
        f"[rank0]: 0 0\n[rank1]: 0 1\n{mark}[rank0]: 1 0\n[rank1]: 1 1\n{mark}[rank0]: 10 0\n[rank1]: 10 1\ntorchrun\n"
    )
    assert [logs.place(line).removeprefix(f"{tmp_path}/") for line in (2, 4, 9)] == [
        "run/attempt_0/1/stderr.log:1", "run/attempt_1/0/stderr.log:1", "run.log:1",
    ]  # fmt: skip
    assert mark not in whole(tmp_path / "run.log", tmp_path / names[1])


def test_a_rank_stands_before_each_line_however_the_blocks_fall(tmp_path, monkeypatch):
    written(tmp_path, rank_0="ab\ncd\n", rank_1="\n\nx")
    expected = "[rank0]: ab\n[rank0]: cd\n[rank1]: \n[rank1]: \n[rank1]: x\n"
    for size in (1, 2, 3, 100):
        monkeypatch.setattr(files, "_READ", size)
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


def read(*paths: Path) -> tuple[str, list[str]]:
    """What logs hold, and what is wrong with them."""
    logs = Logs(paths)
    return "".join(logs.blocks()), [str(problem) for problem in logs.problems]


def test_of_a_packed_file_that_is_cut_or_broken_the_start_is_read(tmp_path):
    lines = "".join(f"line {n * n}\n" for n in range(20_000))
    packed = gzip.compress(lines.encode())
    path = tmp_path / "job.log.gz"
    middle = len(packed) // 2
    for data in (packed[:middle], packed[:middle] + b"\xff" * 90 + packed[middle:]):
        path.write_bytes(data)
        text, [problem] = read(path)
        assert lines[:60_000] == text[:60_000]
        assert re.search(r"job\.log\.gz: is no whole gzip file: .* Copy the file again", problem)
    path.write_bytes(packed[:-6])  # only the sum of the text is missing
    assert read(path)[0] == lines
    path.write_bytes(packed + gzip.compress(b"more\n") + bytes(512))
    assert read(path) == (f"{lines}more\n", [])
    path.write_bytes(packed[:12])
    with pytest.raises(LockstepError, match="is no whole gzip file"):
        whole(path)


def test_a_packed_file_that_unpacks_without_end_is_read_up_to_a_limit(tmp_path, monkeypatch):
    path = tmp_path / "job.log.gz"
    path.write_bytes(gzip.compress(b"line\n") + gzip.compress(b"line\n" * 1000))
    monkeypatch.setattr(files, "LARGEST", 5004)
    monkeypatch.setattr(files, "_PACKED", 20)
    text, [problem] = read(path)
    assert "unpacks to more than" in problem
    assert text.startswith("line\n")
    assert len(text) < 5005
    monkeypatch.setattr(files, "LARGEST", 5005)
    assert read(path) == ("line\n" * 1001, [])


def test_one_bad_file_does_not_stop_the_others(tmp_path):
    written(tmp_path, **{"rank_0.log": "zero\n", "bad.bin": "\0\1\2" * 99})
    (tmp_path / "rank_1.log.gz").write_bytes(gzip.compress(b"one\n")[:12])
    text, problems = read(tmp_path)
    assert text == "[rank0]: zero\n"
    assert len(problems) == 1
    assert "rank_1.log.gz: is no whole gzip file" in problems[0]
    text, problems = read(tmp_path / "none.log", tmp_path / "rank_0.log", tmp_path / "bad.bin")
    assert text == "[rank0]: zero\n"
    assert [problem.partition("/")[2].rpartition("/")[2] for problem in problems] == [
        "none.log: cannot be read: No such file or directory. Name logs, or a folder of them.",
        "bad.bin: is not text. Name what the job printed, not a checkpoint or a dump.",
    ]


def test_a_folder_without_a_log_and_a_file_that_is_not_there_are_told(tmp_path):
    with pytest.raises(LockstepError, match=r"holds no log\. Name logs"):
        whole(tmp_path)
    with pytest.raises(LockstepError, match="none: cannot be read: No such file"):
        whole(tmp_path / "none")


def test_an_empty_file_counts_only_where_nothing_else_is_read(tmp_path):
    written(tmp_path, empty="", rank_0="zero\n")
    assert read(tmp_path) == ("[rank0]: zero\n", [])
    with pytest.raises(LockstepError, match=r"/empty: is empty\."):
        whole(tmp_path / "empty")


@pytest.mark.parametrize(
    ("data", "is_text"),
    [
        ("epoch 1: 10%|███▏\r\x1b[31mred\x1b[0m\n".encode(), True),
        (b"step 1\n" + bytes(3000) + b"step 2\n", True),  # a hole in a file on a network disk
        ("损失 loss: 0.25, step 12, 训练\n".encode("gbk"), True),
        (bytes(range(256)) * 9, False),
        (b"PK\3\4\0\0\b\b\0\0model/data.pkl", False),
        (b"\x80\x02}q\x00(X\x07\x00\x00\x00entries", False),
    ],
)
def test_what_is_not_text_is_told(tmp_path, data, is_text):
    path = tmp_path / "x"
    path.write_bytes(data)
    if is_text:
        assert whole(path)
    else:
        with pytest.raises(LockstepError, match=r"/x: is not text\. Name what the job printed"):
            whole(path)


def test_a_dash_is_standard_input_among_files_too(tmp_path, monkeypatch):
    written(tmp_path, rank_0="zero\n")
    for names, text in (["-"], "in\n"), (["-", str(tmp_path / "rank_0")], "in\n[rank0]: zero\n"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"in\n"))))
        logs = Logs(map(Path, names))
        assert "".join(logs.blocks()) == text
    assert logs.place(1) == "standard input:1"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO())))
    with pytest.raises(LockstepError, match=r"standard input: is empty\."):
        whole()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-be", "utf-8-sig"])
def test_the_first_bytes_of_a_file_tell_its_encoding(tmp_path, encoding):
    mark = "\ufeff" if encoding == "utf-16-be" else ""
    (tmp_path / "job.log").write_bytes((mark + "é🙂 File\r\n").encode(encoding))
    assert whole(tmp_path) == "é🙂 File\r\n"
