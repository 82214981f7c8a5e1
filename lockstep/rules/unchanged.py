"""Whether anything that `verify` reads has changed since it last found no problem, by one digest of all of it.

The digest is of the project's files, of this package, of the Python, of the names and versions of the packages that are
installed, and of the names, sizes and times of torch's files. A file too many costs another check; one too few would
hide a problem, and `tests/rules/test_unchanged.py` looks for it.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

from lockstep.rules.imports import CACHE

VERDICT = ".cache/verified"  # below the root
FOLDERS = ("docs", "snippets", ".github")  # beside the files of the root; the last has the keys of who signs records
PACKAGE = Path(__file__).parents[1]


def digest(root: Path) -> str:
    """A digest of all that a verdict about a project rests on."""
    installed = sorted(f"{one.name} {one.version}" for one in importlib.metadata.distributions())
    parts = [sys.version, sys.platform, *installed, *_torch()]
    parts += [f"{path.name} {_content(path)}" for path in sorted(CACHE.glob("absent-*.json"))]
    parts += [
        f"{path.name} {_content(path)}" for path in sorted(root.iterdir()) if not path.is_dir() or path.is_symlink()
    ]
    for folder in (*(root / name for name in FOLDERS), PACKAGE):
        parts += [f"{path.relative_to(folder.parent).as_posix()} {_content(path)}" for path in entries(folder)]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


def entries(folder: Path) -> Iterator[Path]:
    """All files and folders below a folder, in a fixed order, but for what Python keeps of modules."""
    for here, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (Path(here, name) for name in (*folders, *sorted(names)))


def _torch() -> Iterator[str]:
    """Name, size and time of each file of torch, which citations are looked up in; it is not imported."""
    spec = importlib.util.find_spec("torch")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        for here, folders, names in os.walk(folder):
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            stats = [(name, os.stat(os.path.join(here, name))) for name in sorted(names)]
            yield repr((here, [(name, stat.st_size, stat.st_mtime_ns) for name, stat in stats]))


def _content(path: Path) -> str:
    """What stands for a file: its digest, and where a link leads; or that it is something else or cannot be read."""
    try:
        if path.is_symlink() and path.is_dir():
            return uuid.uuid4().hex  # what is in there is not followed: never the same, so it is always checked
        link = os.readlink(path) if path.is_symlink() else ""
        return f"{link} {hashlib.sha256(path.read_bytes()).hexdigest()}" if path.is_file() else f"{link} no file"
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
