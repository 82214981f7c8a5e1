"""The facts of a script: which events a rule has to look at."""

from __future__ import annotations

import pytest

from lockstep.explain.script.event import Event, Facts


def facts(*events: Event) -> Facts:
    return Facts(events, frozenset())


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("torch.distributed.all_reduce", "all_reduce"),
        ("?.step", "step"),
        ("= .fc", "fc"),
        ("del .fc", "fc"),
        ("= model", "= model"),
        ("= self.best", "best"),
        ("= rows[]", "= rows[]"),
        ("+=", "+="),
        ("break", "break"),
        ("", ""),
    ],
)
def test_the_last_part_of_a_name_is_behind_its_last_dot(name, last):
    assert Event(name=name).last == last


def test_events_of_one_last_name_are_found_in_the_order_of_the_script():
    found = facts(*(Event(name=name) for name in ("a.step", "break", "b.step", "step", "break")))
    assert found.by_name == {"step": [0, 2, 3], "break": [1, 4]}
    assert facts().by_name == {}


def test_the_events_to_which_all_ranks_must_come():
    found = facts(Event(name="a"), Event(name="b", meets=True), Event(name="c"), Event(name="d", meets=True))
    assert (found.meeting, facts().meeting) == ([1, 3], [])


@pytest.mark.parametrize("field", ["kinds", "arg_kinds", "given", "over_kinds"])
def test_an_event_has_a_kind_whatever_the_kind_is_of(field):
    loader = Event(name="a", **{field: frozenset({"loader"})})
    assert facts(Event(name="b"), loader, Event(name="c")).with_kinds == [1]


def test_an_event_of_which_no_kind_is_known_has_none():
    other = Event(name="a", args=("loader",), around=frozenset({"loop"}), meets=True, rests_on=frozenset({"loss"}))
    assert facts(other).with_kinds == []
