"""Questions that lack a key, or hold something else under it: each is told what is wrong, and no rule falls over it."""

from __future__ import annotations

import re

import pytest

from lockstep.rules import everything
from tests.question.asking import ALL, make_sound, page
from tests.question.kinds.test_line import LINE

_KEY = re.compile(r"(?m)^([a-z-]+):")
WRONG = ("5", "", "[]", "[5]", "{a: b}", "[{a: b}]", "[[5]]")


def broken(question: str) -> list[str]:
    """The question without each of its keys, and with something of another type under each."""
    blocks = re.split(r"(?m)^(?=[a-z-]+:)", question + "\n")[1:]
    found = []
    for number, block in enumerate(blocks):
        key = _KEY.match(block)[1]
        for other in ("", *(f"{key}: {value}\n" for value in WRONG)):
            found.append("".join([*blocks[:number], other, *blocks[number + 1 :]]))
    return found


@pytest.mark.parametrize("question", [*ALL, LINE], ids=[re.search("kind: (.*)", text)[1] for text in [*ALL, LINE]])
def test_no_rule_falls_over_a_key_that_is_missing_or_of_another_type(sandbox, question):
    make_sound(sandbox)
    versions = [text.replace("id: one", f"id: one-{number}").rstrip() for number, text in enumerate(broken(question))]
    page(sandbox, *versions)
    failed = [str(problem) for problem in everything.problems(sandbox.project) if "itself failed" in str(problem)]
    assert failed == []
