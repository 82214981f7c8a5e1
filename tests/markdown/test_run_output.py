"""What a run printed, by rank, and where it ran."""

from __future__ import annotations

import re

from lockstep.markdown import run_output
from lockstep.record.record import RankRecord
from lockstep.snippet.snippet import Snippet
from tests.markdown.rendered import said, samples

TRACE = (
    "[rank1]: Traceback (most recent call last):",
    '[rank1]:   File "snippets/topic/one.py", line 11, in <module>',
    "[rank1]:     model(x)  # key line",
    '[rank1]:   File "site-packages/torch/a.py", line 2, in f',
    "[rank1]:     g()",
    "[rank1]: RuntimeError: it broke",
)


def test_ranks_that_print_the_same_are_shown_once(bench):
    bench.sandbox.snippet(ranks=4)
    bench.record([said("a"), said("b"), said("a"), said("a")])
    html = bench.run()
    assert samples(html) == ["a", "b"]
    assert "ranks 0, 2, 3" in html
    assert "rank 1" in html
    assert re.findall(r'class="ls-r(\d)"', html) == ["0", "2", "3", "1"]


def test_lines_that_say_their_rank_are_not_labelled_twice(bench):
    bench.sandbox.snippet(ranks=2)
    bench.record([said("rank 0: a"), said("rank 1: b")])
    assert '<div class="ls-out ls-named"' in bench.run()
    bench.record([said("rank 0: a"), said("other")])
    assert '<div class="ls-out"' in bench.run()


def test_plain_python_has_no_ranks(bench):
    bench.sandbox.snippet()
    bench.record([said("1")])
    html = bench.run()
    assert "ls-who" not in html
    assert "one process" in html


def test_a_rank_that_prints_nothing_says_so(bench):
    bench.sandbox.snippet(ranks=2)
    bench.record([said("1"), said()])
    assert "printed nothing" in bench.run()


def test_a_long_traceback_that_differs_in_its_numbers_alone_is_written_once(bench):
    bench.sandbox.snippet("raise ValueError(one)", ranks=3, needs='expect = "ValueError"')
    ranks = []
    for rank in range(3):
        head = ["Traceback (most recent call last):", '  File "snippets/topic/one.py", line 9, in <module>']
        text = [f"ValueError: {'other' if rank == 2 else 'no'} {rank}", *(f"more {rank}" for _ in range(4))]
        ranks.append(said(f"prints {rank}", exit=1, stderr=(*head, *text)))
    bench.record(ranks, first=0)
    first, second, third = samples(bench.run())[-3:]
    assert first.startswith("prints 0\nTraceback")
    assert second == "prints 1\n… as rank 0, but for numbers"
    assert "ValueError: other 2" in third


def test_a_failure_shows_its_folded_traceback_and_what_became_of_the_others(bench):
    bench.sandbox.snippet(ranks=2, needs='expect = "RuntimeError"')
    bench.record([said("before", exit=-15), said("before", exit=1, stderr=TRACE)], first=1)
    html = bench.run()
    assert samples(html)[1].split("\n") == [
        "before",
        "Traceback (most recent call last):",
        "  File &#34;snippets/topic/one.py&#34;, line 11, in &lt;module&gt;",
        "    model(x)",
        "  … 1 frame inside libraries",
        "RuntimeError: it broke",
    ]
    assert "ended by the launcher (SIGTERM), because another rank failed" in html


def test_a_hang_shows_where_each_rank_waits(bench):
    bench.sandbox.snippet("import time\ntime.sleep(99)", ranks=2, needs='expect = "hang"\ntimeout = 3')
    line = bench.sandbox.line_of("sleep")
    bench.record([said(exit=None, line=line), said("done")], end="hang")
    assert f"still waiting after 3 s at line {line}: time.sleep(99)" in bench.run()


def test_a_signal_is_named(bench):
    bench.sandbox.snippet(needs='expect = "SIGABRT"')
    bench.record([said(exit=-6)], first=0)
    assert "killed by SIGABRT" in bench.run()


def test_stderr_is_shown_only_on_request(bench):
    bench.sandbox.snippet()
    nameless = "[W1128 23:26:30.7 socket.cpp:207] [c10d] The hostname of the client socket cannot be retrieved. err=-3"
    bench.record([said("1", stderr=(nameless, "x.py: UserWarning: careful"))])
    assert "careful" not in bench.run()
    assert samples(bench.run("stderr: true")) == ["1\nx.py: UserWarning: careful"]


def test_ranks_that_did_not_run_are_labelled(bench):
    bench.sandbox.snippet(ranks=2, body="print('SIMULATED')", needs="simulates = 16384")
    bench.record([RankRecord(0, ("7",), ())] * 2)
    label = '<p class="ls-where ls-simulated">SIMULATED: one process stands in for up to 16,384 ranks</p><details'
    assert label in bench.run()
    bench.sandbox.snippet(ranks=2)
    bench.record([RankRecord(0, ("7",), ())] * 2)
    assert "SIMULATED" not in bench.run()


def test_backend_is_what_the_snippet_asks_for(bench):
    for source, profile, backend in (
        ('dist.init_process_group("fake")', "cpu", "fake"),
        ("dist.init_process_group()", "cpu", "gloo"),
        ("dist.init_process_group()", "1xh200", "nccl"),
        ('dist.init_process_group("nccl" if cuda else "gloo")', "cpu", "gloo"),
        ('dist.init_process_group("nccl" if cuda else "gloo")', "1xh200", "nccl"),
        ("print(1)", "cpu", ""),
    ):
        assert run_output._backend(Snippet(bench.sandbox.root, "x.py", source), profile) == backend
