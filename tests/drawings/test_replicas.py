"""The drawing of the home page is made of what two programs printed."""

from __future__ import annotations

import dataclasses

import pytest
from sandbox import ROOT

from lockstep.drawings import replicas
from lockstep.drawings.canvas import BadDrawing
from lockstep.engine.machine import CPU
from lockstep.project import Project

TOGETHER, ALONE = "ddp/replicas_step_together.py", "ddp/replicas_drift_without_ddp.py"


@pytest.fixture(scope="module")
def records():
    project = Project(ROOT)
    return {name: project.record(project.snippets[name], CPU) for name in (TOGETHER, ALONE)}


def test_gradients_average_and_weights_come_from_the_records(records):
    svg = str(replicas.draw(records).svg("", 1))
    for text, times in ((">2.5<", 4), (">-0.75<", 4), (">1.0<", 1), (">4.0<", 1), (">-0.30<", 1), (">-1.20<", 1)):
        assert svg.count(text) == times, text


def test_records_of_unlike_jobs_are_refused(records):
    two = dataclasses.replace(records[ALONE], ranks=records[ALONE].ranks[:2])
    with pytest.raises(BadDrawing, match="different numbers of ranks"):
        replicas.draw({**records, ALONE: two})
