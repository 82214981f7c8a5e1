"""Notebook pages in real builds: executed once for their code, shown as pages, and nothing is left behind."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest
from sandbox import ROOT, descendants, temporary

from lockstep.record import notebook

pytestmark = pytest.mark.torch
HEAD = """---
title: Try
level: beginner
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---
# Try

"""
PAGE = (
    HEAD
    + """Back to [the sheet](index.md#part).

```python
%%writefile worker.py
print("rank 0 says", 6 * 7)
```

```quiz
id: topic-try-one
kind: card
level: beginner
ask: What?
back: That.
proof: 1 + 1 == 2
```

```python
!python worker.py
import os, subprocess
print("at", os.getcwd(), sorted(os.listdir()))
print("<b> & ~~~~~~~~\\n~~~~~~~~\\n# No title")
```

```python
slept = subprocess.Popen(["sleep", "30"], start_new_session=True).pid
print("pid", slept, "startup" in globals())
```
"""
)
SOON = """from lockstep.site import notebook_pages
from lockstep.site.notebook_pages import on_pre_page, on_startup

notebook_pages.TIMEOUT = notebook_pages._SETTINGS["NotebookClient"]["timeout"] = 3
"""


def make(root: Path, page: str) -> Path:
    """A topic with a sheet and a notebook page, set up as this site is."""
    (root / "snippets/recorded").mkdir(parents=True)
    shutil.copytree(ROOT / "docs/assets", root / "docs/assets")
    (root / "lockstep").symlink_to(ROOT / "lockstep")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    start, end = config.index("nav:\n"), config.index("markdown_extensions:\n")
    (root / "mkdocs.yml").write_text(config[:start] + config[end:], "utf-8")
    (root / "docs/index.md").write_text("# Home\n\n```progress\ntopic: topic\n```\n", "utf-8")
    (root / "docs/topic").mkdir()
    (root / "docs/topic/index.md").write_text("# Sheet\n\n## Part\n", "utf-8")
    (root / "docs/topic/try.md").write_text(page, "utf-8")
    return root


def build(root: Path, **environment: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", "site"],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def executes(done: subprocess.CompletedProcess) -> bool:
    assert done.returncode == 0, done.stdout + done.stderr
    return "Executing docs/topic/try.md" in done.stdout + done.stderr


def failure(root: Path) -> str:
    """The line that says why a site does not build. It leaves no page, no notebook, no process and no folder."""
    before, files = descendants(), temporary()
    done = build(root)
    assert done.returncode == 1
    assert not (root / "docs/topic/try.ipynb").exists()
    assert descendants() <= before
    assert temporary() <= files
    return next(
        line
        for line in (done.stdout + done.stderr).splitlines()
        if "docs/topic/" in line and "lockstep:" not in line and "Converting" not in line
    )


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    """The project after its first build, by a user with a startup file."""
    root = make(tmp_path_factory.mktemp("lab"), PAGE)
    startup = root / "home/.ipython/profile_default/startup/all.py"
    startup.parent.mkdir(parents=True)
    startup.write_text("startup = 1\n")
    assert executes(build(root, HOME=str(root / "home")))
    yield root
    for pid in re.findall(r"pid (\d+)", (root / "docs/topic/try.ipynb").read_text("utf-8")):
        with contextlib.suppress(ProcessLookupError):
            os.kill(int(pid), signal.SIGKILL)
            os.waitpid(int(pid), 0)  # ours, where the build has left it


@pytest.fixture
def copy(built, tmp_path) -> Path:
    return shutil.copytree(built, tmp_path / "copy", symlinks=True)


def html(root: Path) -> str:
    return (root / "site/topic/try/index.html").read_text("utf-8")


def outputs(root: Path) -> list[str]:
    made = notebook.read(root / "docs/topic/try.ipynb")
    return list(made.outputs)


def test_what_the_cells_printed_is_on_the_page(built):
    article = re.search(r"<article.*?</article>", html(built), re.S)[0]
    shown = re.findall(r'class="[^"]*ls-printed.*?<code>(.*?)</code>', article, re.S)
    plain = [re.sub(r"<.*?>", "", text).strip() for text in shown]
    assert len(plain) == 2  # what %%writefile says is no output
    assert plain[0].startswith("rank 0 says 42\nat ")
    assert plain[0].endswith("&lt;b&gt; &amp; ~~~~~~~~\n~~~~~~~~\n# No title")
    assert article.count("<h1") == 1
    assert "%%writefile" in re.sub(r"<.*?>", "", article)


def test_the_notebook_is_written_beside_the_page_and_copied_to_the_site(built):
    kept = built / "docs/topic/try.ipynb"
    nbformat.validate(json.loads(kept.read_text("utf-8")))
    assert notebook.read(kept).key == notebook.key(PAGE)
    assert kept.read_text("utf-8") == notebook.ipynb(PAGE, notebook.read(kept))
    assert (built / "site/topic/try.ipynb").read_bytes() == kept.read_bytes()
    assert [path.name for path in (built / "docs").rglob("*.ipynb")] == ["try.ipynb"]


def test_the_page_is_rendered_as_any_page(built):
    found = html(built)
    assert '<ls-question class="ls-q"' in found
    links = re.findall(r'href="([^":#]+)(?:#part)?"', re.search(r"<article.*?</article>", found, re.S)[0])
    assert "../try.ipynb" in links
    assert links.count("../") == 2  # the sheet, from the strip and from the text
    for link in links:
        there = (built / "site/topic/try" / link).resolve()
        assert there.is_file() or (there / "index.html").is_file()


def test_the_page_is_light_and_asks_no_other_host(built):
    found = html(built)
    assert len(found.encode()) <= 150_000
    sources = re.findall(r'<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)="?([^"\s>]+)', found)
    assert any(source.endswith(".css") for source in sources)
    assert [source for source in sources if re.match(r"(https?:)?//", source)] == []
    assert not re.search(r"@import|url\(\s*['\"]?(https?:)?//", found)


def test_cells_run_in_an_empty_folder_that_is_gone(built):
    folder, files = re.search(r"at (\S+) (\[.*?\])", outputs(built)[1]).groups()
    assert files == "['worker.py']"  # what the page itself wrote
    assert not Path(folder).exists()
    assert not Path(folder).is_relative_to(built)


def test_a_process_of_a_cell_does_not_outlive_the_build(built):
    pid = re.search(r"pid (\d+)", outputs(built)[2])[1]
    assert not Path("/proc", pid).exists()


def test_a_kernel_runs_nobodys_startup_files(built):
    assert outputs(built)[2].endswith(" False")
    assert [path.name for path in (built / "home").rglob("*") if path.is_file()] == ["all.py"]


def test_a_second_build_does_not_execute(copy):
    kept = copy / "docs/topic/try.ipynb"
    before = kept.stat().st_mtime_ns, html(copy)
    shutil.rmtree(copy / "site")
    assert not executes(build(copy))
    assert (kept.stat().st_mtime_ns, html(copy)) == before
    assert (copy / "site/topic/try.ipynb").read_bytes() == kept.read_bytes()


def test_changed_prose_is_in_the_notebook_without_a_run(copy):
    was = outputs(copy)
    (copy / "docs/topic/try.md").write_text(PAGE + "\nA last word.\n", "utf-8")
    assert not executes(build(copy))
    kept = copy / "docs/topic/try.ipynb"
    assert "A last word." in json.loads(kept.read_text("utf-8"))["cells"][-1]["source"]
    assert (copy / "site/topic/try.ipynb").read_bytes() == kept.read_bytes()
    assert "A last word." in html(copy)
    assert outputs(copy) == was


def test_changed_code_and_edited_outputs_are_executed(copy):
    (copy / "docs/topic/try.md").write_text(HEAD + "```python\n6 * 9\n```\n", "utf-8")
    assert executes(build(copy))
    assert outputs(copy) == ["54"]
    kept = copy / "docs/topic/try.ipynb"
    kept.write_text(kept.read_text("utf-8").replace("54", "42"), "utf-8")
    assert executes(build(copy))
    assert outputs(copy) == ["54"]
    assert "<code>54" in re.sub(r"<(?!/?code).*?>", "", html(copy))


MEND = "Mend the cell; its notebook is executed when the site is built."


@pytest.mark.parametrize(
    ("cells", "line", "said"),
    [
        (["x = 1", "y = 2\nassert x == y"], 15, "AssertionError. Mend"),
        (["def f():\n    raise ValueError('Not.\\nthat')", "x = 1\n\nf()"], 17, "ValueError: Not. Mend"),
        (["x = 1\n(", "x"], 11, "SyntaxError: "),
    ],
)
def test_a_failing_cell_is_named_with_its_line(tmp_path, cells, line, said):
    make(tmp_path, HEAD + "\n\n".join(f"```python\n{cell}\n```" for cell in cells))
    found = failure(tmp_path)
    assert found.startswith(f"ERROR   -  docs/topic/try.md:{line}: {said}")
    assert found.endswith(f". {MEND}")


def test_a_hanging_cell_is_ended_and_named(tmp_path):
    hangs = "```python\nprint(1)\n```\n\n```python\nprint(1)\nimport time\n!sleep 60 & sleep 60\ntime.sleep(60)\n```\n"
    make(tmp_path, HEAD + hangs)
    (tmp_path / "soon.py").write_text(SOON)
    config = tmp_path / "mkdocs.yml"
    config.write_text(config.read_text("utf-8").replace("hooks: [lockstep/lab.py]", "hooks: [soon.py]"), "utf-8")
    start = time.monotonic()
    assert failure(tmp_path).endswith("docs/topic/try.md:13: this cell runs longer than 3 s. End it sooner.")
    assert time.monotonic() - start < 40


def test_a_cell_that_ends_its_kernel(tmp_path):
    make(tmp_path, HEAD + "```python\nimport os\nos._exit(1)\n```\n")
    assert failure(tmp_path).endswith("docs/topic/try.md: a cell ended its kernel. Run them one by one.")


@pytest.mark.parametrize(
    ("name", "old", "new"), [("deep.md", "", ""), ("try.md", "jupyter:\n  kernelspec:", "kernelspec:")]
)
def test_a_notebook_page_that_nothing_executes_stops_the_build(tmp_path, name, old, new):
    make(tmp_path, "# Try\n")
    (tmp_path / "docs/topic" / name).write_text(HEAD.replace(old, new) + "```python\n1\n```\n", "utf-8")
    said = "names a kernel and is not executed. Call it try.md or project.md, with its kernelspec below 'jupyter:'."
    assert failure(tmp_path).endswith(f"docs/topic/{name}:1: {said}")
