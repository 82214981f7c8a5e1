"""Records: what a snippet printed, where and when. One JSON file per snippet and profile, never edited by hand."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.engine import scratch
from lockstep.engine.job import Round

FORMAT = 1
FOLDER = "snippets/recorded"
_PART = ".part-"


@dataclass(frozen=True)
class RankRecord:
    """What one rank printed and how it ended.

    `exit` is None for a rank stopped as hung; `line` is where it waited, and `stack` the frames it was in, innermost
    first. Of a job on several hosts it is a place on `host`, and `rounds` tells which rank was in that place in each
    rendezvous, where there was more than one.
    """

    exit: int | None
    stdout: tuple[str, ...]
    stderr: tuple[str, ...]
    line: int = 0
    stack: tuple[str, ...] = ()
    host: str = ""
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True)
class Record:
    """One run of a snippet.

    Attributes:
        key: digest of all the run could see (see `Snippet.key`).
        first: rank of the first failure, where one was expected.
        seconds: wall time of the run.
        engine: "warm" or "cold".
        log: all that stood in the terminal under the `$` line, of a snippet that asks for it.
        earlier: how the job ended in other versions of torch, where they said it in other words.
    """

    snippet: str
    profile: str
    key: str
    command: str
    date: str
    seconds: float
    engine: str
    environment: dict[str, str]
    end: str
    first: int | None
    ranks: tuple[RankRecord, ...]
    log: tuple[str, ...] = ()
    earlier: dict[str, str] = field(default_factory=dict)


class BadRecord(Exception):
    """A record that cannot be trusted; the message says why."""


def path_of(root: Path, profile: str, name: str) -> Path:
    """Where the record of a snippet lies."""
    return root / FOLDER / profile / Path(name).with_suffix(".json")


def read(root: Path, profile: str, name: str) -> Record | None:
    """The record of a snippet, or None where there is none.

    Raises:
        BadRecord: the file is truncated, of another version, of another snippet, or was edited by hand.
    """
    path = path_of(root, profile, name)
    try:
        saved = path.stat()
        return _read(path, profile, name, (saved.st_mtime_ns, saved.st_size, saved.st_ino))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot be read: {error}") from error


@functools.lru_cache(maxsize=4096)
def _read(path: Path, profile: str, name: str, saved: tuple[int, ...]) -> Record:
    """One record; a file that was not written since is not read again: a build shows it on several pages."""
    text = path.read_text("utf-8")
    try:
        table = json.loads(text)
        version = table.pop("format")
        digest = table.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord("is not a whole record") from error
    if version != FORMAT:
        raise BadRecord(f"has format {version}; this version reads {FORMAT}")
    if digest != _digest(table):
        raise BadRecord("was edited by hand: it does not match its own digest")
    if (table["snippet"], table["profile"]) != (name, profile):
        raise BadRecord(f"is of {table['snippet']} on {table['profile']}, not of the file it is named for")
    ranks = tuple(_rank(one) for one in table.pop("ranks"))
    return Record(**table | {"log": tuple(table.get("log", ()))}, ranks=ranks)


def _rank(table: dict) -> RankRecord:
    stack, rounds = tuple(table.get("stack", ())), tuple(Round(**one) for one in table.get("rounds", ()))
    said = tuple(table["stdout"]), tuple(table["stderr"])
    return RankRecord(table["exit"], *said, table["line"], stack, table.get("host", ""), rounds)


def write(root: Path, record: Record) -> Path:
    """Write a record in one step: whatever happens, the old one or the new one is there, whole.

    Raises:
        OSError: nothing was written, the old record stands.
    """
    path = path_of(root, record.profile, record.snippet)
    table = json.loads(json.dumps(dataclasses.asdict(record)))
    for part in (table, *table["ranks"]):
        for name in ("log", "earlier", "stack", "host", "rounds"):
            if not part.get(name, True):
                del part[name]  # few records have one
    table |= {"format": FORMAT, "digest": _digest(table)}
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n")
    return path


def replace(path: Path, text: str) -> None:
    """Write a file in one step.

    Raises:
        OSError: nothing was written, the old file stands.
    """
    with scratch.owned(lambda: _part(path.parent)) as part:
        try:
            part.write_text(text, "utf-8", newline="\n")
            part.chmod(0o644)  # mkstemp keeps it to its owner; a record is to be read by all
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _part(folder: Path) -> Path:
    descriptor, path = tempfile.mkstemp(dir=folder, prefix=_PART, suffix=".json")
    os.close(descriptor)
    return Path(path)


def sweep(root: Path) -> None:
    """Remove the halves of records that a recorder left when it was killed while it wrote."""
    for folder in (root / FOLDER, root / "docs"):
        scratch.sweep(folder.rglob(f"{_PART}*"))


def profiles(root: Path) -> list[str]:
    """Profiles with a record, `cpu` first."""
    folder = root / FOLDER
    found = [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(found, key=lambda name: (name != "cpu", name))


def names(root: Path, profile: str) -> list[str]:
    """Snippets with a record of a profile, whether or not the snippet is still there."""
    folder = root / FOLDER / profile
    return sorted(p.relative_to(folder).with_suffix(".py").as_posix() for p in folder.rglob("[!.]*.json"))


def _digest(table: dict) -> str:
    return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()
