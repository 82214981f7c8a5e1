from __future__ import annotations

import hashlib
import json
from collections import Counter
from itertools import chain

import yaml
from sandbox import ROOT

from lockstep.project import Project
from lockstep.site import search_words

DATA = yaml.safe_load(search_words.WORDS.read_text("utf-8"))
TABLE = yaml.safe_load((ROOT / "tests/site/queries.yml").read_text("utf-8"))


def test_the_words_go_into_the_index(tmp_path):
    index = tmp_path / "search/search_index.json"
    index.parent.mkdir()
    index.write_text('{"config":{"lang":["en"]},"docs":[]}')
    search_words.on_post_build({"site_dir": str(tmp_path)})
    assert json.loads(index.read_text()) == {"config": {"lang": ["en"], **DATA, "teaches": {}}, "docs": []}


def test_of_a_term_the_first_page_that_its_entry_links_to_teaches_it(tmp_path):
    index, glossary = tmp_path / "search/search_index.json", tmp_path / "glossary/index.html"
    index.parent.mkdir()
    glossary.parent.mkdir()
    index.write_text('{"config":{},"docs":[]}')
    glossary.write_text(
        '<h3 class="ls-term" id="straggler">Straggler</h3><p><a href="../errors/hangs/">It hangs</a>, '
        '<a title="" href="../scaling/#slow">late</a>, <a href="../ddp/">DDP</a>.</p>'
        '<h3 class="ls-term" id="rank">Rank</h3><p>A number.</p><h2 id="more">More</h2><a href="../fsdp/">FSDP</a>'
    )
    search_words.on_post_build({"site_dir": str(tmp_path)})
    assert json.loads(index.read_text())["config"]["teaches"] == {"glossary/#straggler": "scaling/"}


def test_words_and_queries_name_pages_that_there_are():
    names = {path.removeprefix("docs/").removesuffix(".md") for path in Project(ROOT).pages}
    addresses = {f"{name}/".removesuffix("index/").removeprefix("/") for name in names}
    expected = {page for queries in TABLE.values() for pages in queries.values() for page in pages.split()}
    assert {page for page in {*DATA["words"], *expected} if page.partition("#")[0] not in addresses} == set()


def test_a_word_stands_in_one_group_of_synonyms():
    assert [word for word, times in Counter(chain(*DATA["same"])).items() if times > 1] == []


def test_no_query_is_asked_twice():
    assert [query for query, times in Counter(chain(*TABLE.values())).items() if times > 1] == []
    assert sum(map(len, TABLE.values())) >= 120
    assert len(TABLE["held_out"]) >= 30


def test_the_engine_is_as_it_was_published():
    """MiniSearch 7.2.0, dist/umd/index.js of its package, with the licence beside it."""
    digest = hashlib.sha256((ROOT / "docs/assets/minisearch.js").read_bytes()).hexdigest()
    assert digest == "03c27931eb603af1d3358579e9885eafdb6a2f5fa9929557b3e77d7e99d06d03"
    assert "Luca Ongaro" in (ROOT / "docs/assets/minisearch.LICENSE.txt").read_text("utf-8")
