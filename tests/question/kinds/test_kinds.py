"""A further kind, made here of one class, is read, judged, shown, exported and printed; nothing else knows of it."""

from __future__ import annotations

import ast
import csv
import json
import xml.etree.ElementTree as ET
from dataclasses import dataclass

import pytest
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.paper import answer_key
from lockstep.question.kinds import KINDS
from lockstep.question.question import OnPaper, Question
from lockstep.question.rendering import add
from lockstep.rules.questions import examine
from lockstep.site import export
from tests.question.asking import CHOICE, page, read


@dataclass(frozen=True)
class Claim(Question):
    """Is a claim true?"""

    kind = "claim"
    takes = ("holds", "source")
    needs = ("holds", "why")
    blocks = ("ask", "why", "source")
    noun = "Claim"
    seconds = 600
    can_be_marked = False
    on_paper = OnPaper("true or not", rows=1)

    holds: bool = True
    source: str = ""

    @classmethod
    def own_fields(cls, fields):
        return {"holds": fields.flag("holds", True), "source": fields.text("source")}

    def completed(self, project):
        snippet = project.find(self.run)
        return self, [] if snippet else [self.problem(self.line, "claims nothing of a program.", "Add 'run:'.")]

    def problems(self, project):
        if "?" in self.ask:
            yield self.problem(self.lines["ask"], "a claim is no question.", "State it.")

    def digested(self):
        return {"holds": self.holds}

    def attributes(self):
        return super().attributes() | {"holds": str(self.holds)}

    def add_options(self, parent, html):
        add(parent, "p", "ls-q-claim").text = html.inline("True, *or not*?")

    def add_answer(self, parent, html):
        html.blocks(parent, "source")
        super().add_answer(parent, html)
        html.output(parent)

    def entry(self, rebase):
        return {"holds": self.holds, "source": rebase(self.source), **super().entry(rebase)}

    def note_back(self):
        return ["It holds." if self.holds else "It does not.", *super().note_back()]


CLAIM = """id: one
kind: claim
level: beginner
ask: It prints **one**.
run: topic/one.py
holds: true
why: Its assert says so.
source: |
  See [it](shown.md).

  - And this."""


@pytest.fixture
def claims(sound, monkeypatch):
    monkeypatch.setitem(KINDS, "claim", Claim)
    monkeypatch.chdir(sound.root)
    return sound


def test_it_is_read(claims):
    question, problems = read(CLAIM)
    assert problems == []
    assert (type(question), question.holds, question.evidence) == (Claim, True, ["topic/one.py"])
    assert question.key != read(CLAIM.replace("holds: true", "holds: false"))[0].key


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("holds: true\n", "", "docs/index.md:4: quiz 'one': 'holds' is missing. Add 'holds:'."),
        ("holds: true", "holds: yes", "docs/index.md:9: quiz 'one': 'holds' is wrong. It is true or false."),
        ("why:", "sorce: x\nwhy:", "docs/index.md:10: quiz 'one': a claim has no key 'sorce'. Did you mean source?"),
        ("kind: claim", "kind: clam", "docs/index.md:5: quiz 'one': no kind is called 'clam'. Did you mean claim?"),
        ("run: topic/one.py", "proof: topic/one.py", "docs/index.md:3: quiz 'one': claims nothing of a program. Add 'run:'."),
        ("run: topic/one.py\n", "", "docs/index.md:4: quiz 'one': 'proof' is missing. Name a snippet whose assert carries the claim, or arithmetic that is true."),
        ("**one**.", "**one**?", "docs/index.md:7: quiz 'one': a claim is no question. State it."),
        ("shown.md", "gone.md", "docs/index.md:12: quiz 'one': the link 'gone.md' leads to no page; there is no docs/gone.md. Fix it."),
        ("- And this.", "```python\n  x = 1\n  ```", "docs/index.md:14: quiz 'one': this Python is not run. Put it in a file under snippets/ and name it with 'run:'."),
    ],
)  # fmt: skip
def test_its_problems_are_told(claims, old, new, problem):
    assert old in CLAIM
    page(claims, CLAIM)
    assert examine(claims.project) == []
    page(claims, CLAIM.replace(old, new, 1))
    assert problem in map(str, examine(claims.project))


def test_a_challenge_cannot_mark_it(claims):
    page(claims, CLAIM, head="# Page\n\n```challenge\n```\n\n")
    assert any("a challenge cannot mark a claim." in str(problem) for problem in examine(claims.project))


def test_it_is_shown(claims):
    page(claims, CLAIM)
    html = claims.html("index.md", "pymdownx.superfences")
    assert 'data-holds="True"' in html
    assert 'data-kind="claim"' in html
    assert "<strong>one</strong>" in html
    assert '<p class="ls-q-claim">True, <em>or not</em>?</p>' in html
    assert ">Claim</a>" in html
    assert '<div class="ls-q-source">' in html
    assert "<li>And this.</li>" in html
    assert "<samp>1</samp>" in html  # the output on record


def test_it_is_exported(claims):
    page(claims, CLAIM)
    entry = json.loads(export.as_json(claims.project))["questions"][0]
    assert (entry["kind"], entry["holds"], entry["why"]) == ("claim", True, "Its assert says so.")
    assert entry["source"].startswith("See [it](shown.md).")
    note = next(csv.reader(export.as_anki(claims.project).split("\n")[6:], delimiter="\t"))
    assert note[2].startswith("<p>It holds.</p><p>Its assert says so.</p>")
    assert "lockstep::claim" in note[3]


def test_it_counts_and_is_printed(claims):
    question, _ = read(CLAIM)
    page(claims, CLAIM)
    assert modes.minutes(claims.project.pages["docs/index.md"], [question])[1] == 10
    printed = ET.fromstring('<section><div class="question" data-kind="claim"/></section>')
    answer_key.number_questions([printed])
    assert printed[0].attrib == {
        "class": "question", "data-kind": "claim", "data-number": "1", "data-label": "true or not", "data-rows": "1",
    }  # fmt: skip


def test_kinds_have_names_of_their_own():
    assert list(KINDS) == ["choice", "multi", "predict", "debug", "numeric", "order", "explain", "card", "line"]
    assert all(name == kind.kind for name, kind in KINDS.items())


def test_no_other_module_names_a_kind():
    """A literal `"predict"` stands in the module of that kind alone; `explain` is also the name of a
    command, `line` that of many a field, and `predict` a method of the Trainers that `script` knows."""
    for path in sorted((ROOT / "lockstep").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        words = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        own = {path.stem} if path.parent.name == "kinds" else set()
        commands = {"explain", "choice"} if path.parent.name in ("lockstep", "cli", "engine") else set()
        methods = {"predict"} if path.parent.name == "script" else set()
        assert words & set(KINDS) <= own | commands | methods | {"line"}, path


def test_the_schema_and_the_script_know_every_kind():
    schema = json.loads((ROOT / "docs/assets/questions.schema.json").read_text("utf-8"))
    assert schema["$defs"]["question"]["properties"]["kind"]["enum"] == list(KINDS)
    script = (ROOT / "docs/assets/question.js").read_text("utf-8")
    entries = script.partition("const KINDS = {")[2].partition("}")[0].split(",")
    assert {entry.partition(":")[0].strip() for entry in entries} == set(KINDS)


def test_an_unknown_kind_is_told_with_the_keys_of_all():
    question, problems = read(CHOICE.replace("kind: choice", "kind: choise").replace("ask:", "levle: x\nask:"))
    assert type(question) is Question
    assert problems == [
        "5: quiz 'one': no kind is called 'choise'. Did you mean choice?",
        "7: quiz 'one': a quiz has no key 'levle'. Did you mean level?",
    ]
