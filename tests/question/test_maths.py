"""Formulas: MathML with a text form, plain text where no MathML can stand."""

from __future__ import annotations

import pytest

from lockstep.paper.maths import from_math_ml
from lockstep.question import maths


@pytest.mark.parametrize(
    ("latex", "text", "typst"),
    [
        (r"\frac{2(N-1)}{N}", "2(N − 1) / N", r"frac(2 \( N − 1 \), N)"),
        (r"\frac{p-1}{m+p-1}", "(p − 1) / (m + p − 1)", "frac(p − 1, m + p − 1)"),
        (r"T = \sqrt{2 \cdot C}", "T = √(2 · C)", "T = sqrt(2 · C)"),
        (r"\frac{T_1}{T_N}", "T₁ / T_N", "frac(T_(1), T_(N))"),
        ("10^9", "10⁹", '"10"^(9)'),
        ("2^{D-1}", "2^(D − 1)", "2^(D − 1)"),
        (r"\lceil \frac{N}{W} \rceil", "⌈N / W⌉", "⌈ frac(N, W) ⌉"),
        (r"S_\text{sent}", "S_sent", 'S_("sent")'),
        (r"\frac{N-1}{N} S", "(N − 1) / N · S", "frac(N − 1, N) S"),
        (
            r"\frac{n}{\lceil a \rceil} \sqrt{\frac{n}{\sqrt{b}}}",
            "n / ⌈a⌉ · √(n / √(b))",
            "frac(n, ⌈ a ⌉) sqrt(frac(n, sqrt(b)))",
        ),
        (r"S \log_2 N", "S log₂ N", 'S "log"_(2) N'),
        (r"N T_N (a + b)", "N T_N(a + b)", r"N T_(N) \( a + b \)"),
        (r"3 \frac{t}{2M}", "3 · t / (2M)", "3 frac(t, 2 M)"),
        (r"\frac{1}{k} \lceil n \rceil", "1 / k · ⌈n⌉", "frac(1, k) ⌈ n ⌉"),
        (r"\min\left(\frac{a}{b}, c\right)", "min(a / b, c)", r"min \( frac(a, b) \, c \)"),
        (r"\max(\frac{a}{b}, c)", "max(a / b, c)", r"max \( frac(a, b) \, c \)"),
        (r"\frac{0.3 - s}{0.75} · 4 P", "(0.3 − s) / 0.75 · 4P", 'frac("0.3" − s, "0.75") · 4 P'),
        (r"x = [a \leq b", "x = [a ≤ b", r"x = \[ a ≤ b"),
    ],
)
def test_a_formula_is_mathml_with_a_text_and_has_a_form_on_paper(latex, text, typst):
    shown, annotation = maths.element(latex)[0]
    assert annotation.text == text
    assert from_math_ml(shown) == typst
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
