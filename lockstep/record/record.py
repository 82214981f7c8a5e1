"""Records: what a snippet printed, where and when. One JSON file for each snippet and profile, never edited by hand."""

from __future__ import annotations

import dataclasses
import datetime
import functools
import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Annotated

from lockstep.engine import scratch
from lockstep.engine.job import Round
from lockstep.record import schema
from lockstep.record.schema import Count, Text, Unreadable, Within

FORMAT = 1
RECORDS_FOLDER = "snippets/recorded"
PROOFS_FOLDER = "snippets/proved"
MOST_BYTES = 1 << 20  # of a record; the largest of this project has 16 KB
_PROFILE = r"cpu|[1-9][0-9]{0,3}x[a-z0-9]+(-[a-z0-9]+)*"
_PATH = r"(?!.*(^|/)\.)[^/\\]+(/[^/\\]+)*\.py"
_PART = ".part-"

Line = Annotated[str, Text(10_000)]
Lines = Annotated[tuple[Line, ...], Count(0, 10_000)]
Digest = Annotated[str, Text(64, "[0-9a-f]{64}", "a digest of 64 hexadecimal digits")]
Date = Annotated[str, Text(10, "20[0-9]{2}-[0-9]{2}-[0-9]{2}", "a day such as 2026-01-31")]
Seconds = Annotated[float, Within(0, 1_000_000)]
Word = Annotated[str, Text(100, r"\S(.*\S)?", "a text without blanks around it")]
Environment = Annotated[
    dict[Word, Word], Count(1, 10, must=("torch", "python", "cpu", "cores"), may=("os", "gpu", "cuda", "nccl", "hosts"))
]
Messages = Annotated[dict[Word, Annotated[str, Text(100_000, lines=True)]], Count(0, 100)]


@dataclass(frozen=True)
class RankRecord:
    """What one rank printed and how it ended.

    `exit` is None for a rank stopped as hung; then `line` is the line where it waited, and `stack` holds its frames,
    innermost first. In a job on several hosts this is a place on `host`. With more than one rendezvous, `rounds` tells
    which rank was in this place in each of them.
    """

    exit: Annotated[int, Within(-64, 255)] | None
    stdout: Lines
    stderr: Lines
    line: int = 0
    _: KW_ONLY
    stack: Lines = ()
    host: Annotated[str, Text(5, "(node[0-9])?", "the name of a host, such as node0")] = ""
    rounds: Annotated[tuple[Round, ...], Count(0, 100)] = ()


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

    snippet: Annotated[str, Text(300, _PATH, "the path of a snippet")]
    profile: Annotated[str, Text(40, _PROFILE, "cpu or a profile of GPUs, such as 1xh200")]
    key: Digest
    command: Annotated[str, Text(1_000, lines=True)]
    date: Date
    seconds: Seconds
    engine: Annotated[str, Text(4, "warm|cold", "warm or cold")]
    environment: Environment
    end: Annotated[str, Text(8, "finished|hang", "finished or hang")]
    first: int | None
    ranks: Annotated[tuple[RankRecord, ...], Count(1, 1_000)]
    log: Lines = ()
    earlier: Messages = field(default_factory=dict)


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
    except OSError as error:
        raise BadRecord(f"cannot be read: {error.strerror}") from error


@functools.lru_cache(maxsize=4096)
def _read(path: Path, profile: str, name: str, saved: tuple[int, ...]) -> Record:
    """Read one record. An unchanged file is not read again, because a build shows a record on several pages."""
    try:
        table = schema.read_json(path, MOST_BYTES)
    except Unreadable as error:
        raise BadRecord(f"is not a whole record: it {error}") from error
    if not isinstance(table, dict) or not {"format", "digest"} <= table.keys():
        raise BadRecord("is not a whole record: it has no format or no digest")
    version, digest = table.pop("format"), table.pop("digest")
    if version != FORMAT:
        raise BadRecord(f"has format {schema.shown(version)}; this version reads {FORMAT}")
    record = _sound(table)
    if digest != _digest(table):
        raise BadRecord("was edited by hand: it does not match its own digest")
    if (record.snippet, record.profile) != (name, profile):
        raise BadRecord(f"is of {record.snippet} on {record.profile}, not of the file it is named for")
    return record


def _sound(table: object) -> Record:
    """The record of a table.

    Raises:
        BadRecord: a field is not what it may be, or two contradict each other.
    """
    record, faults = schema.build(Record, table)
    faults = list(_contradictions(record)) if record else faults
    if faults or record is None:
        raise BadRecord(schema.in_words(faults))
    return record


def is_date(text: str) -> bool:
    """Whether a text is a day of the calendar, such as 2026-01-31."""
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _contradictions(record: Record) -> Iterator[str]:
    """What is wrong with a record of which each field alone is as it may be.

    After the first failure of a job a rank may have been ended before it had an exit status.
    """
    if not is_date(record.date):
        yield f"date is {record.date}, which is no day"
    waiting = [number for number, rank in enumerate(record.ranks) if rank.exit is None]
    if record.end == "finished" and record.first is None and waiting:
        yield f"end is 'finished', but rank {waiting[0]} has no exit status"
    if record.end == "hang" and not waiting:
        yield "end is 'hang', but each rank has an exit status"
    if record.first is not None and record.first >= len(record.ranks):
        yield f"first is rank {record.first}, but there are {len(record.ranks)}"
    elif record.first is not None and not record.ranks[record.first].exit:
        yield f"first is rank {record.first}, which did not fail"
    for number, rank in enumerate(record.ranks):
        yield from (f"ranks[{number}].{fault}" for fault in _contradictions_of(rank))
    for count in sorted({met.number for rank in record.ranks for met in rank.rounds}):
        ranks = sorted(met.rank for rank in record.ranks for met in rank.rounds if met.number == count)
        if ranks != list(range(len(ranks))):
            yield f"in round {count} the ranks are {ranks[:10]}, not 0 to {len(ranks) - 1}"


def _contradictions_of(rank: RankRecord) -> Iterator[str]:
    if rank.exit is not None and (rank.line or rank.stack):
        yield "line or stack says where it waits, but it has an exit status"
    for before, after in pairwise(rank.rounds):
        if after.number <= before.number or after.stdout < before.stdout or after.stderr < before.stderr:
            yield f"rounds has round {after.number} out of order"
    for met in rank.rounds:
        if met.rank >= met.world_size or met.stdout > len(rank.stdout) or met.stderr > len(rank.stderr):
            yield f"rounds has a rank or a line in round {met.number} that is not there"


def write_record(root: Path, record: Record) -> Path:
    """Write a record in one step, so that the file is always either the whole old record or the whole new one.

    Raises:
        BadRecord: a reader would refuse it. Nothing was written, and the old record is unchanged.
        OSError: nothing was written, and the old record is unchanged.
    """
    path = record_path(root, record.profile, record.snippet)
    table = json.loads(json.dumps(dataclasses.asdict(record)))
    for part in (table, *table["ranks"]):
        for name in ("log", "earlier", "stack", "host", "rounds"):
            if not part.get(name, True):
                del part[name]  # only few records have one
    _sound(table)
    table |= {"format": FORMAT, "digest": _digest(table)}
    text = json.dumps(table, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    if len(text.encode()) > MOST_BYTES:
        raise BadRecord(f"has {len(text.encode()):,} bytes, more than {MOST_BYTES:,}")
    path.parent.mkdir(parents=True, exist_ok=True)
    replace(path, text)
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
