"""Calls that NCCL launches together, as `batch_isend_irecv` and the pipeline schedules of torch do.

Each of them has an entry of its own, which torch never updates: it says "scheduled" for ever. An entry "nccl:coalesced"
behind them says how far they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Entry(NamedTuple):
    """An entry with its place among all. `batch`: the place of the entry behind its batch; None for a call alone."""

    place: int
    fields: Any
    batch: int | None
    is_done: bool


def numbered(entries: Sequence[Any]) -> list[Entry]:
    """All entries but those behind batches of messages, which are no calls."""
    found: list[Entry] = []
    batch: int | None = None
    for place in range(len(entries) - 1, -1, -1):
        fields = entries[place]
        if _is_end(fields):
            batch = place
            if _is_message(fields):
                continue
        elif batch is not None and not _belong(fields, entries[batch]):
            batch = None
        found.append(Entry(place, fields, batch, _is_done(fields, None if batch is None else entries[batch])))
    return found[::-1]


def _is_done(fields: Any, end: Any) -> bool:
    """Whether the rank has left a call.

    gloo only retires it. NCCL also retires what has timed out, so there the state alone counts.
    """
    if not isinstance(fields, dict):
        return False
    state = fields.get("state")
    if state == "scheduled" and end is not None:
        state = end.get("state")
    is_nccl = _name(fields).startswith("nccl:")
    return state == "completed" or (not is_nccl and fields.get("retired") is True)


def _is_end(fields: Any) -> bool:
    return isinstance(fields, dict) and _name(fields).endswith(":coalesced")


def _is_message(fields: Any) -> bool:
    return isinstance(fields, dict) and fields.get("is_p2p") is True


def _belong(fields: Any, end: Any) -> bool:
    """Whether an entry is of the batch that ends next. Collectives have the number of its end."""
    if not isinstance(fields, dict) or _group(fields) != _group(end) or _is_message(fields) != _is_message(end):
        return False
    return _is_message(fields) or _number(fields) == _number(end)


def _name(fields: Any) -> str:
    name = fields.get("profiling_name")
    return name if isinstance(name, str) else ""


def _group(fields: Any) -> str:
    group = fields.get("process_group")
    return group[0] if isinstance(group, (list, tuple)) and group and isinstance(group[0], str) else ""


def _number(fields: Any) -> int:
    number = fields.get("collective_seq_id")
    return number if isinstance(number, int) else 0
