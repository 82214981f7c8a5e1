import os

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from sandbox import ROOT

from lockstep.page import FRONT, Page, fences, figure_id, front_matter, pages, read


def kinds(text):
    return [(f.line, f.kind, f.body) for f in fences(text)]


def test_finds_each_fence_with_its_line_and_kind():
    text = "a\n\n```run\nx.py\n```\n\n~~~ {.python title=1}\ny\n~~~\n"
    assert kinds(text) == [(3, "run", ("x.py",)), (7, "python", ("y",))]


def test_a_fence_inside_a_longer_one_is_its_body():
    assert kinds("~~~~markdown\n```run\nx.py\n```\n~~~~\n") == [(1, "markdown", ("```run", "x.py", "```"))]
    assert kinds("````text\n```run\n```\n````") == [(1, "text", ("```run", "```"))]


def test_indented_and_quoted_fences_lose_their_indent():
    assert kinds("- a\n\n    ```run\n    x.py\n      y\n    ```") == [(3, "run", ("x.py", "  y"))]
    assert kinds("> ```run\n> x.py\n> ```") == [(1, "run", ("x.py",))]


def test_a_fence_that_is_never_closed_says_so():
    found = list(fences("```run\nx.py\n"))
    assert [f.closed for f in found] == [False]


def test_crlf():
    assert kinds("```run\r\nx.py\r\n```\r\n") == [(1, "run", ("x.py",))]


def test_an_open_fence_ends_where_the_next_begins_so_that_one_problem_is_told():
    found = list(fences("```run\nx.py\n\ntext\n\n```quiz\nid: a\n```\n"))
    assert [(fence.line, fence.kind, fence.closed) for fence in found] == [(1, "run", False), (6, "quiz", True)]
    assert found[0].body == ("x.py", "", "text", "")


def test_inline_code_is_no_fence():
    assert kinds("```not a fence``` here\n") == []


LINES = st.sampled_from(["```run", "```", "~~~", "~~~text", "````", "a", "", "    ```", "> ```run"])


@given(st.lists(LINES, max_size=14))
def test_fences_do_not_overlap_and_lines_are_true(lines):
    end = 0
    for fence in fences("\n".join(lines)):
        assert fence.line > end
        assert lines[fence.line - 1].strip(" >").startswith(("```", "~~~"))
        end = fence.line + len(fence.body) + fence.closed
    assert end <= len(lines) + 1


@given(st.lists(st.text("ab `~", max_size=5), max_size=6))
def test_the_body_comes_back_as_it_was_written(body):
    found = list(fences("\n".join(["`````text", *body, "`````"])))
    assert [list(f.body) for f in found] == [body]


def test_front_matter_is_read_without_yaml():
    head = (
        '---\ntitle: "A \\"b\\": \\\\c"\nplain: It\'s # here\nquoted: \'It\'\'s\'\nempty:\nlist: [a, "b"]\n'
        "jupyter:\n  kernelspec: {name: python3}\n  more: 1\nlast: x\n---\ntitle: below\n"
    )
    assert front_matter(head) == {
        "title": 'A "b": \\c',
        "plain": "It's # here",
        "quoted": "It's",
        "empty": "",
        "list": '[a, "b"]',
        "jupyter": "\n  kernelspec: {name: python3}\n  more: 1",
        "last": "x",
    }


def test_a_page_without_front_matter_has_none():
    assert front_matter("# X\n\ntitle: y\n") == {}
    assert front_matter("text\n---\ntitle: y\n---\n") == {}
    assert front_matter("---\ntitle: never ends\n") == {}


def test_every_page_says_what_yaml_says():
    """Each value of one line is the text that YAML reads."""
    for path in pages(ROOT / "docs"):
        match = FRONT.match(path.read_text("utf-8"))
        told = yaml.safe_load(match["front"]) if match else {}
        read = front_matter(path.read_text("utf-8"))
        assert set(read) == set(told), path
        assert {key: read[key] for key, value in told.items() if isinstance(value, str)} == {
            key: value for key, value in told.items() if isinstance(value, str)
        }, path


@pytest.mark.parametrize("data", ["[a/some_sums.py]", "['a/some_sums.py', b/x.py]", "\n  - a/some_sums.py\n  - b/x.py"])
def test_a_link_leads_to_a_timeline_by_the_name_of_its_program(data):
    page = Page(f"```figure\ndraw: timeline\ndata: {data}\nsource: b/y.py\n```\n")
    assert page.anchors == ["fig-timeline-some-sums"]
    assert page.anchors == [figure_id("timeline", ["a/some_sums.py"])]


def test_a_page_that_is_saved_is_read_again(tmp_path):
    path = tmp_path / "x.md"
    path.write_text("# One\n")
    first = read(path)
    assert read(path) is first
    path.write_text("# Two\n")
    os.utime(path, ns=(1, 1))
    assert read(path).title == "Two"


def test_what_a_link_can_lead_to():
    page = Page(
        "# Top\n\n```run\na/b.py\nregion: c\n```\n\n~~~quiz\nid: q\nrun: a/x.py  # why\n~~~\n\n"
        "```figure\ndraw: two_words\n```\n\n```calculator\nid: sum\n```\n"
    )
    assert page.anchors == ["top", "run-a-b-c", "q-q", "calc-sum", "fig-two-words"]
    assert page.shown == [("a/b.py", "run-a-b-c"), ("a/x.py", "q-q")]


def test_a_section_ends_at_the_next_heading_of_its_level():
    page = Page("# Top\n\none\n\n## A\n\n```sh\n# no heading\n```\n\n### B {#inner}\n\ntwo\n\n## A\n\nthree\n")
    assert page.section("a") == "## A\n\n```sh\n# no heading\n```\n\n### B {#inner}\n\ntwo\n"
    assert page.section("inner") == "### B {#inner}\n\ntwo\n"
    assert page.section("top") == page.section("no-such-id") == page.text
