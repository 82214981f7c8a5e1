"""The `launch` fence: what a reader without a script sees, on the page and on paper, and what is wrong with one."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET

import pytest
from sandbox import ROOT

from lockstep.markdown import launch, launch_command
from lockstep.page import Page, fences
from lockstep.paper import clean_html
from lockstep.problem import LockstepError
from lockstep.project import Project

PAGE = "# Launch\n\nText.\n\n```launch\n```\n\nMore.\n"
FENCE = next(fences("```launch\n```\n"))


def test_without_a_script_it_is_a_table_of_the_usual_commands(sandbox, monkeypatch):
    sandbox.page(PAGE)
    monkeypatch.chdir(sandbox.root)
    html = sandbox.html()
    rows = re.findall(r'<th scope="row">(.*?)</th><td><code>(.*?)</code></td>', html)
    assert rows[0] == ("One host, 4 processes", "torchrun --standalone --nproc-per-node=4 train.py")
    assert [line for _, line in rows] == [
        str(launch.Markup.escape(launch.usual(choices))) for _, choices in launch.USUAL
    ]
    assert "--node-rank=1" in rows[2][1]
    assert "srun" in rows[4][1]
    assert rows[5][1].startswith("RANK=1 ")
    assert html.endswith("<p>More.</p>")


def test_the_script_gets_all_texts_and_no_text_ends_the_element():
    html = launch.html(Project(ROOT), "docs/launch/index.md", FENCE)
    known = json.loads(re.search(r"<script[^>]*>(.*)</script>", html)[1])
    assert known == json.loads(json.dumps(launch_command.SHARED))
    assert html.count("<script") == html.count("</script>") == 1


def test_a_link_can_lead_to_it():
    assert Page(PAGE).anchors == ["launch", "launch-command"]


def test_a_fence_with_lines_is_refused(sandbox, monkeypatch):
    sandbox.page("# X\n\n```launch\nhosts: 2\n```\n")
    monkeypatch.chdir(sandbox.root)
    with pytest.raises(LockstepError, match=re.escape("docs/index.md:4: launch: the fence takes no lines. Leave it")):
        sandbox.html()
    assert [str(one) for one in launch.problems(sandbox.project)] == [
        "docs/index.md:4: launch: the fence takes no lines. Leave it empty."
    ]


def test_the_command_is_built_at_one_place(sandbox):
    sandbox.page(PAGE + "\n```launch\n```\n")
    assert [str(one) for one in launch.problems(sandbox.project)] == [
        "docs/index.md:10: launch: there is one at docs/index.md:5 too. Keep one, and link to it."
    ]


def test_paper_has_the_table(tmp_path):
    html = launch.html(Project(ROOT), "docs/launch/index.md", FENCE)
    (tmp_path / "launch").mkdir()
    (tmp_path / "launch/index.html").write_text(f"<html><article>{html}</article></html>", "utf-8")
    page = clean_html.clean_page(tmp_path, "launch/")
    [box] = page
    assert (box.tag, box.get("class"), box.get("id")) == ("div", "calculator", "launch/launch-command")
    assert [child.tag for child in box] == ["p", "table"]
    assert len(list(box.iter("code"))) == len(launch.USUAL)
    assert "Usual commands" not in ET.tostring(page, "unicode")


@pytest.mark.parametrize("choices", [choices for _, choices in launch.USUAL], ids=[name for name, _ in launch.USUAL])
def test_each_usual_command_follows_from_choices_without_a_fault(choices):
    made = launch_command.command(choices)
    assert made.wrong == []
    assert launch.usual(choices) in "\n".join(block.text for block in made.blocks).replace(" \\\n    ", " ")
