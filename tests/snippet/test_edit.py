from __future__ import annotations

from lockstep.snippet.edit import Edit, code_of, edited, edits, place, stays
from lockstep.snippet.snippet import read_snippet

HEAD = '[[tool.lockstep.what-if]]\nline = "both(one)"\nlabel = "Twice"\nbecomes = "both(2)"'
STAYS = '[[tool.lockstep.what-if]]\nline = "both(one)"\nstays = "Nobody looks."'


def read(sandbox, body, needs=""):
    return read_snippet(sandbox.root, sandbox.snippet(body, ranks=2, needs=needs))


def lines(snippet):
    return [code_of(snippet.lines[edit.line - 1]) for edit in edits(snippet)]


def test_the_key_line_and_other_calls_can_go(sandbox):
    snippet = read(sandbox, "both = print\nboth(one)  # a comment\none += 0")
    assert lines(snippet) == ["one = int(1)", "both(one)", "one += 0"]


def test_what_a_program_says_and_proves_stays(sandbox):
    body = "import os\nprint(one)\ndef f():\n    return 1\nassert f()\nfor i in range(2):\n    'text'"
    assert lines(read(sandbox, body)) == ["one = int(1)"]


def test_a_line_that_alone_gives_a_name_its_value_stays(sandbox):
    assert lines(read(sandbox, "a = 1\nb = 2\nprint(a)")) == ["one = int(1)", "b = 2"]


def test_the_head_of_a_block_can_go_but_no_elif(sandbox):
    snippet = read(sandbox, "if one == 1:\n    f = 1\nelif one:\n    f = 2\nwith open('x') as x:\n    f = 3")
    assert "if one == 1:" in lines(snippet)
    assert not any(line.startswith("elif") for line in lines(snippet))


def test_of_a_snippet_with_regions_only_what_they_show_can_go(sandbox):
    body = "one += 0\n# region shown\none += 1 - 1\n# endregion"
    assert lines(read(sandbox, body)) == ["one = int(1)", "one += 1 - 1"]


def test_an_author_names_an_edit_by_the_code_of_its_line(sandbox):
    snippet = read(sandbox, "both = print\nboth(one)  # a comment", HEAD)
    assert snippet.problems == ()
    change = Edit(snippet.lines.index("both(one)  # a comment") + 1, "both(2)", "Twice")
    assert change in list(edits(snippet))
    assert edited(snippet, change).count("\n") == snippet.source.count("\n")
    assert "both(2)" in edited(snippet, change)


def test_a_statement_of_several_lines_is_taken_out_once(sandbox):
    body = "both = print\nboth(\n    one,\n)  # key line, else: both(2)"
    snippet = read(sandbox, body, HEAD.replace('"both(one)"', '"both("'))
    numbers = [(edit.line, edit.label) for edit in edits(snippet)]
    end = snippet.lines.index(")  # key line, else: both(2)") + 1
    assert numbers[1:] == [(end, ""), (end - 2, "Twice")]


def test_a_line_that_stands_twice_has_no_place(sandbox):
    snippet = read(sandbox, "both = print\nboth(one)\nboth(one)", STAYS)
    assert place(snippet, snippet.needs.what_if[0]) == 0


def test_an_author_says_why_a_line_stays(sandbox):
    snippet = read(sandbox, "both = print\nboth(one)", STAYS)
    assert list(stays(snippet).values()) == ["Nobody looks."]
