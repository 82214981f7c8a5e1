"""Whether anything that `verify` reads has changed since it last found no problem, by one digest of all of it.

The digest is of the project's files, of this package, of the Python and of the packages that are installed. A file too
many costs another check; one too few would hide a problem, and `tests/rules/test_unchanged.py` looks for it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import os
import sys
from collections.abc import Iterator
from pathlib import Path

VERDICT = ".cache/verified"  # below the root
FOLDERS = ("docs", "snippets", ".github")  # beside the files of the root; the last has the keys of who signs records
PACKAGE = Path(__file__).parents[1]


def digest(root: Path) -> str:
    """A digest of all that a verdict about a project rests on."""
    installed = sorted(f"{one.name} {one.version}" for one in importlib.metadata.distributions())
    parts = [sys.version, sys.platform, *installed]
    parts += [f"{path.name} {_content(path)}" for path in sorted(root.iterdir()) if not path.is_dir()]
    for folder in (*(root / name for name in FOLDERS), PACKAGE):
        parts += [f"{path.relative_to(folder.parent).as_posix()} {_content(path)}" for path in entries(folder)]
    return hashlib.sha256("\n".join(parts).encode("utf-8", "surrogateescape")).hexdigest()


def entries(folder: Path) -> Iterator[Path]:
    """All files and folders below a folder, in a fixed order, but for what Python keeps of modules."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (Path(here, name) for name in (*folders, *sorted(names)))


def _content(path: Path) -> str:
    """What stands for a file: a digest, or where a link leads, or that it is something else or cannot be read."""
    try:
        if path.is_symlink():
            return f"-> {os.readlink(path)}"
        return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "no file"
    except OSError as error:
        return f"cannot be read: {error.strerror}"


def summary(root: Path, digest: str) -> str:
    """What `verify` said of a project with this digest, when it found no problem; empty where it said nothing."""
    try:
        kept, _, said = (root / VERDICT).read_text("utf-8").partition("\n")
    except (OSError, UnicodeDecodeError):
        return ""
    return said.strip() if kept == digest else ""


def remember(root: Path, digest: str, said: str) -> None:
    """Keep what `verify` said of a project without a problem. Where that cannot be kept, all is checked again."""
    try:
        (root / VERDICT).parent.mkdir(exist_ok=True)
        (root / VERDICT).write_text(f"{digest}\n{said}\n", "utf-8")
    except OSError:
        return
