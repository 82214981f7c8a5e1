from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.expression import ExpressionError, calculate, evaluate, program, shown


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2 * (8 - 1) / 8", 1.75),
        ("ceil(ceil(N / W) / b)", 8),
        ("-2**2", -4),
        ("2**-3", 0.125),
        ("7 // 2 + 7 % 2", 4),
        ("max(1, 2, 3) - min(4, 5)", -1),
        ("0.1 + 0.2 == 0.3", True),
        ("1 < 2 < 3 != 4", True),
        ("1 == 2", False),
        ("sqrt(16) + log2(8)", 7),
    ],
)
def test_arithmetic(text, value):
    assert evaluate(text, {"N": 1000, "W": 4, "b": 32}) == value


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0", "divides by zero"),
        ("x + 1", "names 'x', which is not given"),
        ("9**9**9", "is too large"),
        ("2.0**100 * 2.0**100", "is too large"),
        ("(-8)**0.5", "is no real number"),
        ("1 +", "is no arithmetic"),
        ("min(1)", "is no arithmetic"),
        ("1" * 301, "is longer than 300 characters"),
        ("__import__('os')", "holds \"__import__('os')\", which is no arithmetic it knows"),
        ("(1).real", "holds '1 .real', which is no arithmetic it knows"),
        ("True", "holds 'True', which is no arithmetic it knows"),
        ("'a' * 3", "holds \"'a'\", which is no arithmetic it knows"),
        ("[1][0]", "holds '[1][0]', which is no arithmetic it knows"),
        ("(lambda: 1)()", "holds '(lambda: 1)()', which is no arithmetic it knows"),
        ("max(*[1])", "holds '*[1]', which is no arithmetic it knows"),
    ],
)
def test_what_has_no_value(text, why):
    with pytest.raises(ExpressionError) as error:
        evaluate(text)
    assert str(error.value) == why


@pytest.mark.parametrize(
    ("text", "why"), [("(((", "is no arithmetic"), ("1+" * 200 + "1", "is longer than 300 characters")]
)
def test_what_is_no_program(text, why):
    with pytest.raises(ExpressionError, match=why):
        program(text)


@given(st.text(alphabet="0123456789+-*/().eNW<=> ceilmax,", max_size=40))
def test_it_ends_with_a_number_or_says_why(text):
    with contextlib.suppress(ExpressionError):
        assert isinstance(evaluate(text, {"N": 3, "W": 2}), int | float)


def test_numbers_as_a_reader_writes_them():
    assert [shown(v) for v in (8, 1.75, 1 / 3, 16e9, 1e-7, 0.0, -2.5)] == [
        "8", "1.75", "0.333333", "16,000,000,000", "1e-07", "0", "-2.5",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        *("7", "0.5", "N", "N - 3", "3 - N", "N / 8", "N ** 2", "7 // N", "N % 3", "-N", "N < 3", "N >= 3"),
        *("max(1, N, 3)", "min(N, 2) - max(N, 2)", "ceil(ceil(100 / N) / 3)", "log2(N) + abs(-N) - sqrt(N * N)"),
    ],
)
def test_a_program_has_the_value_of_its_expression(text):
    assert calculate(program(text), {"N": 5.0}) == evaluate(text, {"N": 5.0})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / (N - N)", "has no value"),
        ("sqrt(-N)", "has no value"),
        ("N * M", "names 'M', which is not given"),
        ("1e30 * N", "is too large"),
    ],
)
def test_a_program_without_a_value_says_why(text, why):
    with pytest.raises(ExpressionError, match=why):
        calculate(program(text), {"N": 5.0})
