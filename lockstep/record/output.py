"""The output of ranks as text: cleaned for a record, masked for a comparison, shortened for a reader."""

from __future__ import annotations

import difflib
import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from lockstep.engine.job import ANSI, FRAME, signal_name
from lockstep.problem import visible
from lockstep.snippet import pattern

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_RANK_PREFIX = re.compile(r"^(?:\[rank\d+\]:? ?)+")  # twice where one process stands in for ranks
_TRACEBACK = "Traceback (most recent call last):"
_PLACE = re.compile(
    r'  File "[^"]+", line \d+$'
)  # of an error of syntax in the program itself: no frame stands above it
_LIBRARY = re.compile(r"""(?<![^\s"'(])[^\s"'(]*[/\\](?=site-packages[/\\]|python3\.\d+[/\\]|bin[/\\]python)""")
_BACKSLASHES = re.compile(r"snippets(?:\\[\w .-]+)+")  # a path on Windows
_EXCEPTION = re.compile(r"^(?P<type>[A-Za-z_][\w.]*)(?::(?: (?P<text>.*))?)?$")
_NOISE = re.compile(r"\[[IWEF]\d{4} |\S+:\d+: \w*Warning: ")  # lines after the message of an exception
_NAMELESS = "The hostname of the client socket cannot be retrieved"
_ENGINE = re.compile(r'[/\\]lockstep[/\\]engine[/\\]\w+\.py"|"<frozen runpy>"')  # the caller of the snippet
_GAP = re.compile(r"\S {2,}\S")  # between two columns
_CARETS = re.compile(r"^\s+[~^]+\s*$")

# Text that differs from run to run or from machine to machine. It is masked in comparisons, never on a page.
# The group `name` is what tells processes, ports and files apart. Addresses are used again, and two times may be
# equal by chance, so these are told apart from nothing. "one process 36.0" is a result, not the number of a process.
_MASKS = (
    (re.compile(r"0x[0-9a-fA-F]{6,}"), "0x…"),
    (re.compile(r"(?P<head>\b(?:pid|PID|(?<!one )process)[ =:]+)(?P<name>\d+)(?!\.?\d)"), r"\g<head>…"),
    (
        re.compile(r"(?P<head>(?<![\d.])(?:localhost|\d+\.\d+\.\d+\.\d+|\[[0-9a-f:.]*\])\]?:)(?P<name>\d{2,5})\b"),
        r"\g<head>…",
    ),
    (re.compile(r"(?P<head>\bport: )(?P<name>\d+)"), r"\g<head>…"),
    (re.compile(r"(?P<head>/tmp/)(?P<name>[\w./-]+)"), r"\g<head>…"),
    (re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?"), "…"),
    (re.compile(r"^\[[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+ "), "["),
)


def clean(data: bytes, root: str) -> list[str]:
    """Output as lines for a reader: UTF-8, without colours, progress bars in their last state, relative paths.

    A character that nobody would see, such as one that turns the direction of reading, is written as its escape.
    `root` is the scratch folder in which the program ran; paths in it become relative, as for a run at the root.
    """
    text = ANSI.sub("", data.decode("utf-8", "backslashreplace").replace("\r\n", "\n"))
    root = root.rstrip("/\\")
    text = text.replace(root + "/", "").replace(root + "\\", "").replace(root, ".")
    text = _BACKSLASHES.sub(lambda path: path[0].replace("\\", "/"), text)
    if "site-packages" in text or "python3." in text or "python)" in text:
        text = _LIBRARY.sub("", text)  # readers need not know where libraries lie on this machine
    lines = [
        _CONTROL.sub("", line.rsplit("\r", 1)[-1] if "\r" in line.rstrip("\r") else line) for line in text.split("\n")
    ]
    lines = [visible(line.replace("\r", "")).rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    return lines


def masked(lines: Iterable[str], volatile: Sequence[str] = (), numbered: bool = False) -> list[str]:
    """Lines for a comparison: text that differs from run to run is masked, and volatile lines are replaced whole.

    With `numbered`, each process, port and file keeps a number in the order in which the lines first name it, so that
    those that are equal stay equal and those that differ stay different.
    """
    numbers: dict[str, int] = {}
    result = []
    for line in lines:
        if any(pattern.search(text, line) for text in volatile):
            result.append("… (volatile)")
            continue
        for mask, replacement in _MASKS:
            if numbered and "name" in mask.groupindex:
                line = mask.sub(lambda match: f"{match['head']}…{_number(numbers, match['name'])}", line)
            else:
                line = mask.sub(replacement, line)
        result.append(line)
    return result


def _number(numbers: dict[str, int], name: str) -> int:
    return numbers.setdefault(name, len(numbers) + 1)


def diff(old: Sequence[str], new: Sequence[str], title: str) -> list[str]:
    """Unified diff with a title in place of the file header. Empty if the lines are equal."""
    lines = list(difflib.unified_diff(old, new, lineterm="", n=2))[2:]
    return [f"{title}:", *(f"  {line}" for line in lines)] if lines else []


def in_columns(lines: Sequence[str]) -> bool:
    """Whether lines are a table: at least three of them, and at least half of all, have a gap between columns."""
    count = sum(bool(_GAP.search(line)) for line in lines)
    return count >= 3 and 2 * count >= len(lines)


def rank_span(ranks: Sequence[int]) -> str:
    """`rank 2`, `ranks 0-3`, `ranks 0, 2, 3`."""
    ranks = sorted(ranks)
    if len(ranks) == 1:
        return f"rank {ranks[0]}"
    if ranks == list(range(ranks[0], ranks[-1] + 1)) and len(ranks) > 2:
        return f"ranks {ranks[0]}–{ranks[-1]}"
    return f"ranks {', '.join(map(str, ranks))}"


@dataclass(frozen=True)
class Raised:
    """The last uncaught exception of a rank.

    `type` has no module path, `line` is the line of the snippet that raised, and `traceback` holds all lines.
    """

    type: str
    text: str
    line: int
    traceback: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.type}: {self.text}" if self.text else self.type


def of_program(stderr: Iterable[str]) -> list[str]:
    """The lines of standard error without what torch says at each start of a machine that has no name service."""
    return [line for line in stderr if _NAMELESS not in line]


def raised(stderr: Sequence[str], script: str) -> Raised | None:
    """Find the last traceback in the stderr of a rank. `script` is the path of the snippet as it is shown."""
    lines = [_RANK_PREFIX.sub("", line) for line in stderr]
    starts = [number for number, line in enumerate(lines) if line.strip() == _TRACEBACK]
    starts = starts or [number for number, line in enumerate(lines) if _PLACE.match(line)]
    if not starts:
        return None
    block = lines[starts[-1] :]
    end = next((n for n, line in enumerate(block[1:], 1) if line and not line.startswith((" ", "|", "+"))), None)
    match = _EXCEPTION.match(block[end]) if end else None
    if not match or end is None:
        return None
    tail = itertools.takewhile(lambda line: not _NOISE.match(line), block[end + 1 :])
    text = "\n".join([match["text"] or "", *tail]).strip()
    frames = [(m["path"], int(m["line"])) for m in FRAME.finditer("\n".join(block))]
    own = [line for path, line in frames if path.endswith(script)]
    return Raised(match["type"].rpartition(".")[2], text, own[-1] if own else 0, tuple(block))


def ending_matches(expect: str, code: int, error: Raised | None) -> bool:
    """Whether a failure has the root cause that a snippet expects, such as an exception with words of its message."""
    if expect.startswith("SIG") and ":" not in expect and expect == expect.upper():
        return code < 0 and signal_name(-code) == expect
    if expect.startswith("exit "):
        return code == int(expect[5:])
    name, _, text = expect.partition(": ")
    return error is not None and error.type == name.rpartition(".")[2] and text in error.text


def short_traceback(error: Raised, script: str) -> list[str]:
    """The traceback with the frames of libraries folded, so that the lines of the snippet and the message remain."""
    result: list[str] = []
    folded = 0
    keep = True
    for line in error.traceback:
        frame = FRAME.match(line)
        if frame:
            keep = frame["path"].endswith(script) or frame["path"].startswith("snippets/")
            folded += not keep
        elif not line.startswith(" "):
            keep = True
        if keep:
            if folded and not line.startswith(_TRACEBACK):
                result.append(f"  … {folded} frame{'s' * (folded > 1)} inside libraries")
                folded = 0
            if not _CARETS.match(line):
                result.append(line)
    return result


def stack(text: str, script: str, root: str) -> list[str]:
    """Frames of the thread that ran the snippet, innermost first, from the text of faulthandler for a hung rank.

    Frames of the engine, which called the snippet, and the addresses of threads are left out.
    """
    lines = clean(text.encode(), root)
    heads = [number for number, line in enumerate(lines) if line.endswith("(most recent call first):")]
    threads = [lines[start:end] for start, end in itertools.pairwise([*heads, len(lines)])]
    own_threads = (thread for thread in threads if any(_is_of(line, script) for line in thread))
    own_thread = next(own_threads, threads[-1] if threads else [])
    frames = [line for line in own_thread if FRAME.match(line) and not _ENGINE.search(line)]
    return [re.sub(r" 0x[0-9a-f]+.*?(?= \()", "", own_thread[0]), *frames] if frames else []


def short_stack(frames: Sequence[str], script: str) -> list[str]:
    """A stack with the frames of libraries folded: the innermost frame, the call by the snippet, its own frames."""
    own = [number for number, line in enumerate(frames) if _is_of(line, script)]
    called = own[0] - 1 if own else len(frames) - 1
    folded = called - 2  # frames between the innermost frame and the call
    if folded < 2:
        return list(frames)
    return [*frames[:2], f"  … {folded} frames inside libraries", *frames[called:]]


def _is_of(line: str, script: str) -> bool:
    match = FRAME.match(line)
    return match is not None and match["path"].replace("\\", "/").endswith(script)


def waits_at(stack: str, script: str) -> int:
    """The line of the snippet at which a hung rank waited; 0 after the last line (a hang at exit)."""
    own = [int(match["line"]) for match in FRAME.finditer(stack.replace("\\", "/")) if match["path"].endswith(script)]
    return own[0] if own else 0
