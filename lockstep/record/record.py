"""Records: what a snippet printed, where and when. One JSON file for each snippet and profile, never edited by hand."""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import json
import os
import tempfile
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path

from lockstep.engine import scratch
from lockstep.engine.job import Round

FORMAT = 1
RECORDS_FOLDER = "snippets/recorded"
PROOFS_FOLDER = "snippets/proved"
_PART = ".part-"


@dataclass(frozen=True)
class RankRecord:
    """What one rank printed and how it ended.

    `exit` is None for a rank stopped as hung; then `line` is the line where it waited, and `stack` holds its frames,
    innermost first. In a job on several hosts this is a place on `host`. With more than one rendezvous, `rounds` tells
    which rank was in this place in each of them.
    """

    exit: int | None
    stdout: tuple[str, ...]
    stderr: tuple[str, ...]
    line: int = 0
    _: KW_ONLY
    stack: tuple[str, ...] = ()
    host: str = ""
    rounds: tuple[Round, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Record:
    """One run of a snippet.

    Attributes:
        key: digest of all files that the run could see (see `Snippet.key`).
        first: rank of the first failure, if a failure was expected.
        seconds: wall time of the run in seconds.
        engine: "warm" or "cold".
        log: the lines in the terminal below the `$` line, for a snippet that asks for them.
        earlier: by version of torch, the message with which the job ended, if it differs from that of this run.
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
    """A record that cannot be trusted. The message says why."""


def record_path(root: Path, profile: str, name: str) -> Path:
    """Path of the record of a snippet."""
    return root / RECORDS_FOLDER / profile / Path(name).with_suffix(".json")


def read_record(root: Path, profile: str, name: str) -> Record | None:
    """The record of a snippet, or None if there is none.

    Raises:
        BadRecord: the file is truncated, has another format, is of another snippet, or was edited by hand.
    """
    path = record_path(root, profile, name)
    try:
        saved = path.stat()
        return _read(path, profile, name, (saved.st_mtime_ns, saved.st_size, saved.st_ino))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot be read: {error}") from error


@functools.lru_cache(maxsize=4096)
def _read(path: Path, profile: str, name: str, saved: tuple[int, ...]) -> Record:
    """Read one record. An unchanged file is not read again, because a build shows a record on several pages."""
    text = path.read_text("utf-8")
    try:
        fields = json.loads(text)
        version = fields.pop("format")
        digest = fields.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadRecord("is not a whole record") from error
    if version != FORMAT:
        raise BadRecord(f"has format {version}; this version reads {FORMAT}")
    if digest != _digest(fields):
        raise BadRecord("was edited by hand: it does not match its own digest")
    if (fields["snippet"], fields["profile"]) != (name, profile):
        raise BadRecord(f"is of {fields['snippet']} on {fields['profile']}, not of the file it is named for")
    ranks = tuple(_rank(rank) for rank in fields.pop("ranks"))
    return Record(**fields | {"log": tuple(fields.get("log", ()))}, ranks=ranks)


def _rank(table: dict) -> RankRecord:
    return RankRecord(
        exit=table["exit"],
        stdout=tuple(table["stdout"]),
        stderr=tuple(table["stderr"]),
        line=table["line"],
        stack=tuple(table.get("stack", ())),
        host=table.get("host", ""),
        rounds=tuple(Round(**meeting) for meeting in table.get("rounds", ())),
    )


def write_record(root: Path, record: Record) -> Path:
    """Write a record in one step, so that the file is always either the whole old record or the whole new one.

    Raises:
        OSError: nothing was written, and the old record is unchanged.
    """
    path = record_path(root, record.profile, record.snippet)
    table = json.loads(json.dumps(dataclasses.asdict(record)))
    for part in (table, *table["ranks"]):
        for name in ("log", "earlier", "stack", "host", "rounds"):
            if not part.get(name, True):
                del part[name]  # only few records have one
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
            part.chmod(0o644)  # mkstemp allows only its owner to read it
            os.replace(part, path)
        except BaseException:
            part.unlink(missing_ok=True)
            raise


def _part(folder: Path) -> Path:
    descriptor, path = tempfile.mkstemp(dir=folder, prefix=_PART, suffix=".json")
    os.close(descriptor)
    return Path(path)


def sweep_parts(root: Path) -> None:
    """Remove half-written records and proofs that a recorder left behind when it was killed."""
    for folder in (root / RECORDS_FOLDER, root / PROOFS_FOLDER, root / "docs"):
        scratch.sweep(folder.rglob(f"{_PART}*"))


def recorded_profiles(root: Path) -> list[str]:
    """Profiles that have records, `cpu` first."""
    folder = root / RECORDS_FOLDER
    profiles = [path.name for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []
    return sorted(profiles, key=lambda name: (name != "cpu", name))


def recorded_names(root: Path, profile: str) -> list[str]:
    """Names of the snippets with a record of a profile. Some of the snippets may no longer exist."""
    folder = root / RECORDS_FOLDER / profile
    return sorted(path.relative_to(folder).with_suffix(".py").as_posix() for path in folder.rglob("[!.]*.json"))


def _digest(table: dict) -> str:
    return hashlib.sha256(json.dumps(table, sort_keys=True).encode()).hexdigest()
