"""What a script does, as a list of events with what surrounds each: the calls, what is set, the early ends of loops.

Rules look at these facts alone. Nothing is run or imported, and one file is read at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property


@dataclass(frozen=True, kw_only=True)
class Event:
    """One thing that a script does.

    Attributes:
        name: of a call, its name as imported, such as `torch.distributed.all_reduce`; of an assignment to an
            attribute `= .fc`, of its deletion `del .fc`; of an addition in place `+=`; else `break`, `assert`.
        receiver: the text before the last dot: `model.module` of `model.module.state_dict()`.
        kinds: what the receiver, or the thing called, is: `ddp`, `loader` and so on.
        args: the arguments without a name, as text; of an assignment the value; of an assert the test.
        keywords: the others.
        arg_kinds: what the first argument is; given: what any of them is.
        over_kinds: what the innermost `for` goes over.
        target: the variable that takes the value.
        line, column: from 1.
        around: where it stands: `some-ranks`, `loop`, `batches`, `epochs`, `no-grad`, `no-sync`, `evaluation`,
            `function`, `module`, `guarded`, and `called` where all ranks come: not in a function that nobody here
            calls, or that some ranks alone call; `few-ranks` under a test such as `rank < 2`, and `left-out` too where
            the script starts more; `both-send` where two ranks begin with a send to each other.
        tests: the tests of the `if`s around it, within its loop.
        over: what the innermost `for` goes over.
        scope: the names of the function around it.
        used: whether its value goes somewhere.
        meets: whether all ranks must come: a collective, or a function of this file that holds one.
        rests_on: of a `break`, the names that the tests around it rest on, through what its function assigns.
    """

    name: str
    receiver: str = ""
    kinds: frozenset[str] = frozenset()
    args: tuple[str, ...] = ()
    keywords: dict[str, str] = field(default_factory=dict)
    arg_kinds: frozenset[str] = frozenset()
    given: frozenset[str] = frozenset()
    over_kinds: frozenset[str] = frozenset()
    target: str = ""
    line: int = 1
    column: int = 1
    around: frozenset[str] = frozenset()
    tests: tuple[str, ...] = ()
    over: str = ""
    scope: str = ""
    used: bool = False
    meets: bool = False
    rests_on: frozenset[str] = frozenset()

    @property
    def last(self) -> str:
        """The last part of the name."""
        return self.name.rpartition(".")[2]


@dataclass(frozen=True)
class Facts:
    """A script as its events, in the order of its lines, and the words that occur in it as names."""

    events: tuple[Event, ...]
    words: frozenset[str]

    @cached_property
    def by_name(self) -> Mapping[str, list[int]]:
        """The events by the last part of their name, as places in `events`: a long script is not read for each rule."""
        found: dict[str, list[int]] = {}
        for place, event in enumerate(self.events):
            found.setdefault(event.last, []).append(place)
        return found

    @cached_property
    def meeting(self) -> list[int]:
        """The events at which all ranks must come."""
        return [place for place, event in enumerate(self.events) if event.meets]

    @cached_property
    def with_kinds(self) -> list[int]:
        """The events of which something is known to be of a kind."""
        return [
            place
            for place, event in enumerate(self.events)
            if event.kinds or event.arg_kinds or event.given or event.over_kinds
        ]
