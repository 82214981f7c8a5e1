"""What the planner says that a rank holds, against the bytes that torch allocates when the layout's program runs at real size.

A quarter of the cases is counted again each day, and all of them when what they were counted with has changed.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import subprocess
import sys
import tomllib

import pytest
from due import due
from sandbox import ROOT

from lockstep.explain.plan.counted import cases

QUARTERS = 4
CASES = {case.title(): case for case in cases()}
PLAN = ROOT / "lockstep/explain/plan"


def lines(names) -> list[str]:
    """The cases as the counting program reads them."""
    chosen = (CASES[name] for name in names)
    return [json.dumps({"given": case.given, "at": case.at, "flying": case.flying}) for case in chosen]


def digest() -> str:
    """Of all that decides what is counted: the program, what counts, the cases and torch."""
    sources = [PLAN / "program.py", PLAN / "program.txt", ROOT / "tests/explain/plan/fake_run.py"]
    version = importlib.metadata.version("torch").partition("+")[0]
    parts = [*(path.read_text("utf-8") for path in sources), *lines(CASES), version]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


DIGEST = tomllib.loads((PLAN / "counted.toml").read_text("utf-8"))["of"]
QUARTER = due(CASES, QUARTERS)
DUE = QUARTER if digest() == DIGEST else list(CASES)


def test_all_was_counted_with_the_program_as_it_is():
    """Otherwise all cases are counted by the tests below. Once they pass, write the new digest into counted.toml."""
    assert digest() == DIGEST


def test_a_quarter_is_due_each_day():
    assert len(QUARTER) < 1.8 * len(CASES) / QUARTERS


@pytest.fixture(scope="module")
def counted():
    """What each run that is due allocates, in bytes."""
    done = subprocess.run(
        [sys.executable, ROOT / "tests/explain/plan/fake_run.py"],
        input="\n".join(lines(DUE)),
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1", "PYTHONWARNINGS": "ignore"},
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return dict(zip(DUE, map(json.loads, done.stdout.splitlines()), strict=True))


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", DUE)
def test_what_the_page_calls_counted_is_counted(counted, name):
    assert counted[name] == pytest.approx(CASES[name].counted, rel=0.001)


@pytest.mark.parametrize("name", CASES)
def test_a_rank_holds_what_the_planner_says(name):
    case = CASES[name]
    says = case.planned()
    for part in ("weights", "optimizer", "received"):
        assert says[part] == pytest.approx(case.counted[part], rel=0.01)
    if case.given["pp"] == 1:  # a pipeline's gradients are whole until the last micro-batch; the total has them
        assert says["gradients"] == pytest.approx(case.counted["gradients"], rel=0.01)
    assert says["kept"] == pytest.approx(case.counted["kept"], rel=0.03)
    assert says["total"] == pytest.approx(case.counted["total"], rel=0.1)


def test_each_kind_of_split_is_counted():
    for name in ("pp", "stages", "dp", "fsdp", "cp", "tp", "ep", "recompute", "micro_batch"):
        assert any(case.layout.get(name, 0) > (name != "recompute") for case in cases()), name
