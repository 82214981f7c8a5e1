"""The torch program of a layout: `program.txt` with its numbers, without the parts that it has no use for."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

_TEMPLATE = Path(__file__).with_name("program.txt")
_NUMBER = re.compile(r"@([A-Z_]+)")


def template() -> str:
    """The program with all its parts: `# with tp` or `# without tp` begins one, `# end` ends it."""
    return _TEMPLATE.read_text(encoding="utf-8")


def flags(at: Mapping[str, float]) -> set[str]:
    """The names of the parts that a layout needs."""
    needed = {
        "pp": at["pp"] > 1,
        "tp": at["tp"] > 1,
        "cp": at["cp"] > 1,
        "moe": at["experts"] > 0,
        "shared": at["experts"] > 0 and at["dense"] > 0,
        "first": at["experts"] > 0 and at["first_layers"] > 0,
        "all_moe": at["experts"] > 0 and at["first_layers"] == 0,
        "recompute": at["recompute"] > 0,
        "tied": at["tied"] > 0 and at["pp"] == 1,  # one matrix
        "norm_of_head": at["norms"] == 1,
        "norm_of_all": at["norms"] == 2,
        "latent": at["kv_rank"] > 0,
        "latent_queries": at["kv_rank"] > 0 and at["q_rank"] > 0,
        "whole_queries": at["kv_rank"] > 0 and at["q_rank"] == 0,
        "copies": at["tied"] > 0 and at["pp"] > 1,  # one in the first stage and one in the last
    }
    return {name for name, is_needed in needed.items() if is_needed}


def program(at: Mapping[str, float]) -> str:
    """A script for `torchrun` that trains the model in this layout.

    Args:
        at: the model, the job, the cluster and the layout, by the names of `formulas.toml`.
    """
    wanted, kept, parts = flags(at), list[str](), list[bool]()
    for line in template().splitlines():
        match line.split():
            case ["#", "with", *names]:
                parts.append(bool(wanted & set(names)))
            case ["#", "without", *names]:
                parts.append(not wanted & set(names))
            case ["#", "end"]:
                parts.pop()
            case _ if all(parts):
                kept.append(line)
    numbers = _numbers(at)
    return _NUMBER.sub(lambda match: numbers[match[1]], "\n".join(kept) + "\n")


def _numbers(at: Mapping[str, float]) -> dict[str, str]:
    gpus = at["pp"] * at["dp"] * at["fsdp"] * at["cp"] * at["tp"]
    local = min(gpus, at["per_host"])
    is_looped = at["stages"] > 1
    return {
        **{name.upper(): f"{value:.0f}" for name, value in at.items()},
        "NODES": f"{-(-gpus // local):.0f}",
        "LOCAL": f"{local:.0f}",
        "SCHEDULE": "ScheduleInterleaved1F1B" if is_looped else "Schedule1F1B",
        "STAGE_ARGUMENT": "stages" if is_looped else "stages[0]",
    }
