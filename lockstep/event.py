"""What happens to the hosts of a job while it runs: `"step 3: cut node1"`. Data only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_EVENT = re.compile(r"(?P<words>\S(?:.*\S)?): (?P<action>cut|kill|start) node(?P<host>\d)")
_RATE = re.compile(r"[1-9]\d*(?:kbit|mbit|gbit)")


@dataclass(frozen=True)
class Event:
    """Once a rank has printed these words in a line, something happens to a host.

    `cut` takes its link away, `kill` ends all its processes at once, `start` types the `$` line on it (again).
    """

    words: str
    action: str
    host: int

    def is_said(self, line: str) -> bool:
        """Whether a line holds the words: whole ones, so that `step 1` is not in `step 10`."""
        return re.search(rf"(?<!\w){re.escape(self.words)}(?!\w)", line) is not None


def event(text: str) -> Event | None:
    """Read an event; None where it is none."""
    match = _EVENT.fullmatch(text)
    return Event(match["words"], match["action"], int(match["host"])) if match else None


def are_events(value: object) -> bool:
    """Whether a value of a header is a list of events."""
    return isinstance(value, list) and all(isinstance(item, str) and event(item) for item in value)


def are_links(value: object) -> bool:
    """Whether a value of a header tells how fast links are: `{node1 = "200mbit"}`."""
    return isinstance(value, dict) and all(
        re.fullmatch(r"node\d", name) and isinstance(rate, str) and _RATE.fullmatch(rate)
        for name, rate in value.items()
    )


def absent(events: Sequence[Event]) -> set[int]:
    """Hosts that are not there at the beginning: the first thing that happens to them is a start."""
    first = {one.host: one.action for one in reversed(events)}
    return {host for host, action in first.items() if action == "start"}
