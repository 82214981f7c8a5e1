from __future__ import annotations

import dataclasses

from lockstep.question import programs
from lockstep.record.record import RankRecord


def test_the_record_of_the_cpu_comes_first(sound):
    snippet = sound.project.find("topic/one.py")
    sound.recorded(profile="1xh200")
    assert programs.record_of(sound.project, snippet).profile == "cpu"
    sound.snippet("print(2)")
    assert programs.record_of(sound.project, sound.project.find("topic/one.py")) is None


def test_what_a_person_sees_of_a_run(sound):
    snippet = sound.project.find("topic/two.py")
    record = dataclasses.replace(programs.record_of(sound.project, snippet), log=("W1 a", "[rank0]: b"))
    assert programs.terminal(snippet, record) == ["W1 a", "[rank0]: b"]
    ranks = (RankRecord(None, ("x",), (), stack=("at y",)), RankRecord(None, (), (), stack=("at z",)))
    hung = dataclasses.replace(record, end="hang", ranks=ranks)
    assert programs.terminal(snippet, hung) == ["[rank0]: x", "[rank0]: at y", "[rank1]: at z"]
