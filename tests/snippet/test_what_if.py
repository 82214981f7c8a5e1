from __future__ import annotations

import pytest

from lockstep.snippet.snippet import read_snippet
from lockstep.snippet.what_if import WhatIf, is_list, read

SOUND = {"line": "x = 1", "label": "Two", "becomes": "x = 2"}


def test_an_edit_and_a_reason_are_read():
    tables = [SOUND, {"line": "x = 1", "stays": "Why."}]
    assert is_list(tables)
    assert read(tables) == (WhatIf("x = 1", "Two", "x = 2"), WhatIf("x = 1", stays="Why."))


@pytest.mark.parametrize(
    "table", [{}, {"line": "x"}, SOUND | {"stays": "both"}, SOUND | {"label": " "}, SOUND | {"line": 1}]
)
def test_another_table_is_refused(table):
    assert not is_list([table])


def test_a_wrong_table_is_a_problem_of_the_snippet(sandbox):
    name = sandbox.snippet(ranks=2, needs='[[tool.lockstep.what-if]]\nline = "x"')
    assert "what-if" in str(read_snippet(sandbox.root, name).problems[0])
