"""An entry of the error index as data: the message of torch, when the error strikes, its cause, and its fix.

An entry is written as TOML in the `error` fence of a page in `docs/errors/`. Python can read TOML without other
libraries, and on a cluster `python -m lockstep explain` has only the standard library.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from lockstep.page import Fence, fences, front_matter
from lockstep.problem import Problem, did_you_mean

FOLDER = "docs/errors"
STRIKES = ("launch", "rendezvous", "data", "forward", "backward", "optimiser", "checkpoint", "shutdown")
ROLES = ("cause", "warning", "consequence", "note")
SHORT = {  # patterns that a short word stands for
    "@timeout": (
        "Timed out waiting *ms for",  # gloo
        "Watchdog caught collective operation timeout",  # NCCL
        "wait timeout after *ms, keys:",  # the store
    ),
    "@stack": ("(most recent call first):", "Thread * (idle):", "Thread * (active):"),  # faulthandler, py-spy
    "@eof": ("EOFError",),  # of Python it has a message or none
}
NUMBER = "<number>"  # in a pattern of `says`: any text that begins with a digit
LONGEST = 160  # characters of a cause or a fix: a line on a phone, two in a terminal
_SHORTEST = 12  # letters of a pattern: a shorter one would match lines of any log
_SHORTEST_PIECE = 6  # letters by which the page's script looks for the longest piece of a pattern


@dataclass(frozen=True)
class Quote:
    """A message that no program here prints, as a source file makes it, or a page or an issue at `url` has it.

    Attributes:
        text: the message; of a file of torch with any values in its places.
        file, symbol: the Python file of torch, and the class or function in it that makes the message.
        line: the line in `file`, where that is not of torch's package and so not checked.
        at: the version of torch.
        url: the page or the issue; then there is no file.
    """

    text: str
    file: str = ""
    symbol: str = ""
    line: int = 0
    at: str = "2.13.0"
    url: str = ""


@dataclass(frozen=True, kw_only=True)
class Entry:
    """One error of the index.

    Attributes:
        slug: name of its page, such as "unused-parameters".
        path: path of the page, relative to the root.
        line: line of the fence on the page.
        says: patterns for one line each, of which one must match; `*` stands for any text, `<number>` for a number.
        where: patterns of which one must match in the same traceback or stack.
        alone: patterns, as in `says`, of lines that count without `where` if no traceback stands above them, as people
            post a message; then the cause is only likely.
        by_pid: patterns, as in `says`, of lines that count only if they name the process that torchrun names.
        unless: patterns of which none may match in the line: it means something else then.
        early: patterns, as in `says`, of lines that are no more than a warning, unless an entry of `then` follows.
            Without `then` they are a note.
        then: slugs of entries that only follow: where a line of `early` stands above them, on the same rank, and
            wherever this entry is the cause. Where it only follows itself, a message that goes on with its
            line.
        after: patterns, as in `says`, of lines that only follow from something else.
        rows: what the table of the page says of each Xid, by its number.
        advice: patterns in small letters, and what a table of the page says to do where the line fits.
        explains: patterns of errors that no entry knows, and that follow where this entry is the cause.
        outside: whether the system or a launcher prints its lines, so that they belong to no message of an exception.
        what: who failed, for a sentence about a line that names no rank, such as "A GPU failed".
        role: "cause", "warning", "consequence" of another rank's failure, or "note", which counts alone.
        certain: whether the message alone distinguishes this error from all others.
    """

    slug: str
    path: str
    line: int
    title: str = ""
    strikes: str = ""
    cause: str = ""
    fix: str = ""
    says: tuple[str, ...] = ()
    where: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    by_pid: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    early: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    rows: tuple[tuple[str, str], ...] = ()
    advice: tuple[tuple[str, str], ...] = ()
    explains: tuple[str, ...] = ()
    what: str = ""
    outside: bool = False
    role: str = "cause"
    certain: bool = True
    symptom: str = ""
    quoted: Quote | None = None
    broken: tuple[str, ...] = ()
    fixed: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def patterns(self) -> list[str]:
        """The patterns of `says`, spelled out."""
        return [pattern for word in self.says for pattern in spelled(word)]

    @property
    def parts(self) -> list[Entry]:
        """What a log is searched for: warnings of this entry, if any, itself, bare messages, and what only follows."""
        if not self.early and not self.alone and not self.after:
            return [self]
        bare = replace(self, where=(), alone=(), by_pid=(), unless=(), early=(), after=())
        role = "warning" if self.then else "note"
        warnings = [replace(bare, says=self.early, role=role)] if self.early else []
        late = [replace(bare, says=self.after, then=(), explains=(), role="consequence")] if self.after else []
        alone = [replace(bare, says=self.alone, alone=self.alone, certain=False)] if self.alone else []
        itself = replace(self, alone=(), early=(), after=())
        return [*warnings, itself, *alone, *late]


def spelled(word: str) -> tuple[str, ...]:
    """The patterns that a word of `says` stands for: of a number one for each digit with which it may begin."""
    if NUMBER in word:
        return tuple(word.replace(NUMBER, f"{digit}*") for digit in range(10))
    return SHORT.get(word, (word,))


def read_entry(path: str, text: str) -> Entry | None:
    """The entry of a page, or None if the page has no `error` fence."""
    fence = next((fence for fence in fences(text) if fence.kind == "error"), None)
    return of_fence(path, fence, text) if fence else None


def of_fence(path: str, fence: Fence, text: str = "") -> Entry:
    """The entry of a fence. All problems of the fence are collected in `Entry.problems`."""
    entry = Entry(
        slug=path.rpartition("/")[2].removesuffix(".md"),
        path=path,
        line=fence.line,
        title=front_matter(text).get("title", ""),
        rows=tuple(_rows(text)),
        advice=tuple(_advice(text)),
    )
    try:
        table = tomllib.loads("\n".join(fence.body))
    except (ValueError, RecursionError) as error:  # a number of 5,000 digits; too deep
        position = re.search(r"line (\d+)", str(error))
        what = f"this error fence is not TOML: {error}."
        line = fence.line + (int(position[1]) if position else 0)
        problem = Problem(path, line, what, "Fix it; texts stand in double quotes.")
        return replace(entry, problems=(problem,))
    return _Reader(entry, fence, table).entry()


_XIDS = "| Xid | What it means | At fault | Do |"
_CODE = re.compile(r"`([0-9]{1,5})`(?: to `([0-9]{1,5})`)?")
_ADVICE = re.compile(r"^\| It says \|.*\| Do \|\n\|[- |]*\|\n((?:\|.*\|\n)+)", re.M)


def _rows(text: str) -> Iterator[tuple[str, str]]:
    """What a table of Xids says of each number, as text without links."""
    table = text.partition(f"{_XIDS}\n")[2].partition("\n\n")[0]
    for line in table.splitlines()[1:]:
        numbers, what, fault, todo = (cell.strip() for cell in line.strip("|").split("|"))
        said = f"{what}.{f' At fault: {fault}.' if fault else ''} Do: {todo}."
        for first, last in _CODE.findall(numbers):
            for number in range(int(first), int(last or first) + 1):
                yield str(number), f"Xid {number}: {_plain(said)}"


def _advice(text: str) -> Iterator[tuple[str, str]]:
    """What tables of messages say to do, as text without links, by the pattern of each message; `…` is any text."""
    for table in _ADVICE.findall(text):
        for line in table.splitlines():
            says, *_, todo = re.split(r"(?<!\\)\|", line[1:-1])
            for message in re.findall(r"`([^`]+)`", says):
                yield message.lower().replace("…", "*").replace("\\|", "|"), _plain(todo.strip())


def _plain(markdown: str) -> str:
    """Text without its links, and without the marks of code."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", markdown).replace("`", "").replace("\\|", "|")


_QUOTES = (
    {"url": str, "text": str},
    {"file": str, "symbol": str, "text": str},
    {"file": str, "line": int, "text": str},
    {"file": str, "line": int, "text": str, "at": str},
)


class _Reader:
    """Reads the table of a fence and collects problems."""

    def __init__(self, entry: Entry, fence: Fence, table: dict[str, Any]) -> None:
        self.blank, self.fence, self.table = entry, fence, table
        self.problems: list[Problem] = []

    def entry(self) -> Entry:
        for key in self.table:
            if key not in _KEYS:
                self.wrong(key, f"an error has no key {key!r}.", did_you_mean(key, _KEYS))
        programs = () if "quoted" in self.table else ("broken", "fixed")
        for key in ("strikes", "cause", "fix", *programs):
            if key not in self.table:
                self.wrong("", f"{key!r} is missing.", f"Add '{key} ='.")
        entry = replace(
            self.blank, strikes=self.word("strikes", STRIKES), cause=self.text("cause"), fix=self.text("fix"),
            says=self.texts("says"), where=self.texts("where"), alone=self.texts("alone"),
            by_pid=self.texts("by_pid"), unless=self.texts("unless"),
            early=self.texts("early"), then=self.texts("then"), after=self.texts("after"),
            explains=self.texts("explains"), what=self.text("what"),
            outside=self.flag("outside", otherwise=False),
            role=self.word("role", ROLES) or "cause", certain=self.flag("certain"),
            symptom=self.text("symptom"), quoted=self.quote(), broken=self.texts("broken"), fixed=self.texts("fixed"),
        )  # fmt: skip
        for key in ("cause", "fix"):
            if len(self.text(key)) > LONGEST:
                self.wrong(key, f"{key} has {len(self.text(key))} letters.", f"Say it in {LONGEST}.")
        for key in ("says", "where", "alone", "by_pid", "unless", "early", "after", "explains"):
            self.patterns(key)
        if not entry.says and not entry.symptom:
            self.wrong("", "it says nothing and has no symptom.", "Add 'symptom =': what one sees instead.")
        if entry.alone and not entry.where:
            self.wrong("alone", "'alone' needs 'where'.", "Without it, every line of 'says' counts.")
        for word, what in (("@stack", "stack"), ("@eof", "end of a file")):
            if word in entry.says and not entry.where:
                self.wrong("says", f"{word!r} fits every {what}.", "Add 'where =': a frame that only this one shows.")
        return replace(entry, problems=tuple(self.problems))

    def wrong(self, key: str, what: str, todo: str) -> None:
        lines = [n for n, line in enumerate(self.fence.body, 1) if key and re.match(rf"{re.escape(key)}\s*=", line)]
        place = self.fence.line + (lines[0] if lines else 0)
        self.problems.append(Problem(self.blank.path, place, f"error: {what}", todo))

    def text(self, key: str) -> str:
        value = self.table.get(key, "")
        if isinstance(value, str) and (value.strip() or key not in self.table):
            return value.strip()
        self.wrong(key, f"{key} is no text.", "Write it in double quotes.")
        return ""

    def word(self, key: str, known: tuple[str, ...]) -> str:
        value = self.text(key)
        if value and value not in known:
            self.wrong(key, f"no {key} is called {value!r}.", did_you_mean(value, known))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        value = self.table.get(key, [])
        items = [value] if isinstance(value, str) else value
        if (
            isinstance(items, list)
            and all(isinstance(item, str) and item for item in items)
            and (items or key not in self.table)
        ):
            return tuple(items)
        self.wrong(key, f"{key} is no list of texts.", 'Write it as ["one", "two"].')
        return ()

    def flag(self, key: str, *, otherwise: bool = True) -> bool:
        value = self.table.get(key, otherwise)
        if not isinstance(value, bool):
            self.wrong(key, f"{key} is neither true nor false.", "Write one of them, without quotes.")
        return bool(value)

    def quote(self) -> Quote | None:
        value = self.table.get("quoted")
        if value is None:
            return None
        if isinstance(value, dict) and {key: type(item) for key, item in value.items()} in _QUOTES:
            return Quote(**value | {"text": value["text"].strip("\n")})
        self.wrong("quoted", "quoted is wrong.", 'Write {file = "torch/x.py", symbol = "f", text = "..."}.')
        return None

    def patterns(self, key: str) -> None:
        for pattern in self.texts(key):
            bare = pattern.replace(NUMBER, "*")
            letters = sum(not letter.isspace() and letter != "*" for letter in bare)
            if NUMBER in pattern and key != "says":
                self.wrong(key, f"'{key}' knows no {NUMBER}.", "Write '*', or take the pattern to 'says'.")
            elif pattern.startswith("@") and (pattern not in SHORT or key != "says"):
                self.wrong(key, f"no short word is called {pattern!r}.", did_you_mean(pattern, SHORT))
            elif "\n" in bare or bare.startswith("*") or bare.endswith("*"):
                self.wrong(
                    key, f"the pattern {pattern!r} is wrong.", "It is a part of one line; leave '*' out at its ends."
                )
            elif key == "where" and max(map(len, bare.split("*"))) < _SHORTEST_PIECE:
                what = f"the page's script would not find {pattern!r}."
                self.wrong(key, what, f"Take a piece of {_SHORTEST_PIECE} letters or more.")
            elif key in ("says", "alone", "by_pid", "early", "after") and pattern not in SHORT and letters < _SHORTEST:
                self.wrong(
                    key, f"{pattern!r} stands in many a log.", f"Take {_SHORTEST} letters or more of the message."
                )


_KEYS = (
    *("strikes", "cause", "fix", "says", "where", "unless", "early", "then", "explains", "what", "role", "certain"),
    *("alone", "by_pid", "after", "outside"),
    *("symptom", "quoted", "broken", "fixed"),
)


def entries(texts: dict[str, str]) -> Iterator[Entry]:
    """All entries in the order in which they strike, then by title. `texts` are pages by path."""
    pages = [(path, text) for path, text in texts.items() if path.startswith(f"{FOLDER}/")]
    unsorted = [entry for path, text in pages if (entry := read_entry(path, text))]
    order = {word: place for place, word in enumerate(STRIKES)}
    yield from sorted(unsorted, key=lambda entry: (order.get(entry.strikes, len(order)), entry.title.lower()))
