"""The index of the book: which names are in it, and which piece of code leads to which of them."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper import book_index


def marked(*pages: str, known: set[str] = frozenset({"all_reduce", "Linear"})) -> list[tuple[str, str]]:
    """The pieces of code that lead to a term on these pages, each with its term."""
    trees = [ET.fromstring(f"<section>{text}</section>") for text in pages]
    book_index.mark_terms(trees, known)
    return [(one.text, one.get("data-index")) for tree in trees for one in tree.iter() if one.get("data-index")]


def test_terms_are_names_that_programs_use():
    known = book_index.interface_names(
        ["from torch.nn import Linear\nmodel = Linear(1, 1, bias=False)\nmodel.no_sync()\nprint(own_name)\n"]
    )
    assert known == {"Linear", "bias", "no_sync"}
    source = "import torch\nimport torch.distributed as dist\nfrom torch.utils import data\n"
    source += (
        "dist.reduce(x.mean(), dtype=1)\ntorch.mean(x)\ntorch.cuda.synchronize()\nloss.backward()\nmain(check=1)\n"
    )
    source += "check.scale()\ndata.Loader(shuffle=True)\ndata.item().first()\n"
    assert book_index.interface_names([source]) == {
        "reduce",
        "dtype",
        "synchronize",
        "backward",
        "shuffle",
        "Loader",
        "data",
        "item",
    }
    found = [
        book_index.term(text, known)
        for text in ("model.no_sync()", "Linear", "own_name", "RANK_0=1", "--nnodes", "x + 1")
    ]
    assert found == ["no_sync", "Linear", "", "RANK_0", "--nnodes", ""]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("", set()),
        ("from torch import nn, save\nfrom json import loads\n", {"save"}),  # nn is too short, loads is not torch's
        ("def all_ranks(): pass\nall_ranks(world_size=2)\n", set()),  # the program's own
        ("class Model:\n    def train_step(self): pass\nModel()\n", set()),
        ("model.state_dict()\nmodel._private_one()\n", {"state_dict"}),
        ("print('a', flush=True)\nx.split()\nnames.append(1)\n", set()),  # what Python has
        ("import torch.nn as layers\nlayers.loss(mean=1, weight=2)\n", {"loss", "mean", "weight"}),
        ("import torch\ntorch.stack(parts)\n", set()),  # arithmetic
        ("import torch.nn\nmodel.scale()\n", set()),
        ("f()()\nx[0].all_gather()\n", {"all_gather"}),
    ],
)
def test_names_of_interfaces(source, names):
    assert book_index.interface_names([source]) == names


def test_the_names_of_all_programs_are_in_the_index():
    assert book_index.interface_names([]) == set()
    assert book_index.interface_names(["from torch import save\n", "a.all_reduce()\n"]) == {"save", "all_reduce"}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("all_reduce", "all_reduce"),
        ("dist.all_reduce(x, op=SUM)", "all_reduce"),
        ("torch.distributed.all_reduce()", "all_reduce"),
        ("all_reduce=True", "all_reduce"),
        ("all_reduce of x", ""),
        ("all_reduced", ""),
        ("--nproc-per-node", "--nproc-per-node"),
        ("--nproc-per-node 2", ""),
        ("-n", ""),
        ("MASTER_ADDR", "MASTER_ADDR"),
        ("OMP_NUM_THREADS=1", "OMP_NUM_THREADS"),
        ("RANK", ""),  # one word: it may be anything
        ("", ""),
    ],
)
def test_the_term_of_a_piece_of_code(text, term):
    assert book_index.term(text, {"all_reduce"}) == term


def test_a_term_is_marked_once_in_each_section():
    page = "<h1>A</h1><p><code>all_reduce</code> <code>x.all_reduce()</code> <code>Linear</code></p>"
    section = "<h2>B <b>b</b></h2><h3>C</h3><div><ul><li><code>Linear</code></li></ul><code>Linear</code></div>"
    once = [("all_reduce", "all_reduce"), ("Linear", "Linear")]
    assert marked(page + section) == [*once, ("Linear", "Linear")]
    assert marked(page, page) == once * 2
    assert marked() == []


def test_code_in_headings_listings_and_captions_leads_nowhere():
    code = "<code>all_reduce</code>"
    page = f"<h2>{code}</h2><pre>{code}</pre><figcaption>{code}</figcaption><p>{code} <code>other</code></p>"
    assert marked(page) == [("all_reduce", "all_reduce")]
    assert marked(page.replace(f"<p>{code}", "<p>")) == []


def test_the_two_names_of_a_term_of_the_glossary_are_told_apart():
    page = ET.fromstring(
        '<section><h3 class="term">SPMD, single program, multiple data</h3><h3 class="term">World <b>size</b></h3></section>'
    )
    book_index.mark_terms([page], set())
    assert [one.get("data-term") for one in page] == ["SPMD|single program, multiple data", "World size"]
