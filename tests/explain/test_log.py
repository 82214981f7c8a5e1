"""Lines of a log without what collectors put in front, read in blocks of any size, and the summary of torchrun."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lockstep.explain import log


@pytest.mark.parametrize(
    ("text", "rank", "rest"),
    [
        ("ValueError: no", None, "ValueError: no"),
        ("[rank3]: ValueError: no", 3, "ValueError: no"),
        ("[default12]:ValueError: no", 12, "ValueError: no"),
        ("2026-11-22 10:00:00,123 [rank1]: x", 1, "x"),
        ("  7: Traceback", 7, "Traceback"),
        ("[pod/train-0] stderr F x", None, "x"),
        ("2024-05-01 12:00:01,123 INFO [trainer.py:12] x", None, "x"),
        ("2024-05-01 12:00:01,123 - trainer.loop - ERROR - x", None, "x"),
        ("05/01/2024 12:00:01 - WARNING - __main__ - x", None, "x"),
        ("[INFO|trainer.py:1712] 2024-05-01 12:00:01,123 >> x", None, "x"),
        ("[2024-05-01 12:00:01,123] [ERROR] [launch.py:325:sigkill_handler] x", None, "x"),
        ("[2024-05-01 12:00:01,123][train][ERROR] - x", None, "x"),
        ("2024-05-01 12:00:01.123 | ERROR    | __main__:main:12 - x", None, "x"),
        ("2024-05-01 12:00:01,123\tERROR function_runner.py:281 -- x", None, "x"),
        ("ERROR:__main__:x", None, "x"),
        ("W1122 00:05:07.012000 19009 torch/distributed/run.py:774] x", None, "x"),
        ("(RayTrainWorker pid=41) [rank2]: x", 2, "x"),
        ("(raylet, ip=10.0.0.4) x", None, "x"),
        ("[0]:x", 0, "x"),
        ("trainer/0 [3]:x", 3, "x"),
        ("[1,3]<stderr>: x", 3, "x"),
        ("trainer-1  | x", None, "x"),
        ("10.0.0.4: worker-1: x", None, "x"),
        ("[rank3]: [pod/a/b] 2024-05-01 12:00:01,123 INFO [trainer.py:12] (RayTrainWorker pid=4) trainer/0 x", 3, "x"),
        ("ERROR   File", None, "  File"),  # what indents a frame stays, so that its traceback goes on
        ("ERROR     step()", None, " step()"),
        ("ERROR      File", None, "  File"),  # a level that is padded to eight letters
        ("ERROR: x", None, "ERROR: x"),
        ("[gloo/transport/tcp/pair.cc:553] x", None, "[gloo/transport/tcp/pair.cc:553] x"),
        ("[0] x", None, "[0] x"),
        ("1/2 clients", None, "1/2 clients"),
        ("> > [rank3]: x", 3, "x"),  # a mail that quotes another
        (">", None, ""),
        (">> x", None, ">> x"),
        ("`ValueError: no`", None, "ValueError: no"),
        ("> ```[rank1]: x```", 1, "x"),
        ("`x` is no `y`", None, "`x` is no `y`"),
        ("`x` is none", None, "`x` is none"),
        ("INFORMATION x", None, "INFORMATION x"),
        ("\x1b[31mx\x1b[0m", None, "x"),
        ("10%|#\r20%|##\rdone\r", None, "done"),
    ],
)
def test_a_line_is_its_words_and_who_said_them(text, rank, rest):
    assert [log.words(line) for line in lines([text])] == [(rank, rest)]


def lines(blocks: list[str]) -> list[str]:
    return "\n".join(log.chunks(blocks)).split("\n")


TEXTS = st.text(st.sampled_from("ab\r\n\x1b]\x07\0\u2028🙂"), max_size=200)


@given(TEXTS, st.integers(min_value=1, max_value=7))
@example("\x00a\r\r\rb\r\x1b]\n", 6)  # what stands last is not shown, so the part before it is
def test_the_size_of_the_blocks_changes_nothing(text, size):
    blocks = [text[at : at + size] for at in range(0, len(text), size)]
    patch = pytest.MonkeyPatch()
    with patch.context() as context:
        context.setattr(log, "LIMIT", 5)
        in_blocks, whole = lines(blocks), lines([text])
    assert [log.words(line) for line in in_blocks] == [log.words(line) for line in whole]
    assert len(whole) == text.count("\n") + 1


def test_bytes_that_are_no_text_and_letters_between_blocks_are_read():
    assert "".join(log.blocks([bytes([byte]) for byte in "é🙂".encode() + b"\xff\n"])) == "é🙂\ufffd\n"


def test_the_end_of_a_line_that_is_too_long_is_left_out():
    assert lines(["x" * 40_000, "y" * 40_000, "z" * 40_000, "\nnext"]) == ["x" * 40_000 + "y" * 10_000, "next"]


def test_an_escape_sequence_without_an_end_hides_its_own_line_alone():
    assert lines(["a\x1b]0;title\r\nValueError: no\n"]) == ["a\r", "ValueError: no", ""]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("torch.OutOfMemoryError: much", "OutOfMemoryError"),
        ("KeyError", "KeyError"),
        ("KeyError: a\u2028b", "KeyError"),
        ("step 3", ""),
        (f"{'a.' * 20_000}(", ""),
    ],
)
def test_the_last_line_of_a_traceback_names_the_exception(text, name):
    assert log.exception(text) == name


SUMMARY = [
    "Root Cause (first observed failure):",
    "[0]:",
    "  rank      : 2 (local_rank: 2)",
    "  exitcode  : -9 (pid: 12)",
    "",
]


def test_the_summary_of_torchrun_names_the_first_failure():
    found = log.summary(SUMMARY, 4)
    assert (found.rank, found.exit, found.start, found.end) == (2, -9, 4, 9)
    assert (found.place, found.text) == (6, "rank      : 2 (local_rank: 2)")


def test_a_summary_that_is_cut_off_names_nobody():
    assert log.summary(SUMMARY[:2], 0) is None
