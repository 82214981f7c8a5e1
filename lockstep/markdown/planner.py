"""The `planner` fence: a model, a cluster and a job give the layouts that fit. Without a script it is a table of examples."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from lockstep.explain.plan import estimate, layouts, presets, program, rules

RANGE = (0.8, 1.3)  # between which the measured step lies, as parts of the reckoned one


def known() -> dict[str, Any]:
    """All that the script of the page reckons with."""
    return {
        "programs": estimate.programs(),
        "rules": [dataclasses.asdict(rule) for rule in rules.rules()],
        "models": _presets(presets.models()),
        "clusters": _presets(presets.clusters()),
        "template": program.template(),
        "names": layouts.NAMES,
        "parts": estimate.PARTS,
        "alike": layouts.ALIKE,
        "fit": layouts.FIT,
        "largest": layouts.LARGEST,
        "range": RANGE,
    }


def script() -> str:
    """The same as a script, which loads over file:// too."""
    data = json.dumps(known(), ensure_ascii=False, separators=(",", ":"))
    return f"(globalThis.Lockstep ??= {{}}).planner = {data};\n"


def _presets(kind: dict[str, presets.Preset]) -> dict[str, dict[str, Any]]:
    return {name: {"title": preset.title, "values": preset.values} for name, preset in kind.items()}
