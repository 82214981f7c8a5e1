"""The search of the checkout: the queries that the search of the site is measured with."""

from __future__ import annotations

import re

import pytest
import yaml
from sandbox import ROOT

from lockstep.project import Project
from lockstep.site.lookup import Lookup

TABLE = yaml.safe_load((ROOT / "tests/site/queries.yml").read_text("utf-8"))
QUERIES = {query: pages.split() for queries in TABLE.values() for query, pages in queries.items()}


@pytest.fixture(scope="module")
def lookup():
    return Lookup(Project(ROOT))


def test_most_queries_find_their_page_among_the_first_five(lookup):
    """Misspelled words are the browser's: MiniSearch knows words that are nearly alike, this search does not."""
    first = among = 0
    for query, pages in QUERIES.items():
        found = [hit.page.partition("#")[0] for hit in lookup.find(query, 12) if hit.kind != "claim"][:5]
        wanted = {page.partition("#")[0] for page in pages}
        first += bool(found) and found[0] in wanted
        among += bool(wanted.intersection(found))
    page = (ROOT / "docs/assistants.md").read_text("utf-8")
    told = re.search(r"\[(\d+)%\]\(= \"given\"\) find their page first, \[(\d+)%\]", page)
    for share, said in zip((first / len(QUERIES), among / len(QUERIES)), told.groups(), strict=True):
        assert int(said) / 100 <= share <= int(said) / 100 + 0.1


def test_a_pasted_message_finds_its_entry(lookup):
    hits = lookup.find(
        "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one."
    )
    assert (hits[0].kind, hits[0].name) == ("error", "unused-parameters")


def test_a_claim_is_found_by_its_words(lookup):
    hits = lookup.find("an expert gets gradients of the tokens of all ranks already summed")
    assert "experts/experts_share_the_divisor_of_the_rest.py" in [hit.name for hit in hits]


def test_words_that_mean_the_same_find_the_same(lookup):
    assert lookup.find("evaluation stuck") == lookup.find("evaluation hangs") == lookup.find("evaluation deadlock")


def test_unknown_words_find_nothing(lookup):
    assert lookup.find("zzzz qqqq") == lookup.find("") == lookup.find("the and of") == []
