"""The field to paste a script into: its samples, the rules that come with it, and the links that its reports take."""

from __future__ import annotations

import json
import re

import pytest
from sandbox import ROOT

from lockstep.explain.script.rule import rules
from lockstep.markdown import script_field
from lockstep.page import fences
from lockstep.problem import LockstepError
from lockstep.project import Project

PROJECT = Project(ROOT)
PAGE = (ROOT / "docs/errors/script.md").read_text("utf-8")


def samples(line: str) -> list[script_field.Sample]:
    [fence] = fences(f"```script-field\n{line}\n```\n")
    return list(script_field._samples(PROJECT, "docs/errors/script.md", fence))


def test_the_field_works_without_a_script_and_a_sample_cannot_end_it():
    html = script_field.html([("One", "print('</script>')")])
    data = json.loads(re.search(r"<script[^>]*>(.*)</script>", html)[1])
    assert data == {"samples": ["print('</script>')"], "largest": 4_000_000}
    assert html.count("python -m lockstep check-script train.py") == 2
    assert html.count("nothing is sent") == 1


def test_all_rules_come_without_what_the_page_says():
    found = json.loads(script_field.script().partition(" = ")[2].removesuffix(";\n"))
    assert [(rule["name"], rule["what"]) for rule in found["rules"]] == [(rule.name, rule.what) for rule in rules()]
    assert not any({"page", "broken", "fixed"} & rule.keys() for rule in found["rules"])
    meets = {"meets": True, "keyword": {"async_op": "True"}, "used": False}
    assert next(rule for rule in found["rules"] if rule["name"] == "not-waited-for")["find"][0] == meets


def test_the_table_of_the_page_has_the_link_of_each_rule():
    for rule in rules():
        page = rule.page.removeprefix("errors/") if rule.page.startswith("errors/") else f"../{rule.page}"
        assert f"| [`{rule.name}`]({page}) |" in PAGE


def test_a_sample_is_a_program_of_this_site():
    [(title, script)] = samples("errors/one_rank_stops_early.py: Early stop")
    assert title == "Early stop"
    assert script.startswith("import torch\n")
    assert "dist.destroy_process_group()\n" in script
    assert not re.search("key line|# region|# endregion|tool.lockstep", script)


@pytest.mark.parametrize("line", ["errors/none.py: A", "errors/one_rank_stops_early.py"])
def test_what_is_no_sample_is_told_with_its_line(line):
    with pytest.raises(LockstepError, match=re.escape(f"docs/errors/script.md:2: script-field: {line!r}")):
        samples(line)
