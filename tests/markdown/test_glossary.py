"""Abbreviations are explained where a page first names them, and nowhere else."""

from __future__ import annotations

import re

import pytest
from markdown import markdown

from lockstep.markdown.glossary import abbreviations
from tests.question.asking import CARD

GLOSSARY = """# Glossary

DDP, DistributedDataParallel
:   Each process holds the *whole* model, see [the sheet](ddp/index.md) and `nn.Module`. A second sentence
    with FSDP in it.

ZeRO, Zero Redundancy Optimizer
:   Splits the states
    over the ranks. More.

FSDP2, the second fully sharded data parallel
:   Shards by parameter.

1F1B, one forward, one backward
:   A pipeline schedule.

all-reduce, sum on every rank
:   A collective.

Rank, one process
:   Has a number.

NCCL
:   Has no long form.
"""
DDP = "DistributedDataParallel. Each process holds the whole model, see the sheet and nn.Module."
EXTENSIONS = ["def_list", "lockstep", "md_in_html", "tables", "pymdownx.details", "pymdownx.inlinehilite", "pymdownx.superfences", "toc"]  # fmt: skip


@pytest.fixture
def site(sandbox, monkeypatch):
    sandbox.page(GLOSSARY, "glossary.md")
    monkeypatch.chdir(sandbox.root)
    return sandbox


def built(text: str) -> str:
    return markdown(text, extensions=EXTENSIONS)


def test_an_abbreviation_has_its_long_form_and_the_first_sentence(site):
    assert abbreviations(site.project) == {
        "DDP": DDP,
        "ZeRO": "Zero Redundancy Optimizer. Splits the states over the ranks.",
        "FSDP2": "The second fully sharded data parallel. Shards by parameter.",
        "1F1B": "One forward, one backward. A pipeline schedule.",
    }


def test_the_first_mention_is_explained_and_no_other(site):
    html = built("With DDP, not DDP.\n\nDDP again, *DDP* too.")
    assert html == f'<p>With <abbr title="{DDP}">DDP</abbr>, not DDP.</p>\n<p>DDP again, <em>DDP</em> too.</p>'


@pytest.mark.parametrize(
    "text",
    [
        "# DDP and ZeRO",
        "###### DDP",
        "[DDP](ddp.md)",
        "[*DDP* now](ddp.md)",
        "DDP\n:   It.",
        "<details markdown><summary>DDP</summary>\n\nIt.\n\n</details>",
        '??? note "DDP"\n\n    It.',
        '??? note "It"\n\n    DDP.',
        "`DDP`",
        "```text\nDDP\n```",
        '<img alt="DDP">',
        "![DDP](x.png)",
    ],
)
def test_where_a_tooltip_is_in_the_way_there_is_none_and_the_next_mention_has_it(site, text):
    first, _, rest = built(f"{text}\n\nThen DDP.").partition("Then ")
    assert "DDP" in first
    assert "<abbr" not in first
    assert rest.count("<abbr") == 1


def test_the_review_is_quiet(site):
    site.page(f"# Sheet\n\n~~~quiz\n{CARD.replace('What?', 'What is DDP?')}\n~~~\n", "ddp/index.md")
    site.page("# Review\n\n```review\n```\n", "review.md")
    html = markdown("# Review\n\n```review\n```\n", extensions=EXTENSIONS)
    assert "What is DDP?" in html
    assert "<abbr" not in html


def test_text_around_a_mention_in_a_heading_is_kept_in_order(site):
    assert built("# One DDP two ZeRO three DDP four").endswith(">One DDP two ZeRO three DDP four</h1>")
    assert re.sub(r"<.*?>", "", built("[DDP](a.md) b DDP c DDP d *DDP* e")) == "DDP b DDP c DDP d DDP e"


@pytest.mark.parametrize(
    "text", ["(DDP)", "DDP, so", "DDP's", "DDP.", "“DDP”", "DDP-like", "DDP/ZeRO", "**DDP**", "| DDP |\n| --- |\n| a |"]
)
def test_a_mention_may_touch_punctuation(site, text):
    html = built(text)
    assert html.count(f'<abbr title="{DDP}">DDP</abbr>') == 1


def test_letters_keep_their_case(site):
    html = built("ZeRO, not ZERO or zero; 1F1B; FSDP2.")
    assert re.findall(r"<abbr.*?>(.*?)</abbr>", html) == ["ZeRO", "1F1B", "FSDP2"]


@pytest.mark.parametrize("text", ["all-reduce", "Rank", "rank", "NCCL", "FSDP", "DDPs", "MYDDP", "DDP_KEY", "ddp"])
def test_a_plain_word_has_no_tooltip(site, text):
    assert built(text) == f"<p>{text}</p>"


def test_a_site_without_a_glossary_builds(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    assert abbreviations(sandbox.project) == {}
    assert built("With DDP.") == "<p>With DDP.</p>"


def test_a_term_is_a_heading_with_an_address_and_not_in_the_contents(site):
    html = built("[TOC]\n\n## Ranks\n\nRank\n:   A *process*.\n\nLocal rank, a number\n\n:   It.\n\n    More.\n")
    assert re.findall(r'<h3 class="ls-term" id="([a-z-]+)">([^<]+)<a aria-hidden="true" class="headerlink" href="#([a-z-]+)"', html) == [
        ("rank", "Rank", "rank"), ("local-rank", "Local rank, a number", "local-rank")]  # fmt: skip
    assert "<p>A <em>process</em>.</p>" in html
    assert re.search(r"<div>\s*<p>It.</p>\s*<p>More.</p>\s*</div>", html)
    assert not re.search(r"<d[ltd]>", html)
    assert "local-rank" not in html[: html.index("<h2")]
