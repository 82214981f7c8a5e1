"""The shape of the tests: they mirror the packages, and a module has a test of its name."""

from __future__ import annotations

import shutil
import subprocess

import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.rules.snippets import snippets_are_short

BESIDE = {"bench", "browser", "fuzz", "js", "kinds", "readings"}  # folders of tests that mirror no package

TOP = """.ci .gitattributes .github .gitignore .pre-commit-hooks.yaml .zensical.yml LICENSE LICENSE-text README.md
docs lockstep mkdocs.yml noxfile.py pyproject.toml snippets tests"""


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not a checkout of git")
def test_nothing_else_is_committed_at_the_top():
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {name.partition("/")[0] for name in listing.splitlines()} == set(TOP.split())


def test_a_module_has_a_test_of_its_name():
    package = ROOT / "lockstep"
    modules = [path.relative_to(package) for path in package.glob("*/**/*.py") if path.stem != "__init__"]
    tests = {module: ROOT / "tests" / module.parent / f"test_{module.stem}.py" for module in modules}
    assert len(modules) > 300
    assert [str(module) for module, test in sorted(tests.items()) if not test.is_file()] == []


def test_a_folder_of_tests_is_that_of_a_package():
    packages = {path.parent.name for path in (ROOT / "lockstep").glob("*/__init__.py")}
    folders = {
        path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and not path.name.startswith(("_", "."))
    }
    assert folders - packages <= BESIDE


def test_a_snippet_and_what_it_imports_take_at_most_sixty_lines():
    assert list(snippets_are_short(Project(ROOT))) == []
