"""Where the hosts of a job are: on a machine that can make none, such a job is not the one on record."""

from __future__ import annotations

from lockstep.engine import hosts, machine
from lockstep.record import record
from lockstep.record.record import BadRecord
from lockstep.snippet.snippet import Snippet


def environment(snippet: Snippet) -> dict[str, str]:
    """What the record of a job on several hosts says of them; nothing where there is one."""
    count = len(snippet.command.hosts)
    return {"hosts": hosts.label(count, hosts.kind())} if count else {}


def obstacle(snippet: Snippet) -> str:
    """Why this machine can say nothing about the record of a snippet; empty where it can.

    On loopback a job on several hosts has other names and no links. So its record from hosts stands as it is.
    """
    why = hosts.obstacle() if snippet.command.hosts else ""
    if not why:
        return ""
    try:
        found = record.read(snippet.root, machine.CPU, snippet.name)
    except BadRecord:
        return ""
    made = found.environment.get("hosts") if found and found.key == snippet.key else None
    if not made or made == environment(snippet)["hosts"]:
        return ""
    return f"recorded on {made}, and this machine can make none: {why}"
