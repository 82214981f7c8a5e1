"""What a run is asked to do and what it did: which failure counts as the first, how signals are called, what a log holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from lockstep.engine.job import ANSI, FRAME, Job, RankRun, Run, signal_name


@pytest.mark.parametrize(("ranks", "processes"), [(0, 1), (1, 1), (4, 4)])
def test_plain_python_is_one_process_and_no_rank(ranks, processes):
    assert Job(scratch=Path("/tmp"), script="snippets/a.py", ranks=ranks, timeout=60.0).processes == processes


def test_the_first_exit_code_that_is_not_zero_is_the_root_cause():
    run = Run([RankRun(), RankRun(), RankRun()])
    for rank, code in ((1, 0), (2, -11), (0, 1)):
        run.note_exit(rank, code)
    assert run.first == 2
    assert [rank.exit for rank in run.ranks] == [1, 0, -11]


@pytest.mark.parametrize(
    ("errors", "codes", "first"),
    [
        (["Connection closed by peer", "KeyError: 'a'"], [1, 1], 1),
        (["KeyError: 'a'", "Connection closed by peer"], [1, 1], 0),
        (["writev [127.0.0.1]:1: Broken pipe", "KeyError: 'a'"], [1, 1], 1),
        (["Socket closed [127.0.0.1]:1", "KeyError: 'a'"], [1, 1], 1),
        (["Connection reset by peer", "", ""], [1, -9, -15], 1),  # the engine ended the last one
        (["Connection closed by peer", "KeyError: 'a'", "KeyError: 'b'"], [1, 1, 1], 1),  # the first of the two
        (["Connection closed by peer", "Connection closed by peer"], [1, 1], 0),
        (["Connection closed by peer", ""], [1, 0], 0),
        (["KeyError: 'a'", "KeyError: 'b'"], [1, 1], 0),
    ],
)
def test_who_lost_a_connection_is_not_the_root_cause_where_another_rank_failed(errors, codes, first):
    run = Run([RankRun(stderr=error.encode()) for error in errors])
    for rank, code in enumerate(codes):
        run.note_exit(rank, code)
    run.note_who_left()
    assert run.first == first


def test_of_two_ranks_that_failed_by_themselves_the_first_to_end_is_the_root_cause():
    run = Run([RankRun(stderr=error) for error in (b"KeyError: 'a'", b"KeyError: 'b'", b"Connection closed by peer")])
    for rank in (2, 1, 0):
        run.note_exit(rank, 1)
    run.note_who_left()
    assert run.first == 1


def test_a_run_in_which_all_is_well_has_no_first_failure():
    run = Run([RankRun()])
    run.note_exit(0, 0)
    assert run.first is None


@pytest.mark.parametrize(("number", "name"), [(6, "SIGABRT"), (9, "SIGKILL"), (40, "signal 40")])
def test_a_signal_without_a_name_has_its_number(number, name):
    assert signal_name(number) == name


def test_colours_and_links_of_a_terminal_are_found():
    said = "\x1b[1;35mValueError\x1b[0m: \x1b]8;;https://x.org\x07here\x1b]8;;\x07"
    assert ANSI.sub("", said) == "ValueError: here"


def test_an_escape_sequence_without_an_end_hides_its_own_line_alone():
    assert ANSI.sub("", "a\x1b]0;title\r\nValueError: here\n") == "a\r\nValueError: here\n"


def test_a_frame_of_a_traceback_is_found_with_its_line():
    text = 'Traceback (most recent call last):\n  File "/tmp/a b.py", line 12, in <module>\n    f("line 3")\n'
    assert [(frame["path"], frame["line"]) for frame in FRAME.finditer(text)] == [("/tmp/a b.py", "12")]
