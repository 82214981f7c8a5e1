"""What happens to the hosts of a job while it runs: `"step 3: cut node1"`. Data only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_EVENT = re.compile(
    r"(?P<words>\S(?:.*\S)?): (?:(?P<action>cut|kill|start|limit) node(?P<host>\d))(?: (?P<rate>[1-9]\d*[kmg]bit))?"
)


@dataclass(frozen=True)
class Event:
    """Once a rank has printed these words in a line, something happens to a host.

    `cut` takes its link away, `limit` makes it as slow as `rate`, `kill` ends all processes of the host at once,
    `start` types the `$` line on it (again).
    """

    words: str
    action: str
    host: int
    rate: str = ""

    def __str__(self) -> str:
        done = {"cut": "is cut off", "kill": "is killed", "start": "is started", "limit": f"gets a link of {self.rate}"}
        return f"once a rank prints “{self.words}”, node{self.host} {done[self.action]}"

    def is_said(self, line: str) -> bool:
        """Whether a line holds the words: whole ones, so that `step 1` is not in `step 10`."""
        return re.search(rf"(?<!\w){re.escape(self.words)}(?!\w)", line) is not None


def event(text: str) -> Event | None:
    """Read an event; None where it is none."""
    match = _EVENT.fullmatch(text)
    if not match or (match["action"] == "limit") != bool(match["rate"]):
        return None
    return Event(match["words"], match["action"], int(match["host"]), match["rate"] or "")


def are_events(value: object) -> bool:
    """Whether a value of a header is a list of events."""
    return isinstance(value, list) and all(isinstance(item, str) and event(item) for item in value)


def absent(events: Sequence[Event]) -> set[int]:
    """Hosts that are not there at the beginning: the first thing that happens to them is a start."""
    first = {one.host: one.action for one in reversed(events)}
    return {host for host, action in first.items() if action == "start"}
