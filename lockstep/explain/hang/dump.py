"""Read what each rank left behind: the dump of its flight recorder, or its stack as py-spy or faulthandler prints it.

The pickle comes from a stranger's machine. It is read by an unpickler that builds nothing but dicts, lists, tuples,
texts, numbers and None, and every field is looked at before it is used. JSON dumps have no stacks. Their format is in
torch/csrc/distributed/c10d/FlightRecorder.hpp.
"""

from __future__ import annotations

import io
import json
import pickle
import re
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from lockstep.explain.hang import batches, stacks
from lockstep.problem import Problem

LARGEST = 512 * 2**20  # bytes of one dump; the recorder keeps 2,000 calls, some 2 MB
KEPT = 256  # calls of a rank that are looked at, and those before them that it has not left
MOST_RANKS, _DIGITS = 200_000, 9  # of a group; of a rank
_NAMES = {  # of torch's recorder -> of the call in a program
    "_all_gather_base": "all_gather_into_tensor",
    "all_gather_single": "all_gather_into_tensor",
    "_reduce_scatter_base": "reduce_scatter_tensor",
    "reduce_scatter_single": "reduce_scatter_tensor",
    "all_reduce_barrier": "barrier",
    "_broadcast_oop": "broadcast",
    "_reduce_oop": "reduce",
}
_TODO = "Name files, or a folder of them."
_MESSAGE = re.compile(r"(send|recv) (\d+)(?:->|<-)(\d+)")
_RANK = re.compile(r"(?:\A|\D)(\d{1,5})\D*\Z")  # a longer number is a date or a process


class BadDump(Exception):
    """Not a dump, or not as torch writes one: what is wrong, and what to do."""

    def __init__(self, what: str, todo: str) -> None:
        super().__init__(what)
        self.todo = todo


@dataclass(frozen=True)
class Call:
    """One collective or message of one rank.

    Attributes:
        group: name of the process group, of which each rank has the same for the same group.
        number: which collective of the group it is, from 1; of messages, which message.
        order: which call of the rank it is, over all groups.
        op: as in a program, such as "all_reduce".
        inputs, outputs: the shapes of its tensors.
        dtypes: of inputs, then of outputs.
        is_done: whether the rank has left it.
        where: "file:line, function" of the program; empty where the dump has no stacks.
        peer: for send and recv, the other rank as a number within the group; None for a collective.
        batch: the calls of a rank with one number here were launched together; None for a call alone.
        is_gloo: whether gloo made it, whose recorder may not hold send and recv.
    """

    group: str
    number: int
    order: int
    op: str
    inputs: tuple[tuple[int, ...], ...]
    outputs: tuple[tuple[int, ...], ...]
    dtypes: tuple[tuple[str, ...], tuple[str, ...]]
    is_done: bool
    where: str
    peer: int | None = None
    batch: int | None = None
    is_gloo: bool = False


@dataclass(frozen=True)
class Group:
    """A process group. `ranks` is empty where the dump does not say, as with gloo."""

    name: str
    description: str
    ranks: tuple[int, ...]


@dataclass(frozen=True)
class Dump:
    """What one rank left behind.

    Attributes:
        calls: in order.
        stack: where its program stood, from py-spy or faulthandler.
        size: ranks of the default group, where the dump says so without its name, as with gloo.
    """

    rank: int
    calls: tuple[Call, ...] = ()
    groups: tuple[Group, ...] = ()
    stack: str = ""
    has_calls: bool = True
    size: int = 0


def read(paths: Iterable[Path]) -> tuple[list[Dump], list[Problem]]:
    """All dumps in some files and folders, one a rank, and what could not be read."""
    found, problems = files(paths)
    dumps, more = read_files(found)
    return dumps, [*problems, *more]


def read_files(paths: Iterable[Path]) -> tuple[list[Dump], list[Problem]]:
    """The dumps in some files, one a rank, and what could not be read."""
    found: dict[tuple[int, bool], tuple[Path, Dump]] = {}
    problems = []
    for path in paths:
        try:
            dump = _read_file(path)
            first, _ = found.setdefault((dump.rank, dump.has_calls), (path, dump))
            if first != path:
                raise BadDump(f"is of rank {dump.rank}, and so is {first.name}.", "Give one dump of each rank.")
        except BadDump as error:
            problems.append(Problem(str(path), 0, str(error), error.todo))
    ranks = sorted({rank for rank, _ in found})
    return [_merged(found, rank) for rank in ranks], problems


def _merged(found: Mapping[tuple[int, bool], tuple[Path, Dump]], rank: int) -> Dump:
    """The recorder of a rank with the stack that py-spy saw, or the one of them that there is."""
    (_, calls), (_, stack) = (found.get((rank, has), (None, None)) for has in (True, False))
    if calls is None or stack is None:
        return calls or stack  # type: ignore[return-value]
    return replace(calls, stack=stack.stack)


def files(paths: Iterable[Path]) -> tuple[list[Path], list[Problem]]:
    """The files, of a folder those in it, and the folders that cannot be read."""
    found: list[Path] = []
    problems = []
    for path in paths:
        try:
            inside = [child for child in path.iterdir() if child.is_file()] if path.is_dir() else [path]
        except OSError as error:
            problems.append(Problem(str(path)[:300], 0, f"cannot be read: {error.strerror}.", _TODO))
            continue
        if not inside:
            problems.append(Problem(str(path), 0, "holds no file.", "Name the folder that holds the dumps."))
        found += sorted(inside)
    return found, problems


def _read_file(path: Path) -> Dump:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device may never end
            raise BadDump("is no file.", _TODO)
        if status.st_size > LARGEST:
            raise BadDump(f"has more than {LARGEST >> 20} MB.", "Is it a dump of the flight recorder?")
        data = path.read_bytes()
    except (OSError, ValueError) as error:  # a name with a null character is a ValueError
        what = getattr(error, "strerror", None) or "the name is none of a file"
        raise BadDump(f"cannot be read: {what}.", _TODO) from None
    rank = _RANK.search(path.name)
    if rank is None:
        of_bytes(data, 0)
        raise BadDump("has no rank in its name.", "Let the name end in the rank, as in nccl_trace_rank_3.")
    return of_bytes(data, int(rank[1]))


def of_bytes(data: bytes, rank: int) -> Dump:
    """The dump of a rank.

    Raises:
        BadDump: it is none.
    """
    if data.startswith(b"\x80"):
        return _of_table(_unpickled(data), rank)
    if data.lstrip().startswith(b"{"):
        try:
            return _of_table(_with_entries(json.loads(data)), rank)
        except (ValueError, RecursionError) as error:
            raise BadDump(f"is no whole JSON: {error}.", "Write the dump again.") from None
    text = data.decode("utf-8", "replace")
    if stack := stacks.where(text):
        return Dump(rank, stack=stack, has_calls=False)
    if not data.strip():
        raise BadDump(
            "is empty.", "The job was killed while it wrote, or the recorder was off: set TORCH_FR_BUFFER_SIZE=2000."
        )
    raise BadDump(
        "is no flight recorder, no stack of py-spy or faulthandler, "
        "and no log with messages of TORCH_DISTRIBUTED_DEBUG=DETAIL.",
        "For another log: python -m lockstep explain FILE.",
    )


class _Plain(pickle.Unpickler):
    """Builds plain data. What names a class, a function or an object elsewhere is refused."""

    def find_class(self, module: str, name: str) -> Any:
        raise BadDump(f"asks for {module}.{name}, which no dump of torch does.", "Do not open it with pickle.")

    def persistent_load(self, _: object) -> Any:
        raise BadDump("refers to an object elsewhere, which no dump of torch does.", "Do not open it with pickle.")


def _unpickled(data: bytes) -> object:
    try:
        return _Plain(io.BytesIO(data)).load()
    except BadDump:
        raise
    except Exception as error:  # an unpickler meets bytes of a stranger
        raise BadDump(f"is no whole pickle: {str(error)[:100]}.", "Write the dump again.") from None


def _with_entries(table: object) -> object:
    """The table of a JSON dump. torch leaves the entries out where there are none."""
    if isinstance(table, dict) and isinstance(table.get("version"), str) and isinstance(table.get("pg_config"), dict):
        return {"entries": [], **table}
    return table


def _of_table(table: object, rank: int) -> Dump:
    if not isinstance(table, dict) or not isinstance(table.get("entries"), (list, tuple)):
        raise BadDump("has no entries of a flight recorder.", "Name the files that torch wrote, one a rank.")
    entries = batches.numbered(table["entries"])
    calls = [_call(entry) for entry in entries[:-KEPT] if not entry.is_done]
    calls += [_call(entry) for entry in entries[-KEPT:]]
    groups = table.get("pg_config")
    found = [_group(name, group) for name, group in groups.items()] if isinstance(groups, dict) else []
    named = dict(entry.fields["process_group"] for entry in entries[-KEPT:])
    named |= {call.group: named.get(call.group, "") for call in calls}
    known = {group.name for group in found}
    found += [Group(name, description, ()) for name, description in named.items() if name not in known]
    return Dump(
        rank,
        tuple(sorted(calls, key=lambda call: call.order)),
        tuple(group for group in found if group.name),
        size=max((len(group.ranks) for group in found if not group.name), default=0),  # gloo forgets it in a new group
    )


def _group(name: object, group: Any) -> Group:
    try:
        texts = [_typed(text, str) for text in (name, group["desc"], group["ranks"])]
    except (KeyError, TypeError) as error:
        what = f"a group of its pg_config is not as torch writes it ({type(error).__name__}: {error})."
        raise BadDump(what, "Write the dump again with the torch that made it.") from None
    ranks = re.findall(r"[0-9]+", texts[2])
    if len(ranks) > MOST_RANKS or any(len(rank) > _DIGITS for rank in ranks):
        raise BadDump("names ranks that no job has.", "Write the dump again with the torch that made it.")
    return Group(texts[0], texts[1], tuple(map(int, ranks)))


def _call(found: batches.Entry) -> Call:
    """One entry.

    Raises:
        BadDump: it has not the fields of one.
    """
    entry, number = found.fields, found.place
    try:
        group, description = entry["process_group"]
        _typed(description, str)
        name = entry["profiling_name"].partition(":")[2] or entry["profiling_name"]
        message = _MESSAGE.fullmatch(name)
        is_message = entry.get("is_p2p") is True or message is not None
        return Call(
            group=_typed(group, str),
            number=_typed(entry["p2p_seq_id" if is_message else "collective_seq_id"], int),
            order=_typed(entry.get("record_id", number), int),
            op=message[1] if message else _NAMES.get(name, name),
            inputs=_shapes(entry.get("input_sizes")),
            outputs=_shapes(entry.get("output_sizes")),
            dtypes=(_texts(entry.get("input_dtypes")), _texts(entry.get("output_dtypes"))),
            is_done=found.is_done,
            where=_where(entry.get("frames") or ()),
            peer=int(message[3]) if message else None,
            batch=found.batch,
            is_gloo=entry["profiling_name"].startswith("gloo:"),
        )
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        what = f"its entry {number} is not as torch writes it ({type(error).__name__}: {str(error)[:60]})"
        raise BadDump(f"{what}.", "Write the dump again with the torch that made it.") from None


def _typed(value: object, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"{type(value).__name__} where a {kind.__name__} belongs")
    return value


def _shapes(sizes: Sequence[Sequence[int]] | None) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(_typed(length, int) for length in shape) for shape in sizes or ())


def _texts(values: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(_typed(value, str) for value in values or ())


def _where(frames: Iterable[Mapping[str, Any]]) -> str:
    """The innermost frame of the program; the frames come from the inside."""
    return stacks.innermost(
        (_typed(frame["filename"], str), str(_typed(frame["line"], int)), _typed(frame["name"], str))
        for frame in frames
    )
