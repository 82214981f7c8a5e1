"""The shape of the tests: they mirror the packages, and a module has a test of its name."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.rules.snippets import snippets_are_short

# Modules that have no test of their name yet, by package; the tests of another module go through them. Only to be cut.
WITHOUT = {
    "ci": "collect drift github",
    "drawings": "batch_size bench catalogue checkpoints data_parallel ddp large_models ranks_bytes ranks_traffic scaling",
    "engine": "cluster forkserver",
    "markdown": "formula practice question_html quiz",
    "paper": "answer_key book book_index clean_html markup maths svg_still typst",
    "question": "fields",
    "snippet": "command event",
}
BESIDE = {"bench", "browser", "fuzz", "js", "kinds", "readings"}  # folders of tests that mirror no package

TOP = """.ci .gitattributes .github .gitignore .pre-commit-hooks.yaml .zensical.yml LICENSE LICENSE-text README.md
docs lockstep mkdocs.yml noxfile.py pyproject.toml snippets tests"""


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not a checkout of git")
def test_nothing_else_is_committed_at_the_top():
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listing.splitlines()} == set(TOP.split())


def test_a_module_has_a_test_of_its_name():
    modules = [path for path in sorted((ROOT / "lockstep").glob("*/*.py")) if path.stem != "__init__"]
    missing = {package: [] for package in WITHOUT}
    for path in modules:
        if not (ROOT / "tests" / path.parent.name / f"test_{path.stem}.py").is_file():
            missing.setdefault(path.parent.name, []).append(path.stem)
    assert missing == {package: names.split() for package, names in WITHOUT.items()}


def test_a_folder_of_tests_is_that_of_a_package():
    packages = {path.parent.name for path in (ROOT / "lockstep").glob("*/__init__.py")}
    folders = {
        path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and not path.name.startswith(("_", "."))
    }
    assert folders - packages <= BESIDE


def test_a_snippet_and_what_it_imports_take_at_most_sixty_lines():
    assert list(snippets_are_short(Project(ROOT))) == []
