"""Execute notebook pages: record what their cells print, or compare it with what is on record.

    python -m lockstep.record.notebook_runner FOLDER

A notebook is executed by a process of its own, which this command line is: it reads the cells from FOLDER/cells.json
and writes FOLDER/done.json. The kernel, the cells and all that they start carry the mark of that process, so nothing
of them stays. Notebooks are executed one at a time, because some measure how long their cells take.
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lockstep.engine import machine, process, scratch
from lockstep.engine.guard import MARK, guarded
from lockstep.engine.job import ANSI, EngineError
from lockstep.problem import Problem, command, failure
from lockstep.record import notebook as notebooks
from lockstep.record import output, record
from lockstep.record.notebook import Notebook, NotebookRecord
from lockstep.record.progress import Progress
from lockstep.record.recorder import Outcome

TIMEOUT = 300  # seconds for one cell
_NEEDS = ("torch", "nbclient", "ipykernel")
_LINE = re.compile(r"Cell In\[\d+\], line (\d+)")
_TODO = "Fix the cell, or what it calls."
_Execution = dict[str, Any]  # "outputs" of each cell; of a failure "cell", "line" in it, "what", "todo" and "said"


@dataclass
class CellError(Exception):
    """A cell failed, hung or ended its kernel. `said` is its traceback."""

    problem: Problem
    said: list[str]


def obstacle() -> str:
    """Why no notebook can be executed here; empty where it can."""
    missing = [name for name in _NEEDS if importlib.util.find_spec(name) is None]
    return f"this Python has no {' and no '.join(missing)}" if missing else ""


def execute(notebook: Notebook) -> NotebookRecord:
    """Execute all cells of a notebook in an empty folder.

    Raises:
        CellError: a cell failed, hung or ended its kernel.
        EngineError: the process that executes them failed.
    """
    cells, start = notebooks.cells(notebook.text), time.monotonic()
    done = _in_process([cell.body for cell in cells])
    if "what" in done:
        line = cells[done["cell"]].line + done["line"]
        raise CellError(Problem(notebook.path, line, done["what"], done["todo"]), done["said"])
    return NotebookRecord(
        key=notebook.key,
        outputs=tuple(map(notebooks.printed, done["outputs"])),
        date=datetime.now(UTC).date().isoformat(),
        seconds=round(time.monotonic() - start, 1),
        environment=machine.environment(machine.CPU),
    )


def record_one(notebook: Notebook) -> Outcome:
    """Execute a notebook and write what it printed. Execute it again where nothing shows yet that this is stable."""
    old, first = notebooks.read(notebook.file), execute(notebook)
    same = old is not None and old.outputs == first.outputs
    if not same and (diff := _differences(notebook, first, execute(notebook))):
        problem = Problem(notebook.path, 0, "printed something else the second time.", "Print what is always the same.")
        return Outcome("unstable", [problem], diff)
    _write(notebook, first)
    return Outcome("as before" if same else "recorded")


def bring_up_to_date(notebook: Notebook) -> Outcome:
    """Write the text of the page into its notebook; execute the cells only if their outputs are not on record."""
    old = notebook.record()
    if old is None:
        return record_one(notebook)
    _write(notebook, old)
    return Outcome("text renewed")


def check_one(notebook: Notebook) -> Outcome:
    """Execute a notebook and compare what it prints with what is on record; write nothing."""
    old = notebook.record()
    if old is None:
        return Outcome("failed", [problem for problem in [notebook.stale()] if problem])
    if diff := _differences(notebook, old, execute(notebook)):
        todo = f"If the new output is right: {command('record', notebook.name)}"
        problem = Problem(notebook.path, 0, "prints something else than its notebook holds.", todo)
        return Outcome("different", [problem], diff)
    return Outcome("as on record")


def show(notebook: Notebook) -> Outcome:
    """Execute a notebook and print what its cells print; write nothing."""
    for text in execute(notebook).outputs:
        if text:
            print(text)
    return Outcome("finished")


def work(verb: str, chosen: Sequence[Notebook], changed: bool = False) -> list[Outcome]:
    """Do what a verb of the command line means to notebooks, to one after the other.

    Args:
        verb: "record", "check" or "run".
        chosen: the notebooks.
        changed: execute only those whose outputs are not on record.
    """
    function = {"record": bring_up_to_date if changed else record_one, "check": check_one, "run": show}[verb]
    able = list(chosen)
    if obstacle():
        able = [notebook for notebook in chosen if function is bring_up_to_date and not notebook.stale()]
    if len(able) < len(chosen):
        print(f"{len(chosen) - len(able)} notebooks left out: {obstacle()}.", file=sys.stderr)
    if able:
        print(f"cpu: {len(able)} notebooks to {verb}.", file=sys.stderr)
    progress = Progress(len(able))
    try:
        return [_outcome(function, notebook, progress) for notebook in able]
    finally:
        progress.close()


def lines(notebook: Notebook) -> list[str]:
    """What a list says of a notebook."""
    executed = notebook.record()
    if executed is None:
        return [notebook.name, f"    cpu         stale: run {command('record', notebook.name)}"]
    seconds = f"{executed.seconds:.1f} s  " if executed.seconds else ""
    return [notebook.name, f"    cpu         {executed.date}  {seconds}torch {executed.environment.get('torch')}"]


def _outcome(work: Callable[[Notebook], Outcome], notebook: Notebook, progress: Progress) -> Outcome:
    progress.start(notebook.path)
    try:
        outcome = work(notebook)
    except CellError as error:
        outcome = Outcome("failed", [error.problem], error.said)
    except EngineError as error:
        outcome = Outcome("failed", [Problem(notebook.path, 0, f"cannot be executed: {error}.", error.todo)])
    except OSError as error:
        what = f"its notebook cannot be written: {error.strerror}; the old one stands."
        outcome = Outcome("failed", [Problem(notebook.path, 0, what, "Make room and record again.")])
    except Exception as error:  # a bug of Lockstep must not stop the other notebooks
        outcome = Outcome("failed", [failure(notebook.path, 0, error)])
    progress.finish(notebook.path, outcome.verdict, ok=not outcome.problems, said=outcome.lines)
    return outcome


def _write(notebook: Notebook, done: NotebookRecord) -> None:
    """Write a notebook if it differs from the one that is there: MkDocs builds anew when it is written."""
    text = notebooks.ipynb(notebook.text, done)
    if not notebook.file.is_file() or notebook.file.read_text("utf-8") != text:
        record.replace(notebook.file, text)


def _differences(notebook: Notebook, old: NotebookRecord, new: NotebookRecord) -> list[str]:
    """What the cells of two executions printed that is not the same, as a diff by cell."""
    cells = notebooks.cells(notebook.text)
    return [
        line
        for cell, before, after in zip(cells, old.outputs, new.outputs, strict=True)
        for line in output.diff(before.split("\n"), after.split("\n"), f"cell in line {cell.line}")
    ]


def _in_process(cells: Sequence[Sequence[str]]) -> _Execution:
    """Execute cells in a process that ends with this one, however this one ends."""
    process.become_subreaper()  # of what the cells leave behind, should that process be killed
    mark = uuid.uuid4().hex
    with scratch.folder() as folder, guarded(mark):
        (folder / "cells.json").write_text(json.dumps(["\n".join(cell) for cell in cells]), "utf-8")
        for name in ("run", "settings"):
            (folder / name).mkdir()
        with open(folder / "log", "wb") as log:
            executor = subprocess.Popen(
                [sys.executable, "-m", "lockstep.record.notebook_runner", str(folder), str(TIMEOUT)],
                cwd=Path(__file__).parents[2],
                env=_environment(folder, mark),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the recorder
            )
        try:
            executor.wait()
        finally:
            _end(executor, mark)
        if not (folder / "done.json").is_file():
            raise EngineError((folder / "log").read_text("utf-8", "replace").strip().rpartition("\n")[2].rstrip("."))
        return json.loads((folder / "done.json").read_text("utf-8"))


def _environment(folder: Path, mark: str) -> dict[str, str]:
    """Who records makes no difference: no settings of theirs, no startup files, no history, no GPU."""
    settings = str(folder / "settings")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])  # torchrun of this Python
    own = dict.fromkeys(("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"), settings)
    return {**os.environ, **own, "PATH": path, "CUDA_VISIBLE_DEVICES": "", MARK: mark}


def _end(executor: subprocess.Popen, mark: str) -> None:
    """End the process and all it started, and take in what is left of them."""
    executor.kill()
    killed = process.kill_marked(MARK, mark) if sys.platform == "linux" else set()
    executor.wait()
    for pid in killed:
        with contextlib.suppress(ChildProcessError):
            os.waitpid(pid, 0)


def _execute(cells: Sequence[str], folder: Path, timeout: int) -> _Execution:
    """Execute cells in the folder `run`, in a kernel that nobody else can connect to."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
    from traitlets.config import Config

    sockets = {"transport": "ipc", "ip": str(folder / "kernel")} if os.name == "posix" else {}
    table = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    at = [0]  # the cell that runs
    client = NotebookClient(
        table,
        kernel_name="python3",
        timeout=timeout,
        resources={"metadata": {"path": str(folder / "run")}},
        config=Config({"ConnectionFileMixin": sockets}),
        on_cell_start=lambda cell, cell_index: at.append(cell_index),
    )
    try:
        client.execute()
    except CellExecutionError as error:
        what = f"{error.ename}: {error.evalue}".strip().splitlines()[0].rstrip(".: ")
        said = ANSI.sub("", error.traceback).strip()
        match = _LINE.search(said)
        failure = {"what": f"{what}.", "todo": _TODO, "line": int(match[1]) if match else 0, "said": said.splitlines()}
    except CellTimeoutError:
        failure = {"what": f"this cell runs longer than {timeout} s.", "todo": "End it sooner.", "line": 0, "said": []}
    except DeadKernelError:
        failure = {"what": "this cell ended its kernel.", "todo": _TODO, "line": 0, "said": []}
    else:
        return {"outputs": [cell.outputs for cell in table.cells]}
    return {"cell": at[-1], **failure}


def _main(folder: Path, timeout: int) -> None:
    process.become_subreaper()
    try:
        done = _execute(json.loads((folder / "cells.json").read_text("utf-8")), folder, timeout)
    finally:
        if sys.platform == "linux":
            process.kill_children(grace=2)
    (folder / "done.json").write_text(json.dumps(done), "utf-8")


if __name__ == "__main__":
    _main(Path(sys.argv[1]), int(sys.argv[2]))
