"""What a reader writes, in a real browser: output before its options, a missing line, and numbers that are drawn anew."""

from __future__ import annotations

import io
import json
import re

import pypdf
import pytest
from browsing import needs_chromium, violations
from playwright.sync_api import Locator, Page, expect

pytestmark = [needs_chromium, pytest.mark.browser]

LINE, NUMBER = "ddp-recall-line-wrap", "ddp-recall-steps-per-epoch"


def question(page: Page, name: str) -> Locator:
    return page.locator(f"#q-{name}")


def write(one: Locator, text: str) -> None:
    """Type and press Enter."""
    field = one.locator(".ls-q-field input")
    field.fill(text)
    field.press("Enter")


def verdict(one: Locator) -> Locator:
    return one.locator(".ls-q-verdict")


def kept(page: Page, name: str) -> dict:
    return json.loads(page.evaluate("localStorage.getItem('lockstep')"))["questions"][name]


def test_a_line_that_was_run_is_known(visit):
    page = visit("ddp/recall/")
    line = question(page, LINE)
    write(line, "model=DistributedDataParallel(model, device_ids = [rank])")
    expect(verdict(line)).to_contain_text(
        "Not this. It was run: every rank: ValueError: DistributedDataParallel device_ids"
    )
    expect(verdict(line)).to_contain_text("A module on the CPU takes no device_ids.")
    write(line, "model = DistributedDataParallel(module = model)  # all ranks")
    expect(verdict(line)).to_have_text(re.compile("^Right, at try 2. It was run and passed."))
    assert kept(page, LINE)["result"] == "right"
    assert violations(page, f"#q-{LINE}") == []


def test_a_line_that_was_not_run_is_marked_by_the_reader(visit):
    page = visit("ddp/recall/", width=375, scheme="dark")
    line = question(page, LINE)
    for button, result in (("Mine does the same", "right"), ("Mine does not", "wrong")):
        write(line, "model = DDP(model)")
        expect(verdict(line)).to_contain_text("was not run")
        expect(line.locator(".ls-q-forms")).to_be_visible()
        assert violations(page, f"#q-{LINE}") == []
        line.get_by_role("button", name=button).press("Enter")
        expect(verdict(line)).to_contain_text(f"Marked by you as {result}.")
        assert kept(page, LINE)["result"] == result
        line.get_by_role("button", name="Try again").click()
        expect(line.locator(".ls-q-forms")).to_be_hidden()


def test_a_line_that_was_not_run_moves_the_focus_of_check_to_the_two_verdicts(visit):
    page = visit("ddp/recall/")
    line = question(page, LINE)
    line.locator(".ls-q-field input").fill("model = DDP(model)")
    line.get_by_role("button", name="Check").press("Enter")
    expect(line.get_by_role("group", name="Does your line do the same?")).to_be_focused()
    page.keyboard.press("Tab")
    expect(line.get_by_role("button", name="Mine does the same")).to_be_focused()


def test_in_a_challenge_a_line_that_was_not_run_costs_no_attempt(visit):
    page = visit("ddp/recall/")
    line = question(page, LINE)
    line.evaluate("(node) => (node.exam = { attempts: 1 })")
    for _ in range(2):
        write(line, "model = DDP(model)")
        expect(verdict(line)).to_contain_text("This line was not run, so it does not count, for you or against you.")
    write(line, "model = DistributedDataParallel(model)")
    expect(verdict(line)).to_have_text(re.compile("^Right."))


def test_a_number_near_a_known_mistake_is_told_as_it_was_typed(visit):
    page = visit("batch-size/recall/")
    number = question(page, "batch-size-recall-ema-decay")
    write(number, "0.9996")
    expect(verdict(number)).to_contain_text("Not 0.9996, near 0.9998: That forgets even less in a step.")
    page.reload()
    write(number, "0.99975")
    expect(verdict(number)).to_contain_text("Not 0.9998: That forgets even less in a step.")
    page.reload()
    traps = number.locator(".ls-q-traps")
    traps.evaluate("(list) => list.prepend(list.firstElementChild.cloneNode(true))")
    traps.evaluate(
        "(list) => { list.firstElementChild.dataset.value = 0.9999; list.firstElementChild.textContent = 'near'; }"
    )
    write(number, "0.99975")  # what equals one mistake is not told as another that is near
    expect(verdict(number)).to_contain_text("Not 0.9998: That forgets even less in a step.")


def test_a_new_try_has_new_numbers(visit):
    page = visit("ddp/recall/")
    number = question(page, NUMBER)
    before = number.locator(".ls-q-ask").inner_text()
    assert "60,000 samples, W = 16 ranks" in before
    write(number, "118")
    expect(verdict(number)).to_have_text("Right.")
    for _ in range(3):
        expect(page.locator("script[src$='fresh.js']")).to_have_count(1)
        number.get_by_role("button", name="Try again").click()
        ask = number.locator(".ls-q-ask").inner_text()
        samples, ranks, batch = (int(text.replace(",", "")) for text in re.findall(r"(?:= |of )([\d,]+)(?= )", ask))
        steps = -(-samples // (ranks * batch))
        write(number, str(-(-samples // batch)))
        expect(verdict(number)).to_contain_text("That is what one process takes")
        write(number, f"{steps:,}")
        expect(verdict(number)).to_have_text(re.compile("^Right, at try 2"))
        expect(number.locator(".ls-q-value")).to_have_text(f"{steps:,}")
        expect(number.locator(".ls-q-proof").first).to_contain_text(f"= {steps:,} with N = {samples:,}")
    assert kept(page, NUMBER)["key"] == number.get_attribute("data-key")


def test_what_is_printed_is_typed(visit):
    page = visit("ddp/")
    one = page.locator("ls-question[data-typed]").first
    name = one.get_attribute("id")[2:]
    expect(one.locator("fieldset")).to_be_hidden()
    right = one.locator(".ls-q-whys > li[data-right]").evaluate("(row) => [...row.parentNode.children].indexOf(row)")
    texts = one.evaluate("(node) => node.rows.map((row) => row.textContent.trim())")
    wrong = next(index for index in range(len(texts)) if index != right)
    write(one, "no such output")
    expect(verdict(one)).to_have_text("Not no such output. The record says something else.")
    write(one, f"  {texts[right]}0 " if "." in texts[right] else texts[right])
    expect(verdict(one)).to_have_text(re.compile("^Right, at try 2."))
    expect(one.locator("fieldset")).to_be_visible()
    one.get_by_role("button", name="Try again").click()
    expect(one.locator("fieldset")).to_be_hidden()
    write(one, texts[wrong])
    why = one.locator(".ls-q-whys > li").nth(wrong).evaluate("(row) => row.textContent").removeprefix("Wrong. ")
    expect(verdict(one)).to_have_text(f"Not {texts[wrong]}. {why}")
    assert kept(page, name)["result"] == "right"


def test_chosen_from_options_it_comes_back(visit):
    page = visit("ddp/", width=375)
    one = page.locator("ls-question[data-typed]").first
    name = one.get_attribute("id")[2:]
    one.get_by_role("button", name="Show options").press("Enter")
    right = one.evaluate("(node) => node.rows[node.rights.indexOf(true)].textContent.trim()")
    one.get_by_label(right, exact=True).check()
    one.get_by_role("button", name="Check").click()
    expect(verdict(one)).to_have_text(re.compile(r"^Right. It comes back on"))
    assert violations(page, f"#q-{name}") == []
    card = kept(page, name)["card"]
    assert card["s"] == 1.2931  # as Hard


def test_on_paper_the_options_are_there_and_no_field(visit):
    page = visit("ddp/")
    page.emulate_media(media="print")
    one = page.locator("ls-question[data-typed]").first
    expect(one.locator(".ls-q-options")).to_be_visible()
    expect(one.locator(".ls-q-field")).to_be_hidden()


def test_on_paper_a_question_stands_with_all_of_its_options(visit):
    page = visit("ddp/deep/")
    page.emulate_media(media="print")
    ends = "(all) => all.map((one) => ['.ls-q-ask > p', '.ls-q-options > li:last-child'].map((part) => one.querySelector(part).innerText))"
    pairs = page.locator(".ls-q:has(.ls-q-options)").evaluate_all(ends)
    sides = [plain(side.extract_text()) for side in pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages]
    apart = [ask for ask, last in pairs if not any(plain(ask) in side and plain(last) in side for side in sides)]
    assert len(pairs) > 5
    assert apart == []


def plain(text: str) -> str:
    """A text without white space, which a PDF may lose."""
    return re.sub(r"\s", "", text)


def test_without_a_script_the_options_are_there_and_no_field(visit):
    page = visit("ddp/", java_script_enabled=False)
    one = page.locator("ls-question[data-typed]").first
    expect(one.locator(".ls-q-options")).to_be_visible()
    expect(one.locator(".ls-q-field")).to_be_hidden()
