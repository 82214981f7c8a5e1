"""Models and clusters that have names."""

from __future__ import annotations

import pytest

from lockstep.explain.plan import presets
from lockstep.explain.plan.estimate import run


@pytest.mark.parametrize("name", presets.models())
def test_a_model_has_as_many_parameters_as_its_makers_tell(name):
    model = presets.models()[name]
    counted = run("model", {**model.values, "sequence": 8192})
    assert counted["parameters"] == pytest.approx(model.published, rel=0.005)
    assert (counted["active"] < counted["parameters"]) == (model.values["experts"] > 0)
    assert model.source


def test_all_presets_have_the_same_names():
    for kind in (presets.models(), presets.clusters()):
        names = {tuple(preset.values) for preset in kind.values()}
        assert len(names) == 1
