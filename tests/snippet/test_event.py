"""Events that happen to hosts: how they are written, when they happen, and whom they start."""

from __future__ import annotations

import pytest

from lockstep.snippet.event import Event, are_events, late_hosts, parse_event


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("step 3: cut node1", Event("step 3", "cut", 1)),
        ("a: b: limit node1 200mbit", Event("a: b", "limit", 1, "200mbit")),
        ("x: limit node0 1gbit", Event("x", "limit", 0, "1gbit")),
        ("loss 0.5 (of [2]): kill node9", Event("loss 0.5 (of [2])", "kill", 9)),
        ("node1: cut node2: start node2", Event("node1: cut node2", "start", 2)),
        ("Größe 1: start node2", Event("Größe 1", "start", 2)),
    ],
)
def test_an_event_is_words_and_what_happens_to_a_host(text, event):
    assert parse_event(text) == event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "step 3: cut",
        "step 3: cut host1",
        "cut node1",
        "s: cut node12",
        "s: stop node1",
        "s: limit node1",
        "s: limit node1 0mbit",
        "s: limit node1 fast",
        "s: cut node1 1gbit",
        ": cut node1",
        " s: cut node1",
        "s : cut node1 ",
        "s: cut  node1",
        "s: cut node1\n",
    ],
)
def test_what_is_no_event(text):
    assert parse_event(text) is None


@pytest.mark.parametrize(
    ("value", "are"),
    [
        ([], True),
        (["s: cut node1", "t: kill node0"], True),
        (["s: cut node1", "t: kill"], False),
        ([1], False),
        ("s: cut node1", False),
        ({"s: cut node1": 1}, False),
        (None, False),
    ],
)
def test_a_value_is_a_list_in_which_all_are_events(value, are):
    assert are_events(value) is are


@pytest.mark.parametrize(
    ("line", "is_said"),
    [
        ("rank 0: step 1\n", True),
        ("a step 1.", True),
        ("(step 1)", True),
        ("step 10", False),
        ("a misstep 1", False),
        ("step 1_", False),
        ("step  1", False),
        ("step 10, step 1", True),
        ("", False),
    ],
)
def test_the_words_are_said_as_whole_words(line, is_said):
    assert Event("step 1", "cut", 0).is_said(line) is is_said


def test_words_are_no_pattern():
    event = Event("loss 0.5 (mean)", "cut", 0)
    assert event.is_said("rank 1: loss 0.5 (mean)")
    assert not event.is_said("rank 1: loss 0x5 (mean)")
    assert not event.is_said("rank 1: loss 0.5 mean")


def test_an_event_reads_as_a_sentence():
    said = [str(parse_event(f"s: {text}")) for text in ("cut node0", "kill node1", "start node2", "limit node3 9mbit")]
    assert said == [
        "once a rank prints “s”, node0 is cut off",
        "once a rank prints “s”, node1 is killed",
        "once a rank prints “s”, node2 is started",
        "once a rank prints “s”, node3 gets a link of 9mbit",
    ]


@pytest.mark.parametrize(
    ("events", "hosts"),
    [
        ([], set()),
        ([("start", 1), ("kill", 1)], {1}),
        ([("kill", 2), ("start", 2)], set()),  # it is started again
        ([("start", 1), ("kill", 2), ("start", 3), ("start", 2), ("start", 1)], {1, 3}),
    ],
)
def test_a_host_is_late_if_its_first_event_is_its_start(events, hosts):
    assert late_hosts([Event("s", action, host) for action, host in events]) == hosts
