"""The simulated ranks: each is labelled and held to something real."""

from __future__ import annotations

import re

import pytest
from sandbox import ROOT

from lockstep.record.record import read_record
from lockstep.snippet.snippet import read_snippet, snippet_names

RAN, PLAYED = "ranks/ring_and_tree_sum_by_send_and_recv.py", "ranks/ring_takes_more_hops_than_a_tree.py"
NAMES = [name for name in snippet_names(ROOT) if name.startswith("ranks/") and name not in (RAN, PLAYED)]


def records(*names):
    return {name: read_record(ROOT, "cpu", name) for name in names}


@pytest.mark.parametrize("name", NAMES)
def test_a_simulation_is_labelled_and_held_to_something_real(name):
    one = read_snippet(ROOT, name)
    assert one.needs.simulates
    said = "\n".join(line for rank in records(name)[name].ranks for line in rank.stdout)
    assert "SIMULATED" in said
    assert "REAL" in said or "arXiv" in one.source or "assert kept == rows" in one.source  # a run, a paper, a formula


def test_the_ring_and_the_tree_are_played_as_they_ran():
    made = records(RAN, PLAYED)
    ran = re.findall(r"[\d.]+", " ".join(made[RAN].ranks[0].stdout))
    played = next(line for line in made[PLAYED].ranks[0].stdout if line.startswith("    4 SIMULATED"))
    assert list(map(float, ran)) == list(map(float, played.split()[2:])) == [6, 1.5, 4, 2]
    assert read_snippet(ROOT, PLAYED).needs.simulates
