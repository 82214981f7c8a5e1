from __future__ import annotations

import markdown

from lockstep.markdown import evidence
from lockstep.markdown.evidence import table
from tests.markdown.test_run_fence import Bench, said


def test_every_snippet_has_a_row_with_its_status(sandbox, monkeypatch):
    bench = Bench(sandbox)
    for name, needs in (("a/fresh.py", ""), ("a/stale.py", ""), ("b/gpu.py", "gpus = 1\ncpu = false")):
        sandbox.snippet(name=name, needs=needs)
    bench.record([said("1")], name="a/fresh.py")
    (sandbox.root / "docs/a").mkdir()
    sandbox.page("```run\na/fresh.py\n```", "a/index.md")
    assert table(sandbox.project).splitlines() == [
        "## a",
        "",
        "| Claim | Ran on | Date | Seconds | Status |",
        "| --- | --- | --- | ---: | --- |",
        "| [One is one.](a/index.md)<br>`a/fresh.py` | cpu: AMD EPYC, torch 2.13.0+cpu, Python 3.11.7 | <time>2026-01-02</time> | 0.2 | proved |",
        "| One is one.<br>`a/stale.py` | cpu | | | stale |",
        "",
        "## b",
        "",
        "| Claim | Ran on | Date | Seconds | Status |",
        "| --- | --- | --- | ---: | --- |",
        "| One is one.<br>`b/gpu.py` | a GPU | | | not yet recorded |",
    ]
    monkeypatch.chdir(sandbox.root)
    html = markdown.markdown("x\n\n```evidence\n```\n", extensions=["tables", "lockstep"])
    assert html.count("<tr>") == 5
    assert "```" not in html


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
    assert lines[4:6] == ["| card | 3 | 1 | 1 | 1 |", "| all | 3 | 1 | 1 | 1 |"]
