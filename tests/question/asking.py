"""Questions for tests of what they are: one of each kind, and a project in which all of them are sound."""

from __future__ import annotations

from sandbox import Sandbox

from lockstep.question import bank, reader
from lockstep.question.question import Question
from lockstep.record.record import RankRecord

CHOICE = """id: one
kind: choice
level: beginner
ask: What is it?
right: {text: this, why: Because.}
wrong:
  - {text: that, why: No.}
  - {text: those, why: Never.}
proof: topic/one.py"""
MULTI = CHOICE.replace("choice", "multi")
PREDICT = """id: one
kind: predict
level: beginner
ask: What does **rank 1** print?
run: topic/two.py
answer: {rank: 1, line: 2}
wrong:
  - {text: "`5`", why: No.}
why: So it is."""
NUMERIC = """id: one
kind: numeric
level: expert
ask: How many?
given: {N: 8}
answer: 2 * (N - 1) / N
why: Count."""
DEBUG = """id: one
kind: debug
level: advanced
ask: Which line?
broken: topic/broken.py
fixed: topic/one.py
right: {line: print(two), why: It prints the other.}
wrong: {line: two = 2, why: That is fine.}"""
ORDER = """id: one
kind: order
level: beginner
ask: In which order?
steps:
  - {line: one = int(1), why: First.}
  - {text: think, why: Second.}
  - {line: print(one), why: Third.}
proof: topic/one.py"""
EXPLAIN = """id: one
kind: explain
level: beginner
ask: Why?
model: Because.
concepts: [this, that]
proof: topic/one.py"""
CARD = """id: one
kind: card
level: beginner
ask: What?
back: That.
proof: 1 + 1 == 2"""
ALL = [CHOICE, MULTI, PREDICT, NUMERIC, DEBUG, ORDER, EXPLAIN, CARD]


def make_sound(sandbox: Sandbox) -> Sandbox:
    """Three snippets, on record, and a page that shows them below all questions."""
    sandbox.snippet()
    sandbox.recorded()
    sandbox.snippet("# region loop\nprint(2)\nprint(3)\n# endregion", "topic/two.py", ranks=2)
    printed = [RankRecord(0, ("2", "3.0"), ()), RankRecord(0, ("2", "4.50"), ())]
    sandbox.recorded("topic/two.py", ranks=tuple(printed))
    sandbox.snippet("two = 2\nprint(two)", "topic/broken.py")
    sandbox.recorded("topic/broken.py", ranks=(RankRecord(0, ("2",), ()),))
    sandbox.page(
        "# Shown\n\n" + "".join(f"```run\ntopic/{n}.py\n```\n\n" for n in ("one", "two", "broken")), "shown.md"
    )
    return sandbox


def page(sandbox: Sandbox, *questions: str, name: str = "index.md", head: str = "# Page\n\n") -> None:
    """Write a page of questions; the first fence stands on line 3."""
    sandbox.page(head + "\n\n".join(f"~~~quiz\n{one}\n~~~" for one in questions) + "\n", name)


def read(text: str) -> tuple[Question, list[str]]:
    """A question as its fence on line 3 says it, and what is wrong with that."""
    question, problems = reader.read("docs/index.md", 3, tuple(text.split("\n")))
    return question, [str(problem).removeprefix("docs/index.md:") for problem in problems]


def whole(sandbox: Sandbox, text: str) -> tuple[Question, list[str]]:
    """A question with what records and programs know, and what is wrong with it."""
    question, problems = bank.read(sandbox.project, "docs/index.md", 3, text.split("\n"))
    return question, [str(problem).removeprefix("docs/index.md:") for problem in problems]


def own_problems(sandbox: Sandbox, text: str) -> list[str]:
    """What the rules of its kind say of a question that is whole."""
    question, problems = whole(sandbox, text)
    assert problems == []
    return [str(problem).removeprefix("docs/index.md:") for problem in question.problems(sandbox.project)]
