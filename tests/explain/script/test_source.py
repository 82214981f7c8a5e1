"""A script that cannot be read gets one line, whatever it is."""

from __future__ import annotations

import io
import json
import sys

import pytest

from lockstep.explain.script import source
from lockstep.problem import LockstepError

MAGIC = [
    "files = !ls /data",
    "a, b = !ls",
    "y=%timeit -o f()",
    "rows[0] = !ls",
    "print??",
    "a.b2?",
    "?print",
    "!pip \\\n  -q",
]


def notebook(*cells: str, kind: str = "code") -> bytes:
    return json.dumps({"cells": [{"cell_type": kind, "source": text} for text in cells]}).encode()


@pytest.mark.parametrize(
    ("path", "data", "said"),
    [
        ("a.py", b"print 1\n", "a.py:1:1: is not Python 3"),
        ("a.py", b"x = (\n", "a.py:1:5: is not Python 3"),
        ("a.py", b"\0", "is not Python 3"),
        ("a.py", b"\xff\xfe", "is not text that Python reads"),
        ("a.out", b"\x7fELF\xff\0", "declaration. Save it as UTF-8, or name another file."),
        ("a.py", b"# coding: none\n", "is not text that Python reads"),
        (
            "a.py",
            b"x = 1\n" + b"(" * 5000 + b")" * 5000,
            "a.py:2:1: is nested too deep to be read. Split the expression",
        ),
        ("a.py", b"x = " + b"1 + " * 5000 + b"1", "nested too deep"),
        ("a.py", b"-" * 200_000 + b"1", "nested too deep"),
        ("a.py", b"x = " + b"a." * 100_000 + b"b", "nested too deep"),
        ("a.ipynb", b"{}", "is not a notebook of version 4"),
        ("a.ipynb", b"[" * 100_000, "is not a notebook"),
        ("a.ipynb", b'{"cells":[\n{"source":["import', "a.ipynb:2: is not JSON, as a notebook is: Unterminated string"),
        (
            "a.ipynb",
            b'{"cells": [], "metadata": {"kernelspec": {"language": "R", "name": "ir"}}}',
            "a.ipynb: is a notebook of R. Name a notebook of Python.",
        ),
        ("a.ipynb", notebook("x = 1", "y = ("), "a.ipynb:cell 2:1:5: is not Python 3"),
    ],
)
def test_bad_input_gets_a_line(path, data, said):
    with pytest.raises(LockstepError) as caught:
        source.parse(path, data)
    assert said in str(caught.value)
    assert len(caught.value.problems) == 1


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="this Python reads them")
@pytest.mark.parametrize("text", ["type X = list[int]", "def f[T](x: T): pass", "class A[T]: pass", "f'{'a'}'"])
def test_what_a_newer_python_reads_is_not_called_no_python(text):
    with pytest.raises(LockstepError, match=r"is not Python 3\.11, with which this check runs: .* newer Python, run"):
        source.parse("a.py", f"{text}\n".encode())


@pytest.mark.parametrize("head", [b"", b"\xef\xbb\xbf"])
def test_a_notebook_is_known_by_how_it_begins_whatever_its_name(monkeypatch, head):
    assert source.parse("train.py", head + notebook("x = 1", "y = 2")).place(2, 1) == "train.py:cell 2:1:1"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(head + notebook("x = 1", "y = 2"))))
    assert source.read("-").place(2, 1) == "<stdin>:cell 2:1:1"
    assert source.parse("<stdin>", b'{"a": 1}').cells == ()


def test_a_file_that_is_too_large_or_absent_is_refused(tmp_path):
    big = tmp_path / "big.py"
    big.write_bytes(b"#" * (source.LARGEST + 1))
    for path in (big, tmp_path / "none.py"):
        with pytest.raises(LockstepError) as caught:
            source.read(str(path))
        assert str(path) in str(caught.value)


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"x = 1\n")))
    assert [*source.files(["-"])] == ["-"]
    read = source.read("-")
    assert (read.place(1, 1), read.text) == ("<stdin>:1:1", "x = 1\n")
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"#" * (source.LARGEST + 1))))
    with pytest.raises(LockstepError, match="<stdin>: has more than 4 MB"):
        source.read("-")


def test_empty_files_byte_order_marks_and_windows_lines_are_python():
    for data in (b"", b"\xef\xbb\xbfx = 1\n", b"x = 1\r\ny = 2\r", b"# coding: latin-1\nx = '\xe9'\n"):
        source.parse("a.py", data)


def test_lines_of_magic_in_a_notebook_are_left_out():
    cells = ("%matplotlib inline\n!pip list\nx = 1", "%%bash\necho (", "help?\nif x:\n    %time y = 2")
    read = source.parse("a.ipynb", notebook(*cells))
    assert read.place(3, 1) == "a.ipynb:cell 1:3:1"
    assert read.place(7, 5) == "a.ipynb:cell 3:2:5"


@pytest.mark.parametrize("text", MAGIC)
def test_each_line_of_ipython_keeps_its_place(text):
    read = source.parse("a.ipynb", notebook(f"{text}\nx = 1", "y = 2"))
    assert read.text.split("\n")[text.count("\n") + 1] == "x = 1"
    assert read.place(text.count("\n") + 3, 1) == "a.ipynb:cell 2:1:1"


def test_a_line_that_goes_on_with_a_percent_sign_is_python():
    code = 'print("%s and %s"\n      % (a, b))\nx = a != b\n'
    assert source.parse("a.ipynb", notebook(code)).text == code


def test_a_cell_that_is_timed_is_read_and_one_of_another_language_is_not():
    read = source.parse("a.ipynb", notebook("%%time\nx = 1", "%%bash\nls (", "%%capture out\ny = 2"))
    assert read.text == "pass\nx = 1\n\n\npass\ny = 2\n"


def test_the_python_files_that_cells_write_are_read_each_for_itself():
    cells = ("x = 1", "%%writefile train.py\nimport a\n!ls", "%%writefile run.sh\nls (", "%%writefile -a 'b.py'\nz = 3")
    with pytest.raises(LockstepError, match=r"a\.ipynb:cell 2:3:1: is not Python 3"):
        source.parse("a.ipynb", notebook(*cells))
    more = (cells[0], cells[1].replace("!ls", "y = 2"), *cells[2:], "%%file train.py\ny = 3")
    read = source.parse("a.ipynb", notebook(*more))
    assert read.text == "x = 1" + "\n" * 10
    assert [one.text for one in read.written] == [
        "\n\nimport a\ny = 2\n\n\n\n\n\ny = 3\n",
        "\n\n\n\n\n\n\nz = 3\n\n\n",
    ]
    assert read.written[0].place(4, 1) == "a.ipynb:cell 2:3:1"


def test_a_folder_is_read_but_for_what_is_installed_in_it(tmp_path):
    for name in ("b.py", "a/c.py", ".git/d.py", "venv/e.py", "f.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True, parents=True)
        (tmp_path / name).write_text("x = 1\n")
    assert [*source.files([str(tmp_path)])] == [str(tmp_path / "a" / "c.py"), str(tmp_path / "b.py")]
    (tmp_path / "empty").mkdir()
    with pytest.raises(LockstepError, match="holds no Python file"):
        [*source.files([str(tmp_path / "empty")])]
