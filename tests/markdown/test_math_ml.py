"""Formulas in a page: prices left alone, bad LaTeX a problem with its line."""

from __future__ import annotations

import pytest
from markdown import Markdown

from lockstep.problem import LockstepError


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
