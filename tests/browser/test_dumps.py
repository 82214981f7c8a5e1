"""Flight recorders dropped on the field for logs: the page compares them as the command does."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from browsing import needs_chromium
from playwright.sync_api import Page, expect
from sandbox import ROOT

from lockstep.explain.hang import report
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import read

pytestmark = [needs_chromium, pytest.mark.browser]

DUMPS = ROOT / "tests/explain/hang/dumps"


def open_files(page: Page, *paths: Path) -> None:
    page.locator("ls-explain input[type=file]").set_input_files(paths)


@pytest.mark.parametrize("name", ["stuck_in_a_pair_3", "one_call_too_many_4"])
def test_the_dumps_of_a_hang_are_compared_as_in_a_terminal(visit, name):
    page = visit("log/")
    open_files(page, *sorted((DUMPS / name).iterdir()))
    result = page.get_by_role("region", name="What the log says")
    expect(result).to_be_focused()
    dumps, _ = read([DUMPS / name])
    sentences, *tables, todo = report.as_text(diagnose(dumps), dumps).split("\n\n")
    expect(result.locator(".ls-verdict-head")).to_have_text(sentences)
    assert result.locator("pre").all_inner_texts() == tables
    expect(result).to_contain_text(todo.partition("\n")[0])
    result.get_by_role("link").click()
    page.wait_for_url(f"**/{todo.rpartition('docs/')[2].removesuffix('.md')}/")


def test_json_dumps_are_told_from_logs_of_json(visit, tmp_path):
    page = visit("log/")
    for rank in range(3):
        table = pickle.loads((DUMPS / f"stuck_in_a_pair_3/rank_{rank}").read_bytes())
        (tmp_path / f"rank_{rank}.json").write_text(json.dumps(table, sort_keys=True))
    open_files(page, *sorted(tmp_path.iterdir()))
    result = page.locator(".ls-verdict")
    expect(result).to_contain_text("Rank 2 did not come")
    (tmp_path / "job.log").write_text('{"message": "ValueError: x", "rank": 0}\n')
    open_files(page, tmp_path / "job.log")
    expect(result).not_to_contain_text("Rank 2 did not come")
    expect(result).not_to_contain_text("cannot be compared")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("trace", b"\x80\x02", "trace has no rank in its name"),
        ("trace_0", b"\x80\x02cos\nsystem\n", "trace_0 holds more than plain data"),
        ("trace_0", b"\x80", "trace_0 is"),
    ],
)
def test_what_is_no_dump_is_told(visit, tmp_path, name, data, said):
    page = visit("log/")
    (tmp_path / name).write_bytes(data)
    open_files(page, tmp_path / name)
    expect(page.locator(".ls-verdict")).to_contain_text(f"The dumps cannot be compared: {said}")
