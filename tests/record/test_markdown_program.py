"""Programs in any Markdown file: where they start, what a comment says of them, and what is wrong with one."""

from __future__ import annotations

import textwrap

from lockstep.record.markdown_program import programs


def read(tmp_path, text, name="README.md"):
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(textwrap.dedent(text), "utf-8")
    return programs(tmp_path, path)


def sound(tmp_path, text):
    found, problems = read(tmp_path, text)
    assert problems == []
    return found


def wrong(tmp_path, text):
    return [str(problem) for problem in sorted(read(tmp_path, text)[1])]


def test_a_fence_of_python_is_a_program_whose_lines_keep_their_numbers(tmp_path):
    (one,) = sound(tmp_path, "# Title\n\n```python\nprint(1)\n```\n\n```bash\nls\n```\n")
    assert (one.path, one.line, one.source) == ("README.md", 3, "\n\n\nprint(1)\n")
    assert (one.command.ranks, one.command.text, one.needs.timeout) == (0, "python README.md", 60)
    assert one.files == {"README.md": b"\n\n\nprint(1)\n"}


def test_a_comment_says_ranks_time_and_end(tmp_path):
    said = """<!-- lockstep: ranks=2 timeout=7.5 expect="RuntimeError: a word" -->\n```py\nprint(1)\n```\n"""
    (one,) = sound(tmp_path, said)
    assert (one.command.ranks, one.needs.timeout, one.needs.expect) == (2, 7.5, "RuntimeError: a word")


def test_a_program_is_skipped_and_the_next_can_continue_it(tmp_path):
    text = """
        <!-- lockstep: skip -->
        ```python
        a = 1
        ```
        > <!-- lockstep: continues -->
        > ```python
        > print(a)
        > ```
    """
    (one,) = sound(tmp_path, text)
    assert one.source.split("\n") == ["", "", "", "a = 1", "", "", "", "print(a)", ""]


def test_a_fence_holds_what_the_program_above_it_prints(tmp_path):
    text = "```python\nprint(1)\n```\nIt prints\n\n<!-- lockstep: prints -->\n```text\n1\n```\n"
    (one,) = sound(tmp_path, text)
    assert (one.printed.line, one.printed.body) == (7, ("1",))


def test_modules_beside_the_file_are_seen(tmp_path):
    for name, text in {"shared": "import deeper\n", "deeper": "x = 1\n", "other": "y = 1\n"}.items():
        (tmp_path / f"{name}.py").write_text(text)
    (one,) = sound(tmp_path, "```python\nimport os, shared\n```\n")
    assert sorted(one.files) == ["README.md", "deeper.py", "shared.py"]


def test_a_comment_inside_a_fence_is_none(tmp_path):
    assert sound(tmp_path, "```markdown\n<!-- lockstep: nonsense -->\n```\n") == []


def test_all_that_is_wrong_with_comments_is_said_at_once(tmp_path):
    text = """\
        <!-- lockstep: rank=2 timeout=x expect=zzz! -->
        ```python
        print(1)
        ```
        <!-- lockstep: prints -->
        ```
        1
        ```
        <!-- lockstep: prints -->
        ```
        1
        ```
        <!-- lockstep: skip -->

        <!-- lockstep: ranks=65 "open -->
        ```python
        ```
        <!-- lockstep: ranks=1000 -->
        ```python
        ```
    """
    assert wrong(tmp_path, text) == [
        "README.md:1: 'rank=2' is nothing that a comment can say. Did you mean ranks?",
        "README.md:1: expect = 'zzz!' is wrong. It is 'hang', a signal such as 'SIGABRT', 'exit 3', or an exception "
        "such as 'RuntimeError: words of its message'.",
        "README.md:1: timeout = 'x' is wrong. It is a number of seconds from 0 to 600.",
        "README.md:9: belongs to no program. Put it below the fence that prints this.",
        "README.md:13: stands above no fence. Put it in the line right above one.",
        "README.md:15: cannot be split into words: No closing quotation. Fix its quotes.",
        "README.md:18: ranks=1000 is wrong. Give a number from 0 to 64.",
    ]
    assert wrong(tmp_path, "<!-- lockstep: continues -->\n```python\nprint(1)\n```\n") == [
        "README.md:1: continues nothing. Put it above the second fence or later."
    ]
