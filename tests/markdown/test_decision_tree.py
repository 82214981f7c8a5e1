"""The tree of a `decide` fence: what is wrong with its form and its leaves is told with the line."""

from __future__ import annotations

import pytest

from lockstep.markdown import decide, decision_tree
from lockstep.page import Fence

TREE = """- What do you see?
  - It stands still
    - Does any rank print steps?
      - Yes -> One rank is late: see [who waits](why.md#who-waits). topic/one.py
      - No -> [Nothing moves](why.md). topic/one.py
  - It ends with an error -> [Read it](errors/broken.md).
"""
WHY = "# Why\n\n## Who waits\n\n```run\ntopic/one.py\n```\n"
ENTRY = """---
title: It is broken
---
# It is broken

```error
strikes = "data"
cause = "It is broken."
fix = "Repair it."
symptom = "It is broken."
broken = "topic/one.py"
fixed = "topic/one.py"
```
"""


@pytest.fixture
def project(sandbox):
    sandbox.snippet()
    sandbox.recorded()
    sandbox.snippet(name="topic/never.py")
    sandbox.page(WHY + "\n```run\ntopic/never.py\n```\n", "why.md")
    sandbox.page(ENTRY, "errors/broken.md")
    return sandbox


def said(sandbox, text: str) -> list[str]:
    sandbox.page(f"# Page\n\n```decide\n{text}```\n")
    return [str(problem) for problem in decide.problems(sandbox.project)]


def test_a_tree_is_read():
    problems = []
    tree = decision_tree.read(Fence(1, "decide", tuple(TREE.split("\n"))), problems)
    assert not problems
    assert [answer.text for answer in tree.below] == ["It stands still", "It ends with an error"]
    leaves = list(decision_tree.leaves(tree))
    assert [leaf.snippet for leaf in leaves] == ["topic/one.py", "topic/one.py", ""]
    assert leaves[0].advice == "One rank is late: see [who waits](why.md#who-waits)."


def test_a_sound_tree_has_no_problem(project):
    assert said(project, TREE) == []


WRONG = {
    "a leaf that was never run": ("why.md). topic/one.py", "why.md). topic/never.py", 8, "topic/never.py has no run on record. Run: nox -s record -- topic/never.py"),
    "a snippet that is not on the page": ("why.md). topic/one.py", "why.md). topic/other.py", 8, "docs/why.md does not show topic/other.py."),
    "a leaf without a snippet": ("why.md). topic/one.py", "why.md).", 8, "the leaf names no snippet, and its page is no error entry. Write topic/name.py at its end."),
    "a page that is not there": ("(why.md). topic", "(whi.md). topic", 8, "the leaf leads to no page; there is no docs/whi.md."),
    "a heading that is not there": ("#who-waits", "#who-is-late", 7, "the leaf leads to no place on docs/why.md: 'who-is-late'."),
    "a leaf without a link": ("[Read it](errors/broken.md).", "Read it.", 9, "the leaf 'Read it.' has no link, or several. Write one: [what to do](page.md)."),
    "one answer": ("      - No -> [Nothing moves](why.md). topic/one.py\n", "", 6, "'Does any rank print steps?' has fewer than two answers. Add one, or leave the question out."),
    "no question mark": ("print steps?", "print steps", 6, "'Does any rank print steps' is no question. End it with a question mark."),
    "an answer that leads nowhere": (" -> [Read it](errors/broken.md).", "", 9, "the answer 'It ends with an error' leads to no questions and no leaf."),
    "an answer twice": ("- No ->", "- Yes ->", 8, "the answer 'Yes' stands there twice, and nobody gets here. Leave one out."),
    "a question below a leaf": ("broken.md).\n", "broken.md).\n    - Why?\n", 10, "this stands below a leaf, and nobody gets here. Take the leaf or this out."),
    "a second question at the margin": ("broken.md).\n", "broken.md).\n- Who?\n  - I -> [a](why.md). topic/one.py\n", 10, "no answer leads to this question."),
    "text": ("broken.md).\n", "broken.md).\nWell.\n", 10, "this is no item of the list. Write '- text', two blanks deeper than above it."),
    "three blanks": ("  - It ends", "   - It ends", 9, "this is no item of the list."),
}  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "words"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_told_with_its_line(project, old, new, line, words):
    assert old in TREE
    problems = said(project, TREE.replace(old, new, 1))
    assert any(one.startswith(f"docs/index.md:{line}: decide: {words}") for one in problems), problems


def test_an_empty_tree_and_one_too_deep_are_refused(project):
    assert "there is no question" in said(project, "")[0]
    deep = "\n".join(f"{'  ' * depth}- Why?" for depth in range(40)) + "\n"
    assert any("more than 8 questions" in one for one in said(project, deep))
