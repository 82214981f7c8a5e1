"""Formulas: MathML with a text form, prices left alone, bad LaTeX a problem with its line."""

from __future__ import annotations

import pytest
from markdown import Markdown

from lockstep.markdown import math_ml
from lockstep.paper import maths
from lockstep.problem import LockstepError


@pytest.mark.parametrize(
    ("latex", "text", "typst"),
    [
        (r"\frac{2(N-1)}{N}", "2(N − 1) / N", r"frac(2 \( N − 1 \), N)"),
        (r"\frac{p-1}{m+p-1}", "(p − 1) / (m + p − 1)", "frac(p − 1, m + p − 1)"),
        (r"T = \sqrt{2 \cdot C}", "T = √(2 · C)", "T = sqrt(2 · C)"),
        (r"\frac{T_1}{T_N}", "T_1 / T_N", "frac(T_(1), T_(N))"),
        ("10^9", "10^9", '"10"^(9)'),
        (r"S_\text{sent}", "S_sent", 'S_("sent")'),
    ],
)
def test_a_formula_is_mathml_with_a_text_and_has_a_form_on_paper(latex, text, typst):
    shown, annotation = math_ml.math_ml(latex)[0]
    assert annotation.text == text
    assert maths.from_math_ml(shown) == typst
    assert [part.tag for part in shown.iter() if part.tag == shown.tag] == ["mstyle"]  # else the search ends it early
    assert "data-search-exclude" in shown.attrib  # the search takes the text form alone


def test_dollar_signs_and_code_are_no_formulas():
    html = Markdown(extensions=["lockstep"]).convert("From $5 to $6, \\$a\\$, `$b$` and $c$.")
    assert html.startswith("<p>From $5 to $6, $a$, <code>$b$</code> and <math>")


def test_a_formula_that_is_a_paragraph_is_set_tall():
    html = Markdown(extensions=["lockstep"]).convert("$a$\n\nSee $b$.")
    assert html.count("<math") == 2
    assert html.split()[:2] == ["<p>", "<math"]
    assert html.index('display="block"') < html.index("See")
    assert html.count("display=") == 1


@pytest.mark.parametrize(
    ("latex", "what"),
    [(r"\frac{1}{", "is not LaTeX"), (r"\foo", "has an unknown command"), (r"\vec{x}", "has a part 'mover'")],
)
def test_a_bad_formula_is_a_problem_with_its_line(latex, what):
    with pytest.raises(LockstepError) as error:
        Markdown(extensions=["lockstep"]).convert(f"One.\n\nSee ${latex}$.")
    assert f"docs/index.md:3: the formula ${latex}$ {what}" in str(error.value)
