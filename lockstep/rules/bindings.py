"""The rule that a run or a calculation decides every text of a question that is right or wrong."""

from __future__ import annotations

import ast
import difflib
import math
import re
from collections.abc import Iterator, Sequence

from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import claims
from lockstep.question.expression import ExpressionError
from lockstep.question.kinds.debug import Debug
from lockstep.question.kinds.numeric import UNITS, Numeric
from lockstep.question.kinds.options import Option
from lockstep.question.kinds.order import Order
from lockstep.question.kinds.predict import Predict
from lockstep.question.programs import record_of
from lockstep.question.question import Bound, Question
from lockstep.snippet.snippet import Snippet

_NUMBER = re.compile(r"(?<![\w.])\d{1,3}(?:[ ,]\d{3})+(?:\.\d+)?|(?<![\w.])\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
# Topics with questions that still rest on a proof that is only named. A topic leaves this list once, for good.
NOT_YET = ("", "batch-size", "checkpoints", "data-parallel", "ddp", "errors", "large-models", "machines", "scaling")
_EMPTY = {"what", "does", "this", "that", "with", "from", "rank", "each", "have", "they", "will", "print", "prints"}


def answers_are_decided(project: Project, questions: list[Question]) -> Iterator[Problem]:
    """A run or a calculation decides every text that is right or wrong."""
    for question in questions:
        if question.topic not in NOT_YET:
            yield from problems(project, question)


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
    match question:
        case Order():
            yield from _order(project, question)
        case Debug():
            yield from _guilty(project, question)
        case Numeric():
            yield from _numeric(project, question)
        case Predict():
            yield from _predict(project, question)


def is_bound(project: Project, question: Question) -> bool:
    """Whether a run or a calculation decides all of it."""
    return not question.reasoned and not any(True for _ in problems(project, question))


def numbers(text: str) -> set[float]:
    """The numbers in a text: 6,384 and 2.5."""
    return {float(re.sub("[ ,]", "", number)) for number in _NUMBER.findall(text)}


def words(text: str) -> set[str]:
    """The words of a text, in small letters."""
    return set(re.findall(r"\d+\.\d+|[a-z0-9]+", re.sub(r"(?<=\d),(?=\d{3})", "", text.lower())))


def names(name: str, text: str) -> bool:
    """Whether each word of a name begins a word of a text."""
    return all(any(word.startswith(part) for word in words(text)) for part in name.split("-"))


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
    if isinstance(question, Debug) and not bound.check and _is_line(question, bound.text):
        return  # the difference of the two programs decides
    if bound.check.claim:
        yield from _claim(project, question, bound)
    elif bound.check.shows or bound.check.refuted:
        yield from _named(project, question, bound)
    elif question.decides and numbers(bound.text):
        yield from _inherited(project, question, bound)
    else:
        line = bound.check.line or question.line
        todo = "Add 'check:', 'shows:' or 'refuted:', or say 'evidence: reasoned'."
        yield question.problem(line, f"nothing decides {bound.text!r}.", todo)


def _is_line(question: Question, text: str) -> bool:
    return any(option.code and option.text == text for option in question.options)


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
    yield from _is_about(question, bound, check.claim)


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _is_about(question: Question, bound: Bound, claim: str) -> Iterator[Problem]:
    """A claim names the numbers that set a text apart; where there is none, a word that does."""
    contrary = _contrary(question, bound)
    apart = numbers(bound.text) - set().union(*map(numbers, contrary)) if contrary else numbers(bound.text)
    written = numbers(claim) | set(question.given.values())
    if missing := sorted(number for number in apart if number not in written):
        shown = ", ".join(f"{number:g}" for number in missing)
        yield question.problem(
            bound.check.line, f"check: {claim!r} says nothing of {shown}.", "Compare with the numbers of the text."
        )
    elif not apart and not (_own_words(bound.text, contrary) & words(claim)):
        todo = "Name in it a word of the text that no contrary text has, or take a named assert."
        yield question.problem(bound.check.line, f"check: {claim!r} shares no word with {bound.text!r}.", todo)


def _own_words(text: str, contrary: Sequence[str]) -> set[str]:
    """Words of a text that no contrary text has."""
    return words(text) - set().union(set(), *map(words, contrary)) - _EMPTY


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
    if name not in known:
        todo = did_you_mean(name, known) if known else f"Mark an assert with '# shows: {name}'."
        yield question.problem(check.line, f"no assert of its proofs shows {name!r}.", todo)
    elif record_of(project, known[name]) is None:
        todo = f"Run: nox -s record -- {known[name].name}"
        yield question.problem(check.line, f"{known[name].name} is not on record.", todo)
    if not names(name, bound.text):
        todo = "Each word of the name begins a word of the text: rename the assert, or reword the text."
        yield question.problem(check.line, f"{name!r} is not about {bound.text!r}.", todo)
    for text in _contrary(question, bound):
        if names(name, text):
            yield question.problem(
                check.line, f"{name!r} fits {text!r} as well.", "Give the assert a name that tells them apart."
            )


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


def _order(project: Project, question: Order) -> Iterator[Problem]:
    """All steps stand in one place, the output or the code of a proof, each below the one before."""
    places = [_places(project, question, step) for step in question.options]
    for step, found in zip(question.options, places, strict=True):
        if not step.code and not step.check.at:
            todo = "Add 'at:' with words that a proof prints or has in its code, where this happens."
            yield question.problem(step.line, f"nothing decides where {step.text!r} stands.", todo)
        elif not found:
            todo = "Copy words from the output of rank 0, or from the program."
            yield question.problem(step.check.line, f"no proof prints or has {step.check.at!r}.", todo)
    common = [where for where in places[0] if all(where in found for found in places)]
    if not common and all(places):
        yield question.problem(
            question.lines["steps"], "its steps stand in no one place.", "Take words from one place."
        )
    for where in common[:1]:
        for number, step in enumerate(question.options[1:], 1):
            if places[number][where] <= places[number - 1][where]:
                what = f"{step.text!r} stands above the step before, in {where}."
                yield question.problem(step.line, what, "Put the steps in the order in which they happen.")


def _places(project: Project, question: Order, step: Option) -> dict[str, tuple[int, int]]:
    """Line and column where a step first stands, by place: "the output of X", "the code of X"."""
    if step.code:
        return {f"the code of {question.lines_from}": (step.number, 0)} if step.number else {}
    places: dict[str, tuple[int, int]] = {}
    for name in question.evidence if step.check.at else ():
        snippet = project.find(name)
        record = record_of(project, snippet) if snippet else None
        texts = {f"the output of {name}": record.ranks[0].stdout if record and record.ranks else ()}
        texts |= {f"the code of {name}": tuple(snippet.lines)} if snippet else {}
        for where, lines in texts.items():
            found = [
                (number, line.find(step.check.at)) for number, line in enumerate(lines, 1) if step.check.at in line
            ]
            places |= {where: found[0]} if found else {}
    return places


def _guilty(project: Project, question: Debug) -> Iterator[Problem]:
    """A guilty line is one that the mended program changes; no other option is."""
    broken, mended = project.find(question.run), project.find(question.mended)
    if not broken or not mended:
        return
    changed = _changed(broken, mended)
    for option in question.options:
        if not option.code or option.check:
            continue
        if option.right and option.number not in changed:
            todo = "Take a line that the mended program changes, or give it a check."
            yield question.problem(option.line, f"{question.mended} leaves line {option.number} as it is.", todo)
        if not option.right and option.number in changed:
            todo = "Take a line that stays, or give it a check."
            yield question.problem(option.line, f"{question.mended} changes line {option.number} too.", todo)


def _changed(broken: Snippet, mended: Snippet) -> set[int]:
    """Lines of a program, from 1, that another replaces, leaves out, or puts something beside."""
    before, after = ([line.strip() for line in snippet.lines] for snippet in (broken, mended))
    changed = set[int]()
    for tag, first, last, _, _ in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "insert":
            changed |= {first, first + 1}  # the lines around it
        elif tag != "equal":
            changed |= set(range(first + 1, last + 1))
    return changed


def _numeric(project: Project, question: Numeric) -> Iterator[Problem]:
    """A number is worked out a second way that shares no step with the first, and its unit is said twice."""
    if not question.also:
        todo = "Add 'also:' with a value on record or another calculation, and the unit behind it."
        yield question.problem(question.line, "its number is worked out in one way alone.", todo)
        return
    line = question.lines["also"]
    text, unit = _unit(question.also)
    if unit != question.unit:
        said = unit or "no unit"
        yield question.problem(
            line,
            f"also: {question.also!r} has {said}, the answer {question.unit or 'none'}.",
            "Give both the same unit.",
        )
    value, wrong = _value(project, question, text, line)
    yield from wrong
    if isinstance(value, bool):
        yield question.problem(line, f"also: {text!r} is no number.", "Work the answer out a second way.")
    elif value is not None and abs(value - question.value) > max(question.tolerance, 1e-9 * abs(question.value)):
        what = f"also: {text!r} is {value:g}, the answer {question.value:g}."
        yield question.problem(line, what, "One of them is wrong.")
    if shared := _steps(question.expression) & _steps(text):
        yield question.problem(
            line, f"also: shares the step {min(shared, key=len)!r} with the answer.", "Work it out another way."
        )
    yield from _traps(question)


def _unit(text: str) -> tuple[str, str]:
    """A calculation and the unit behind it."""
    head, _, last = text.rpartition(" ")
    return (head, last) if last in UNITS else (text, "")


def _steps(text: str) -> set[str]:
    """The calculations within a calculation."""
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError:
        return set()
    return {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.BinOp | ast.Call)}


def _traps(question: Numeric) -> Iterator[Problem]:
    """No two of the answer and its traps can be taken for each other; a percentage is one."""
    line = question.lines.get("traps", question.line)
    if question.unit == "%" and 0 < abs(question.value) <= 1:
        what = f"the answer is {question.value:g} %: a share, or a percentage?"
        yield question.problem(question.lines["answer"], what, "Multiply by 100, or leave the unit out.")
    values = [question.value, *(trap.value for trap in question.traps)]
    for number, trap in enumerate(question.traps, 1):
        near = [value for value in values[:number] if abs(value - trap.value) <= question.tolerance]
        if near:
            yield question.problem(
                line, f"the trap {trap.value:g} is within the tolerance of {near[0]:g}.", "Leave one out."
            )


def _predict(project: Project, question: Predict) -> Iterator[Problem]:
    """What is asked names the rank and the line whose output is the answer, where others print something else."""
    place = question.recorded
    snippet = project.find(question.run)
    record = record_of(project, snippet) if snippet else None
    if place.guilty or record is None or place.rank >= len(record.ranks):
        return
    asked = {int(number) for number in re.findall(r"\brank (\d+)", _bold(question.ask, r"\brank \d").lower())}
    others = {_line_of(rank.stdout, place.line) for rank in record.ranks}
    if asked and place.rank not in asked and len(others) > 1:
        what = f"asks for rank {', '.join(map(str, sorted(asked)))}; the answer is of rank {place.rank}."
        yield question.problem(question.lines["answer"], what, "Fix one of them.")
    if not asked and len(others - {""}) > 1:
        what = "does not say which rank is asked for; they print different things."
        yield question.problem(question.lines["ask"], what, "Name the rank.")
    yield from _predicted_line(question, record.ranks[place.rank].stdout)


def _bold(text: str, pattern: str) -> str:
    """The words in bold that match a pattern, which say what is asked for; where there are none, the whole text."""
    parts = [part for part in re.findall(r"\*\*(.+?)\*\*", text, re.S) if re.search(pattern, part)]
    return " ".join(parts) or text


def _line_of(lines: Sequence[str], number: int) -> str:
    """A line from 1; the lines together where it is 0, and "" where there is none."""
    return "\n".join(lines) if not number else lines[number - 1] if number <= len(lines) else ""


def _predicted_line(question: Predict, lines: Sequence[str]) -> Iterator[Problem]:
    place = question.recorded
    if not place.line or len(lines) < 2 or len(set(lines)) == 1:
        return
    ordinals = {_ORDINALS[place.line - 1]} if place.line <= len(_ORDINALS) else set()
    ordinals |= {"last"} if place.line == len(lines) else set()
    others = [line for number, line in enumerate(lines, 1) if number != place.line]
    own = words(lines[place.line - 1]) - set().union(*map(words, others)) - _EMPTY
    asked = words(_bold(question.ask, ""))
    known = {*_ORDINALS, "last"}.union(*map(words, lines)) - _EMPTY - set[str].intersection(*map(words, lines))
    asked = asked if asked & known else words(question.ask)
    if not (ordinals | own) & asked:
        what = f"does not say which of {len(lines)} lines is asked for."
        todo = f"Name a word that only {lines[place.line - 1]!r} has, or its place: first, second, last."
        yield question.problem(question.lines["ask"], what, todo)
