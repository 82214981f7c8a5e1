"""The run fence: Markdown in, HTML out, through the real extensions."""

from __future__ import annotations

import dataclasses
import re

import pytest

from lockstep.markdown import run_fence
from lockstep.problem import LockstepError
from lockstep.record.record import write_record
from tests.markdown.rendered import said, samples, text


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
