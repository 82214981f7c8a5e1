"""A question as data: its kind, its options, its proof, and the digest that says whether it changed. Pure."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field

LEVELS = ("beginner", "intermediate", "advanced", "expert")
CHOOSING = ("choice", "multi", "predict", "debug")  # kinds with options to choose from
KINDS = (*CHOOSING, "numeric", "order", "explain", "card")


@dataclass(frozen=True)
class Option:
    """One option, or one step of an `order` question. `text` is Markdown, or verbatim where `code` is set."""

    text: str
    why: str
    right: bool = False
    code: bool = False
    number: int = 0  # line of the program, where the option is one
    line: int = 0  # of the page


@dataclass(frozen=True)
class Trap:
    """A wrong number that readers come to, and why."""

    value: float
    why: str


@dataclass(frozen=True)
class Recorded:
    """Where the answer of a `predict` question stands in a record."""

    rank: int = 0
    line: int = 1  # 1-based line of what the rank printed; 0: the exception it raised
    find: str = ""  # pattern; its first group is the answer, where only a part of the line is asked for
    guilty: bool = False  # the answer is the rank that the others fell with


@dataclass(frozen=True)
class Question:
    """One question of a page. Which fields are filled depends on `kind`.

    Attributes:
        path: page, relative to the root; `line` is that of its fence.
        ask: Markdown.
        options: as they were written; see `shuffled`.
        run: program shown with the question; `region` of it.
        proofs: snippets whose asserts carry the claim; empty where `expression` or `run` does.
        expression: arithmetic that gives the number asked for, or that is true.
        given: numbers the expression names.
        tolerance: absolute.
        lines: line of each key on the page.
    """

    path: str
    line: int
    id: str = ""
    kind: str = ""
    level: str = ""
    ask: str = ""
    options: tuple[Option, ...] = ()
    hints: tuple[str, ...] = ()
    why: str = ""
    run: str = ""
    region: str = ""
    proofs: tuple[str, ...] = ()
    expression: str = ""
    given: dict[str, float] = field(default_factory=dict)
    value: float = 0.0
    tolerance: float = 0.0
    unit: str = ""
    traps: tuple[Trap, ...] = ()
    recorded: Recorded = Recorded()
    mended: str = ""
    model: str = ""
    concepts: tuple[str, ...] = ()
    back: str = ""
    read: str = ""
    fixed: bool = False
    log: bool = False  # what the program left in the terminal is shown, not the program
    lines: dict[str, int] = field(default_factory=dict)

    @property
    def topic(self) -> str:
        """The folder of its page: "ddp"; empty for a page at the top."""
        parts = self.path.split("/")
        return parts[1] if len(parts) > 2 else ""

    @property
    def evidence(self) -> list[str]:
        """The snippets that prove it: those it names, else the program it shows, and what mends that."""
        return [name for name in dict.fromkeys([*(self.proofs or (self.run,)), self.mended]) if name]

    @property
    def shuffled(self) -> list[Option]:
        """Options in the order of the page: the same in each build, and it tells nothing about which is right."""
        if self.log:
            return sorted(self.options, key=lambda option: option.text)  # the ranks
        if self.fixed:
            return sorted(self.options, key=lambda option: option.line)
        found = sorted(self.options, key=lambda option: _digest([self.id, option.text]))
        return found[1:] + found[:1] if self.kind == "order" and found == list(self.options) else found

    @property
    def key(self) -> str:
        """Digest of what a reader answers: an answer given to another state of the question is not of this one."""
        options = [[option.text, option.right] for option in self.options]
        answer = [self.value, self.tolerance, self.unit] if self.kind == "numeric" else []
        return _digest([self.kind, self.ask, self.run, options, answer, self.model, self.concepts, self.back])[:8]


def _digest(parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()
