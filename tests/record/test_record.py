import dataclasses
import errno
import os

import pytest
from sandbox import ENVIRONMENT

from lockstep.record import record
from lockstep.record.record import (
    BadRecord,
    RankRecord,
    Record,
    read_record,
    recorded_names,
    recorded_profiles,
    write_record,
)

MADE = Record(
    snippet="topic/one.py",
    profile="cpu",
    key="a" * 64,
    command="python snippets/topic/one.py",
    date="2026-01-02",
    seconds=0.25,
    engine="warm",
    environment=ENVIRONMENT,
    end="hang",
    first=None,
    ranks=(RankRecord(0, ("1", "é"), ()), RankRecord(None, (), ("x",), 7)),
)


def test_what_is_written_is_what_is_read(tmp_path):
    path = write_record(tmp_path, MADE)
    assert path == tmp_path / "snippets/recorded/cpu/topic/one.json"
    assert read_record(tmp_path, "cpu", "topic/one.py") == MADE
    assert recorded_names(tmp_path, "cpu") == ["topic/one.py"]
    assert [p.name for p in path.parent.iterdir()] == ["one.json"]


def test_the_same_run_gives_the_same_bytes(tmp_path):
    assert write_record(tmp_path, MADE).read_bytes() == write_record(tmp_path, MADE).read_bytes()


def test_no_record_is_none(tmp_path):
    assert read_record(tmp_path, "cpu", "topic/one.py") is None
    assert recorded_profiles(tmp_path) == []


def damaged(tmp_path, change):
    path = write_record(tmp_path, MADE)
    path.write_text(change(path.read_text("utf-8")), "utf-8")
    with pytest.raises(BadRecord) as error:
        read_record(tmp_path, "cpu", "topic/one.py")
    return str(error.value)


def test_a_record_edited_by_hand_is_refused(tmp_path):
    assert "edited by hand" in damaged(tmp_path, lambda text: text.replace('"1"', '"2"'))


def test_a_truncated_record_is_refused(tmp_path):
    assert "is not a whole record: it is no JSON: " in damaged(tmp_path, lambda text: text[:-40])
    assert "not a whole record" in damaged(tmp_path, lambda text: "[]")
    assert "not a whole record" in damaged(tmp_path, lambda text: "")


def test_a_record_of_another_version_is_refused(tmp_path):
    assert "has format 9; this version reads 1" in damaged(
        tmp_path, lambda text: text.replace('"format": 1', '"format": 9')
    )


def test_a_record_under_another_name_is_refused(tmp_path):
    path = write_record(tmp_path, MADE)
    path.rename(path.with_name("two.json"))
    with pytest.raises(BadRecord, match=r"is of topic/one\.py on cpu, not of the file"):
        read_record(tmp_path, "cpu", "topic/two.py")


@pytest.mark.parametrize("failing", ["write", "replace"])
def test_when_the_disk_is_full_the_old_record_stands(tmp_path, monkeypatch, failing):
    path = write_record(tmp_path, MADE)
    before = path.read_bytes()

    def full(*_, **__):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(record.os, "chmod" if failing == "write" else "replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_record(tmp_path, dataclasses.replace(MADE, date="2027-01-01"))
    assert path.read_bytes() == before
    assert [p.name for p in path.parent.iterdir()] == ["one.json"]


def test_profiles_put_the_cpu_first(tmp_path):
    for profile in ("1xh200", "cpu"):
        write_record(tmp_path, dataclasses.replace(MADE, profile=profile))
    assert recorded_profiles(tmp_path) == ["cpu", "1xh200"]


def test_stacks_logs_and_earlier_messages_are_kept_and_stand_in_few_records(tmp_path):
    assert not {"log", "earlier", "stack"} & set(
        write_record(tmp_path, MADE).read_text("utf-8").replace(":", "").split('"')
    )
    full = dataclasses.replace(
        MADE,
        ranks=(MADE.ranks[0], RankRecord(None, (), (), 7, stack=("Thread (most recent call first):", "  File"))),
        log=("[rank1]: E", ""),
        earlier={"2.11.0": "E: no"},
    )
    write_record(tmp_path, full)
    assert read_record(tmp_path, "cpu", "topic/one.py") == full
