from __future__ import annotations

import os

from lockstep.record import what_if
from lockstep.record.what_if import Told, Variant
from lockstep.snippet.edit import Edit
from lockstep.snippet.snippet import read_snippet

VARIANTS = [
    Variant(edit=Edit(6), count=2, end="error", ranks=(Told(("1",), "fails"), Told())),
    Variant(edit=None, count=8, end="same"),
]


def snippet_of(sandbox, **how):
    return read_snippet(sandbox.root, sandbox.snippet(**{"ranks": 2} | how))


def test_what_is_written_is_read(sandbox):
    snippet = snippet_of(sandbox)
    assert what_if.read(sandbox.root, "cpu", snippet.name) is None
    assert what_if.is_stale(snippet, "cpu", {})
    what_if.write(snippet, "cpu", VARIANTS)
    known = what_if.read(sandbox.root, "cpu", snippet.name)
    assert list(known.variants) == VARIANTS
    assert known.of_line(6) == VARIANTS[0]
    assert not what_if.is_stale(snippet, "cpu", {})
    assert what_if.names(sandbox.root, "cpu") == [snippet.name]


def test_variants_of_another_state_are_stale(sandbox):
    what_if.write(snippet_of(sandbox), "cpu", VARIANTS)
    assert what_if.is_stale(snippet_of(sandbox, body="print(one + 0)"), "cpu", {})


def test_variants_are_stale_once_questions_ask_for_others(sandbox):
    snippet = snippet_of(sandbox)
    asked = Variant(edit=Edit(6, "one = 2"), count=2, end="error", ranks=(Told((), "fails"), Told((), "fails")))
    what_if.write(snippet, "cpu", VARIANTS, [asked])
    known = what_if.current(snippet, "cpu")
    assert (list(known.variants), list(known.asked)) == (VARIANTS, [asked])
    assert not what_if.is_stale(snippet, "cpu", {6: ["one = 2", "one = 2"]})
    assert what_if.is_stale(snippet, "cpu", {6: ["one = 2", "one = 3"]})
    assert what_if.is_stale(snippet, "cpu", {})


def test_a_broken_file_is_none(sandbox):
    snippet = snippet_of(sandbox)
    what_if.write(snippet, "cpu", VARIANTS)
    what_if.path_of(sandbox.root, "cpu", snippet.name).write_text("{}")
    assert what_if.read(sandbox.root, "cpu", snippet.name) is None
    what_if.path_of(sandbox.root, "cpu", snippet.name).unlink()
    os.mkfifo(what_if.path_of(sandbox.root, "cpu", snippet.name))  # to read it would take for ever
    assert what_if.read(sandbox.root, "cpu", snippet.name) is None


def test_one_process_several_hosts_and_other_engines_have_no_variants(sandbox):
    assert what_if.is_offered(snippet_of(sandbox))
    assert not what_if.is_offered(snippet_of(sandbox, ranks=0))
    assert not what_if.is_offered(snippet_of(sandbox, needs="exclusive = true"))


def test_a_line_that_changes_nothing_is_told_until_it_is_explained(sandbox):
    same = [Variant(edit=Edit(6), count=2, end="same")]
    [problem] = what_if.unexplained(snippet_of(sandbox), same)
    assert str(problem).startswith("snippets/topic/one.py:6: without this line the program does the same.")
    needs = '[[tool.lockstep.what-if]]\nline = "one = int(1)"\nstays = "It is one."'
    snippet = snippet_of(sandbox, needs=needs)
    line = snippet.lines.index("one = int(1)  # key line") + 1
    assert not list(what_if.unexplained(snippet, [Variant(edit=Edit(line), count=2, end="same")]))


def test_an_edit_without_a_place_or_that_is_no_python_is_told(sandbox):
    needs = '[[tool.lockstep.what-if]]\nline = "two"\nstays = "No."\n'
    needs += '[[tool.lockstep.what-if]]\nline = "print(one)"\nlabel = "Wrong"\nbecomes = "print("'
    problems = [problem.what for problem in what_if.misplaced(snippet_of(sandbox, needs=needs))]
    assert problems[0] == "what-if: 'two' is not one line of the program."
    assert problems[1].startswith("what-if: 'Wrong' is not Python")
