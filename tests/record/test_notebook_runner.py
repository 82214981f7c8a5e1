"""Notebooks are executed by `record` and `check`: in an empty folder, twice where it matters, and nothing stays."""

from __future__ import annotations

import dataclasses
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from sandbox import ROOT, Sandbox, descendants, reap_orphans, temporary, until

from lockstep.record import notebook, notebook_runner
from lockstep.record.notebook import Notebook, NotebookRecord
from lockstep.record.notebook_runner import CellError

pytestmark = pytest.mark.torch
HEAD = """---
title: Try
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---
# Try

"""
PAGE = (
    HEAD
    + """Back to [the sheet](index.md#part).

```python
%%writefile worker.py
print("rank 0 says", 6 * 7)
```

```python
!python worker.py
import os, shutil, subprocess, sys
print("at", sorted(os.listdir()))
with open(os.environ["NOTES"], "a") as notes:
    print(os.getcwd(), file=notes)
```

```python
left = subprocess.Popen(["sleep", "301.5"], start_new_session=True, env={})
print("startup" in globals(), os.environ["CUDA_VISIBLE_DEVICES"] == "")
print(shutil.which("torchrun") == os.path.join(os.path.dirname(sys.executable), "torchrun"))
```
"""
)
OUTPUTS = ("", "rank 0 says 42\nat ['worker.py']", "False True\nTrue")


def lockstep(root: Path, *args: str) -> subprocess.CompletedProcess:
    """The command line, called by a user with a startup file and a kernel of their own."""
    return subprocess.run(
        [sys.executable, "-m", "lockstep", "--root", str(root), *args],
        cwd=ROOT,
        env={**os.environ, "HOME": str(root / "home"), "NOTES": str(root / "notes"), "JUPYTER_PREFER_ENV_PATH": "0"},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def executions(root: Path) -> list[str]:
    """The folders in which the notebook was executed so far."""
    return (root / "notes").read_text().splitlines()


def read(root: Path) -> NotebookRecord:
    found = notebook.read(root / "docs/topic/try.ipynb")
    assert found
    return found


@pytest.fixture(scope="module")
def recorded(tmp_path_factory) -> Path:
    """A project with a notebook page that was just recorded for the first time."""
    sandbox = Sandbox(tmp_path_factory.mktemp("notebooks"))
    sandbox.page(PAGE, "topic/try.md")
    startup = sandbox.root / "home/.ipython/profile_default/startup/all.py"
    startup.parent.mkdir(parents=True)
    startup.write_text("startup = 1\n")
    kernel = sandbox.root / "home/.local/share/jupyter/kernels/python3/kernel.json"
    kernel.parent.mkdir(parents=True)
    kernel.write_text('{"argv": ["false"], "display_name": "Python 3", "language": "python"}')
    before, files = descendants(), temporary()
    done = lockstep(sandbox.root, "record", "docs/topic/try.md")
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr
    assert "cpu: 1 notebooks to record." in done.stderr
    assert "[1/1] recorded     docs/topic/try.md" in done.stderr
    assert descendants() <= before
    assert temporary() <= files
    return sandbox.root


@pytest.fixture
def copy(recorded, tmp_path) -> Path:
    return shutil.copytree(recorded, tmp_path / "copy", symlinks=True)


def test_a_notebook_is_written_beside_its_page(recorded):
    kept = recorded / "docs/topic/try.ipynb"
    made = read(recorded)
    assert made.outputs == OUTPUTS
    assert made.key == notebook.key(PAGE)
    assert made.seconds > 0
    assert {"torch", "python"} <= set(made.environment)
    assert kept.read_text("utf-8") == notebook.ipynb(PAGE, made)
    nbformat.validate(nbformat.read(kept, as_version=4))


def test_the_first_time_it_is_executed_twice_in_folders_that_are_gone(recorded):
    first, second = executions(recorded)[:2]
    assert first != second
    assert not Path(first).exists()
    assert not Path(first).is_relative_to(recorded)


def test_nobodys_settings_count_and_none_are_left(recorded):
    left = sorted(path.name for path in (recorded / "home").rglob("*") if path.is_file())
    assert left == ["all.py", "kernel.json"]


def test_what_prints_the_same_is_executed_once(copy):
    before = len(executions(copy))
    done = lockstep(copy, "record", "topic/try")
    assert "as before" in done.stderr
    assert len(executions(copy)) == before + 1


def test_check_compares_and_writes_nothing(copy):
    page = Notebook(copy, "docs/topic/try.md", PAGE)
    other = dataclasses.replace(read(copy), outputs=(*OUTPUTS[:1], "rank 1 says 42\nat ['worker.py']", OUTPUTS[2]))
    page.file.write_text(notebook.ipynb(PAGE, other), "utf-8")
    done = lockstep(copy, "check", "docs/topic/try.ipynb")
    todo = "If the new output is right: nox -s record -- topic/try"
    assert done.returncode == 1
    assert done.stdout.splitlines()[0] == f"docs/topic/try.md: prints something else than its notebook holds. {todo}"
    assert {"      -rank 1 says 42", "      +rank 0 says 42"} <= set(done.stdout.splitlines())
    assert read(copy) == other


def test_changed_prose_is_written_without_an_execution(copy):
    before = executions(copy)
    assert "nothing to record" in lockstep(copy, "record", "--changed").stderr
    (copy / "docs/topic/try.md").write_text(PAGE + "\nA last word.\n", "utf-8")
    assert "holds older text" in lockstep(copy, "verify").stdout
    done = lockstep(copy, "record", "--changed")
    assert (done.returncode, "text renewed" in done.stderr) == (0, True)
    assert "A last word." in (copy / "docs/topic/try.ipynb").read_text("utf-8")
    assert read(copy).outputs == OUTPUTS
    assert executions(copy) == before


def test_changed_code_is_stale_everywhere(copy):
    (copy / "docs/topic/try.md").write_text(PAGE.replace("6 * 7", "7 * 7"), "utf-8")
    said = "docs/topic/try.md: changed since it was executed. Run: nox -s record -- topic/try"
    assert said in lockstep(copy, "verify").stdout
    assert said in lockstep(copy, "check").stdout
    assert "topic/try\n    cpu         stale: run nox -s record -- topic/try" in lockstep(copy, "list").stdout


def test_a_list_has_its_date_and_seconds(recorded):
    made = read(recorded)
    assert f"topic/try\n    cpu         {made.date}  {made.seconds:.1f} s  torch" in lockstep(recorded, "list").stdout


@pytest.mark.parametrize("word", ["topic/try", "topic", "docs", "docs/topic/try.md", "docs/topic/try.ipynb", "."])
def test_what_names_a_notebook(sandbox, word):
    sandbox.page(PAGE, "topic/try.md")
    sandbox.page(PAGE, "other.md")
    named = [one.path for one in sandbox.project.select_notebooks([word])]
    assert named == (["docs/other.md"] if word in (".", "docs") else []) + ["docs/topic/try.md"]
    assert sandbox.project.select([word]) == []


def test_a_proof_and_a_cold_run_are_of_snippets_alone(sandbox):
    sandbox.page(PAGE, "topic/try.md")
    for arguments in (["prove"], ["check", "--cold"]):
        done = lockstep(sandbox.root, *arguments, "topic/try")
        assert (done.returncode, "cpu: nothing to" in done.stderr) == (0, True)


def page_of(root: Path, *cells: str) -> Notebook:
    return Notebook(root, "docs/topic/try.md", HEAD + "\n\n".join(f"```python\n{cell}\n```" for cell in cells))


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.parametrize(
    ("cells", "said"),
    [
        (["x = 1", "y = 2\nassert x == y"], "14: AssertionError. Fix the cell, or what it calls."),
        (
            ["def f():\n    raise ValueError('Not.\\nthat')", "x = 1\n\nf()"],
            "16: ValueError: Not. Fix the cell, or what it calls.",
        ),
        (["x = 1\n(", "x"], "10: SyntaxError: "),
        (["1", "import os\nos._exit(1)"], "12: this cell ended its kernel. Fix the cell, or what it calls."),
        (
            ["1", "import time\n!sleep 60 & sleep 60\ntime.sleep(60)"],
            "12: this cell runs longer than 3 s. End it sooner.",
        ),
    ],
)
def test_a_failing_cell_is_named_with_its_line(tmp_path, monkeypatch, cells, said):
    monkeypatch.setattr(notebook_runner, "TIMEOUT", 3 if "longer" in said else 120)
    with pytest.raises(CellError) as failure:
        notebook_runner.execute(page_of(tmp_path, *cells))
    assert str(failure.value.problem).startswith(f"docs/topic/try.md:{said}")
    assert ("Error" in "".join(failure.value.said)) == ("Error" in said)  # its traceback


@pytest.mark.usefixtures("nothing_left")
def test_what_changes_from_run_to_run_is_not_recorded(tmp_path, capsys):
    page = page_of(tmp_path, "import time\nprint('at', time.time_ns())")
    page.file.parent.mkdir(parents=True)
    [outcome] = notebook_runner.work("record", [page])
    assert [str(problem) for problem in outcome.problems] == [
        "docs/topic/try.md: printed something else the second time. Print what is always the same."
    ]
    assert outcome.diff[0] == "cell in line 8:"
    assert not page.file.exists()


def test_where_nothing_can_be_executed_one_line_says_so(recorded, monkeypatch, capsys):
    """A GPU machine with torch alone. Text needs no kernel, so it is renewed there too."""
    monkeypatch.setattr(notebook_runner, "_NEEDS", ("json", "no_such_module"))
    page = Notebook(recorded, "docs/topic/try.md", PAGE)
    assert notebook_runner.work("record", [page, page]) == []
    assert capsys.readouterr().err == "2 notebooks left out: this Python has no no_such_module.\n"
    assert [one.verdict for one in notebook_runner.work("record", [page], changed=True)] == ["text renewed"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing tells which processes those are")
def test_a_recorder_that_is_stopped_leaves_no_process(sandbox, number):
    sandbox.page(
        page_of(
            sandbox.root, "import os, time\nos.system('sleep 60 &')\nopen(os.environ['NOTES'], 'w')\ntime.sleep(60)"
        ).text,
        "try.md",
    )
    before, notes = descendants(), sandbox.root / "notes"
    process = subprocess.Popen(
        [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "record"],
        cwd=ROOT,
        env={**os.environ, "NOTES": str(notes)},
        stderr=subprocess.DEVNULL,
    )
    until(notes.exists)
    process.send_signal(number)
    process.wait(300)
    reap_orphans(before)
    assert descendants() <= before
    assert not (sandbox.root / "docs/try.ipynb").exists()
