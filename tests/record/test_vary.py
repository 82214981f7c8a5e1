"""Which variants of a program are offered. Its ranks run."""

from __future__ import annotations

import pytest

from lockstep.record import told, what_if
from lockstep.record.record import read_record
from lockstep.record.recorder import record_one
from lockstep.record.vary import vary_one
from lockstep.snippet.edit import code_of
from lockstep.snippet.snippet import read_snippet

pytestmark = pytest.mark.torch
BODY = """import os
import sys
import time
rank, count = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
two = [2]
two.append(rank)
two[0] += 0
name = "x"
if rank == 1:
    sys.stdout.write("one\\n")
assert count != 4
print(two)"""


@pytest.fixture
def varied(sandbox, engine):
    """Record and vary a program; by line or number of ranks, how each variant ended."""

    def varied(body=BODY, needs=""):
        snippet = read_snippet(sandbox.root, sandbox.snippet(body, ranks=2, needs=needs))
        assert snippet.problems == ()
        assert record_one(engine, snippet).problems == []
        outcome = vary_one(engine, snippet, {})
        variants = what_if.read(sandbox.root, "cpu", snippet.name).variants
        named = {(code_of(snippet.lines[v.edit.line - 1]) if v.edit else v.count): v for v in variants}
        return named, [problem.what for problem in outcome.problems]

    return varied


def test_what_teaches_is_offered(varied):
    variants, problems = varied()
    ends = {what: variant.end for what, variant in variants.items()}
    assert ends == {
        "two.append(rank)": "finished",
        "two[0] += 0": "same",
        'name = "x"': "same",
        "if rank == 1:": "finished",
        'sys.stdout.write("one\\n")': "finished",
        1: "finished",
        8: "finished",  # with 4 an assert fails
    }
    assert [rank.lines for rank in variants["two.append(rank)"].ranks] == [("[2]",), ("one", "[2]")]
    assert len(variants[8].ranks) == 8
    assert problems == ["without this line the program does the same."] * 2


def test_a_hang_names_the_line_of_each_rank(varied, monkeypatch):
    monkeypatch.setattr("lockstep.record.vary.TIMEOUT", 1.0)
    monkeypatch.setattr("lockstep.record.vary._PATIENCE", 2.0)
    body = "import os, time\nif os.environ['RANK'] == '9':\n    time.sleep(99)\nprint(os.environ['RANK'])"
    variants, _ = varied(body)
    hang = variants["if os.environ['RANK'] == '9':"]
    assert hang.end == "hang"
    assert {rank.end for rank in hang.ranks} == {"waits for ever at: time.sleep(99)"}


def test_what_questions_ask_for_is_on_record_and_not_offered(sandbox, engine):
    snippet = read_snippet(sandbox.root, sandbox.snippet("print(one)"))
    assert record_one(engine, snippet).problems == []
    line = sandbox.line_of("print(one)")
    texts = ["print(one )", "print(-one)", "print(ones)", "print('x' * 2_000_000)"]
    [problem] = vary_one(engine, snippet, {line: texts}).problems
    assert problem.what.startswith(f"with {texts[3]!r} in its place it does something else in each run")
    known = what_if.current(snippet, "cpu")
    assert known.variants == ()
    before = told.recorded(snippet, read_record(sandbox.root, "cpu", snippet.name))
    assert {variant.edit.text: told.in_words(variant, before) for variant in known.asked} == {
        "print(one )": ("passed",),
        "print(-one)": ("prints: -1",),
        "print(ones)": ("NameError: name 'ones' is not defined. Did you mean: 'one'?",),
    }


def test_a_snippet_without_a_record_is_refused(sandbox, engine):
    snippet = read_snippet(sandbox.root, sandbox.snippet(ranks=2))
    assert vary_one(engine, snippet, {}).problems[0].what == "is not on record as it is now."
