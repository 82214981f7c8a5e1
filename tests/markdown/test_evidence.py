from __future__ import annotations

import re

import markdown

from lockstep.markdown import evidence
from lockstep.markdown.evidence import killed, programs
from lockstep.question import guessing
from lockstep.record.proof import Kill, write_proof
from lockstep.snippet.snippet import read_snippet
from tests.markdown.rendered import Bench, said
from tests.question.asking import CHOICE, PREDICT, make_sound, page


def test_every_snippet_has_a_row_with_its_status(sandbox, monkeypatch):
    bench = Bench(sandbox)
    for name, needs in (("a/fresh.py", ""), ("a/stale.py", ""), ("b/gpu.py", "gpus = 1\ncpu = false")):
        sandbox.snippet(name=name, needs=needs)
    bench.record([said("1")], name="a/fresh.py")
    (sandbox.root / "docs/a").mkdir()
    sandbox.page("```run\na/fresh.py\n```", "a/index.md")  # without a title
    (sandbox.root / "docs/machines").mkdir()
    sandbox.page("# GPU\n", "machines/b.md")
    head = [
        "",
        "| Claim | Program | Kind | Ran on | Date | Time | Status |",
        "| --- | --- | --- | --- | --- | ---: | --- |",
    ]
    fold = '<details class="ls-programs" data-topic="{0}" markdown="1"><summary>{1} <small>{2}</small></summary>'
    assert programs(sandbox.project).splitlines() == [
        "## All programs",
        "",
        "<div><ls-board></ls-board></div>",
        "",
        fold.format("a", "A", "2 programs, 2 rows: 1 proved, 1 stale"),
        *head,
        "| [One is one.](a/index.md#run-a-fresh) | `a/fresh.py` | program | cpu | <time>2026-01-02</time> | 0.2 s | proved |",
        "| One is one. | `a/stale.py` | on no page | cpu | | | stale |",
        "",
        "</details>",
        "",
        fold.format("b", "GPU", "1 program, 1 row: 1 awaits a GPU"),
        *head,
        "| One is one. | `b/gpu.py` | on no page | a GPU | | | awaits a GPU |",
        "",
        "</details>",
    ]
    monkeypatch.chdir(sandbox.root)
    html = markdown.markdown("x\n\n```evidence\n```\n", extensions=["tables", "md_in_html", "lockstep"])
    assert html.count("<tr>") == 5
    assert "<strong>0 were killed by an assert</strong>" in html
    assert "```" not in html


def test_topics_are_sorted_by_the_titles_that_are_shown(sandbox):
    for topic, title in (("a", "Zebra"), ("b", "apple"), ("c", "Bear")):
        sandbox.snippet(name=f"{topic}/one.py")
        sandbox.page(f"# {title}\n", f"{topic}/index.md")
    assert re.findall(r"<summary>(\w+)", programs(sandbox.project)) == ["apple", "Bear", "Zebra"]


def test_the_kind_of_a_program_is_where_it_is_best_seen(sandbox):
    for name in ("a/run.py", "a/error.py", "a/asked.py"):
        sandbox.snippet(name=name)
    sandbox.page("# A\n\n```run\na/run.py\n```\n\n```quiz\nid: q\nrun: a/asked.py\n```\n", "a/index.md")
    sandbox.page("# E\n\n```run\na/error.py\n```\n", "errors/e.md")
    kinds = {
        row.split("|")[2].strip(): row.split("|")[3].strip()
        for row in programs(sandbox.project).split("\n")
        if ".py`" in row
    }
    assert kinds == {"`a/asked.py`": "question", "`a/error.py`": "error entry", "`a/run.py`": "program"}


def test_guesses_by_form_have_a_row_for_each_policy(sandbox):
    assert evidence.guesses(sandbox.project) == ""
    make_sound(sandbox)
    page(sandbox, CHOICE, PREDICT.replace("id: one", "id: two"))
    lines = evidence.guesses(sandbox.project).splitlines()
    assert lines[4:7] == ["| Picks | choice, 1 | predict, 1 | all, 2 |", "| --- | ---: | ---: | ---: |", "| any | 33% | 50% | 42% |"]  # fmt: skip
    assert len(lines) == 6 + len(guessing.POLICIES)


def test_the_counts_are_of_the_proofs_on_record(sandbox):
    ends = {
        "assert": Kill(6, "assert", "line 8"),
        "error": Kill(6, "named", "RuntimeError: words"),
        "hang": Kill(6, "named", "hang"),
        "gone": Kill(6, "gone", "hang"),
    }
    for name, count in {"assert": 4, "error": 2, "hang": 1, "gone": 3}.items():
        for number in range(count):
            snippet = read_snippet(sandbox.root, sandbox.snippet(name=f"{name}/{number}.py"))
            write_proof(snippet, "cpu", [ends[name]])
    assert killed(sandbox.project) == (
        "Of the 10 runs without a key line that are on record, **4 were killed by an assert** of the snippet and **6 by "
        "the very error or hang that the claim names**: in 2 the error came and in 1 the hang, where the line keeps it "
        "away; in 3, where the line brings it, it stayed away. **None was killed by a crash on the way, and none by "
        "nothing:** `prove` refuses both."
    )
    sandbox.snippet(name="assert/0.py", body="print('changed')")
    sandbox.snippet(name="gpu/one.py", needs="gpus = 1\ncpu = false")
    text = killed(sandbox.project)
    assert text.startswith("Of the 9 runs without a key line that are on record, **3 were killed by an assert**")
    assert text.endswith(" 1 more wait for a GPU. 1 are of snippets that changed since, and were not run again.")


def test_a_page_without_the_fence_is_left_alone():
    assert markdown.markdown("a `x`", extensions=["lockstep"]) == "<p>a <code>x</code></p>"


def test_a_claim_is_text_not_markup(sandbox):
    assert evidence._cell("no_sync | *a* [b](c) <i> `d`") == r"no\_sync \| \*a\* \[b\](c) \<i> \`d\`"


def test_answers_are_counted_by_what_decides_them(sandbox):
    assert evidence.answers(sandbox.project) == ""
    sandbox.recorded(sandbox.snippet("assert one  # shows: yes"))
    card = "~~~quiz\nid: {}\nkind: card\nlevel: beginner\nask: What?\nback: Yes.\nproof: topic/one.py\n{}\n~~~\n\n"
    checks = {"bound": "shows: yes", "named": "", "argued": "evidence: reasoned"}
    sandbox.page("# Page\n\n" + "".join(card.format(*item) for item in checks.items()))
    lines = evidence.answers(sandbox.project).split("\n")
    assert lines[4:6] == ["| card | 3 | 1 | 1 |", "| all | 3 | 1 | 1 |"]
