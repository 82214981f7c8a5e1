"""Formulas: MathML with a text form, plain text where no MathML can stand."""

from __future__ import annotations

import pytest

from lockstep.question import maths


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"\frac{2(N-1)}{N}", "2(N − 1) / N"),
        (r"\frac{p-1}{m+p-1}", "(p − 1) / (m + p − 1)"),
        (r"T = \sqrt{2 \cdot C}", "T = √(2 · C)"),
        (r"\frac{T_1}{T_N}", "T₁ / T_N"),
        ("10^9", "10⁹"),
        ("2^{D-1}", "2^(D − 1)"),
        (r"\lceil \frac{N}{W} \rceil", "⌈N / W⌉"),
        (r"S_\text{sent}", "S_sent"),
        (r"\frac{N-1}{N} S", "(N − 1) / N · S"),
        (r"\frac{n}{\lceil a \rceil} \sqrt{\frac{n}{\sqrt{b}}}", "n / ⌈a⌉ · √(n / √(b))"),
        (r"S \log_2 N", "S log₂ N"),
        (r"N T_N (a + b)", "N T_N(a + b)"),
        (r"3 \frac{t}{2M}", "3 · t / (2M)"),
        (r"\frac{1}{k} \lceil n \rceil", "1 / k · ⌈n⌉"),
        (r"\min\left(\frac{a}{b}, c\right)", "min(a / b, c)"),
        (r"\max(\frac{a}{b}, c)", "max(a / b, c)"),
        (r"\frac{0.3 - s}{0.75} · 4 P", "(0.3 − s) / 0.75 · 4P"),
        (r"x = [a \leq b", "x = [a ≤ b"),
    ],
)
def test_a_formula_is_mathml_with_a_text(latex, text):
    shown, annotation = maths.element(latex)[0]
    assert annotation.text == text
    assert [part.tag for part in shown.iter() if part.tag == shown.tag] == ["mstyle"]  # else the search ends it early
    assert "data-search-exclude" in shown.attrib  # the search takes the text form alone


def test_plain_text_keeps_code_and_prices():
    text = r"`$a$`, \$5 and $\frac{C}{T}$ of {N}"
    assert maths.plain(text) == r"`$a$`, \$5 and C / T of {N}"


@pytest.mark.parametrize(
    ("latex", "what"),
    [(r"\frac{1}{", "is not LaTeX"), (r"\foo", "has an unknown command"), (r"\vec{x}", "has a part 'mover'")],
)
def test_a_bad_formula_says_what_is_wrong(latex, what):
    with pytest.raises(ValueError, match=what):
        maths.plain(f"See ${latex}$.")
