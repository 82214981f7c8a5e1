"""A missing line: what was run in its place decides what is accepted, and what is said of the rest."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET

import pytest

from lockstep.question import bank
from lockstep.question.decided import problems as undecided
from lockstep.question.kinds.line import GAP, ended, normal
from lockstep.question.wrong_versions import survivors
from lockstep.record import what_if
from lockstep.record.what_if import Told, Variant
from lockstep.rules.questions import examine
from lockstep.site import export
from lockstep.snippet.edit import Edit
from lockstep.snippet.snippet import read_snippet
from tests.question.asking import page, whole

LINE = """id: one
kind: line
level: beginner
ask: Write the line.
run: topic/two.py
region: loop
line: print(3)
accepted: [print(1 + 2)]
wrong:
  - {line: print(4), why: That is one more.}
  - {line: print(x), why: There is none.}
why: Three comes after two."""


@pytest.fixture
def lines(sound):
    """The sound project, with what the forms of LINE did."""
    number = sound.line_of("print(3)", "topic/two.py")
    run = [
        ("print(1 + 2)", "same", ()),
        ("print(4)", "finished", (Told(("4",)), Told(("4",)))),
        ("print(x)", "error", (Told((), "waits for ever"), Told((), "fails"))),
    ]
    asked = [Variant(edit=Edit(number, text), count=2, end=end, ranks=ranks) for text, end, ranks in run]
    what_if.write(read_snippet(sound.root, "topic/two.py"), "cpu", [], asked)
    return sound


def test_reading(lines):
    question, problems = whole(lines, LINE)
    assert problems == []
    assert (question.blank, question.number) == ("print(3)", lines.line_of("print(3)", "topic/two.py"))
    assert [(form.text, form.right) for form in question.forms] == [
        ("print(1 + 2)", True), ("print(4)", False), ("print(x)", False),
    ]  # fmt: skip
    assert question.asked == {question.number: ("print(1 + 2)", "print(4)", "print(x)")}
    assert list(undecided(lines.project, question)) == []
    assert question.key != whole(lines, LINE.replace("accepted: [print(1 + 2)]\n", ""))[0].key


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("line: print(3)\n", "line: print(5)\n", "10: quiz 'one': topic/two.py has no such line. Copy one line of it that stands once."),
        ("print(1 + 2)", "print( 3 )", "11: quiz 'one': 'print( 3 )' stands twice. Leave it out: spaces and quotes are free."),
        ("print(1 + 2)", "print(", "11: quiz 'one': 'print(' is no statement. Write one line of Python."),
        ("wrong:\n  - {line: print(4), why: That is one more.}\n  - {line: print(x), why: There is none.}\n", "", "4: quiz 'one': no form is wrong. Add one or two under 'wrong:'."),
    ],
)  # fmt: skip
def test_problems(lines, old, new, problem):
    assert old in LINE
    assert problem in whole(lines, LINE.replace(old, new))[1]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("print(1 + 2)", "print(2 + 1)", "'print(2 + 1)' was not run in the place of line {}. Run: nox -s what_if -- topic/two.py"),
        ("[print(1 + 2)]", "[print(4)]", "'print(4)' is accepted, but when it was run: every rank: prints: 4. Move it, or take another."),
        ("line: print(4)", "line: print(1 + 2)", "'print(1 + 2)' is wrong, but when it was run: every rank: passed. Move it, or take another."),
    ],
)  # fmt: skip
def test_what_was_run_decides(lines, old, new, problem):
    text = LINE.replace(old, new)
    if "line:" in new:
        text = text.replace("accepted: [print(1 + 2)]\n", "")
    else:
        text = text.replace("  - {line: print(4), why: That is one more.}\n", "")
    question, problems = whole(lines, text)
    assert problems == []
    told = [str(problem).partition("'one': ")[2] for problem in undecided(lines.project, question)]
    assert told == [problem.format(question.number)]


def test_a_record_of_another_state_is_none(lines):
    lines.snippet("# region loop\nprint(2)\nprint(3)\n# endregion\none = 1", "topic/two.py", ranks=2)
    lines.recorded("topic/two.py")
    question, _ = whole(lines, LINE)
    assert len(list(undecided(lines.project, question))) == 3


def test_no_wrong_version_survives(lines):
    question, _ = whole(lines, LINE)
    assert survivors(lines.project, [question]) == (6, [])


def test_what_nobody_asks_about_is_told(lines, monkeypatch):
    monkeypatch.chdir(lines.root)
    page(lines, LINE)
    assert bank.asked_lines(bank.questions(lines.project)[0])["topic/two.py"]
    assert examine(lines.project) == []
    page(lines, LINE.replace("  - {line: print(x), why: There is none.}\n", ""))
    other = "snippets/topic/two.py: changed since its variants ran, or questions ask for others."
    assert [str(p) for p in examine(lines.project)] == [f"{other} Run: python -m lockstep what-if topic/two.py"]


def test_other_tools_see_a_gap(lines):
    page(lines, LINE)
    entry = json.loads(export.as_json(lines.project))["questions"][0]
    assert entry["program"] == f"print(2)\n{GAP}"
    assert entry["line"]["text"] == "print(3)"
    assert entry["line"]["forms"][1] == {
        "text": "print(4)", "right": False, "said": "Wrong. It was run: `every rank: prints: 4`. That is one more.",
    }  # fmt: skip
    note = export.as_anki(lines.project).splitlines()[-1]
    front, back = note.split("\t")[1:3]
    assert "print(3)" not in front
    assert "<code>print(3)</code>" in back
    assert "There is none." in back


def test_what_a_page_holds(lines, monkeypatch):
    monkeypatch.chdir(lines.root)
    page(lines, LINE)
    html = lines.html("index.md", "pymdownx.superfences")
    root = ET.fromstring(html[html.index("<ls-question") : html.index("</ls-question>")] + "</ls-question>")
    before = html[: html.index('<details class="ls-q-answer"')]
    assert GAP in before
    assert "print(3)" not in before
    forms = root.find(".//ul[@class='ls-q-forms']")
    assert [form.find("code").text for form in forms] == ["print(3)", "print(1 + 2)", "print(4)", "print(x)"]
    assert ["data-right" in form.attrib for form in forms] == [True, True, False, False]


def test_statements_that_are_the_same():
    assert normal("x=f( 'a',b )") == normal('x = f("a", b)') != normal("x = f('a', c)")
    assert [normal(text) for text in ("x =", "x = 1; y = 2", "x = 1\ny = 2", "")] == ["", "", "", ""]


def test_how_a_variant_ended():
    assert ended(("x", "x")) == "every rank: x"
    assert ended(("x",)) == "x"
    assert ended(("x", "y", "y")) == "rank 0: x; ranks 1, 2: y"
