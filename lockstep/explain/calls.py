"""The calls of NCCL in which ranks timed out, compared within each group: a rank in another call, or behind the others.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

TIMED_OUT = (  # in the lines that name the group
    "detected by watchdog at work: ",
    "detected by watchdog at work sequence id: ",  # of torch 2.6 and newer
    "Timeout at NCCL work: ",
)
_CALL = re.compile(
    r"\[(?P<group>(?:[^\]\[\n]{1,200} )?)Rank (?P<rank>[0-9]{1,6})\] Watchdog caught collective operation timeout: "
    r"WorkNCCL\(SeqNum=(?P<number>[0-9]{1,12}), OpType=(?P<name>[A-Za-z0-9_]{1,40})"
)
_GROUP = re.compile(
    r"\[(?P<group>PG [^\]\[\n]{1,200} )Rank (?P<rank>[0-9]{1,6})\] "
    r"(?:Exception \(either an error or timeout\) detected by watchdog at work: "
    r"| ?failure detected by watchdog at work sequence id: |Timeout at NCCL work: "
    r"|(?:Process group|NCCL) watchdog thread terminated with exception: \[Rank [0-9]{1,6}\] "
    r"Watchdog caught collective operation timeout: WorkNCCL\(SeqNum=)(?P<number>[0-9]{1,12})"
)
_WORLDS = {  # words in front of how many ranks a job has, or one of its groups, and what may stand between them
    " nranks ": "",
    "orld size: ": "",
    "orld_size: ": "",
    "orld_size=": "",
    "ORLD_SIZE=": "",
    "ORLD_SIZE: ": "",
    "MEMBER: ": "[0-9]{1,6}/",
    "Num processes: ": "",
}
WORLD = tuple(_WORLDS)
_WORLD = re.compile(f"(?:{'|'.join(word + more for word, more in _WORLDS.items())})([0-9]{{1,6}})(?![0-9])")
_TEXTS = {
    "differ": "In one group, call {number} is {calls}.",
    "apart": "{who}: in call {first} of the group, and {others} in call {then}.",
    "before": "Look at what {who} did before: the stack, or the lines above this one.",
    "absent": "{who} printed no timeout in this log, and {others} timed out in call {number}, {name}.",
    "quiet": "{who} printed no error until torchrun sent SIGTERM, and {others} timed out.",
    "look": "Look at {who} first: its stack, or the last lines of its log. If that log is not here, add it.",
}
_ONE_SIDED = ("SEND", "RECV", "RECVANYSOURCE", "COALESCED", "UNKNOWN")  # not the same on all ranks of a group
_MOST, _OF_A_RANK = 100_000, 8  # calls that are kept, in all and of a rank: the first ones


@dataclass(slots=True)
class Call:
    """A call in which a rank timed out: its number in the group, its name, and the line, from 1."""

    rank: int
    number: int
    name: str
    group: str
    line: int
    text: str


@dataclass(frozen=True)
class Difference:
    """The call that is unlike the others of its group, what differs, and what to do; "" for what the entry says."""

    call: Call
    is_other_call: bool
    text: str
    todo: str


@dataclass(frozen=True)
class Quiet:
    """Ranks that torchrun ended before they printed an error, and those that timed out."""

    absent: Sequence[int]
    late: Sequence[int]

    @property
    def text(self) -> str:
        """What is missing, as a sentence."""
        return _TEXTS["quiet"].format(who=named(self.absent), others=named(self.late).lower())

    @property
    def todo(self) -> str:
        """What to do."""
        return _TEXTS["look"].format(who=named(self.absent).lower())


@dataclass(frozen=True)
class Missing:
    """Ranks that printed no timeout, and the call in which the others timed out."""

    absent: Sequence[int]
    calls: Sequence[Call]

    @property
    def text(self) -> str:
        """What is missing, as a sentence."""
        call = self.calls[0]
        others = ranks(self.calls).lower()
        return _TEXTS["absent"].format(who=named(self.absent), others=others, number=call.number, name=call.name)

    @property
    def todo(self) -> str:
        """What to do."""
        return _TEXTS["look"].format(who=named(self.absent).lower())


class Calls:
    """Collects the calls of a log."""

    def __init__(self) -> None:
        self._of: dict[int, list[Call]] = {}
        self._count = 0
        self._world = 0  # ranks of the largest group that a line tells of
        # Whether a call without a named group may be of another one: the log names groups, or has smaller ones, whose
        # ranks are counted from 0.
        self._has_groups = False

    def read(self, rank: int | None, line: int, text: str) -> None:
        """Read a line of a watchdog."""
        if match := _GROUP.search(text):
            group, of = _group(match["group"]), int(match["rank"]) if rank is None else rank
            self._has_groups = True
            for call in self._of.get(of, ())[:]:
                if call.number == int(match["number"]) and not call.group:
                    call.group = group
                    if rank is None and not _is_whole(group):  # ranks are counted within the group
                        self._of[of].remove(call)
        elif match := _CALL.search(text):
            self._add(match, rank, line, text)

    def _add(self, match: re.Match[str], rank: int | None, line: int, text: str) -> None:
        of = int(match["rank"]) if rank is None else rank
        self._has_groups = self._has_groups or of != int(match["rank"])
        mine = self._of.setdefault(of, [])
        if match["name"] not in _ONE_SIDED and len(mine) < _OF_A_RANK and self._count < _MOST:
            self._count += 1
            mine.append(Call(of, int(match["number"]), match["name"], _group(match["group"]), line, text))

    def read_world(self, text: str) -> None:
        """Read a line that may say how many ranks there are."""
        self._world = max(self._world, *(int(number) for number in _WORLD.findall(text)), 0)

    def missing(self) -> Missing | None:
        """The ranks of the job that printed no timeout, where all others printed that of one call, and are more."""
        first = [mine[0] for mine in self._of.values() if mine]
        groups = {call.group for call in first}
        if len(groups) != 1 or not (_is_whole(max(groups)) or not (self._has_groups or max(groups))):
            return None
        if len({(call.number, call.name) for call in first}) != 1:
            return None
        here = {call.rank for call in first}
        absent = sorted(set(range(max(self._world, max(here) + 1))) - here)
        if not absent or len(absent) >= len(here):
            return None
        return Missing(absent, sorted(first, key=lambda call: call.rank))

    def difference(self) -> Difference | None:
        """What differs between the first calls of the ranks of a group, if anything does."""
        groups: dict[str, dict[int, Call]] = {}
        for mine in self._of.values():
            for call in mine:
                if self._has_groups and not call.group:
                    continue  # of which group, no line says
                groups.setdefault(call.group, {}).setdefault(call.rank, call)
        found = (_difference(sorted(group.values(), key=lambda call: call.rank)) for _, group in sorted(groups.items()))
        return next((one for one in found if one), None)


def _group(words: str) -> str:
    """The name of a group. `PG ID` counts the groups of one process, so it differs between ranks."""
    return words.strip(" ").partition("GUID ")[2] or words.strip(" ")


def _is_whole(group: str) -> bool:
    return "default" in group or group == "PG 0"


def _difference(calls: Sequence[Call]) -> Difference | None:
    for same in _by(calls, lambda call: call.number):
        kinds = list(_by(same, lambda call: call.name))
        if len(kinds) > 1:
            kinds.sort(key=len)
            said = " and ".join(f"{kind[0].name} on {ranks(kind).lower()}" for kind in kinds)
            return Difference(kinds[0][0], True, _TEXTS["differ"].format(number=same[0].number, calls=said), "")
    numbers = sorted(_by(calls, lambda call: call.number), key=lambda same: same[0].number)
    if len(numbers) < 2:
        return None
    behind, ahead = numbers[0], [call for same in numbers[1:] for call in same]
    few, word = (behind, "behind") if len(behind) <= len(ahead) else (ahead, "ahead")
    others = behind if few is ahead else ahead
    who, is_one = ranks(few), len(few) == 1
    first, then = _numbers(few), _numbers(others)
    be = "is" if is_one else "are"
    apart = ranks(others).lower()
    text = _TEXTS["apart"].format(who=f"{who} {be} {word}", first=first, others=apart, then=then)
    todo = _TEXTS["before"].format(who=who.lower())
    return Difference(few[0], False, text, todo)


def _by(calls: Sequence[Call], key: Callable[[Call], object]) -> Iterator[list[Call]]:
    parts: dict[object, list[Call]] = {}
    for call in calls:
        parts.setdefault(key(call), []).append(call)
    yield from parts.values()


def _numbers(calls: Sequence[Call]) -> str:
    least, most = min(call.number for call in calls), max(call.number for call in calls)
    return str(least) if least == most else f"{least} to {most}"


def ranks(calls: Sequence[Call]) -> str:
    """The ranks of calls in words."""
    return named(sorted(call.rank for call in calls))


def named(numbers: Sequence[int]) -> str:
    """Ranks in words, from the smallest on."""
    if len(numbers) == 1:
        return f"Rank {numbers[0]}"
    if len(numbers) > 8:
        return f"{len(numbers)} ranks"
    return f"Ranks {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


SHARED = {  # what docs/assets/explain.js searches for too
    "timedOut": TIMED_OUT,
    "saidOfCalls": _TEXTS,
    "worlds": WORLD,
    "world": _WORLD.pattern,
    "call": _CALL.pattern.replace("(?P<", "(?<"),
    "group": _GROUP.pattern.replace("(?P<", "(?<"),
    "oneSided": _ONE_SIDED,
    "mostCalls": _MOST,
    "ofARank": _OF_A_RANK,
}
