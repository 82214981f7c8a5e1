"""What the planner says that a rank holds, against the bytes that torch allocates when the layout's program runs at real size."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from sandbox import ROOT

from lockstep.explain.plan.counted import cases

CASES = {case.title(): case for case in cases()}


@pytest.fixture(scope="module")
def counted():
    """What each run allocates, in bytes."""
    lines = (json.dumps({"given": case.given, "at": case.at, "flying": case.flying}) for case in cases())
    done = subprocess.run(
        [sys.executable, ROOT / "tests/explain/plan/fake_run.py"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(zip(CASES, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", CASES)
def test_what_the_page_calls_counted_is_counted(counted, name):
    assert counted[name] == pytest.approx(CASES[name].counted, rel=0.001)


@pytest.mark.parametrize("name", CASES)
def test_a_rank_holds_what_the_planner_says(name):
    case = CASES[name]
    says = case.planned()
    for part in ("weights", "optimizer"):
        assert says[part] == pytest.approx(case.counted[part], rel=0.01)
    if case.given["pp"] == 1:  # a pipeline's gradients are whole until the last micro-batch; the total has them
        assert says["gradients"] == pytest.approx(case.counted["gradients"], rel=0.01)
    if case.given["stages"] == 1:
        assert says["kept"] == pytest.approx(case.counted["kept"], rel=0.03)
    assert says["total"] == pytest.approx(case.counted["total"], rel=0.1)


def test_each_kind_of_split_is_counted():
    for name in ("pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "recompute", "micro_batch"):
        assert any(case.layout.get(name, 0) > (name != "recompute") for case in cases()), name
