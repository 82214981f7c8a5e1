"""Put the events of several ranks in order, by what forces it and by nothing else.

A rank does one thing after another. A rank leaves an operation only after the ranks it depends on have entered it. All
other order between ranks is chance, and clocks of the machine are not looked at. Each event has the smallest number
that these two rules allow, so ranks that do the same have the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from lockstep.record.trace import Lane, Op, Part, Step, Value

Event = dict[str, Any]  # of `lockstep.engine.tracer`
Place = tuple  # what makes parts of several ranks one operation

_SENDS, _RECEIVES = ("send", "isend"), ("recv", "irecv")
_FROM_ROOT = ("broadcast", "scatter", "broadcast_object_list", "scatter_object_list")
_TO_ROOT = ("reduce", "gather", "gather_object")
_BYTES = {"Float": 4, "Double": 8, "Half": 2, "BFloat16": 2, "Long": 8, "Int": 4, "Short": 2, "Char": 1, "Byte": 1,
          "Bool": 1, "ComplexFloat": 8, "ComplexDouble": 16}  # fmt: skip


@dataclass(eq=False)
class _Entry:
    """What one rank did in an operation. `has_left` says whether the rank is known to have left it."""

    place: Place
    name: str
    ranks: tuple[int, ...]
    rank: int
    step: int
    root: int | None = None
    size: int = 0
    how: str = ""
    inside: bool = False
    is_background: bool = False
    has_left: bool = False
    before: Value | None = None
    after: Value | None = None
    enter: int | None = None
    leave: int | None = None
    done: int | None = None

    @property
    def call(self) -> str:
        """What all ranks of the operation must call alike: a broadcast never ends in a barrier of another rank."""
        return "" if self.place[0] == "message" else self.name

    @property
    def on(self) -> tuple[int, ...]:
        """The ranks that must enter before this one can leave."""
        others = tuple(rank for rank in self.ranks if rank != self.rank)
        if self.place[0] == "message" or self.root is None:
            return others
        if self.name in _FROM_ROOT:
            return () if self.rank == self.root else (self.root,)
        return others if self.name not in _TO_ROOT or self.rank == self.root else ()


@dataclass
class _Rank:
    """One rank: its lines, and all it did as `todo`: ("line", its step) or ("enter" or "leave" or "done", entry)."""

    number: int
    lines: list[tuple[int, int]] = field(default_factory=list)
    sets: list[dict[str, Value | None]] = field(default_factory=list)
    outs: list[str] = field(default_factory=list)
    todo: list[tuple[str, Any]] = field(default_factory=list)
    cut: int = 0
    at: list[int] = field(default_factory=list)  # when each line began
    clock: int = 0

    @property
    def entries(self) -> list[_Entry]:
        """What it entered, in its order."""
        return [what for kind, what in self.todo if kind == "enter"]


def lanes_and_ops(events: Sequence[Sequence[Event]], ends: Sequence[str]) -> tuple[tuple[Lane, ...], tuple[Op, ...]]:
    """The lanes and the operations of a program.

    Args:
        events: of each rank, as its tracer told them.
        ends: how each rank ended, in words.
    """
    ranks = [_Reader(number, of_rank).read() for number, of_rank in enumerate(events)]
    _Clocks(ranks).set()
    return tuple(_lane(rank, end) for rank, end in zip(ranks, ends, strict=True)), tuple(_ops(ranks))


class _Reader:
    """Reads the events of one rank. Each kind of event has a method, named as the first key of the event."""

    def __init__(self, number: int, events: Sequence[Event]) -> None:
        self.events = events
        self.rank = _Rank(number)
        self.groups: dict[str, tuple[int, ...]] = {}
        self.counts: Counter[Place] = Counter()  # of messages and of calls that no backend numbers
        self.calls: dict[int, tuple[Event, list[_Entry]]] = {}

    def read(self) -> _Rank:
        """The rank."""
        for event in self.events:
            getattr(self, f"_{next(iter(event))}")(event)
        for call, entries in self.calls.values():
            if not entries:  # the rank was stopped inside
                self._unnumbered(call)
        return self.rank

    def _line(self, event: Event) -> None:
        file, line = event["line"]
        self.rank.todo.append(("line", len(self.rank.lines)))
        self.rank.lines.append((file, line))
        self.rank.sets.append({})
        self.rank.outs.append("")

    def _set(self, event: Event) -> None:
        if self.rank.lines:
            self.rank.sets[-1] |= {name: value_of(value) for name, value in event["set"].items()}

    def _out(self, event: Event) -> None:
        if self.rank.lines:
            self.rank.outs[-1] += event["out"]

    def _cut(self, event: Event) -> None:
        self.rank.cut = event["cut"]

    def _group(self, event: Event) -> None:
        self.groups[event["group"]] = tuple(event["ranks"])

    def _enter(self, event: Event) -> None:
        self.calls[event["enter"]] = event, []

    def _op(self, event: Event) -> None:
        call, entries = self.calls.get(event["call"], ({}, []))
        sizes = zip(event["sizes"], event["dtypes"], strict=False)
        known = event["group"] in self.groups  # with DETAIL, torch wraps a group in one without a name
        group = event["group"] if known else call.get("group", "")
        entry = self._begin(("op", event["group"], event["seq"]), event["op"], group, call)
        entry.size, entry.inside = sum(prod(shape) * _BYTES.get(dtype, 0) for shape, dtype in sizes), not call
        if entry.root is None and entry.name in (*_FROM_ROOT, *_TO_ROOT):
            entry.root = min(entry.ranks, default=None)
        entries.append(entry)
        if not call:
            self.rank.todo.append(("leave", entry))

    def _leave(self, event: Event) -> None:
        call, entries = self.calls[event["leave"]]
        if not entries:
            entries.append(self._unnumbered(call))
        if len(entries) == 1:
            entries[0].after = value_of(event.get("is"))
        for entry in entries:
            entry.is_background = "is" not in event
            entry.has_left = True
            self.rank.todo.append(("leave", entry))

    def _wait(self, event: Event) -> None:
        entries = (entry for call in event["wait"] for entry in self.calls[call][1])
        self.rank.todo += [("done", entry) for entry in entries]

    def _unnumbered(self, call: Event) -> _Entry:
        """A message, or a call of which the backend keeps no note."""
        name, me, peer = call["name"], self.rank.number, call.get("peer")
        if name not in (*_SENDS, *_RECEIVES) or peer is None:
            return self._begin(self._count("call", call["group"], name), name, call["group"], call)
        way = (me, peer) if name in _SENDS else (peer, me)
        entry = self._begin(self._count("message", *way), name, "", call)
        entry.ranks, entry.root = way, way[0]
        return entry

    def _count(self, *place: Any) -> Place:
        self.counts[place] += 1
        return (*place, self.counts[place])

    def _begin(self, place: Place, name: str, group: str, call: Event) -> _Entry:
        entry = _Entry(
            place=place,
            name=name,
            ranks=self.groups.get(group, ()),
            rank=self.rank.number,
            step=max(len(self.rank.lines) - 1, 0),
            root=call.get("peer"),
            how=call.get("op", "") if "reduce" in name else "",
            is_background=call.get("name") in ("isend", "irecv") or bool(call.get("async")),
            before=value_of(call.get("is")) if call.get("name") not in _RECEIVES else None,
        )
        self.rank.todo.append(("enter", entry))
        return entry


class _Clocks:
    """Gives each event its number: rank by rank as far as each gets, until none gets further."""

    def __init__(self, ranks: Sequence[_Rank]) -> None:
        self.ranks = ranks
        self.places = [0] * len(ranks)
        self.entered: dict[tuple[Place, str, int], int] = {}  # by operation, call and rank: when it entered

    def set(self) -> None:
        """Number all events. What a rank never left keeps no number."""
        while True:
            before = sum(self.places)
            for rank in self.ranks:
                while self._advance(rank):
                    pass
            if sum(self.places) == before and not self._force():
                return

    def _advance(self, rank: _Rank, forced: bool = False) -> bool:
        """Number the next event of a rank. Returns False where it has to wait, or has done all."""
        if self.places[rank.number] == len(rank.todo):
            return False
        kind, what = rank.todo[self.places[rank.number]]
        clock = rank.clock + 1
        if kind == "line":
            rank.at.append(clock)
        elif kind == "enter":
            what.enter = self.entered[what.place, what.call, rank.number] = clock
        else:
            waits = kind == "done" or not what.is_background
            moments = [self.entered.get((what.place, what.call, other)) for other in what.on] if waits else []
            if None in moments and not forced:
                return False
            clock = max([rank.clock, *(moment for moment in moments if moment)]) + 1
            setattr(what, kind, clock)
        rank.clock = clock
        self.places[rank.number] += 1
        return True

    def _force(self) -> bool:
        """Let a rank go on that is known to have gone on, though others never entered: they were cut, or failed."""
        for rank in self.ranks:
            left = rank.todo[self.places[rank.number] :]
            if left and (len(left) > 1 or left[0][0] == "done" or left[0][1].has_left):
                return self._advance(rank, forced=True)
        return False


def _lane(rank: _Rank, end: str) -> Lane:
    steps = [
        Step(at=at, line=line, file=file, set=names, out=tuple(out.splitlines()))
        for (file, line), names, out, at in zip(rank.lines, rank.sets, rank.outs, rank.at, strict=False)
    ]
    return Lane(steps=tuple(steps), end=end, at=rank.clock + 1, cut=rank.cut)


def _ops(ranks: Sequence[_Rank]) -> Iterator[Op]:
    """The operations, by when the first rank entered."""
    by_place: dict[Place, list[_Entry]] = {}
    for entry in (entry for rank in ranks for entry in rank.entries if entry.enter is not None):
        by_place.setdefault(entry.place, []).append(entry)
    for entries in sorted(by_place.values(), key=lambda entries: (entries[0].enter, entries[0].rank)):
        first = entries[0]
        is_message = first.place[0] == "message"
        yield Op(
            name="message" if is_message else first.name,
            ranks=first.ranks,
            parts=tuple(_part(entry, is_message or len({entry.name for entry in entries}) > 1) for entry in entries),
            group="" if is_message else first.place[1],
            size=max(entry.size for entry in entries),
            how=first.how,
            inside=int(first.inside),
        )


def _part(entry: _Entry, named: bool) -> Part:
    return Part(
        rank=entry.rank,
        step=entry.step,
        enter=entry.enter or 0,
        leave=entry.leave,
        on=entry.on if entry.leave else _awaited(entry),
        name=entry.name if named else "",
        before=entry.before,
        after=entry.after,
        done=entry.done,
    )


def _awaited(entry: _Entry) -> tuple[int, ...]:
    """For whom a rank waits that never leaves: the root of a broadcast, who needs nobody to come, for all others."""
    return entry.on or tuple(rank for rank in entry.ranks if rank != entry.rank)


def value_of(told: Any) -> Value | None:
    """A value as a tracer told it."""
    if told is None:
        return None
    return Value(text=told) if isinstance(told, str) else Value(text=told["of"], cells=tuple(told["cells"]))
