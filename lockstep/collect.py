"""Bring the records that a machine made to another checkout: copy those that differ from the commit, and no others.

    python -m lockstep.collect FOLDER

Records of several machines come together by copying files. But a checkout also holds the old records of what other
machines have made anew; so git is asked which ones are new here.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from lockstep import record
from lockstep.problem import LockstepError, Problem
from lockstep.project import find_root
from lockstep.record import BadRecord


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


def collect(root: Path, target: Path) -> tuple[list[str], list[Problem]]:
    """Copy what was made to another checkout, each file in one step. Returns what was copied, and what is no record."""
    copied, problems = list[str](), list[Problem]()
    for name in made(root):
        profile, _, snippet = name.removeprefix(f"{record.FOLDER}/").partition("/")
        try:
            record.read(root, profile, snippet.removesuffix(".json") + ".py")
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        _copy(root / name, target / name)
        copied.append(name)
    return copied, problems


def _copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".part-{os.getpid()}-{target.name}")
    shutil.copyfile(source, part)
    os.replace(part, target)


def profiles(paths: Sequence[str]) -> Iterator[str]:
    """The profiles that records are of, each once."""
    yield from dict.fromkeys(Path(path).relative_to(record.FOLDER).parts[0] for path in paths)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; returns the exit code: 1 where a file is no record."""
    parser = argparse.ArgumentParser("python -m lockstep.collect", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a checkout, or an empty folder")
    args = parser.parse_args(argv)
    try:
        copied, problems = collect(find_root(), args.folder)
    except LockstepError as error:
        print(error, file=sys.stderr)
        return error.code
    except OSError as error:
        print(Problem(str(args.folder), 0, f"cannot be written: {error.strerror}.", "Make room."), file=sys.stderr)
        return 2
    for problem in problems:
        print(problem)
    print(f"{args.folder}: {len(copied)} records copied", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
