"""A rule as data: which event is a mistake, with and without which others, and the search for it in the facts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from lockstep.explain.script.event import Event, Facts
from lockstep.explain.script.names import names_in

FILE = Path(__file__).with_name("rules.toml")
LEVELS = ("error", "warning", "note")
_CONSTANTS = ("True", "False", "None", "0", "1")


@dataclass(frozen=True, kw_only=True)
class Pattern:
    """What an event must look like; what is left empty does not matter.

    Attributes:
        call: names, of which it has one: `DataLoader` by the last part, `torch.save` by the whole, `.step` a method.
        kinds: what the receiver is, one of them; arg: the first argument; given: any argument; over: what a `for`
            goes over.
        around: where it stands, all of them; outside: where it does not stand, none of them.
        keyword: named arguments and the expressions that their texts match in full; `0` is the first without a name.
        lacks: names of arguments that are not given.
        by, target, scope: expressions found in the receiver, the variable that takes the value, the function around it.
        test, untest: expressions found in one of the tests around it, and in none; plain: there is no test around it.
        but: names that it does not have.
        meets, used: as the event has them.
        place: before or after the event that the rule finds; "" anywhere.
        same: fields of the two events that are equal, as `arg0 = receiver`; `owner` is the receiver of the receiver;
            `scope`; `tests`, where each test around this event stands around the other too; `decides`, where a
            collective gives all ranks a value that the other, an early end, rests on; `flag`, where this event sets a
            variable in the tests of the early end; `told`, where it may give all ranks such a variable; `of`, where it
            is a method of what the other gave its target, as `out.sum().backward()` is.
    """

    call: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    arg: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    around: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    keyword: Mapping[str, str] = field(default_factory=dict)
    lacks: tuple[str, ...] = ()
    target: str = ""
    scope: str = ""
    test: str = ""
    untest: str = ""
    plain: bool = False
    by: str = ""
    but: tuple[str, ...] = ()
    meets: bool | None = None
    used: bool | None = None
    place: str = ""
    same: tuple[str, ...] = ()

    def places(self, facts: Facts) -> Iterable[int]:
        """Where in the facts an event may match: those of the name, those that meet, or those with a kind."""
        if self.call:
            lasts = {name.rpartition(".")[2] for name in self.call}
            return [place for last in lasts for place in facts.by_name.get(last, ())]
        if self.meets:
            return facts.meeting
        if self.kinds or self.arg or self.given or self.over:
            return facts.with_kinds
        return range(len(facts.events))

    def finds(self, facts: Facts, found: Event) -> bool:
        """Whether an event of the facts goes with the one that was found."""
        return any(self.goes_with(facts.events[place], found) for place in self.places(facts))

    def matches(self, event: Event) -> bool:
        """Whether an event looks like this, whatever the others are."""
        return (
            (not self.call or any(_named(event, name) for name in self.call))
            and not any(_named(event, name) for name in self.but)
            and all(not any_of or set(any_of) & has for any_of, has in self._kinds(event))
            and event.around.issuperset(self.around)
            and not event.around.intersection(self.outside)
            and all(_argument(event, name, expression) for name, expression in self.keyword.items())
            and not any(_given(event, name) for name in self.lacks)
            and _found(self.target, event.target)
            and _found(self.scope, event.scope)
            and _found(self.by, event.receiver)
            and not (self.plain and event.tests)
            and not (self.untest and any(re.search(self.untest, test) for test in event.tests))
            and (not self.test or any(re.search(self.test, test) for test in event.tests))
            and self.meets in (None, event.meets)
            and self.used in (None, event.used)
        )

    def _kinds(self, event: Event) -> Iterator[tuple[tuple[str, ...], frozenset[str]]]:
        yield self.kinds, event.kinds
        yield self.arg, event.arg_kinds
        yield self.given, event.given
        yield self.over, event.over_kinds

    def goes_with(self, other: Event, found: Event) -> bool:
        """Whether another event looks like this and stands to the one that was found as `place` and `same` say."""
        if other is found or not self.matches(other):
            return False
        if self.place == "before" and (other.line, other.column) >= (found.line, found.column):
            return False
        if self.place == "after" and (other.line, other.column) <= (found.line, found.column):
            return False
        return all(_equal(pair, other, found) for pair in self.same)


@dataclass(frozen=True, kw_only=True)
class Rule:
    """One mistake.

    Attributes:
        name: as a report and a comment name it.
        level: "error": it fails, hangs or trains wrongly; "warning": it does so in the cases that the sentence names,
            or costs much time; "note": it costs time or memory, makes a metric inexact, harms in some setups, or will
            stop working.
        what: one sentence that says what is wrong. `{name}` is the name of what was found.
        todo: one sentence that says what to do.
        page: where the site explains it, from docs/.
        find: the event; one of several patterns.
        words: names of which the script has one; without: names of which it has none.
        needs: patterns that another event must match, each; never: patterns that no other event may match.
        once: one report is enough for a function.
        broken, fixed: the programs that prove it, below snippets/ or tests/explain/script/.
    """

    name: str
    level: str
    what: str
    todo: str
    page: str
    find: tuple[Pattern, ...]
    words: frozenset[str] = frozenset()
    without: frozenset[str] = frozenset()
    needs: tuple[Pattern, ...] = ()
    never: tuple[Pattern, ...] = ()
    once: bool = False
    broken: str = ""
    fixed: str = ""

    def search(self, facts: Facts) -> Iterator[Event]:
        """The events of a script that break the rule."""
        if (self.words and not self.words & facts.words) or self.without & facts.words:
            return
        scopes = set()
        for place in sorted({place for pattern in self.find for place in pattern.places(facts)}):
            event = facts.events[place]
            if self.once and event.scope in scopes:
                continue
            if not any(pattern.matches(event) for pattern in self.find):
                continue
            if not all(need.finds(facts, event) for need in self.needs):
                continue
            if not any(bar.finds(facts, event) for bar in self.never):
                scopes.add(event.scope)
                yield event


def _named(event: Event, name: str) -> bool:
    if name.startswith("."):
        return bool(event.receiver) and event.last == name[1:]
    return event.name == name or event.name.endswith(f".{name}")


def _text(event: Event, name: str) -> str | None:
    if name.isdecimal():
        return event.args[int(name)] if int(name) < len(event.args) else None
    return event.keywords.get(name)


def _given(event: Event, name: str) -> bool:
    return name in event.keywords or (name.isdecimal() and int(name) < len(event.args))


def _argument(event: Event, names: str, expression: str) -> bool:
    """Whether one of the arguments that `names` lists, such as `backend 0`, matches."""
    texts = [_text(event, name) for name in names.split()]
    return any(text is not None and re.fullmatch(expression, text, re.DOTALL) for text in texts)


def _found(expression: str, text: str) -> bool:
    return not expression or bool(re.search(expression, text, re.IGNORECASE))


def _equal(pair: str, other: Event, found: Event) -> bool:
    if pair == "decides":
        return _decides(other, found)
    if pair == "flag":  # sets what the early end asks
        return other.name == f"= {other.target}" and bool(names_in(other.target) & names_in(*found.tests))
    if pair == "of":
        return found.target in names_in(other.receiver)
    if pair == "told":
        return _told(other, found)
    if pair == "tests":
        return other.tests == found.tests[: len(other.tests)]
    left, _, right = (part.strip() for part in pair.partition("="))
    mine, its = _field(other, left), _field(found, right or left)
    return mine is not None and mine == its


def _decides(meeting: Event, end: Event) -> bool:
    """Whether a collective, or a function that holds one, may change what an early end rests on."""
    owner = meeting.name.rpartition(".")[0]
    if owner.rpartition(".")[2] not in ("distributed", "dist"):
        if not (meeting.args or meeting.keywords or meeting.target):
            return True  # what this function reduces cannot be seen here
        if owner in ("self", "cls") and any(name.startswith("self.") for name in end.rests_on):
            return True
    over = meeting.over if meeting.over != end.over else ""  # for value in [loss, accuracy]: all_reduce(value)
    return bool(names_in(meeting.target, over, *meeting.args, *meeting.keywords.values()) & end.rests_on)


def _told(other: Event, end: Event) -> bool:
    """Whether a line may give all ranks what an early end asks: it hands it on, or sets it to more than a constant."""
    values = (*other.args, *other.keywords.values())
    is_reset = other.name.startswith("= ") and all(value in _CONSTANTS for value in values)
    return not is_reset and bool(names_in(other.target, other.receiver, *values) & names_in(*end.tests))


def _field(event: Event, name: str) -> str | None:
    if name == "scope":
        return event.scope
    if name == "arg0":
        text = event.args[0] if event.args else ""
        return re.sub(r"\.parameters\(\)$", "", text) or None
    if name == "owner":  # `trainer` of `trainer.optimizer`
        return event.receiver.rpartition(".")[0] or None
    if name == "arg1":
        return event.args[1] if len(event.args) > 1 else None
    return (event.receiver if name == "receiver" else event.target) or None


@cache
def rules() -> tuple[Rule, ...]:
    """All rules, in the order of their file, and one for each deprecated name, all of them called `old-name`."""
    data = tomllib.loads(FILE.read_text("utf-8"))
    return (*map(_rule, data["rule"]), *(_deprecated(entry) for entry in data["deprecated"]))


def _deprecated(entry: dict[str, str]) -> Rule:
    return Rule(
        name="old-name",
        level="note",
        what=f"{entry['old']} is deprecated.",
        todo=f"Use {entry['new']}.",
        page="defaults.md",
        find=(Pattern(call=(entry["old"],)),),
    )


def _rule(entry: dict[str, Any]) -> Rule:
    for name in ("find", "needs", "never"):
        entry[name] = tuple(_pattern(pattern) for pattern in entry.get(name, []))
    for name in ("words", "without"):
        entry[name] = frozenset(entry.get(name, []))
    return Rule(**entry)


def _pattern(entry: dict[str, Any]) -> Pattern:
    fields: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    return Pattern(**fields)
