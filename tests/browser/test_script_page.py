"""The field for scripts in a real browser: a script is pasted, opened and dropped, by keyboard, on a phone and without a script."""

from __future__ import annotations

import json
import re

import pytest
from browsing import needs_chromium, violations
from explain.script.cases import HEAD
from playwright.sync_api import Page, expect

pytestmark = [needs_chromium, pytest.mark.browser]

SHUFFLE = HEAD + "loader = DataLoader(data, sampler=DistributedSampler(data), shuffle=True)\n"
LABEL = "Paste a training script"


def check(page: Page, script: str) -> None:
    page.get_by_label(LABEL).fill(script)
    page.get_by_role("button", name="Check the script").click()


def status(page: Page):
    return page.locator("ls-check").get_by_role("status")


def test_a_pasted_script_gets_its_reports_and_nothing_is_sent(visit):
    page = visit("errors/script/")
    sent = []
    page.on("request", lambda request: sent.append((request.method, request.url.rpartition("/")[2])))
    check(page, SHUFFLE)
    expect(status(page)).to_have_text("1 report: 1 error.")
    report = page.get_by_role("region", name="Reports").get_by_role("listitem")
    expect(report).to_contain_text("Error, line 8: sampler-and-shuffle")
    expect(report.locator("samp")).to_have_text(SHUFFLE.splitlines()[-1])
    expect(report).to_contain_text("Drop shuffle=True; DistributedSampler shuffles by itself.")
    assert {("GET", "python-ast.js"), ("GET", "check-script.js")} <= set(sent)
    assert all(method == "GET" for method, _ in sent)
    assert violations(page) == []
    report.get_by_role("link", name="sampler-and-shuffle").click()
    page.wait_for_url("**/errors/sampler-and-shuffle/")


def test_each_sample_is_broken_and_says_so(visit):
    page = visit("errors/script/")
    names = page.locator(".ls-samples button").all_inner_texts()
    assert len(names) == 2
    for name, rule in zip(names, ("wrapper-on-some-ranks", "early-stop-on-one-rank"), strict=True):
        page.get_by_role("button", name=name).click()
        expect(page.get_by_role("region", name="Reports")).to_contain_text(rule)


def test_by_keyboard_alone_it_says_what_is_empty_wrong_or_without_a_finding(visit):
    page = visit("errors/script/")
    field = page.get_by_label(LABEL)
    field.focus()
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_have_text("There is nothing to read. Paste a script, open a file, or take a sample.")
    page.keyboard.insert_text("x = 1\nprint 'a'\n")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_have_text("Line 2 is not Python 3: invalid syntax.")
    field.fill("x = 1\n")
    page.keyboard.press("Control+Enter")
    expect(status(page)).to_have_text("Nothing found in 1 line.")
    expect(page.get_by_role("region", name="Reports")).to_contain_text("That does not prove the script right.")
    page.locator(".ls-buttons").get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    expect(status(page)).to_have_text("")
    expect(field).to_have_value("")
    expect(field).to_be_focused()


def test_a_file_is_opened_or_dropped_a_notebook_is_read_and_a_large_file_is_refused(visit, tmp_path):
    page = visit("errors/script/")
    cells = [{"cell_type": "markdown", "source": ""}, {"cell_type": "code", "source": "%ls\n" + SHUFFLE}]
    (tmp_path / "train.ipynb").write_text(json.dumps({"cells": cells, "nbformat": 4}), "utf-8")
    (tmp_path / "train.py").write_bytes(b"# coding: latin-1\nx = '\xe9'\n")
    (tmp_path / "binary.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "large.py").write_text("x = 1\n" * 700_000, "utf-8")
    for name, said in (
        ("train.ipynb", "1 report: 1 error."),
        ("train.py", "Nothing found in 2 lines."),
        ("binary.py", "binary.py is not text that Python reads. Save it as UTF-8, or open a .py or .ipynb file."),
        ("large.py", "This file has more than 4 MB. Take the script alone."),
    ):
        page.locator("ls-check input[type=file]").set_input_files(tmp_path / name)
        expect(status(page)).to_have_text(said)
        if name == "train.ipynb":
            expect(page.get_by_role("region", name="Reports")).to_contain_text("Error, cell 2, line 9: ")
    page.evaluate(
        """text => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], "train.py"));
          document.querySelector("ls-check").dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
        }""",
        SHUFFLE,
    )
    expect(status(page)).to_have_text("1 report: 1 error.")


def test_three_thousand_lines_take_less_than_a_second(visit):
    page = visit("errors/script/")
    body = "    if rank == 0:\n        print(f'{step}: {loss.item():.3f}')\n    total = total + model(batch, scale=[1.0, 2])\n"
    script = SHUFFLE + "".join(f"def train_{n}(model, rank):\n{body}{body}\n" for n in range(376))
    assert script.count("\n") > 3_000
    check(page, SHUFFLE)  # the rules come
    expect(status(page)).to_have_text("1 report: 1 error.")
    taken = page.evaluate(
        "text => { const t = performance.now(); Lockstep.checkScript(Lockstep.checked, '', text); return performance.now() - t; }",
        script,
    )
    print(f"{script.count(chr(10))} lines in {taken:.0f} ms")
    check(page, script)
    expect(status(page)).to_contain_text("1 report: 1 error.")


@pytest.mark.parametrize("width", [375, 1280])
def test_without_a_script_the_command_stands_there(visit, width):
    page = visit("errors/script/", width, java_script_enabled=False)
    expect(page.locator("ls-check > :visible")).to_have_count(1)
    expect(page.locator("ls-check > :visible")).to_contain_text("python -m lockstep check-script train.py")


def test_on_a_phone_nothing_is_wider_than_the_screen_and_the_first_visit_brings_the_field_alone(visit):
    page = visit("errors/script/", 375)
    scripts = page.evaluate(
        "performance.getEntriesByType('resource').map(({ name }) => name).filter(name => /assets\\/[a-z-]+\\.js/.test(name))"
    )
    assert not any(re.search("python-ast|check-script|rules", name) for name in scripts)
    page.get_by_role("button", name="Validation on rank 0").click()
    expect(status(page)).to_contain_text("report")
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert violations(page) == []
