"""What decides the texts of a question: each is held against a run or a calculation, and is about what that decides."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Iterator, Sequence

from lockstep.expression import ExpressionError
from lockstep.problem import Problem, command, did_you_mean
from lockstep.project import Project
from lockstep.question import claims, fresh, maths
from lockstep.question.programs import lacking, record_of
from lockstep.question.question import Bound, Question

_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_CODE = re.compile(rf"`[^`]*[A-Za-z][^`]*`|{maths.FORMULA}")  # a name or a formula, in which a number is no result
# Words that two texts about different things share.
EMPTY = {
    "a", "after", "all", "also", "an", "and", "are", "as", "at", "be", "but", "by", "do", "does", "each", "else", "for",
    "from", "has", "have", "how", "in", "is", "it", "its", "no", "not", "of", "on", "one", "or", "out", "over", "print",
    "prints", "rank", "so", "than", "that", "the", "their", "then", "they", "this", "to", "under", "up", "was", "what",
    "when", "which", "who", "will", "with",
}  # fmt: skip
_NEGATIONS = {"not", "no", "never", "none", "nobody", "nothing", "without", "neither", "cannot", "nor"}
# Where a claim looks, which is not what it says: the rank, the program, the line that a value is read from.
_WHERE = re.compile(r""",\s*(?:rank\s*=\s*\d+|of\s*=\s*(?:"[^"]*"|'[^']*'))""")
_PATTERN = re.compile(r"""\b(value|values)\((?:"[^"]*"|'[^']*')""")


def problems(project: Project, question: Question) -> Iterator[Problem]:
    """What is not decided, or is decided otherwise than the question says."""
    if question.reasoned:
        if not question.can_be_reasoned:
            todo = "Bind it to a run, or make it a question that a run can decide."
            yield question.problem(question.lines["evidence"], f"{_a(question.kind)} is never reasoned.", todo)
        return
    if question.decides:
        yield from _decides(project, question)
    for bound in question.bound:
        yield from _bound(project, question, bound)
    yield from question.undecided(project)


def is_decided(project: Project, question: Question) -> bool:
    """Whether a run or a calculation decides all of it."""
    key = ("decided", id(question))
    if key not in project.kept:  # the question is kept, too, so that no other one gets its id
        project.kept[key] = (question, not question.reasoned and not any(True for _ in problems(project, question)))
    return bool(project.kept[key][1])


def numbers(text: str) -> set[float]:
    """The numbers in a text: 6,384 and 2.5."""
    return set(figures(text))


def figures(text: str) -> list[float]:
    """The numbers in a text, in their order."""
    return [float(re.sub("[ ,]", "", number)) for number in _NUMBER.findall(text)]


def words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"\d+\.\d+|[a-z0-9]+", re.sub(r"(?<=\d),(?=\d{3})", "", text.lower())))


def names(name: str, text: str) -> bool:
    """Whether each word of a name begins a word of a text, and a text that denies has a name that does."""
    if denies(text) and not _NEGATIONS & set(name.split("-")):
        return False
    return all(any(word.startswith(part) for word in words(text)) for part in name.split("-"))


def denies(text: str) -> bool:
    """Whether a negation stands in the first clause of a text, behind a word such as "No" or "Yes"."""
    clauses = [words(clause) for clause in re.split(r"[,:;.](?=\s|$)", text)]
    main = [clause for clause in clauses if not clause or not clause <= {*_NEGATIONS, "yes"}]
    return bool(main) and bool(_NEGATIONS & main[0])


def trivial(claim: str) -> str:
    """A comparison within a claim that holds or fails whatever ran: of two typed numbers, or of a thing with itself."""
    for node in ast.walk(ast.parse(claim.strip(), mode="eval")):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            typed = all(isinstance(side, ast.Constant) for side in sides)
            if typed or len({ast.dump(side) for side in sides}) < len(sides):
                return ast.unparse(node)
    return ""


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _value(project: Project, question: Question, text: str, line: int) -> tuple[float | bool | None, list[Problem]]:
    """The value of a claim; None, and the problem, where it has none."""
    try:
        return claims.evaluate(text, project, question), []
    except ExpressionError as error:
        return None, [question.problem(line, f"{text!r} {error}.", "Fix the claim.")]


def _decides(project: Project, question: Question) -> Iterator[Problem]:
    """The claim of a whole question has a value that is a number."""
    value, wrong = _value(project, question, question.decides, question.lines["decides"])
    yield from wrong
    if isinstance(value, bool):
        what = f"decides: {question.decides!r} is no number."
        yield question.problem(
            question.lines["decides"], what, "Give the options that it decides a check of their own."
        )


def _bound(project: Project, question: Question, bound: Bound) -> Iterator[Problem]:
    """One text: what decides it says the same as the question, and is about this text."""
    if bound.check.claim:
        yield from _claim(project, question, bound)
    elif bound.check.by_name:
        yield from _named(project, question, bound)
    elif question.decides and numbers(bound.text):
        yield from _inherited(project, question, bound)
    else:
        line = bound.check.line or question.line
        todo = "Add 'check:', 'shows:' or 'refuted:', or say 'evidence: reasoned'."
        yield question.problem(line, f"nothing decides {bound.text!r}.", todo)


def _contrary(question: Question, bound: Bound) -> list[str]:
    return [other.text for other in question.bound if other.is_true != bound.is_true]


def _claim(project: Project, question: Question, bound: Bound) -> Iterator[Problem]:
    check = bound.check
    value, wrong = _value(project, question, check.claim, check.line)
    yield from wrong
    if value is None:
        return
    if not isinstance(value, bool):
        yield question.problem(
            check.line, f"check: {check.claim!r} is {value:g}.", "Compare it with what the text says."
        )
    elif value != bound.is_true:
        what = f"{bound.text!r} is meant to be {_truth(bound.is_true)}, but its check is {_truth(value)}."
        yield question.problem(check.line, what, "Fix the option or the check.")
    if typed := trivial(check.claim):
        yield question.problem(check.line, f"check: {typed!r} decides nothing.", "Compare with what a run printed.")
    if denies(bound.text) and not re.search(r"\bnot\b|!=|[<>]|== 0", check.claim):
        what = f"{bound.text!r} denies something, and its check {check.claim!r} does not."
        yield question.problem(check.line, what, "Write 'not' into the check, or reword the text.")
    yield from _is_about(question, bound, check.claim)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _is_about(question: Question, bound: Bound, claim: str) -> Iterator[Problem]:
    """A claim names the numbers that set a text apart; where there is none, a word that does."""
    contrary = _contrary(question, bound)
    apart = numbers(bound.text) - set().union(*map(numbers, contrary)) if contrary else numbers(bound.text)
    said = _WHERE.sub("", claim)
    written = numbers(_PATTERN.sub(r"\1(", said)) or numbers(said)
    written |= {question.given[name] for name in fresh.names(said, question.given)}
    if missing := sorted(number for number in apart if number not in written):
        shown = ", ".join(f"{number:g}" for number in missing)
        yield question.problem(
            bound.check.line, f"check: {claim!r} says nothing of {shown}.", "Compare with the numbers of the text."
        )
    elif not apart and not (_own_words(bound.text, contrary) & words(said)):
        todo = "Name in it a word of the text that no contrary text has, or take a named assert."
        yield question.problem(bound.check.line, f"check: {claim!r} shares no word with {bound.text!r}.", todo)


def _own_words(text: str, contrary: Sequence[str]) -> set[str]:
    """Words of a text that no contrary text has."""
    return words(text) - set().union(set(), *map(words, contrary)) - EMPTY


def _named(project: Project, question: Question, bound: Bound) -> Iterator[Problem]:
    """A named assert of a proof says what the text says, or the contrary."""
    check = bound.check
    name = check.shows or check.refuted
    if bool(check.shows) != bound.is_true:
        key, other = ("shows", "refuted") if check.shows else ("refuted", "shows")
        what = f"{bound.text!r} is meant to be {_truth(bound.is_true)} and has {key!r}."
        yield question.problem(check.line, what, f"Write {other!r}, or move the option.")
    snippets = [snippet for program in question.evidence if (snippet := project.find(program))]
    known = {known: snippet for snippet in snippets for known in snippet.named_asserts}
    kind = "shows" if bound.is_true else "refutes"
    if name not in known:
        todo = did_you_mean(name, known) if known else f"Mark an assert with '# {kind}: {name}'."
        yield question.problem(check.line, f"no assert of its proofs {kind} {name!r}.", todo)
    elif (marked := known[name].assert_kinds[name]) != kind:
        what = f"{known[name].path} {marked} {name!r}, and {bound.text!r} is meant to be {_truth(bound.is_true)}."
        todo = f"Look which of them is right: move the option, or mark the assert '# {kind}: {name}'."
        yield question.problem(check.line, what, todo)
    elif record_of(project, known[name]) is None:
        todo = f"Run: {command('record', known[name].name)}"
        yield question.problem(check.line, lacking(project, known[name]), todo)
    if not names(name, bound.text):
        todo = "Each word of the name begins a word of the text: rename the assert, or reword the text."
        yield question.problem(check.line, f"{name!r} is not about {bound.text!r}.", todo)
    for text in _contrary(question, bound):
        if names(name, text):
            yield question.problem(
                check.line, f"{name!r} fits {text!r} as well.", "Give the assert a name that tells them apart."
            )
    given = " ".join((question.ask, *name.split("-")))
    for number in sorted(numbers(_CODE.sub("", bound.text)) - numbers(given)) if bound.is_true else ():
        what = f"{number:g} in {bound.text!r} stands neither in {name!r} nor in the question."
        yield question.problem(check.line, what, "Name it in the assert, which then compares with it, or leave it out.")


def _inherited(project: Project, question: Question, bound: Bound) -> Iterator[Problem]:
    """The claim of the question has the number of a right text, and of no wrong one."""
    value, _ = _value(project, question, question.decides, question.lines["decides"])
    if value is None or isinstance(value, bool):
        return
    if any(_same(value, number) for number in numbers(bound.text)) != bound.is_true:
        what = f"{bound.text!r} is meant to be {_truth(bound.is_true)}, but {question.decides!r} is {value:g}."
        yield question.problem(bound.check.line, what, "Fix the option, or give it a check of its own.")


def _same(value: float, number: float) -> bool:
    """Whether a number of a text is a value, to the digits that the text gives."""
    return math.isclose(value, number, rel_tol=5e-3)


def near(question: Question, bank: Sequence[Question], most: int = 5) -> list[Question]:
    """Some other questions of its kind, those of its topic first."""
    others = [other for other in bank if other.kind == question.kind and other.id != question.id]
    return sorted(others, key=lambda other: (other.topic != question.topic, other.id))[:most]
