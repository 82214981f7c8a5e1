"""A conversion knows its page by name, and each of our fences by its order."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from markdown import Extension, Markdown, markdown
from markdown.preprocessors import Preprocessor

from lockstep.markdown.conversion import page_of
from lockstep.problem import LockstepError
from tests.rules.test_questions import CARD

SUPERFENCES = "pymdownx.superfences"
MAP = "# Home\n\n```map\na:\n  name: A\n  says: It averages.\n```\n\n"


@pytest.fixture
def project(sandbox, monkeypatch):
    sandbox.snippet()
    sandbox.recorded()
    monkeypatch.chdir(sandbox.root)
    return sandbox


def test_two_pages_with_the_same_fences_are_told_apart(project):
    """A page is not guessed by what stands on it."""
    for name in ("a/index.md", "b/index.md"):
        project.page(f"# Same\n\n~~~quiz\n{CARD}\nread: '[there](deep.md)'\n~~~\n", name)
        project.page("# Deep\n", f"{name[0]}/deep.md")
    project.page(MAP + "```map\nb:\n  name: B\n  says: It averages.\n```\n")
    assert 'href="#q-one">Card</a>' in project.html("b/index.md", SUPERFENCES)
    assert '<li><a aria-current="page" data-questions="one:' in project.html("b/index.md", SUPERFENCES)


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


class Context(Extension):
    """What Zensical adds to Markdown before it converts a page."""

    def extendMarkdown(self, md):
        part = Preprocessor(md)
        part.page = SimpleNamespace(path="ddp/why.md")
        part.run = lambda lines: lines
        md.preprocessors.register(part, "rendering_context", 0)


def test_zensical_says_which_page_it_is_at():
    assert page_of(Markdown(extensions=[Context()])) == "docs/ddp/why.md"
    assert page_of(Markdown()) == ""


def test_one_markdown_converts_several_texts(project):
    md = Markdown(extensions=["lockstep", SUPERFENCES])
    for number in (1, 2):
        html = md.reset().convert(f"~~~quiz\n{CARD.replace('id: one', f'id: q{number}')}\n~~~\n")
        assert re.findall(r'id="(q-.*?)"', html) == [f"q-q{number}"]
