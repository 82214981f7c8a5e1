"""The builder of a launch command, in a real browser: choices, copying, a shared link, bad input, no script, print."""

from __future__ import annotations

import json

import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import Locator, Page, expect

from lockstep.markdown import launch, launch_command

pytestmark = [needs_chromium, pytest.mark.browser]

CLIPBOARD = ["clipboard-read", "clipboard-write"]


def shown(page: Page) -> list[str]:
    return [block.text_content() for block in page.locator(".ls-launch-block pre").all()]


def made(choices: dict[str, str]) -> list[str]:
    return [block.text for block in launch_command.command(choices).blocks]


def choose(one: Locator, choices: dict[str, str]) -> None:
    for name, value in choices.items():
        field = one.locator(f"[name={name}]")
        field.select_option(value) if name in launch_command.OPTIONS else field.fill(value)


def test_choices_become_the_commands_and_a_link_brings_them_back(visit_kinds):
    page = visit_kinds("launch/", permissions=CLIPBOARD)
    one = page.locator("ls-launch")
    assert shown(page) == made({})
    for choices in (
        {"hosts": "2", "processes": "8", "meet": "static"},
        {"launcher": "hand", "script": "it's a.py", "arguments": "--name 'a b'"},
        {"launcher": "sbatch", "restarts": "2"},
    ):
        page.goto(page.url.partition("#")[0])
        page.reload()
        choose(one, choices)
        assert shown(page) == made(choices)
        one.get_by_role("button", name="Copy:").last.click()
        expect(one.locator(".ls-launch-block [role=status]").last).to_have_text("Copied.")
        assert page.evaluate("navigator.clipboard.readText()") == made(choices)[-1]
        one.get_by_role("button", name="Copy link").press("Enter")
        expect(one.locator(".ls-launch-row [role=status]")).to_have_text("Copied.")
        other = visit_kinds("")
        other.goto(page.evaluate("navigator.clipboard.readText()"))
        assert shown(other) == made(choices)
    one.get_by_role("button", name="Reset").click()
    assert shown(page) == made({})


def test_a_bad_choice_is_told_in_words_and_nothing_can_be_copied(visit_kinds):
    page = visit_kinds("launch/")
    one = page.locator("ls-launch")
    for choices in ({"hosts": "0"}, {"hosts": "1", "processes": "1.5"}, {"processes": "4", "arguments": "$HOME"}):
        choose(one, choices)
        wrong = launch_command.command(choices).wrong
        assert one.locator(".ls-launch-wrong p").all_inner_texts() == wrong
        assert shown(page) == []
    assert one.locator("dt").count() == 0
    page.goto(f"{page.url.partition('#')[0]}#launch-command?launcher=nobody&hosts=<b>")
    page.reload()
    expect(one.locator(".ls-launch-wrong p")).to_have_count(2)
    assert shown(page) == []


def test_only_fields_that_count_are_shown_and_all_have_names(visit_kinds):
    page = visit_kinds("launch/")
    one = page.locator("ls-launch")
    for launcher in launch_command.OPTIONS["launcher"]:
        choose(one, {"launcher": launcher})
        for name in launch_command.asked({"launcher": launcher}):
            expect(one.get_by_label(launch_command.LABELS[name], exact=True)).to_be_visible()
        visible = one.locator(".ls-launch-fields label:visible").count()
        assert visible == len(launch_command.asked({"launcher": launcher}))
    choose(one, {"launcher": "torchrun", "hosts": "2"})
    assert violations(page, "ls-launch") == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_phone_nothing_is_wider_than_the_page(visit_kinds, scheme):
    page = visit_kinds("launch/", width=375, scheme=scheme)
    one = page.locator("ls-launch")
    for launcher in launch_command.OPTIONS["launcher"]:
        choose(one, {"launcher": launcher})
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
    one.get_by_text("Usual commands").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert violations(page, "ls-launch") == []


@pytest.mark.parametrize("how", ["without a script", "on paper"])
def test_it_is_a_table_of_the_usual_commands(visit_kinds, how):
    page = visit_kinds("launch/", java_script_enabled=how == "on paper")
    if how == "on paper":
        page.emulate_media(media="print")
    one = page.locator("ls-launch")
    expect(one.locator("td")).to_have_count(len(launch.USUAL))
    expect(one.locator("td").first).to_be_visible()
    expect(one.locator("form:visible")).to_have_count(0)


def test_its_script_and_style_come_on_its_page_alone_and_the_search_has_its_table(visit_kinds, kinds):
    has = "[...document.querySelectorAll('script[src], link')].filter((one) => /launch\\.(js|css)/.test(one.src || one.href)).length"
    assert visit_kinds("launch/").evaluate(has) == 2
    assert visit_kinds("ddp/").evaluate(has) == 0
    index = json.loads((kinds / "search/search_index.json").read_text("utf-8"))
    texts = " ".join(doc["text"] for doc in index["docs"] if doc["location"].startswith("launch/"))
    assert "torchrun --standalone --nproc-per-node=4 train.py" in texts
    assert '"rdzv' not in texts
    assert "ls-launch" not in texts
