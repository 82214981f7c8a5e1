"""Notebook pages as text: their cells, what they printed, and the `.ipynb` that a reader downloads."""

from __future__ import annotations

import dataclasses
import json

import nbformat
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sandbox import ENVIRONMENT, ROOT

from lockstep.record import notebook
from lockstep.record.notebook import Notebook, NotebookRecord

HEAD = """---
title: Try
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---
"""
PAGE = f"""{HEAD}# Try

Read [the *sheet*](index.md#one), [`x[0]`](deep.md) and [PyTorch](https://pytorch.org). Not `d[0](x)`.

```python
print(1)
```

```quiz
id: one
```

```text
[as](typed.md)
```

<details markdown><summary>A hint</summary>

Think.

</details>

```python
print(2)
```

<details markdown><summary>A worked solution</summary>

```python
x = 3
```

```run
topic/one.py
```

Then:

```python
x
```

</details>

```yaml
a: 1
```
"""


def made(text: str = PAGE, *outputs: str) -> NotebookRecord:
    return NotebookRecord(notebook.key(text), outputs or ("1", "2", "", "3"), "2026-01-02", ENVIRONMENT, 4.5)


@pytest.fixture
def page(sandbox) -> Notebook:
    """A notebook page with its executed notebook beside it."""
    sandbox.page(PAGE, "topic/try.md")
    one = sandbox.project.notebooks["topic/try"]
    one.file.write_text(notebook.ipynb(PAGE, made()), "utf-8", newline="\n")
    return one


def sources(text: str, kind: str) -> list[str]:
    """What stands in the cells of a kind of the `.ipynb` of a page."""
    table = json.loads(notebook.ipynb(text, made(text)))
    return ["".join(cell["source"]) for cell in table["cells"] if cell["cell_type"] == kind]


def test_a_page_that_names_a_kernel_is_a_notebook():
    assert notebook.is_notebook(PAGE)
    assert not notebook.is_notebook(PAGE.replace("kernelspec:", "kernel:"))
    assert not notebook.is_notebook("# Try\n\nkernelspec: is a key of the front matter.\n")


def test_cells_are_found_with_their_lines():
    lines = PAGE.split("\n")
    found = notebook.cells(PAGE)
    assert [lines[cell.line] for cell in found] == ["print(1)", "print(2)", "x = 3", "x"]


def test_what_is_shown_or_indented_is_no_cell():
    assert notebook.cells("~~~~text\n```python\nx\n```\n~~~~\n\n- a\n\n    ```python\n    x\n    ```\n") == []


def test_the_key_changes_with_the_code_and_not_with_the_prose():
    key = notebook.key(PAGE)
    assert notebook.key(PAGE.replace("Think.", "Think twice.\n\n```text\nx\n```")) == key
    assert notebook.key(PAGE.replace("x = 3", "x = 4")) != key
    assert notebook.key(PAGE.replace("x = 3", "```\n\n```python\nx = 3")) != key


def test_the_key_belongs_to_one_format(monkeypatch):
    key = notebook.key(PAGE)
    monkeypatch.setattr(notebook, "FORMAT", notebook.FORMAT + 1)
    assert notebook.key(PAGE) != key


STREAM = {"output_type": "stream", "name": "stdout"}


@pytest.mark.parametrize(
    ("outputs", "text"),
    [
        ([], ""),
        ([{**STREAM, "text": "a\nb\n"}], "a\nb"),
        ([{**STREAM, "text": ["a\n", "b\n"]}], "a\nb"),
        ([{**STREAM, "text": "\n\n  a  \nb\t\n\n"}], "  a\nb"),
        ([{**STREAM, "text": "a\r\nb\r\n"}], "a\nb"),
        ([{**STREAM, "text": "\x1b[1;31mred\x1b[0m\n"}], "red"),
        ([{**STREAM, "text": "Writing train.py\n"}], ""),
        ([{**STREAM, "text": "Overwriting train.py\nWriting is fun\n"}], "Writing is fun"),
        ([{**STREAM, "text": "a"}, {**STREAM, "name": "stderr", "text": "b\n"}], "ab"),
        ([{**STREAM, "text": "a\n"}, {"output_type": "execute_result", "data": {"text/plain": ["1"]}}], "a\n1"),
        ([{"output_type": "display_data", "data": {"text/plain": "1", "text/html": "<b>1</b>"}}], "1"),
        ([{"output_type": "display_data", "data": {"text/plain": "1"}}, {**STREAM, "text": "a\n"}], "1\na"),
    ],
)
def test_what_a_cell_printed_is_plain_text(outputs, text):
    assert notebook.printed(outputs) == text


def test_blocks_stand_below_their_cells():
    lines = notebook.below_cells(PAGE, ["one", "", "three\n3", "four"]).split("\n")
    for code, block in (("print(1)", ["one"]), ("x = 3", ["three", "3"]), ("x", ["four"])):
        end = lines.index(code) + 1
        assert lines[end : end + len(block) + 3] == ["```", "", *block, ""]
    assert lines[lines.index("print(2)") :][:4] == [
        "print(2)",
        "```",
        "",
        "<details markdown><summary>A worked solution</summary>",
    ]


def test_the_notebook_is_valid():
    table = json.loads(notebook.ipynb(PAGE, made()))
    nbformat.validate(table)
    assert (table["nbformat"], table["nbformat_minor"]) == (4, 5)
    code = [cell for cell in table["cells"] if cell["cell_type"] == "code"]
    assert [cell["cell_type"][0] for cell in table["cells"]] == list("mcmcmcmcm")
    assert [cell["execution_count"] for cell in code] == [1, 2, 3, 4]
    assert [bool(cell["outputs"]) for cell in code] == [True, True, False, True]
    assert sources(PAGE, "code") == ["print(1)", "print(2)", "x = 3", "x"]


def test_all_cells_of_a_solution_are_folded_and_no_other():
    table = json.loads(notebook.ipynb(PAGE, made()))
    hidden = [cell["metadata"].get("jupyter") for cell in table["cells"] if cell["cell_type"] == "code"]
    assert hidden == [None, None, {"source_hidden": True}, {"source_hidden": True}]


def test_what_only_the_site_can_show_is_left_out():
    text = "\n".join(sources(PAGE, "markdown"))
    for gone in ("quiz", "id: one", "run", "topic/one.py", "<details", "</details", "<summary", "kernelspec"):
        assert gone not in text
    for kept in ("# Try", "A hint", "Think.", "A worked solution", "Then:", "```yaml\na: 1\n```"):
        assert text.count(kept) == 1


def test_links_into_the_site_become_plain_text():
    text = "\n".join(sources(PAGE, "markdown"))
    assert "Read the *sheet*, `x[0]` and [PyTorch](https://pytorch.org)." in text
    assert "`d[0](x)`" in text
    assert "```text\n[as](typed.md)\n```" in text


@given(st.lists(st.text(st.characters(exclude_characters="\x1b", exclude_categories=["Cs"])), min_size=4, max_size=4))
def test_the_notebook_is_the_record(tmp_path_factory, texts):
    path = tmp_path_factory.getbasetemp() / "given.ipynb"
    kept = made(PAGE, *(notebook.printed([{**STREAM, "text": text}]) for text in texts))
    path.write_text(notebook.ipynb(PAGE, kept), "utf-8", newline="\n")
    assert notebook.read(path) == kept


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"2\\n"', '"3\\n"'),  # an output
        ('"2026-01-02"', '"2026-01-03"'),
        ('"2.13.0"', '"2.14.0"'),
        ('"key": "', '"key": "0'),
        ('"digest"', '"digset"'),
        ('"lockstep"', '"other"'),  # of another tool
        ('"cells"', '"worksheets"'),  # of nbformat 3
        ('"outputs": []', '"outputs": 1'),
        ('"outputs": []', '"outputs": [1]'),
        ('"seconds"', '"minutes"'),
        ("{", "["),
    ],
)
def test_a_notebook_that_was_edited_is_no_record(tmp_path, old, new):
    text = notebook.ipynb(PAGE, made())
    assert old in text
    path = tmp_path / "try.ipynb"
    path.write_text(text, "utf-8")
    assert notebook.read(path) == made()
    path.write_text(text.replace(old, new, 1), "utf-8")
    assert notebook.read(path) is None


def test_a_missing_notebook_is_no_record(tmp_path):
    assert notebook.read(tmp_path / "none.ipynb") is None


def test_a_page_needs_a_block_for_each_cell():
    with pytest.raises(ValueError, match="zip"):
        notebook.below_cells(PAGE, ["1"])


def test_a_notebook_that_nobody_timed_is_a_record(tmp_path):
    untimed = dataclasses.replace(made(), seconds=0.0)
    (tmp_path / "try.ipynb").write_text(notebook.ipynb(PAGE, untimed), "utf-8")
    assert notebook.read(tmp_path / "try.ipynb") == untimed


def test_a_notebook_is_on_record_or_says_what_to_do(page):
    assert (page.name, page.path, page.file.name) == ("topic/try", "docs/topic/try.md", "try.ipynb")
    assert (page.record(), page.stale(), page.outdated()) == (made(), None, None)
    changed = Notebook(page.root, page.path, PAGE.replace("x = 3", "x = 4"))
    assert changed.record() is None
    assert str(changed.stale()) == ("docs/topic/try.md: changed since it was executed. Run: nox -s record -- topic/try")
    reworded = Notebook(page.root, page.path, PAGE.replace("Think.", "Think twice."))
    assert (reworded.record(), reworded.stale()) == (made(), None)
    assert str(reworded.outdated()) == (
        "docs/topic/try.md: its notebook holds older text. Run: nox -s record -- --changed topic/try"
    )
    page.file.write_text(page.file.read_text("utf-8").replace('"2\\n"', '"3\\n"'), "utf-8")
    assert str(page.stale()) == (
        "docs/topic/try.ipynb: was edited by hand, or is of another version. Run: nox -s record -- topic/try"
    )
    assert page.outdated() is None
    page.file.unlink()
    assert str(page.stale()) == "docs/topic/try.md: has no executed notebook. Run: nox -s record -- topic/try"


def test_a_notebook_without_its_page_is_told(page):
    assert list(notebook.unclaimed(page.root, [page])) == []
    (page.root / "docs/topic/.ipynb_checkpoints").mkdir()
    (page.root / "docs/topic/.ipynb_checkpoints/try.ipynb").write_text("{}")
    (page.root / "docs/topic/gone.ipynb").write_text("{}")
    assert [str(problem) for problem in notebook.unclaimed(page.root, [page])] == [
        "docs/topic/gone.ipynb: has no page that names a kernel. Delete it."
    ]


@pytest.mark.parametrize(
    "path",
    sorted([*ROOT.glob("docs/*/try.md"), *ROOT.glob("docs/*/project.md")]),
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_a_notebook_page_is_kept_as_it_is_now(path):
    text = path.read_text("utf-8-sig")
    assert notebook.is_notebook(text)
    one = Notebook(ROOT, path.relative_to(ROOT).as_posix(), text)
    assert (one.stale(), one.outdated()) == (None, None)
    nbformat.validate(json.loads(one.file.read_text("utf-8")))
