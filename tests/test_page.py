from hypothesis import given
from hypothesis import strategies as st

from lockstep.page import fences


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
