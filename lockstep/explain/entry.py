"""An entry of the error index as data: what torch says, when it strikes, why, and what mends it.

It stands as TOML in the `error` fence of a page of `docs/errors/`, because Python reads TOML by itself: on a cluster,
`python -m lockstep explain` has no other library.
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
ROLES = ("cause", "warning", "consequence")
SHORT = {  # what a pattern of one word stands for
    "@timeout": (
        "Timed out waiting *ms for",  # gloo
        "Watchdog caught collective operation timeout",  # NCCL
        "wait timeout after *ms, keys:",  # the store
    ),
    "@stack": ("(most recent call first):", "Thread * (idle):", "Thread * (active):"),  # faulthandler, py-spy
}
LONGEST = 160  # characters of a cause or a cure: a line on a phone, two in a terminal
_SHORTEST = 12  # letters of a pattern: fewer are found in any log


@dataclass(frozen=True)
class Quote:
    """A message that only a GPU can print, as it stands in the source of torch; `at` is the version that was read."""

    file: str
    line: int
    text: str
    at: str = "2.13.0"


@dataclass(frozen=True)
class Entry:
    """One mistake.

    Attributes:
        slug: name of its page, such as "unused-parameters"; `path` is the page, `line` that of the fence.
        says: patterns of one line each, any of which is enough; `*` stands for anything.
        where: patterns of which one must stand in the same traceback or stack.
        role: "cause", "warning", or "consequence" of another rank's failure.
        certain: whether the message alone tells this mistake from all others.
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
    role: str = "cause"
    certain: bool = True
    symptom: str = ""
    quoted: Quote | None = None
    broken: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = field(default=(), compare=False)

    @property
    def patterns(self) -> list[str]:
        """What it says, with the short words written out."""
        return [pattern for one in self.says for pattern in SHORT.get(one, (one,))]


def read(path: str, text: str) -> Entry | None:
    """The entry of a page, or None where the page has no `error` fence."""
    block = next((one for one in fences(text) if one.kind == "error"), None)
    return of_fence(path, block, text) if block else None


def of_fence(path: str, block: Fence, text: str = "") -> Entry:
    """The entry of a fence; what is wrong with it is in its `problems`, all at once."""
    slug = path.rpartition("/")[2].removesuffix(".md")
    entry = Entry(slug, path, block.line, front_matter(text).get("title", ""))
    try:
        table = tomllib.loads("\n".join(block.body))
    except tomllib.TOMLDecodeError as error:
        at = re.search(r"line (\d+)", str(error))
        what = f"this error fence is not TOML: {error}."
        problem = Problem(path, block.line + (int(at[1]) if at else 0), what, "Mend it; texts stand in double quotes.")
        return replace(entry, problems=(problem,))
    return _Reader(entry, block, table).entry()


class _Reader:
    """Reads the table of a fence, key by key."""

    def __init__(self, entry: Entry, block: Fence, table: dict[str, Any]) -> None:
        self.blank, self.block, self.table = entry, block, table
        self.problems: list[Problem] = []

    def entry(self) -> Entry:
        for key in self.table:
            if key not in _KEYS:
                self.wrong(key, f"an error has no key {key!r}.", did_you_mean(key, _KEYS))
        for key in ("strikes", "cause", "fix", "broken", "mended"):
            if key not in self.table:
                self.wrong("", f"{key!r} is missing.", f"Add '{key} ='.")
        found = replace(
            self.blank, strikes=self.word("strikes", STRIKES), cause=self.text("cause"), fix=self.text("fix"),
            says=self.texts("says"), where=self.texts("where"), role=self.word("role", ROLES) or "cause",
            certain=self.flag("certain"), symptom=self.text("symptom"), quoted=self.quote(),
            broken=self.texts("broken"), mended=self.texts("mended"),
        )  # fmt: skip
        for key in ("cause", "fix"):
            if len(self.text(key)) > LONGEST:
                self.wrong(key, f"{key} has {len(self.text(key))} letters.", f"Say it in {LONGEST}.")
        for key in ("says", "where"):
            self.patterns(key)
        if not found.says and not found.symptom:
            self.wrong("", "it says nothing and has no symptom.", "Add 'symptom =': what one sees instead.")
        if "@stack" in found.says and not found.where:
            self.wrong("says", "'@stack' fits every stack.", "Add 'where =': a frame that only this one shows.")
        return replace(found, problems=tuple(self.problems))

    def wrong(self, key: str, what: str, todo: str) -> None:
        lines = [n for n, line in enumerate(self.block.body, 1) if key and re.match(rf"{re.escape(key)}\s*=", line)]
        place = self.block.line + (lines[0] if lines else 0)
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
            and all(isinstance(one, str) and one for one in items)
            and (items or key not in self.table)
        ):
            return tuple(items)
        self.wrong(key, f"{key} is no list of texts.", 'Write it as ["one", "two"].')
        return ()

    def flag(self, key: str) -> bool:
        value = self.table.get(key, True)
        if not isinstance(value, bool):
            self.wrong(key, f"{key} is neither true nor false.", "Write one of them, without quotes.")
        return bool(value)

    def quote(self) -> Quote | None:
        value = self.table.get("quoted")
        if value is None:
            return None
        kinds = {"file": str, "line": int, "text": str, "at": str}
        if isinstance(value, dict) and {k: type(v) for k, v in ({"at": ""} | value).items()} == kinds:
            return Quote(**value | {"text": value["text"].strip("\n")})
        self.wrong("quoted", "quoted is wrong.", 'Write {file = "torch/x.py", line = 12, text = "..."}.')
        return None

    def patterns(self, key: str) -> None:
        for one in self.texts(key):
            letters = sum(not letter.isspace() and letter != "*" for letter in one)
            if one.startswith("@") and (one not in SHORT or key == "where"):
                self.wrong(key, f"no short word is called {one!r}.", did_you_mean(one, SHORT))
            elif "\n" in one or one.startswith("*") or one.endswith("*"):
                self.wrong(
                    key, f"the pattern {one!r} is wrong.", "It is a part of one line; leave '*' out at its ends."
                )
            elif key == "says" and one not in SHORT and letters < _SHORTEST:
                self.wrong(key, f"{one!r} stands in many a log.", f"Take {_SHORTEST} letters or more of the message.")


_KEYS = ("strikes", "cause", "fix", "says", "where", "role", "certain", "symptom", "quoted", "broken", "mended")


def entries(texts: dict[str, str]) -> Iterator[Entry]:
    """All entries, in the order in which they strike, then of their titles. `texts` are pages by path."""
    found = [one for path, text in texts.items() if path.startswith(f"{FOLDER}/") and (one := read(path, text))]
    order = {word: place for place, word in enumerate(STRIKES)}
    yield from sorted(found, key=lambda one: (order.get(one.strikes, len(order)), one.title.lower()))
