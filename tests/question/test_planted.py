"""Wrong questions, planted one at a time on a page whose questions are sound: `verify` names each of them."""

from __future__ import annotations

import dataclasses

import pytest
from sandbox import Sandbox

from lockstep.record.record import RankRecord, write_record
from lockstep.rules import everything

PROOF = """print("6384 samples are read twice")
print("forward ends")
print("backward ends")
print("the step ends")
print("sends 2.5 GB")
assert one == 1  # refutes: ranks-idle
assert one < 2  # shows: idle-samples
assert one + one == 2  # shows: broadcast-rank-0
assert one * 2 == 2  # shows: average"""
PRINTED = (
    "6384 samples are read twice",
    "forward ends",
    "backward ends",
    "the step ends",
    "sends 2.5 GB",
)
TORCH = 'torch("utils/data/distributed.py", "DistributedSampler.__iter__", "indices += indices[:padding_size]")'
CHOICE = f"""id: choice
kind: choice
level: beginner
ask: What does the sampler do on many ranks?
right: {{text: It reads 6384 samples twice, why: So., check: 'value("{{}} samples are read twice") == 6384'}}
wrong:
  - {{text: It reads 3616 samples twice, why: No., check: 'value("{{}} samples are read twice") == 3616'}}
  - {{text: It leaves some ranks idle, why: No., refuted: ranks-idle}}
  - {{text: It stops at the padding, why: No., check: 'not {TORCH}'}}
proof: topic/proof.py"""
MULTI = f"""id: multi
kind: multi
level: beginner
ask: What is true?
right:
  - {{text: A broadcast by rank 0, why: So., shows: broadcast-rank-0}}
  - {{text: The padding repeats indices, why: So., check: '{TORCH}'}}
wrong:
  - {{text: Some ranks stay idle, why: No., refuted: ranks-idle}}
  - {{text: It reads 9 samples twice, why: No., check: 'value("{{}} samples are read twice") == 9'}}
proof: topic/proof.py"""
PREDICT = """id: predict
kind: predict
level: beginner
ask: What does **rank 1** print in its last line?
run: topic/ranks.py
answer: {rank: 1, line: 2}
wrong:
  - {text: "`left 1.5`", why: No.}
  - {text: "`left 4.5`", why: No.}
why: So it is."""
NUMERIC = """id: numeric
kind: numeric
level: expert
ask: What does each of N ranks send of a gradient of S GB?
given: {N: 5, S: 1.5625}
answer: 2 * (N - 1) / N * S
also: value("sends {} GB") GB
unit: GB
traps:
  - {value: S, why: No.}
  - {value: 2 * S, why: No.}
hints: ["Each part goes round twice, so to say.", "Count the hops."]
why: Count.
proof: topic/proof.py"""
SHARE = """id: share
kind: numeric
level: expert
ask: Which part of the time is lost?
given: {lost: 3, whole: 8}
answer: 100 * lost / whole
also: 37.5 %
unit: "%"
traps: [{value: 62.5, why: No.}]
why: Divide."""
DEBUG = """id: debug
kind: debug
level: advanced
ask: Which line?
broken: topic/broken.py
fixed: topic/whole.py
right: {line: print("other"), why: It prints the other.}
wrong:
  - {line: one = int(1), why: That is fine.}
  - {line: print("more"), why: That is fine too.}"""
ORDER = """id: order
kind: order
level: beginner
ask: In which order?
steps:
  - {text: Samples are drawn, why: A., at: samples}
  - {text: Activations come, why: B., at: forward}
  - {text: Gradients come, why: C., at: backward}
proof: topic/proof.py"""
EXPLAIN = """id: explain
kind: explain
level: beginner
ask: Why?
model: Because.
concepts:
  - {text: idle ranks get samples, shows: idle-samples}
  - {text: a broadcast by rank 0, shows: broadcast-rank-0}
proof: topic/proof.py"""
CARD = """id: card
kind: card
level: beginner
ask: What makes the ranks equal?
back: A broadcast of rank 0.
shows: broadcast-rank-0
proof: topic/proof.py"""
SOUND = {
    text.split("\n")[0][4:]: text for text in (CHOICE, MULTI, PREDICT, NUMERIC, SHARE, DEBUG, ORDER, EXPLAIN, CARD)
}
OTHER = "proof: other/proof.py"
EXCHANGED = [
    ("text: A broadcast by rank 0, why: So., shows: broadcast-rank-0", "X"),
    ("text: Some ranks stay idle, why: No., refuted: ranks-idle", "text: A broadcast by rank 0, why: No., refuted: broadcast-rank-0"),
    ("X", "text: Some ranks stay idle, why: So., shows: ranks-idle"),
]  # fmt: skip

# What is planted: the question, pairs of what is replaced by what, words of the problem.
PLANTED = {
    # the sixteen of the first reading
    "texts of options swapped": ("choice", [("6384 samples twice, why", "X"), ("3616 samples twice, why", "6384 samples twice, why"), ("X", "3616 samples twice, why")], "says nothing of 3616"),
    "texts and proof of another topic": ("choice", [("6384 samples twice, why", "7 samples twice, why"), ("proof: topic/proof.py", OTHER)], "says nothing of 7"),
    "proof by 1 == 1": ("choice", [("6384 samples twice, why", "7 samples twice, why"), ('value("{} samples are read twice") == 6384', "1 == 1")], "'1 == 1' decides nothing"),
    "formula x 2": ("numeric", [("answer: 2 *", "answer: 4 *")], "is 2.5, the answer 5. One of them is wrong."),
    "GB become MB": ("numeric", [("unit: GB", "unit: MB")], "has GB, the answer MB"),
    "GB become %": ("numeric", [("unit: GB", 'unit: "%"')], "has GB, the answer %"),
    "steps swapped": ("order", [("at: forward", "X"), ("at: backward", "at: forward"), ("X", "at: backward")], "stands above the step before"),
    "another line is guilty": ("debug", [("right: {line: print(\"other\")", "X"), ("{line: one = int(1)", "{line: print(\"other\")"), ("X", "right: {line: one = int(1)")], "leaves line 6 as it is"),
    "a right option made false": ("multi", [("A broadcast by rank 0", "A gradient by rank 0")], "'broadcast-rank-0' is not about"),
    "a false back": ("card", [("A broadcast of rank 0.", "A barrier of rank 0.")], "'broadcast-rank-0' is not about"),
    "a false concept": ("explain", [("a broadcast by rank 0", "a barrier by rank 0")], "'broadcast-rank-0' is not about"),
    "the stem asks for another rank": ("predict", [("**rank 1**", "**rank 0**")], "asks for rank 0; the answer is of rank 1"),
    "the stem asks for another line": ("predict", [("last line", "first line")], "does not say which of 2 lines"),
    "a distractor in other words": ("predict", [("`left 4.5`", "the number 3.5")], "says the answer, 'left 3.5', in other words"),
    "a distractor with more digits": ("predict", [("`left 4.5`", "`left 3.50`")], "this distractor is the answer"),
    "a trap that is the answer": ("numeric", [("value: S,", "value: 2.5,")], "this trap is the right answer"),
    # others
    "a wrong option called right": ("choice", [("check: 'not torch", "check: 'torch")], "is meant to be false, but its check is true"),
    "a right option called wrong": ("multi", [("wrong:", "  - {text: The sampler is idle, why: No., refuted: ranks-idle}\nwrong:")], "is meant to be true and has 'refuted'"),
    "a right and a wrong option exchanged with their asserts": ("multi", EXCHANGED, "refutes 'ranks-idle', and 'Some ranks stay idle' is meant to be true"),
    "the number of the record is compared with itself": ("choice", [("== 6384", '== value("{} samples are read twice")')], "decides nothing"),
    "a check of typed numbers": ("choice", [('value("{} samples are read twice") == 3616', "3616 == 6384")], "decides nothing"),
    "a back that denies": ("card", [("A broadcast", "Not a broadcast")], "is not about 'Not a broadcast of rank 0.'"),
    "a back that denies its check": ("card", [("A broadcast of rank 0.", "No step ends."), ("shows: broadcast-rank-0", "check: says(\"the step ends\")")], "denies something, and its check"),
    "a concept that denies": ("explain", [("a broadcast by rank 0", "never a broadcast by rank 0")], "is not about 'never a broadcast by rank 0'"),
    "an option that denies": ("multi", [("A broadcast by rank 0", "No broadcast by rank 0")], "is not about 'No broadcast by rank 0'"),
    "the back of another card": ("card", [("A broadcast of rank 0.", "The average of the gradients.")], "'broadcast-rank-0' is not about"),
    "a check that only the name of a file fits": ("card", [("A broadcast of rank 0.", "A proof."), ("shows: broadcast-rank-0", 'check: says("the step ends", of="topic/proof.py")')], "shares no word with 'A proof.'"),
    "words that torch does not have there": ("multi", [("indices[:padding_size]\")", "indices[:padding_sizes]\")")], "is meant to be true, but its check is false"),
    "a symbol that torch does not have": ("multi", [("DistributedSampler.__iter__", "DistributedSampler.__next__")], "which has no '__next__'"),
    "a file that torch does not have": ("multi", [("utils/data/distributed.py", "utils/data/sampled.py")], "which is not in the installed torch"),
    "words that nobody printed": ("choice", [("are read twice\") == 3616", "are read thrice\") == 3616")], "topic/proof.py did not print"),
    "a card that asks two things": ("card", [("equal?", "equal, and when?")], "this card asks two things"),
    "a multi with one right": ("multi", [("  - {text: A broadcast by rank 0, why: So., shows: broadcast-rank-0}\n", "")], "one option is right"),
    "'above' off its page": ("choice", [("on many ranks?", "in the run above?")], "'above' is only on its page"),
    "a table off its page": ("card", [("the ranks equal?", "the ranks of the table equal?")], "'the table' is only on its page"),
    "a step of a figure": ("order", [("In which order?", "In which order from step 3 on?")], "'step 3' is only on its page"),
    "hints cut at commas": ("numeric", [('["Each part goes round twice, so to say.", "Count the hops."]', "[Each part goes round twice, so to say]")], "look like one that YAML cut at a comma"),
    "a hint cut at a number sign": ("numeric", [('["Each part goes round twice, so to say.", "Count the hops."]', "\n  - Count hop #1 twice")], "YAML cuts this text at ' #'"),
    "a trap in another unit": ("numeric", [("value: S,", "value: 2500,")], "the trap 2500 is the answer in MB"),
    "a trap that is the share": ("share", [("value: 62.5", "value: 0.375")], "the trap 0.375 is the answer in shares"),
    "traps that cannot be told apart": ("numeric", [("value: 2 * S", "value: 2 * S - S")], "the trap 1.5625 is within the tolerance of 1.5625"),
    "a share called a percentage": ("share", [("100 * lost", "lost"), ("37.5 %", "0.375 %")], "a share, or a percentage?"),
    "a second way that is the first": ("numeric", [('value("sends {} GB") GB', "2 * (N - 1) / N * S GB")], "shares the step"),
    "no second way": ("numeric", [('also: value("sends {} GB") GB\n', "")], "worked out in one way alone"),
    "a number that is only reasoned": ("share", [("why: Divide.", "why: Divide.\nevidence: reasoned")], "a numeric is never reasoned"),
    "a line that nobody printed": ("predict", [("line: 2", "line: 3")], "rank 1 has no line 3 on record"),
    "a rank that is not there": ("predict", [("answer: {rank: 1", "answer: {rank: 2")], "the record has no rank 2"),
    "the fix does not change the line": ("debug", [("fixed: topic/whole.py", "fixed: topic/broken.py")], "passes and prints the same as"),
    "the only number is right": ("choice", [("3616 samples twice", "few samples twice"), ('value("{} samples are read twice") == 3616', 'says("few samples")')], "only the right option holds a number"),
    "the only code is right": ("multi", [("kind: multi", "kind: choice"), ("text: A broadcast by rank 0", "text: A `broadcast` by rank 0"), (f"  - {{text: The padding repeats indices, why: So., check: '{TORCH}'}}\n", "")], "only the right option holds code"),
    "all of the above": ("choice", [("It stops at the padding", "None of the above")], "but options are shuffled"),
    "a negation that is easily missed": ("choice", [("What does the sampler do", "What does the sampler not do")], "decides the answer and is easily missed"),
    "a file name that tells": ("predict", [("topic/ranks.py", "topic/left.py"), ("`left 1.5`", "`kept 1.5`"), ("`left 4.5`", "`kept 4.5`")], "the file name 'left' gives 'left' away"),
    "an assert that says something else": ("explain", [("shows: idle-samples", "shows: average")], "'average' is not about 'idle ranks get samples'"),
    "an assert that is not there": ("card", [("shows: broadcast-rank-0", "shows: broadcast-rank")], "no assert of its proofs shows 'broadcast-rank'"),
    "an option that nothing decides": ("multi", [(", refuted: ranks-idle", "")], "nothing decides 'Some ranks stay idle'"),
    "a step that happens nowhere": ("order", [("at: backward", "at: optimizer")], "no proof prints or has 'optimizer'"),
}  # fmt: skip


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """A page with a sound question of each kind, above another that shows their programs."""
    sandbox = Sandbox(tmp_path_factory.mktemp("planted"))
    for name in ("topic/proof.py", "other/proof.py"):
        sandbox.recorded(sandbox.snippet(PROOF, name), ranks=(RankRecord(0, PRINTED, ()),))
    sandbox.recorded(
        sandbox.snippet('print("other")\nprint("more")', "topic/broken.py"),
        ranks=(RankRecord(0, ("other", "more"), ()),),
    )
    sandbox.recorded(
        sandbox.snippet('print("same")\nprint("more")', "topic/whole.py"), ranks=(RankRecord(0, ("same", "more"), ()),)
    )
    ranks = (RankRecord(0, ("start", "left 1.5"), ()), RankRecord(0, ("start", "left 3.5"), ()))
    for name in ("topic/ranks.py", "topic/left.py"):
        sandbox.recorded(sandbox.snippet("print(one)", name, ranks=2), ranks=ranks)
    names = ("topic/proof", "other/proof", "topic/broken", "topic/whole", "topic/ranks", "topic/left")
    sandbox.page("# Shown\n\n" + "".join(f"```run\n{name}.py\n```\n\n" for name in names), "shown.md")
    return sandbox


def told(sandbox: Sandbox, *questions: str) -> list[str]:
    """What `verify` finds on a page of these questions; the asserts of their programs were not turned round."""
    sandbox.page("# Page\n\n" + "\n\n".join(f"~~~quiz\n{text}\n~~~" for text in questions) + "\n")
    return [str(problem) for problem in everything.problems(sandbox.project) if problem.path == "docs/index.md"]


def test_the_page_is_sound_before_anything_is_planted(sound):
    assert told(sound, *SOUND.values()) == []


@pytest.mark.parametrize("name", PLANTED)
def test_a_wrong_question_is_named(sound, name):
    which, changes, words = PLANTED[name]
    text = SOUND[which]
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    found = told(sound, text)
    assert any(words in problem and f"quiz {which!r}: " in problem for problem in found), found


@pytest.mark.parametrize("which", ["choice", "numeric"])
def test_a_record_that_was_edited_contradicts_its_questions(sound, which):
    """Its digest is right; `check` finds it by running the program, and `verify` by what rests on it."""
    record = next(iter(sound.project.records(sound.project.snippets["topic/proof.py"])))
    edited = tuple(line.replace("6384", "3616").replace("2.5", "5.0") for line in PRINTED)
    try:
        write_record(sound.root, dataclasses.replace(record, ranks=(RankRecord(0, edited, ()),)))
        assert any(f"quiz {which!r}: " in problem for problem in told(sound, SOUND[which]))
    finally:
        write_record(sound.root, record)


def test_two_questions_with_the_same_numbers(sound):
    found = told(sound, SHARE, SHARE.replace("id: share", "id: again"))
    assert any("asks for the same numbers as 'share'" in problem for problem in found)
