from __future__ import annotations

import json

from lockstep.markdown import what_if
from lockstep.record import what_if as records
from lockstep.record.record import RankRecord
from lockstep.record.what_if import Told, Variant
from lockstep.snippet.edit import Edit
from lockstep.snippet.snippet import read_snippet

FENCE = "```run\ntopic/one.py\n```"
NAMED = [(8, "", ""), (10, "", ""), (7, "print(2)", "Two")]
ENDS = "its proof fails: assert one == 1"


def varied(sandbox, *variants, needs="", body="print(one)\n(\n    one\n)"):
    snippet = read_snippet(sandbox.root, sandbox.snippet(body, ranks=2, needs=needs))
    sandbox.recorded(ranks=(RankRecord(0, ("1",), ()), RankRecord(0, ("1",), ())))
    line = next(iter(snippet.key_lines))
    without = Variant(edit=Edit(line), count=2, end="error", ranks=(Told(("<2>",), ENDS), Told(("1",))))
    records.write(snippet, "cpu", [without, *variants])
    sandbox.page(FENCE)
    return snippet


def html(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    return sandbox.html("index.md", "pymdownx.superfences")


def table(sandbox, snippet):
    text = what_if.script(sandbox.project, snippet)
    return json.loads(text.partition("] = ")[2].strip(";\n"))


def test_a_page_says_in_one_line_what_the_program_does_without_its_key_line(sandbox, monkeypatch):
    varied(sandbox)
    page = html(sandbox, monkeypatch)
    assert '<details class="ls-file ls-what-if" data-what-if="topic/one" data-count="2"' in page
    assert f"rank 0: <samp>{ENDS}</samp>; rank 1: finished; rank 0 prints <samp>&lt;2&gt;</samp>." in page


def test_a_line_is_found_by_its_place_among_the_shown_ones(sandbox, monkeypatch):
    varied(sandbox, Variant(edit=Edit(8), count=2, end="same"))
    assert 'data-lines="0-0:6 2-4:8"' in html(sandbox, monkeypatch)


def test_a_statement_has_one_mark_and_what_an_author_names_has_none(sandbox, monkeypatch):
    others = [Variant(edit=Edit(line, text, label), count=2, end="same") for line, text, label in NAMED]
    varied(sandbox, *others)
    assert 'data-lines="0-0:6 2-4:10"' in html(sandbox, monkeypatch)


def test_the_fold_says_what_can_be_asked(sandbox, monkeypatch):
    counted = [Variant(edit=None, count=count, end="finished", ranks=(Told(("1",)),) * count) for count in (1, 8)]
    varied(sandbox, *counted)
    assert 'data-asks="What if a line were missing?" data-offers="1 line, 1 to 8 ranks">Without the key line<' in html(
        sandbox, monkeypatch
    )
    records.write(sandbox.project.snippets["topic/one.py"], "cpu", counted)
    assert 'data-asks="What if there were other ranks?" data-offers="1 to 8 ranks"' in html(sandbox, monkeypatch)
    named = [Variant(edit=Edit(6, "print(2)", "Print another"), count=2, end="same")]
    records.write(sandbox.project.snippets["topic/one.py"], "cpu", named)
    assert 'data-asks="What if a line were another?" data-offers=""' in html(sandbox, monkeypatch)


def test_variants_of_another_state_are_not_shown(sandbox, monkeypatch):
    varied(sandbox)
    snippet = read_snippet(sandbox.root, sandbox.snippet("print(one + 0)", ranks=2))
    sandbox.recorded()
    assert "ls-what-if" not in html(sandbox, monkeypatch)
    assert what_if.script(sandbox.project, snippet) == ""


def test_a_script_holds_what_changed_by_rank(sandbox):
    counted = Variant(edit=None, count=1, end="finished", ranks=(Told(("1",)),))
    needs = '[[tool.lockstep.what-if]]\nline = "print(one)"\nstays = "Why."'
    snippet = varied(sandbox, counted, needs=needs)
    line = next(iter(snippet.key_lines))
    assert table(sandbox, snippet) == [
        {
            "count": 2,
            "end": "error",
            "line": line,
            "code": "one = int(1)",
            "ranks": [
                {"ranks": [0], "who": "rank 0", "lines": ["<2>"], "end": ENDS, "same": False},
                {"ranks": [1], "who": "rank 1", "lines": ["1"], "end": "", "same": True},
            ],
        },
        {
            "count": 1,
            "end": "finished",
            "ranks": [{"ranks": [0], "who": "rank 0", "lines": ["1"], "end": "", "same": True}],
        },
    ]


def test_a_line_that_stays_says_why(sandbox):
    needs = '[[tool.lockstep.what-if]]\nline = "print(one)"\nstays = "Why."'
    snippet = read_snippet(sandbox.root, sandbox.snippet(ranks=2, needs=needs))
    same = Variant(edit=Edit(snippet.lines.index("print(one)") + 1), count=2, end="same")
    snippet = varied(sandbox, same, needs=needs, body="print(one)")
    assert table(sandbox, snippet)[1]["why"] == "Why."
