"""Notebook pages in real builds, which execute nothing: the executed notebook is shown, and a stale one is an error."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from html import unescape
from pathlib import Path

import nbformat
import pytest
from sandbox import ENVIRONMENT, ROOT

from lockstep.record import notebook
from lockstep.record.notebook import NotebookRecord

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
```

<details markdown><summary>A worked solution</summary>

```python
print("<b> & ~~~~~~~~\\n~~~~~~~~\\n# No title")
```

Then:

```python
print("```run\\ntopic/one.py\\n```\\n{ls-modes}")
```

</details>
"""
)
OUTPUTS = (
    "",
    "rank 0 says 42",
    '<b> & ~~~~~~~~\n~~~~~~~~\n# No title\n\n\t"it\'s"',
    "```run\ntopic/one.py\n```\n{ls-modes}",
)
NOTHING_TO_EXECUTE_WITH = """
import sys

class Blocker:
    def find_spec(name, path=None, target=None):
        if name in ("torch", "ipykernel"):
            raise ImportError(f"this machine has no {name}")

def refuse(event, arguments):
    if event in ("subprocess.Popen", "os.posix_spawn", "os.system") and "python" in str(arguments[:2]):
        raise RuntimeError(f"this machine starts no Python: {arguments[:2]}")

sys.meta_path.insert(0, Blocker)
sys.addaudithook(refuse)
"""


def ipynb(page: str, *outputs: str) -> str:
    return notebook.ipynb(page, NotebookRecord(notebook.key(page), outputs, "2026-01-02", ENVIRONMENT))


def make(root: Path) -> Path:
    """A topic with a sheet and a notebook page, set up as this site is."""
    (root / "snippets/recorded").mkdir(parents=True)
    shutil.copytree(ROOT / "docs/assets", root / "docs/assets")
    (root / "lockstep").symlink_to(ROOT / "lockstep")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    start, end = config.index("nav:\n"), config.index("markdown_extensions:\n")
    (root / "mkdocs.yml").write_text(config[:start] + config[end:], "utf-8")
    (root / "docs/index.md").write_text("# Home\n\n```map\ntopic:\n  name: TOPIC\n  says: It averages.\n```\n", "utf-8")
    (root / "docs/topic").mkdir()
    (root / "docs/topic/index.md").write_text("# Sheet\n\n## Part\n", "utf-8")
    (root / "docs/topic/try.md").write_text(PAGE, "utf-8")
    (root / "docs/topic/try.ipynb").write_text(ipynb(PAGE, *OUTPUTS), "utf-8", newline="\n")
    return root


def build(root: Path, *options: str) -> subprocess.CompletedProcess:
    """Build where there is neither torch nor a kernel, and where no Python can be started.

    nbclient is there, as mkdocs-jupyter imports it through nbconvert; it can do nothing without those.
    """
    (root / "bare").mkdir(exist_ok=True)
    (root / "bare/sitecustomize.py").write_text(NOTHING_TO_EXECUTE_WITH)
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--site-dir", "site", *options],
        cwd=root,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": os.pathsep.join([str(root / "bare"), str(ROOT)])},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def files(folder: Path) -> dict[Path, tuple[bytes, int]]:
    return {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def built(tmp_path_factory) -> Path:
    root = make(tmp_path_factory.mktemp("pages"))
    before = files(root / "docs")
    done = build(root, "--strict")
    assert done.returncode == 0, done.stdout + done.stderr
    assert files(root / "docs") == before
    assert "Converting" not in done.stderr
    return root


@pytest.fixture
def copy(built, tmp_path) -> Path:
    return shutil.copytree(built, tmp_path / "copy", symlinks=True)


def article(root: Path) -> str:
    html = (root / "site/topic/try/index.html").read_text("utf-8")
    return re.search(r"<article.*?</article>", html, re.S)[0]


def test_an_execution_in_a_build_would_fail_these_tests(copy):
    config = (copy / "mkdocs.yml").read_text("utf-8")
    assert "execute: false" in config
    (copy / "mkdocs.yml").write_text(config.replace("execute: false", "execute: true"), "utf-8")
    done = build(copy, "--strict")
    assert done.returncode != 0
    assert "this machine " in done.stderr


def test_what_the_cells_printed_is_on_the_page_as_it_is(built):
    shown = re.findall(
        r'<div class="ls-printed highlight"><pre><span></span><code>(.*?)</code></pre></div>', article(built), re.S
    )
    assert [unescape(text) for text in shown] == [f"{output.expandtabs(4)}\n" for output in OUTPUTS if output]
    assert article(built).count("<h1") == 1
    assert article(built).count("ls-printed") == 3
    assert "data-cell" not in article(built)


def test_an_output_stands_below_its_cell(built):
    text = unescape(re.sub(r"<.*?>", "", article(built)))
    parts = [
        "%%writefile",
        "!python worker.py",
        "rank 0 says 42",
        "A worked solution",
        "# No title",
        "Then:",
        "{ls-modes}",
    ]
    assert [text.rindex(part) for part in parts] == sorted(text.rindex(part) for part in parts)


def test_the_page_is_rendered_as_any_page(built):
    assert '<ls-question class="ls-q"' in article(built)
    links = re.findall(r'href="([^":#]+)(?:#part)?"', article(built))
    assert "../try.ipynb" in links
    assert links.count("../") == 2  # the sheet, from the strip and from the text
    for link in links:
        there = (built / "site/topic/try" / link).resolve()
        assert there.is_file() or (there / "index.html").is_file()
    found = json.loads((built / "site/search/search_index.json").read_text("utf-8"))["docs"]
    assert any("rank 0 says 42" in entry["text"] for entry in found)


def test_the_notebook_is_a_download_beside_the_page(built):
    kept = (built / "docs/topic/try.ipynb").read_bytes()
    assert (built / "site/topic/try.ipynb").read_bytes() == kept
    nbformat.validate(json.loads(kept))
    assert not list((built / "site").rglob("*.md"))


def test_the_page_is_light_and_asks_no_other_host(built):
    html = (built / "site/topic/try/index.html").read_text("utf-8")
    assert len(html.encode()) <= 150_000
    sources = re.findall(r'<(?:script|img|iframe|link|source)\b[^>]*?\b(?:src|href)="?([^"\s>]+)', html)
    assert any(source.endswith(".css") for source in sources)
    assert [source for source in sources if re.match(r"(https?:)?//", source)] == []
    assert not re.search(r"@import|url\(\s*['\"]?(https?:)?//", html)


def test_stale_notebooks_stop_a_build_all_at_once(copy):
    """The lines are those of `verify`, and there is no traceback."""
    (copy / "docs/topic/try.md").write_text(PAGE.replace("6 * 7", "7 * 7"), "utf-8")
    (copy / "docs/topic/project.md").write_text(PAGE, "utf-8")
    (copy / "docs/topic/deep.md").write_text(PAGE, "utf-8")
    (copy / "docs/topic/deep.ipynb").write_text(ipynb(PAGE, *OUTPUTS).replace("says 42", "says 43"), "utf-8")
    (copy / "docs/topic/gone.ipynb").write_text("{}", "utf-8")
    done = build(copy)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert sorted(line[line.index("docs/") :] for line in done.stderr.splitlines() if "docs/topic/" in line) == [
        "docs/topic/deep.ipynb: was edited by hand, or is of another version. Run: python -m lockstep record topic/deep",
        "docs/topic/gone.ipynb: has no page that names a kernel. Delete it.",
        "docs/topic/project.md: has no executed notebook. Run: python -m lockstep record topic/project",
        "docs/topic/try.md: changed since it was executed. Run: python -m lockstep record topic/try",
    ]


def test_older_text_in_a_notebook_is_a_warning(copy):
    """A page that is being written is shown; the strict build, which all sessions of nox call, stops."""
    before = (copy / "docs/topic/try.ipynb").read_bytes()
    (copy / "docs/topic/try.md").write_text(PAGE + "\nA last word.\n", "utf-8")
    done = build(copy, "--strict")
    said = "docs/topic/try.md: its notebook holds older text. Run: python -m lockstep record --changed topic/try"
    assert (done.returncode, said in done.stderr) == (1, True)
    assert "A last word." in article(copy)
    assert (copy / "docs/topic/try.ipynb").read_bytes() == before
