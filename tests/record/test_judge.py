import dataclasses

import pytest

from lockstep.engine.job import RankRun, Run
from lockstep.record import judge
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.snippet import read_snippet

OK = RankRecord(0, ("1",), ())


def failing(name, text="", line=11):
    return RankRecord(
        1,
        (),
        (
            "Traceback (most recent call last):",
            f'  File "snippets/topic/one.py", line {line}, in <module>',
            f"{name}: {text}" if text else name,
        ),
    )


def judged(sandbox, ranks, needs="", end="finished", first=None, strays=0):
    sandbox.snippet(ranks=len(ranks) if len(ranks) > 1 else 0, needs=needs)
    one = read_snippet(sandbox.root, "topic/one.py")
    assert one.problems == ()
    run = Run([RankRun(rank.exit) for rank in ranks], end=end, first=first, strays=strays)
    return [str(problem) for problem in judge.problems(one, run, ranks)]


def test_all_is_well(sandbox):
    assert judged(sandbox, [OK, OK]) == []


def test_a_failed_assert_names_rank_line_and_claim(sandbox):
    assert judged(sandbox, [OK, failing("AssertionError", "not close", 12)], first=1) == [
        "snippets/topic/one.py:12: rank 1 of 2 ended with AssertionError: not close (the claim is not proved). "
        "Fix the program or its claim."
    ]


def test_one_process_is_not_called_a_rank(sandbox):
    assert judged(sandbox, [failing("AssertionError")], first=0) == [
        "snippets/topic/one.py:11: the program ended with AssertionError (the claim is not proved). Fix the program or its claim."
    ]


def test_a_signal_is_named(sandbox):
    assert judged(sandbox, [OK, RankRecord(-11, (), ())], first=1) == [
        "snippets/topic/one.py: rank 1 of 2 was killed by SIGSEGV. "
        "See which call ends it so, or set expect = 'SIGSEGV' if this is the lesson."
    ]


@pytest.mark.parametrize(
    ("rank", "told"),
    [
        (RankRecord(3, (), ()), "exited with 3. See which call ends it so, or set expect = 'exit 3' if"),
        (RankRecord(-9, (), ()), "killed by SIGKILL. See what kills it, such as a lack of memory, or set expect ="),
        (failing("ValueError", "no"), "ended with ValueError: no. Fix the program, or set expect = 'ValueError' if"),
        (
            failing("DistNetworkError", "port: 29500, EADDRINUSE"),
            "port: 29500, EADDRINUSE. Take the port that torchrun gives in MASTER_PORT, or 0, for one that is free.",
        ),
    ],
)
def test_each_failure_says_what_to_do(sandbox, rank, told):
    assert told in judged(sandbox, [OK, rank], first=1)[0]


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("import sys\nprint(one)\nsys.exit(3)  # sys.exit(1)", 9),
        ("if one: exit(3)\nexit(3)", 0),
        ("x.exit(3)", 0),
        ("# exit(3)", 0),
    ],
)
def test_the_only_call_that_can_exit_is_named(sandbox, body, line):
    sandbox.snippet(body)
    snippet = read_snippet(sandbox.root, "topic/one.py")
    run = Run([RankRun(3)], first=0)
    (problem,) = judge.ending_problems(snippet, run, [RankRecord(3, (), ())])
    assert (problem.line, problem.what) == (line, "the program exited with 3.")


@pytest.mark.parametrize("stream", ["stack", "stderr"])
def test_a_crash_names_its_line(sandbox, stream):
    sandbox.snippet()
    one = read_snippet(sandbox.root, "topic/one.py")
    text = 'Fatal Python error: Segmentation fault\n\nCurrent thread 0x01 (most recent call first):\n  File "snippets/topic/one.py", line 6 in f\n'
    crashed = RankRun(-11, **{stream: text if stream == "stack" else text.encode()})
    run = Run([crashed], first=0)
    records = judge.rank_records(one, run, "/tmp/x")
    assert records[0].stack == ()
    [problem] = judge.problems(one, run, records)
    assert str(problem).startswith("snippets/topic/one.py:6: the program was killed by SIGSEGV. ")


@pytest.mark.parametrize(
    ("end", "first", "told"),
    [
        ("memory", 1, "rank 1 used more than 2 GB of memory; stopped. Take smaller tensors, or free them earlier."),
        ("memory", None, "it used more than 2 GB of memory; stopped."),
        ("processes", 0, "rank 0 started more than 400 processes; stopped. Start fewer, and join those it starts."),
    ],
)
def test_a_limit_is_named(sandbox, end, first, told):
    sandbox.snippet(ranks=2)
    one = read_snippet(sandbox.root, "topic/one.py")
    run = Run([RankRun(), RankRun()], end=end, first=first, memory=2 << 30)
    assert told in str(judge.problems(one, run, [OK, OK])[0])


def test_a_hang_names_each_rank_and_line(sandbox):
    waiting = [RankRecord(None, (), (), line) for line in (6, 7, 6)]
    [problem] = judged(sandbox, waiting, needs="timeout = 5", end="hang")
    assert problem.startswith(
        "snippets/topic/one.py:6: still running after 5 s on 3 ranks; stopped. Waiting: ranks 0, 2 at line 6 ("
    )
    assert "; rank 1 at line 7 (" in problem


def test_a_hang_at_exit_is_told_apart(sandbox):
    at_exit = RankRecord(None, (), (), stack=("Thread (most recent call first):",))
    assert "it at exit, after the last line" in judged(sandbox, [at_exit], end="hang")[0]


def test_a_hang_that_answers_no_signal_has_no_known_stack(sandbox):
    assert (
        "Waiting: it (stack unknown: it answers no signal)."
        in judged(sandbox, [RankRecord(None, (), ())], end="hang")[0]
    )


def test_flood_and_strays(sandbox):
    assert "printed more than 1 MiB" in judged(sandbox, [OK], end="flood")[0]
    assert judged(sandbox, [OK], strays=2) == [
        "snippets/topic/one.py: left 2 processes running; killed. Join or end what it starts."
    ]


def test_a_deprecation_is_a_problem_unless_it_is_the_lesson(sandbox):
    warned = RankRecord(0, (), ("x.py:3: FutureWarning: old is gone, use new.", "  old()"))
    assert judged(sandbox, [warned, warned]) == [
        "snippets/topic/one.py: uses what is deprecated: FutureWarning: old is gone, use new. "
        "Teach the new name, or set warns = true where the warning is the lesson."
    ]
    assert judged(sandbox, [warned], needs="warns = true") == []


@pytest.mark.parametrize(
    ("expect", "ranks", "first", "end"),
    [
        ("ValueError", [failing("ValueError", "no")], 0, "finished"),
        ("ValueError: no", [failing("ValueError", "no way")], 0, "finished"),
        ("ValueError: way", [failing("ValueError", "no way")], 0, "finished"),
        ("DistError", [failing("torch.distributed.DistError", "x")], 0, "finished"),
        ("SIGABRT", [RankRecord(-6, (), ())], 0, "finished"),
        ("exit 3", [RankRecord(3, (), ())], 0, "finished"),
        ("hang", [RankRecord(None, (), (), 3)], None, "hang"),
    ],
)
def test_an_expected_ending_is_fine(sandbox, expect, ranks, first, end):
    assert judged(sandbox, ranks, f'expect = "{expect}"', end, first) == []


@pytest.mark.parametrize(
    ("expect", "ranks", "first", "end", "happened"),
    [
        ("ValueError", [OK], None, "finished", "every rank exited 0"),
        ("ValueError", [failing("TypeError", "no")], 0, "finished", "the program ended with TypeError: no"),
        ("ValueError: yes", [failing("ValueError", "no")], 0, "finished", "the program ended with ValueError: no"),
        ("Value", [failing("ValueError", "no")], 0, "finished", "the program ended with ValueError: no"),
        ("SIGABRT", [RankRecord(-11, (), ())], 0, "finished", "the program was killed by SIGSEGV"),
        ("exit 3", [RankRecord(4, (), ())], 0, "finished", "the program exited with 4"),
        ("hang", [OK], None, "finished", "every rank ended"),
    ],
)
def test_another_ending_than_expected_is_a_problem(sandbox, expect, ranks, first, end, happened):
    assert judged(sandbox, ranks, f'expect = "{expect}"', end, first) == [
        f"snippets/topic/one.py: should end with {expect!r}, but {happened}. Fix the program or its 'expect'."
    ]


def test_a_hang_where_an_exception_was_expected(sandbox):
    assert "still running" in judged(sandbox, [RankRecord(None, (), (), 3)], 'expect = "ValueError"', "hang")[0]


def compare(sandbox, old, new, end="finished", first=None, needs=""):
    sandbox.snippet(ranks=len(old) if len(old) > 1 else 0, needs=needs)
    one = read_snippet(sandbox.root, "topic/one.py")
    record = dataclasses.replace(made(old, end, first), key=one.key)
    return judge.differences(one, record, end, first, new)


def test_a_changed_line_is_shown_by_rank(sandbox):
    changed = dataclasses.replace(OK, stdout=("2",))
    assert compare(sandbox, [OK, OK], [OK, changed]) == ["rank 1:", "  @@ -1 +1 @@", "  -1", "  +2"]
    assert compare(sandbox, [OK, OK], [OK, OK]) == []


def test_another_number_of_ranks_is_a_difference(sandbox):
    assert compare(sandbox, [OK, OK], [OK]) == ["ranks: 2 on record, 1 now"]


def test_standard_error_is_not_compared_but_the_root_cause_is(sandbox):
    noisy = dataclasses.replace(OK, stderr=("a warning of this machine",))
    assert compare(sandbox, [OK], [noisy]) == []
    assert compare(sandbox, [failing("ValueError", "a")], [failing("ValueError", "b")], first=0) != []
    assert compare(sandbox, [failing("ValueError", "a", 5)], [failing("ValueError", "a", 6)], first=0) != []
    moved = [failing("ValueError", "took 3 s")], [failing("ValueError", "took 4 s")]
    assert compare(sandbox, *moved, first=0, needs='volatile = ["took"]') == []


def test_how_the_followers_of_a_failure_ended_is_not_compared(sandbox):
    root = failing("ValueError", "a")
    followers = [dataclasses.replace(OK, exit=-15), failing("RuntimeError", "Connection closed by peer")]
    assert compare(sandbox, [root, dataclasses.replace(followers[0], stdout=())], [root, followers[1]], first=0) == []


def test_where_ranks_hang_is_compared(sandbox):
    at = [RankRecord(None, (), (), line) for line in (5, 7)]
    assert compare(sandbox, [at[0]], [at[1]], end="hang") != []


def test_a_signal_without_a_name(sandbox):
    assert judged(sandbox, [RankRecord(-40, (), ())], first=0) == [
        "snippets/topic/one.py: the program was killed by signal 40. See which call ends it so."
    ]


def made(ranks, end="finished", first=None):
    return Record(
        snippet="topic/one.py",
        profile="cpu",
        key="k",
        command="",
        date="2026-01-02",
        seconds=1.0,
        engine="warm",
        environment={},
        end=end,
        first=first,
        ranks=tuple(ranks),
    )


def other_model(rank, sizes="[2, 3]"):
    text = f"[{rank}]: params[0] in this process with sizes {sizes} appears not to match sizes of the same param in process 0."
    return failing("RuntimeError", text)


def other_count(other):
    text = f"DDP expects same model across all ranks, but Rank 1 has 2 params, while rank {other} has inconsistent 4 params."
    return failing("RuntimeError", text)


def strides(rank):
    return failing("RuntimeError", f"[{rank}]: params[0] appears not to match strides of the same param in process 0.")


ENDED = RankRecord(-15, (), ())
CLOSED = failing("RuntimeError", "[pair.cc:553] Connection closed by peer [127.0.0.1]:1")
TIMED_OUT = failing("RuntimeError", "[x.cc:81] Timed out waiting 3000ms for recv operation to complete")


@pytest.mark.parametrize(
    ("ranks", "end", "first", "guilty"),
    [
        ([OK, failing("KeyError"), OK], "finished", 1, 1),
        ([TIMED_OUT, TIMED_OUT, OK], "finished", 0, 2),  # the one that the others waited for
        ([TIMED_OUT, OK, OK], "finished", 0, None),
        ([TIMED_OUT, *map(other_model, (1, 2, 3))], "finished", 1, 0),  # all compare themselves with it
        ([CLOSED, OK, other_model(2), OK], "finished", 2, 2),
        ([TIMED_OUT, other_model(1), other_model(2, "[5, 3]"), other_model(3)], "finished", 1, None),  # three models
        ([CLOSED, other_model(1), other_model(2), OK], "finished", 1, None),
        ([CLOSED, other_model(1)], "finished", 1, None),  # either may be wrong
        ([CLOSED, *(strides(rank) for rank in (1, 2, 3))], "finished", 1, None),
        ([CLOSED, other_model(1), ENDED, ENDED], "finished", 1, None),  # perhaps these had the same to say
        ([other_count(1), other_count(0), other_count(0)], "finished", 1, None),
        ([RankRecord(None, (), (), line) for line in (5, 5, 7, 5)], "hang", None, 2),
        ([OK, RankRecord(None, (), (), 5), RankRecord(None, (), (), 5)], "hang", None, 0),
        ([RankRecord(None, (), (), line) for line in (5, 7)], "hang", None, None),
        ([RankRecord(None, (), (), line) for line in (5, 6, 7)], "hang", None, None),
        ([OK, OK], "finished", None, None),
    ],
)
def test_the_guilty_rank_is_the_one_that_the_others_fell_with_or_wait_for(sandbox, ranks, end, first, guilty):
    sandbox.snippet(ranks=len(ranks))
    assert judge.guilty(read_snippet(sandbox.root, "topic/one.py"), made(ranks, end, first)) == guilty


def test_the_message_of_a_job_is_without_what_differs_from_run_to_run(sandbox):
    sandbox.snippet(ranks=2)
    one = read_snippet(sandbox.root, "topic/one.py")
    assert judge.message(one, made([OK, failing("OSError", "at 127.0.0.1:45678")], first=1)) == [
        "OSError: at 127.0.0.1:…"
    ]
    assert judge.message(one, made([OK, OK])) == []


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("x" * 900_000, "line 2 of its stdout: this line has 900,000 letters."),
        ("a\u202eb", "line 2 of its stdout: this line holds the invisible character U+202E."),
    ],
)
def test_what_no_reader_can_see_is_not_recorded(sandbox, text, what):
    assert judged(sandbox, [OK, dataclasses.replace(OK, stdout=("1", text))]) == [
        f"snippets/topic/one.py: rank 1 of 2: {what} Print what a reader can read."
    ]
