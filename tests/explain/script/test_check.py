"""Which reports a file gets: in what order, each once, without those that a comment ignores; and what cannot be read."""

from __future__ import annotations

import json
import re

import pytest
from explain.script.cases import HEAD

from lockstep.explain.script import source
from lockstep.explain.script.check import Report, check, check_source
from lockstep.explain.script.rule import Rule
from lockstep.problem import LockstepError

SCRIPT = HEAD + "model = DDP(net, device_ids=[0])\n"


def reports(text: str, path: str = "train.py") -> list[Report]:
    return check_source(source.parse(path, text.encode()))


def names(text: str) -> list[str]:
    return [report.rule.name for report in reports(text)]


def test_a_comment_ignores_one_rule_or_all():
    assert not reports(SCRIPT.replace("\n", "  # lockstep: ignore\n"))
    assert not reports(SCRIPT.rstrip() + "  # lockstep: ignore[device-ids-constant] one GPU here\n")
    assert reports(SCRIPT.rstrip() + "  # lockstep: ignore[no-sampler]\n")


def test_a_bug_of_a_rule_hides_no_other_file(tmp_path, monkeypatch):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(SCRIPT)
    monkeypatch.setattr(Rule, "search", lambda rule, facts: 1 / 0)
    found, problems = check([str(tmp_path)])
    assert not found
    assert len(problems) == 2


def test_a_script_that_is_nested_deeper_than_can_be_read_gets_its_line_and_hides_no_other(tmp_path):
    chain = "".join(f"elif x == {i}:\n    y = {i}\n" for i in range(1500))
    (tmp_path / "a.py").write_text(f"x = 1\nif x:\n    pass\n{chain}")
    (tmp_path / "b.py").write_text(SCRIPT)
    found, (problem,) = check([str(tmp_path)])
    assert [one.rule.name for one in found] == ["device-ids-constant"]
    assert re.fullmatch(r".*a\.py:3002:1: is nested too deep to be read\. [^\n]+\.", str(problem))


def test_two_calls_of_one_chain_are_one_report():
    text = f"{HEAD}model = DDP(net)\nfor x in loader:\n    model.module(x).sum().backward()\n"
    names = [report.rule.name for report in reports(text)]
    assert names.count("forward-past-the-wrapper") == 1


def test_a_report_says_where_and_what():
    (one,) = reports(SCRIPT)
    assert (one.rule.name, one.path, one.line, one.column) == ("device-ids-constant", "train.py", 8, 9)
    assert (one.place, one.in_file, one.cell) == ("train.py:8:9", 8, "")
    assert one.what == one.rule.what


def test_the_sentence_of_a_rule_holds_the_name_of_what_was_found():
    (one,) = reports(f"{HEAD}rank = dist.get_rank()\ndist.init_process_group('gloo')\n")
    assert one.rule.what.startswith("The group is asked by {name} before")
    assert one.what.startswith("The group is asked by get_rank before")


def test_reports_come_by_line_then_by_column():
    line = "one = DDP(net, device_ids=[0]); two = DDP(net, device_ids=[0])\n"
    found = [(one.line, one.column) for one in reports(f"{HEAD}x = 1\n{line}{line}")]
    assert found == [(9, 7), (9, 39), (10, 7), (10, 39)]


def test_two_mistakes_at_one_place_are_two_reports():
    loader = "loader = DataLoader(data, sampler=DistributedSampler(data), shuffle=True, num_workers=os.cpu_count())"
    text = f'{HEAD}dist.init_process_group("nccl")\nworld_size = dist.get_world_size()\n{loader}\n'
    at = [one.rule.name for one in reports(text) if (one.line, one.column) == (10, 10)]
    assert at == sorted(at)
    assert {"sampler-and-shuffle", "workers-of-all-cpus"} <= set(at)


def test_an_empty_script_has_no_reports():
    assert reports("") == []


@pytest.mark.parametrize(
    "word", ["import pytest", "import unittest as u", "class A(unittest.TestCase): pass", "x = TestCase"]
)
def test_a_test_gets_no_notes_but_gets_errors(word):
    """A note tells of a cost, which does not matter in the test of a library."""
    text = f"{SCRIPT}net = torch.nn.DataParallel(net)\n"
    assert [report.rule.level for report in reports(text)] == ["error", "note"]
    assert [report.rule.level for report in reports(f"{text}{word}\n")] == ["error"]


@pytest.mark.parametrize(
    ("comment", "is_ignored"),
    [
        ("# lockstep: ignore", True),
        ("#lockstep:ignore", True),
        ("# noqa  # lockstep: ignore", True),
        ("# lockstep: ignore[no-sampler, device-ids-constant]", True),
        ("# lockstep: ignore[no-sampler device-ids-constant]", True),
        ("# lockstep: ignore[]", False),
        ("# lockstep: ignore[device-ids]", False),
        ("# lockstep: ignore[no-device-ids-constant]", False),
        ("# lockstep ignore", False),
    ],
)
def test_the_comment_stands_on_the_line_of_the_report(comment, is_ignored):
    assert (reports(f"{SCRIPT.rstrip()}  {comment}\n") == []) == is_ignored
    assert reports(f"{HEAD}{comment}\nmodel = DDP(net, device_ids=[0])\n{comment}\n")


def test_a_form_feed_ends_no_line():
    assert reports(f"x = 1\f\n{SCRIPT.rstrip()}  # lockstep: ignore\n") == []


def test_a_notebook_and_the_files_that_its_cells_write_are_one_list():
    cells = [SCRIPT, f"%%writefile train.py\n{SCRIPT}", "x = 1"]
    notebook = {"cells": [{"cell_type": "code", "source": cell} for cell in cells], "nbformat": 4}
    found = reports(json.dumps(notebook), "a.ipynb")
    assert [(one.place, one.cell) for one in found] == [
        ("a.ipynb:cell 1:8:9", "Cell 1, line 8"),
        ("a.ipynb:cell 2:9:9", "Cell 2, line 9"),
    ]


def test_a_script_that_is_nested_too_deep_is_refused_at_its_deepest_line():
    chain = "".join(f"elif x == {number}:\n    y = {number}\n" for number in range(1500))
    with pytest.raises(LockstepError, match=r"^a\.py:3003:1: is nested too deep to be read\."):
        reports(f"z = 1\nx = 1\nif x:\n    pass\n{chain}z = 2\n", "a.py")


def test_files_are_checked_in_order_and_what_cannot_be_read_is_told(tmp_path):
    for name, text in (("b.py", SCRIPT), ("a.py", SCRIPT), ("c.py", "x = (\n"), ("d.py", "print 1\n")):
        (tmp_path / name).write_text(text)
    found, problems = check([str(tmp_path)])
    assert [one.path for one in found] == [str(tmp_path / "a.py"), str(tmp_path / "b.py")]
    assert [str(problem).partition(": is not")[0] for problem in problems] == [
        f"{tmp_path}/c.py:1:5", f"{tmp_path}/d.py:1:1",
    ]  # fmt: skip


def test_a_path_that_is_not_there_ends_the_search_and_keeps_what_was_found(tmp_path):
    (tmp_path / "a.py").write_text(SCRIPT)
    (tmp_path / "empty").mkdir()
    found, (problem,) = check([str(tmp_path / "a.py"), str(tmp_path / "empty")])
    assert len(found) == 1
    assert "holds no Python file" in str(problem)
    assert check([]) == ([], [])
