"""What is due today: all within as many days as there are shares, and about as much each day."""

from __future__ import annotations

from due import DAY, due, is_due

NAMES = [f"topic/program_{number}.py" for number in range(300)]


def test_each_is_due_on_one_day_of_a_round():
    for days in (2, 3, 10):
        assert all(sum(is_due(name, days, day) for day in range(20, 20 + days)) == 1 for name in NAMES)


def test_about_as_many_are_due_each_day():
    counts = [sum(is_due(name, 10, day) for name in NAMES) for day in range(10)]
    assert max(counts) < 1.5 * len(NAMES) / 10


def test_what_is_due_keeps_its_order():
    assert due(NAMES, 3) == [name for name in NAMES if is_due(name, 3, DAY)]
