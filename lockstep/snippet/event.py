"""Events that happen to the hosts of a job while it runs, such as `"step 3: cut node1"`. Data only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_EVENT = re.compile(
    r"(?P<words>\S(?:.*\S)?): (?:(?P<action>cut|kill|start|limit) node(?P<host>\d))(?: (?P<rate>[1-9]\d*[kmg]bit))?"
)


@dataclass(frozen=True)
class Event:
    """Something that happens to a host once a rank has printed a line with these words.

    The action `cut` takes the link of the host away, `limit` slows the link down to `rate`, `kill` ends all processes
    of the host at once, and `start` runs the `$` line on the host, for the first time or again.
    """

    words: str
    action: str
    host: int
    rate: str = ""

    def __str__(self) -> str:
        effects = {
            "cut": "is cut off",
            "kill": "is killed",
            "start": "is started",
            "limit": f"gets a link of {self.rate}",
        }
        return f"once a rank prints “{self.words}”, node{self.host} {effects[self.action]}"

    def is_said(self, line: str) -> bool:
        """Whether a line contains the words as whole words, so that `step 1` is not found in `step 10`."""
        return re.search(rf"(?<!\w){re.escape(self.words)}(?!\w)", line) is not None


def parse_event(text: str) -> Event | None:
    """Read an event; None if the text does not describe one."""
    match = _EVENT.fullmatch(text)
    if not match or (match["action"] == "limit") != bool(match["rate"]):
        return None
    return Event(match["words"], match["action"], int(match["host"]), match["rate"] or "")


def are_events(value: object) -> bool:
    """Whether a value of a header is a list of events."""
    return isinstance(value, list) and all(isinstance(item, str) and parse_event(item) for item in value)


def late_hosts(events: Sequence[Event]) -> set[int]:
    """Hosts that are not started with the job: the first event of such a host is its start."""
    first = {event.host: event.action for event in reversed(events)}
    return {host for host, action in first.items() if action == "start"}
