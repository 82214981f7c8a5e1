"""The clues of a log: lines that match an entry, exceptions that match none, and errors that followed from others.

The log is read once, in pieces. What is kept is bounded: a state for each rank, and of each kind of clue the first and
the last. So a log of any size takes time in proportion to its length, and little memory.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

import functools
import math
import re
from bisect import bisect_right
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, NamedTuple

from lockstep.explain import log
from lockstep.explain.calls import TIMED_OUT, WORLD, Calls
from lockstep.explain.entry import SHORT, Entry
from lockstep.explain.log import (
    AFTER,
    BEFORE,
    BLANK,
    FAILED,
    HEADS,
    OTHERS,
    ROOT,
    SUMMARY,
    TRACEBACK,
    About,
    Failure,
    Summary,
)
from lockstep.explain.records import Records

# Exceptions of launchers. They say only that a process below the launcher failed, or that the job was stopped.
LAUNCHERS = {
    "ChildFailedError",
    "SignalException",
    "CalledProcessError",
    "ProcessExitedException",
    "ProcessRaisedException",  # of mp.spawn: its message contains the traceback of the process
    "KeyboardInterrupt",
    "ActorDiedError",  # of Ray, as the next two
    "RayActorError",
    "WorkerCrashedError",
}
CRASHES = ("aborted", "dataloader-bus-error", "segmentation-fault")  # after them faulthandler prints a stack
PASSED_ON = re.compile(  # an exception of vLLM or Ray that says only that another process failed
    r"[Ss]ee (?:root cause|(?:the )?stack trace)|Task was killed due to"
)
CLOSED = ("Connection closed by peer", "Connection reset by peer")
LONGEST = 500  # characters of a quoted line
_EXPLICIT, _IMPLICIT = "was the direct cause of", "another exception occurred:"
_ORIGINAL = "Original Traceback"  # of a worker, within the message of the error that torch raises again from it
_MESSAGE = 40  # largest number of lines of a message
_NEAR = 3  # lines below the one that names the exception that surely belong to its message
_HEAD = len(TRACEBACK)
_SOON = 60  # lines, of all ranks, below an exception within which steps show that the program went on
_FEW, _SEVERAL = 2, 3  # steps that show it where a line above says so too, and those that alone make it likely
_ABOVE = 100  # lines, of all ranks, above a traceback that are searched for the words that chain it to the one before
_BARE = ("Error", "Exception")  # how the type of an exception ends that counts without a traceback above it
_SILENT = ("AssertionError", "NotImplementedError", "MemoryError")  # those that Python mostly prints without a message
_NAMED = (*(f"{end}:" for end in _BARE), *_SILENT)  # what a line has that names one
_CUDA = "exception: CUDA error: "  # what a thread in C++ died of, which is no exception of Python
_MARKS = (
    *(*HEADS, _EXPLICIT, _IMPLICIT, ROOT, OTHERS, FAILED, log.ATTEMPT, *TIMED_OUT, _CUDA, log.OF_A_SUMMARY, *WORLD),
    *(*_NAMED, *log.SCHEDULERS),
)
_OF_THE_JOB = frozenset((*WORLD, log.OF_A_SUMMARY, FAILED, ROOT, log.ATTEMPT))
_TERMINATED = -15  # the exit code of a process that SIGTERM ended
_MOST = 20_000  # kinds of clues that are kept of one log
_MANY = 10_000  # combinations of words and of patterns that are remembered; real logs have a few dozen
_STEM = 4  # letters; with fewer almost every text has one, with more they are too many
_TEXTS = 200  # exceptions with different messages that are kept, other than the first and the last of each rank


@dataclass(slots=True)
class Finding:
    """A finding in a log.

    Attributes:
        slug: slug of the entry that matches; "" for an exception that matches no entry.
        line: number of the line, from 1.
        rank: the rank that printed the line, if it is known.
        text: the line.
        at: the place in the program, as `file:line`, that the traceback or stack names: the last one outside libraries.
    """

    slug: str
    line: int
    rank: int | None
    text: str
    at: str = ""


@dataclass(slots=True, eq=False)
class Clue:
    """A finding with the index of its line, and the entry that matches, if there is one.

    Attributes:
        role: the role of the entry, "aside" for an exception that did not end its process since another one was raised
            while it was being handled, "caught" for one after which the program went on, or "bare" for a line that
            names an exception below no head of a traceback, or one that only passes a failure on. It counts if the line
            is no other clue. So does "told", an error that Slurm or Kubernetes prints, where no program says more.
        only: "timeout" for a closed connection that counts only if a rank of the log timed out, "pid" for a line that
            counts only if it is about the process that torchrun names.
        warned: the last warning before an exception that matches no entry, of its rank or of an unknown rank.
        where: the line that fits `where` of the entry, if it is another one.
        trigger: the exception that was being handled when this one was raised; of several, the first.
        apart: whether its line surely belongs to no message of an exception.
        clock: when a logger of torch printed its line.
        is_explained: an error of its own rank that follows from a cause elsewhere; the rank did not only wait.
        about: what a line of the kernel is about.
        is_of_pid: whether that is the process which torchrun names.
        is_tangled: whether it stands where the lines of tracebacks are mixed, of which no line names its rank.
        goes_on: whether steps follow below it, so that it may have been caught.
    """

    place: int
    finding: Finding
    entry: Entry | None
    role: str = "cause"
    only: str = ""
    warned: Clue | None = None
    where: Finding | None = None
    trigger: Clue | None = None
    apart: bool = False
    clock: tuple[int, int, str] | None = None
    is_explained: bool = False
    about: About | None = None
    is_of_pid: bool = False
    is_tangled: bool = False
    goes_on: bool = False

    @property
    def is_of_a_crash(self) -> bool:
        """Whether it says that a signal or C++ ended a process."""
        return self.finding.slug in CRASHES


Pieces = tuple[str, ...]  # of a pattern, which `*` stands between


@dataclass(slots=True)
class Attempts:
    """Failed attempts of a job that torchrun started again: the process of torchrun, and how many it told of.

    `end` is the index of the line that tells of the first.
    """

    agent: str
    end: int
    count: int = 1


@dataclass(frozen=True, slots=True)
class _Meaning:
    """What a line says, by the patterns that it fits.

    `known` are the entries that it may be a clue for, in their order; each with what must be true
    for it to be one, as `Clue.only`. `where` are the slugs of the entries for which it is the line that says where.
    """

    marks: frozenset[str]
    is_timeout: bool
    is_call: bool  # it may name a call that timed out, or the group of one
    where: tuple[str, ...]
    known: tuple[tuple[Entry, str], ...]


class _Match(NamedTuple):
    """A line that fits entries which still wait for another line that says where. `waiting` is as `_Meaning.known`.

    `apart`, `clock` and `about` are as of `Clue`.
    """

    waiting: list[tuple[Entry, str]]
    place: int
    rank: int | None
    text: str
    apart: bool
    clock: tuple[int, int, str] | None
    about: About | None


@dataclass(slots=True)
class _Raised:
    """An exception of a rank: the indices of the head of its traceback and of its message.

    `has_prefix` is whether its traceback has a prefix, `goes_on` whether its message goes on in the next line. `role`
    is the role of its first clue, "" without one. `unknown` is the clue that it is if no entry matches. `follows` is
    whether an exception was being handled that followed from another rank. `handled` are the clues of the exception
    that was being handled, and `trigger` is the first exception of such a chain. `clues` are all of it. `above` is the
    line above its traceback, of the same stream. `steps` counts the lines about progress below it, each with higher
    numbers than the one before, and `later` those whose time is later than that of the line above.
    """

    start: int
    end: int
    unknown: Clue | None
    at: str = ""
    has_prefix: bool = False
    goes_on: bool = False
    role: str = ""
    causes: tuple[Clue, ...] = ()
    follows: bool = False
    handled: tuple[Clue, ...] = ()
    trigger: Clue | None = None
    clues: list[Clue] = field(default_factory=list)
    above: str = ""
    steps: int = 0
    later: int = 0
    numbers: tuple[float, ...] = ()

    def read_step(self, line: str, numbers: tuple[float, ...]) -> None:
        """Count a line about progress, which another process may have kept back while this one printed its error."""
        is_later = log.is_later(line, self.above)
        if is_later is not False and (not self.numbers or (len(numbers), numbers) > (len(self.numbers), self.numbers)):
            self.numbers, self.steps, self.later = numbers, self.steps + 1, self.later + bool(is_later)

    def judge(self) -> None:
        """Say of the clues whether the program went on after this exception."""
        is_told = self.steps >= _FEW and log.says_it_goes_on(self.above)
        is_seen = self.later >= _FEW and log.is_logged(self.above)
        is_caught = is_told or is_seen or log.is_ignored(self.above)
        for clue in self.clues:
            clue.goes_on = self.steps >= _SEVERAL
            if is_caught and clue.role in ("cause", "consequence"):
                clue.role = "caught"

    def blame(self, clue: Clue) -> None:
        """A clue is the cause, and what was being handled is not: the last exception ended the process."""
        for one in self.handled:
            one.role = "aside"
        clue.trigger = self.trigger
        self.causes += (clue,)


@dataclass(slots=True)
class _Traceback:
    """A traceback whose message has not come yet: its start, and the places of the words that chained it before."""

    start: int
    explicit: int
    implicit: int
    margin: str = ""  # what indents it within an exception group, as "    | "
    has_prefix: bool = False
    at: str = ""  # the last frame, if possible outside libraries
    above: str = ""
    clues: dict[tuple[str, str, str], Clue] = field(default_factory=dict)  # the first and the last of each entry
    inset: float = math.inf  # of the frame whose source code follows

    def shows_code(self, text: str) -> bool:
        """Whether a line of it is source code: it stands below a frame, and further in."""
        inset = len(text) - len(text.lstrip(f"{BLANK}|+"))
        if log.frame(text):
            self.inset = inset
        elif inset <= self.inset:
            self.inset = math.inf
        return inset > self.inset


@dataclass(slots=True)
class _Crash:
    """What a process printed as it died of a signal, and whether its stack is open: the last call comes first."""

    place: int  # of the last line of it
    findings: list[Finding] = field(default_factory=list)
    is_open: bool = False

    def read_frame(self, place: str) -> None:
        """The place is the first frame, or the first outside libraries."""
        for finding in self.findings:
            if log.is_library(finding.at) and (not finding.at or not log.is_library(place)):
                finding.at = place


@dataclass(slots=True)
class _Rank:
    """What is known of a rank: its block from the last head on, its open traceback, and its last exception."""

    head: int = -BEFORE - 1
    seen: dict[str, Finding] = field(default_factory=dict)  # the last line of the block that fits `where`, by slug
    waiting: deque[_Match] = field(default_factory=deque)  # lines of the block, until another one fits `where`
    explicit: int = -1  # index of the last line with the words
    implicit: int = -1
    bare: int = -_NEAR - 1  # index of the last line that names an exception below no head
    tangled: int = -_ABOVE - 1  # index of the last head within another traceback, where no rank is known
    open: _Traceback | None = None
    last: _Raised | None = None
    crash: _Crash | None = None


_Who = int | str | None  # the rank, or where none is known the prefix of the stream
_Kept = dict[tuple[object, ...], list[Clue]]  # the first and the last clue of each kind


class Clues:
    """Reads a log and collects its clues: call `read` with each chunk, then `end`."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self.summary: Summary | None = None  # the first one
        self.is_mixed = False  # two summaries may be of two jobs
        self.attempts: Attempts | None = None
        self.calls = Calls()
        self.records = Records()
        self._place = 0  # index of the next line
        self._above = ""  # the line before the first of those that are read now
        self._ended = -1  # index of the last line that processes print as they start, or that says that they ended
        self._held: list[str] = []  # the last lines read, because a summary is looked at as a whole
        self._meanings = _Meanings([part for entry in entries for part in entry.parts])
        self._waited = False  # whether a rank timed out
        self._failures: dict[str, list[Failure]] = {}  # that torchrun lists, by process
        self._streams = log.Streams()
        self._ranks: dict[_Who, _Rank] = {}
        self._open: set[_Who] = set()  # those with an open traceback
        self._waits_until = 0  # index of the line after which no clue waits any more
        self._warned: dict[int | None, Clue] = {}
        self._current: Summary | None = None
        self._kept: _Kept = {}
        self._texts = 0
        self._listing: int | None = None  # index of the line from which torchrun lists the failures that came later
        self._listed: _Kept = {}  # clues from that line on; they do not count if the summary follows
        self._dropped = range(0)

    @property
    def only_summary(self) -> Summary | None:
        """The summary of torchrun, if there is exactly one."""
        return None if self.is_mixed else self.summary

    @property
    def told_to_end(self) -> set[int]:
        """The ranks that torchrun lists as ended by its own SIGTERM, if there is one summary."""
        failures = [one for known in self._failures.values() for one in known] if self.only_summary else []
        return {one.rank for one in failures if one.exit == _TERMINATED}

    @property
    def first_attempt(self) -> Attempts | None:
        """The attempts, if the log is that of one job which torchrun started again."""
        return self.attempts if self.attempts and self.attempts.count > 1 and not self.is_mixed else None

    def read(self, chunk: str) -> None:
        """Read the next whole lines of a log."""
        text = log.without_entities(self.records.unfold(chunk))
        self._read("\n".join([*self._held, text]), is_last=False)

    def _read(self, text: str, *, is_last: bool) -> None:
        words = self._meanings.found(text)
        lines = text.split("\n")
        end = len(lines) if is_last else max(len(lines) - SUMMARY, 0)
        self._held = lines[end:]
        if words or self._open or self._place < self._waits_until:
            first, hits = self._place, self._meanings.hits(text, lines, words)
            for at in range(end):
                self._place = first + at
                hit = hits.get(at, 0)
                if hit or self._open or self._place < self._waits_until:
                    self._read_line(lines, at, hit)
            self._place = first + end
        else:
            self._place += end
        self._above = lines[end - 1] if end else self._above

    def end(self) -> list[Clue]:
        """All clues from top to bottom."""
        self._read("\n".join(self._held), is_last=True)
        for state in self._ranks.values():
            self._release(state, state.last)
            self._settle(state.last)
        self._merge_listed()
        clues = [clue for pair in self._kept.values() for clue in pair]
        for clue in clues:
            self._compare(clue)
        clues = [clue for clue in clues if {"timeout": self._waited, "pid": clue.is_of_pid}.get(clue.only, True)]
        clues.sort(key=lambda clue: (clue.place, self._meanings.order(clue.entry)))
        _follow(clues)
        return clues

    def _compare(self, clue: Clue) -> None:
        """A line of the kernel about a process that torchrun names is one of its rank."""
        if self.only_summary is None or clue.about is None:
            return
        failures = [self.only_summary, *self._failures.get(clue.about.pid, ())]
        for one in failures:
            if clue.about.is_of(one):
                clue.is_of_pid, clue.finding.rank = True, one.rank
                return

    def _read_line(self, lines: list[str], at: int, hit: int) -> None:
        (rank, text), stream = log.words(lines[at]), ""
        if self._streams.known:
            rank, stream, text = self._streams.split(rank, text)
        who = (stream or None) if rank is None else rank
        state = self._ranks.get(who)
        if state is None:
            state = self._ranks[who] = _Rank()
        if state.crash or (state.last and not hit and not state.open):
            self._read_below(state, lines[at], text)
        is_traceback, is_code = False, state.open is not None and state.open.shows_code(text)
        if hit:
            meaning = self._meanings.of(text, hit)
            is_traceback = TRACEBACK in meaning.marks
            is_inset = is_traceback and text[:_HEAD] != TRACEBACK
            if is_inset and self._learn(lines, at, text):
                self._read_line(lines, at, hit)
                return
            if is_traceback:
                if state.open and rank is None and not is_inset:
                    state.tangled = self._place
                self._release(state, state.last)
                last = state.last
                if text.startswith(_ORIGINAL) and last and not last.role and last.end > self._place - _ABOVE:
                    state.explicit = self._place
                margin = _margin(text) if is_inset else ""
                has_prefix = log.has_prefix(lines[at], text)
                above = lines[at - 1] if at else self._above
                above = self._line_above(lines, at, who) if log.may_tell(above) else ""
                state.open = _Traceback(self._place, state.explicit, state.implicit, margin, has_prefix, above=above)
                self._open.add(who)
            if meaning.marks:
                self._read_marks(state, meaning.marks, lines, at, text)
            self._waited = self._waited or meaning.is_timeout
            if meaning.is_call:
                self.calls.read(rank, self._place + 1, text.strip(BLANK)[:LONGEST])
            if meaning.where:
                self._read_where(state, rank, text, meaning.where)
            if meaning.known and not is_code and not log.is_source(text):
                self._match(state, rank, text, meaning.known, lines[at])
        elif state.waiting and not text.strip(BLANK):
            state.waiting.clear()
        if state.open and (place := log.frame(text)) and (log.is_library(state.open.at) or not log.is_library(place)):
            state.open.at = place
        if state.open and "..." in text and text.strip(BLANK) == "...":
            state.head = -1  # the frame that an entry asks for may be among those that were left out
        full = text
        if state.open and state.open.margin and not is_traceback and text.startswith(state.open.margin):
            text = text[len(state.open.margin) :]
        if state.open and not is_traceback and text and text[0] not in f"{BLANK}|+":
            if not _is_apart(state.open, full, lines[at]):
                self._open.discard(who)
                whole = self._whole(lines, at, who, text)
                self._close(state, rank, whole, goes_on=whole != text or "NCCL" in text)
        elif hit and not state.open and _is_bare(text):
            is_tangled = self._is_tangled(state)
            if is_tangled or self._place > state.bare + _NEAR:
                state.bare = self._place
                unknown = self._unknown(rank, self._whole(lines, at, who, text))
                self._put(self._kept, replace(unknown, role="bare", is_tangled=is_tangled))
        elif hit and not state.open and log.is_of_a_scheduler(text):
            self._put(self._kept, replace(self._unknown(rank, text), role="told", warned=None))

    def _read_below(self, state: _Rank, line: str, text: str) -> None:
        """Look for steps below the last exception of a rank, and for the place in the stack of its crash."""
        last = state.last
        is_near = last and not state.open and self._ended < last.end and self._place < last.end + _SOON
        if last and is_near and (numbers := log.steps(text)):
            last.read_step(line, numbers)
        if state.crash and state.crash.is_open:
            place = log.frame(text)
            state.crash.is_open = bool(place)
            if place:
                state.crash.read_frame(place)

    def _line_above(self, lines: list[str], at: int, who: _Who) -> str:
        """The line before a traceback, if it is of the same stream."""
        line = lines[at - 1] if at else self._above
        rank, stream, text = self._streams.split(*log.words(line))
        is_same = who == ((stream or None) if rank is None else rank)
        return (text if log.is_ignored(text) else line) if is_same else ""

    def _is_tangled(self, state: _Rank) -> bool:
        return self._place <= state.tangled + _ABOVE

    def _learn(self, lines: list[str], at: int, text: str) -> bool:
        """Whether what stands before the head of a traceback is a prefix that was not known so far."""
        return self._streams.learn(text.partition(TRACEBACK)[0], lines[at + 1 : at + SUMMARY])

    def _whole(self, lines: list[str], at: int, who: _Who, text: str) -> str:
        """The line that names an exception, with the next line of the same stream if its own message is empty."""
        head = text.rstrip(BLANK)
        if not head.endswith(":") or at + 1 >= len(lines):
            return text
        rank, stream, message = self._streams.split(*log.words(lines[at + 1]))
        below = (stream or None) if rank is None else rank
        return f"{head} {message.strip(BLANK)}" if below == who else text

    def _read_marks(self, state: _Rank, marks: frozenset[str], lines: list[str], at: int, text: str) -> None:
        """Heads of blocks, the words that chain tracebacks, and the summary of torchrun."""
        if not marks.isdisjoint(HEADS):
            if state.crash:
                state.crash.is_open = text.startswith("Current thread ") and self._place <= state.crash.place + AFTER
                self._waits_until = max(self._waits_until, self._place + AFTER)
            state.head = self._place
            state.seen.clear()
            state.waiting.clear()
        elif OTHERS in marks and text.strip(BLANK) == OTHERS:
            self._merge_listed()
            self._listing = self._place
        elif ROOT in marks and text.strip(BLANK) == ROOT:
            self._read_summary(lines[at : at + SUMMARY])
        if marks & _OF_THE_JOB:
            self._read_job(marks, lines, at, text)
        if FAILED in marks and (agent := log.agent(lines[at])):
            self._read_failed(agent)
        if log.ATTEMPT in marks:
            self.attempts = replace(self.attempts or Attempts("", self._place), count=self._count_attempts() + 1)
        state.explicit = self._place if _EXPLICIT in marks else state.explicit
        state.implicit = self._place if _IMPLICIT in marks else state.implicit

    def _read_job(self, marks: frozenset[str], lines: list[str], at: int, text: str) -> None:
        """How many ranks there are, which of them failed, and that processes have ended."""
        if marks & {*WORLD}:
            self.calls.read_world(text)
            self._ended = self._place
        if log.OF_A_SUMMARY in marks:
            self._read_failure(lines[at - 1] if at else self._above, text, lines[at + 1] if at + 1 < len(lines) else "")
        if marks & {FAILED, ROOT, log.ATTEMPT}:
            self._ended = self._place

    def _count_attempts(self) -> int:
        """How many attempts there were so far, by the folders of the logs."""
        return self.attempts.count if self.attempts and not self.attempts.agent else 1

    def _read_failed(self, agent: str) -> None:
        """Torchrun says of each attempt that it failed, so twice before its summary if it started the job again."""
        if self.attempts is None:
            self.attempts = Attempts(agent, self._place)
        elif self.attempts.agent == agent and self.summary is None:
            self.attempts.count += 1

    def _read_failure(self, before: str, text: str, after: str) -> None:
        failure = log.failure(before, text, after)
        if failure and (failure.pid in self._failures or len(self._failures) < _MANY):
            known = self._failures.setdefault(failure.pid, [])
            if len(known) < SUMMARY:
                known.append(failure)

    def _read_summary(self, lines: list[str]) -> None:
        if self._listing is not None:
            self._dropped, self._listing = range(self._listing, self._place), None
            self._listed.clear()
        if not any(log.OF_A_SUMMARY in line for line in lines):
            return
        summary = log.summary([self._streams.split(*log.words(line))[2] for line in lines], self._place)
        if summary:
            self.is_mixed = self.summary is not None
            self.summary = self.summary or summary
            if self._current is None or self._place >= self._current.end:
                self._current = summary

    def _merge_listed(self) -> None:
        for pair in self._listed.values():
            for clue in pair:
                self._put(self._kept, clue)
        self._listed.clear()

    def _read_where(self, state: _Rank, rank: int | None, text: str, slugs: Sequence[str]) -> None:
        """Collect the clues that waited for this line."""
        here = self._finding("", self._place, rank, text)
        for slug in slugs:
            before, state.seen[slug] = state.seen.get(slug), here
            last = max(before.line - 1 if before else -1, self._place - AFTER)
            for match in reversed(state.waiting):
                if match.place <= last:
                    break  # those further up were collected by the line before, or waited too long
                for entry, only in match.waiting:
                    if entry.slug == slug:
                        self._collect(state, entry, only, match, here)

    def _match(self, state: _Rank, rank: int | None, text: str, known: Sequence[tuple[Entry, str]], line: str) -> None:
        """Collect the clues of a line, of which `text` is what stands behind its prefixes."""
        above = self._place - BEFORE  # without any head, the log starts within a block
        start = state.head if state.head >= above else above if state.head < 0 else self._place
        apart = _is_apart(state.open or state.last, text, line)
        match = _Match([], self._place, rank, text, apart, log.clock(line), log.about(line, text))
        is_of_a_crash = (
            state.crash is not None and state.head == self._place and self._place <= state.crash.place + AFTER
        )
        for entry, only in known:
            if is_of_a_crash and "@stack" in entry.says:
                continue
            if entry.unless and any(says(text, pattern.split("*")) for pattern in entry.unless):
                continue
            if entry.alone and state.head >= 0:
                continue
            where = state.seen.get(entry.slug) if entry.where else None
            if not entry.where or (where and where.line > start):
                self._collect(state, entry, only, match, where)
            else:
                match.waiting.append((entry, only))
        if match.waiting:
            while state.waiting and state.waiting[0].place + AFTER <= self._place:
                state.waiting.popleft()
            state.waiting.append(match)
            self._waits_until = self._place + AFTER

    def _finding(self, slug: str, place: int, rank: int | None, text: str) -> Finding:
        current = self._current
        rank = current.rank if current and current.start <= place < current.end else rank
        return Finding(slug, place + 1, rank, text.strip(BLANK)[:LONGEST])

    def _collect(self, state: _Rank, entry: Entry, only: str, match: _Match, where: Finding | None) -> None:
        """Assign a clue to the open traceback or the last exception of its rank."""
        finding = self._finding(entry.slug, match.place, match.rank, match.text)
        where = None if where and where.line == finding.line else where
        clue = Clue(match.place, finding, entry, entry.role, only, where=where, clock=match.clock, about=match.about)
        clue.apart = match.apart or entry.outside
        clue.is_tangled = self._is_tangled(state)
        if match.text.startswith(log.CRASH):
            if state.crash is None or clue.place > state.crash.place + AFTER:
                state.crash = _Crash(clue.place)
            state.crash.place = clue.place
            state.crash.findings.append(finding)
        if clue.role == "warning" and not entry.then:  # what only some entries follow from explains no other error
            self._warned[clue.finding.rank] = clue
        if state.open and clue.place >= state.open.start and not clue.apart:
            key = (clue.finding.slug, clue.only)
            state.open.clues.setdefault((*key, "first"), clue)
            state.open.clues[(*key, "last")] = clue
        else:
            self._assign(state.last, clue)

    def _assign(self, last: _Raised | None, clue: Clue) -> None:
        """Keep a clue, with another role if it is of an exception raised while another one was being handled."""
        if last and last.start <= clue.place < last.end + _MESSAGE and not clue.apart:
            last.clues.append(clue)
            if clue.role == "cause" and last.follows:
                clue.role = "consequence"
            elif clue.role == "cause" and last.handled and clue.place > last.end + _NEAR:
                clue.role = "aside"
            elif clue.role == "cause":
                last.blame(clue)
            last.role = last.role or ("" if clue.only or clue.role == "note" else clue.role)
            if clue.place <= last.end + _NEAR:
                clue.finding.at = last.at
        if clue.place not in self._dropped:
            is_listed = self._listing is not None and clue.place >= self._listing
            self._put(self._listed if is_listed else self._kept, clue)

    def _close(self, state: _Rank, rank: int | None, text: str, *, goes_on: bool) -> None:
        """End the open traceback of a rank with the line that names its exception, if the line does."""
        opened, last, name = state.open, state.last, log.exception(text)
        if opened and name:
            if last and opened.explicit == opened.start and log.is_library(opened.at):
                opened.at = last.at  # the worker ran no line of the user
            unknown = None if name in LAUNCHERS else self._unknown(rank, text)
            if unknown and PASSED_ON.search(text):
                self._put(self._kept, replace(unknown, role="bare"))
                unknown = None
            is_tangled = self._is_tangled(state)
            opened.at = "" if is_tangled else opened.at
            if unknown:
                unknown.finding.at, unknown.is_tangled = opened.at, is_tangled
            state.last = _Raised(opened.start, self._place, unknown, opened.at, opened.has_prefix, goes_on)
            state.last.above = opened.above
            if self._waits_until < self._place + _SOON:
                self._waits_until = self._place + _SOON
            if last:
                self._chain(state.last, last, opened)
        self._release(state, state.last)

    def _chain(self, raised: _Raised, last: _Raised, opened: _Traceback) -> None:
        """Settle the exception before another one of its rank, which may have been raised from it or in handling it."""
        above = last.end if last.end > opened.start - _ABOVE else opened.start - _ABOVE
        is_wrapped = opened.explicit >= above
        self._settle(last, is_wrapped=is_wrapped)
        if is_wrapped or opened.implicit >= above:
            raised.above = last.above
        if is_wrapped and not last.role:
            raised.handled, raised.trigger, raised.follows = last.handled, last.trigger, last.follows
        elif (is_wrapped or opened.implicit >= above) and last.role not in ("", "warning"):
            raised.follows = last.role == "consequence"
            raised.handled = last.causes or last.handled
            raised.trigger = last.trigger or (last.causes[0] if last.causes else None)

    def _unknown(self, rank: int | None, text: str) -> Clue:
        finding = self._finding("", self._place, rank, text)
        warned = [clue for rank in {None, finding.rank} if (clue := self._warned.get(rank))] if self._warned else []
        return Clue(self._place, finding, None, warned=max(warned, key=lambda clue: clue.place, default=None))

    def _release(self, state: _Rank, last: _Raised | None) -> None:
        opened, state.open = state.open, None
        if opened and opened.clues:
            for clue in dict.fromkeys(sorted(opened.clues.values(), key=lambda clue: clue.place)):
                self._assign(last, clue)

    def _settle(self, last: _Raised | None, *, is_wrapped: bool = False) -> None:
        """Keep an exception that no entry knows, unless the next one was raised from it."""
        if last and last.unknown and not last.role and not is_wrapped:
            is_known = False  # whether an entry knows what was being handled: that says more than this one
            for clue in last.handled:
                is_known = is_known or clue.entry is not None
            last.role = last.unknown.role = "consequence" if last.follows else "aside" if is_known else "cause"
            if last.role == "cause":
                last.blame(last.unknown)
            if last.above or last.steps:
                last.clues.append(last.unknown)
                last.judge()
            self._put(self._kept, last.unknown)
        elif last and last.clues and (last.above or last.steps):
            last.judge()

    def _put(self, kept: _Kept, clue: Clue) -> None:
        """Keep the first and the last clue of each kind."""
        summary, finding = self.summary, clue.finding
        when = 0 if not summary else (clue.place >= summary.start) + (clue.place >= summary.end)
        is_again = self.attempts is not None and clue.place > self.attempts.end
        kind = (finding.rank, clue.role, clue.only, when, is_again, clue.about)
        key = (finding.slug or finding.text, *kind)
        if (clue.about or not finding.slug) and key not in kept:
            self._texts += 1
            key = key if self._texts <= _TEXTS else (finding.slug, *kind[:-1], None)
        pair = kept.get(key)
        if pair:
            if clue.place >= pair[-1].place:
                pair[1:] = [clue]
            elif clue.place <= pair[0].place:
                pair[:] = [clue, pair[-1]]
        elif len(kept) < _MOST:
            kept[key] = [clue]


def read(chunks: Iterable[str], entries: Sequence[Entry]) -> tuple[list[Clue], Clues]:
    """The clues of a log from top to bottom, and what else was read."""
    reader = Clues(entries)
    for chunk in chunks:
        reader.read(chunk)
    return reader.end(), reader


def clues(chunks: Iterable[str], entries: Sequence[Entry]) -> tuple[list[Clue], Summary | None]:
    """The clues of a log from top to bottom, and the summary of torchrun if there is exactly one."""
    found, reader = read(chunks, entries)
    return found, reader.only_summary


def _follow(clues: Sequence[Clue]) -> None:
    """Make what entries name in `then` only follow: from a warning the errors below it, from a cause all of them.

    Where such an entry itself only follows, a cause of which the message goes on with it is none.
    """
    above: dict[str, dict[int | None, list[Clue]]] = {}  # warnings by the slug that may follow, and by rank
    for clue in clues:
        warnings = above.get(clue.finding.slug, {})
        found = [one for rank in {None, clue.finding.rank} for one in warnings.get(rank, ())]
        if clue.role == "cause" and found:
            clue.role, clue.is_explained = "consequence", True
            for one in found:
                one.role = "cause"
        if clue.entry and clue.role == "warning":
            for slug in clue.entry.then:
                above.setdefault(slug, {}).setdefault(clue.finding.rank, []).append(clue)
    after = {slug for clue in clues if clue.entry and clue.role == "cause" for slug in clue.entry.then}
    explained = [_pieces(one) for clue in clues if clue.entry and clue.role == "cause" for one in clue.entry.explains]
    for at, clue in enumerate(clues):
        is_unknown = not clue.entry and any(says(clue.finding.text, one) for one in explained)
        if clue.role == "cause" and (clue.finding.slug in after or is_unknown):
            clue.role, clue.is_explained = "consequence", True
        elif clue.role == "cause" and any(_goes_on(clue, one) for one in clues[at : at + _MESSAGE]):
            clue.role = "aside"


def _goes_on(clue: Clue, other: Clue) -> bool:
    """Whether the message of a clue goes on with another one, which says that it only follows from something else."""
    is_named = other.entry is not None and clue.finding.slug in other.entry.then
    return (
        other.role == "consequence"
        and is_named
        and other.finding.rank == clue.finding.rank
        and other.place <= clue.place + _NEAR
    )


@functools.lru_cache(maxsize=8)
def _stems(words: tuple[str, ...]) -> dict[str, list[str]]:
    """The words by a few letters that each of them contains: by those that most have, then by those of the rest."""
    having: dict[str, dict[str, None]] = {}
    for word in words:
        for stem in _letters(word):
            having.setdefault(stem, {})[word] = None
    stems: dict[str, list[str]] = {}
    while len(best := max(having.values(), key=len, default={})) > 1:
        stem = next(stem for stem, known in having.items() if known is best)
        stems[stem] = list(best)
        for word in stems[stem]:
            for other in _letters(word):
                having[other].pop(word, None)
    grouped = {word for group in stems.values() for word in group}
    return stems | {word: [word] for word in words if word not in grouped}


def _letters(word: str) -> list[str]:
    return [word[at : at + _STEM] for at in range(len(word) - _STEM + 1)]


class _Meanings:
    """What lines mean, by the words that they contain. A pattern is looked for only where its longest piece stands."""

    def __init__(self, entries: Sequence[Entry]) -> None:
        self._order = {id(entry): order for order, entry in enumerate(entries)}
        self._timeouts = [_pieces(pattern) for pattern in SHORT["@timeout"]]
        marks: list[Pieces] = [*((mark,) for mark in _MARKS), *self._timeouts]
        self._uses: dict[Pieces, list[tuple[Entry, str]]] = {pieces: [] for pieces in marks}
        for entry in entries:
            # A rank that times out closes connections, so closed ones count for a hang then.
            closed = CLOSED if entry.where and "@timeout" in entry.says else ()
            for part, patterns in (
                ("", entry.patterns),
                ("timeout", closed),
                ("pid", entry.by_pid),
                ("where", entry.where),
            ):
                for pattern in patterns:
                    self._uses.setdefault(_pieces(pattern), []).append((entry, part))
        self.words = list(dict.fromkeys(max(pieces, key=len) for pieces in self._uses))
        self._stems = _stems(tuple(self.words))
        self._patterns: dict[int, list[Pieces]] = {}  # that may fit, by the words of a line
        self._known: dict[tuple[Pieces, ...], _Meaning] = {}

    def order(self, entry: Entry | None) -> int:
        return self._order[id(entry)] if entry else len(self._order)

    def found(self, text: str) -> list[str]:
        """The words that a text contains. Most text has few of the stems, so most words are not looked for."""
        return [word for stem, words in self._stems.items() if stem in text for word in words if word in text]

    def hits(self, text: str, lines: list[str], words: list[str]) -> dict[int, int]:
        """Which words each line contains, by the index of the line: a number with a bit for each word."""
        starts = list(accumulate((len(line) + 1 for line in lines), initial=0)) if words else []
        hits: dict[int, int] = {}
        for word in words:
            bit = 1 << self.words.index(word)
            for at in _lines_with(word, text, lines, starts):
                hits[at] = hits.get(at, 0) | bit
        return hits

    def of(self, text: str, hit: int) -> _Meaning:
        """The meaning of a line that contains the words of `hit`."""
        patterns = self._patterns.get(hit)
        if patterns is None:
            words = {word for bit, word in enumerate(self.words) if hit >> bit & 1}
            patterns = [pieces for pieces in self._uses if max(pieces, key=len) in words]
            self._remember(self._patterns, hit, patterns)
        fitting = tuple([pieces for pieces in patterns if says(text, pieces)])
        meaning = self._known.get(fitting)
        if meaning is None:
            meaning = self._meaning(fitting)
            self._remember(self._known, fitting, meaning)
        return meaning

    def _remember(self, memory: dict[Any, Any], key: object, value: object) -> None:
        if len(memory) >= _MANY:
            memory.clear()
        memory[key] = value

    def _meaning(self, fitting: tuple[Pieces, ...]) -> _Meaning:
        uses = [use for pieces in fitting for use in self._uses[pieces]]
        parts: dict[int, set[str]] = {}
        for entry, part in uses:
            parts.setdefault(id(entry), set()).add(part)
        known = {id(entry): entry for entry, part in uses if part != "where"}
        where = {id(entry): entry.slug for entry, part in uses if part == "where"}
        return _Meaning(
            marks=frozenset(pieces[0] for pieces in fitting if pieces[0] in _MARKS and len(pieces) == 1),
            is_timeout=any(pieces in self._timeouts for pieces in fitting),
            is_call=any(pieces in self._timeouts or pieces[0] in TIMED_OUT for pieces in fitting),
            where=tuple(where[key] for key in sorted(where, key=self._order.__getitem__)),
            known=tuple(
                (known[key], min(parts[key] - {"where"})) for key in sorted(known, key=self._order.__getitem__)
            ),
        )


def _is_apart(raised: _Traceback | _Raised | None, text: str, line: str) -> bool:
    """Whether a line belongs to no message: the system or a logger printed it, or it names another exception."""
    if text.startswith(log.OUTSIDE):
        return True
    if isinstance(raised, _Raised) and not raised.goes_on and _is_bare(text):
        return True
    return raised is not None and not raised.has_prefix and text != line and log.has_prefix(line, text)


def _margin(text: str) -> str:
    margin = text.partition(TRACEBACK)[0]
    return margin if "|" in margin and not margin.strip(f"{BLANK}|+") else ""


def _is_bare(text: str) -> bool:
    name = log.exception(text)
    return _CUDA in text or (name.endswith(_BARE) and name not in _BARE and name not in LAUNCHERS)


def _pieces(pattern: str) -> Pieces:
    return tuple(pattern.split("*"))


def _lines_with(word: str, text: str, lines: list[str], starts: list[int]) -> Iterator[int]:
    """The indices of the lines that contain a word. `starts` are the places in `text` at which the lines start."""
    if text.count(word) > len(lines) // 16:
        yield from [at for at, line in enumerate(lines) if word in line]
        return
    at = text.find(word)
    while at >= 0:
        line = bisect_right(starts, at) - 1
        yield line
        at = text.find(word, starts[line + 1])


def says(text: str, pieces: Sequence[str]) -> bool:
    """Whether a line contains the pieces of a pattern in their order."""
    start = 0
    for piece in pieces:
        at = text.find(piece, start)
        if at < 0:
            return False
        start = at + len(piece)
    return True


def end(text: str, pieces: Sequence[str]) -> int:
    """Where the pieces of a pattern end in a line that contains them in their order."""
    at = 0
    for piece in pieces:
        at = text.find(piece, at) + len(piece)
    return at


SHARED = {  # what docs/assets/explain.js searches for too
    "launchers": sorted(LAUNCHERS),
    "passedOn": PASSED_ON.pattern,
    "timeout": SHORT["@timeout"],
    "closed": CLOSED,
    "bare": _BARE,
    "named": _NAMED,
    "cuda": _CUDA,
    "explicit": _EXPLICIT,
    "implicit": _IMPLICIT,
    "original": _ORIGINAL,
    "longest": LONGEST,
    "message": _MESSAGE,
    "near": _NEAR,
    "above": _ABOVE,
    "soon": _SOON,
    "few": _FEW,
    "several": _SEVERAL,
    "many": _MANY,
    "crashes": CRASHES,
    "most": _MOST,
    "terminated": _TERMINATED,
    "texts": _TEXTS,
}
