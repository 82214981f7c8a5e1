from __future__ import annotations

import dataclasses

import pytest

from lockstep.question.kinds.predict import Recorded
from lockstep.record.record import RankRecord, record_path, write_record
from tests.question.asking import PREDICT, own_problems, read, whole


@pytest.mark.parametrize(
    ("answer", "recorded"),
    [
        ("{rank: 1, line: 2}", Recorded(1, 2)),
        ("{line: 3}", Recorded(0, 3)),
        ("{rank: 1, line: error}", Recorded(1, 0)),
        ("{find: 'x(.)'}", Recorded(0, 1, "x(.)")),
        ("guilty", Recorded(guilty=True)),
    ],
)
def test_reading(answer, recorded):
    question, problems = read(PREDICT.replace("{rank: 1, line: 2}", answer))
    assert problems == []
    assert question.recorded == recorded


@pytest.mark.parametrize("answer", ["4.5", "{rank: one}", "{line: 0}", "{rank: '9999999'}", "{lien: 1}"])
def test_a_place_that_is_none(answer):
    problems = read(PREDICT.replace("{rank: 1, line: 2}", answer))[1]
    assert any(
        problem.startswith("9: quiz 'one': 'answer' is wrong. It is a place in the record") for problem in problems
    )


@pytest.mark.parametrize(
    ("find", "why"),
    [
        ("(", "is no regular expression: missing ), unterminated subpattern at position 0"),
        ("x", "has not one group, which is the answer"),
        ("((?:ab|ab)*$)", "has a loop (* + ? {} |) in another, which can take any time"),
    ],
)
def test_a_pattern_that_cannot_be_taken(find, why):
    todo = "Take words of the line; see the contributing guide."
    problems = read(PREDICT.replace("{rank: 1, line: 2}", f"{{find: '{find}'}}"))[1]
    assert problems == [f"9: quiz 'one': the pattern {find!r} {why}. {todo}"]


@pytest.mark.parametrize("key", ["run", "answer", "why"])
def test_what_it_needs(key):
    lines = [line for line in PREDICT.split("\n") if not line.startswith(key)]
    assert f"4: quiz 'one': {key!r} is missing. Add '{key}:'." in read("\n".join(lines))[1]


def test_its_answer_is_on_record(sound):
    question, problems = whole(sound, PREDICT)
    assert problems == []
    assert [(option.text, option.why, option.right, option.code) for option in question.options] == [
        ("4.50", "So it is.", True, True),
        ("`5`", "No.", False, False),
    ]
    assert (question.why, question.key) == ("", "d1f22fe9")


def test_a_part_of_a_line(sound):
    question, problems = whole(sound, PREDICT.replace("line: 2", "line: 2, find: '([.]5)'"))
    assert (problems, question.options[0].text) == ([], ".5")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("rank: 1", "rank: 2", "9: quiz 'one': the record has no rank 2; it has 2. Fix 'answer:'."),
        ("line: 2", "line: 3", "9: quiz 'one': rank 1 has no line 3 on record; it printed 2. Fix 'answer:'."),
        ("line: 2", "line: error", "9: quiz 'one': rank 1 raised nothing. Fix 'answer:'."),
        ("line: 2", "find: 'x(.)'", "9: quiz 'one': find: 'x(.)' is not in '2'. Fix 'answer:'."),
        ("`5`", "`4.5`", "11: quiz 'one': this distractor is the answer, '4.50'. Replace it."),
        ("why: So", "log: true\nwhy: So", "12: quiz 'one': the record of topic/two.py has no log. Set log = true in the program and record it."),
    ],
)  # fmt: skip
def test_problems_with_the_record(sound, old, new, problem):
    assert whole(sound, PREDICT.replace(old, new))[1] == [problem]


def test_a_snippet_that_is_not_on_record(sound):
    record_path(sound.root, "cpu", "topic/two.py").unlink()
    assert whole(sound, PREDICT)[1] == [
        "8: quiz 'one': topic/two.py is not on record. Run: nox -s record -- topic/two.py"
    ]


def test_a_snippet_whose_record_is_stale(sound):
    sound.snippet("print(7)", "topic/two.py", ranks=2)
    assert whole(sound, PREDICT)[1] == [
        "8: quiz 'one': topic/two.py changed since it was recorded. Run: nox -s record -- topic/two.py"
    ]


def test_the_guilty_rank_of_a_log(sound):
    text = ['  File "snippets/topic/two.py", line 9, in <module>', "ValueError: too few"]
    failed = (RankRecord(0, (), ()), RankRecord(1, (), ("Traceback (most recent call last):", *text)))
    made = sound.recorded("topic/two.py", ranks=failed)
    write_record(sound.root, dataclasses.replace(made, first=1, log=("[rank1]: ValueError: too few",)))
    options = "[{text: rank 2, why: No.}, {text: rank 0, why: No.}]"
    question, problems = whole(
        sound,
        f"""id: one
kind: predict
level: beginner
ask: Which?
run: topic/two.py
log: true
answer: guilty
wrong: {options}
why: It fell.""",
    )
    assert problems == []
    assert [option.text for option in question.shuffled] == ["rank 0", "rank 1", "rank 2"]
    assert not question.options[0].code
    assert question.terminal(sound.project) == ["[rank1]: ValueError: too few"]
    assert question.attributes()["ordered"] == ""


def test_only_options_that_were_written_are_compared(sound):
    assert own_problems(sound, PREDICT) == []
    twice = PREDICT.replace('  - {text: "`5`", why: No.}', '  - {text: "`5`", why: No.}\n  - {text: "5", why: No.}')
    assert own_problems(sound, twice) == ["12: quiz 'one': two options are equal. Replace one."]
    question, problems = whole(sound, PREDICT.replace("`5`", "`4.5`"))
    assert len(problems) == 1  # that the distractor is the answer is told once
    assert list(question.problems(sound.project)) == []


@pytest.mark.parametrize(
    ("printed", "option", "prompt"),
    [
        ("has 2.00 times", "`1.00`", "Type a number."),
        ("has 1,024 B times", "`512 B`", "Type a number."),
        ("has 27.3% times", "`nan`", "Type a number."),
        ("has [0, 3] times", "`[]`", "Type a list of numbers."),
        ("has [[8, 9], [1, 2]] times", "`(-8, 9.5)`", "Type a list of numbers."),
        ("has 0 times", "`None`", "Type what it prints."),
        ("has [0, 3] times", "`3`", "Type what it prints."),
        ("has ['a'] times", "`['b']`", "Type what it prints."),
        ("has 2 of 4 times", "`4 of 4`", "Type what it prints."),
    ],
)
def test_what_is_asked_for_is_said(sound, printed, option, prompt):
    sound.recorded("topic/two.py", ranks=(RankRecord(0, ("2",), ()), RankRecord(1, ("one", printed), ())))
    text = PREDICT.replace("line: 2", "line: 2, find: 'has (.*) times'").replace("`5`", option)
    question, problems = whole(sound, text)
    assert problems == []
    assert question.prompt == prompt


@pytest.mark.parametrize(
    ("option", "is_answer"),
    [("(0, 3)", True), ("`[0, 3.0]`", True), ("[0,3]", True), ("[3, 0]", False), ("[0, -3]", False), ("[[0], [3]]", False)],
)  # fmt: skip
def test_a_list_of_the_same_numbers_is_no_distractor(sound, option, is_answer):
    sound.recorded("topic/two.py", ranks=(RankRecord(0, ("2",), ()), RankRecord(1, ("one", "[0, 3]"), ())))
    problems = whole(sound, PREDICT.replace("`5`", option))[1]
    told = "11: quiz 'one': this distractor is the answer, '[0, 3]'. Replace it."
    assert problems == ([told] if is_answer else [])
