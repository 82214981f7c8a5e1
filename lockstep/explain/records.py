"""Lines that hold a record of JSON, as Kubernetes, Docker and loggers write them: read are the lines of its message.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from operator import itemgetter
from typing import Any

from lockstep.explain import log

_MESSAGES = ("log", "message", "msg")  # the keys of a message, and of the traceback that a logger adds to it
_TRACEBACKS = ("exc_info", "exception", "stack_trace")
_RANK = re.compile(r"[0-9]{1,5}")
_MOST = 100_000  # records of several lines that are read


class Records:
    """Puts the messages of records in the place of their lines, and knows which line of the log each line was in."""

    def __init__(self) -> None:
        self._count = 0  # lines given so far
        self._long: list[
            tuple[int, int, int]
        ] = []  # records of several lines: the first, how many, how many more above

    def unfold(self, chunk: str) -> str:
        """Whole lines of a log with the message of each record instead of its line."""
        if '{"' not in chunk:
            self._count += chunk.count("\n") + 1
            return chunk
        lines: list[str] = []
        for line in chunk.split("\n"):
            texts = _texts(line) if '{"' in line and len(self._long) < _MOST else [line]
            if len(texts) > 1:
                self._long.append((self._count + 1, len(texts), self._more))
            self._count += len(texts)
            lines += texts
        return "\n".join(lines)

    @property
    def _more(self) -> int:
        """How many more lines were given than were read."""
        if not self._long:
            return 0
        _, length, more = self._long[-1]
        return more + length - 1

    def line(self, number: int) -> int:
        """The line of the log, from 1, that a line of the unfolded text was in."""
        at = bisect_right(self._long, number, key=itemgetter(0)) - 1
        if at < 0:
            return number
        first, length, more = self._long[at]
        return number - more - min(number - first, length - 1)


def _texts(line: str) -> list[str]:
    """The lines of the message of a record, each with what stands before the record; else the line."""
    start = line.find('{"')
    if not log.words(line)[1].startswith('{"'):
        return [line]
    try:
        record = json.loads(line[start:], parse_constant=_refuse)
        message, traceback = (_first(record, keys) for keys in (_MESSAGES, _TRACEBACKS))
        f"{message}{traceback}".encode()
    except (ValueError, RecursionError):  # also half of a surrogate pair, which no terminal can print
        return [line]
    texts = [text.removesuffix("\n") for text in (message, traceback) if text]
    if not texts:
        return [line]
    rank = str(record.get("rank"))
    before = line[:start] + (f"[rank{rank}]: " if _RANK.fullmatch(rank) else "")
    inner = [part for text in log.shown("\n".join(texts)).split("\n") for part in _inner(text)]
    return [before + part for part in inner]


def _inner(text: str) -> list[str]:
    """The lines of a line of a message: Docker's may be a record of the program."""
    return _texts(text) if text.startswith('{"') else [text]


def _first(record: dict[str, Any], keys: tuple[str, ...]) -> str:
    return next((value for key in keys if isinstance(value := record.get(key), str)), "")


def _refuse(constant: str) -> None:
    raise ValueError(constant)


SHARED = {"messages": _MESSAGES, "tracebacks": _TRACEBACKS, "mostRecords": _MOST}  # for docs/assets/explain.js too
