"""Copy the records that a machine has made to another checkout: those that differ from the commit, and no others.

Records of several machines are collected by copying files. A checkout also contains old records, of which other
machines have made new ones. So git is asked which records are new in this checkout.
"""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

from lockstep.problem import LockstepError, Problem
from lockstep.record.record import RECORDS_FOLDER, BadRecord, read_record, record_path, write_record


def new_records(root: Path) -> list[str]:
    """Paths under `root` of the records that differ from the commit, sorted, without half-written files.

    Raises:
        LockstepError: git fails.
    """
    command = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--", RECORDS_FOLDER]
    try:
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError) as error:
        reason = (getattr(error, "stderr", "") or str(error)).strip()
        raise LockstepError(
            [Problem(str(root), 0, f"git does not answer: {reason}.", "Run it in a checkout.")]
        ) from error
    paths = [Path(name) for name in sorted(set(listed)) if name.endswith(".json")]
    return [path.as_posix() for path in paths if not path.name.startswith(".") and (root / path).is_file()]


def collect(root: Path, target: Path, skip: str = "") -> tuple[list[str], list[Problem]]:
    """Copy new records to another checkout, except those of the profile `skip`. Returns paths copied, and problems."""
    return _copy(root, [name for name in new_records(root) if profile_and_snippet(name)[0] != skip], target)


def take(folder: Path, root: Path, snippets: Collection[str]) -> tuple[list[str], list[Problem]]:
    """Copy records that other machines have collected into a checkout. Returns paths copied, and problems.

    The files are not trusted: one that is not a record of a snippet at the right path is a problem and is not copied.
    """
    sent = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    accepted = [
        name for name in sent if profile_and_snippet(name)[1] in snippets and name == _path(*profile_and_snippet(name))
    ]
    rejected = [name for name in sent if name not in accepted]
    problems = [Problem(name, 0, "is the record of no snippet here; left out.") for name in rejected]
    copied, bad_records = _copy(folder, accepted, root)
    return copied, problems + bad_records


def profile_and_snippet(path: str) -> tuple[str, str]:
    """The profile and the snippet of a record, from the path of its file."""
    profile, _, name = path.removeprefix(f"{RECORDS_FOLDER}/").partition("/")
    return profile, name.removesuffix(".json") + ".py"


def _path(profile: str, name: str) -> str:
    return record_path(Path(), profile, name).as_posix()


def _copy(root: Path, names: Sequence[str], target: Path) -> tuple[list[str], list[Problem]]:
    """Copy records, each in one step, so that a reader always finds either the whole old or the whole new record."""
    copied, problems = list[str](), list[Problem]()
    for name in names:
        try:
            record = read_record(root, *profile_and_snippet(name))
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        if record:
            write_record(target, record)
            copied.append(name)
    return copied, problems
