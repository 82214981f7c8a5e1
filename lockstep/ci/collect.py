"""Bring the records that a machine made to another checkout: copy those that differ from the commit, and no others.

Records of several machines come together by copying files. But a checkout also holds the old records of what other
machines have made anew; so git is asked which ones are new here.
"""

from __future__ import annotations

import subprocess
from collections.abc import Collection, Sequence
from pathlib import Path

from lockstep.problem import LockstepError, Problem
from lockstep.record import record
from lockstep.record.record import BadRecord


def made(root: Path) -> list[str]:
    """Paths under `root` of the records that differ from the commit, sorted; no part files.

    Raises:
        LockstepError: git does not answer.
    """
    asked = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--", record.FOLDER]
    try:
        found = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip()
        raise LockstepError(
            [Problem(str(root), 0, f"git does not answer: {said}.", "Run it in a checkout.")]
        ) from error
    paths = [Path(name) for name in sorted(set(found)) if name.endswith(".json")]
    return [path.as_posix() for path in paths if not path.name.startswith(".") and (root / path).is_file()]


def collect(root: Path, target: Path, skip: str = "") -> tuple[list[str], list[Problem]]:
    """Copy what was made to another checkout, but for one profile. Returns what was copied, and what is no record."""
    return _copy(root, [name for name in made(root) if named(name)[0] != skip], target)


def take(folder: Path, root: Path, snippets: Collection[str]) -> tuple[list[str], list[Problem]]:
    """Copy what other machines collected into a checkout.

    They are not trusted: a file that is no record of one of the snippets, or lies elsewhere, is told and left out.
    """
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    ours = [name for name in found if named(name)[1] in snippets and name == _path(*named(name))]
    left = [Problem(name, 0, "is the record of no snippet here; left out.") for name in found if name not in ours]
    copied, problems = _copy(folder, ours, root)
    return copied, left + problems


def named(path: str) -> tuple[str, str]:
    """Profile and snippet of the path of a record."""
    profile, _, name = path.removeprefix(f"{record.FOLDER}/").partition("/")
    return profile, name.removesuffix(".json") + ".py"


def _path(profile: str, name: str) -> str:
    return record.path_of(Path(), profile, name).as_posix()


def _copy(root: Path, names: Sequence[str], target: Path) -> tuple[list[str], list[Problem]]:
    """Copy records, each in one step: whoever reads it meanwhile finds the old one or the new one, whole."""
    copied, problems = list[str](), list[Problem]()
    for name in names:
        try:
            found = record.read(root, *named(name))
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        if found:
            record.write(target, found)
            copied.append(name)
    return copied, problems
