"""Questions: what is wrong with one is told with its line on the page, all at once, and such a page never builds."""

from __future__ import annotations

import dataclasses

import pytest
from sandbox import Sandbox

from lockstep.problem import LockstepError
from lockstep.question import bank
from lockstep.record import what_if
from lockstep.record.record import RankRecord
from lockstep.record.what_if import Variant
from lockstep.rules import questions as rules
from lockstep.rules.questions import examine
from lockstep.snippet.edit import Edit
from tests.question.asking import ALL, CARD, CHOICE, DEBUG, EXPLAIN, NUMERIC, ORDER, PREDICT, make_sound, page


@pytest.fixture
def sound(sandbox, monkeypatch) -> Sandbox:
    own = tuple(rule for rule in rules.RULES if rule.__module__ == rules.__name__)  # others have tests of their own
    monkeypatch.setattr(rules, "RULES", own)
    return make_sound(sandbox)


def problems(sandbox: Sandbox) -> list[str]:
    return [str(problem) for problem in examine(sandbox.project)]


def built(sandbox: Sandbox) -> str:
    return sandbox.html("index.md", "pymdownx.superfences")


@pytest.mark.parametrize("question", ALL, ids=lambda text: text.split("\n")[1])
def test_a_sound_question_has_no_problem_and_builds(sound, question, monkeypatch):
    page(sound, question)
    assert problems(sound) == []
    monkeypatch.chdir(sound.root)
    html = built(sound)
    assert '<ls-question class="ls-q"' in html
    assert "~~~" not in html
    assert "{ls-" not in html


FAULTS = {  # name: (question, what is replaced, by what, line on the page, message)
    "no right answer": (CHOICE, "right: {text: this, why: Because.}\n", "", 4, "no option is right. Mark one under 'right:'."),
    "no wrong answer": (CHOICE, CHOICE[CHOICE.index("wrong") : CHOICE.index("proof")], "", 4, "no option is wrong. Add two or three under 'wrong:'."),
    "two right": (CHOICE, "right: {text: this, why: Because.}", "right:\n  - {text: a, why: b}\n  - {text: c, why: d}", 8, "two options are right. Keep one, or make it a multi."),
    "equal options": (CHOICE, "those", "That", 11, "two options are equal. Replace one."),
    "right among the wrong": (CHOICE, "those", "this", 11, "two options are equal. Replace one."),
    "missing why": (CHOICE, "{text: that, why: No.}", "{text: that}", 10, "wrong: this item has no 'why'. Add 'why:'."),
    "a comma in braces": (CHOICE, "{text: that, why: No.}", "{text: that, why: No, never.}", 10, "wrong: an item has no key 'never.'. Put quotes around a text that holds a comma."),
    "empty why": (CHOICE, "{text: that, why: No.}", "{text: that, why: ''}", 10, "wrong: this item has no 'why'. Add 'why:'."),
    "missing proof": (CHOICE, "\nproof: topic/one.py", "", 4, "'proof' is missing. Name a snippet whose assert carries the claim, or arithmetic that is true."),
    "proof that is not there": (CHOICE, "topic/one.py", "topic/oen.py", 12, "no snippet topic/oen.py. Did you mean topic/one.py?"),
    "one proof of two that is not there": (CHOICE, "proof: topic/one.py", "proof: [topic/one.py, topic/oen.py]", 12, "no snippet topic/oen.py. Did you mean topic/one.py?"),
    "proof of another type": (CHOICE, "proof: topic/one.py", "proof: {a: b}", 12, "'proof' is wrong. It is a text."),
    "proof that is false": (CARD, "1 + 1 == 2", "1 + 1 == 3", 9, "proof: '1 + 1 == 3' is not true. Compare two sides that are equal."),
    "proof that is no comparison": (CARD, "1 + 1 == 2", "1 + 1", 9, "proof: '1 + 1' is not true. Compare two sides that are equal."),
    "proof that is no arithmetic": (CARD, "1 + 1 == 2", "because", 9, "proof: 'because' names 'because', which is not given. Name a snippet or write arithmetic that is true."),
    "unknown key": (CHOICE, "level:", "levle: x\nlevel:", 6, "a choice has no key 'levle'. Did you mean level?"),
    "key of another kind": (CHOICE, "proof:", "model: x\nproof:", 12, "a choice has no key 'model'."),
    "unknown kind": (CHOICE, "kind: choice", "kind: choise", 5, "no kind is called 'choise'. Did you mean choice?"),
    "unknown level": (CHOICE, "beginner", "hard", 6, "no level is called 'hard'."),
    "missing level": (CHOICE, "level: beginner\n", "", 4, "'level' is missing. Add 'level:' with one of: beginner, intermediate, advanced, expert."),
    "missing ask": (CHOICE, "ask: What is it?\n", "", 4, "'ask' is missing. Add 'ask:'."),
    "wrong type: list": (CHOICE, "ask: What is it?", "ask: [What]", 7, "'ask' is wrong. It is a text."),
    "wrong type: hints": (CHOICE, "ask:", "hints: think\nask:", 7, "'hints' is wrong. It is a list of texts."),
    "wrong type: right": (CHOICE, "right: {text: this, why: Because.}", "right: this", 8, "'right' is wrong. It is a list; each item has 'text' and 'why'."),
    "wrong type: shuffle": (CHOICE, "ask:", "shuffle: no\nask:", 7, "'shuffle' is wrong. It is true or false."),
    "bad id": (CHOICE, "id: one", "id: One", 4, "the id 'One' is wrong. Use a-z, 0-9 and single hyphens."),
    "yaml: cut": (CHOICE, "ask: What is it?", "ask: What is #1?", 7, "YAML cuts this text at ' #' and keeps 'What is'. Put quotes around it."),
    "yaml: colon": (CHOICE, "ask: What is it?", "ask: What: is it?", 7, "this is not YAML: mapping values are not allowed in this context. Put quotes around a text that holds ': '."),
    "yaml: backtick": (CHOICE, "text: that", "text: `that`", 10, "this is not YAML:"),
    "yaml: tab": (CHOICE, "  - {text: that", "\t- {text: that", 10, "a tab indents this line. Use spaces."),
    "above": (CHOICE, "text: those", "text: none of the above", 11, "'none of the above', but options are shuffled. Say what you mean, or add 'shuffle: false'."),
    "not": (CHOICE, "What is it?", "Which of these is NOT it?", 7, "'NOT' decides the answer and is easily missed. Write **NOT**, or ask without it."),
    "small not": (CHOICE, "What is it?", "Which of these is not it?", 7, "'not' decides the answer"),
    "dead page": (CHOICE, "Because.", "'See [it](gone.md).'", 8, "the link 'gone.md' leads to no page; there is no docs/gone.md. Fix it."),
    "dead heading": (CHOICE, "Because.", "'See [it](shown.md#shwon).'", 8, "the link 'shown.md#shwon' leads to no place on docs/shown.md. Did you mean shown?"),
    "read is no link": (CHOICE, "proof:", "read: shown.md\nproof:", 12, "'read' is no link."),
    "typed python": (CHOICE, "ask: What is it?", "ask: |\n  What?\n\n  ```python\n  x = 1\n  ```", 10, "this Python is not run."),
    "region that is not there": (PREDICT, "run: topic/two.py", "run: topic/two.py\nregion: lop", 9, "topic/two.py has no region 'lop'. Did you mean loop?"),
    "region without a program": (CHOICE, "ask:", "region: loop\nask:", 7, "a question without a program has no region 'loop'."),
    "predict: no such rank": (PREDICT, "rank: 1", "rank: 2", 9, "the record has no rank 2; it has 2. Fix 'answer:'."),
    "predict: no such line": (PREDICT, "line: 2", "line: 3", 9, "rank 1 has no line 3 on record; it printed 2. Fix 'answer:'."),
    "predict: no such part": (PREDICT, "line: 2", 'line: 2, find: "x(.)"', 9, "find: 'x(.)' is not in '4.50'. Fix 'answer:'."),
    "predict: nothing raised": (PREDICT, "line: 2", "line: error", 9, "rank 1 raised nothing. Fix 'answer:'."),
    "predict: no place": (PREDICT, "{rank: 1, line: 2}", "4.5", 9, "'answer' is wrong. It is a place in the record"),
    "predict: bad pattern": (PREDICT, "line: 2", 'line: 2, find: "("', 9, "the pattern '(' is no regular expression"),
    "predict: distractor is the answer": (PREDICT, "`5`", "`4.5`", 11, "this distractor is the answer, '4.50'. Replace it."),
    "numeric: no arithmetic": (NUMERIC, "2 * (N - 1) / N", "about 2", 9, "answer: 'about 2' is no arithmetic."),
    "numeric: unknown name": (NUMERIC, "{N: 8}", "{M: 8}", 9, "answer: '2 * (N - 1) / N' names 'N', which is not given."),
    "numeric: needs tolerance": (NUMERIC, "{N: 8}", "{N: 7}", 9, "the answer 1.71429 cannot be typed exactly. Give it a tolerance, such as 1% or 0.01."),
    "numeric: unknown unit": (NUMERIC, "why:", "unit: parsec\nwhy:", 10, "no unit is called 'parsec'."),
    "numeric: trap is right": (NUMERIC, "why:", "traps: [{value: 7 / 4, why: x}]\nwhy:", 10, "this trap is the right answer."),
    "numeric: bad given": (NUMERIC, "{N: 8}", "{N: eight}", 8, "given: N names 'eight', which is not given."),
    "numeric: braces that nothing fills": (NUMERIC, "How many?", "How many of {N}?", 7, "readers see {N}, which nothing fills. Type the number, or draw one in 'given:' and put no braces in code."),
    "numeric: arithmetic that nothing fills": (NUMERIC, "why: Count.", 'why: "{N / 2} of them."', 10, "readers see {N / 2}, which nothing fills."),
    "numeric: a comma in a formula": (NUMERIC, "{N: 8}", "{N: 8, M: max(1, N)}", 8, 'given: M is no arithmetic. Put quotes around a formula that holds a comma: "max(N, 8)".'),
    "numeric: braces that nothing closes": (NUMERIC, "why: Count.", 'why: "{N / 2 of them."', 10, "readers see {N / 2 of them., which nothing fills."),
    "numeric: a hint that nothing fills": (NUMERIC, "why:", 'hints: ["Take {N}."]\nwhy:', 10, "readers see {N}, which nothing fills."),
    "numeric: braces in code": (NUMERIC, "given: {N: 8}", "given: {N: 8 in 2..8 times 2}", 7, "readers see {N}, which nothing fills."),
    "choice: an option that nothing fills": (CHOICE, "{text: that", '{text: "{2 * 3} times"', 10, "readers see {2 * 3}, which nothing fills."),
    "card: a bad formula": (CARD, "back: That.", r"back: The share $\fraq{C}{T}$.", 8, r"a formula in 'The share $\fraq{C}{T}$.' has an unknown command. Fix its LaTeX."),
    "card: a back that nothing fills": (CARD, "back: That.", 'back: "{1 + 1}."', 8, "readers see {1 + 1}, which nothing fills."),
    "debug: no such line": (DEBUG, "print(two)", "print(three)", 10, "topic/broken.py has no such line. Copy one line of it that stands once."),
    "debug: line not shown": (DEBUG, "broken: topic/broken.py", "broken: topic/two.py\nregion: loop", 12, "the region 'loop' does not show this line."),
    "debug: passes": (DEBUG, "broken: topic/broken.py", "broken: topic/one.py", 8, "topic/one.py passes and prints the same as topic/one.py. Name a program that goes wrong."),
    "order: lines not in order": (ORDER, "{line: one = int(1), why: First.}", "{line: assert one == 1, why: First.}", 11, "in topic/one.py this line stands above the step before."),
    "order: two steps": (ORDER, "  - {text: think, why: Second.}\n", "", 8, "has fewer than three steps."),
    "explain: no concepts": (EXPLAIN, "concepts: [this, that]\n", "", 4, "'concepts' is missing. Add 'concepts:'."),
    "card: no back": (CARD, "back: That.\n", "", 4, "'back' is missing. Add 'back:'."),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_told_with_its_line_and_never_builds(sound, fault, monkeypatch):
    question, old, new, line, message = FAULTS[fault]
    assert old in question
    if fault == "debug: line not shown":
        question = question.replace("print(two)", "print(3)").replace("two = 2", "assert one == 1")
    if fault == "debug: passes":
        question = question.replace("line: print(two)", "text: a").replace("line: two = 2", "text: b")
    if fault == "numeric: braces in code":
        question = question.replace("ask: How many?", 'ask: "How many? `x = {N}`, N = {N}."')
    page(sound, question.replace(old, new, 1))
    found = problems(sound)
    assert any(problem.startswith(f"docs/index.md:{line}: ") and message in problem for problem in found), found
    if bank.questions(sound.project)[1]:
        monkeypatch.chdir(sound.root)
        with pytest.raises(LockstepError) as error:
            built(sound)
        assert any(
            str(one).startswith(f"docs/index.md:{line}: ") and message in str(one) for one in error.value.problems
        )


def test_all_problems_of_a_page_come_at_once_and_sorted(sound):
    page(
        sound,
        CHOICE.replace("level: beginner\n", "").replace("this, why: Because.", "this"),
        CARD.replace("card", "crad"),
    )
    found = problems(sound)
    assert len(found) >= 3
    assert found == sorted(found, key=lambda text: int(text.split(":")[1]))


def test_a_question_may_have_two_proofs(sound):
    page(sound, CHOICE.replace("proof: topic/one.py", "proof: [topic/one.py, topic/two.py, 1 + 1 == 2]"))
    one = bank.questions(sound.project)[0][0]
    assert problems(sound) == []
    assert (one.evidence, one.expression) == (["topic/one.py", "topic/two.py"], "1 + 1 == 2")


def test_an_id_stands_once_in_the_whole_site(sound):
    page(sound, CHOICE)
    page(sound, CARD, name="two.md")
    assert problems(sound) == [
        "docs/two.md:4: the id 'one' is also that of docs/index.md:4. Give it one of its own.",
    ]


def test_a_predict_stands_above_the_output_it_asks_for(sound):
    page(sound, PREDICT, head="# Page\n\n```run\ntopic/two.py\n```\n\n")
    assert problems(sound) == [
        "docs/index.md:7: quiz 'one': its answer stands above it, at line 3. Move the question up."
    ]


def test_a_debug_stands_above_the_run_that_highlights_its_line(sound):
    page(sound, DEBUG, head="# Page\n\n```run\ntopic/broken.py\nshow: code\n```\n\n")
    assert problems(sound) == [
        "docs/index.md:8: quiz 'one': its answer stands above it, at line 3. Move the question up."
    ]


def test_a_predict_follows_its_record(sound):
    page(sound, PREDICT)
    one = bank.questions(sound.project)[0][0]
    assert [(o.text, o.right) for o in one.options] == [("4.50", True), ("`5`", False)]
    sound.recorded("topic/two.py", ranks=(RankRecord(0, ("2",), ()), RankRecord(0, ("2", "5"), ())))
    assert problems(sound) == ["docs/index.md:11: quiz 'one': this distractor is the answer, '5'. Replace it."]


def test_a_predict_of_a_stale_snippet(sound):
    page(sound, PREDICT)
    sound.snippet("print(7)", "topic/two.py", ranks=2)
    assert problems(sound) == [
        "docs/index.md:8: quiz 'one': topic/two.py changed since it was recorded. Run: nox -s record -- topic/two.py"
    ]


def test_a_predict_of_an_exception(sound):
    text = (
        'Traceback (most recent call last):\n  File "snippets/topic/two.py", line 9, in <module>\nValueError: too few'
    )
    printed = (RankRecord(0, (), ()), RankRecord(1, (), tuple(text.split("\n"))))
    sound.recorded("topic/two.py", ranks=printed)
    page(sound, PREDICT.replace("line: 2", "line: error"))
    assert problems(sound) == []
    assert bank.questions(sound.project)[0][0].options[0].text == "ValueError: too few"


def test_the_right_option_is_not_the_longest_everywhere(sound):
    long = CHOICE.replace("text: this", "text: this one with a long tail")
    page(sound, *(long.replace("id: one", f"id: n{n}") for n in range(3)), CHOICE)
    found = problems(sound)
    assert found == [
        "docs/index.md:3: in 3 of 4 questions of this page the right option is the longest. "
        "Shorten some, or lengthen a distractor."
    ]


def test_emphasis_makes_a_negation_seen(sound):
    page(sound, CHOICE.replace("What is it?", "Which of these is **not** it?"))
    assert problems(sound) == []


def test_code_and_a_plain_question_may_say_not(sound):
    page(sound, CHOICE.replace("What is it?", "Why does `not x` not help? What if it does?"))
    assert problems(sound) == []


def test_all_of_the_above_in_a_fixed_order(sound):
    page(sound, CHOICE.replace("those", "none of the above").replace("ask:", "shuffle: false\nask:"))
    assert problems(sound) == []


def test_a_fence_inside_a_list_or_a_quote_is_refused(sound):
    sound.page(
        "# Page\n\n- item\n\n    ~~~quiz\n" + "\n".join("    " + line for line in CHOICE.split("\n")) + "\n    ~~~\n"
    )
    assert problems(sound) == ["docs/index.md:5: a quiz stands at the left margin. Take it out of the list or quote."]


CHALLENGE = "```challenge\ntopic: topic\nbadge: Ring bearer\nseconds: 90\nattempts: 2\n```\n\n"


def five(sandbox: Sandbox, count: int = 5, change=lambda text: text) -> None:
    sandbox.page("# Topic\n\n## Part\n", "topic/index.md")
    more = "hints: [Think.]\nread: '[Part](index.md#part)'\nproof:"
    ones = [change(CHOICE.replace("id: one", f"id: c{n}").replace("proof:", more)) for n in range(count)]
    page(sandbox, *ones, name="topic/challenge.md", head=f"# Challenge\n\n{CHALLENGE}")


def test_a_challenge(sound):
    five(sound)
    assert problems(sound) == []


@pytest.mark.parametrize(
    ("change", "line", "message"),
    [
        (lambda t: t.replace("hints: [Think.]\n", ""), 10, "quiz 'c0': 'hints' is missing; a challenge offers it. Add 'hints:'."),
        (lambda t: t.replace("read: '[Part](index.md#part)'\n", ""), 10, "quiz 'c0': 'read' is missing; a challenge offers it."),
        (lambda t: t.replace("#part", "#prat"), 20, "quiz 'c0': the link 'index.md#prat' leads to no place on docs/topic/index.md. Did you mean part?"),
    ],
)  # fmt: skip
def test_a_question_of_a_challenge(sound, change, line, message):
    five(sound, change=change)
    assert any(p.startswith(f"docs/topic/challenge.md:{line}: {message}") for p in problems(sound)), problems(sound)


def test_a_challenge_without_five(sound):
    five(sound, 4)
    assert problems(sound) == ["docs/topic/challenge.md:3: a challenge asks 5 questions; this page has 4. Add some."]


def test_the_key_says_whether_the_question_changed(sound):
    page(sound, CHOICE)
    one = bank.questions(sound.project)[0][0]
    assert one.key == dataclasses.replace(one, why="Another closing word.", hints=("x",), level="expert", line=99).key
    right, *wrong = one.options
    assert one.key == dataclasses.replace(one, options=(dataclasses.replace(right, why="Other."), *wrong)).key
    assert one.key != dataclasses.replace(one, ask="What was it?").key
    assert one.key != dataclasses.replace(one, options=(right, *wrong[:1])).key
    assert one.key != dataclasses.replace(one, options=(dataclasses.replace(right, right=False), *wrong)).key


def test_the_order_of_options_is_stable_and_tells_nothing(sound):
    page(sound, *(CHOICE.replace("id: one", f"id: n{n}") for n in range(60)))
    found = bank.questions(sound.project)[0]
    places = [next(n for n, option in enumerate(one.shuffled) if option.right) for one in found]
    assert {places.count(place) > 8 for place in range(3)} == {True}
    assert [one.shuffled for one in found] == [one.shuffled for one in bank.questions(sound.project)[0]]


def test_steps_are_never_shown_in_the_right_order(sound):
    page(sound, *(ORDER.replace("id: one", f"id: n{n}") for n in range(40)))
    for one in bank.questions(sound.project)[0]:
        assert one.shuffled != list(one.options)
        assert sorted(one.shuffled, key=one.options.index) == list(one.options)


def test_verify_tells_of_questions_too(sound):
    page(sound, CHOICE.replace("beginner", "hard"))
    done = sound.lockstep("verify")
    assert done.returncode == 1
    assert "docs/index.md:6: quiz 'one': no level is called 'hard'." in done.stdout


def test_a_program_of_a_question_counts_as_shown(sound):
    (sound.root / "docs/shown.md").unlink()
    page(sound, PREDICT, DEBUG.replace("id: one", "id: two"))
    assert sound.project.shown.keys() == {"topic/two.py", "topic/broken.py", "topic/one.py"}
    assert sound.project.places["topic/two.py"] == ("docs/index.md", "q-one")


def test_variants_are_of_the_snippet_as_it_is_and_each_line_changes_something(sandbox):
    sandbox.snippet(ranks=2)
    sandbox.recorded()
    sandbox.page("# Page\n\n```run\ntopic/one.py\n```\n")
    what_if.write(sandbox.project.snippets["topic/one.py"], "cpu", [Variant(edit=Edit(6), count=2, end="same")])
    path = what_if.path_of(sandbox.root, "cpu", "topic/one.py")
    [problem] = problems(sandbox)
    assert problem.startswith("snippets/topic/one.py:6: without this line the program does the same.")
    text = path.read_text("utf-8").replace('"same"', '"finished"')
    path.write_text(text, "utf-8")
    assert problems(sandbox) == []
    (path.parent / "two.json").write_text(text, "utf-8")
    path.write_text("{}", "utf-8")
    assert problems(sandbox) == [
        "snippets/topic/one.py: changed since its variants ran, or questions ask for others. "
        "Run: nox -s what_if -- topic/one.py",
        "snippets/what-if/cpu/topic/two.json: holds variants of topic/two.py, which is not there. Delete it.",
    ]
    sandbox.snippet()
    (path.parent / "two.json").unlink()
    assert problems(sandbox) == [
        "snippets/what-if/cpu/topic/one.json: topic/one.py is not varied, and no question asks for its lines. Delete it."
    ]
