"""Records of JSON in a log: the lines of their messages, and the line of the log that each was in."""

from __future__ import annotations

import json

import pytest

from lockstep.explain.records import Records

ERROR = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\nKeyError: 1'


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("step 1", ["step 1"]),
        ('loss {"a": 1}', ['loss {"a": 1}']),  # what stands before a record is a prefix, and no word of the program
        ('{"msg": "step 1", "level": "INFO"}', ["step 1"]),
        ('{"log": "step 1\\n", "stream": "stdout"}', ["step 1"]),
        ('{"message": "it failed", "rank": 3}', ["[rank3]: it failed"]),
        ('{"message": "it failed", "rank": "three"}', ["it failed"]),
        (json.dumps({"msg": "it failed", "exc_info": ERROR}), ["it failed", *ERROR.split("\n")]),
        (json.dumps({"log": json.dumps({"msg": "a\nb", "rank": 1}) + "\n"}), ["[rank1]: a", "[rank1]: b"]),
        ('{"text": "step 1"}', ['{"text": "step 1"}']),  # no message
        ('{"msg": "step 1", "loss": NaN}', ['{"msg": "step 1", "loss": NaN}']),  # no JSON
        ('{"msg": "\\ud800"}', ['{"msg": "\\ud800"}']),  # half of a letter
        ('{"msg": "cut', ['{"msg": "cut']),
    ],
)
def test_the_message_is_read(line, read):
    assert Records().unfold(line).split("\n") == read


def test_a_line_is_that_of_the_log():
    records = Records()
    long = json.dumps({"msg": "a\nb\nc"})
    texts = records.unfold(f"step\n{long}").split("\n") + records.unfold(f"step\n{long}\nstep").split("\n")
    assert texts == ["step", "a", "b", "c", "step", "a", "b", "c", "step"]
    assert [records.line(number) for number in range(1, 10)] == [1, 2, 2, 2, 3, 4, 4, 4, 5]
