"""Answers are decided by runs and calculations: each kind sound, and each thing that can be wrong with it."""

from __future__ import annotations

import dataclasses

import pytest

from lockstep.question import decided
from lockstep.record.record import RankRecord, write_record
from tests.question.asking import whole

CHOICE = """id: one
kind: choice
level: beginner
ask: How many?
right: {text: 3 samples twice, why: So., check: 'value("twice {}") == 3'}
wrong:
  - {text: 8 samples twice, why: No., check: 'value("twice {}") == 8'}
  - {text: A gradient of each, why: No., refuted: gradient}
proof: topic/proof.py"""
DECIDED = """id: one
kind: choice
level: beginner
ask: How many?
right: {text: 3 samples, why: So.}
wrong: [{text: 8 samples, why: No.}, {text: A gradient, why: No., refuted: gradient}]
decides: value("twice {}")
proof: topic/proof.py"""
CARD = """id: one
kind: card
level: beginner
ask: What?
back: The broadcast of rank 0.
shows: broadcast-rank-0
proof: topic/proof.py"""
EXPLAIN = """id: one
kind: explain
level: beginner
ask: Why?
model: Because.
concepts: [{text: every gradient is sent, shows: gradient-sent}, {text: a broadcast by rank 0, shows: broadcast-rank-0}]
proof: topic/proof.py"""
ORDER = """id: one
kind: order
level: beginner
ask: In which order?
steps:
  - {text: It repeats, why: A., at: twice}
  - {text: It ends, why: B., at: the end}
  - {text: It leaves, why: C., at: left}
proof: [topic/proof.py, topic/broken.py]"""
NUMERIC = """id: one
kind: numeric
level: expert
ask: How many GB?
given: {N: 4}
answer: N - 1
also: value("twice {}") GB
unit: GB
traps: [{value: N, why: No.}]
why: Count.
proof: topic/proof.py"""
DEBUG = """id: one
kind: debug
level: advanced
ask: Which line?
broken: topic/broken.py
fixed: topic/proof.py
right: {line: print("other"), why: It prints the other.}
wrong: {line: one = int(1), why: That is fine.}"""
PREDICT = """id: one
kind: predict
level: beginner
ask: What does **rank 1** print about the end?
run: topic/ranks.py
answer: {rank: 1, line: 2}
wrong:
  - {text: "`5`", why: No.}
why: So it is."""
ALL = {"choice": CHOICE, "decided": DECIDED, "card": CARD, "explain": EXPLAIN, "order": ORDER, "numeric": NUMERIC, "debug": DEBUG, "predict": PREDICT}  # fmt: skip
PROOF = """print("twice 3")
print("the end")
print("left")
assert one == 1  # refutes: gradient
assert one > 0  # shows: gradient-sent
assert one + one == 2  # shows: broadcast-rank-0"""


@pytest.fixture
def proved(sandbox):
    sandbox.recorded(
        sandbox.snippet(PROOF, "topic/proof.py"), ranks=(RankRecord(0, ("twice 3", "the end", "left"), ()),)
    )
    sandbox.recorded(
        sandbox.snippet('print("other")\nprint("more")\nprint("left")  # key line', "topic/broken.py"),
        ranks=(RankRecord(0, ("other", "more", "4 ranks: 5"), ()),),
    )
    ranks = (RankRecord(0, ("start 1", "end 2"), ()), RankRecord(0, ("start 3", "end 4"), ()))
    sandbox.recorded(sandbox.snippet("print(one)", "topic/ranks.py", ranks=2), ranks=ranks)
    return sandbox


def problems(sandbox, text: str) -> list[str]:
    question, wrong = whole(sandbox, text)
    assert wrong == []
    return [str(problem).removeprefix("docs/index.md:") for problem in decided.problems(sandbox.project, question)]


@pytest.mark.parametrize("kind", ALL)
def test_a_bound_question_has_no_problem(proved, kind):
    assert problems(proved, ALL[kind]) == []


FAULTS = [  # kind, what is replaced, by what, message
    ("choice", ", refuted: gradient", "", "nothing decides 'A gradient of each'. Add 'check:', 'shows:' or 'refuted:'"),
    ("choice", "== 3", "== 4", "'3 samples twice' is meant to be true, but its check is false."),
    ("choice", "== 8", "< 8", "'8 samples twice' is meant to be false, but its check is true."),
    ("choice", 'value("twice {}") == 8', 'value("twice {}") == 9', "says nothing of 8. Compare with the numbers of the text."),
    ("choice", 'value("twice {}") == 8', 'value("gone {}") == 8', "which topic/proof.py did not print. Fix the claim."),
    ("choice", 'value("twice {}") == 8', 'value("twice {}")', "is 3. Compare it with what the text says."),
    ("choice", "refuted: gradient", "check: 'says(\"gone\")'", "shares no word with 'A gradient of each'."),
    ("choice", "refuted: gradient", "shows: gradient", "is meant to be false and has 'shows'. Write 'refuted', or move the option."),
    ("choice", "refuted: gradient", "refuted: gradeint", "no assert of its proofs refutes 'gradeint'. Did you mean gradient?"),
    ("choice", "refuted: gradient", "refuted: gradient-sent", "snippets/topic/proof.py shows 'gradient-sent', and 'A gradient of each' is meant to be false. Look which of them is right: move the option, or mark the assert '# refutes: gradient-sent'."),
    ("card", "shows: broadcast-rank-0", "shows: gradient", "snippets/topic/proof.py refutes 'gradient', and 'The broadcast of rank 0.' is meant to be true."),
    ("card", "shows: broadcast-rank-0", "shows: broadcast", "no assert of its proofs shows 'broadcast'."),
    ("choice", "A gradient of each", "A sample of each", "'gradient' is not about 'A sample of each'."),
    ("choice", "text: 3 samples twice", "text: 3 gradients twice", "'gradient' fits '3 gradients twice' as well."),
    ("decided", "text: 3 samples", "text: 4 samples", "'4 samples' is meant to be true, but 'value(\"twice {}\")' is 3."),
    ("decided", "text: 8 samples", "text: 3 reads", "'3 reads' is meant to be false"),
    ("decided", 'value("twice {}")', 'says("twice")', "is no number. Give the options that it decides a check of their own."),
    ("card", "back: The broadcast of rank 0.", "back: Those of rank 0.", "'broadcast-rank-0' is not about 'Those of rank 0.'."),
    ("card", "back: The broadcast of rank 0.", "back: No broadcast of rank 0.", "'broadcast-rank-0' is not about 'No broadcast of rank 0.'."),
    ("card", "back: The broadcast of rank 0.", "back: The broadcast of rank 0 to 3.", "3 in 'The broadcast of rank 0 to 3.' stands neither in"),
    (
        "card",
        "back: The broadcast of rank 0.\nshows: broadcast-rank-0\nproof: topic/proof.py",
        "back: 4 calls of ranks.\ncheck: 'value(\"4 ranks: {}\") == 5'\nproof: topic/broken.py",
        "says nothing of 4.",
    ),
    ("card", "shows: broadcast-rank-0\n", "check: 1 == 1\n", "'1 == 1' decides nothing. Compare with what a run printed."),
    ("choice", '{}") == 3', '{}") == value("twice {}")', "decides nothing."),
    ("choice", "refuted: gradient", "check: 'says(\"gone\", of=\"topic/proof.py\")'", "shares no word with 'A gradient of each'."),
    ("numeric", "{value: N, why: No.}", "{value: 3000, why: No.}", "the trap 3000 is the answer in MB. Leave it out."),
    ("card", "shows: broadcast-rank-0\n", "", "nothing decides 'The broadcast of rank 0.'."),
    ("explain", "every gradient is sent", "it is sent", "'gradient-sent' is not about 'it is sent'."),
    ("explain", "{text: every gradient is sent, shows: gradient-sent}", "{text: every gradient}", "nothing decides 'every gradient'."),
    ("order", ", at: the end", "", "nothing decides where 'It ends' stands."),
    ("order", "at: the end", "at: gone", "no proof prints or has 'gone'."),
    ("order", "at: left", "at: twice", "'It leaves' stands above the step before, in the output of topic/proof.py."),
    ("order", "at: left", "at: other", "its steps stand in no one place."),
    ("numeric", 'also: value("twice {}") GB\n', "", "its number is worked out in one way alone."),
    ("numeric", "{}\") GB", "{}\") MB", "has MB, the answer GB. Give both the same unit."),
    ("numeric", "{}\") GB", '{}") * 2 GB', "is 6, the answer 3. One of them is wrong."),
    ("numeric", 'also: value("twice {}") GB', "also: N - 1 GB", "shares the step 'N - 1' with the answer."),
    ("numeric", 'also: value("twice {}") GB', 'also: says("twice") GB', "is no number."),
    ("numeric", "{value: N, why: No.}", "{value: N, why: No.}, {value: 4, why: No.}", "the trap 4 is within the tolerance of 4."),
    ("debug", 'right: {line: print("other")', "right: {line: one = int(1)", "leaves line 6 as it is."),
    ("debug", "wrong: {line: one = int(1)", 'wrong: {line: print("more")', "topic/proof.py changes line 8 too."),
    ("debug", "right: {line: print(\"other\")", "right: {line: print(\"left\")", "leaves line 9 as it is."),
    ("predict", "rank: 1", "rank: 0", "asks for rank 1; the answer is of rank 0. Fix one of them."),
    ("predict", "does **rank 1** print", "is said", "does not say which rank is asked for"),
    ("predict", " about the end", "", "does not say which of 2 lines is asked for. Name a word that only 'end 4' has"),
    ("predict", "run:", "evidence: reasoned\nrun:", "a predict is never reasoned."),
    ("numeric", "why: Count.", "why: Count.\nevidence: reasoned", "a numeric is never reasoned."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "old", "new", "message"), FAULTS, ids=[f"{f[0]}: {f[3][:50]}" for f in FAULTS])
def test_what_is_not_decided_is_told(proved, kind, old, new, message):
    assert old in ALL[kind]
    found = problems(proved, ALL[kind].replace(old, new, 1))
    assert any(message in problem for problem in found), found


def test_a_log_asks_for_the_rank_itself(proved):
    ranks = tuple(RankRecord(1, (f"rank {rank}: reads",), ()) for rank in range(2))
    record = proved.recorded("topic/ranks.py", ranks=ranks)
    write_record(proved.root, dataclasses.replace(record, first=1, log=("[rank1]: ValueError",)))
    text = PREDICT.replace("does **rank 1** print about the end", "is guilty").replace("`5`", "rank 1")
    text = text.replace("answer: {rank: 1, line: 2}", 'log: true\nanswer: {rank: 0, line: 1, find: "(rank .)"}')
    assert problems(proved, text) == []


def test_a_share_is_no_percentage(proved):
    text = (
        NUMERIC.replace("N - 1", "N / 8")
        .replace("unit: GB", 'unit: "%"')
        .replace('also: value("twice {}") GB', "also: 0.5 %")
    )
    assert any("the answer is 0.5 %: a share, or a percentage?" in problem for problem in problems(proved, text))


def test_what_is_reasoned_needs_no_run_where_that_can_be(proved):
    text = CARD.replace("shows: broadcast-rank-0", "evidence: reasoned")
    question, _ = whole(proved, text)
    assert problems(proved, text) == []
    assert question.reasoned
    assert not decided.is_decided(proved.project, question)


def test_two_checks_for_one_text_and_an_unknown_evidence_are_told(proved):
    _, wrong = whole(proved, CHOICE.replace("refuted: gradient", "refuted: gradient, at: x"))
    assert "'refuted' and 'at' decide one text. Keep one." in wrong[0]
    _, wrong = whole(proved, CARD.replace("shows:", "evidence: guessed\nshows:"))
    assert "no evidence is called 'guessed'." in wrong[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None of the ranks", True),
        ("No, each rank has it", False),
        ("Nothing: it stays", False),
        ("It stays, and nothing comes", False),
        ("`a.b()` is not it", True),
        ("", False),
    ],
)
def test_a_denial_stands_in_the_first_clause(text, expected):
    assert decided.denies(text) == expected
