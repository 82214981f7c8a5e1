"""The log field and the error index in a real browser: logs are pasted and opened, the search finds entries, all by keyboard."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from browsing import needs_chromium, until, violations
from due import due
from playwright.sync_api import Page, expect
from sandbox import ROOT

from lockstep.explain import entry
from lockstep.explain.entry import SHORT
from lockstep.explain.verdict import explain
from lockstep.project import Project
from tests.explain.test_verdict import CERTAIN, SHUFFLE, shortest, stated, wrapped

pytestmark = [needs_chromium, pytest.mark.browser]

ENTRIES = list(entry.entries(Project(ROOT).texts))


def paste(page: Page, log: str) -> None:
    page.get_by_label("Paste the log of the job").fill(log)
    page.get_by_role("button", name="Find the cause").click()


FILTER = "Words of a title or a cause"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_narrow_the_list_and_the_count_is_said(visit, scheme):
    page = visit("errors/", scheme=scheme)
    field, entries = page.get_by_label(FILTER), page.locator(".ls-errors li:visible")
    expect(page.get_by_role("status").filter(has_text="entries")).to_have_text(f"{len(ENTRIES)} entries")
    expect(entries).to_have_count(len(ENTRIES))
    assert violations(page, ".ls-filter") == []
    field.focus()
    page.keyboard.type("SHUFFLE sampler")
    expect(entries).not_to_have_count(len(ENTRIES))
    texts = [text.lower() for text in entries.all_inner_texts()]
    assert texts
    assert all("shuffle" in text and "sampler" in text for text in texts)
    expect(page.get_by_role("status").filter(has_text="entries")).to_have_text(
        f"{len(texts)} of {len(ENTRIES)} entries"
    )
    assert all(
        head.is_visible() == (head.evaluate("(head) => !!head.nextElementSibling.querySelector('li:not([hidden])')"))
        for head in page.locator("article h2").all()
    )
    page.keyboard.press("Escape")  # the key that empties such a field
    expect(entries).to_have_count(len(ENTRIES))


def test_where_no_entry_has_the_words_the_log_is_offered(visit):
    page = visit("errors/", width=1440)
    page.get_by_label(FILTER).fill("zzqx")
    expect(page.locator(".ls-errors li:visible")).to_have_count(0)
    said = page.locator(".ls-filter [role=status]")
    expect(said).to_contain_text("No title or cause has all of these words.")
    expect(said.get_by_role("link")).to_have_attribute("href", re.compile("/log/$"))


@pytest.mark.parametrize("width", [375, 1440])
def test_a_row_leads_to_when_errors_strike(visit, width):
    page = visit("errors/", width=width)
    row = page.get_by_role("navigation", name="When they strike")
    heads = page.locator("article h2").all_inner_texts()
    assert row.get_by_role("link").all_inner_texts() == [head.strip("\n¶") for head in heads]
    assert all(link.bounding_box()["height"] >= 44 for link in row.get_by_role("link").all())
    row.get_by_role("link", name="Checkpoint").click()
    expect(page.locator("#checkpoint")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_a_script_the_list_is_whole_and_no_field_is_there(visit, site):
    page = visit("errors/", java_script_enabled=False)
    expect(page.locator(".ls-errors li:visible")).to_have_count(len(ENTRIES))
    expect(page.locator(".ls-filter")).to_be_hidden()
    assert [path for path in site.rglob("index.html") if "assets/entries." in path.read_text("utf-8")] == [
        site / "errors/index.html"
    ]


def test_a_pasted_log_leads_to_its_entry(visit):
    page = visit("log/")
    paste(page, wrapped(2, SHUFFLE))
    result = page.get_by_role("region", name="What the log says")
    expect(result).to_be_focused()
    expect(result).to_contain_text(
        "Rank 2 failed first: ValueError: sampler option is mutually exclusive with shuffle, at "
    )
    expect(result).to_contain_text("only waited or lost their connection.")
    expect(result).to_contain_text("Found: sampler option is mutually exclusive with shuffle")
    expect(result).to_contain_text("Sure. torchrun names rank 2 as the first to fail, and this is its error.")
    expect(result).to_contain_text("Line 12, rank 2.")
    expect(result).to_contain_text("Line 43, rank 2, names the rank: rank      : 2 (local_rank: 2)")
    expect(result.locator("dd code").first).to_have_text("DataLoader")
    expect(result.locator("li")).to_have_count(2)
    result.get_by_role("link", name="sampler option is mutually exclusive with shuffle").click()
    page.wait_for_url("**/errors/sampler-and-shuffle/")


def test_an_entry_that_can_be_sure_shows_the_lines_that_make_it_so(visit):
    """A third of these entries, another one each day; that Python and the script say the same of all is tested elsewhere."""
    page = visit("log/")
    result = page.locator(".ls-verdict")
    for name in due(CERTAIN, 3):
        one, pattern = CERTAIN[name]
        log = shortest(one, pattern)
        verdict = explain(log, ENTRIES)
        paste(page, log)
        expect(result).to_be_visible()  # it is hidden while a log is read
        expect(result).to_contain_text(f"Line {verdict.root.line}")
        assert one.title in result.inner_text()
        shown = [samp.strip() for samp in result.locator("samp").all_text_contents()]
        assert shown == [finding.text for finding in stated(verdict)]
        if verdict.where:
            expect(result).to_contain_text(f"Line {verdict.where.line}, tells it from others: ")
        page.get_by_role("button", name="Clear").click()


def test_it_works_by_keyboard_alone_and_can_be_cleared(visit):
    page = visit("log/")
    page.get_by_label("Paste the log of the job").focus()
    page.keyboard.insert_text("hello\nworld")
    page.keyboard.press("Control+Enter")
    result = page.get_by_role("region", name="What the log says")
    expect(result).to_contain_text("No entry knows a line of this log.")
    page.locator(".ls-buttons").get_by_role("button", name="Clear").focus()
    page.keyboard.press("Enter")
    expect(result).to_be_hidden()
    expect(page.get_by_label("Paste the log of the job")).to_have_value("")
    expect(page.get_by_label("Paste the log of the job")).to_be_focused()


def test_a_file_can_be_opened(visit, tmp_path):
    (tmp_path / "job.log").write_text(wrapped(1, SHUFFLE), "utf-8")
    page = visit("log/")
    page.locator("ls-explain input[type=file]").set_input_files(tmp_path / "job.log")
    expect(page.locator(".ls-verdict")).to_contain_text("Found:")


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("model.pt", b"PK\x03\x04\0\0\x08\x08" + bytes(range(256)), "model.pt is not text. Give what the job printed"),
        ("job.log.gz", gzip.compress(wrapped(1, SHUFFLE).encode()), "job.log.gz is packed. Unpack it first."),
        ("holes.log", b"\0\0\0\0" + wrapped(1, SHUFFLE).encode(), "Found:"),
        ("windows.log", wrapped(1, SHUFFLE).encode("utf-16"), "Found:"),
        ("old.log", f"{'é' * 20} started\n{wrapped(1, SHUFFLE)}".encode("latin-1"), "Found:"),
    ],
)
def test_a_file_that_is_not_text_is_told_as_in_a_terminal(visit, tmp_path, name, data, said):
    (tmp_path / name).write_bytes(data)
    page = visit("log/")
    page.locator("ls-explain input[type=file]").set_input_files(tmp_path / name)
    expect(page.locator(".ls-verdict")).to_contain_text(said)


def test_what_a_scheduler_says_is_searched_for_and_has_no_traceback(visit):
    page = visit("log/")
    paste(
        page, "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified"
    )
    result = page.locator(".ls-verdict")
    expect(result.locator(".ls-verdict-head")).to_contain_text("The scheduler says: sbatch: error: Batch job")
    expect(result).to_contain_text("Search for: sbatch: error: Batch job submission failed")
    expect(result).not_to_contain_text("traceback")
    expect(result).not_to_contain_text("stands still")


def test_an_unknown_error_is_named(visit):
    page = visit("log/")
    paste(page, wrapped(0, "KeyError: '<b>label</b>'"))
    result = page.locator(".ls-verdict")
    expect(result).to_contain_text("Rank 0 failed first: KeyError: '<b>label</b>', at ")
    expect(result).to_contain_text("It is called KeyError.")
    expect(result.get_by_role("link", name="It hangs")).to_have_attribute("href", "../errors/hangs/")
    expect(page.locator(".ls-verdict samp").first).to_have_text("KeyError: '<b>label</b>'")


def test_a_log_never_leaves_the_browser(visit):
    page = visit("log/")
    sent = []
    page.on("request", lambda request: sent.append((request.method, "sampler" in request.url)))
    paste(page, wrapped(2, SHUFFLE))
    page.wait_for_timeout(300)
    assert {("GET", False), *sent} == {("GET", False)}
    assert "sampler" not in page.evaluate("JSON.stringify({ ...localStorage, ...sessionStorage })")


# Ticks of the page, and what the verdict's place said in the meantime.
WATCH = """() => {
  window.seen = { ticks: 0, said: [] };
  const result = document.querySelector(".ls-verdict");
  new MutationObserver(() => seen.said.push(result.innerText)).observe(result, { childList: true, subtree: true });
  setInterval(() => seen.ticks++, 10);
}"""


@pytest.fixture(scope="module")
def large(tmp_path_factory) -> Path:
    """A log of 100 MB with the failure at its end."""
    path = tmp_path_factory.mktemp("logs") / "job.log"
    noise = "".join(f"[rank{n % 4}]: step {n} loss 0.123456 tokens/s 123456 mem 71.2GiB\n" for n in range(18_000))
    with path.open("w", encoding="utf-8") as file:
        for _ in range(100_000_000 // len(noise)):
            file.write(noise)
        file.write(wrapped(2, SHUFFLE))
    return path


def open_file(page: Page, path: Path) -> None:
    page.locator("ls-explain input[type=file]").set_input_files(path)


def test_a_hundred_megabytes_are_read_in_a_worker_while_the_page_goes_on(visit, large):
    page = visit("log/")
    workers = []
    page.on("worker", lambda worker: workers.append(worker.url))
    page.evaluate(WATCH)
    open_file(page, large)
    expect(page.locator(".ls-verdict")).to_contain_text("Found:")
    seen = page.evaluate("seen")
    assert [url.rpartition("/")[2] for url in workers] == ["explain.js"]
    assert any(re.search(r"Read \d+ of 10[01] MB", said) for said in seen["said"])
    assert seen["ticks"] > 20  # of 10 ms; a page that is busy all the while has none
    assert page.workers == []
    expect(page.get_by_label("Paste the log of the job")).to_have_value("")


def test_reading_can_be_cancelled(visit, large):
    page = visit("log/")
    page.evaluate("""() => new MutationObserver((_, observer) => {
      const cancel = [...document.querySelectorAll(".ls-verdict button")].find((button) => button.textContent === "Cancel");
      if (cancel) observer.disconnect(); // what the click changes would be told to it again
      cancel?.click();
    }).observe(document.querySelector(".ls-verdict"), { childList: true, subtree: true, attributes: true })""")
    open_file(page, large)
    expect(page.get_by_label("Paste the log of the job")).to_be_focused()
    expect(page.locator(".ls-verdict")).to_be_hidden()
    page.wait_for_timeout(500)
    assert page.workers == []
    expect(page.locator(".ls-verdict")).to_be_hidden()


def test_from_a_stick_where_no_worker_starts_the_page_reads_in_slices(browser, site, large):
    page = browser.new_page()
    page.goto((site / "log/index.html").as_uri())
    page.evaluate(WATCH)
    open_file(page, large)
    expect(page.locator(".ls-verdict")).to_contain_text("Found:")
    seen = page.evaluate("seen")
    assert seen["ticks"] > 20
    assert any(re.search(r"Read \d+ of 10[01] MB", said) for said in seen["said"])
    page.close()


def test_five_megabytes_can_be_pasted(visit):
    page = visit("log/")
    noise = "\n".join(f"[rank{n % 4}]: step {n} loss 0.123456 tokens/s 123456 mem 71.2GiB" for n in range(45_000))
    page.evaluate(
        """log => {
          document.querySelector("ls-explain textarea").value = log;
          document.querySelector("ls-explain .ls-main").click();
        }""",
        noise + noise + "\n" + wrapped(2, SHUFFLE),
    )
    expect(page.locator(".ls-verdict")).to_contain_text("Found:")


def test_without_a_script_the_command_and_the_list_are_there(visit):
    page = visit("log/", java_script_enabled=False)
    expect(page.locator("ls-explain > :visible")).to_have_count(1)
    expect(page.locator("ls-explain > :visible")).to_contain_text("python -m lockstep explain < job.log")


def test_files_of_ranks_are_read_together_and_a_place_names_its_file(visit, tmp_path):
    error = f'Traceback (most recent call last):\n  File "train.py", line 9, in main\n    step()\n{SHUFFLE}'
    (tmp_path / "rank_10.log").write_text(f"step 1\n{error}", "utf-8")
    (tmp_path / "rank_2.log").write_text("step 1\nRuntimeError: Connection closed by peer [127.0.0.1]:1\n", "utf-8")
    page = visit("log/")
    page.locator("ls-explain input[type=file]").set_input_files([tmp_path / "rank_10.log", tmp_path / "rank_2.log"])
    result = page.locator(".ls-verdict")
    expect(result).to_contain_text("Rank 10 failed")
    expect(result).to_contain_text("at train.py:9.")
    expect(result).to_contain_text("Line 5 of rank_10.log, rank 10.")


def test_a_file_that_cannot_be_shown_is_read_all_the_same(visit):
    page = visit("log/")
    page.evaluate("""() => {
      const file = Object.assign(new File(["step 1"], "job.log"), { text: () => Promise.reject(new Error("no")) });
      return document.querySelector("ls-explain").open([file]); }""")
    expect(page.locator(".ls-verdict")).to_contain_text("No entry knows a line of this log.")


def test_an_empty_field_says_so_and_a_cleared_one_is_empty(visit):
    page = visit("log/")
    result = page.locator(".ls-verdict")
    page.get_by_role("button", name="Find the cause").click()
    expect(result).to_contain_text("There is nothing to read.")
    for name in ("Models differ", "One bad sample", "A job that hangs"):
        page.get_by_role("button", name=name).click()
        expect(result.locator(".ls-verdict-head")).to_contain_text("ank ")
    page.locator(".ls-buttons").get_by_role("button", name="Clear").click()
    expect(result).to_be_hidden()
    expect(result).to_have_text("")


OOM = """\
[rank5]: Traceback (most recent call last):
[rank5]:   File "/home/me/train.py", line 88, in <module>
[rank5]:     loss.backward()
[rank5]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 5 has a total capacity of 79.15 GiB of which 1.20 GiB is free. \
Process 99 has 77.9 GiB memory in use. Of the allocated memory 75.1 GiB is allocated by PyTorch, and 1.60 GiB is reserved by PyTorch but unallocated.
[rank0]:[E1129 03:00:00.1 ProcessGroupNCCL.cpp:683] [Rank 0] Watchdog caught collective operation timeout: \
WorkNCCL(SeqNum=90, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=600000) ran for 600042 milliseconds before timing out.
"""


BELOW_THE_HEADER = """(() => {
  const [header, head] = [".md-header", ".ls-verdict-head"].map((one) => document.querySelector(one).getBoundingClientRect());
  return header.bottom <= head.top && head.top + Math.min(head.height, 40) <= innerHeight;
})()"""


@pytest.mark.parametrize(("width", "height"), [(375, 667), (375, 812), (1024, 500), (1440, 900)])
def test_the_first_line_of_a_verdict_is_in_view_below_the_header(visit, width, height):
    """A browser scrolls a box that is higher than the screen to its middle when it takes the focus."""
    page = visit("log/", width=width)
    page.set_viewport_size({"width": width, "height": height})
    page.get_by_label("Paste the log of the job").fill(OOM)
    page.get_by_role("button", name="Find the cause").click()
    head = page.locator(".ls-verdict-head")
    expect(head).to_contain_text("Rank 5 failed")
    expect(page.locator(".ls-verdict")).to_be_focused()
    until(page, BELOW_THE_HEADER)


def test_search_finds_every_entry_by_its_message_or_its_title(visit):
    page = visit("errors/", permissions=["clipboard-read", "clipboard-write"])
    field = page.locator("input.md-search__input")
    field.focus()  # the index comes now
    expect(page.locator(".md-search-result__meta")).to_have_text("Type to start searching")
    lost = []
    for one in ENTRIES:
        others = "\n".join(pattern for other in ENTRIES if other is not one for pattern in other.says)
        own = [piece for pattern in one.says if pattern not in SHORT for piece in pattern.split("*")]
        words = [piece for piece in own if piece.strip() not in others]
        for query in {one.title, max(words, key=len, default=one.title)}:
            field.focus()
            page.keyboard.press("Control+a")
            page.evaluate("text => navigator.clipboard.writeText(text)", query.strip())
            page.keyboard.press("Control+v")
            expect(page.locator(".md-search-result__meta")).to_contain_text("matching document")
            try:
                until(
                    page,
                    """slug => [...new Set([...document.querySelectorAll(".md-search-result__item > a")]
                      .map((link) => link.pathname))].slice(0, 3).some((path) => path.endsWith(`/errors/${slug}/`))""",
                    arg=one.slug,
                    timeout=120,
                )
            except TimeoutError:
                lost.append((one.slug, query, page.locator(".md-search-result__item > a").evaluate_all("all => all.slice(0, 3).map((a) => a.pathname)")))  # fmt: skip
    assert lost == []


def test_the_quiz_shows_ten_real_logs_and_ranks_in_their_order(visit):
    page = visit("errors/guilty/")
    questions = page.locator("ls-question")
    assert questions.count() == 10
    for one in questions.all():
        log = one.locator(".ls-q-log")
        assert log.get_attribute("tabindex") == "0"
        assert "rank" in log.inner_text()
        options = one.locator(".ls-q-options label").all_inner_texts()
        assert options == sorted(options)
        assert {text.strip()[:5] for text in options} == {"rank "}
    assert page.locator(".ls-q-log").filter(has_text="Root Cause (first observed failure):").count() == 7
    assert page.locator(".ls-q-log").filter(has_text="(most recent call first):").count() == 3


def test_a_log_is_read_by_keyboard_and_an_answer_is_judged(visit):
    page = visit("errors/guilty/", width=390)
    one = page.locator("ls-question").first
    one.locator(".ls-q-log").focus()
    page.keyboard.press("End")
    until(page, "document.querySelector('.ls-q-log').scrollTop > 100")
    one.locator(".ls-q-options").get_by_text("rank 2", exact=True).click()
    one.get_by_role("button", name="Check").click()
    expect(one).to_contain_text("KeyError")
    expect(one.locator(".ls-q-answer")).to_have_attribute("open", "")
