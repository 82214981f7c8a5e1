"""Errors of jobs that nobody here wrote: how many the finder gets right, and that it is never sure and wrong."""

from __future__ import annotations

import re

import pytest
import yaml
from sandbox import ROOT

from lockstep.explain import entry
from lockstep.explain import verdict as explain
from lockstep.explain.verdict import Verdict
from lockstep.project import Project

WILD = yaml.safe_load((ROOT / "tests/explain/wild.yml").read_text())
ENTRIES = list(entry.entries(Project(ROOT).texts))
HALF = 30
RIGHT = {"open": 28, "aside": 24}  # as measured: the half set aside once, with nothing changed after it
NEXT = "Give it the whole logs of all ranks"


def said(one: dict) -> Verdict:
    return explain.explain(one["lines"], ENTRIES)


def slug(verdict: Verdict) -> str:
    return (verdict.root.slug if verdict.root else "") or "none"


def short(verdict: Verdict) -> str:
    return verdict.sure if slug(verdict) == "none" else f"{verdict.sure} {slug(verdict)}"


def test_each_is_of_another_issue_and_has_a_cause_of_the_index():
    assert len({one["where"] for one in WILD}) == len(WILD) == 2 * HALF
    assert [one["half"] for one in WILD] == ["open", "aside"] * HALF
    assert all(re.fullmatch(r"[\w.-]+/[\w.-]+#[0-9]+", one["where"]) for one in WILD)
    assert {one["cause"] for one in WILD} <= {"none", *(known.slug for known in ENTRIES)}


@pytest.mark.parametrize("one", WILD, ids=[one["where"] for one in WILD])
def test_the_verdict_is_the_one_on_record(one):
    verdict = said(one)
    assert short(verdict) == one["verdict"], verdict
    assert verdict.sure != "sure" or slug(verdict) == one["cause"], "sure, and wrong"
    if slug(verdict) == "none":  # an honest next step: the error to search for, or what to give
        assert verdict.sure in ("no match", "unsure")
        assert verdict.root or verdict.others or NEXT in verdict.reason


@pytest.mark.parametrize("half", RIGHT)
def test_as_many_are_right_as_were_when_it_was_measured(half):
    assert sum(slug(said(one)) == one["cause"] for one in WILD if one["half"] == half) >= RIGHT[half]


def test_the_page_states_what_was_measured():
    section = (ROOT / "docs/log.md").read_text().partition("## On logs from elsewhere\n")[2]
    numbers = [int(number) for number in re.findall(r'\[([0-9]+)[^\]]*\]\(= "given"\)', section)]
    assert numbers == [2 * HALF, HALF, HALF, RIGHT["open"], RIGHT["aside"]]
