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

from lockstep.engine.machine import CPU
from lockstep.problem import LockstepError, Problem, tells
from lockstep.project import find_root
from lockstep.record import notebook, record
from lockstep.record.notebook import NotebookRecord
from lockstep.record.record import BadRecord, Record

_NOTEBOOKS = ":(glob)docs/**/*.ipynb"  # as git is asked for them


def made(root: Path) -> list[str]:
    """Paths under `root` of the records that differ from the commit, sorted; no part files.

    Raises:
        LockstepError: git does not answer.
    """
    asked = ["git", "ls-files", "-z", "--modified", "--others", "--exclude-standard", "--", record.FOLDER, _NOTEBOOKS]
    try:
        found = subprocess.run(asked, cwd=root, capture_output=True, text=True, check=True).stdout.split("\0")
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip()
        raise LockstepError(
            [Problem(str(root), 0, f"git does not answer: {said}.", "Run it in a checkout.")]
        ) from error
    paths = [Path(name) for name in sorted(set(found)) if name.endswith((".json", ".ipynb"))]
    return [path.as_posix() for path in paths if not path.name.startswith(".") and (root / path).is_file()]


def collect(root: Path, target: Path, skip: str = "") -> tuple[list[str], list[Problem]]:
    """Copy what was made to another checkout, but for one profile. Returns what was copied, and what is no record."""
    return _copy(root, [name for name in made(root) if named(name)[0] != skip], target)


def take(folder: Path, root: Path, known: Collection[str]) -> tuple[list[str], list[Problem]]:
    """Copy what other machines collected into a checkout.

    They are not trusted: a file that is no record of one of the snippets and notebook pages that are known here, or
    lies elsewhere, is told and left out; and of a notebook only what its cells printed is taken.
    """
    found = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    ours = [name for name in found if named(name)[1] in known and name == _path(*named(name))]
    left = [Problem(name, 0, "is the record of nothing here; left out.") for name in found if name not in ours]
    copied, problems = _copy(folder, ours, root)
    return copied, left + problems


def named(path: str) -> tuple[str, str]:
    """Profile and snippet of the path of a record; of an executed notebook, its page."""
    if path.endswith(".ipynb"):
        return CPU, path.removesuffix("ipynb") + "md"
    profile, _, name = path.removeprefix(f"{record.FOLDER}/").partition("/")
    return profile, name.removesuffix(".json") + ".py"


def _path(profile: str, name: str) -> str:
    return (
        name.removesuffix("md") + "ipynb" if name.endswith(".md") else record.path_of(Path(), profile, name).as_posix()
    )


def read(root: Path, path: str) -> Record | NotebookRecord | None:
    """A record by its path, or None where there is none.

    Raises:
        BadRecord: it cannot be trusted.
    """
    if not path.endswith(".ipynb"):
        return record.read(root, *named(path))
    found = notebook.read(root / path)
    if found is None and (root / path).is_file():
        raise BadRecord("is not a whole notebook")
    return found


def _copy(root: Path, names: Sequence[str], target: Path) -> tuple[list[str], list[Problem]]:
    """Copy records, each in one step: whoever reads it meanwhile finds the old one or the new one, whole."""
    copied, problems = list[str](), list[Problem]()
    for name in names:
        try:
            found = read(root, name)
            if isinstance(found, NotebookRecord):
                _copy_notebook(root / name, target / name, found)
        except BadRecord as error:
            problems.append(Problem(name, 0, f"{error}; not copied.", "Record it again."))
            continue
        if isinstance(found, Record):
            record.write(target, found)
        if found:
            copied.append(name)
    return copied, problems


def _copy_notebook(source: Path, target: Path, found: NotebookRecord) -> None:
    """Copy an executed notebook; where its page is there too, its text and code are those of the page."""
    page, text = target.with_suffix(".md"), source.read_text("utf-8")
    if page.is_file():
        written = page.read_text("utf-8-sig")
        if notebook.key(written) != found.key:
            raise BadRecord("is of another state of its page")
        text = notebook.ipynb(written, found)
    target.parent.mkdir(parents=True, exist_ok=True)
    record.replace(target, text)


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
