"""New topics, snippets and entries: nothing is left to do but to write them, to record them and to lead to the topic."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from browsing import without_nav
from sandbox import ROOT

from lockstep.markdown.modes import MODES
from lockstep.project import Project
from lockstep.site import nav


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of this checkout, to be written into."""
    for name in ("docs", "snippets"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "mkdocs.yml", tmp_path)
    (tmp_path / "lockstep").symlink_to(ROOT / "lockstep")
    return tmp_path


def run(root: Path, *words: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-m", *words],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
    )


def made(root: Path, *words: str) -> str:
    """Run a command of ours that succeeds; returns what it printed."""
    done = run(root, "lockstep", *words)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


DUE = (": to write: ", "has no proof on record")


def beside_words(root: Path) -> list[str]:
    """What `verify` finds but for words to write, and what is to be bound or proved once they are written."""
    lines = run(root, "lockstep", "verify").stdout.splitlines()
    assert any(": to write: " in line for line in lines)
    return [line for line in lines if not any(due in line for due in DUE)]


def built(tree: Path, root: Path) -> Path:
    """The site of the new topic and of the new entry, without the other pages, which take long."""
    shutil.copytree(tree / "docs/assets", root / "docs/assets")
    shutil.copytree(tree / "docs/sharding", root / "docs/sharding")
    (root / "docs/errors").mkdir()
    shutil.copy(tree / "docs/errors/no-barrier.md", root / "docs/errors")
    shutil.copy(tree / "docs/worker.js", root / "docs")
    for name in ("lockstep", "snippets"):
        (root / name).symlink_to(tree / name)
    (root / "mkdocs.yml").write_text(without_nav((tree / "mkdocs.yml").read_text("utf-8")), "utf-8")
    done = run(root, "mkdocs", "build", "--strict", "--quiet")
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "site"


@pytest.mark.torch
def test_a_topic_is_made_by_a_command_and_a_place_on_the_map(tree):
    said = made(tree, "new", "topic", "sharding", "Sharding")
    entry = said.partition("docs/index.md,\n\n")[2].partition("\nthen run")[0]
    home = tree / "docs/index.md"
    above, head, below = home.read_text("utf-8").partition("```map\n")
    inside, end, rest = below.partition("```\n")
    home.write_text(above + head + inside + entry.rstrip("\n") + "\n" + end + rest, "utf-8")
    made(tree, "new", "snippet", "sharding/shards_at_rest.py", "--ranks", "2")
    made(tree, "new", "error", "no-barrier")
    programs = ("errors/no_barrier_breaks.py", "errors/no_barrier_is_fixed.py")
    made(tree, "record", "sharding", *programs)
    assert beside_words(tree) == []
    sheet = (built(tree, tree / "small") / "sharding/index.html").read_text("utf-8")
    assert all(f'href="{"./" if mode == "Learn" else mode.lower() + "/"}"' in sheet for mode in MODES)
    assert [*nav.topics(Project(tree))[-1]] == ["Sharding"]
    assert "errors/no-barrier.md" in str(nav.errors(Project(tree)))
    made(tree, "prove", "sharding", *programs)


def test_what_is_there_is_not_overwritten(sandbox):
    sandbox.page("# Mine\n", "ddp/why.md")
    done = sandbox.lockstep("new", "topic", "ddp", "DDP")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "docs/ddp/why.md: is there already. Choose another name, or delete it.\n"


def test_a_snippet_needs_a_page_that_shows_it(sandbox):
    sandbox.page("# Sheet\n", "fsdp/index.md")
    done = sandbox.lockstep("new", "snippet", "fsdp/shards.py")
    assert done.returncode == 2
    assert done.stderr.startswith("docs/fsdp/deep.md: does not exist, so it cannot show the snippet. Name one")
    assert sandbox.project.snippets == {}
    done = sandbox.lockstep("new", "snippet", "fsdp/shards.py", "--page", "docs/fsdp/index.md")
    assert done.returncode == 0
    assert "docs/fsdp/index.md:5: shows it" in done.stdout
    assert "nox -s record -- fsdp/shards.py" in done.stdout
    assert sandbox.project.shown == {"fsdp/shards.py": ["docs/fsdp/index.md"]}


def test_a_snippet_is_named_with_or_without_its_ending(sandbox):
    sandbox.page("# Sheet\n", "fsdp/deep.md")
    done = sandbox.lockstep("new", "snippet", "fsdp/two_ranks_share_a_sum", "--ranks", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert sandbox.project.shown == {"fsdp/two_ranks_share_a_sum.py": ["docs/fsdp/deep.md"]}


@pytest.mark.parametrize("ranks", ["-3", "0", "two"])
def test_a_snippet_has_one_rank_at_least(sandbox, ranks):
    sandbox.page("# Sheet\n", "fsdp/deep.md")
    done = sandbox.lockstep("new", "snippet", "fsdp/x_y.py", "--ranks", ranks)
    assert (done.returncode, sandbox.project.snippets) == (2, {})
    assert f"{ranks!r} is not a whole number of at least 1" in done.stderr
