"""The marker `# key line`: read strictly, never shown, and what stands in the line's place."""

from __future__ import annotations

import pytest

from lockstep.snippet.key_line import KeyLine, key_lines, without, without_marker
from lockstep.snippet.snippet import read_snippet


@pytest.mark.parametrize(
    ("source", "line", "instead", "rest"),
    [
        ("a = 1\nb = 2\n", 1, "", "pass\nb = 2\n"),
        ("if x:\n    a = 1\n", 2, "", "if x:\n    pass\n"),
        ("with a():\n    b()\n", 1, "", "if True:\n    b()\n"),
        ("f(\n    1,\n)\n", 3, "", "pass\n\n\n"),
        ("f(\n    1,\n)\n", 2, "", "f(\n    \n)\n"),
        ("f(\n    1,\n)\n", 2, "2,", "f(\n    2,\n)\n"),
        ("with a(\n    1,\n):\n    b()\n", 3, "", "if True:\n\n\n    b()\n"),
        ("for i in x: f(i)\n", 1, "", "pass\n"),
        ("a = 1\nb = 2\n", 1, "a = None", "a = None\nb = 2\n"),
        ("if x:\n    a = 1\n", 2, "a = 2", "if x:\n    a = 2\n"),
        ("x = f(\n    1,\n)\n", 1, "x = 2", "x = 2\n\n\n"),
        ("x = f(\n    1,\n)\n", 3, "x = 2", "x = 2\n\n\n"),
        ("with a():\n    b()\n", 1, "with c():", "with c():\n    b()\n"),
        ("with a(\n    1,\n):\n    b()\n", 3, "with c():", "with c():\n\n\n    b()\n"),
        ("if a:\n    b()\nelse:\n    c()\n", 1, "if b:", "if b:\n    b()\nelse:\n    c()\n"),
        ("if a:\n    b()\nelif c:\n    d()\n", 3, "elif e:", "if a:\n    b()\nelif e:\n    d()\n"),
        ("for i in x: f(i)\n", 1, "f(0)", "f(0)\n"),
        ("@a\ndef f():\n    b()\n", 1, "@c", "@c\ndef f():\n    b()\n"),
    ],
)
def test_another_text_takes_the_place_of_a_statement(source, line, instead, rest):
    assert without(source, line, instead) == rest


def test_marked_lines_and_what_stands_there_instead():
    lines = ["a = 1  # key line", "b = 2", "c = 3  # why  # key line, else: c = '#'  ", "d = 4  # key line   "]
    assert key_lines(lines) == {1: KeyLine(), 3: KeyLine("c = '#'"), 4: KeyLine()}


@pytest.mark.parametrize(
    ("line", "instead", "ending"),
    [
        ("a()  # key line -> hang", "", "hang"),
        ("a()  # key line, else: b() -> hang  ", "b()", "hang"),
        (
            "a()  # key line, else: b() -> RuntimeError: shapes -> do not fit",
            "b()",
            "RuntimeError: shapes -> do not fit",
        ),
        ("a()  # key line -> my.module.Error: words", "", "my.module.Error: words"),
        ("a()  # key line, else: b() -> SIGABRT", "b()", "SIGABRT"),
        ("a()  # why  # key line -> exit 2", "", "exit 2"),
        ("a()  # key line, else: b('x -> y')", "b('x -> y')", ""),
        ("def a():  # key line, else: def a() -> int:", "def a() -> int:", ""),
    ],
)
def test_how_it_ends_without_the_line(line, instead, ending):
    assert key_lines([line]) == {1: KeyLine(instead, ending)}
    assert without_marker(line) == line.partition("  # key line")[0]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("    a = 1  # key line", "    a = 1"),
        ("a = 1  # key line  ", "a = 1"),
        ("a = 1  # why  # key line, else: a = None", "a = 1  # why"),
        ("    a = 1  # key line, else: a = 2  # two  ", "    a = 1"),
        ("a = 1  # the line  ", "a = 1  # the line  "),
    ],
)
def test_the_marker_is_not_shown(line, shown):
    assert without_marker(line) == shown


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("x = 1  # key line, else:", "says nothing after 'else:'. Write the statement that stands there instead"),
        ("x = 1  # key line, else: x = = 2", "'else: x = = 2' is not Python here: invalid syntax. Write a statement"),
        ("x = 1  # key line, else: return", "'else: return' is not Python here: 'return' outside function."),
        ("x = 1  # key line, else: if x:", "'else: if x:' is not Python here: expected an indented block"),
        ("if one:  # key line, else: x = 1\n    x = 1", "'else: x = 1' is not Python here: unexpected indent."),
        ("x = 1  # key line, else: x  =  1", "'else: x  =  1' repeats the key line. Write what the program would say"),
        ("x = int(  # key line, else: x = int(1)\n    1\n)", "'else: x = int(1)' repeats the key line."),
        ("x = 1  # key line else: x = 2", "'# key line' is followed by 'else: x = 2'. Write '# key line' or"),
        ("x = 1  # key line, or else", "'# key line' is followed by ', or else'."),
        ("x = 1  # key lines", "'# key line' is followed by 's'."),
        ("x = 1  # key line -> RuntimeError", "'# key line' is followed by '-> RuntimeError'. Write '# key line' or"),
        ("x = 1  # key line -> exit 0", "'# key line' is followed by '-> exit 0'."),
        ("x = 1  # key line, else: -> hang", "says nothing after 'else:'. Write the statement that stands there"),
        ("x = 1  # key line, else: x = 2 -> it hangs", "'else: x = 2 -> it hangs' is not Python here: invalid syntax."),
        (
            "x = 1  # key line -> NameError: x",
            "'-> NameError' proves nothing: the line is only missing. Say what stands",
        ),
        (
            "x = 1  # key line -> AssertionError: x",
            "names an AssertionError. Name none: a proof that fails is what must",
        ),
    ],
)
def test_a_marker_that_says_something_else(sandbox, line, problem):
    name = sandbox.snippet(line)
    (found,) = read_snippet(sandbox.root, name).problems
    assert str(found).startswith(f"snippets/{name}:7: {problem}")


def test_a_line_inside_a_statement_that_python_needs(sandbox):
    name = sandbox.snippet("x = (\n    2 * (  # key line\n    3)\n)\n")
    (found,) = read_snippet(sandbox.root, name).problems
    assert str(found).startswith(f"snippets/{name}:8: is a key line without which this is not Python. Say what stands")


@pytest.mark.parametrize(
    "line",
    [
        "x = 1  # key line, else: x = 2",
        "x = 1  # key line  ",
        "x = int(\n    1\n)  # key line, else: x = 2",
        "x = 1  # key line -> ValueError: words",
        "x = dict(\n    a=1,  # key line\n)",
        "x = 1  # key line, else: x = 2 -> hang",
        "with open(__file__):  # key line, else: if one:\n    x = 1",
        "for x in [1]:  # key line, else: while not one:\n    pass",
    ],
)
def test_a_marker_that_is_right(sandbox, line):
    assert read_snippet(sandbox.root, sandbox.snippet(line)).problems == ()
