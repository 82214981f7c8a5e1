"""The drawings of number formats."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import precision, precision_steps, precision_sum


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


def test_a_box_stands_where_its_number_lies():
    lines = [f"update {n}: alone 1.0000, copy {1 - n / 1000:.4f}, its bfloat16 1.0000" for n in range(2)]
    canvas = precision_steps.updates(_records("a_weight_after_each_update", *lines))
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert html.count(">1.0000<") == 6
    assert html.count(">0.9990<") == 1


def test_a_bar_for_each_step():
    lines = ("step 1: scale 8192, scaled gradient inf, skipped", "step 2: scale 4096, scaled gradient 32768, stepped")
    canvas = precision_steps.scale(_records("the_scale_halves_and_doubles", *lines))
    html = canvas.svg("", 1)
    assert canvas.steps == 2
    assert all(f">{word}<" in html for word in ("8192", "inf", "skip", "step"))


def test_the_largest_error_has_the_longest_bar():
    lines = ("    4 SIMULATED  0.25%  0.24%", " 1024 SIMULATED 50.04%  0.29%")
    canvas = precision_sum.draw(_records("a_long_sum_in_bf16_falls_short", *lines))
    html = canvas.svg("", 1)
    assert canvas.parameter == ("4", "1,024")
    assert "one after another: 50.04 %" in html
    assert html.count('width="380"') == 1
