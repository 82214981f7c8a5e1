"""A page with runs, rendered through the real extensions, and what a reader sees of it."""

from __future__ import annotations

import re

from lockstep.record.record import RankRecord, Record, write_record
from lockstep.snippet.snippet import read_snippet

ENVIRONMENT = {"torch": "2.13.0+cpu", "python": "3.11.7", "cpu": "AMD EPYC", "cores": "2", "os": "Linux x86_64"}


class Bench:
    """Writes a snippet with its record, renders a page."""

    def __init__(self, sandbox):
        self.sandbox = sandbox

    def record(self, ranks, profile="cpu", end="finished", first=None, environment=None, name="topic/one.py"):
        one = read_snippet(self.sandbox.root, name)
        assert one.problems == ()
        made = Record(
            snippet=name,
            profile=profile,
            key=one.key,
            command=one.command.text,
            date="2026-01-02",
            seconds=0.25,
            engine="warm",
            environment=ENVIRONMENT | (environment or {}),
            end=end,
            first=first,
            ranks=tuple(ranks),
        )
        write_record(self.sandbox.root, made)
        return made

    def html(self, text):
        self.sandbox.page(text)
        return self.sandbox.html("index.md", "pymdownx.superfences", "md_in_html", "admonition")

    def run(self, *options):
        return self.html("\n".join(["```run", "topic/one.py", *options, "```"]))


def said(*lines, exit=0, stderr=(), line=0):  # noqa: A002
    return RankRecord(exit, tuple(lines), tuple(stderr), line)


def text(html):
    """What a reader sees, tags away."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).replace("&#x27;", "'").replace("&quot;", '"').strip()


def samples(html):
    return re.findall(r"<samp>(.*?)</samp>", html, re.S)
