"""Arithmetic as LaTeX."""

from __future__ import annotations

import pytest

from lockstep.question import as_latex, maths


@pytest.mark.parametrize(
    ("arithmetic", "latex", "text"),
    [
        ("2 * (N - 1) / N", [r"\frac{2 \cdot (N - 1)}{N}"], "2 · (N − 1) / N"),
        ("(a + b) * c / (d * e)", [r"\frac{(a + b) \cdot c}{d \cdot e}"], "(a + b) · c / (d · e)"),
        ("(a + b) / (c - d)", [r"\frac{a + b}{c - d}"], "(a + b) / (c − d)"),
        ("a - (b - c) - d", ["a - (b - c) - d"], "a − (b − c) − d"),
        ("(a - b) ** 2 + T1", ["(a - b)^{2} + T_{1}"], "(a − b)² + T₁"),
        ("(K == 0) * s + (K > 0)", [r"[K = 0] \cdot s + [K > 0]"], "[K = 0] · s + [K > 0]"),
        ("a <= b + 1 != c", [r"a \leq b + 1 \neq c"], "a ≤ b + 1 ≠ c"),
        ("ceil(N / W) % 3", [r"\lceil \frac{N}{W} \rceil \bmod 3"], "⌈N / W⌉ mod 3"),
        ("sqrt(2 * C) // 3", [r"\lfloor \frac{\sqrt{2 \cdot C}}{3} \rfloor"], "⌊√(2 · C) / 3⌋"),
        ("max(0, log2(n)) * 3e8", [r"\max(0, \log_2(n)) \cdot 3 \cdot 10^{8}"], "max(0, log₂(n)) · 3 · 10⁸"),
        ("65504 * 0.25 * 1e-5", [r"\text{65,504} \cdot 0.25 \cdot 10^{-5}"], "65,504 · 0.25 · 10⁻⁵"),
        ("2.718281828459045 ** t", [r"\exp(t)"], "exp(t)"),
    ],
)
def test_arithmetic_becomes_latex(arithmetic, latex, text):
    assert as_latex.formulas(arithmetic) == latex
    assert maths.plain(as_latex.written(arithmetic)) == text


@pytest.mark.parametrize(
    ("arithmetic", "parts"),
    [
        ("(first + 1) * (second + 2) * (third + 3) * (fourth + 4)", "(first + 1) · (second + 2)|· (third + 3)|· (fourth + 4)"),
        ("first * 1000 + second * 1000 - third * 1000 <= fourth + 1", "[first · 1000|+ second · 1000|− third · 1000|≤ fourth|+ 1]"),
        ("(a == 1) + (b == 2) + (c == 3) + (d == 4) + (e == 5) + (f == 6) + (g == 7) + (h == 8)", "[a = 1]|+ [b = 2]|+ [c = 3]|+ [d = 4]|+ [e = 5]|+ [f = 6]|+ [g = 7]|+ [h = 8]"),
    ],
)  # fmt: skip
def test_long_arithmetic_is_in_parts(arithmetic, parts):
    found = [maths.plain(f"${part}$") for part in as_latex.formulas(arithmetic, "all")]
    assert "|".join(found) == f"all = {parts}"


def test_what_asks_a_run_is_code():
    assert as_latex.written("value('{} s') / 2") == "`value('{} s') / 2`"
