"""Bring the records that a machine made to another checkout: copy those that differ from the commit, and no others.

    python -m lockstep.ci.collect FOLDER [--skip cpu]

Records of several machines come together by copying files. But a checkout also holds the old records of what other
machines have made anew; so git is asked which ones are new here.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Collection, Sequence
from pathlib import Path

from lockstep.problem import LockstepError, Problem, tells
from lockstep.project import find_root
from lockstep.record.record import RECORDS_FOLDER, BadRecord, read_record, record_path, write_record


def made(root: Path) -> list[str]:
    """Paths under `root` of the records that differ from the commit, sorted; no part files.

    Raises:
        LockstepError: git does not answer.
    """
    asked = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--", RECORDS_FOLDER]
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
    profile, _, name = path.removeprefix(f"{RECORDS_FOLDER}/").partition("/")
    return profile, name.removesuffix(".json") + ".py"


def _path(profile: str, name: str) -> str:
    return record_path(Path(), profile, name).as_posix()


def _copy(root: Path, names: Sequence[str], target: Path) -> tuple[list[str], list[Problem]]:
    """Copy records, each in one step: whoever reads it meanwhile finds the old one or the new one, whole."""
    copied, problems = list[str](), list[Problem]()
    for name in names:
        try:
            found = read_record(root, *named(name))
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        if found:
            write_record(target, found)
            copied.append(name)
    return copied, problems


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("python -m lockstep.ci.collect", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a checkout, or an empty folder")
    parser.add_argument("--skip", default="", metavar="PROFILE", help="leave out the records of this profile")
    return parser


@tells
def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 1 where a file is no record."""
    args = _parser().parse_args(argv)
    try:
        copied, problems = collect(find_root(), args.folder, args.skip)
    except OSError as error:
        print(Problem(str(args.folder), 0, f"cannot be written: {error.strerror}.", "Make room."), file=sys.stderr)
        return 2
    for problem in problems:
        print(problem)
    print(f"{args.folder}: {len(copied)} records copied", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
