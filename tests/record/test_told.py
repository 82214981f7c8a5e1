from __future__ import annotations

import signal

from lockstep.record.record import RankRecord
from lockstep.record.told import UNSTEADY, bounded, by_rank, merged
from lockstep.record.what_if import Told
from lockstep.snippet.snippet import read_snippet

TRACE = ("Traceback (most recent call last):", '  File "snippets/topic/one.py", line {line}, in <module>', "{error}")


def ends(sandbox, *ranks, first=None, needs=""):
    snippet = read_snippet(sandbox.root, sandbox.snippet(ranks=2, needs=needs))
    return [rank.end for rank in by_rank(snippet, snippet.source, first, ranks)]


def failed(error, line=6):
    return RankRecord(1, (), tuple(text.format(line=line, error=error) for text in TRACE))


def test_how_each_rank_ended(sandbox):
    assert ends(sandbox, RankRecord(0, ("1",), ())) == [""]
    assert ends(sandbox, RankRecord(0, (), ()), needs='expect = "hang"') == ["ends well"]
    assert ends(sandbox, RankRecord(3, (), ())) == ["exit status 3"]
    assert ends(sandbox, RankRecord(-signal.SIGABRT, (), ())) == ["killed by SIGABRT"]
    assert ends(sandbox, RankRecord(None, (), (), 6)) == ["waits for ever at: one = int(1)"]
    assert ends(sandbox, failed("ValueError: no")) == ["ValueError: no"]
    assert ends(sandbox, failed("AssertionError", line=8)) == ["its proof fails: assert one == 1"]


def test_a_rank_that_only_follows_says_so(sandbox):
    followers = failed("RuntimeError: Connection closed by peer"), RankRecord(-signal.SIGTERM, (), ())
    said = ends(sandbox, failed("ValueError: no"), *followers, first=0)
    assert said == ["ValueError: no", *["ended, because another rank failed"] * 2]


def test_two_runs_agree_on_what_is_the_same():
    assert merged(Told(("a",)), Told(("a", "b"))) == Told(("a", "b"))
    assert merged(Told(("a", "1")), Told(("a", "2"))) == Told(("a", UNSTEADY))
    assert merged(Told((), "ended, because another rank failed"), Told((), "fails")).end == "fails"


def test_a_long_output_is_kept_around_what_differs():
    before = [str(n) for n in range(40)]
    after = Told(tuple("x" if n == 20 else str(n) for n in range(40)))
    lines = bounded(after, before).lines
    assert lines == ("…", *map(str, (18, 19)), "x", *map(str, range(21, 28)), "…")
    assert bounded(Told(("a",)), before).lines == ("a",)


def test_a_volatile_line_is_left_out(sandbox):
    snippet = read_snippet(sandbox.root, sandbox.snippet(ranks=2, needs='volatile = ["^took"]'))
    [rank] = by_rank(snippet, snippet.source, None, [RankRecord(0, ("took 3 s", "done"), ())])
    assert rank.lines == (UNSTEADY, "done")
