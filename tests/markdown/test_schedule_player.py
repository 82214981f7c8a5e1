"""The `schedule-player` fence: its numbers are those of the snippets and of its script, and a reader without a script has them."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess

import pytest
from sandbox import ROOT

from lockstep.markdown import schedule_player
from lockstep.markdown.schedule_player import Rank, place
from lockstep.page import Page, fences
from lockstep.paper import clean_html
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.record.record import RankRecord

NAME = "pipeline/each_size_runs_as_torch_lists_it.py"
FENCE = next(fences(f"```schedule-player\n{NAME}\n```\n"))
NODE = r"""
const [script] = process.argv.slice(1);
require(script);
const { scheduleTimeline, scheduleStoredAt } = globalThis.Lockstep;
const runs = JSON.parse(require("fs").readFileSync(0, "utf8"));
const of = (ranks) => {
  const { rows, length, idle, stored, each } = scheduleTimeline(ranks);
  const after = rows.map((row) => scheduleStoredAt(row, length));
  return { starts: rows.map((row) => row.map(({ start }) => start)), length, idle, stored, after };
};
process.stdout.write(JSON.stringify(runs.map(of)));
"""


@pytest.fixture(scope="module")
def runs():
    project = Project(ROOT)
    [record] = [one for one in project.records(project.find(NAME)) if one.profile == "cpu"]
    return schedule_player.read(record)


@pytest.fixture(scope="module")
def slots():
    """What the snippets place actions in time with."""
    spec = importlib.util.spec_from_file_location("_slots", ROOT / "snippets/pipeline/_slots.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_each_schedule_is_there_in_nine_sizes_and_four_are_refused(runs):
    assert {(p, m) for _, p, m in runs} == {(p, m) for p in (2, 4, 8) for m in (4, 8, 16)}
    assert len(runs) == 63
    assert [size for size, ranks in runs.items() if not ranks] == [
        ("DualPipeV", 4, 4), ("1F1B", 8, 4), ("DualPipeV", 8, 4), ("DualPipeV", 8, 8)
    ]  # fmt: skip
    assert all(len(ranks) in (0, p) for (_, p, _), ranks in runs.items())


def test_slots_and_what_is_stored_are_those_of_the_snippets(runs, slots):
    for size, ranks in runs.items():
        if not ranks:
            continue
        each = 1 / len(ranks[0].stages)
        rows, length = slots.place([list(rank) for rank in ranks])
        line = place(ranks)
        assert line.length == pytest.approx(length * each), size
        for mine, row in zip(line.starts, rows, strict=True):
            assert mine == pytest.approx([start * each for start, *_ in row]), size
        assert line.stored == pytest.approx([slots.stored(list(rank)) * each for rank in ranks]), size


def test_the_formulas_of_the_page_hold_where_they_are_told_to(runs):
    parts = {"GPipe": 1, "1F1B": 1, "LoopedBFS": 2, "Interleaved1F1B": 2}
    for (name, p, m), ranks in runs.items():
        if m >= 2 * p and ranks:
            line = place(ranks)
            assert sum(line.idle) / p / (3 * m) == pytest.approx((p - 1) / (parts.get(name, 6) * m)), (name, p, m)


@pytest.mark.skipif(not shutil.which("node"), reason="node is missing")
def test_the_script_places_each_action_where_python_does(runs):
    some = {size: ranks for size, ranks in runs.items() if ranks}
    data = json.dumps([[[rank.stages, rank.actions] for rank in ranks] for ranks in some.values()])
    script = ROOT / "docs/assets/schedule-player.js"
    done = subprocess.run(["node", "-e", NODE, script], input=data, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    for (size, ranks), its in zip(some.items(), json.loads(done.stdout), strict=True):
        mine = place(ranks)
        assert its["starts"] == mine.starts, size
        assert (its["length"], its["idle"], its["stored"]) == (mine.length, mine.idle, mine.stored), size
        assert its["after"] == [0] * len(ranks), size  # at the end nothing is stored


def test_a_rank_of_two_stages_says_which():
    assert list(Rank((0, 3), "F0fai0W1")) == [("F", 0, 0), ("F", 3, 10), ("I", 3, 0), ("W", 0, 1)]


def test_a_stage_waits_for_the_one_before_and_for_the_one_behind():
    line = place([Rank((0,), "F0B0"), Rank((1,), "F0B0")])
    assert line.starts == [[0, 4], [1, 2]]
    assert (line.length, line.idle, line.stored) == (6, [3, 3], [1, 1])


def test_without_a_script_it_is_a_table_of_all_sizes():
    html = schedule_player.html(Project(ROOT), "docs/pipeline/visual.md", FENCE)
    rows = re.findall(r"<tr>(.*?)</tr>", html)
    assert len(rows) == 1 + 9
    assert re.findall(r">([^<>]+)</t[hd]>", rows[0])[:3] == ["ranks · micro-batches", "GPipe", "1F1B"]
    assert re.findall(r">([^<>]+)</t[hd]>", rows[5])[:4] == ["4 · 8", "27.3 %, 8", "27.3 %, 4", "15.8 %, 8"]
    assert rows[7].count("refused") == 2  # 8 ranks and 4 micro-batches: 1F1B and DualPipeV
    data = json.loads(re.search(r"<script[^>]*>(.*)</script>", html)[1])
    assert data["1F1B 2 4"] == [[[0], "F0F1B0F2B1F3B2B3"], [[1], "F0B0F1B1F2B2F3B3"]]
    assert data["1F1B 8 4"] == []


def test_paper_has_the_table(tmp_path):
    html = schedule_player.html(Project(ROOT), "docs/pipeline/visual.md", FENCE)
    (tmp_path / "pipeline").mkdir()
    (tmp_path / "pipeline/index.html").write_text(f"<html><article>{html}</article></html>", "utf-8")
    [box] = clean_html.clean_page(tmp_path, "pipeline/")
    assert (box.tag, box.get("class"), box.get("id")) == ("div", "calculator", "pipeline/schedule-player")
    assert [child.tag for child in box] == ["p", "table"]
    assert box[0].get("class") == "title"
    assert len(list(box.iter("td"))) == 9 * 7


def test_a_link_can_lead_to_it():
    assert Page(f"# P\n\n```schedule-player\n{NAME}\n```\n").anchors == ["p", "schedule-player"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("pipeline/none.py", "docs/index.md:4: schedule-player: no snippet pipeline/none.py."),
        ("topic/one.py", "docs/index.md:4: schedule-player: topic/one.py has no current record. Run: "),
        ("topic/two.py", "docs/index.md:4: schedule-player: topic/two.py prints no actions of ranks."),
    ],
)
def test_a_program_that_does_not_print_actions_is_told(sandbox, monkeypatch, line, words):
    sandbox.snippet()
    sandbox.recorded(sandbox.snippet(name="topic/two.py"), ranks=(RankRecord(0, ("rank 0: GPipe",), ()),))
    sandbox.page(f"# X\n\n```schedule-player\n{line}\n```\n")
    monkeypatch.chdir(sandbox.root)
    [problem] = schedule_player.problems(sandbox.project)
    assert str(problem).startswith(words)
    with pytest.raises(LockstepError, match=re.escape(words)):
        sandbox.html()


def test_there_is_one(sandbox):
    two = RankRecord(0, ("rank 0: GPipe, p 1, m 1, stages [0]: F0B0",), ())
    name = sandbox.snippet()
    sandbox.recorded(name, ranks=(two,))
    sandbox.page(f"# X\n\n```schedule-player\n{name}\n```\n\n```schedule-player\n{name}\n```\n")
    assert [str(one) for one in schedule_player.problems(sandbox.project)] == [
        "docs/index.md:7: schedule-player: there is one at docs/index.md:3 too. Keep one, and link to it."
    ]
