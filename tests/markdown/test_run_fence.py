"""The run fence: Markdown in, HTML out, through the real extensions."""

from __future__ import annotations

import dataclasses
import re

import pytest

from lockstep.markdown import run_fence
from lockstep.problem import LockstepError
from lockstep.record.record import RankRecord, Record, write_record
from lockstep.snippet.snippet import Snippet, read_snippet

ENVIRONMENT = {"torch": "2.13.0+cpu", "python": "3.11.7", "cpu": "AMD EPYC", "cores": "2", "os": "Linux x86_64"}


class Bench:
    """Writes a snippet with its record, renders a page."""

    def __init__(self, sandbox):
        self.sandbox = sandbox

    def record(self, ranks, profile="cpu", end="finished", first=None, environment=None, name="topic/one.py"):
        one = read_snippet(self.sandbox.root, name)
        assert one.problems == ()
        made = Record(
            snippet=name,
            profile=profile,
            key=one.key,
            command=one.command.text,
            date="2026-01-02",
            seconds=0.25,
            engine="warm",
            environment=ENVIRONMENT | (environment or {}),
            end=end,
            first=first,
            ranks=tuple(ranks),
        )
        write_record(self.sandbox.root, made)
        return made

    def html(self, text):
        self.sandbox.page(text)
        return self.sandbox.html("index.md", "pymdownx.superfences", "md_in_html", "admonition")

    def run(self, *options):
        return self.html("\n".join(["```run", "topic/one.py", *options, "```"]))


@pytest.fixture
def bench(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    return Bench(sandbox)


def said(*lines, exit=0, stderr=(), line=0):  # noqa: A002
    return RankRecord(exit, tuple(lines), tuple(stderr), line)


def text(html):
    """What a reader sees, tags away."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("&#x27;", "'").replace("&quot;", '"').strip()


def samples(html):
    return re.findall(r"<samp>(.*?)</samp>", html, re.S)


def test_one_run_whole(bench):
    bench.sandbox.snippet("# region show\nprint(one)\n# endregion", ranks=2)
    bench.record([said("1"), said("1")])
    html = bench.run("region: show")
    assert '<figure class="ls-run" id="run-topic-one-show"><figcaption>One is one.</figcaption>' in html
    shown = text(html)
    for part in (
        "One is one.",
        "print (one)",
        "torchrun --nproc-per-node 2 snippets/topic/one.py",
        "ranks 0, 1",
        "1",
        "CPU, AMD EPYC, 2 cores",
        "2 ranks",
        "torch 2.13.0+cpu",
        "Python 3.11.7",
        "0.2 s",
        "recorded 2026-01-02",
    ):
        assert part in shown


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


def test_markers_are_not_shown_and_the_key_line_is_highlighted(bench):
    bench.sandbox.snippet("# region show\nprint(one)\n# endregion")
    bench.record([said("1")])
    html = bench.run()
    assert "region" not in text(html).replace("run-topic-one-show", "")
    assert "key line" not in html
    highlighted = re.findall(r'<span class="hll">(.*?)\n</span>', html, re.S)
    assert [text(line) for line in highlighted] == ["one = int ( 1 )"] * 2  # once in the code, once in the whole file


def test_an_indented_region_is_dedented(bench):
    bench.sandbox.snippet("if one:\n    # region show\n    print(one)\n    # endregion")
    bench.record([said("1")])
    assert '<code><span class="nb">print</span>' in bench.run("region: show")


def test_show_code_or_output_only(bench):
    bench.sandbox.snippet("print(one)")
    bench.record([said("1")])
    code, out = bench.run("show: code"), bench.run("show: output")
    assert samples(code) == []
    assert "ls-ran" not in code
    assert samples(out) == ["1"]
    assert out.count("<details") == out.count("ls-file ls-ran") == 1


def test_parts_stand_in_the_order_in_which_they_are_seen(bench):
    bench.sandbox.snippet("print(one)")
    bench.record([said("1")])
    order = [bench.run().index(part) for part in ("-code", "ls-command", "ls-out", "Whole file", "ls-file ls-ran")]
    assert order == sorted(order)


def test_the_switch_of_a_long_program_names_it(bench):
    bench.sandbox.snippet("print(one)\n" * 40)
    bench.record([said("1")])
    html = bench.run()
    lines = re.search(r'<input type="checkbox" aria-label="All (\d+) lines of topic/one.py"><span>(.*?)</span>', html)
    assert lines
    assert int(lines[1]) > 40
    assert lines[2] == f"All {lines[1]} lines"


def test_output_cannot_run_markup(bench):
    bench.sandbox.snippet("print('<script>alert(1)</script>&amp;')")
    bench.record([said("<script>alert(1)</script>&amp;")])
    html = bench.run()
    assert "<script" not in html
    assert samples(html) == ["&lt;script&gt;alert(1)&lt;/script&gt;&amp;amp;"]


TRACE = (
    "[rank1]: Traceback (most recent call last):",
    '[rank1]:   File "snippets/topic/one.py", line 11, in <module>',
    "[rank1]:     model(x)  # key line",
    '[rank1]:   File "site-packages/torch/a.py", line 2, in f',
    "[rank1]:     g()",
    "[rank1]: RuntimeError: it broke",
)


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


def test_profiles_are_tabs_and_say_their_device(bench):
    bench.sandbox.snippet(ranks=2, needs="gpus = 2")
    bench.record([said("cpu")] * 2)
    assert "Not yet recorded on 2 GPUs: no output here comes from one." in bench.run()
    bench.record([said("gpu")] * 2, "2xh100", environment={"gpu": "NVIDIA H100", "cuda": "12.8", "nccl": "2.27"})
    html = bench.run()
    assert "Not yet" not in html
    assert re.findall(r"<label[^>]*>(.*?)</label>", html) == ["CPU", "2 × H100"]
    assert len(re.findall(r"<input[^>]* checked>", html)) == 1
    assert "CUDA 12.8" in html
    assert "NCCL 2.27" in html


def test_a_machine_with_more_gpus_than_it_takes(bench):
    bench.sandbox.snippet(needs="gpus = 2")
    bench.record([said("gpu")], "8xh100")
    bench.record([said("cpu")])
    assert "<b>2 of 8 × H100</b>" in bench.run()


def test_why_profiles_differ_is_said_before_there_are_two(bench):
    bench.sandbox.snippet(needs='gpus = 1\ndiffers = "A GPU has <no> bits."')
    bench.record([said("cpu")])
    assert "A GPU prints something else. A GPU has &lt;no&gt; bits." in bench.run()


def test_a_gpu_record_of_another_state_is_withdrawn(bench):
    bench.sandbox.snippet(needs="gpus = 1")
    bench.record([said("cpu")])
    made = bench.record([said("gpu")], "1xh200")
    write_record(bench.sandbox.root, dataclasses.replace(made, key="0" * 64))
    html = bench.run()
    assert samples(html) == ["cpu"]
    assert "Not yet recorded on a GPU" in html


def test_a_gpu_only_snippet_shows_no_output_until_it_ran(bench):
    bench.sandbox.snippet(needs="gpus = 1\ncpu = false")
    html = bench.run()
    assert samples(html) == []
    assert "Not yet recorded on a GPU" in html


def test_a_page_says_once_what_awaits_a_gpu(bench):
    for name in ("topic/one.py", "topic/two.py", "topic/three.py"):
        bench.sandbox.snippet(name=name, needs="" if "two" in name else "gpus = 2")
        bench.record([said("cpu")], name=name)
    runs = "\n\n".join(f"```run\n{name}\n```" for name in ("topic/two.py", "topic/one.py", "topic/three.py"))
    html = bench.html(runs)
    assert re.findall(r'ls-awaiting"[^>]*>(.*?)<', html) == ["Not yet on 2 GPUs, like 1 more run below"]
    before = html[: html.index("ls-awaiting")]
    assert "topic/one.py" in before
    assert "topic/three.py" not in before


def test_a_program_that_nothing_has_run_is_folded(bench):
    bench.sandbox.snippet(needs="gpus = 1\ncpu = false")
    html = bench.run()
    assert '<div class="ls-tall ls-unrun">' in html
    assert re.search(r'aria-label="(The program: \d+ lines) of topic/one.py"><span>\1</span>', html)


def test_a_long_message_stands_once_on_a_page_and_below_it_only_what_differs(bench):
    start = "it is 2, and not one, as"
    for name, number in (("topic/one.py", 3), ("topic/two.py", 4)):
        bench.sandbox.snippet(name=name, needs='expect = "ValueError"')
        frame = f'  File "snippets/{name}", line 9, in <module>'
        message = [f"ValueError: {start} {'it says ' * 20}", *(f"line {n} of it" for n in range(4)), f"index {number}"]
        text = ("Traceback (most recent call last):", frame, *message)
        bench.record([said(exit=1, stderr=text)], first=0, name=name)
    first, second = samples(
        bench.html("\n\n".join(f"```run\n{name}\n```" for name in ("topic/one.py", "topic/two.py")))
    )
    assert "line 3 of it" in first
    assert second.split("\n")[2:] == [
        f"ValueError: {start} it says it says it says it says it says it …",
        "index 4",
        "… in full above",
    ]


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
        assert run_fence._backend(Snippet(bench.sandbox.root, "x.py", source), profile) == backend


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```run\ntopic/none.py\n```", "2: no snippet topic/none.py. Did you mean topic/one.py?"),
        ("```run\ntopic/one.py\nregion: none\n```", "3: topic/one.py has no region 'none'. There is none yet."),
        ("```run\ntopic/one.py\nshow: x\n```", "3: show: 'x' is wrong. Give it one of: all, code, output."),
        (
            "```run\ntopic/one.py\n```",
            "2: topic/one.py has no current record. Run: python -m lockstep record topic/one.py",
        ),
        (
            "```run x\ntopic/one.py\n```",
            "1: a run fence takes nothing behind its name. Write options below it, one a line.",
        ),
        ("```run\ntopic/one.py", "1: this fence is never closed. End it with the same fence."),
    ],
)
def test_bad_input_is_told_with_its_line(bench, page, problem):
    bench.sandbox.snippet()
    with pytest.raises(LockstepError) as error:
        bench.html(page)
    assert str(error.value) == f"docs/index.md:{problem}"


def test_what_is_wrong_with_the_snippet_is_told_at_the_snippet(bench):
    bench.sandbox.write("print(1)\n")
    with pytest.raises(LockstepError, match=r"^snippets/topic/one\.py: marks no key line"):
        bench.run()


def test_an_error_of_ours_says_where_it_was(bench, monkeypatch):
    bench.sandbox.snippet()
    bench.record([said("1")])
    monkeypatch.setattr(run_fence, "_command", lambda snippet, name: 1 / 0)
    with pytest.raises(ZeroDivisionError) as error:
        bench.run()
    assert error.value.__notes__ == ["docs/index.md:1: in this run fence."]


def test_inside_a_list_or_an_admonition(bench):
    bench.sandbox.snippet()
    bench.record([said("1")])
    fenced = "    ```run\n    topic/one.py\n    ```\n"
    for page in (f"- item\n\n{fenced}", f"!!! tip\n\n{fenced}"):
        assert samples(bench.html(page)) == ["1"]


@pytest.mark.parametrize("marker", ["# key line  ", "# key line, else: one = None"])
def test_nothing_of_a_marker_is_shown(bench, marker):
    bench.sandbox.snippet()
    path = bench.sandbox.root / "snippets/topic/one.py"
    path.write_text(path.read_text().replace("# key line", marker))
    bench.record([said("1", stderr=(f"    one = int(1)  {marker}",))])
    html = bench.run("stderr: true")
    assert "key line" not in html
    assert "None" not in html
