"""Copy the records that a machine has made to another checkout: those that differ from the commit, and no others.

Records of several machines are collected by copying files. A checkout also contains old records, of which other
machines have made new ones, so git says which records are new in this checkout.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lockstep.engine.machine import CPU
from lockstep.problem import LockstepError, Problem
from lockstep.record import manifest, notebook, origin, record
from lockstep.record.manifest import BadManifest
from lockstep.record.notebook import NotebookRecord
from lockstep.record.record import RECORDS_FOLDER, BadRecord, Record, read_record, record_path, write_record

_MANIFEST = re.compile(rf"{RECORDS_FOLDER}/[\w.-]+/[0-9a-f]{{12}}{re.escape(manifest.SUFFIX)}")
_NOTEBOOKS = ":(glob)docs/**/*.ipynb"  # a pathspec of git


def new_records(root: Path) -> list[str]:
    """Paths under `root` of the records and manifests that differ from the commit, sorted, without half-written files.

    Raises:
        LockstepError: git fails.
    """
    command = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--"]
    command += [RECORDS_FOLDER, _NOTEBOOKS]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError) as error:
        reason = (getattr(error, "stderr", "") or str(error)).strip()
        raise LockstepError(
            [Problem(str(root), 0, f"git does not answer: {reason}.", "Run it in a checkout.")]
        ) from error
    paths = [Path(name) for name in sorted(set(listed)) if name.endswith((".json", ".ipynb", manifest.SUFFIX))]
    return [path.as_posix() for path in paths if not path.name.startswith(".") and (root / path).is_file()]


def collect(root: Path, target: Path, skip: str = "", signed: bool = False) -> tuple[list[str], list[Problem]]:
    """Copy new records to another checkout, except those of the profile `skip`. Returns paths copied, and problems.

    With `signed`, of GPUs only those that a runner has signed.
    """
    names = [name for name in new_records(root) if profile_and_snippet(name)[0] != skip]
    problems = list(_unsigned(root, names)) if signed else []
    copied, bad_records = _copy(root, _without(names, problems), target)
    return copied, problems + bad_records


def take(folder: Path, root: Path, known: Mapping[str, str]) -> tuple[list[str], list[Problem]]:
    """Copy what other machines collected into a checkout.

    The files are not trusted. One that is not the record of a known snippet or notebook page, or is not where such a
    record belongs, is left out and reported; so is the record of a GPU unless a runner has signed it, for the snippet
    as it is now. Of a notebook only the outputs of its cells are taken.

    Args:
        known: keys of snippets by their names; those of notebook pages, by their paths, may be empty.
    """
    sent = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    accepted = [name for name in sent if _is_known(name, known)]
    rejected = [name for name in sent if name not in accepted]
    problems = [Problem(name, 0, "is the record of nothing here; left out.") for name in rejected]
    problems += _unsigned(folder, accepted, known)
    copied, bad_records = _copy(folder, _without(accepted, problems), root)
    return copied, problems + bad_records


def _without(names: Sequence[str], problems: Sequence[Problem]) -> list[str]:
    left_out = {problem.path for problem in problems}
    return [name for name in names if name not in left_out]


def _unsigned(root: Path, names: Sequence[str], keys: Mapping[str, str] | None = None) -> Iterator[Problem]:
    """Manifests that cannot be trusted, and records of GPUs that no manifest names, or for another state (`keys`)."""
    todo = "Let the GPU job of CI record it, or commit it by hand: pages say which."
    for name in names:
        profile, snippet = profile_and_snippet(name)
        try:
            if name.endswith(manifest.SUFFIX):
                manifest.read(root / name)
            elif profile != CPU and (found := read_record(root, profile, snippet)):
                if not origin.signed_by(root, found):
                    yield Problem(name, 0, "is not signed by a runner of CI; left out.", todo)
                elif keys and keys[snippet] != found.key:
                    yield Problem(name, 0, "was signed for another state of its snippet; left out.", todo)
        except BadManifest as error:
            yield Problem(name, 0, f"{error}; left out.", error.todo)
        except BadRecord:
            continue  # `_copy` reports it


def _is_known(path: str, known: Mapping[str, str]) -> bool:
    if path.endswith(manifest.SUFFIX):
        return bool(_MANIFEST.fullmatch(path))
    profile, name = profile_and_snippet(path)
    return name in known and path == _path(profile, name)


def profile_and_snippet(path: str) -> tuple[str, str]:
    """Profile and snippet of the path of a record; of an executed notebook, its page; of a manifest, no snippet."""
    if path.endswith(".ipynb"):
        return CPU, path.removesuffix("ipynb") + "md"
    profile, _, name = path.removeprefix(f"{RECORDS_FOLDER}/").partition("/")
    return profile, name.removesuffix(".json") + ".py" if name.endswith(".json") else ""


def _path(profile: str, name: str) -> str:
    return name.removesuffix("md") + "ipynb" if name.endswith(".md") else record_path(Path(), profile, name).as_posix()


def read(root: Path, path: str) -> Record | NotebookRecord | None:
    """A record by its path, or None where there is none.

    Raises:
        BadRecord: it cannot be trusted.
    """
    if not path.endswith(".ipynb"):
        return read_record(root, *profile_and_snippet(path))
    return notebook.load(root / path)


def _copy(root: Path, names: Sequence[str], target: Path) -> tuple[list[str], list[Problem]]:
    """Copy records, each in one step, so that a reader always finds either the whole old or the whole new record."""
    copied, problems = list[str](), list[Problem]()
    for name in names:
        if name.endswith(manifest.SUFFIX):
            _copy_file(root / name, target / name)
            copied.append(name)
            continue
        try:
            new_record = read(root, name)
            if isinstance(new_record, NotebookRecord):
                _copy_notebook(root / name, target / name, new_record)
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        if isinstance(new_record, Record):
            write_record(target, new_record)
        if new_record:
            copied.append(name)
    return copied, problems


def _copy_file(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    record.replace(target, source.read_text("utf-8", "replace"))


def _copy_notebook(source: Path, target: Path, new_record: NotebookRecord) -> None:
    """Copy an executed notebook. If the target has its page, text and code come from the page."""
    page, text = target.with_suffix(".md"), source.read_text("utf-8")
    if page.is_file():
        written = page.read_text("utf-8-sig")
        if notebook.key(written) != new_record.key:
            raise BadRecord("is of another state of its page")
        text = notebook.ipynb(written, new_record)
    target.parent.mkdir(parents=True, exist_ok=True)
    record.replace(target, text)
