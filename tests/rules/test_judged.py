"""What a rule was judging when it failed: a question, a fence, a snippet, a page, or nothing that is known."""

from __future__ import annotations

from lockstep.rules import everything, snippets
from lockstep.rules.judged import judged


def test_a_rule_that_fails_over_a_fence_or_a_snippet_names_it(sandbox, monkeypatch):
    def over_fences(project):
        for path, fence in project.blocks("text"):
            yield from path[fence]

    def over_snippets(project):
        for snippet in project.snippets.values():
            yield from snippet[0]

    sandbox.snippet()
    sandbox.page("# A\n\n```text\na\n```\n")
    monkeypatch.setattr(snippets, "RULES", (over_fences, over_snippets))
    bugs = [
        line.partition(" lockstep")[0]
        for line in map(str, everything.problems(sandbox.project))
        if "itself failed" in line
    ]
    assert bugs == ["docs/index.md:3:", "snippets/topic/one.py:"]


def test_an_error_that_was_never_raised_has_no_place():
    assert judged(KeyError("x")) is None
