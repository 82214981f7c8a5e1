"""The script of the page plans as Python does: memory, time, faults, layouts and programs, on numbers at random."""

from __future__ import annotations

import functools
import itertools
import json
import random
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from sandbox import ROOT

from lockstep.explain.plan import layouts, presets, program, report, rules
from lockstep.explain.plan.estimate import estimate
from lockstep.expression import ExpressionError
from lockstep.markdown import planner

NODE = r"""
const [data, ...scripts] = process.argv.slice(1);
for (const path of [data, ...scripts]) require(path);
const { planner, planAdvice, planEstimate, planFaults, plan, planProgram } = Lockstep;
const told = (call) => { try { return call(); } catch (error) { if (!(error instanceof RangeError)) throw error; return null; } };
const numbers = ({ rank, memory, time }) => [rank, ...Object.values(memory), ...Object.values(time)];
const CALLS = {
  estimate: (given) => [told(() => numbers(planEstimate(planner, given))), told(() => planFaults(planner, given))],
  plans: (given) => told(() => {
    const { plans, smallest } = plan(planner, given);
    return [...plans, ...(smallest ? [smallest] : [])].map(({ layout, estimate }) => [layout, numbers(estimate)]);
  }),
  program: (given) => planProgram(planner, given),
  advice: (given) => planAdvice(planner, given, plan(planner, given).smallest),
};
const cases = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(cases.map(([name, given]) => CALLS[name](given))));
"""
SEED = 20261126
EXACT = 1e-9  # relative

pytestmark = pytest.mark.skipif(not shutil.which("node"), reason="node is missing")


def in_the_script(folder: Path, cases: list[tuple[str, Any]], data: str = "") -> list[Any]:
    """What the script finds for each case, in one process."""
    path = folder / "data.js"
    path.write_text(data or planner.script(), "utf-8")
    scripts = [str(ROOT / "docs/assets" / name) for name in ("formula.js", "planner.js")]
    done = subprocess.run(
        ["node", "-e", NODE, str(path), *scripts], input=json.dumps(cases), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def model(dice: random.Random) -> dict[str, float]:
    """The numbers of a known model, of one like it, or of one that nobody would build."""
    found = dict(dice.choice(list(presets.models().values())).values)
    for name in dice.sample(sorted(found), dice.choice((0, 0, 1, 3, 11))):
        found[name] = dice.choice((0, 1, 3, 96, 1000, 4096, dice.randrange(1, 200_000)))
    return {**found, "layers": max(1, min(found["layers"], 500))}


def cluster(dice: random.Random) -> dict[str, float]:
    found = dict(dice.choice(list(presets.clusters().values())).values)
    if dice.random() < 0.3:
        found |= {"per_host": dice.choice((1, 2, 4, 6, 72)), "memory": dice.choice((1e9, 24e9, 1e12)), "between": 1e9}
    return {**found, "fp8": dice.choice((1, 1, 1.4, 2)), "overlap": dice.choice((0, 0, 0.3, 0.73, 1))}


def job(dice: random.Random) -> dict[str, float]:
    gpus = dice.choice((1, 2, 6, 8, 24, 64, 256, 1024, dice.randrange(1, 20_000)))
    sequence = dice.choice((1, 1000, 4096, 8192, 32768, 131072))
    batch = dice.choice((1, 7, 64, 512, 4096, dice.randrange(1, 5000)))
    return {**model(dice), **cluster(dice), "gpus": gpus, "sequence": sequence, "batch": batch}


def layout(dice: random.Random) -> dict[str, int]:
    sizes = {name: dice.choice((1, 1, 2, 4, 8, 16, 3, 64, 100)) for name in layouts.NAMES}
    return {**sizes, "stages": dice.choice((1, 1, 2, 4, 5)), "recompute": dice.choice((0, 1))}


@functools.cache
def fitting() -> list[dict[str, float]]:
    """Jobs, each with a layout that can run."""
    dice, found = random.Random(SEED + 3), list[dict[str, float]]()
    while len(found) < 100:
        given = job(dice)
        most = dice.randrange(1, 40)
        some = told(lambda at, most=most: list(itertools.islice(layouts.candidates(at), most)), given) or []
        found += [{**given, **layout} for layout in some[-2:]]
    return found


def numbers(found: Any) -> list[float]:
    return [found.rank, *found.memory.values(), *found.time.values()]


def planned(given: dict[str, float]) -> list[tuple[dict[str, int], list[float]]]:
    plans, smallest = layouts.plans(given)
    return [(plan.layout, numbers(plan.estimate)) for plan in (*plans, *([smallest] if smallest else []))]


def told(call: Any, given: dict[str, float]) -> Any:
    try:
        return call(given)
    except ExpressionError:
        return None


def same(mine: Any, its: Any) -> bool:
    if mine is None or its is None:
        return mine is its
    return all(abs(a - b) <= EXACT * max(abs(a), abs(b)) for a, b in zip(mine, its, strict=True))


@functools.cache
def random_inputs() -> list[dict[str, float]]:
    dice = random.Random(SEED)
    return [dice.choice(fitting()) if at % 10 == 0 else {**job(dice), **layout(dice)} for at in range(10_000)]


def test_memory_time_and_faults_are_those_of_python(tmp_path):
    inputs, values = random_inputs(), 0
    for given, (found, faults) in zip(
        inputs, in_the_script(tmp_path, [("estimate", one) for one in inputs]), strict=True
    ):
        mine = told(lambda at: numbers(estimate(at)), given)
        values += mine is not None
        assert same(mine, found), (given, mine, found)
        assert told(rules.faults, given) == faults, given
    assert values > 5_000


def test_a_formula_that_is_changed_in_the_data_is_found(tmp_path):
    data = planner.script().replace("2 weights mult:2", "3 weights mult:2")
    assert data != planner.script()
    given = random_inputs()[0]
    [(found, _)] = in_the_script(tmp_path, [("estimate", given)], data)
    assert not same(numbers(estimate(given)), found)


def test_the_layouts_are_those_of_python_in_their_order(tmp_path):
    dice = random.Random(SEED + 1)
    jobs = [job(dice) for _ in range(200)]
    some = 0
    for given, found in zip(jobs, in_the_script(tmp_path, [("plans", one) for one in jobs]), strict=True):
        mine = told(planned, given)
        some += bool(mine)
        assert (mine is None) == (found is None), given
        assert [layout for layout, _ in mine or ()] == [layout for layout, _ in found or ()], given
        assert all(same(one, its) for (_, one), (_, its) in zip(mine or (), found or (), strict=True)), given
    assert some > 40


def test_the_programs_are_those_of_python(tmp_path):
    inputs = fitting()[::3][:30]
    found = in_the_script(tmp_path, [("program", one) for one in inputs])
    assert found == [program.program(given) for given in inputs]


def test_the_advice_where_nothing_fits_is_that_of_python(tmp_path):
    small = {**presets.models()["llama-3-8b"].values, **presets.clusters()["h100"].values, "sequence": 8192}
    jobs = [{**small, "gpus": 1, "batch": 1}, {**small, "gpus": 8, "batch": 1, "sequence": 10_000_000}]
    mine = [report.advice(given, smallest) for given in jobs if (smallest := layouts.plans(given)[1])]
    assert mine == ["Weights, gradients and moments alone fill 2 GPUs: take more.", report.ADVICE[1]]
    assert in_the_script(tmp_path, [("advice", given) for given in jobs]) == mine
