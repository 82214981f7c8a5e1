"""A question as data: what all kinds have in common. Each kind derives its class in `lockstep.question.kinds`."""

from __future__ import annotations

import hashlib
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lockstep import expression
from lockstep.problem import Problem
from lockstep.project import Project
from lockstep.question import as_latex, fresh
from lockstep.question.rendering import Elements, Part

if TYPE_CHECKING:
    from lockstep.question.kinds.options import Option
    from lockstep.question.quiz_fields import QuizFields
    from lockstep.snippet.snippet import Snippet

LEVELS = ("beginner", "intermediate", "advanced", "expert")
# What a digest is made of, in its order. Readers' progress is stored under digests, so new names come last.
_DIGESTED: dict[str, object] = {"options": [], "answer": [], "model": "", "concepts": [], "back": ""}


@dataclass(frozen=True)
class Check:
    """What decides whether a text of a question is true. At most one of the first four is set.

    Attributes:
        claim: an expression over records (`lockstep.question.claims`), true where the text is.
        shows: name of an assert of a proof, marked `# shows:`, that says what the text says.
        refuted: name of an assert of a proof, marked `# refutes:`, that says the contrary.
        at: words that stand where the text happens, in the output or the code of a proof.
        line: of the page.
    """

    claim: str = ""
    shows: str = ""
    refuted: str = ""
    at: str = ""
    line: int = 0

    def __bool__(self) -> bool:
        return bool(self.claim or self.shows or self.refuted or self.at)

    @property
    def by_name(self) -> bool:
        """Whether a named assert decides the text."""
        return bool(self.shows or self.refuted)

    @property
    def turned(self) -> Check:
        """The same assert, named for the contrary."""
        return replace(self, shows=self.refuted, refuted=self.shows)


UNDECIDED = Check()


class Lines(dict[str, int]):
    """The line of each key of a fence; of one that is missing, which is told elsewhere, that of the fence."""

    def __init__(self, fence: int, lines: Mapping[str, int]) -> None:
        super().__init__(lines)
        self.fence = fence

    def __missing__(self, key: str) -> int:
        return self.fence


@dataclass(frozen=True)
class Bound:
    """A text of a question with what decides it, and whether it is meant to be true."""

    text: str
    is_true: bool
    check: Check


@dataclass(frozen=True)
class OnPaper:
    """How a kind is printed.

    Attributes:
        label: what it asks for, in two or three words; stands beside the question.
        pencil: whether a reader can answer it on a sheet alone.
        rows: empty rows to write on.
        blank: whether there is a gap for a number.
    """

    label: str = ""
    pencil: bool = False
    rows: int = 0
    blank: bool = False


@dataclass(frozen=True)
class Question:
    """A question of a page, with the fields and answers to callers that all kinds share.

    A kind derives from it: its class attributes and methods say what is special, and callers ask them, never which
    kind it is. `lockstep.question.kinds` lists the kinds.

    Attributes:
        path: page, relative to the root; `line` is that of its fence.
        ask: Markdown.
        run: program shown with the question; `region` of it.
        proofs: snippets whose asserts carry the claim; empty where `expression` or `run` does.
        expression: arithmetic that gives the number asked for, or that is true.
        given: numbers the expression names.
        read: a link to what a reader should read again.
        decides: a claim whose value decides all options that hold a number.
        page_only: it needs its page, so neither the review nor the deck has it.
        reasoned: it can be neither run nor computed, and says so.
        lines: line of each key on the page.
    """

    kind: ClassVar[str] = ""
    takes: ClassVar[tuple[str, ...]] = ()  # keys of its fence, beside those of all kinds
    needs: ClassVar[tuple[str, ...]] = ()  # keys that must be there, beside those of all kinds
    blocks: ClassVar[tuple[str, ...]] = ("ask", "why")  # fields that are Markdown of several blocks
    noun: ClassVar[str] = "Question"
    reveal: ClassVar[str] = "Answer"  # what unfolds the answer
    seconds: ClassVar[int] = 45  # to answer it
    can_be_marked: ClassVar[bool] = True  # a challenge can tell right from wrong
    told_by_its_run: ClassVar[bool] = False  # its answer stands in the output or the key line of its program
    can_be_reasoned: ClassVar[bool] = False  # some of its claims cannot be run
    draws: ClassVar[bool] = False  # its given numbers can be drawn anew
    right_is_one_of_several: ClassVar[bool] = False  # its author writes one right option among wrong ones
    on_paper: ClassVar[OnPaper] = OnPaper()

    path: str
    line: int
    id: str = ""
    level: str = ""
    ask: str = ""
    hints: tuple[str, ...] = ()
    why: str = ""
    run: str = ""
    region: str = ""
    proofs: tuple[str, ...] = ()
    expression: str = ""
    given: dict[str, float] = field(default_factory=dict)
    read: str = ""
    decides: str = ""
    page_only: bool = False
    reasoned: bool = False
    lines: dict[str, int] = field(default_factory=dict)

    @classmethod
    def own_fields(cls, fields: QuizFields) -> dict[str, Any]:
        """What a kind takes from a fence beside the fields of all kinds, as keywords; adds problems to `fields`."""
        return {}

    def completed(self, project: Project) -> tuple[Question, list[Problem]]:
        """The question with what only records and programs know, and what is wrong with it then."""
        return self, []

    def problems(self, project: Project) -> Iterator[Problem]:
        """What is wrong with a whole question by the rules of its kind; the page builds all the same."""
        yield from ()

    def problem(self, line: int, what: str, todo: str) -> Problem:
        """A problem of this question. `line` is that of the page."""
        return Problem(self.path, line, f"quiz {self.id!r}: {what}", todo)

    @property
    def topic(self) -> str:
        """The folder of its page: "ddp"; empty for a page at the top."""
        parts = self.path.split("/")
        return parts[1] if len(parts) > 2 else ""

    @property
    def programs(self) -> list[tuple[str, str]]:
        """The snippets it names, each with its key in the fence."""
        return [("run", self.run), *(("proof", name) for name in self.proofs)]

    @property
    def fix(self) -> str:
        """The snippet whose code is the answer, besides what it prints; empty where the code tells nothing."""
        return ""

    @property
    def evidence(self) -> list[str]:
        """The snippets that prove it: those it names, else the program it shows."""
        return [name for name in dict.fromkeys(self.proofs or (self.run,)) if name]

    @property
    def is_proved(self) -> bool:
        """Whether it names something that can fail."""
        return bool(self.proofs or self.expression or self.run)

    @property
    def constants(self) -> set[float]:
        """The numbers that it is given and that no script draws anew."""
        return set(self.given.values())

    @property
    def amounts(self) -> set[float]:
        """The numbers that it is given, and those that come out."""
        return self.constants

    @property
    def claims(self) -> list[str]:
        """What a run or a calculation must make true, or gives a number for."""
        checks = (bound.check.claim for bound in self.bound)
        return [claim for claim in (self.expression, self.decides, *checks) if claim]

    @property
    def options(self) -> tuple[Option, ...]:
        """Options or steps as they were written; most kinds have none."""
        return ()

    @property
    def shuffled(self) -> list[Option]:
        """Options or steps in the order of the page."""
        return list(self.options)

    @property
    def bound(self) -> tuple[Bound, ...]:
        """Its texts that a run or a calculation must decide; a kind whose answer is read or computed has none."""
        return ()

    def undecided(self, project: Project) -> Iterator[Problem]:
        """What no run or calculation decides, beside its texts."""
        yield from ()

    def mutants(self, bank: Sequence[Question]) -> Iterator[tuple[str, Question]]:
        """Wrong versions of it, each with what was done to it. `bank` holds all questions."""
        yield from ()

    @property
    def calculation(self) -> str:
        """Its proof by arithmetic, as a reader sees it, in Markdown; empty where it has none."""
        given = {name: expression.shown(value) for name, value in self.given.items()}
        computed = f"Computed: {as_latex.written(self.expression)}{fresh.given(self.expression, given)}."
        return computed if self.expression else ""

    @property
    def flashcard(self) -> str:
        """Its answer as one text that is shown whole, as search engines read it; empty where there is none."""
        return ""

    @property
    def answer_line(self) -> str:
        """What is right, as short as it can be said, in Markdown; empty where it takes more than a line."""
        return self.flashcard

    def markdown(self) -> Iterator[str]:
        """All its texts that are Markdown."""
        yield from (getattr(self, name) for name in self.blocks)
        yield from (self.read, *self.hints)

    @property
    def explanations(self) -> list[str]:
        """Its Markdown beside what is asked and what should be read again: hints and reasons, and its options."""
        return [text for text in self.markdown() if text not in {self.ask, self.read, ""}]

    def terminal(self, project: Project) -> list[str]:
        """Lines that are shown instead of its program."""
        return []

    def marked(self, text: str) -> str:
        """One of its texts with a mark around each number that a script draws anew."""
        return text

    @property
    def key(self) -> str:
        """Digest of what a reader answers: an answer given to another state of the question is not of this one."""
        return digest([self.kind, self.ask, self.run, *(_DIGESTED | self.digested()).values()])[:8]

    def digested(self) -> dict[str, object]:
        """What decides whether an answer is right, by name."""
        return {}

    def attributes(self) -> dict[str, str]:
        """What a script has to know, as `data-` attributes."""
        page_only = {"page-only": ""} if self.page_only else {}
        return {"kind": self.kind, "key": self.key, "level": self.level} | page_only

    def as_shown(self, snippet: Snippet) -> Snippet:
        """Its program as it is shown."""
        return snippet

    @property
    def asked(self) -> dict[int, tuple[str, ...]]:
        """Texts that must be run in the place of lines of its program, by the number of the line."""
        return {}

    @property
    def shows_program(self) -> bool:
        """Whether a reader sees the lines of its program as they are."""
        return bool(self.run)

    def add_program(self, parent: ET.Element, html: Elements) -> None:
        """Add what is shown below what is asked."""
        if self.run:
            html.program(parent)

    def add_options(self, parent: ET.Element, html: Elements) -> None:
        """Add what a reader chooses from or fills in."""

    def add_answer(self, parent: ET.Element, html: Elements) -> None:
        """Add what the folded answer holds."""
        html.blocks(parent, "why")

    def entry(self, rebase: Callable[[str], str]) -> dict[str, Any]:
        """Its own part of the bank in JSON. `rebase` writes the links of a text from docs/."""
        return {"why": rebase(self.why)} if self.why else {}

    def note_front(self) -> list[Part]:
        """What the front of a note holds below what is asked and the program."""
        return []

    def note_back(self) -> list[Part]:
        """What the back of a note holds above the proof."""
        return [self.why] if self.why else []


def digest(parts: object) -> str:
    """A digest of data, the same in each run."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()
