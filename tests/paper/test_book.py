"""The book as a tree, from a small site: its chapters and their order, what is at the back, what the records say."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from dataclasses import replace

import pytest
from sandbox import Sandbox

from lockstep.markdown import modes
from lockstep.paper import book
from lockstep.record.record import Record, write_record

MAP = "```map\nfsdp:\n  name: FSDP\n  says: It shards.\nddp:\n  name: DDP\n  says: It averages.\n```"
FILES = {
    "pyproject.toml": '[project]\nversion = "1.2"\n',
    "mkdocs.yml": "nav:\n  - machines/index.md\n  - Jobs: machines/slurm.md\n",
    "docs/index.md": f"# Home\n\n{MAP}\n",
    "docs/ddp/index.md": "---\ntitle: Average the gradients\n---\n# DDP\n",
    "docs/fsdp/index.md": "---\ntitle: Shard the weights\n---\n# FSDP\n",
    "docs/assets/wordmark.svg": "<svg/>",
}
ENTRIES = '<ul><li><a href="{}/">A</a><br>a</li><li><a href="{}/">B</a></li></ul>'
PAGES = {
    "machines/": "<h1>GPUs</h1>",
    "machines/slurm/": "<h1>Slurm</h1>",
    "errors/": '<h1>Errors</h1><p>All of them.</p><h2 id="start">At the <b>start</b></h2>'
    f'<div class="ls-errors">{ENTRIES.format("one", "two")}</div><h2 id="end">At the end</h2>'
    f'<div class="ls-errors">{ENTRIES.format("three", "four")}</div>',
    "glossary/": "<h1>Glossary</h1><p>Point at a term.</p><h2 id='a'>A</h2><h3 class='ls-term' id='b'>B</h3><p>c</p>",
    **{f"errors/{name}/": f"<h1>{name}</h1>" for name in ("hangs", "guilty", "one", "two", "three", "four")},
}


class Site:
    """A small site with the project that it was built from."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox, self.folder = sandbox, sandbox.root / "site"
        for name, text in FILES.items():
            path = sandbox.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        for topic in ("ddp", "fsdp"):
            for name in modes.MODES.values():
                mode = "" if name == "index.md" else f"{name.removesuffix('.md')}/"
                self.page(f"{topic}/{mode}", f"<h1 id='{topic}'>{topic} {mode} <b>now</b></h1><p>Text.</p>")
        for address, html in PAGES.items():
            self.page(address, html)
        self.ran(sandbox.snippet("x.all_reduce()", "ddp/one.py"))

    def page(self, address: str, html: str) -> None:
        path = self.folder / address / "index.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<html><article>{html}</article></html>", "utf-8")

    def ran(self, name: str, date: str = "2026-01-02", profile: str = "cpu") -> Record:
        record = self.sandbox.recorded(name, profile)
        record = replace(record, date=date, environment=record.environment | {"os": "Linux"})
        write_record(self.sandbox.root, record)
        return record

    def volumes(self) -> list[ET.Element]:
        return book.volumes(self.folder, self.sandbox.project)

    def whole(self) -> ET.Element:
        [volume] = self.volumes()
        return volume


@pytest.fixture
def small(sandbox) -> Site:
    return Site(sandbox)


def question(name: str, hint: str = "") -> str:
    hints = f'<details class="ls-q-hints"><summary>Hint</summary><p>{hint}</p></details>' if hint else ""
    answer = f'<details class="ls-q-answer"><summary>Reveal</summary><p>Of {name}.</p></details>'
    return f'<ls-question class="ls-q" data-kind="card" id="{name}"><div class="ls-q-ask">?</div>{hints}{answer}</ls-question>'


def names(elements: Sequence[ET.Element]) -> list[str]:
    return [one.get("id", "") for one in elements]


def test_the_chapters_stand_in_the_order_of_the_map_and_then_of_the_site(small):
    chapters = small.whole().findall("chapter")
    assert [(one.get("data-kind"), one.get("id"), one.get("data-title")) for one in chapters] == [
        ("topic", "fsdp/", "Shard the weights"),
        ("topic", "ddp/", "Average the gradients"),
        ("machines", "machines/", "GPUs and clusters"),
        ("errors", "errors/", "Errors"),
        ("glossary", "glossary/", "Glossary"),
        ("evidence", "evidence/", "Evidence in short"),
        ("hints", "hints/", "Hints"),
        ("key", "key/", "Answers"),
    ]
    assert [one.get("data-number") for one in chapters] == ["1", "2", *[None] * 6]


def test_a_topic_has_a_page_for_each_mode_that_is_called_so(small):
    pages = small.whole().findall("chapter[@id='ddp/']/section")
    assert ["".join(page.find("h1").itertext()) for page in pages] == list(modes.MODES)
    assert names(pages)[:3] == ["ddp/learn", "ddp/why/", "ddp/visual/"]
    assert names(pages[0].findall("h1")) == [""]  # the chapter has its address


def test_the_pages_beyond_one_machine_stand_in_the_order_of_the_navigation(small):
    assert names(small.whole().findall("chapter[@id='machines/']/section")) == ["machines/index/", "machines/slurm/"]


def test_the_guides_come_before_the_errors_which_stand_by_when_they_strike(small):
    chapter = small.whole().find("chapter[@id='errors/']")
    assert names(chapter.findall("section")) == ["errors/hangs/", "errors/guilty/"]
    groups = chapter.findall("group")
    assert [(one.get("id"), one.get("data-title")) for one in groups] == [
        ("errors/start", "At the start"), ("errors/end", "At the end"),
    ]  # fmt: skip
    assert [names(group) for group in groups] == [["errors/one/", "errors/two/"], ["errors/three/", "errors/four/"]]


def test_the_glossary_begins_with_its_first_heading(small):
    [page] = small.whole().find("chapter[@id='glossary/']")
    assert (page.get("class"), page[0].tag, page[0].text) == ("glossary", "h2", "A")
    assert page.find("h3").get("data-term") == "B"


def test_a_volume_says_of_which_day_and_version_it_is_and_where_the_runs_were(small):
    small.ran(small.sandbox.snippet("print(2)", "ddp/two.py"), "2026-03-04")
    small.ran("ddp/two.py", "2026-02-02", "1xh200")
    volume = small.whole()
    assert volume.attrib == {
        "data-date": "2026-03-04", "data-version": "1.2", "data-wordmark": "<svg/>", "data-volume": "1", "data-of": "1",
    }  # fmt: skip
    assert [one.text for one in volume.find("environments")] == [
        "1xh200, CPU A · torch 2.13.0 · Python 3.11.7 · Linux",
        "CPU A, 2 cores · torch 2.13.0 · Python 3.11.7 · Linux",
    ]


def test_the_evidence_counts_the_programs_of_each_folder(small):
    small.ran(small.sandbox.snippet("print(2)", "ddp/two.py"), "2026-03-04")
    small.ran("ddp/two.py", "2026-02-02", "1xh200")  # its second record proves no second program
    small.sandbox.snippet("print(3)", "ddp/three.py", needs="gpus = 1")
    small.ran(small.sandbox.snippet("print(4)", "tools/four.py", ranks=2))
    rows = small.whole().findall("chapter[@id='evidence/']/table/tr")
    assert [[cell.text for cell in row] for row in rows] == [
        ["Programs of", "number", "proved", "ranks", "not yet on a GPU", "newest run"],
        ["Average the gradients", "3", "2", "3", "1", "2026-03-04"],
        ["Tools", "1", "1", "2", "0", "2026-01-02"],
    ]
    assert [cell.get("class") for cell in rows[1]] == [None, *["number"] * 5]


def test_a_folder_without_any_record_has_no_newest_run(small):
    small.sandbox.snippet("print(1)", "tools/one.py", needs="gpus = 1")
    last = small.whole().findall("chapter[@id='evidence/']/table/tr")[-1]
    assert [cell.text for cell in last] == ["Tools", "1", "0", "0", "1", "none"]


def test_hints_and_answers_are_at_the_back_by_chapter_in_the_order_of_the_questions(small):
    small.page("ddp/why/", f"<h1>Why</h1>{question('a', 'Think.')}{question('b')}")
    small.page("fsdp/recall/", f"<h1>Recall</h1>{question('c', 'Look.')}")
    small.page("errors/two/", f"<h1>Two</h1>{question('d')}")
    whole = small.whole()
    asked = [one for one in whole.iter("div") if one.get("class") == "question"]
    assert [(one.get("data-number"), one.get("id")) for one in asked] == [
        ("1", "fsdp/recall/c"), ("2", "ddp/why/a"), ("3", "ddp/why/b"), ("4", "errors/two/d"),
    ]  # fmt: skip

    def back(kind: str) -> list[tuple[str, str, list[str]]]:
        groups = whole.findall(f"chapter[@data-kind='{kind}']/group")
        return [(one.get("id"), one.get("data-title"), names(one)) for one in groups]

    assert back("hints") == [
        ("hints/fsdp/", "Shard the weights", ["hint/fsdp/recall/c"]),
        ("hints/ddp/", "Average the gradients", ["hint/ddp/why/a"]),
    ]
    assert back("key") == [
        ("key/fsdp/", "Shard the weights", ["key/fsdp/recall/c"]),
        ("key/ddp/", "Average the gradients", ["key/ddp/why/a", "key/ddp/why/b"]),
        ("key/errors/", "Errors", ["key/errors/two/d"]),
    ]


def test_each_volume_has_its_own_questions_at_its_back_and_names_the_other(small, monkeypatch):
    monkeypatch.setattr(book, "in_volumes", lambda chapters: [chapters[:1], chapters[1:]])
    small.page("fsdp/why/", f'<h1>Why</h1><p><a href="../../ddp/why/">there</a></p>{question("a")}')
    small.page("ddp/why/", f'<h1>Why</h1><p><a href="../deep/">here</a></p>{question("b")}')
    first, last = small.volumes()
    assert [(one.get("data-volume"), one.get("data-of")) for one in (first, last)] == [("1", "2"), ("2", "2")]
    assert {**first.attrib, "data-volume": "2"} == last.attrib
    assert len(first.find("environments")) == len(last.find("environments")) == 1
    keys = [[key.get("id") for key in one.iter("div") if key.get("class") == "key"] for one in (first, last)]
    assert keys == [["key/fsdp/why/a"], ["key/ddp/why/b"]]
    asked = [one for volume in (first, last) for one in volume.iter("div") if "data-key" in one.attrib]
    assert [one.get("data-number") for one in asked] == ["1", "1"]
    assert [one.get("data-volume") for volume in (first, last) for one in volume.iter("a")] == ["2", None]


def test_a_link_to_what_is_not_in_the_book_is_text_and_code_leads_to_the_index(small):
    small.page(
        "ddp/why/", '<h1>Why</h1><p><a href="../../planner/">plan</a> <code>x.all_reduce()</code> <code>y</code></p>'
    )
    [text] = small.whole().findall("chapter/section[@id='ddp/why/']/p")
    assert [(one.tag, one.get("data-index")) for one in text] == [
        ("span", None),
        ("code", "all_reduce"),
        ("code", None),
    ]


def test_a_page_that_the_site_lacks_is_named(small):
    (small.folder / "ddp/deep/index.html").unlink()
    with pytest.raises(FileNotFoundError, match=r"ddp/deep/index\.html"):
        small.volumes()
