"""What a forked rank must have in common with a process that torchrun starts; what it does, `test_warm` sees."""

from __future__ import annotations

import pytest

from lockstep.engine.rank import Rank, _exit_code


@pytest.mark.parametrize(("given", "code"), [(None, 0), (0, 0), (3, 3), (-1, 255), (256, 0), (True, 1)])
def test_an_exit_code_is_that_of_python(given, code):
    assert _exit_code(given) == code


def test_a_text_is_told_and_counts_as_failed(capsys):
    assert _exit_code("no GPU") == 1
    assert capsys.readouterr().err == "no GPU\n"


def test_a_rank_knows_its_place_among_all():
    variables = Rank({"ranks": 4}, 2, 29_500, leader=1)._torchrun_environment()
    assert {name: variables[name] for name in ("RANK", "LOCAL_RANK", "WORLD_SIZE", "MASTER_PORT")} == {
        "RANK": "2",
        "LOCAL_RANK": "2",
        "WORLD_SIZE": "4",
        "MASTER_PORT": "29500",
    }
