"""What the search finds first: terms, functions, flags, variables, and lines of a log, on the built index."""

from __future__ import annotations

import re

import pytest
from browsing import needs_chromium, until
from playwright.sync_api import expect

LOADS = 120_000  # milliseconds in which a slow machine has read the index

# What a reader writes; the page that must come first, or after "~" among the first three.
QUERIES = """
rank                                        glossary/#rank
world size                                  glossary/#world-size
rendezvous                                  glossary/#rendezvous
bucket                                      glossary/#bucket
all-reduce                                  glossary/#all-reduce
DDP                                         glossary/#ddp
FSDP                                        glossary/#fsdp
straggler                                   glossary/#straggler
gradient accumulation                       glossary/#gradient-accumulation
linear scaling rule                         glossary/#linear-scaling-rule
all_reduce                                  errors/read-before-wait/
set_epoch                                   ~errors/same-order-every-epoch/
sampler.set_epoch(epoch)                    errors/same-order-every-epoch/
torch.nn.parallel.DistributedDataParallel   ~ddp/
DistributedDataParallel                     ~ddp/
torch.distributed.checkpoint                glossary/#dcp
init_process_group                          ~errors/not-initialized/
no_sync                                     errors/no-sync-does-nothing/
fully_shard                                 errors/optimizer-before-sharding/
gradient_as_bucket_view                     ddp/perf/
--nproc-per-node                            ~errors/waiting-for-clients/
--standalone                                errors/address-in-use/
--local-rank                                ~errors/unrecognized-local-rank/
find_unused_parameters=True                 ~errors/unused-parameters/
weights_only                                errors/weights-only/
NCCL_DEBUG                                  glossary/#nccl
MASTER_PORT                                 ~errors/rank-not-set/
TORCH_DISTRIBUTED_DEBUG                     errors/collectives-differ/
hangs                                       errors/hangs/
effective batch size                        glossary/#effective-batch-size
learning rate warmup                        ~batch-size/
scaling efficiency                          ~scaling/
RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one.  errors/unused-parameters/
train.py: error: unrecognized arguments: --local-rank=0   errors/unrecognized-local-rank/
[rank0]: Unexpected key(s) in state_dict: "module.weight", "module.bias".   errors/module-prefix/
torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 79.11 GiB   errors/cuda-out-of-memory/
[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=5, OpType=ALLREDUCE)   errors/watchdog-timeout/
"""
EXPECTED = dict(line.rsplit(maxsplit=1) for line in QUERIES.strip().splitlines())

# Speaks to the theme's worker as its bundle does: 0 sets the index up, 2 asks.
ASK = """async (queries) => {
  const config = JSON.parse(document.querySelector("#__config").textContent);
  const index = await (await fetch(new URL("search/search_index.json", new URL(`${config.base}/`, location)))).json();
  const worker = new Worker(config.search);
  const say = (type, data) => new Promise((resolve) => {
    worker.addEventListener("message", (message) => resolve(message.data.data), { once: true });
    worker.postMessage({ type, data });
  });
  await say(0, { ...index, options: { suggest: false } });
  const found = {};
  for (const query of queries)
    found[query] = (await say(2, Lockstep.asQuery(query))).items.map((sections) => sections[0].location);
  return found;
}"""


@needs_chromium
@pytest.mark.browser
def test_each_query_finds_its_page(visit):
    found = visit("").evaluate(ASK, list(EXPECTED))
    lost = {}
    for query, page in EXPECTED.items():
        first = found[query][: 3 if page.startswith("~") else 1]
        if not any(is_of(one, page.lstrip("~")) for one in first):
            lost[query] = found[query][:3]
    assert lost == {}


# An index of numbers among which lunr, as it comes, loses 81152 and makes up 815.
NUMBERS = """async () => {
  const config = JSON.parse(document.querySelector("#__config").textContent);
  const worker = new Worker(config.search);
  const say = (type, data) => new Promise((resolve) => {
    worker.addEventListener("message", (message) => resolve(message.data.data), { once: true });
    worker.postMessage({ type, data });
  });
  const index = await (await fetch(new URL("search/search_index.json", new URL(`${config.base}/`, location)))).json();
  const numbers = Array.from({ length: 300 }, (_, at) => (at * at * 317) % 99991);
  const docs = [{ location: "n/", title: "Numbers", text: numbers.join(" ") }];
  await say(0, { ...index, docs, options: { suggest: false } });
  const found = {};
  for (const query of ["8", "81", "81152"]) found[query] = (await say(2, Lockstep.asQuery(query))).items.length;
  return found;
}"""


@needs_chromium
@pytest.mark.browser
def test_a_number_is_a_word_too(visit):
    """lunr took nodes of numbers for one another, and a search for "1" ended in an error: see `lockstep.site.pack`."""
    page = visit("ddp/")
    said = []
    page.on("console", lambda message: said.append(message.text))
    assert set(page.evaluate(NUMBERS).values()) == {1}
    assert not [text for text in said if "query" in text]


def is_of(location: str, page: str) -> bool:
    """Whether a section is the expected one, or any of the expected page."""
    return location == page if "#" in page else location.partition("#")[0] == page


@needs_chromium
@pytest.mark.browser
def test_a_typed_flag_is_words_and_stays_as_it_was_typed(visit):
    page = visit("ddp/")
    said = []
    page.on("console", lambda message: said.append(message.text))
    field = page.locator(".md-search__input")
    field.click()
    field.press_sequentially("--nproc-per-node")
    expect(page.locator(".md-search-result__meta")).to_contain_text("matching documents", timeout=LOADS)
    expect(page.locator(".md-search-result__item").first).to_contain_text("nproc")
    assert page.evaluate("new FormData(document.forms.search).get('query')") == "--nproc-per-node"
    assert not [text for text in said if "query" in text]  # the theme warns of one that it cannot read


@needs_chromium
@pytest.mark.browser
def test_words_that_come_without_a_key_are_searched_for(visit):
    page = visit("ddp/")
    page.locator(".md-search__input").press_sequentially("straggler")
    expect(page.locator(".md-search-result__item").first).to_contain_text("Straggler", timeout=LOADS)
    page.locator(".md-search__input").select_text()
    page.keyboard.insert_text("rendezvous")  # as a voice or the menu of the clipboard does: no key goes up
    expect(page.locator(".md-search-result__item").first).to_contain_text("Rendezvous", timeout=LOADS)


IS_MARKED = """[...document.querySelectorAll("[href*='errors/cuda-out-of-memory/'].md-search-result__link h1")]
  .some((title) => getComputedStyle(title, "::before").content.includes("Error"))"""


@needs_chromium
@pytest.mark.browser
def test_a_result_says_what_it_is(visit):
    """Pages of a topic name their mode in the title; the style sheet says it of errors."""
    page = visit("?q=torch.OutOfMemoryError: CUDA out of memory")
    first = page.locator(".md-search-result__link", has_text="CUDA out of memory").first
    expect(first).to_have_attribute("href", re.compile("errors/cuda-out-of-memory/"), timeout=LOADS)
    until(page, IS_MARKED)
    page.goto(page.url.partition("?")[0] + "?q=gradient_as_bucket_view")
    expect(page.locator(".md-search-result__item").first).to_contain_text(
        "Perf: DistributedDataParallel", timeout=LOADS
    )
