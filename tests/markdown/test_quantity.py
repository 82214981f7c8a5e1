"""A value of a calculator: which are taken, and what a reader sees."""

from __future__ import annotations

import pytest

from lockstep.markdown.quantity import Quantity

GPUS = Quantity(name="N", label="GPUs", least=1, most=64, whole=True)
TYPE = Quantity(name="W", label="Type", least=2, most=4, choices=((2, "bf16"), (4, "fp32")))


@pytest.mark.parametrize(("quantity", "value", "wrong"), [
    (GPUS, 8, ""), (GPUS, 0, "N = 0 is outside 1 to 64."), (GPUS, float("nan"), "N = nan is outside 1 to 64."),
    (GPUS, 2.5, "N = 2.5 is not whole."), (TYPE, 2, ""), (TYPE, 3, "W = 3 is none of its choices."),
])  # fmt: skip
def test_a_value_is_in_the_range_whole_or_a_choice(quantity, value, wrong):
    assert quantity.wrong(value) == wrong


def test_a_reader_sees_words_where_there_are_some():
    fits = Quantity(name="fits", label="Fits", words=("yes", "no"))
    assert [fits.text(1), fits.text(0), TYPE.text(4), GPUS.text(1234)] == ["yes", "no", "fp32", "1,234"]
