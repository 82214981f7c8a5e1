"""The planner on its page: fields, worked examples for readers without a script, and the data of the script."""

from __future__ import annotations

import functools
import json
import re

import pytest
from sandbox import ROOT

from lockstep.explain.plan import layouts, presets, runs
from lockstep.markdown import planner
from lockstep.page import fences
from lockstep.problem import LockstepError
from lockstep.project import Project

PROJECT = Project(ROOT)


@functools.cache  # the examples take a second
def rendered(body: str = "") -> str:
    [fence] = fences(f"```planner\n{body}```\n")
    return planner.html(PROJECT, "docs/planner.md", fence)


def test_each_number_of_the_formulas_has_a_field_and_each_preset_fits_into_them():
    html = rendered()
    for kind, fields in ((presets.models(), planner.MODEL), (presets.clusters(), planner.CLUSTER)):
        for preset in kind.values():
            assert set(preset.values) == {field.name for field in fields}
            assert all(one.least <= preset.values[one.name] / one.scale <= one.most for one in fields)
            assert f'<option value="{preset.name}"' in html
    for field in (*planner.JOB, *planner.MODEL, *planner.CLUSTER):
        assert html.count(f'name="{field.name}"') == 1
        assert html.count(f'id="ls-plan-{field.name}-hint"') == 1


def test_the_fields_start_with_an_example():
    html = rendered()
    assert re.search(r'<option value="llama-3-70b" selected>', html)
    assert re.search(r'name="memory" value="85"', html)
    assert re.search(r'name="gpus" value="256"', html)


def test_the_examples_are_those_of_the_planner():
    table = rendered().partition('class="ls-plan-cases"')[2]
    for example in planner.EXAMPLES:
        [plan] = layouts.plans(planner.job(example), 1)[0]
        assert f"<td>{planner.short(plan.layout)}</td>" in table
        assert f"<td>{plan.estimate.memory['total'] / planner.GIB:.1f} GiB</td>" in table
        assert f"<td>{presets.models()[example['model']].title}</td>" in table
    assert all(words in table for words in planner.PARTS.values())


@pytest.mark.parametrize(
    ("layout", "text"), [({"pp": 1, "recompute": 0}, "pp=1"), ({"pp": 1, "tp": 8, "recompute": 1}, "tp=8 recompute=1")]
)
def test_a_layout_is_written_without_what_is_one(layout, text):
    assert planner.short(layout) == text


@pytest.mark.parametrize(("step", "text"), [(13.0, "13.0"), (100.2, "100"), (0.01234, "0.0123"), (12345.6, "12,346")])
def test_seconds_have_three_digits(step, text):
    assert planner.three_digits(step) == text


def test_all_that_it_computes_from_comes_as_a_script():
    found = json.loads(planner.script().partition(" = ")[2].removesuffix(";\n"))
    assert found == json.loads(json.dumps(planner.known()))
    assert found["programs"]["stage"]["optimizer"] == "2 weights mult:2"
    assert found["range"] == list(runs.RANGE)
    assert len(found["rules"]) > 10


def test_a_fence_takes_no_lines_and_none_has_a_problem_here():
    with pytest.raises(LockstepError, match=re.escape("docs/planner.md:2: planner: the fence takes no lines")):
        rendered("model: x\n")
    assert planner.problems(PROJECT) == []
