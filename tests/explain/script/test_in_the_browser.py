"""The script of the page reads Python as Python does: the same events and the same reports, on every program of this site."""

from __future__ import annotations

import functools
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import rjsmin
from explain.script.cases import CASES, FORMS, HEAD
from sandbox import ROOT

from lockstep.explain.script import reader, source
from lockstep.explain.script.check import check_source
from lockstep.explain.script.event import Event
from lockstep.markdown import script_field
from lockstep.problem import LockstepError

ASSETS = ROOT / "docs/assets"
NODE = r"""
for (const path of process.argv.slice(1)) require(path);
const lines = require("readline").createInterface({ input: process.stdin });
const sorted = (set) => [...set].sort();
lines.on("line", (line) => {
  const { reports, refused, line: where = 0, facts } = Lockstep.checkScript(Lockstep.checked, ...JSON.parse(line));
  const events = facts?.events.map((one) => [one.name, one.receiver, one.args, one.keywords, one.target, one.line, one.column,
    one.tests, one.over, one.scope, one.used, one.meets, ...[one.kinds, one.argKinds, one.given, one.overKinds, one.around, one.restsOn].map(sorted)]);
  const found = reports.map(({ rule, line, column, what, place }) => [rule.name, line, column, what, place]);
  process.stdout.write(JSON.stringify({ refused, line: where, events: events ?? [], words: sorted(facts?.words ?? []), found }) + "\n");
});
"""
# What no program here writes, a statement each
# fmt: off
STATEMENTS = [
    *("x = 1.", "y = [.5, 1e3, 1_000, 0xFF, 0o17, 0b11, 3j, 1.e-7, 1e16, 123456789.125, 1e400]", "yield", "x = yield"),
    *("for i, *_ in rows: f(i)", "for x in *a, b: f(x)", "with (open(a) as b, open(c) as d,): f(b)", "with (a): f()"),
    *("with a as (b, c), d as e.f[0]: f()", "with (yield): f()", "@a.b(1)[2].c\ndef f(): pass", "f(x for x in y)"),
    *("f(*a, b, *c, d=1, **e, g=2)", "f((x := 1), y := 2)", "a[1:2, ::3, ..., *b] = f()", "a[()] = a[1,] = f(a[b:=1])"),
    *("f(lambda: 0, lambda x, /, y=1, *z, k, w=2, **v: (x, y))", "f(lambda *, k: k)"),
    *("f(not a in b, not (a and b) or c)", "f(a if b else c if d else e, (a if b else c) if d else e)"),
    "f(-x ** -y, (-x) ** y, ~x, +x, (a + b) * c - (d - e))",
    *("f(a < b <= c != d is not e not in g)", "f({**a, 'b': 1}, {*a, b}, {}, (), (1,), [*a])"),
    "f((a, b), [c for c in d if e if g])",
    *("f({a: b for a, b in c}, {a async for a in b}, (x async for x in y))", "f(await x, (await y).z, await z())"),
    "f('a' \"b\" 'it''s', \"it's\", 'a\\n\\t\\\\\\x00\\u00e9\\U0001F600\\101', r'\\n', b'\\xff\\'a', u'x', 'é\\xa0')",
    "f(f'{a}{b!r}{c:>{d}}{e=}{g = !s}{{}}', f'', f'a' 'b', rf'\\d{x}', f\"{d['k']}\", f'{x:%H:%M}', f'{a!r:^{w}.{p}}')",
    "f(f'''{\na}\n''', f'{(lambda: 1)}', f'{ {1: 2}[1] }', f'{a,}', f'{x:{y}{z}}')",
    *("del a, b[0], (c, d)", "assert a, b", "raise A from b", "global a, b", "import a.b.c, d as e", "from ..a import (b, c as d,)"),
    *("from . import a", "x: int = f()", "x.y: int", "x //= f(a)", "x *= a, b", "a = b = c, *d = f()", "(a) = f()", "print(1); f(); "),
    *("try:\n  f()\nexcept* A as e:\n  g()", "try:\n  f()\nexcept (A, B):\n  g()\nelse:\n  h()\nfinally:\n  i()"),
    *("async def f():\n  async with a as b: g()\n  async for x in y: h()\n  else: i()", "while a: f()\nelse: g()"),
    "class A(B, metaclass=C):\n  x = f()\n  def g(self, a: int = 1, *b: str, c, **d) -> E: return h()",
    "match f(x), y:\n  case [A.B, *_, -1] | {'a': 1 + 2j, **r} if g(): h()\n  case C(1, x=D()) as z: i()\n  case _: pass",
    *("match = f()\nmatch.x = g(match[0])", "match (a, b): \n  case (c): f()", "case = type = f(_)", "match\nprint(match)"),
    *("if a:\n\tf()\n        \n\tg()", "if a: f(); g()\n# end", "x = (  # why\n  f(\n)\n)", "x = a \\\n  + f()", "f()\f\ng()"),
    *("été = f('日本', größe=ﬁ)", "f('日本').g()", "if (a):\n  f()\n\n\n# c\n  # d\n  g()\nh()", "f(3 .real, 3.0.real, True.real)"),
    *("f(*(a or b), *a | b, **(c or d))", "f((yield), (yield a), (yield from b))", "return", "f(a.b[c](d).e)", "x = *a, b"),
]
BROKEN = [
    *("x = (1,\n", "x = 1)\n", "if a\n  b\n", "def f():\npass\n", "  x = 1\n", "if a:\n    b\n  c\n", "print 'a'\n", "f(a=1, b)\n"),
    *("1 = x\n", "f() = 1\n", "x = 'a\n", "'''a\n", "x = 08\n", "x = 1a\n", "a b\n", "x = $\n", "f'{'\n", "f'}'\n", "exec 'a'\n"),
    *("try:\n  a\n", "for x in y z:\n  a\n", "import a.b as c.d\n", "x = [1, 2\ny = 3\n", "class A\n  pass\n", "a = b = \n", "{1: 2, 3}\n"),
    *("def f(a=1, b): pass\n", "def f(*): pass\n", "f(**a, *b)\n", "lambda x\n", "b'é'\n", "'a' b'b'\n", "except:\n", "x +=\n", "(*a)\n"),
]

# fmt: on


class Script:
    """The script of the page in one process of Node, as it is built or as it stands in docs/assets/."""

    def __init__(self, folder: Path) -> None:
        (folder / "rules.js").write_text(script_field.script(), "utf-8")
        paths = [folder / "rules.js", *(folder / name for name in ("python-ast.js", "check-script.js"))]
        command = ["node", "-e", NODE, *map(str, paths)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def __call__(self, text: str, path: str = "train.py") -> dict:
        self.process.stdin.write(json.dumps([path, text]).encode() + b"\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module", params=["as it stands", "packed"])
def in_the_script(request, tmp_path_factory) -> Iterator[Script]:
    folder = tmp_path_factory.mktemp("scripts")
    for name in ("python-ast.js", "check-script.js"):
        text = (ASSETS / name).read_text("utf-8")
        (folder / name).write_text(rjsmin.jsmin(text) if request.param == "packed" else text, "utf-8")
    script = Script(folder)
    yield script
    script.process.communicate()


def _event(one: Event) -> list:
    sets = (one.kinds, one.arg_kinds, one.given, one.over_kinds, one.around, one.rests_on)
    told = [one.name, one.receiver, list(one.args), one.keywords, one.target, one.line, one.column, list(one.tests)]
    return [*told, one.over, one.scope, one.used, one.meets, *map(sorted, sets)]


@functools.cache
def in_python(text: str, path: str = "train.py") -> tuple[list, list, list]:
    """Events, words and reports."""
    script = source.parse(path, text.encode())
    facts = reader.facts(script.tree)
    found = [[one.rule.name, one.line, one.column, one.what] for one in check_source(script)]
    return [_event(one) for one in facts.events], sorted(facts.words), found


def _same(value):
    """Python 3.12 and later keep the quotes of an f-string, and the script writes them as 3.11 does."""
    text = json.dumps(value, ensure_ascii=False)
    return text if sys.version_info < (3, 12) else text.replace("'", "").replace('\\"', "")


def compare(script: Script, text: str) -> None:
    events, words, found = in_python(text)
    said = script(text)
    assert said["refused"] == "", text
    for mine, its in zip(said["events"], events, strict=True):
        assert _same(mine) == _same(its), text
    assert sorted(said["words"]) == words
    assert [one[:4] for one in said["found"]] == found


def test_each_program_of_this_site_gives_the_same_events_and_reports(in_the_script):
    reports = 0
    for path in sorted((ROOT / "snippets").rglob("*.py")):
        compare(in_the_script, path.read_text("utf-8"))
        reports += len(in_python(path.read_text("utf-8"))[2])
    assert reports > 20  # what the programs do wrong on purpose


@pytest.mark.parametrize("name", CASES)
def test_each_rule_finds_the_same_in_its_cases(in_the_script, name):
    for text in CASES[name]:
        compare(in_the_script, HEAD + text)


@pytest.mark.parametrize("text", [text for _, text, _ in FORMS])
def test_each_form_that_people_write_is_judged_the_same(in_the_script, text):
    compare(in_the_script, HEAD + text)


@pytest.mark.parametrize("statement", STATEMENTS)
def test_all_of_the_language_is_read_as_python_reads_it(in_the_script, statement):
    inside = f"def around():\n{statement}\n" if statement.startswith((" ", "\t")) else statement
    compare(in_the_script, f"{inside}\n")
    compare(in_the_script, inside)  # no end of line at the end


@pytest.mark.parametrize("text", BROKEN)
def test_what_is_not_python_is_refused_with_a_line(in_the_script, text):
    with pytest.raises(LockstepError) as error:
        source.parse("train.py", text.encode())
    said = in_the_script(text)
    place = error.value.problems[0].path
    assert said["refused"].startswith(f"Line {said['line']} is not Python 3: ")
    assert said["line"] >= 1
    if not text.startswith(("try:", "x = [1")):  # where Python's own message goes to the head, or past it
        assert place.split(":")[1] == str(said["line"])


def test_a_notebook_is_read_and_a_place_names_its_cell(in_the_script):
    cells = [
        {"cell_type": "markdown", "source": "# Title"},
        {"cell_type": "code", "source": ["%pip install x\n", "!ls \\\n", " -l\n", "files = !ls /data\n", HEAD]},
        {"cell_type": "code", "source": "%%bash\nls -l\n"},
        {"cell_type": "code", "source": "%%time\nmodel = DDP(net, device_ids=[0])"},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4})
    events, words, found = in_python(text, "train.ipynb")
    for name in ("train.ipynb", "train.py", ""):  # by its ending, or by how it begins
        said = in_the_script(text, name)
        assert (said["events"], said["words"]) == (events, words)
        assert [one[:4] for one in said["found"]] == found
        assert in_python(text, name)[2] == found
    assert [one[4] for one in said["found"] if one[0] == "device-ids-constant"] == ["Cell 4, line 2"]
    assert "not a notebook of version 4" in in_the_script("{}", "train.ipynb")["refused"]
    assert "not JSON" in in_the_script('{"cells": [', "train.ipynb")["refused"]
    of_r = {"cells": [], "metadata": {"kernelspec": {"language": "R"}}}
    assert "a notebook of R." in in_the_script(json.dumps(of_r), "train.ipynb")["refused"]


def test_the_files_that_cells_of_a_notebook_write_are_checked_each_for_itself(in_the_script):
    script = f"{HEAD}\ndist.init_process_group('nccl')\nmodel = DDP(net, device_ids=[0])\n"
    cells = [
        {"cell_type": "code", "source": "import torch\n!torchrun a.py"},
        {"cell_type": "code", "source": f"%%writefile a.py\n{script}"},
        {"cell_type": "code", "source": f"\n%%writefile -a b.py\n{script}"},
        {"cell_type": "code", "source": f"%%writefile a.txt\n{script}"},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4})
    events, words, found = in_python(text, "train.ipynb")
    said = in_the_script(text, "train.ipynb")
    assert (said["events"], said["words"]) == (events, words)
    assert [one[:4] for one in said["found"]] == found
    line = len(script.splitlines()) + 1
    assert [one[4] for one in said["found"] if one[0] == "device-ids-constant"] == [
        f"Cell 2, line {line}",
        f"Cell 3, line {line + 1}",
    ]
    assert "initialized-twice" not in {one[0] for one in found}  # two files, so two processes


@pytest.mark.parametrize("text", ["(" * 401 + ")" * 401, "-" * 100_000 + "1", f"x = {'1 + ' * 100_000}1\n", "x = 1\0"])
def test_what_is_too_deep_or_no_text_is_refused_in_a_line(in_the_script, text):
    said = in_the_script(text)["refused"]
    assert said.startswith(("This is nested too deep to be read. Split ", "This is not text. Open "))
    assert said.count("\n") == 0


def test_900_elif_are_read_as_python_reads_them(in_the_script):
    links = "".join(f"elif x == {i}:\n    model = DDP(net, device_ids=[{i}])\n" for i in range(900))
    text = f"{HEAD}if x is None:\n    pass\n{links}"
    compare(in_the_script, text)
    assert sum(one[0] == "device-ids-constant" for one in in_the_script(text)["found"]) == 900


def test_a_comment_silences_a_line_as_on_the_command_line(in_the_script):
    text = HEAD + "model = DDP(net, device_ids=[0])  # lockstep: ignore[{}]\n"
    assert len(in_the_script(text.format("device-ids-constant"))["found"]) < len(
        in_the_script(text.format("x"))["found"]
    )
    compare(in_the_script, text.format("device-ids-constant"))
