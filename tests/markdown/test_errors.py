"""The pages of the error index: the head of an entry, the list of all, and the rules."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

import pytest
import yaml
from markdown import markdown
from sandbox import ROOT

from lockstep.explain import entry
from lockstep.explain.entry import STRIKES
from lockstep.markdown import errors
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.record.record import RankRecord, read_record, write_record
from lockstep.rules import snippets
from lockstep.site import nav

PAGE = """---
title: it is two
description: One is not one.
level: beginner
---
# it is two

```error
strikes = "forward"
cause = "Somebody set `one`."
fix = "Leave it."
says = ["it is * and not one"]
broken = "errors/broken.py"
fixed = "errors/fixed.py"
```

## Cause
Text.

## Broken
```run
errors/broken.py
```

## Fixed
```run
errors/fixed.py
```

## Look-alikes
- [Other](other.md): it says more.

## More
- [Topic](../topic/index.md)
- [Issue](https://github.com/pytorch/pytorch/issues/1)
"""
BLOCK = re.search(r"```error\n(.*?)```", PAGE, re.S)[1]
TWO = (
    "Traceback (most recent call last):",
    '  File "snippets/errors/broken.py", line 12, in <module>',
    "ValueError: it is two, and not one",
    "second line",
)


@pytest.fixture
def index(sandbox, monkeypatch):
    """A project with one entry; rank 1 of its broken program fails."""
    sandbox.snippet(
        "raise ValueError(f'it is {one}, and not one')", "errors/broken.py", 2, 'expect = "ValueError: it is"'
    )
    sandbox.snippet(name="errors/fixed.py")
    ranks = (RankRecord(-15, (), ()), RankRecord(1, (), TWO))
    made = sandbox.recorded("errors/broken.py", ranks=ranks)
    write_record(sandbox.root, dataclasses.replace(made, first=1))
    sandbox.recorded("errors/fixed.py")
    sandbox.page(PAGE, "errors/two.md")
    sandbox.page("# Errors\n\n```errors\n```\n", "errors/index.md")
    monkeypatch.chdir(sandbox.root)
    return sandbox


def fence(source: str = BLOCK) -> str:
    block = Fence(3, "error", tuple(source.rstrip("\n").split("\n")))
    return errors.html(Project(Path.cwd()), "docs/errors/two.md", block)


def text_of(html: str) -> str:
    return re.sub(r"<[^>]+>", "|", html)


def found(sandbox) -> list[str]:
    return [str(problem) for problem in errors.problems(Project(sandbox.root))]


def test_the_head_has_cause_cure_and_the_message_of_each_rank(index):
    html = fence()
    assert "strikes in <b>forward</b>" in html
    assert "<dd>Somebody set <code>one</code>.</dd>" in html
    assert "<samp>ValueError: it is two, and not one\nsecond line</samp>" in html
    assert "ended by the launcher (SIGTERM)" in html
    assert "torch 2.13.0" in html


def test_a_warning_is_the_line_that_the_entry_knows(index):
    made = index.recorded(
        "errors/broken.py", ranks=(RankRecord(0, ("1",), ("noise", "W: it is 2, and not one", "noise")),) * 2
    )
    write_record(index.root, made)
    html = fence(BLOCK + 'role = "warning"\n')
    assert "<samp>W: it is 2, and not one</samp>" in html
    assert "noise" not in html
    assert "a warning" in html


def test_a_line_that_repeats_the_message_is_left_out(index):
    lines = ("[1] W: it is 2, and not one", "[2] ended by: W: it is 2, and not one", "[3] W: it is 3, and not one")
    write_record(index.root, index.recorded("errors/broken.py", ranks=(RankRecord(0, (), lines),) * 2))
    html = fence(BLOCK + 'role = "warning"\n')
    assert "<samp>[1] W: it is 2, and not one\n[3] W: it is 3, and not one</samp>" in html


def test_a_hang_shows_where_each_rank_waits(index):
    index.snippet(name="errors/broken.py", ranks=2, needs='expect = "hang"\ntimeout = 5')
    waiting = RankRecord(None, (), (), index.line_of("assert", "errors/broken.py"))
    index.recorded("errors/broken.py", ranks=(RankRecord(0, ("1",), ()), waiting))
    source = BLOCK.replace('says = ["it is * and not one"]', 'symptom = "It stands still."')
    assert "still waiting after 5 s at line" in fence(source)
    assert "<dt>Symptom</dt> <dd>It stands still.</dd>" in fence(source)
    assert "a hang" in fence(source)
    assert "ls-named" not in fence(source), "their names would be hidden"


def test_what_another_version_said_is_shown_too(index):
    made = read_record(index.root, "cpu", "errors/broken.py")
    write_record(index.root, dataclasses.replace(made, earlier={"2.11.0": "ValueError: it was <two>"}))
    assert "torch 2.11.0 said:</p><pre><samp>ValueError: it was &lt;two&gt;</samp>" in fence()


def test_a_message_that_no_gpu_has_printed_is_quoted_and_says_so(index):
    source = (
        BLOCK.replace("errors/broken.py", "errors/none.py")
        + 'quoted = {file = "torch/x.py", symbol = "f", text = "it is <x>"}\n'
    )
    html = fence(source)
    assert "<samp>it is &lt;x&gt;</samp>" in html
    assert "As <code>f</code> in torch 2.13.0 makes it" in html
    assert '/torch/x.py">torch/x.py</a>' in html
    assert "Not yet recorded on a GPU" in html
    assert "Quoted" not in fence()


def test_a_long_message_that_differs_in_its_numbers_alone_is_written_once(index):
    texts = [(*TWO, *(f"line {n + rank}" for n in range(4))) for rank in range(2)]
    made = index.recorded("errors/broken.py", ranks=tuple(RankRecord(1, (), text) for text in texts))
    write_record(index.root, dataclasses.replace(made, first=0))
    html = fence()
    assert "line 3</samp>" in html
    assert "line 4</samp>" not in html
    assert "<samp>… as rank 0, but for numbers</samp>" in html


def test_two_programs_with_one_message_show_it_once(index):
    index.snippet("raise ValueError(f'it is {one}, and not one')", "errors/again.py", 2, 'expect = "ValueError: it is"')
    made = read_record(index.root, "cpu", "errors/broken.py")
    again = index.recorded("errors/again.py", ranks=made.ranks)
    write_record(index.root, dataclasses.replace(again, first=1))
    html = fence(BLOCK.replace('"errors/broken.py"', '["errors/broken.py", "errors/again.py"]'))
    assert html.count("<samp>ValueError") == 1


def test_a_program_that_says_nothing_of_it_has_no_row(index):
    index.snippet(name="errors/quiet.py")
    index.recorded("errors/quiet.py")
    html = fence(BLOCK.replace('"errors/broken.py"', '["errors/broken.py", "errors/quiet.py"]'))
    assert "printed nothing" not in html.partition("ended by the launcher")[2]


def test_other_words_of_the_mistake_are_listed_where_no_message_holds_them(index):
    html = fence(BLOCK.replace('["it is * and not one"]', '["it is * and not one", "it may be <* and others"]'))
    assert "It also reads:</p><ul><li><samp>it may be &lt; … and others</samp></li></ul>" in html
    assert "It also reads" not in fence()


def test_of_many_other_words_the_first_are_listed_and_the_rest_is_one_press_away(index):
    def listed(count):
        words = ", ".join(f'"it may be number {number} too"' for number in range(count))
        return fence(BLOCK.replace('["it is * and not one"]', f'["it is * and not one", {words}]'))

    assert listed(7).count("<li>") == 7
    assert "more</summary>" not in listed(7)
    head, _, rest = listed(8).partition("<summary>and 3 more</summary>")
    assert (head.count("<li>"), rest.count("<li>")) == (5, 3)


def test_a_long_message_is_cut(index):
    ranks = (RankRecord(-15, (), ()), RankRecord(1, (), (*TWO, *(f"line {n}" for n in range(20)))))
    made = index.recorded("errors/broken.py", ranks=ranks)
    write_record(index.root, dataclasses.replace(made, first=1))
    assert "line 9\n…</samp>" in fence()


def test_a_wrong_fence_stops_the_build(index):
    with pytest.raises(LockstepError, match="'fix' is missing"):
        fence(BLOCK.replace("fix =", "# fix ="))


def test_an_entry_elsewhere_is_refused(index):
    index.page(f"# A\n\n```error\n{BLOCK}```\n", "topic/two.md")
    what = "docs/topic/two.md:3: error: an entry is a page in docs/errors/. Move it there, or take this one out."
    assert found(index) == [what]
    with pytest.raises(LockstepError, match="an entry is a page in docs/errors/"):
        index.html("topic/two.md")


def test_the_index_lists_entries_by_when_they_strike(index):
    other = (
        PAGE.replace("it is two", "Runs are `slow` *all* day")
        .replace('"forward"', '"launch"')
        .replace("it is * and", "it was * and")
    )
    index.page(other, "errors/slow.md")
    html = markdown("# Errors\n\n```errors\n```\n", extensions=["attr_list", "md_in_html", "toc", "lockstep"])
    assert re.findall(r"<h2[^>]*>(.*?)</h2>", html) == ["Launch", "Forward"]
    assert '<a data-error="slow" href="slow.md">Runs are `slow` *all* day</a><br>Somebody set <code>one</code>.' in html
    assert '<div class="ls-errors">' in html
    assert html.index('<div class="ls-filter"></div>') < html.index("<h2")


def test_a_title_that_torch_says_is_code(index):
    index.page(PAGE.replace('["it is * and not one"]', '["so it is two, and yes"]'), "errors/two.md")
    assert "- [`it is two`](two.md)" in errors.listed(list(entry.entries(Project(index.root).texts)))


PROJECT = Project(ROOT)
ENTRIES = list(entry.entries(PROJECT.texts))


def test_there_are_the_entries_that_were_asked_for():
    assert len(ENTRIES) >= 45
    assert {one.strikes for one in ENTRIES} == set(STRIKES)
    executed = [one for one in ENTRIES if any(PROJECT.snippets[name].needs.cpu for name in one.broken)]
    assert len(executed) >= 38
    assert all(one.quoted for one in ENTRIES if one not in executed)


def test_every_page_of_the_index_is_in_the_navigation():
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    typed = yaml.safe_load(config[config.index("nav:\n") : config.index("markdown_extensions:\n")])["nav"]
    listed = set(re.findall(r"errors/[a-z0-9-]+\.md", json.dumps(nav.whole(PROJECT, typed))))
    assert listed == {path.removeprefix("docs/") for path in PROJECT.pages if path.startswith("docs/errors/")}


@pytest.mark.parametrize("entry", [entry for entry in ENTRIES if entry.quoted], ids=lambda entry: entry.slug)
def test_a_quotation_says_where_it_is_from(entry):
    """What is of torch's package names its symbol, and `verify` looks it up. Sources in C++ do not come with torch."""
    quote = entry.quoted
    if quote.url:
        assert re.match(r"https://(github\.com/[\w.-]+/[\w.-]+/(issues|pull)/\d+|docs\.nvidia\.com/)", quote.url)
    elif quote.symbol:
        assert quote.file.startswith("torch/")
        assert quote.file.endswith(".py")
    else:
        assert re.fullmatch(r"(torch|aten|c10|nccl)/[\w/]+\.(cpp|cc|h|hpp|cu)", quote.file)


def test_the_rules_are_part_of_verify():
    assert "error" in snippets.OURS
    assert [str(problem) for problem in errors.problems(PROJECT)] == []
