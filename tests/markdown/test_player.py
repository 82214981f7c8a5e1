"""The closed player below a program: a table without a script, and the trace as a script for the player."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

from lockstep.markdown import player
from lockstep.record.trace import Lane, Op, Part, Step, Trace, Value, write_trace
from lockstep.snippet.snippet import read_snippet


def part(rank, step, enter, leave, *on, name=""):
    return Part(rank=rank, step=step, enter=enter, leave=leave, on=on, name=name)


@pytest.fixture
def snippet(sandbox):
    name = sandbox.snippet("# region show\nprint(one < 2)\n# endregion", ranks=2)
    sandbox.recorded(ranks=())
    return read_snippet(sandbox.root, name)


@pytest.fixture
def trace(snippet):
    steps = tuple(Step(at=n, line=line) for n, line in ((1, 6), (2, 7), (5, 8)))
    op = Op(
        name="all_reduce", ranks=(0, 1), parts=(part(0, 0, 2, 4, 1), part(1, 1, 3, 4, 0)), group="0", how="SUM", size=1
    )
    lane = Lane(steps=steps, end="has ended", at=6)
    return Trace(
        snippet=snippet.name, key=snippet.key, end="finished", files=(snippet.path,), lanes=(lane, lane), ops=(op,)
    )


def rows(trace):
    return [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr>(.*?)</tr>", player.table(trace))]


def test_a_program_without_a_trace_has_no_player(snippet):
    assert player.html("docs/index.md", snippet) == ""


def test_the_table_tells_the_lines_up_to_each_meeting_and_who_waits(trace):
    assert rows(trace) == [
        ["Up to", "rank 0", "rank 1"],
        ["all_reduce SUM, 1 byte", "line 6; waits for rank 1", "lines 6–7"],
        ["its end", "lines 7–8; has ended", "line 8; has ended"],
    ]
    assert player.NOTE in player.table(trace)


def test_the_table_of_a_hang_names_the_one_that_never_comes(trace):
    op = dataclasses.replace(trace.ops[0], parts=(part(0, 0, 2, None, 1),))
    assert rows(dataclasses.replace(trace, ops=(op,)))[1][1:] == [
        "line 6; waits for ever: rank 1 never comes",
        "never comes",
    ]
    parts = (part(0, 0, 2, None, 1, name="broadcast"), part(1, 0, 2, None, 0, name="barrier"))
    told = rows(dataclasses.replace(trace, ops=(dataclasses.replace(op, parts=parts),)))[1]
    assert told == ["broadcast or barrier, 1 byte", "line 6; waits for ever: others are in barrier",
                    "line 6; waits for ever: others are in broadcast"]  # fmt: skip


def test_the_table_is_bounded(trace):
    table = rows(dataclasses.replace(trace, ops=trace.ops * 40))
    assert len(table) == 1 + player.MOST_ROWS + 2
    assert table[-2][0] == "… 28 more"


@pytest.mark.parametrize(
    ("end", "shown"),
    [
        ("KeyError: 'x'", "<samp>KeyError: &#39;x&#39;</samp>"),
        ("AssertionError", "<samp>AssertionError</samp>"),
        ("waits for ever at line 8: send(one: 2)", "waits for ever at line 8: <code>send(one: 2)</code>"),
        ("waits for ever at its exit", "waits for ever at its exit"),
        ("ended by SIGTERM", "ended by SIGTERM"),
        ("exits with 3", "exits with 3"),
    ],
)
def test_an_error_is_set_as_what_a_program_says_and_a_wait_names_its_line_as_code(trace, end, shown):
    lane = dataclasses.replace(trace.lanes[0], end=end)
    assert rows(dataclasses.replace(trace, lanes=(lane, lane)))[-1][1] == f"lines 7–8; {shown}"


def test_spans_of_lines_are_short():
    lane = Lane(steps=tuple(Step(at=n, line=2 * n) for n in range(1, 20)), end="", at=99)
    assert player.lines_of(lane, 0, 3) == "lines 2, 4, 6"
    assert player.lines_of(lane, 0, 19) == "lines 2, 4, 6, …, 36, 38"
    assert player.lines_of(lane, 0, 0) == ""


@pytest.mark.parametrize(("page", "up"), [("index.md", ""), ("ddp/index.md", "../"), ("ddp/why.md", "../../")])
def test_a_page_finds_the_script_wherever_it_stands(sandbox, monkeypatch, snippet, trace, page, up):
    monkeypatch.chdir(sandbox.root)
    write_trace(sandbox.root, "cpu", trace)
    sandbox.page("# Page\n\n```run\ntopic/one.py\n```\n", page)
    html = sandbox.html(page)
    assert f'<details class="ls-trace" data-trace="{up}assets/traces/topic/one.js" data-name="topic/one.py"' in html
    assert "Step through it: 2 ranks<span>, line by line</span>" in html


def test_the_script_holds_the_trace_and_the_lines_that_ran(snippet, trace):
    lane = dataclasses.replace(trace.lanes[0], steps=(Step(at=1, line=8, set={"</script>": Value("1")}),))
    script = player.script(snippet, dataclasses.replace(trace, lanes=(lane,), ops=()))
    data = json.loads(script.partition("] = ")[2].rstrip(";\n"))
    ((first, lines),) = data["code"]
    assert (first, len(lines)) == (8, 1)
    assert "&lt;" in lines[0]
    assert data["lanes"][0]["steps"] == [{"at": 1, "line": 8, "set": {"</script>": {"text": "1"}}}]
