"""Clues of a log: what an entry knows, what none knows, and what was raised while another error was handled. The work
and the memory that a log takes are counted, because a clock says little on a busy machine."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator

import pytest
from sandbox import ROOT

from lockstep.explain import entry, log
from lockstep.explain.clues import LONGEST, _stems, clues, says
from lockstep.explain.entry import Entry
from lockstep.explain.verdict import explain
from lockstep.project import Project

FIRST = 'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n'
ENTRIES = list(entry.entries(Project(ROOT).texts))


def found(text: str, *entries: Entry) -> list[tuple[str, str, str]]:
    all_clues, _ = clues(log.chunks([text]), entries)
    return [(clue.finding.slug, clue.finding.text, clue.role) for clue in all_clues]


@pytest.mark.parametrize(
    ("text", "pattern", "is_said"),
    [
        ("expected 2 but got 3", "expected*got", True),
        ("got 3 but expected 2", "expected*got", False),
        ("got", "got*got", False),
        ("", "x", False),
    ],
)
def test_the_pieces_of_a_pattern_stand_in_their_order(text, pattern, is_said):
    assert says(text, pattern.split("*")) is is_said


def test_an_exception_that_no_entry_knows_is_a_clue_and_that_of_a_launcher_is_none():
    assert found(f"{FIRST}KeyError: 1") == [("", "KeyError: 1", "cause")]
    assert found(f"{FIRST}torch.distributed.elastic.multiprocessing.errors.ChildFailedError:") == []


def test_what_is_raised_from_another_error_hides_that_one():
    text = f"{FIRST}KeyError: 1\n\nThe above exception was the direct cause of the following exception:\n\n{FIRST}ValueError: no"
    assert found(text) == [("", "ValueError: no", "cause")]


def test_of_an_error_raised_while_another_is_handled_the_last_ended_the_process():
    text = f"{FIRST}KeyError: 1\n\nDuring handling of the above exception, another exception occurred:\n\n{FIRST}OSError: 2"
    assert found(text) == [("", "KeyError: 1", "aside"), ("", "OSError: 2", "cause")]
    slow = Entry(slug="slow", path="", line=1, says=("it took too long",))
    known = text.replace("KeyError: 1", "OSError: it took too long")
    assert found(known, slow) == [("slow", "OSError: it took too long", "cause"), ("", "OSError: 2", "aside")]


@pytest.mark.parametrize(
    ("text", "errors"),
    [
        ("    call()\nKeyError: 'x'", ["KeyError: 'x'"]),
        ("AssertionError: \nThe driver is too old.", ["AssertionError: The driver is too old."]),
        ("[rank0]: ValueError:\n[rank1]: epoch 1", ["ValueError:"]),
        ("a.b.NetError: gone\ndetail\nInternalError: Internal check failed.", ["a.b.NetError: gone"]),
        ("ValueError: 1\n" + "x\n" * 4 + "ValueError: 2", ["ValueError: 1", "ValueError: 2"]),
        (
            "[PG 0] thread terminated with exception: CUDA error: bad",
            ["[PG 0] thread terminated with exception: CUDA error: bad"],
        ),
        ("Error: listen\n  ValueError: indented\nAn Error: of prose\nChildFailedError: x\nepoch: 1", []),
    ],
)
def test_an_error_below_no_head_is_bare_and_has_its_message(text, errors):
    assert found(text) == [("", error, "bare") for error in errors]


def test_an_error_below_no_head_counts_if_nothing_else_does():
    bare = "ValueError: no"
    alone = explain(bare, ENTRIES)
    assert (alone.sure, alone.root.text) == ("no match", bare)
    known = explain(f"{FIRST}KeyError: 1\n{bare}", ENTRIES)
    assert (known.root.text, known.others) == ("KeyError: 1", ())
    listed = explain(f"exits with return code = -6\nx\nx\nx\n{bare}", ENTRIES)
    assert (listed.root.slug, [finding.text for finding in listed.others]) == ("aborted", [bare])
    twice = explain("RuntimeError: DataLoader worker (pid(s) 9) exited unexpectedly", ENTRIES)
    assert (twice.root.slug, twice.others) == ("dataloader-worker-exited", ())


TWO = """[rank0]: Traceback (most recent call last):
[rank1]: Traceback (most recent call last):
[rank0]:   File "a.py", line 1, in <module>
[rank1]:   File "a.py", line 2, in <module>
[rank1]: torch.OutOfMemoryError: much
[rank0]: ValueError: no
[rank0]: Traceback (most recent call last):
[rank0]: KeyError: 1"""


def test_tracebacks_of_ranks_that_speak_at_once_are_kept_apart():
    all_clues, _ = clues(log.chunks([TWO]), [])
    assert [(clue.finding.rank, clue.finding.text, clue.place) for clue in all_clues] == [
        (1, "torch.OutOfMemoryError: much", 4),
        (0, "ValueError: no", 5),
        (0, "KeyError: 1", 7),
    ]


GATHER = Entry(slug="gather", path="", line=1, says=("it took too long",), where=("in full_tensor",))
FRAME = '  File "a.py", line 1 in full_tensor\n'


@pytest.mark.parametrize(
    ("text", "is_found"),
    [
        ("it took too long", False),
        (f"{FRAME}it took too long", True),  # the log starts within the block
        ("Thread 0x1 (most recent call first):\n" + "x\n" * log.BEFORE + f"{FRAME}it took too long", False),
        (f"it took too long\n{FRAME}", True),
        (f"Traceback (most recent call last):\n{FRAME}it took too long", True),
        (f"Traceback (most recent call last):\n{FRAME}\nit took too long", True),
        (f"it took too long\n\n{FRAME}", False),
        (f"it took too long\nThread 0x1 (most recent call first):\n{FRAME}", False),
        (f"[rank0]: it took too long\n[rank1]: {FRAME}", False),
        (f"[rank0]: it took too long\n[rank1]: \n[rank0]: {FRAME}", True),
        ("it took too long\n" + "x\n" * log.AFTER + FRAME, False),
        (f"Traceback (most recent call last):\n{FRAME}" + "  x\n" * log.BEFORE + "it took too long", False),
    ],
)
def test_where_must_stand_in_the_same_block_of_the_same_rank(text, is_found):
    assert found(text, GATHER) == [("gather", "it took too long", "cause")] * is_found


def test_what_torchrun_lists_as_others_is_no_clue_if_its_summary_follows():
    listing = "Failures:\n[1]: it took too long\n"
    plain = Entry(slug="slow", path="", line=1, says=("it took too long",))
    assert len(found(listing, plain)) == 1
    assert found(f"{listing}Root Cause (first observed failure):\n[0]:\n", plain) == []


def test_an_entry_says_what_must_not_stand_in_its_line():
    differ = Entry(slug="differ", path="", line=1, says=("it took too long",), unless=("or not*at all",))
    assert len(found("it took too long", differ)) == 1
    assert found("it took too long, or not long at all", differ) == []


def test_a_long_line_is_cut():
    [(_, text, _)] = found(f"{FIRST}KeyError: {'x' * 1000}")
    assert len(text) == LONGEST


def test_words_are_looked_for_by_letters_that_several_have():
    words = ("of rank a", "at rank b", "rank: x", "abc", "Timed out", "timed out waiting")
    stems = _stems(words)
    assert stems == {"rank": [*words[:3]], "imed": [*words[4:]], "abc": ["abc"]}
    assert all(stem in word for stem, group in stems.items() for word in group)


WATCHDOG = "[rank{0}]:[E1122 ProcessGroupNCCL.cpp:616] [Rank {0}] Watchdog caught collective operation timeout: {1}"
SHAPES = {
    "stack heads": lambda n: f"Thread 0x{n:016x} (most recent call first):",
    "watchdog lines": lambda n: WATCHDOG.format(n % 64, n),
    "ordinary lines": lambda n: f"[rank{n % 64}]: step {n} loss 0.1 tokens/s 123456",
    "errors of any text": lambda n: f"{FIRST}KeyError: {n}",
    "summaries": lambda n: "Root Cause (first observed failure):",
    "an open traceback": lambda n: "[rank0]: Traceback (most recent call last):" if n == 0 else "[rank1]: x",
    "chained": lambda n: f"{FIRST}KeyError: {n}\nDuring handling of the above exception, another exception occurred:",
    "frames": lambda n: WATCHDOG.format(0, n) if n % 2 else '[rank0]:   File "a.py", line 3, in full_tensor',
}


def blocks(shape: str, count: int) -> Iterator[str]:
    for start in range(0, count, 500):
        yield "".join(f"{SHAPES[shape](n)}\n" for n in range(start, start + 500))


def calls(shape: str, count: int) -> int:
    """How many functions are called to find the clues of a log."""
    number = 0

    def note(frame: object, event: str, _: object) -> None:
        nonlocal number
        number += event in ("call", "c_call")

    chunks = list(log.chunks(blocks(shape, count)))
    sys.setprofile(note)
    try:
        clues(chunks, ENTRIES)
    finally:
        sys.setprofile(None)
    return number


@pytest.mark.parametrize("shape", SHAPES)
def test_the_work_grows_as_the_log_does(shape):
    small, large = calls(shape, 1_000), calls(shape, 4_000)
    assert large < 4.5 * small
    assert large < 4_000 * 130


def peak(shape: str, count: int) -> int:
    """The most memory, in bytes, that the clues of a log take at once."""
    tracemalloc.start()
    try:
        clues(log.chunks(blocks(shape, count)), ENTRIES)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("shape", SHAPES)
def test_the_memory_does_not_grow_with_the_log(shape):
    assert peak(shape, 8_000) < 1.3 * peak(shape, 2_000)
