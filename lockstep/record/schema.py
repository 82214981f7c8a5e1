"""Read JSON that another machine wrote into dataclasses, whose annotations say what each field may hold.

A field is annotated with one of these, or with one of these or None:

- `Annotated[str, Text(...)]`, `Annotated[int, Within(...)]`, `Annotated[float, Within(...)]`; a plain `int` is a count;
- `Annotated[tuple[X, ...], Count(...)]` and `Annotated[dict[str, X], Count(...)]` of such fields;
- another dataclass.

A field without a default must be there. What is of another type, out of bounds, unknown, missing or given twice is
told, all of it at once and in words; nothing else comes through.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import re
import stat
import types
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from lockstep.problem import INVISIBLE, visible

T = TypeVar("T")
_SHOWN = 40  # characters of a wrong value that a message shows
_MOST_FAULTS = 5  # in one message


@dataclass(frozen=True)
class Text:
    """At most so many characters, of one line unless `lines`. The whole of it matches the pattern, `what` in words.

    No text holds a character that cannot be seen, such as one that turns the direction of reading.
    """

    most: int
    pattern: str = ""
    what: str = ""
    lines: bool = False

    def fault(self, value: str) -> str:
        """What is wrong with a text; empty if nothing is."""
        is_plain = value.isascii() and value.isprintable()  # most are, and then nobody need look at each letter
        if not is_plain and (hidden := INVISIBLE.search(value[: self.most])):
            return f"holds the invisible character {visible(hidden[0])}"
        if self.pattern and not (len(value) <= self.most and re.fullmatch(self.pattern, value)):
            return f"is {shown(value)}, not {self.what}"
        if len(value) > self.most:
            return f"has {len(value)} characters, more than {self.most}"
        return "has several lines" if "\n" in value and not self.lines else ""


@dataclass(frozen=True)
class Within:
    """A number from `least` to `most`."""

    least: float
    most: float

    def fault(self, value: float) -> str:
        """What is wrong with a number; empty if nothing is."""
        is_right = self.least <= value <= self.most
        return "" if is_right else f"is {shown(value)}, not from {self.least:g} to {self.most:g}"


@dataclass(frozen=True)
class Count:
    """So many items of a list or entries of a table; of a table also the names that it must or may have."""

    least: int
    most: int
    must: tuple[str, ...] = ()
    may: tuple[str, ...] = ()

    def fault(self, value: Any) -> str:
        """What is wrong with the size of a list or table; empty if nothing is."""
        is_right = self.least <= len(value) <= self.most
        return "" if is_right else f"has {len(value)} entries, not {self.least} to {self.most}"


_COUNT = Within(0, 1_000_000)  # of an `int` without bounds of its own


class Unreadable(Exception):
    """A file that holds no JSON. The message says why."""


def read_json(path: Path, most: int) -> Any:
    """The JSON of a file of at most `most` bytes.

    Raises:
        FileNotFoundError: there is no file.
        Unreadable: it is larger, is no file or no JSON, or gives a key twice.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):
            raise Unreadable("is no regular file")
        if facts.st_size > most:
            raise Unreadable(f"has {facts.st_size:,} bytes, more than {most:,}")
        text = path.read_text("utf-8")
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_constant)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise Unreadable(f"cannot be read: {error.strerror}") from error
    except RecursionError as error:
        raise Unreadable("is nested too deep") from error
    except ValueError as error:  # no JSON, no UTF-8, or a number of thousands of digits
        raise Unreadable(f"is no JSON: {visible(str(error))[:120]}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise Unreadable(f"gives {shown(twice)} twice")
    return table


def _no_constant(name: str) -> float:
    raise Unreadable(f"holds {name}, which is no JSON")


def build(kind: type[T], table: Any) -> tuple[T | None, list[str]]:
    """An instance of a dataclass from parsed JSON, and what is wrong; it is None if anything is."""
    reader = _Reader()
    value = reader.table(kind, table, "")
    return (None, reader.faults) if reader.faults else (value, [])


def in_words(faults: list[str]) -> str:
    """What is wrong as one sentence without its full stop."""
    more = len(faults) - _MOST_FAULTS
    return "; ".join(faults[:_MOST_FAULTS]) + (f"; and {more} more" if more > 0 else "")


@functools.cache
def _required(kind: type) -> frozenset[str]:
    fields = dataclasses.fields(kind)
    absent = dataclasses.MISSING
    return frozenset(field.name for field in fields if field.default is absent and field.default_factory is absent)


class _Form(NamedTuple):
    """An annotation taken apart, once a class: a trace has thousands of values of the same few annotations."""

    may_be_null: bool
    kind: type  # str, int, float, tuple, dict or a dataclass
    bounds: Any  # of a dataclass none
    parts: tuple[_Form, ...]  # of the items of a tuple, of the names and the values of a dict


@functools.cache
def _forms(kind: type) -> dict[str, _Form]:
    """The form of each field of a dataclass."""
    hints = get_type_hints(kind, include_extras=True)
    return {name: _form(hint) for name, hint in hints.items() if name != "_"}


def _form(hint: Any) -> _Form:
    may_be_null = get_origin(hint) in (Union, types.UnionType)
    if may_be_null:
        hint = next(part for part in get_args(hint) if part is not types.NoneType)
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _Form(may_be_null, hint, None, ())
    hint, bounds = (int, _COUNT) if hint is int else get_args(hint)
    parts = tuple(_form(part) for part in get_args(hint) if part is not ...)
    return _Form(may_be_null, get_origin(hint) or hint, bounds, parts)


class _Reader:
    """Builds values by their annotations and gathers what is wrong on the way."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self._readers: dict[type, Callable] = {
            str: self._text,
            int: self._number,
            float: self._number,
            tuple: self._list,
            dict: self._dict,
        }

    def table(self, kind: type, value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self._wrong(place, value, "a table")
        forms = _forms(kind)
        before = len(self.faults)
        self._names(value, _required(kind), forms.keys(), place)
        inside = f"{place}." if place else ""
        built = {name: self._value(forms[name], part, inside + name) for name, part in value.items() if name in forms}
        return kind(**built) if len(self.faults) == before else None

    def _value(self, form: _Form, value: Any, place: str) -> Any:
        if type(value) is int and form.kind is int and form.bounds.least <= value <= form.bounds.most:
            return value  # most values of a trace are such numbers
        if value is None and form.may_be_null:
            return None
        if reader := self._readers.get(form.kind):
            return reader(form, value, place)
        return self.table(form.kind, value, place)

    def _text(self, form: _Form, value: Any, place: str) -> Any:
        if not isinstance(value, str):
            return self._wrong(place, value, "a text")
        return self._bounded(form.bounds, value, place)

    def _number(self, form: _Form, value: Any, place: str) -> Any:
        is_whole = form.kind is int
        if type(value) is not int and (is_whole or type(value) is not float):  # a bool is an int to isinstance
            return self._wrong(place, value, "a whole number" if is_whole else "a number")
        return self._bounded(form.bounds, value, place)

    def _list(self, form: _Form, value: Any, place: str) -> Any:
        if not isinstance(value, list):
            return self._wrong(place, value, "a list")
        (item,) = form.parts
        if self._bounded(form.bounds, value, place) is None:
            return None
        return tuple(self._value(item, part, f"{place}[{number}]") for number, part in enumerate(value))

    def _dict(self, form: _Form, value: Any, place: str) -> Any:
        if not isinstance(value, dict):
            return self._wrong(place, value, "a table")
        bounds = form.bounds
        if self._bounded(bounds, value, place) is None:
            return None
        if bounds.must or bounds.may:
            self._names(value, frozenset(bounds.must), {*bounds.must, *bounds.may}, place)
        key, item = form.parts
        return {
            self._value(key, name, f"a name in {place}"): self._value(item, part, f"{place}.{_name(name)}")
            for name, part in value.items()
        }

    def _names(self, table: dict, must: frozenset[str], known: AbstractSet[str], place: str) -> None:
        if must <= table.keys() <= known:
            return
        where = f"{place} " if place else ""
        self.faults += [f"{where}lacks {name!r}" for name in sorted(must - table.keys())]
        self.faults += [f"{where}has {shown(name)}, which no record has" for name in table if name not in known]

    def _bounded(self, bounds: Text | Within | Count, value: Any, place: str) -> Any:
        if fault := bounds.fault(value):
            self.faults.append(f"{place} {fault}")
            return None
        return value

    def _wrong(self, place: str, value: Any, expected: str) -> None:
        self.faults.append(f"{place or 'it'} is {shown(value)}, not {expected}")


def _name(name: str) -> str:
    return visible(repr(name[:_SHOWN])[1:-1])


def shown(value: Any) -> str:
    """A wrong value in a message: short, and without a character that a terminal or reader would obey."""
    if value is None or isinstance(value, bool | list | dict):
        return {type(None): "null", bool: "true or false", list: "a list", dict: "a table"}[type(value)]
    text = visible(repr(value[:_SHOWN])) if isinstance(value, str) else str(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
