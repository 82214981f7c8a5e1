"""Programs in any Markdown file run on their ranks, and are compared with what their fence says."""

from __future__ import annotations

import pytest

from lockstep.record import markdown_run
from lockstep.record.markdown_program import programs

pytestmark = pytest.mark.torch
SUM = """\
<!-- lockstep: ranks=2 -->
```python
import os, torch, torch.distributed as dist
dist.init_process_group("gloo")
x = torch.tensor(float(os.environ["RANK"]))
dist.all_reduce(x)
print(f"rank {dist.get_rank()}: {x.item()}")
dist.destroy_process_group()
```

- <!-- a list -->

  <!-- lockstep: prints -->
  ```text
  rank 0: 1.0
  rank 1: 2.0
  ```
"""


@pytest.fixture
def ran(engine, tmp_path):
    def ran(text):
        (tmp_path / "README.md").write_text(text, "utf-8")
        found, problems = programs(tmp_path, tmp_path / "README.md")
        assert problems == []
        return [(program, markdown_run.run(engine, program)) for program in found]

    return ran


def test_what_it_prints_is_compared_by_rank_and_written_where_that_is_asked_for(ran, tmp_path):
    pairs = ran(SUM)
    [(_, result)] = pairs
    what = "prints something else than this fence says. Correct it, or run: pytest --lockstep-write"
    assert list(map(str, result.problems)) == [f"README.md:14: {what}"]
    assert result.said[1:5] == ["what it prints:", "  @@ -1,2 +1,2 @@", "   rank 0: 1.0", "  -rank 1: 2.0"]
    assert markdown_run.write_printed(tmp_path, pairs) == ["README.md:14"]
    written = (tmp_path / "README.md").read_text("utf-8")
    assert written == SUM.replace("rank 1: 2.0", "rank 1: 1.0")
    [(_, result)] = ran(written)
    assert result.problems == result.diff == []


def test_lines_that_all_ranks_print_stand_once(ran):
    text = "<!-- lockstep: ranks=2 -->\n```python\nprint('same')\n```\n<!-- lockstep: prints -->\n```\nsame\n```\n"
    [(_, result)] = ran(text)
    assert result.problems == []


def test_fences_of_other_lengths_are_all_written_at_their_place(ran, tmp_path):
    fence = "```python\nfor i in range(3): print(i)\n```\n<!-- lockstep: prints -->\n```\n{}```\n"
    pairs = ran(fence.format("") + fence.format("7\n" * 9))
    assert markdown_run.write_printed(tmp_path, pairs) == ["README.md:5", "README.md:11"]
    assert (tmp_path / "README.md").read_text("utf-8") == fence.format("0\n1\n2\n") * 2


def test_a_hang_ends_with_the_line_of_the_file_at_which_each_rank_waits(ran):
    text = """# Title
<!-- lockstep: ranks=2 timeout=3 -->
```python
import time
time.sleep(99)
```
"""
    [(_, result)] = ran(text)
    what = "still running after 3 s on 2 ranks; stopped. Waiting: ranks 0, 1 at line 5 (time.sleep(99))."
    assert str(result.problems[0]).startswith(f"README.md:5: {what}")


def test_an_error_that_the_comment_announces_is_none(ran):
    assert (
        ran("""<!-- lockstep: expect="KeyError: 'x'" -->\n```python\nraise KeyError("x")\n```\n""")[0][1].problems == []
    )
    [(_, result)] = ran("```python\nraise KeyError('x')\n```\n")
    assert str(result.problems[0]).startswith(
        "README.md:2: the program ended with KeyError: 'x'. Fix the program, or set expect=\"KeyError\" if this"
    )
    assert "-- stderr" in result.said


def test_ticks_that_are_printed_make_the_fence_longer(ran, tmp_path):
    text = """```python
print("~~~~~", "```text", "  ````", sep="\\n")
```

> <!-- lockstep: prints -->
> ```text
> old
> ```

After.
"""
    assert markdown_run.write_printed(tmp_path, ran(text)) == ["README.md:6"]
    written = (tmp_path / "README.md").read_text("utf-8")
    assert "> `````text\n> ~~~~~\n> ```text\n>   ````\n> `````\n\nAfter.\n" in written
    [(_, result)] = ran(written)
    assert result.problems == result.diff == []
    tildes = text.replace("> ```", "> ~~~")
    assert markdown_run.write_printed(tmp_path, ran(tildes)) == ["README.md:6"]
    [(_, result)] = ran((tmp_path / "README.md").read_text("utf-8"))
    assert result.problems == []


def test_line_ends_stay_when_a_fence_is_written(ran, tmp_path):
    text = "```python\nprint(1)\nprint(2)\n```\n<!-- lockstep: prints -->\n```\nold\n```\nend\n"
    file = tmp_path / "README.md"
    file.write_bytes(text.replace("\n", "\r\n").encode())
    found, _ = programs(tmp_path, file)
    [(program, result)] = ran(text)
    file.write_bytes(text.replace("\n", "\r\n").encode())
    assert (found[0].source, found[0].printed) == (program.source, program.printed)
    markdown_run.write_printed(tmp_path, [(program, result)])
    assert file.read_bytes() == text.replace("old", "1\n2").replace("\n", "\r\n").encode()


def test_another_end_than_the_comment_says_is_told_with_its_fence_and_what_happened(ran):
    text = """# Title
<!-- lockstep: ranks=2 expect="ValueError: nope" -->
```python
raise ValueError("other words")
```
"""
    [(_, result)] = ran(text)
    [said] = map(str, result.problems)
    assert said.startswith("README.md:3: should end with 'ValueError: nope', but rank ")
    assert said.endswith(" of 2 ended with ValueError: other words. Fix the program or its 'expect'.")
    [(_, result)] = ran("```python\nassert 1 == 2, 'no'\n```\n")
    [said] = map(str, result.problems)
    told = "the program ended with AssertionError: no. Fix the program, or set expect=\"AssertionError\" if this is the lesson, or write 'skip' above it if it is a part of a program."
    assert said == f"README.md:2: {told}"
    [(_, result)] = ran("```python\n(\n```\n")
    [said] = map(str, result.problems)
    assert said.startswith("README.md:2: the program ended with SyntaxError: ")
    [(_, result)] = ran("# Title\n```python\nimport sys; sys.exit(3)\n```\n")
    [said] = map(str, result.problems)
    assert said.startswith(
        'README.md:3: the program exited with 3. See which call ends it so, or set expect="exit 3" if'
    )
