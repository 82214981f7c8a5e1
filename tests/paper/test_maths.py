"""Formulas in the notation of Typst: what LaTeX became on a page, and each element of MathML."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper.maths import from_math_ml
from lockstep.question import maths


@pytest.mark.parametrize(
    ("latex", "typst"),
    [
        (r"\frac{2(N-1)}{N}", r"frac(2 \( N − 1 \), N)"),
        (r"\frac{p-1}{m+p-1}", "frac(p − 1, m + p − 1)"),
        (r"T = \sqrt{2 \cdot C}", "T = sqrt(2 · C)"),
        (r"\frac{T_1}{T_N}", "frac(T_(1), T_(N))"),
        ("10^9", '"10"^(9)'),
        ("2^{D-1}", "2^(D − 1)"),
        (r"\lceil \frac{N}{W} \rceil", "⌈ frac(N, W) ⌉"),
        (r"S_\text{sent}", 'S_("sent")'),
        (r"\frac{N-1}{N} S", "frac(N − 1, N) S"),
        (r"\frac{n}{\lceil a \rceil} \sqrt{\frac{n}{\sqrt{b}}}", "frac(n, ⌈ a ⌉) sqrt(frac(n, sqrt(b)))"),
        (r"S \log_2 N", 'S "log"_(2) N'),
        (r"N T_N (a + b)", r"N T_(N) \( a + b \)"),
        (r"3 \frac{t}{2M}", "3 frac(t, 2 M)"),
        (r"\frac{1}{k} \lceil n \rceil", "frac(1, k) ⌈ n ⌉"),
        (r"\min\left(\frac{a}{b}, c\right)", r'op("min", limits: #true) \( frac(a, b) \, c \)'),
        (r"\max(\frac{a}{b}, c)", r'op("max", limits: #true) \( frac(a, b) \, c \)'),
        (r"\frac{0.3 - s}{0.75} · 4 P", 'frac("0.3" − s, "0.75") · 4 P'),
        (r"x = [a \leq b", r"x = \[ a ≤ b"),
    ],
)
def test_a_formula_of_a_page_has_a_form_on_paper(latex, typst):
    shown, _ = maths.element(latex)[0]
    assert from_math_ml(shown) == typst


@pytest.mark.parametrize(
    ("math_ml", "typst"),
    [
        ("<mi>N</mi>", "N"),
        ("<mn>7</mn>", "7"),
        ("<mn>3.5</mn>", '"3.5"'),  # else Typst reads two numbers of one digit
        ("<mi>log</mi>", '"log"'),  # else Typst looks for a symbol of this name
        ("<mo>≤</mo>", "≤"),
        *((f"<mo>{sign}</mo>", f"\\{sign}") for sign in "()[],;/$#_"),
        ("<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>", "a + b"),
        ("<mi>$</mi>", "\\$"),
        ("<mi>&amp;</mi>", "\\&"),
        ('<mi>a "b"</mi>', r'"a \"b\""'),
        ("<mo>foo</mo>", 'op("foo", limits: #true)'),
        ("<mrow/>", ""),
        ("<msub><mi>T</mi><mn>1</mn></msub>", "T_(1)"),
        ("<msup><mi>T</mi><mrow><mi>a</mi><mo>−</mo><mn>1</mn></mrow></msup>", "T^(a − 1)"),
        ("<msup><msub><mi>T</mi><mi>N</mi></msub><mn>2</mn></msup>", "T_(N)^(2)"),
        ("<mfrac><mrow><mi>a</mi><mi>b</mi></mrow><mi>c</mi></mfrac>", "frac(a b, c)"),
        ("<msqrt><mi>a</mi><mi>b</mi></msqrt>", "sqrt(a b)"),
    ],
)
def test_each_element_has_its_notation(math_ml, typst):
    assert from_math_ml(ET.fromstring(math_ml)) == typst
