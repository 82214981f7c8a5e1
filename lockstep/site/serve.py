"""Serve the site while it is written: a saved snippet runs again, and its page reloads with the new output.

MkDocs watches the pages and the records; this watches the snippets and keeps the fork server warm, so that a saved
snippet is on the page in about a second. A snippet that fails leaves its page as it is in the browser; the problem is
printed.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

from lockstep.engine.engine import Engine
from lockstep.engine.guard import MARK, guarded
from lockstep.engine.job import EngineError
from lockstep.engine.machine import CPU
from lockstep.record import recorder
from lockstep.snippet.snippet import Snippet, read_snippet, snippet_names

_POLL = 0.3  # seconds


def serve(root: Path, options: Sequence[str]) -> int:
    """Bring the records up to date, run `mkdocs serve`, and record each snippet that is saved, until Ctrl-C."""
    recorder.make_ready(root)
    (root / "snippets/recorded").mkdir(exist_ok=True)  # MkDocs watches it
    mark = uuid.uuid4().hex
    with Engine() as engine, guarded(mark):
        seen = _record_changed(engine, root, {})
        command = [sys.executable, "-m", "mkdocs", "serve", *options]
        mkdocs = subprocess.Popen(command, cwd=root, env={**os.environ, MARK: mark})
        try:
            while mkdocs.poll() is None:
                time.sleep(_POLL)
                seen = _record_changed(engine, root, seen)
            return mkdocs.returncode
        finally:
            _end(mkdocs)


def _end(mkdocs: subprocess.Popen) -> None:
    """End MkDocs as Ctrl-C does: then it removes its temporary folder."""
    if os.name == "posix" and mkdocs.poll() is None:
        mkdocs.send_signal(signal.SIGINT)
    with contextlib.suppress(subprocess.TimeoutExpired):
        mkdocs.wait(15)  # it may be in the middle of a build, and removes its folder afterwards
    mkdocs.kill()
    mkdocs.wait()


def _record_changed(engine: Engine, root: Path, seen: dict[str, float]) -> dict[str, float]:
    """Record what is stale among the files saved since they were `seen`; returns when each was saved."""
    now = _saved(root)
    if now == seen:
        return seen
    for name in snippet_names(root):
        with contextlib.suppress(FileNotFoundError):  # deleted or moved meanwhile
            one = read_snippet(root, name)
            paths = [(root / path).as_posix() for path in ([one.path] if one.problems else one.files)]
            if any(now.get(path) != seen.get(path) for path in paths):
                _record_if_stale(engine, one)
    return now


def _saved(root: Path) -> dict[str, float]:
    """When each file under snippets/ was saved, the records left out."""
    folder, found = root / "snippets", {}
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):
            if path.is_file() and path.relative_to(folder).parts[0] != "recorded":
                found[path.as_posix()] = path.stat().st_mtime
    return found


def _record_if_stale(engine: Engine, one: Snippet) -> None:
    if one.problems:
        print(*one.problems, sep="\n", flush=True)
        return
    if not recorder.can_run(one, CPU) or not recorder.is_stale(one, CPU):
        return
    try:
        outcome = recorder.record_one(engine, one)
    except EngineError as error:
        print(f"{one.path}: the engine failed: {error}. {error.todo}", flush=True)
        return
    said = [str(problem) for problem in outcome.problems] or [f"{one.path}: {outcome.verdict}"]
    print(*said, *outcome.diff, sep="\n", flush=True)
