"""A hook of MkDocs for notebook pages: mkdocs-jupyter executes them, this shows them as pages like any other.

mkdocs-jupyter would put over 600 KB of style and script on each page and render its text with another Markdown. Here
it executes the cells, and only when their code has changed; the page is then rendered by MkDocs itself, so questions,
links and both palettes work in a notebook too. `notebook` knows the format, this module runs and renders.
"""

from __future__ import annotations

import contextlib
import html
import json
import os
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs_jupyter.config import settings
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

from lockstep.engine import machine
from lockstep.engine.job import ANSI
from lockstep.engine.process import become_subreaper, kill_children
from lockstep.problem import Problem
from lockstep.record import notebook
from lockstep.record.notebook import Made

TIMEOUT = 300  # seconds for one cell
_SETTINGS = {"NotebookClient": {"timeout": TIMEOUT}}
_WHERE = re.compile(r"Cell In\[(\d+)\], line (\d+)")
log = get_plugin_logger("lockstep")


def on_startup(**_: Any) -> None:
    """Have mkdocs-jupyter hand over the executed notebook itself instead of a page."""
    settings.templates_dir = str(Path(__file__).parent / "templates")


@event_priority(-100)  # after mkdocs-jupyter has put its own `render` on the pages it takes
def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> Page:
    """Execute a notebook page if its code has changed, then render it as any page."""
    execute = vars(page).pop("render", None)
    source = Path(page.file.abs_src_path or "")
    if execute:
        page.render = lambda config, files: _render(page, execute, config, files)  # type: ignore[method-assign]
    elif source.is_file() and notebook.is_notebook(source.read_text("utf-8-sig")):
        todo = "Call it try.md or project.md, with its kernelspec below 'jupyter:'."
        raise PluginError(str(Problem(f"docs/{page.file.src_uri}", 1, "names a kernel and is not executed.", todo)))
    return page


def _render(page: Page, execute: Callable[..., None], config: MkDocsConfig, files: Files) -> None:
    source = Path(page.file.abs_src_path or "")
    kept = source.with_suffix(".ipynb")
    text = source.read_text("utf-8-sig")
    made = notebook.read(kept)
    if made is None or made.key != notebook.key(text):
        made = _run(page, text, lambda: execute(config, files))
    _keep(kept, notebook.ipynb(text, made))
    if files.get_file_from_path(f"{page.file.src_uri.removesuffix('.md')}.ipynb") is None:
        files.append(
            File(
                f"{page.file.src_uri.removesuffix('.md')}.ipynb",
                config.docs_dir,
                config.site_dir,
                config.use_directory_urls,
            )
        )
    page.markdown = notebook.with_outputs(page.markdown or "", made)
    Page.render(page, config, files)


def _keep(path: Path, text: str) -> None:
    """Write what changed; a file that is written for nothing would make `mkdocs serve` build without end."""
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, "utf-8", newline="\n")


def _run(page: Page, text: str, execute: Callable[[], None]) -> Made:
    """Execute all cells in an empty folder.

    Raises:
        PluginError: a cell failed, hung or killed its kernel; the message has its place.
    """
    path, started = f"docs/{page.file.src_uri}", time.monotonic()
    log.info("Executing %s", path)
    try:
        with _scratch():
            execute()
    except CellExecutionError as error:
        log.error("%s", ANSI.sub("", str(error)).strip())  # what the cell printed, and its traceback
        raise PluginError(str(_problem(path, text, error))) from None
    except CellTimeoutError as error:
        what = f"this cell runs longer than {TIMEOUT} s."
        raise PluginError(str(Problem(path, _slow(text, error), what, "End it sooner."))) from None
    except DeadKernelError:
        raise PluginError(str(Problem(path, 0, "a cell ended its kernel.", "Run them one by one."))) from None
    nb = json.loads(html.unescape(page.content or ""))
    outputs = tuple(notebook.printed(cell["outputs"]) for cell in nb["cells"] if cell["cell_type"] == "code")
    if len(outputs) != len(notebook.cells(text)):
        raise PluginError(f"{path}: jupytext sees {len(outputs)} cells, not {len(notebook.cells(text))}. Mend a fence.")
    log.info("Executed %s in %.1f s", path, time.monotonic() - started)
    today = datetime.now(UTC).date().isoformat()
    return Made(notebook.key(text), outputs, today, machine.environment(machine.CPU))


@contextlib.contextmanager
def _scratch() -> Iterator[None]:
    """An empty folder to run in, with this Python's torchrun on the path; no process outlives it."""
    become_subreaper()
    home, before = Path.cwd(), dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="lockstep-") as folder, tempfile.TemporaryDirectory() as settings:
        sockets = {"transport": "ipc", "ip": str(Path(settings, "kernel"))} if os.name == "posix" else {}  # ours alone
        wanted = {**_SETTINGS, "ConnectionFileMixin": sockets}
        Path(settings, "jupyter_nbconvert_config.json").write_text(json.dumps(wanted))
        # A build must not depend on who builds, and a kernel keeps no history.
        os.environ["JUPYTER_CONFIG_DIR"] = os.environ["IPYTHONDIR"] = settings
        os.environ["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), before.get("PATH", "")])
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(home)
            os.environ.clear()
            os.environ.update(before)
            kill_children(grace=2)


def _problem(path: str, text: str, error: CellExecutionError) -> Problem:
    """Where a cell failed: nbclient tells the number of the cell and the line in it."""
    what = f"{error.ename}: {error.evalue}".strip().splitlines()[0].rstrip(".: ")
    found = notebook.cells(text)
    match = next((m for m in _WHERE.finditer(ANSI.sub("", str(error)))), None)
    number = int(match[1]) if match else 0
    line = found[number - 1].line + int(match[2]) if match and 0 < number <= len(found) else 0
    return Problem(path, line, f"{what}.", "Mend the cell; its notebook is executed when the site is built.")


def _slow(text: str, error: CellTimeoutError) -> int:
    """The line of the cell that did not end: nbclient shows its source, of a long one the first and last five lines."""
    found = [(0, 0)]
    for cell in notebook.cells(text):
        lines = "\n".join(cell.body).strip().split("\n")
        shown = "\n".join(lines) if len(lines) < 11 else f"{lines[:5]}\n...\n{lines[-5:]}"
        found += [(len(shown), cell.line)] if shown in str(error) else []
    return max(found)[1]
