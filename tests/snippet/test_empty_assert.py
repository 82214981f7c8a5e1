"""Asserts that cannot fail are refused, by each rule; those that look alike and can fail are not."""

from __future__ import annotations

import ast

import pytest

from lockstep.snippet.empty_assert import in_head, problems, proofs
from lockstep.snippet.snippet import read_snippet

ABOVE = """
import math
import torch
def function(): ...
class Class: ...
one = 1
pair = (1, "two")
alias = one
items, x, y = [], torch.ones(1), torch.zeros(1)
counted = 0
counted += 1
for step in range(3): ...
computed = int(1)
"""


def reasons(statement):
    return [problem.what.partition("cannot fail: ")[2] for problem in problems("a.py", ast.parse(ABOVE + statement))]


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("True", "it is made of literals alone."),
        ("1", "it is made of literals alone."),
        ("'words'", "it is made of literals alone."),
        ("1 + 1 == 2", "it is made of literals alone."),
        ("(1 + 2, 4) == (3, 4)", "it is made of literals alone."),
        ("not False", "what stands behind 'not' is never true."),
        ("max(1, len('ab')) == 2", "it is made of literals alone."),
        ("not 0", "what stands behind 'not' is never true."),
        ("not []", "what stands behind 'not' is never true."),
        ("not (x and False)", "what stands behind 'not' is never true."),
        ("not x is not x", "what stands behind 'not' is never true."),
        ("(x == y, 'message')", "a tuple that is not empty is true."),
        ("[x == y]", "a list that is not empty is true."),
        ("{x: y}", "a dict that is not empty is true."),
        ("lambda: x == y", "a function or a generator is true, whatever it gives."),
        ("(item == 1 for item in items)", "a function or a generator is true, whatever it gives."),
        ("function", "'function' is a function, a class or a module, and so is true."),
        ("Class", "'Class' is a function, a class or a module, and so is true."),
        ("math", "'math' is a function, a class or a module, and so is true."),
        ("x == x", "it compares a thing with itself."),
        ("x <= x", "it compares a thing with itself."),
        ("x.grad is x.grad", "it compares a thing with itself."),
        ("items[0] == items[0] == items[0]", "it compares a thing with itself."),
        ("len(items) == len(items)", "it compares a thing with itself."),
        ("torch.equal(x, x)", "it compares a thing with itself."),
        ("torch.allclose(x.grad, x.grad, rtol=0.1)", "it compares a thing with itself."),
        ("math.isclose(computed, computed)", "it compares a thing with itself."),
        ("x in (y, x)", "it looks for a thing beside itself."),
        ("isinstance(x, object)", "everything is an object."),
        ("len(items) >= 0", "no length is below zero."),
        ("0 <= len(items)", "no length is below zero."),
        ("len(items) > -1", "no length is below zero."),
        ("-1 != len(items)", "no length is below zero."),
        ("abs(x) >= 0", "no absolute value is below zero."),
        ("True if x else (x, y)", "each part is always true."),
        ("x == y or True", "it is made of literals alone."),
        ("x == y or x == x", "it compares a thing with itself."),
        ("x == y or x != y", "one part is the opposite of another."),
        ("computed < 2 or x or computed >= 2", "one part is the opposite of another."),
        ("x or not x", "one part is the opposite of another."),
        ("True and len(items) >= 0", "each part is always true."),
        ("(z := (x, y))", "a tuple that is not empty is true."),
        ("one == 1", "it only reads 'one', bound once, to a literal."),
        ("(one + 1, pair) == (2, 3)", "it only reads 'one', 'pair', bound once, to a literal."),
        ("alias == one", "it only reads 'alias', 'one', bound once, to a literal."),
        ("one if pair else 2", "it only reads 'one', 'pair', bound once, to a literal."),
    ],
)
def test_an_assert_that_cannot_fail(test, reason):
    assert reasons(f"assert {test}") == [reason]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 == 2", "it asks nothing of the run"),
        ("1 == 1", "it compares a thing with itself"),
        ("not 1 == 2", "it asks nothing of the run"),
        ('says("x") or count("y") == count("y")', "it compares a thing with itself"),
        ('count("x") >= 0', "no count is below zero"),
        ('says("")', "every line holds ''"),
        ('says("", rank=1) and raises("E")', "every line holds ''"),
        ('says("x") and not complains("y", rank=0)', ""),
        ('count("x") > 0 and 2 < value("{} GB") < 9', ""),
        ('raises("E: no", at="")', ""),
        ("says(", ""),
        ("-" * 9_000 + "1", ""),
    ],
)
def test_an_assert_in_the_head_that_cannot_fail(text, reason):
    assert in_head(text) == reason


@pytest.mark.parametrize(
    "test",
    [
        "False",  # this line is never reached
        "x",
        "x == y",
        "x == 1 or y == 1",
        "x != x",  # a NaN
        "x == x == y",
        "x >= y or x == 1",
        "x == y or y != 1",
        "not x",
        "not items",
        "not (x == x and y)",
        "list(items) == list(items)",  # a sampler may shuffle
        "next(iter(items)) == next(iter(items))",
        "torch.equal(x, y)",
        "torch.equal(torch.rand(1), torch.rand(1))",
        "isinstance(x, torch.Tensor)",
        "len(items) > 0",
        "len(items) != 0",
        "len(items) <= 0",
        "0 == len(items)",
        "sum(items) >= 0",
        "x in (y, 1)",
        "()",
        "0 and x",
        "(*items,)",
        "{**items}",
        "function()",
        "Class.x == 1",
        "counted == 1",
        "step == 2",
        "computed == 1",
        "one == computed",
        "all(item == 1 for item in items)",
        "torch.cuda.is_available()",
    ],
)
def test_an_assert_that_can_fail(test):
    assert reasons(f"assert {test}") == []


def test_a_name_that_is_bound_again_anywhere_is_computed():
    for again in ("global one", "with x as one: ...", "for one in items: ...", "def f(one): ...", "del one"):
        assert reasons(f"def g():\n  {again}\nassert one == 1") == []
    assert reasons("try: ...\nexcept ValueError as one: ...\nassert one == 1") == []
    assert reasons("match x:\n  case [*one]: ...\nassert one == 1") == []


def test_assert_close_is_an_assert_and_all_blocks_are_looked_into():
    assert reasons("torch.testing.assert_close(x.grad, x.grad)") == ["it compares a thing with itself."]
    assert reasons("torch.testing.assert_close(x, y)") == []
    source = "if x:\n  try:\n    assert 1\n  except E:\n    assert 2\n  else:\n    assert 3\n  finally:\n    assert 4\n"
    source += "else:\n  with x:\n    assert 5\nmatch x:\n  case 1:\n    def f():\n      assert 6"
    assert [proof.test.value for proof in proofs(ast.parse(source).body)] == [1, 3, 4, 2, 5, 6]


def test_it_is_a_problem_of_the_snippet_at_its_line(sandbox):
    name = sandbox.snippet("assert one == one")
    (problem,) = read_snippet(sandbox.root, name).problems
    assert str(problem) == (
        f"snippets/{name}:7: this assert cannot fail: it compares a thing with itself. "
        "Assert what the program computes, against one process or a closed form."
    )
