"""Lines of a log without what collectors put in front, and the tracebacks and summaries among them."""

from __future__ import annotations

import pytest

from lockstep.explain import log
from lockstep.explain.log import Line


@pytest.mark.parametrize(
    ("text", "rank", "rest"),
    [
        ("ValueError: no", None, "ValueError: no"),
        ("[rank3]: ValueError: no", 3, "ValueError: no"),
        ("[default12]:ValueError: no", 12, "ValueError: no"),
        ("2026-11-22 10:00:00,123 [rank1]: x", 1, "x"),
        ("  7: Traceback", 7, "Traceback"),
        ("[pod/train-0] stderr F x", None, "x"),
        ("\x1b[31mx\x1b[0m", None, "x"),
        ("10%|#\r20%|##\rdone\r", None, "done"),
    ],
)
def test_a_line_is_its_words_and_who_said_them(text, rank, rest):
    assert log.lines(text) == [Line(1, rank, rest)]


TWO = """[rank0]: Traceback (most recent call last):
[rank1]: Traceback (most recent call last):
[rank0]:   File "a.py", line 1, in <module>
[rank1]:   File "a.py", line 2, in <module>
[rank1]: torch.OutOfMemoryError: much
[rank0]: ValueError: no
[rank0]: Traceback (most recent call last):
[rank0]: KeyError: 1"""


def test_tracebacks_of_ranks_that_speak_at_once_are_kept_apart():
    raised = log.raised(log.lines(TWO))
    assert [(one.rank, one.type, one.start, one.end, one.until) for one in raised] == [
        (1, "OutOfMemoryError", 1, 4, 8),
        (0, "ValueError", 0, 5, 6),
        (0, "KeyError", 6, 7, 8),
    ]


def test_a_block_is_what_one_rank_said_from_its_head_on():
    assert log.block(log.lines(TWO), 5) == [
        "Traceback (most recent call last):",
        '  File "a.py", line 1, in <module>',
        "ValueError: no",
    ]


SUMMARY = """Failures:
[1]:
  rank      : 0 (local_rank: 0)
  exitcode  : 1 (pid: 10)
Root Cause (first observed failure):
[0]:
  rank      : 2 (local_rank: 2)
  exitcode  : -9 (pid: 12)
"""


def test_the_summary_of_torchrun_names_the_first_failure():
    found = log.lines(SUMMARY)
    assert [(one.rank, one.exit, one.start) for one in log.summaries(found)] == [(2, -9, 4)]
    assert log.listed_as_others(found) == {0, 1, 2, 3}


def test_a_summary_that_is_cut_off_names_nobody():
    assert list(log.summaries(log.lines("Root Cause (first observed failure):\n[0]:\n"))) == []
