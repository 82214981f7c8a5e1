"""A log of many ranks, read in pieces: the rank of each line, exceptions, and the first failure according to torchrun.

`docs/assets/explain.js` does the same in a browser, step by step. A test compares the two, so change both.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain

from lockstep.engine.job import ANSI

BLANK = " \t"
TRACEBACK = "Traceback (most recent call last):"
HEADS = (TRACEBACK, "(most recent call first):", " (idle): ", " (active): ")  # of faulthandler and of py-spy
BEFORE, AFTER = 200, 80  # lines, of all ranks, that are searched for the rest of a traceback or stack
_LEVEL = r"(?:DEBUG|INFO|WARNING|WARN|ERROR|CRITICAL|FATAL)"
_LOGGER = r"[A-Za-z0-9_.]{1,80}"  # the name of a logger
_CALL = r"[A-Za-z0-9_./<>-]{1,160}:[0-9]{1,6}"  # file:line, or module:function:line
# Prefixes of launchers, schedulers, log collectors and loggers. They are removed from a line one by one, in any order.
# None takes more blanks than it writes: those that indent a frame show that its traceback goes on.
_PREFIX = re.compile(
    r"\[?(?:(?:[0-9]{4}[/-][0-9]{2}[/-][0-9]{2}|[0-9]{2}/[0-9]{2}/[0-9]{4}|[0-9]{2}-[0-9]{2})[T ])?"
    r"[0-9]{2}:[0-9]{2}:[0-9]{2}"
    r"(?:[.,][0-9]+)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?\]?:?(?:[ \t]|(?=\[))(?:>> )?"  # a time
    r"|std(?:out|err) [FP] "  # the container runtime
    r"|[A-Z][a-z][a-z] [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [^ \t]+ [^ \t:]+: "  # syslog
    r"|kern {1,4}:[a-z]{1,8} {1,6}: "  # dmesg -x
    r"|\[ {0,6}[0-9]{1,8}\.[0-9]{1,9}\] "  # dmesg, and dmesg -T
    r"|\[[A-Z][a-z]{2} [A-Z][a-z]{2} [ 0-9][0-9] [0-9]{2}:[0-9]{2}:[0-9]{2} [0-9]{4}\] "
    r"|\[pod/[^\]]+\] "  # kubectl --prefix
    r"|\((?:[A-Za-z0-9_.:]+(?: rank=[0-9]+)? pid=[0-9]+|raylet)(?:, ip=[0-9a-f.:]+)?\) "  # Ray, vLLM
    r"|[ ]{0,3}(?P<task>[0-9]{1,4}): (?=[^ \t]|  )"  # srun --label
    # [rank3]: of torch, [default3]: of torchrun --tee, [0]: of older ones and of torchx, [1,3]<stderr>: of Open MPI
    r"|\[(?:[a-z_]+|[0-9]{1,5},|(?=[0-9]{1,5}\]:))(?P<rank>[0-9]{1,5})\](?:<std(?:out|err)>)?:? ?"
    r"|[a-z][a-z0-9_-]{0,80}/[0-9]{1,4} "  # torchx: role/replica
    r"|[a-z0-9][a-z0-9_.-]{0,80}[-_][0-9]{1,4} {1,40}\| "  # docker compose
    r"|(?:[0-9]{1,3}(?:\.[0-9]{1,3}){3}|[a-z][a-z0-9]{0,80}-[0-9]{1,5}): "  # pdsh, which DeepSpeed starts hosts with
    rf"|[IWEF][0-9]{{4}} [0-9]{{2}}:[0-9]{{2}}:[0-9]{{2}}\.[0-9]+ +[0-9]+ {_CALL}\] ?"  # a logger of torch
    rf"|- (?:{_LOGGER} - )?{_LEVEL}(?: - {_LOGGER})? - "  # loggers of Python, as their formats are mostly written
    rf"|\| {_LEVEL} {{1,8}}\| [A-Za-z0-9_.<>:]{{1,160}}:[0-9]{{1,6}} - "  # loguru
    rf"|{_LEVEL}:{_LOGGER}:"
    rf"|\[{_LEVEL}(?:\|{_CALL})?\] "
    rf"|(?:\[{_LOGGER}\])?\[{_LEVEL}\] - "  # Hydra
    r"|\[[A-Za-z0-9_./-]{1,160}\.py:[0-9]{1,6}(?::[A-Za-z0-9_<>]{1,80})?\] "
    rf"|{_LEVEL} {{1,8}}(?:(?=\[)|{_CALL} -- )"
    r"|[A-Za-z0-9_/]{1,160}\.py:[0-9]{1,6}\] "  # older vLLM
    r"|(?:ERROR|DEBUG) {4}|WARNING {2}"  # padded to eight letters
    rf"|{_LEVEL} "
    r"|>(?: |$)"  # a quotation in a mail or an issue
    r"|(?P<code>`{1,3})(?=[^`\n]+`{1,3}$)"  # code in Markdown, if it is the whole line
)
_HEAD = re.compile(  # of a logger of torch in C++, such as [E1127 16:17:13.787 ProcessGroupNCCL.cpp:632]
    r"\[[IWEF][0-9]{0,4}(?: [0-9:.]{1,20})?(?: [0-9]{1,9})? [A-Za-z0-9_./]{1,160}\.[a-z]{1,3}:[0-9]{1,6}\] ?"
)
_RAISED = re.compile(r"(?P<type>[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*)(?::(?: [^\n]*)?)?$")
_FRAME = re.compile(r'[ \t|+]*File "(?P<file>[^"\n]{1,200})", line (?P<line>[0-9]{1,7})')
_LIBRARY = (
    "site-packages/",
    "dist-packages/",
    "/lib/python3",
    "<frozen ",
    "<string>",
)  # in a path: not the user's file
# What begins a line of the kernel, of Slurm or MPI, or of a process that a signal or C++ ends. No message of an
# exception holds one.
OUTSIDE = (
    *("NVRM: ", "nvidia-nvswitch", "slurmstepd", "srun: ", "Out of memory: Kill", "Memory cgroup out of memory: "),
    *("Primary job ", "mpirun ", "terminate called ", "  what():", "Fatal Python error: ", "Segmentation fault"),
    *("Aborted (core dumped)", "Bus error (core dumped)"),
)
SCHEDULERS = ("srun: error: ", "sbatch: error: ", "salloc: error: ", "slurmstepd", "Warning  ", "Error from server (")
_OF_A_SCHEDULER = re.compile(  # an error that Slurm prints, an event of a pod, and what Kubernetes refuses
    r"^(?:(?:srun|sbatch|salloc|slurmstepd[^ \t:]{0,80}): error: |Error from server \("
    r"|[ \t]{0,9}(?:[0-9smhd]{1,9} {1,20})?Warning {2,40}"
    r"(?:Failed[A-Za-z]{0,40}|Evicted|ErrImageNeverPull|InspectFailed) )"
)
is_of_a_scheduler = _OF_A_SCHEDULER.search  # whether a line is an error that Slurm or Kubernetes prints
CRASH = ("Fatal Python error: ", "terminate called ", "  what():")  # of these, what a process prints as it dies
_IGNORED = re.compile(r"^(?:Exception ignored in|--- Logging error ---)")  # above a traceback that ends nothing
_TELLS = re.compile(  # what a line above a traceback has that may say so, or when it was logged
    r"Exception ignored|--- Logging error|ERROR|WARN|EXCEPTION|CRITICAL"
    r"|retry|Retry|[Ss]kip|[Ii]gnor|[Cc]ontinu|[Ff]all"
)
may_tell = _TELLS.search  # whether the line above a traceback may tell whether the program goes on after it
_LOGGED = re.compile(r"\b(?:ERROR|WARN(?:ING)?|EXCEPTION|CRITICAL)\b")
_GOES_ON = re.compile(  # above a traceback: something failed, and the program goes on; it was not the last attempt
    r"^(?=.*(?:error|Error|ERROR|exception|Exception|fail|Fail|caught|Caught|could not|Could not|OOM|out of memory))"
    r"(?!.*(?:no retry|No retry|not retry|Not retry|giving up|last attempt))"
    r".*(?:retrying|Retrying|will retry|retry in|retry [0-9]"
    r"|[Ss]kipp(?:ing|ed)|[Ii]gnor(?:ing|ed)|[Cc]ontinuing|[Ff]alling back)"
)
_STEP = re.compile(  # of a line about progress: a step, or how far a progress bar is
    r"(?:[Ss]tep|STEP|[Ii]ter(?:ation)?|[Ee]poch|EPOCH|[Bb]atch)s?[\"' :=#\[(]{1,4}([0-9]{1,9}(?:\.[0-9]{1,6})?)"
    r"|[ |]([0-9]{1,9})/[0-9]{1,9} \["
)
_STAMP = re.compile(r"(?:[0-9]{2,4}[-/][0-9]{2}[-/][0-9]{2,4}[T ])?[0-9]{2}:[0-9]{2}:[0-9]{2}")
_RULE = "=" * 20  # the line that ends the summary of torchrun is longer
_CLOCK = re.compile(  # of a logger of torch, in C++ or Python
    r"(?:^|[ \t\[\]])[IWEF](?P<month>[0-9]{1,2})(?P<day>[0-9]{2}) (?P<time>[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{1,9}) "
)
ROOT, OTHERS = "Root Cause (first observed failure):", "Failures:"
_ROOT_RANK = re.compile(r"rank +: ([0-9]+) \(local_rank: [0-9]+\)")
_ROOT_EXIT = re.compile(r"exitcode +: (-?[0-9]+) \(pid: ([0-9]+)\)")
_ABOUT = re.compile(  # what a line of the kernel is about: a GPU with the number of its Xid and a process, or a kill
    r"NVRM: Xid \((?P<gpu>[^)\n]{1,40})\): (?P<number>[0-9]{1,5}),(?:[^\n]*?[ ,]pid=(?P<pid>[0-9]{1,9}))?"
    r"|Kill(?:ed)? process (?P<killed>[0-9]{1,9}) "
)
_OF_HOST = re.compile(r"([^ \t\n]+) kernel: ")  # in syslog and the journal
_ROOT_HOST = re.compile(r"host +: ([^ \t\n]+)")
OF_A_SUMMARY = "(local_rank: "  # stands in each failure that a summary of torchrun lists
_KILLED = (-9, 137)  # the exit codes of a process that was killed, of itself and of a shell around it
ATTEMPT = "\x1enext attempt"  # stands between logs of two attempts of a job, whose folders torchrun numbers
FAILED = "failed (exitcode: "  # what torchrun says on each host once all ranks of an attempt have ended
_AGENT = re.compile(r"(?:^|[ \t\]])([0-9]{1,9}) [^ \t]{0,200}multiprocessing/api\.py:[0-9]{1,6}\] failed \(exitcode: ")
SUMMARY = 12  # largest number of lines of a root cause
LIMIT = 50_000  # characters of a line; a longer one is cut, so that no line takes memory without end
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_RUN = 1 << 12  # carriage returns
AGAIN = 60_000  # length of a log that is read again with the lines whole that a terminal cut
_WIDTHS = (40, 250)  # the least and the greatest at which a terminal cuts lines
_ENTITIES = {  # as a page of the web writes letters
    "&lt;": "<", "&gt;": ">", "&amp;": "&", "&nbsp;": " ",
    "&quot;": '"', "&#34;": '"', "&apos;": "'", "&#39;": "'", "&#x27;": "'",
}  # fmt: skip
_LITERALS = r"[ \t]*[frFR]{0,2}([\"'])([^\\]*?)(?:\1|$)"  # a text in source code, which may be an f-string or be cut
_RAISE = re.compile(  # source that raises with a message which it holds, or the message alone, as before Python 3.8
    r"[ \t|]*(?:raise ([A-Za-z0-9_.]+)\()?"
    r"((?:[ \t]*[frFR]{0,2}(?:\"[^\"\\]*(?:\"|$)|'[^'\\]*(?:'|$)))+)[ \t]*(?:[),.%+\\]|$)"
)
_VALUE = r"\{[^{}]*\}"  # a place of an f-string, or of a text that is formatted
_SOURCE = re.compile(  # a line of source that raises, also behind a condition, as a comment, or as a search shows it
    r"(?:#[ #]*|[A-Za-z0-9_./-]{1,160}\.py:[0-9]{1,6}:[ \t]*|(?:if|elif|else|except|case)\b[^\"']*:[ \t]*)?raise "
)
_ENTITY = re.compile("|".join(_ENTITIES))
_STREAM_RANK = re.compile(r"(?:^|[^a-z_])(?:mpi)?rank[=: ]{0,2}([0-9]{1,5})(?![0-9])")  # in a prefix: rank=3, mpirank:3
_STREAMS, _LONGEST_PREFIX = 4096, 120  # prefixes that are learnt, and their characters


@dataclass(frozen=True, slots=True)
class Failure:
    """What torchrun says of a rank that failed: its exit code, and its process and host."""

    rank: int
    exit: int
    pid: str
    host: str


@dataclass(frozen=True, slots=True)
class Summary(Failure):
    """The summary that torchrun prints: the rank that failed first.

    `start` and `end` are the indices of its lines in the log; `place` is that of the line `text`, which names the rank.
    """

    start: int
    end: int
    place: int
    text: str


def blocks(parts: Iterable[bytes]) -> Iterator[str]:
    """The text of a log part by part, so that a log of any size takes little memory.

    It is UTF-8, or UTF-16 if its first two bytes say so, as Windows writes it.
    """
    parts, start = iter(parts), b""
    for part in parts:
        start += part
        if len(start) > 1:
            break
    name = "utf-16" if start.startswith(UTF_16) else "utf-8-sig"
    decoder = codecs.getincrementaldecoder(name)("replace")
    for part in chain([start], parts):
        yield decoder.decode(part)
    yield decoder.decode(b"", final=True)


def chunks(blocks: Iterable[str]) -> Iterator[str]:
    """Whole lines of a log without colours, as texts of many lines. The end of a very long line is left out."""
    rest = ""
    for block in blocks:
        lines = (rest + block).split("\n")
        rest = _cut(lines.pop())
        if lines:
            yield _plain(lines)
    yield _plain([rest])


def _plain(lines: list[str]) -> str:
    return shown("\n".join([_cut(line) for line in lines] if max(map(len, lines)) > LIMIT else lines))


def shown(text: str) -> str:
    """A text without what a terminal does not show."""
    text = ANSI.sub("", text) if "\x1b" in text else text
    return text.replace("\0", "") if "\0" in text else text


def length(text: str) -> int:
    """How long a text is to JavaScript, which counts a letter such as an emoji as two."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


def whole(text: str) -> tuple[str, list[int]] | None:
    """A log that a terminal cut at one width, in whole lines, and the number of the first part of each.

    None if it was not: such a log has no line that is longer than the width, and at least two that are as long.
    """
    lines = text.replace("\r\n", "\n").split("\n")
    lengths = [length(line) for line in lines]
    width = max(lengths)
    is_cut = [of == width for of in lengths[:-1]] + [False]
    starts = [at + 1 for at in range(len(lines)) if not at or not is_cut[at - 1]]
    if not _WIDTHS[0] <= width <= _WIDTHS[1] or len(starts) > len(lines) - 2:
        return None
    return "".join(line if cut else f"{line}\n" for line, cut in zip(lines, is_cut, strict=True)), starts


def coded(text: str) -> tuple[str, int] | None:
    """A log with the message that the last frame of its traceback would print, if it raises; the index of that line.

    A `raise` elsewhere tells nothing: it stands in a program, or in advice. Alone it is all that there is.
    """
    lines = text.split("\n")
    said = [(at, *words(shown(line))) for at, line in enumerate(lines)]
    told = [one for one in said if one[2].strip(BLANK)]
    frames = [index for index, (_, _, code) in enumerate(told) if frame(code)]
    here = frames[-1] + 1 if frames else 0
    if here == len(told) or (not frames and len(told) > 1):
        return None
    at, rank, code = told[here]
    match = _RAISE.match(code)
    if not match:
        return None
    message = (f"{match[1]}: " if match[1] else "") + re.sub(_VALUE, "…", re.sub(_LITERALS, r"\2", match[2]))
    lines.insert(at + 1, message if rank is None else f"[rank{rank}]: {message}")
    return "\n".join(lines), at


def is_source(text: str) -> bool:
    """Whether a line without prefixes is source code that raises: the message stands below it."""
    return _SOURCE.match(text.lstrip(BLANK)) is not None


def without_entities(text: str) -> str:
    """A text as a browser shows it, if it was copied from the source of a page."""
    return _ENTITY.sub(lambda match: _ENTITIES[match[0]], text) if "&" in text else text


def _cut(text: str) -> str:
    """What counts of a long line: its last part, and the last part before it that a terminal shows.

    Parts end at carriage returns, which no escape sequence holds. The line may be unfinished, so the last part may turn
    out to be nothing that is shown.
    """
    if len(text) <= LIMIT:
        return text
    end = text.rfind("\r")
    last = text[end + 1 : end + 1 + LIMIT]
    while end > 0:
        if text[end - 1] == "\r":  # a long run of them is passed at once
            end -= min(end, _RUN) - len(text[max(0, end - _RUN) : end].rstrip("\r"))
            continue
        start = text.rfind("\r", 0, end) + 1
        part = text[start : min(end, start + LIMIT)]
        if shown(part):
            return f"{part}\r{last}"
        end = start - 1
    return last


def _last_shown(line: str) -> str:
    """A line without the progress bars before it."""
    return line.rstrip("\r").rpartition("\r")[2] if "\r" in line else line


def words(line: str) -> tuple[int | None, str]:
    """The rank that printed a line, if it is known, and its text without progress bars and prefixes."""
    text = _last_shown(line)
    rank, start, is_code = None, 0, False
    while match := _PREFIX.match(text, start):
        rank_text = match["rank"] or match["task"]
        rank = int(rank_text) if rank_text else rank
        start, is_code = match.end(), is_code or bool(match["code"])
    return rank, text[start:].rstrip("`") if is_code else text[start:]


class Streams:
    """Prefixes of streams that no pattern knows: what stands before the head of a traceback and before its frames."""

    def __init__(self) -> None:
        self.known: dict[int, set[str]] = {}  # by length, the longest first
        self._count = 0

    def split(self, rank: int | None, text: str) -> tuple[int | None, str, str]:
        """What `words` gives, with the prefix that was learnt between them, or ""."""
        stream = next((text[:length] for length, known in self.known.items() if text[:length] in known), "")
        if not stream:
            return rank, "", text
        inner, text = words(text[len(stream) :])
        if inner is not None:
            return inner, stream, text
        said = _STREAM_RANK.findall(stream)
        return int(said[-1]) if said else rank, stream, text

    def learn(self, prefix: str, below: Iterable[str]) -> bool:
        """Whether what stands before the head of a traceback is a prefix: then a frame below has it too."""
        if not prefix.strip(f"{BLANK}|+") or len(prefix) > _LONGEST_PREFIX or self._count >= _STREAMS:
            return False
        if not any(words(line)[1].startswith(f'{prefix}  File "') for line in below):
            return False
        self.known.setdefault(len(prefix), set()).add(prefix)
        self.known = dict(sorted(self.known.items(), reverse=True))
        self._count += 1
        return True


def has_prefix(line: str, text: str) -> bool:
    """Whether a prefix was removed from a line, of which `text` is what is left."""
    return text != line and len(text) < len(_last_shown(line))


def clock(line: str) -> tuple[int, int, str] | None:
    """When a logger of torch printed a line: month, day and time. Two such clocks can be compared within a year."""
    match = _CLOCK.search(line)
    return (int(match["month"]), int(match["day"]), match["time"]) if match else None


def message(text: str) -> str:
    """A line without the head of a logger of torch."""
    match = _HEAD.match(text)
    return text[match.end() :] if match else text


def exception(text: str) -> str:
    """The type of the exception that the last line of a traceback names; "" if it names none."""
    match = _RAISED.match(text)
    return match["type"].rpartition(".")[2] if match else ""


def frame(text: str) -> str:
    """The place that a line of a traceback or stack names, as `file:line`; "" if it names none."""
    match = _FRAME.match(text)
    return f"{match['file']}:{match['line']}" if match else ""


def is_library(place: str) -> bool:
    """Whether a place is none, or in Python or an installed package, so that a frame of the user says more."""
    return not place or any(word in place for word in _LIBRARY)


@dataclass(frozen=True, slots=True)
class About:
    """What a line of the kernel is about: the address of a GPU and the number of its Xid, and the process; "" if none.

    `is_kill` is whether the process was killed. `host` is the host whose kernel printed the line, if the line names it.
    """

    host: str
    gpu: str
    number: str
    pid: str
    is_kill: bool

    def is_of(self, failure: Failure) -> bool:
        """Whether it is about a process that torchrun names, which ended as the line says."""
        if self.host and failure.host and self.host != failure.host:  # its number may be used on another host too
            return False
        return self.pid == failure.pid and (not self.is_kill or failure.exit in _KILLED)


def about(line: str, text: str) -> About | None:
    """What a line of the kernel is about, if it names a GPU or a kill. `text` is what is left without prefixes."""
    match = _ABOUT.search(text) if text.startswith(OUTSIDE) else None
    if not match:
        return None
    gpu, number, pid, killed = (part or "" for part in match.group("gpu", "number", "pid", "killed"))
    return About(_host(_OF_HOST, line), gpu, number, pid or killed, bool(killed))


def _host(where: re.Pattern[str], text: str) -> str:
    """The name of a host without its domain; "" if the text names none."""
    match = where.search(text)
    return match[1].partition(".")[0] if match else ""


def is_ignored(above: str) -> bool:
    """Whether the line above a traceback says that Python or its logging goes on after it."""
    return _IGNORED.search(above) is not None


def says_it_goes_on(above: str) -> bool:
    """Whether the line above a traceback says that the program tries again, or does without what failed."""
    return _GOES_ON.search(above) is not None


def is_logged(above: str) -> bool:
    """Whether a logger printed the line above a traceback, as an error or a warning with its time."""
    return _LOGGED.search(above) is not None and _STAMP.search(above) is not None


def steps(text: str) -> tuple[float, ...]:
    """The numbers of steps, epochs and batches that a line about progress tells; none if it is none."""
    found = _STEP.findall(text)
    return tuple([float(number or of_a_bar) for number, of_a_bar in found]) if found else ()


def is_later(line: str, above: str) -> bool | None:
    """Whether a line was printed later than another one by what they say; None if they cannot be compared."""
    one, other = _STAMP.search(line), _STAMP.search(above)
    if one is None or other is None or len(one[0]) != len(other[0]):
        return None
    return one[0] > other[0]


def agent(line: str) -> str:
    """The process of torchrun that says that an attempt failed; "" if the line does not name it."""
    match = _AGENT.search(line)
    return match[1] if match else ""


def failure(before: str, text: str, after: str) -> Failure | None:
    """What the summary of torchrun says of a rank: in a line the rank, before it the host, after it the process."""
    rank, code = _ROOT_RANK.search(text), _ROOT_EXIT.search(after)
    return Failure(int(rank[1]), int(code[1]), code[2], _host(_ROOT_HOST, before)) if rank and code else None


def summary(texts: list[str], start: int) -> Summary | None:
    """The summary that starts with the first of some lines, of which `start` is the index in the log."""
    ranks = ((place, match) for place, text in enumerate(texts) if (match := _ROOT_RANK.search(text)))
    exits = (match for text in texts if (match := _ROOT_EXIT.search(text)))
    (at, rank), code = next(ranks, (0, None)), next(exits, None)
    if not rank or not code:
        return None
    rules = (place for place, text in enumerate(texts) if text.strip(BLANK).startswith(_RULE))
    return Summary(
        rank=int(rank[1]), exit=int(code[1]), pid=code[2], host=_host(_ROOT_HOST, "\n".join(texts)), start=start,
        end=start + next(rules, len(texts)), place=start + at, text=texts[at].strip(BLANK),
    )  # fmt: skip


SHARED = {  # what docs/assets/explain.js searches for too; the expressions mean the same in both languages
    "ansi": ANSI.pattern,
    "entities": _ENTITIES,
    "again": AGAIN,
    "widths": _WIDTHS,
    "prefix": _PREFIX.pattern.replace("(?P<", "(?<"),
    "streamRank": _STREAM_RANK.pattern,
    "streams": _STREAMS,
    "logHead": _HEAD.pattern,
    "longestPrefix": _LONGEST_PREFIX,
    "raised": _RAISED.pattern.replace("(?P<", "(?<"),
    "frame": _FRAME.pattern.replace("(?P<", "(?<"),
    "library": _LIBRARY,
    "outside": OUTSIDE,
    "crash": CRASH,
    "schedulers": SCHEDULERS,
    "ofAScheduler": _OF_A_SCHEDULER.pattern,
    "ignored": _IGNORED.pattern,
    "tells": _TELLS.pattern,
    "logged": _LOGGED.pattern,
    "goesOn": _GOES_ON.pattern,
    "step": _STEP.pattern,
    "stamp": _STAMP.pattern,
    "raise": _RAISE.pattern,
    "literals": _LITERALS,
    "value": _VALUE,
    "source": _SOURCE.pattern,
    "rule": _RULE,
    "clock": _CLOCK.pattern.replace("(?P<", "(?<"),
    "failed": FAILED,
    "attempt": ATTEMPT,
    "agent": _AGENT.pattern,
    "rootRank": _ROOT_RANK.pattern,
    "rootExit": _ROOT_EXIT.pattern,
    "ofASummary": OF_A_SUMMARY,
    "about": _ABOUT.pattern.replace("(?P<", "(?<"),
    "ofHost": _OF_HOST.pattern,
    "rootHost": _ROOT_HOST.pattern,
    "killed": _KILLED,
    "traceback": TRACEBACK,
    "heads": HEADS,
    "root": ROOT,
    "others": OTHERS,
    "before": BEFORE,
    "after": AFTER,
    "summary": SUMMARY,
    "limit": LIMIT,
}
