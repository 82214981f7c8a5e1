"""The drawings of number formats."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import precision


def _records(name, *lines):
    return {f"precision/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_exponent_and_digits_follow_from_the_size_and_the_next_number():
    line = "bfloat16: 16 bits, largest 3.39e+38, smallest 9.2e-41, after 1 comes 1.0078125"
    html = precision.bits(_records("formats_trade_digits_for_range", line)).svg("", 1)
    assert ">8<" in html
    assert ">7<" in html
    assert "largest 3.39e+38" in html


def test_a_value_has_neighbours_or_is_too_large():
    lines = ("257 in bfloat16: 255 [256] 258", "70000 in bfloat16: 69632 [70144] 70656", "70000 in float16: too large")
    canvas = precision.neighbours(_records("neighbours_move_apart_as_numbers_grow", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("257", "70,000")
    assert ">256<" in html
    assert ">70144<" in html
    assert html.count("too large") == 1
