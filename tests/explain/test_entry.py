"""The `error` fence read: all that is wrong with one comes at once, with its line."""

from __future__ import annotations

import pytest

from lockstep.explain import entry
from lockstep.explain.clues import says
from lockstep.explain.entry import Quote

FENCE = """strikes = "data"
cause = "Both decide the order."
fix = "Drop `shuffle`."
says = ["sampler option is * exclusive"]
broken = "topic/broken.py"
fixed = ["topic/fixed.py"]
"""
PAGE = """---
title: {title}
---
# Both

```error
{fence}```
"""


def read(fence: str = FENCE, title: str = "Both", path: str = "docs/errors/both.md") -> entry.Entry:
    return entry.read_entry(path, PAGE.format(fence=fence, title=title))


def problems(fence: str) -> list[str]:
    return [str(problem) for problem in read(fence).problems]


def test_an_entry_is_read():
    one = read()
    assert one.problems == ()
    assert (one.slug, one.path, one.line, one.title) == ("both", "docs/errors/both.md", 6, "Both")
    assert (one.strikes, one.role, one.certain, one.quoted) == ("data", "cause", True, None)
    assert (one.says, one.broken, one.fixed) == (
        ("sampler option is * exclusive",),
        ("topic/broken.py",),
        ("topic/fixed.py",),
    )


@pytest.mark.parametrize(
    ("title", "wanted"), [('"a: b"', "a: b"), ("'it''s'", "it's"), (r'"say \"x\""', 'say "x"'), ("x", "x")]
)
def test_a_title_may_be_quoted_as_in_yaml(title, wanted):
    assert read(title=title).title == wanted


def test_a_short_word_stands_for_its_patterns():
    one = read(FENCE.replace('["sampler option is * exclusive"]', '["@timeout"]\nwhere = ["in full_tensor"]'))
    assert one.problems == ()
    assert one.patterns == list(entry.SHORT["@timeout"])


def test_a_number_in_a_pattern_is_any_text_that_begins_with_a_digit():
    one = read(FENCE.replace('["sampler option is * exclusive"]', '["got <number> ranks, not one"]'))
    assert one.problems == ()
    assert [says(line, one.patterns[8].split("*")) for line in ("got 8 ranks, not one", "got no ranks, not one")] == [
        True,
        False,
    ]
    assert len(one.patterns) == len("0123456789")


def test_lines_that_come_early_are_an_entry_of_their_own_in_a_log():
    one = read(FENCE + 'early = ["no sampler for * yet"]\nthen = ["late"]\n')
    assert one.problems == ()
    assert [(part.says, part.role, part.then) for part in one.parts] == [
        (("no sampler for * yet",), "warning", ("late",)),
        (("sampler option is * exclusive",), "cause", ("late",)),
    ]
    assert read().parts == [read()]


def test_early_lines_that_nothing_follows_are_a_note():
    one = read(FENCE + 'early = ["no sampler for * yet"]\n')
    assert (one.problems, [part.role for part in one.parts]) == ((), ["note", "cause"])


def test_lines_that_count_alone_are_an_entry_that_is_never_certain():
    one = read(FENCE + 'where = ["in make_loader"]\nalone = ["sampler option is * exclusive"]\n')
    assert one.problems == ()
    assert [(part.where, part.alone, part.certain) for part in one.parts] == [
        (("in make_loader",), (), True),
        ((), ("sampler option is * exclusive",), False),
    ]


def test_a_quote_says_where_it_is_from():
    one = read(FENCE + 'quoted = {file = "torch/x.cpp", line = 3, text = """\nNo.\n"""}\n')
    assert one.quoted == Quote(file="torch/x.cpp", line=3, text="No.")
    issue = read(FENCE + 'quoted = {url = "https://github.com/a/b/issues/1", text = "No."}\n')
    assert issue.quoted == Quote(url="https://github.com/a/b/issues/1", text="No.")
    assert read(FENCE + 'quoted = {url = "https://github.com/a/b/issues/1"}\n').problems


def test_a_page_without_the_fence_is_no_entry():
    assert entry.read_entry("docs/errors/index.md", "# Errors\n") is None


def test_entries_stand_in_the_order_in_which_they_strike():
    texts = {
        f"docs/errors/{name}.md": PAGE.format(fence=FENCE.replace('"data"', f'"{word}"'), title=name)
        for name, word in (("c", "shutdown"), ("b", "launch"), ("a", "launch"))
    }
    texts["docs/other/x.md"] = PAGE.format(fence=FENCE, title="x")
    assert [one.slug for one in entry.entries(texts)] == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ('strikes = "data"\n', "", 6, "'strikes' is missing. Add 'strikes ='."),
        ('"data"', '"dada"', 7, "no strikes is called 'dada'. Did you mean data?"),
        ("cause =", "caus =", 7 + 1, "an error has no key 'caus'. Did you mean cause?"),
        ("cause =", "caus =", 6, "'cause' is missing."),
        ('"Both decide the order."', "3", 8, "cause is no text."),
        ('"Both decide the order."', f'"{"x" * 161}"', 8, "cause has 161 letters. Say it in 160."),
        ('["sampler option is * exclusive"]', '"@time"', 10, "no short word is called '@time'. Did you mean @timeout?"),
        ('["sampler option is * exclusive"]', '["@stack"]', 10, "'@stack' fits every stack."),
        ('["sampler option is * exclusive"]', '["@eof"]', 10, "'@eof' fits every end of a file."),
        ('["sampler option is * exclusive"]', '["*sampler option"]', 10, "the pattern '*sampler option' is wrong."),
        ('["sampler option is * exclusive"]', '["an * error"]', 10, "'an * error' stands in many a log."),
        ('["sampler option is * exclusive"]', '["a short <number>"]', 10, "the pattern 'a short <number>' is wrong."),
        ('["sampler option is * exclusive"]', '["an <number> error"]', 10, "'an <number> error' stands in many a log."),
        ('["topic/fixed.py"]', '["topic/fixed.py"]\nwhere = ["in <number> ranks"]', 13, "'where' knows no <number>."),
        (
            '["topic/fixed.py"]',
            '["topic/fixed.py"]\nwhere = ["in *()"]',
            13,
            "the page's script would not find 'in *()'.",
        ),
        ('["sampler option is * exclusive"]', "[3]", 10, "says is no list of texts."),
        ('says = ["sampler option is * exclusive"]\n', "", 6, "it says nothing and has no symptom."),
        ('["topic/fixed.py"]', '["topic/fixed.py"]\ncertain = "no"', 13, "certain is neither true nor false."),
        ('["topic/fixed.py"]', '["topic/fixed.py"]\nrole = "cause of all"', 13, "no role is called 'cause of all'."),
        ('["topic/fixed.py"]', '["topic/fixed.py"]\nquoted = {file = "x"}', 13, "quoted is wrong."),
        (
            '["topic/fixed.py"]',
            '["topic/fixed.py"]\nearly = ["short"]\nthen = ["x"]',
            13,
            "'short' stands in many a log.",
        ),
        (
            '["topic/fixed.py"]',
            '["topic/fixed.py"]\nalone = ["sampler option is * exclusive"]',
            13,
            "'alone' needs 'where'.",
        ),
        ('"Drop `shuffle`."', "Drop", 9, "this error fence is not TOML"),
        ('"Drop `shuffle`."', "9" * 5_000, 6, "this error fence is not TOML: Exceeds the limit"),
        ('"Drop `shuffle`."', "[" * 3_000 + "]" * 3_000, 6, "this error fence is not TOML: maximum recursion depth"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old, new, line, words):
    assert old in FENCE
    found = problems(FENCE.replace(old, new))
    assert any(
        one.startswith(f"docs/errors/both.md:{line}: error: {words}") or f":{line}: {words}" in one for one in found
    ), found


def test_all_problems_come_at_once():
    assert len(problems('strikes = "x"\nsays = ["short"]\n')) >= 5


def test_a_table_of_messages_says_what_to_do_and_other_tables_do_not():
    text = (
        "| It says | It is | Do |\n| --- | --- | --- |\n| `Call to … Failed`, also `EOF` | a link | Read [the `log`](a.md). |\n"
        "\n| You see | Do |\n| --- | --- |\n| `nothing` | Wait. |\n"
    )
    assert list(entry._advice(text)) == [("call to * failed", "Read the log."), ("eof", "Read the log.")]


def test_a_bar_in_a_cell_of_such_a_table_ends_no_cell():
    text = "| It says | It is | Do |\n| --- | --- | --- |\n| `a \\| b` | a pipe | Run `env \\| grep NCCL`. |\n"
    assert list(entry._advice(text)) == [("a | b", "Run env | grep NCCL.")]
