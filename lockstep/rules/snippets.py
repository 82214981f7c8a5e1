"""The rules for snippets, fences and records. Each looks at the whole project and yields problems."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lockstep.engine.machine import CPU
from lockstep.page import OURS
from lockstep.problem import Problem, command, did_you_mean
from lockstep.project import Project
from lockstep.record import asserts, markdown_program, notebook, origin, structure
from lockstep.record.proof import is_on_record, is_unproved, proof_path, proved_names
from lockstep.record.record import (
    PROOFS_FOLDER,
    BadRecord,
    read_record,
    record_path,
    recorded_names,
    recorded_profiles,
)
from lockstep.record.trace import read_trace, trace_path, traced_names
from lockstep.rules.imports import imports_are_written
from lockstep.snippet.key_line import without_marker

PYTHON = {"python", "py", "python3", "py3", "pycon", "ipython", "pytb"}
MOST_LINES = 60  # of a file
WIDEST, WIDEST_TITLE = 120, 140  # letters of a line without its marker; a title is set as text, and may be longer
PLAIN = {"text", "console", "bash", "yaml", "toml", "json", "markdown", "diff", "html", "css", "ini", "make"}


def verify(project: Project, release: bool = False) -> list[Problem]:
    """All problems of a project, sorted. `release` also asks for every GPU record to be of the snippet as it is."""
    problems = {problem for rule in RULES for problem in rule(project)}
    if release:
        problems |= set(withdrawn(project))
    return sorted(problems)


def snippets_are_sound(project: Project) -> Iterator[Problem]:
    """Each snippet says its claim, its command and its proof."""
    for snippet in project.snippets.values():
        yield from snippet.problems


def snippets_are_short(project: Project) -> Iterator[Problem]:
    """A reader sees a snippet, or a module that it imports, on a screen or two; what is longer is two things."""
    for path in sorted((project.root / "snippets").rglob("*.py")):
        if path.is_file() and not path.is_symlink():
            count = path.read_bytes().count(b"\n")
            if count > MOST_LINES:
                where = path.relative_to(project.root).as_posix()
                what = f"has {count} lines; at most {MOST_LINES} are shown well."
                yield Problem(where, MOST_LINES + 1, what, "Shorten it, or make two of it.")


def snippets_are_narrow(project: Project) -> Iterator[Problem]:
    """No line of a snippet is wider than a page shows it. The title is the first line."""
    for snippet in project.snippets.values():
        for number, line in enumerate(snippet.lines, 1):
            width, most = len(without_marker(line)), WIDEST if number > 1 else WIDEST_TITLE
            if width > most:
                what = f"this line has {width} letters without its marker; at most {most} are shown well."
                yield Problem(snippet.path, number, what, "Break it, or say it in fewer words.")


def snippets_are_shown(project: Project) -> Iterator[Problem]:
    """Each snippet is shown on a page."""
    for name, snippet in project.snippets.items():
        if name not in project.shown:
            yield Problem(snippet.path, 0, "is shown on no page.", "Show it with a run fence, or delete it.")


def pages_can_be_read(project: Project) -> Iterator[Problem]:
    """Each page is UTF-8 of a sound size; at another a builder would stop with a traceback, or not stop."""
    yield from project.bad_pages


def fences_are_known(project: Project) -> Iterator[Problem]:
    """Each fence is closed and is of a kind we know; Python stands in snippets/."""
    for path, fences in project.fences.items():
        for fence in fences:
            if not fence.closed:
                yield Problem(path, fence.line, "this fence is never closed.", "End it with the same fence.")
            if fence.kind == notebook.CELL and not fence.indent and notebook.is_notebook(project.texts[path]):
                continue
            if fence.kind in PYTHON and markdown_program.is_said_how(project.texts[path], fence):
                continue  # pytest runs it
            if fence.kind in PYTHON:
                todo = "Put it in a file under snippets/ and show it with a run fence."
                yield Problem(path, fence.line, "this Python is not run.", todo)
            elif fence.kind in OURS and fence.info != fence.kind:
                todo = "Write options below it, one a line."
                yield Problem(path, fence.line, f"a {fence.kind} fence takes nothing behind its name.", todo)
            elif not fence.kind:
                yield Problem(path, fence.line, "this fence names no language.", "Name one; 'text' for none.")
            elif fence.kind not in OURS | PLAIN:
                todo = did_you_mean(fence.kind, OURS | PLAIN)
                yield Problem(path, fence.line, f"no fence is called {fence.kind!r}.", todo)


def embeds_are_whole(project: Project) -> Iterator[Problem]:
    """Each `run` fence asks for a snippet and a region that are there."""
    for path, fence in project.blocks("run"):
        yield from project.missing(path, fence)


def embeds_stand_once(project: Project) -> Iterator[Problem]:
    """No page shows the same part of a snippet twice, because both would have the same ids."""
    seen: set[tuple[str, str, str, str]] = set()
    for path, fence, embed in project.embeds():
        what = (path, embed.name, embed.region, embed.show)
        if what in seen:
            yield Problem(path, fence.line, f"shows {embed.name} a second time.", "Keep one, or show another region.")
        seen.add(what)


def cpu_records_are_true(project: Project) -> Iterator[Problem]:
    """Each snippet that a CPU can run has a record there, of the file as it is now: any machine can make it."""
    for name, snippet in project.snippets.items():
        if snippet.problems or not snippet.needs.cpu:
            continue
        try:
            record = read_record(project.root, CPU, name)
        except BadRecord as error:
            path = record_path(project.root, CPU, name).relative_to(project.root).as_posix()
            yield Problem(path, 0, f"{error}.", f"Run: {command('record', name)}")
            continue
        repair = f"Run: {command('record', name)}"
        if record is None:
            yield Problem(snippet.path, 0, "has no record on cpu.", repair)
        elif record.key != snippet.key:
            yield Problem(snippet.path, 0, "changed since it was recorded on cpu.", repair)


def proofs_are_true(project: Project) -> Iterator[Problem]:
    """Each snippet with a CPU record was run there without its key lines, as it is now, and did not survive."""
    for name, snippet in project.snippets.items():
        if not snippet.problems and project.record(snippet, CPU) and is_unproved(snippet, CPU):
            is_new = not is_on_record(snippet, CPU)
            what = "has no proof on record." if is_new else "was not run without its key line since it changed."
            line = next(iter((*snippet.key_lines, *snippet.named_asserts.values())))
            yield Problem(snippet.path, line, what, f"Run: {command('prove', name)}")
    folder = project.root / PROOFS_FOLDER
    for profile in sorted(path.name for path in folder.iterdir()) if folder.is_dir() else ():
        for name in proved_names(project.root, profile):
            if name not in project.snippets:
                path = proof_path(project.root, profile, name).relative_to(project.root).as_posix()
                yield Problem(path, 0, f"is the proof of {name}, which is not there.", "Delete it.")


def asserts_hold(project: Project) -> Iterator[Problem]:
    """What the head of a snippet asserts of a run holds of each of its records."""
    for snippet in project.snippets.values():
        for record in project.records(snippet) if snippet.needs.asserts else ():
            yield from asserts.problems(snippet, record.first, record.ranks)


def traces_are_true(project: Project) -> Iterator[Problem]:
    """Each trace is whole and of a snippet as it is now."""
    for name in traced_names(project.root, CPU):
        path = trace_path(project.root, CPU, name).relative_to(project.root).as_posix()
        snippet = project.snippets.get(name)
        todo = f"Run: {command('trace', name)}"
        if snippet is None:
            yield Problem(path, 0, f"is the trace of {name}, which is not there.", "Delete it.")
            continue
        try:
            trace = read_trace(project.root, CPU, name)
        except BadRecord as error:
            yield Problem(path, 0, f"{error}.", todo)
            continue
        if trace and trace.key != snippet.key and not snippet.problems:
            yield Problem(path, 0, "its snippet changed since it was traced.", todo)


def records_are_whole(project: Project) -> Iterator[Problem]:
    """Each record is as the recorder wrote it, and of a snippet that is there."""
    for profile in recorded_profiles(project.root):
        for name in recorded_names(project.root, profile):
            path = record_path(project.root, profile, name).relative_to(project.root).as_posix()
            if name not in project.snippets:
                yield Problem(path, 0, f"is the record of {name}, which is not there.", "Delete it.")
                continue
            try:
                read_record(project.root, profile, name)
            except BadRecord as error:
                yield Problem(path, 0, f"{error}.", f"Run: {command('record', name)}")


def signatures_hold(project: Project) -> Iterator[Problem]:
    """Each manifest is signed by a known runner, and no record differs from what was signed for the same snippet."""
    yield from origin.problems(project.root)


def notebooks_are_true(project: Project) -> Iterator[Problem]:
    """Each notebook page has its executed notebook beside it, of the cells and the text as they are now."""
    for notebook_page in project.notebooks.values():
        problem = notebook_page.stale() or notebook_page.outdated()
        if problem:
            yield problem
    yield from notebook.unclaimed(project.root, list(project.notebooks.values()))


def profiles_agree(project: Project) -> Iterator[Problem]:
    """The records of all profiles of a snippet have the same structure, unless its header says why they differ."""
    for snippet in project.snippets.values():
        if snippet.needs.gpus and not snippet.needs.differs:
            records = [record for p in recorded_profiles(project.root) if (record := project.record(snippet, p))]
            for record in records[1:]:
                yield from structure.problems(snippet, records[0], record)


def withdrawn(project: Project) -> Iterator[Problem]:
    """Each snippet that needs a GPU has a record of it on each GPU profile, as it is now."""
    for name, snippet in project.snippets.items():
        for profile in project.awaiting(name):
            what = f"is not yet recorded on {profile}."
            yield Problem(snippet.path, 0, what, f"On such a machine, run: {command('record', name)}")


RULES: tuple[Callable[[Project], Iterator[Problem]], ...] = (
    snippets_are_sound,
    snippets_are_short,
    snippets_are_narrow,
    snippets_are_shown,
    imports_are_written,
    pages_can_be_read,
    fences_are_known,
    embeds_are_whole,
    embeds_stand_once,
    cpu_records_are_true,
    proofs_are_true,
    asserts_hold,
    traces_are_true,
    records_are_whole,
    signatures_hold,
    notebooks_are_true,
    profiles_agree,
)
