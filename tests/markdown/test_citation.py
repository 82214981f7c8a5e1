"""Citations of torch's source: read from a text, and shown as links."""

from __future__ import annotations

from lockstep.markdown.citation import SOURCE, citations
from lockstep.question.torch_source import VERSION

LINK = '[`no_sync`](torch:nn/parallel/distributed.py#DistributedDataParallel.no_sync "old = self.require")'


def test_a_citation_has_file_symbol_and_words():
    text = f"One: {LINK}.\nTwo: [the [file]](torch:a.py#B 'say \"so\"'), [none](torch:), [other](https://a/b.py#c)."
    known = list(citations(text))
    assert [(citation.file, citation.symbol, citation.words) for citation in known] == [
        ("nn/parallel/distributed.py", "DistributedDataParallel.no_sync", "old = self.require"),
        ("a.py", "B", 'say "so"'),
        ("", "", ""),
    ]
    assert text[known[0].start : known[0].end] == LINK


def test_a_citation_becomes_a_link_with_a_tooltip(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    sandbox.page(f"# Page\n\nAs {LINK} says, and [b](torch:a.py#B).\n")
    html = sandbox.html("index.md")
    assert f'href="{SOURCE}nn/parallel/distributed.py"' in html
    assert f"torch {VERSION}, nn/parallel/distributed.py, DistributedDataParallel.no_sync: “old = self.require”" in html
    assert f'title="torch {VERSION}, a.py, B"' in html
    assert "torch:" not in html
