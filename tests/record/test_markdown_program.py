"""Programs in any Markdown file: where they start, what a comment says of them, and what is wrong with one."""

from __future__ import annotations

import textwrap

import pytest

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


@pytest.mark.parametrize("kind", ["py", "python3", "Python", "{.python}", "{ .python .other }", "python title"])
def test_other_names_of_python_are_the_same(tmp_path, kind):
    assert len(sound(tmp_path, f"```{kind}\nprint(1)\n```\n")) == 1


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


@pytest.mark.parametrize(
    ("said", "kind", "problem"),
    [
        ("ranks=2", "julia", "says how this fence runs, and it is 'julia'. Name it python, or delete the comment."),
        ("ranks=2", "", "says how this fence runs, and it names no language. Name it python, or delete the comment."),
        ("continues", "bash", "says how this fence runs, and it is 'bash'. Name it python, or delete the comment."),
        ("skip", "pycon", "says how this fence runs, and it is 'pycon'. Name it python, or delete the comment."),
        (
            "prints",
            "py",
            "says that this fence holds what is printed, and it is Python. Name another language, such as text.",
        ),
        (
            "prints ranks=2",
            "text",
            "says more than 'prints', which stands alone. Write the rest above the program that prints this.",
        ),
    ],
)
def test_a_comment_fits_the_language_of_its_fence(tmp_path, said, kind, problem):
    text = f"```python\nprint(1)\n```\n\n<!-- lockstep: {said} -->\n```{kind}\n1\n```\n"
    assert wrong(tmp_path, text) == [f"README.md:5: {problem}"]


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
        'README.md:1: expect="zzz!" is wrong. '
        "It is 'hang', a signal such as 'SIGABRT', 'exit 3', or an exception "
        "such as 'RuntimeError: words of its message'.",
        "README.md:1: timeout=x is wrong. It is a number of seconds, above 0 and up to 600.",
        "README.md:9: belongs to no program. Put it below the fence that prints this.",
        "README.md:13: stands above no fence. Put it in the line right above one.",
        "README.md:15: cannot be split into words: No closing quotation. Fix its quotes.",
        "README.md:18: ranks=1000 is wrong. Give a number from 0 to 64.",
    ]
    assert wrong(tmp_path, "<!-- lockstep: timeout=0 -->\n```python\n```\n") == [
        "README.md:1: timeout=0 is wrong. It is a number of seconds, above 0 and up to 600."
    ]
    assert wrong(tmp_path, "<!-- lockstep: continues -->\n```python\nprint(1)\n```\n") == [
        "README.md:1: continues nothing. Put it above the second fence or later."
    ]


def test_a_fence_without_an_end_is_a_problem(tmp_path):
    text = "```python\nprint(1)\n```\n<!-- lockstep: prints -->\n```text\n1\n\nAll of the rest.\n"
    assert wrong(tmp_path, text) == ["README.md:5: is a fence without an end. Close it with the ticks it has."]


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("<!-- lockstep ranks=2 -->", "this comment starts with 'lockstep'. Write it with a colon and small letters: "),
        (
            "<!-- Lockstep: ranks=1 -->",
            "this comment starts with 'Lockstep:'. Write it with a colon and small letters: ",
        ),
        (
            "<!--lockstep : ranks=1-->",
            "this comment starts with 'lockstep :'. Write it with a colon and small letters: ",
        ),
        ("<!-- lockstep: -->", "this comment says nothing. Say how the fence runs, such as "),
        ("<!-- lockstep: ranks=1", "this comment does not end with its line. Write it in a line of its own: "),
        (
            "<!-- lockstep: skip --> as a rule",
            "this comment does not end with its line. Write it in a line of its own: ",
        ),
    ],
)
def test_a_comment_that_is_mistyped_is_told(tmp_path, comment, said):
    (problem,) = wrong(tmp_path, f"# Title\n{comment}\n```python\nprint(1)\n```\n")
    assert problem.startswith(f"README.md:2: {said}<!-- lockstep: ranks=2 -->")


@pytest.mark.parametrize(
    "line",
    [
        "<!-- locksteps -->",
        "<!-- Lockstep runs this. -->",
        "<!-- lockstep-plan ranks=2 -->",
        "`<!-- lockstep: skip -->`",
    ],
)
def test_what_is_no_comment_of_ours_is_left_alone(tmp_path, line):
    assert len(sound(tmp_path, f"{line}\n```python\nprint(1)\n```\n")) == 1


def test_a_comment_can_start_an_item_of_a_list(tmp_path):
    (one,) = sound(tmp_path, "1. <!-- lockstep: ranks=2 -->\n   ```python\n   print(1)\n   ```\n")
    assert (one.command.ranks, one.source) == (2, "\n\nprint(1)\n")


def test_what_continues_runs_on_the_ranks_before_it_unless_it_says_others(tmp_path):
    text = "<!-- lockstep: ranks=2 skip -->\n```python\na = 1\n```\n"
    for said in ("", "", " ranks=3", "", " ranks=0"):
        text += f"<!-- lockstep: continues{said} -->\n```python\nprint(a)\n```\n"
    found = sound(tmp_path, text + "```python\nprint(1)\n```\n")
    assert [one.command.ranks for one in found] == [2, 2, 3, 3, 0, 0]
    assert found[0].command.text == "torchrun --nproc-per-node 2 README.md"
