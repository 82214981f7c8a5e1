"""Serve the site while it is written: a saved snippet runs again, and its page reloads with the new output.

The site is built whole at the start. After a save only the pages that show the saved file are built, which takes about
a second of CPU besides the run of a snippet. The whole site is built again if a page was added or deleted, or if
mkdocs.yml or the theme has changed. `serve` starts again if Lockstep's own code has changed. If a snippet fails or a
page has a problem, the problem is printed and the browser keeps the old page. Changed notebooks are not executed,
because that takes seconds: run `record`, and the page follows.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from lockstep.engine import scratch
from lockstep.engine.engine import Engine
from lockstep.engine.machine import CPU
from lockstep.page import OURS
from lockstep.problem import Problem, command
from lockstep.project import Project
from lockstep.record import record, recorder, trace, trace_run, what_if
from lockstep.record.progress import Progress
from lockstep.site.preview import Preview
from lockstep.site.web_server import Server, bind, running
from lockstep.snippet.snippet import Snippet

_POLL = 0.3  # seconds
_WATCHED = ("docs", "snippets", "lockstep")
_RECORDS = f"{record.RECORDS_FOLDER}/"
_BESIDE_RECORDS = (f"{trace.TRACES_FOLDER}/", f"{what_if.FOLDER}/")


def serve(root: Path, address: str) -> int:
    """Serve the site and follow what is saved, until Ctrl-C.

    Raises:
        LockstepError: the address is none or taken, or no record can be written.
    """
    with bind(address) as server, contextlib.chdir(root):
        recorder.make_ready(root)
        with scratch.folder() as folder, Engine() as engine, ThreadPoolExecutor(1) as recording:
            try:
                Follower(root, Preview(root, folder, server.url), server, engine, recording).follow()
            finally:
                engine.stop()
                recording.shutdown(cancel_futures=True)
    _say("Lockstep's own code was saved: starting again.")
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


class Follower:
    """Records and builds what is saved."""

    def __init__(
        self, root: Path, preview: Preview, server: Server, engine: Engine, recording: ThreadPoolExecutor
    ) -> None:
        self.root, self.preview, self.server, self.engine, self.recording = root, preview, server, engine, recording
        self.waits_for_trace = set[str]()  # records whose pages are built when the new trace is there

    def follow(self) -> None:
        """Bring the site up to date, serve it, and follow saved files until one is Lockstep's own code."""
        self.record(list(Project(self.root).snippets.values()))
        seen = saved(self.root)
        self.build_all()
        _say(self.server.url)
        with running(self.server):
            for changed, moved in saves(self.root, seen):
                code = {path for path in changed if path.startswith("lockstep/") and path.endswith(".py")}
                if code and all(map(self._is_sound, code)):
                    return
                self.take(changed - code, moved)

    def take(self, changed: Collection[str], moved: Collection[str]) -> None:
        """Record the snippets and build the pages that saved files concern; `moved` are those new or gone."""
        snippets = [snippet for snippet in Project(self.root).snippets.values() if _is_of(snippet, changed)]
        if snippets:
            self.recording.submit(self.record, snippets)  # the records that it writes are seen as any saved file
        is_config = any(path == "mkdocs.yml" or path.startswith("lockstep/site/") for path in changed)
        if self.preview.is_stale or is_config or any(path.startswith("docs/") for path in moved):
            self.build_all()
            return
        pages = self.preview.known(concerned(Project(self.root), set(changed) - self.waits_for_trace))
        if pages or any(path.startswith("docs/") for path in changed):
            self._build(lambda: self.preview.update(pages), ", ".join(pages) or "assets")

    def build_all(self) -> None:
        """Build the whole site and serve it; if that fails, the old site is still served."""
        self._build(self.preview.build, "all pages")

    def _build(self, build: Callable[[], list[str]], what: str) -> None:
        started = time.monotonic()
        with self.server.lock:
            problems = build()
            self.server.site = self.preview.site
            self.server.built += 1
        how = f"{len(problems)} problems" if problems else "built"
        _say(*problems, f"{what}: {how}, {time.monotonic() - started:.1f} s")

    def record(self, snippets: Sequence[Snippet]) -> None:
        """Record those of some snippets that are stale, trace those that have a trace, and print their problems."""
        _say(*(problem for snippet in snippets for problem in snippet.problems))
        sound = [snippet for snippet in snippets if not snippet.problems and recorder.can_run(snippet, CPU)]
        stale = [snippet for snippet in sound if recorder.is_stale(snippet, CPU)]
        traced = [snippet for snippet in sound if trace.is_outdated(snippet, CPU) and trace_run.can_trace(snippet, CPU)]
        self.waits_for_trace = {_record_of(snippet) for snippet in traced}
        recorder.for_each(recorder.record_one, self.engine, stale, Progress(len(stale)))
        traced = [snippet for snippet in traced if not recorder.is_stale(snippet, CPU)]  # one that failed is not shown
        recorder.for_each(trace_run.trace_one, self.engine, traced, Progress(len(traced)))
        self.waits_for_trace = set()
        for snippet in traced:
            if trace.is_outdated(snippet, CPU):
                (self.root / _record_of(snippet)).touch()  # no trace will come: pages without a timeline can be built
        _say(*(problem for snippet in sound for problem in _hidden(snippet)))

    def _is_sound(self, path: str) -> bool:
        """Whether a file of code can be started with; it may be half written."""
        try:
            if (self.root / path).is_file():
                compile((self.root / path).read_bytes(), path, "exec")
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", 0) or 0
            _say(Problem(path, line, f"is not Python: {error.args[0]}.", "Lockstep starts again when it is."))
            return False
        return True


def _hidden(snippet: Snippet) -> Iterator[Problem]:
    """What was on the page of a program before it was saved, and takes too long to run at each save."""
    known = what_if.read(snippet.root, CPU, snippet.name)
    if known and known.key != snippet.key:
        yield Problem(snippet.path, 0, "changed since its variants ran.", f"Run: {command('what-if', snippet.name)}")


def concerned(project: Project, changed: Collection[str]) -> set[str]:
    """Pages, as paths below docs/, that show what is in some files: pages, records, and snippets that have none."""
    pages, names = set[str](), set[str]()
    for path in map(Path, changed):
        if path.parts[0] == "docs":
            pages.add(path.relative_to("docs").with_suffix(".md").as_posix())  # of a notebook, its page
        elif path.as_posix().startswith(_RECORDS):
            names.add(_snippet_of(path))
        elif path.as_posix().startswith(_BESIDE_RECORDS):
            snippet = project.find(_snippet_of(path))
            if snippet and not recorder.is_stale(snippet, CPU):  # else its record follows
                names.add(snippet.name)
    names |= {name for name, snippet in project.snippets.items() if not snippet.needs.cpu and _is_of(snippet, changed)}
    shown = (
        page for page, block in project.blocks(*OURS) if any(name in line for line in block.body for name in names)
    )
    return pages | {page.removeprefix("docs/") for page in shown}


def _record_of(snippet: Snippet) -> str:
    return record.record_path(snippet.root, CPU, snippet.name).relative_to(snippet.root).as_posix()


def _snippet_of(path: Path) -> str:
    """The snippet whose record, trace or variants are in a file, as `ddp/one.py`."""
    return Path(*path.parts[3:]).with_suffix(".py").as_posix()


def saves(root: Path, seen: dict[str, int]) -> Iterator[tuple[set[str], set[str]]]:
    """Paths that were saved since they were `seen`, and which of them are new or gone, when no more are being saved."""
    before = seen
    while True:
        time.sleep(_POLL)
        now = saved(root)
        if now == before and now != seen:  # an editor may write a file in several steps
            yield {path for path, _ in now.items() ^ seen.items()}, set(now.keys() ^ seen.keys())
            seen = now
        before = now


def saved(root: Path) -> dict[str, int]:
    """When each file of a project was saved, by its path, without temporary files of editors."""
    times, todo = {"mkdocs.yml": (root / "mkdocs.yml").stat().st_mtime_ns}, list(_WATCHED)
    while todo:
        folder = todo.pop()
        with contextlib.suppress(OSError), os.scandir(root / folder) as entries:  # gone meanwhile
            for entry in entries:
                path = f"{folder}/{entry.name}"
                if entry.is_dir() and not entry.name.startswith((".", "__pycache__")):
                    todo.append(path)
                elif not entry.is_dir() and not entry.name.startswith(".") and not entry.name.endswith("~"):
                    times[path] = entry.stat().st_mtime_ns
    return times


def _is_of(snippet: Snippet, changed: Collection[str]) -> bool:
    """Whether a snippet uses one of some files. The files of a snippet with problems are not known."""
    return snippet.path in changed or (not snippet.problems and any(path in changed for path in snippet.files))


def _say(*lines: object) -> None:
    if lines:
        print(*lines, sep="\n", flush=True)
