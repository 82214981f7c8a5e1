"""Which numbers of a sentence are results, and what gives one."""

from __future__ import annotations

import pytest

from lockstep.rules import results


@pytest.mark.parametrize(
    ("sentence", "found"),
    [
        ("Each rank sends 28 GB in 7 steps.", ["28", "7"]),
        ("Rank 3 and ranks 4, 5 and 6 wait on 512 GPUs, since 2.6, in 2024.", []),
        ("Take 3,200 samples.", []),
        ("It takes 51,000 hours, which is 2 N and no 0.", ["51,000"]),
    ],
)
def test_names_years_versions_and_counts_of_machines_are_no_results(sentence, found):
    assert [numeral[0] for numeral in results.results(sentence)] == found


def test_a_number_follows_from_two_others_by_one_step():
    assert results.follows(704, [88, 8, 704])
    assert not results.follows(705.0, [80, 8])
    assert not results.follows(2, [4, 8])  # as good as any other pair


@pytest.mark.parametrize(
    ("numeral", "rounding"),
    [("6.24", 0.005), ("704", 0.5), ("51,000", 500), ("100", 2.5), ("20", 0.5), ("7", 0.5)],
)
def test_how_far_a_rounded_number_may_be_off(numeral, rounding):
    assert results.rounding(numeral) == pytest.approx(rounding, rel=1e-3)
