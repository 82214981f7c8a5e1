"""The one extension: it knows its page and its fences, and says all that is wrong with a page at once."""

from __future__ import annotations

import re

import pytest
from markdown import markdown

from lockstep.markdown import extension, fences
from lockstep.markdown.conversion import Build
from lockstep.page import OURS
from lockstep.problem import LockstepError
from lockstep.project import Project
from tests.rules.test_questions import CARD

SUPERFENCES = "pymdownx.superfences"


@pytest.fixture
def project(sandbox, monkeypatch):
    sandbox.snippet()
    sandbox.recorded()
    monkeypatch.chdir(sandbox.root)
    return sandbox


def test_each_fence_has_its_place():
    assert set(fences.HTML) | set(fences.MARKDOWN) == OURS


def test_the_parts_stand_in_the_order_in_which_they_run():
    kinds = [kind for kind, *_ in extension.PARTS]
    assert kinds == sorted(kinds, key=["text", "block", "tree"].index)
    for kind in set(kinds):
        numbers = [number for other, number, *_ in extension.PARTS if other == kind]
        assert numbers == sorted(numbers, reverse=True), kind


def test_two_pages_with_the_same_fences_are_told_apart(project):
    """A page is not guessed by what stands on it."""
    for name in ("a/index.md", "b/index.md"):
        project.page(f"# Same\n\n~~~quiz\n{CARD}\nread: '[there](deep.md)'\n~~~\n", name)
        project.page("# Deep\n", f"{name[0]}/deep.md")
    project.page(MAP + "```progress\ntopic: b\n```\n")
    assert 'href="#q-one">Card</a>' in project.html("b/index.md", SUPERFENCES)
    assert '<li><a aria-current="page" data-questions="one:' in project.html("b/index.md", SUPERFENCES)


MAP = "# Home\n\n```progress\ntopic: a\n```\n\n"


def test_a_page_that_nobody_names_is_what_is_handed_over(project):
    assert '<figure class="ls-run" id="run-topic-one">' in markdown(
        "```run\ntopic/one.py\n```\n", extensions=["lockstep"]
    )


def test_a_line_is_that_of_the_file_below_front_matter_and_with_tabs(project):
    project.page("---\ntitle: x\nlevel: y\n---\n# X\n\n- item\n\n\t```run\n\ttopic/none.py\n\t```\n")
    with pytest.raises(LockstepError) as error:
        project.html("index.md", SUPERFENCES)
    assert str(error.value).startswith("docs/index.md:10: no snippet topic/none.py.")


def test_what_comes_in_before_is_no_fence_of_ours(project):
    """Outputs are spliced into a notebook page: its lines are others than those of the file."""
    project.page("# X\n\n```python\nprint(1)\n```\n\n```run\ntopic/none.py\n```\n")
    text = "# X\n\n```python\nprint(1)\n```\n\n~~~~~~~~ {.text .ls-printed}\n```run\nx\n```\n~~~~~~~~\n\n```run\ntopic/none.py\n```\n"
    with pytest.raises(LockstepError) as error:
        markdown(text, extensions=["lockstep"], extension_configs={"lockstep": {"page": "docs/index.md"}})
    assert str(error.value).startswith("docs/index.md:8: no snippet")


def test_a_text_with_other_fences_than_its_file_is_told(project):
    project.page("```run\ntopic/one.py\n```\n")
    with pytest.raises(LockstepError, match=re.escape("docs/index.md: the builder hands over other fences")):
        markdown(
            "```evidence\n```\n", extensions=["lockstep"], extension_configs={"lockstep": {"page": "docs/index.md"}}
        )


def test_inside_a_quote(project):
    project.page("> said\n>\n> ```run\n> topic/one.py\n> ```\n>\n> more\n")
    html = project.html("index.md", SUPERFENCES)
    assert re.search(r"<blockquote>\s*<p>said</p>\s*<figure class=\"ls-run\"", html)
    assert "```" not in html


@pytest.mark.parametrize("kind", sorted(fences.MARKDOWN))
def test_what_is_as_wide_as_the_page_stands_at_the_margin(project, kind):
    project.page(f"- item\n\n    ```{kind}\n    ```\n")
    with pytest.raises(LockstepError) as error:
        project.html("index.md", SUPERFENCES)
    assert str(error.value) == f"docs/index.md:3: a {kind} stands at the left margin. Take it out of the list or quote."


BROKEN = f"""# Broken

```run
topic/none.py
```

```figure
draw: nothing
```

~~~quiz
{CARD.replace("level: beginner", "level: none")}
~~~

```calculator
id: x
```

```error
strikes = "never"
```

```run
topic/stale.py
```

```progress
topic: nowhere
```
"""
SAID = [
    "docs/index.md:4: no snippet topic/none.py.",
    "docs/index.md:8: figure: no draw is called 'nothing'.",
    "docs/index.md:14: quiz 'one': no level is called 'none'.",
    "docs/index.md:21: calculator: 'title' is missing.",
    "docs/index.md:25: error: no strikes is called 'never'.",
    "docs/index.md:29: topic/stale.py has no current record. Run: nox -s record -- topic/stale.py",
    "docs/index.md:33: no topic nowhere.",
]


def test_all_problems_of_a_page_come_at_once(project):
    project.snippet("print(one + one)", "topic/stale.py")
    project.page(BROKEN)
    with pytest.raises(LockstepError) as error:
        project.html("index.md", SUPERFENCES)
    told = str(error.value).split("\n")
    for said in SAID:
        assert any(line.startswith(said) for line in told), said
    assert all(re.match(r"docs/index\.md:\d+: .*\.", line) for line in told)


def test_a_build_gathers_them_and_the_page_goes_on(project):
    build = Build(Project(project.root))
    project.page("# X\n\n```run\ntopic/none.py\n```\n\n```run\ntopic/one.py\n```\n")
    options = {"lockstep": {"page": "docs/index.md", "build": build}}
    html = markdown((project.root / "docs/index.md").read_text(), extensions=["lockstep"], extension_configs=options)
    assert [str(problem) for problem in build.problems] == [
        "docs/index.md:4: no snippet topic/none.py. Did you mean topic/one.py?"
    ]
    assert html.count("<figure") == 1


def test_a_question_that_is_wrong_does_not_break_the_review(project):
    project.page(
        f"# X\n\n~~~quiz\n{CARD}\n~~~\n\n~~~quiz\nid: two\nkind: predict\nrun: topic/none.py\n~~~\n", "topic/index.md"
    )
    project.page("# Review\n\n```review\n```\n", "review.md")
    html = project.html("review.md", SUPERFENCES)
    assert 'id="q-one"' in html
    assert 'id="q-two"' not in html
