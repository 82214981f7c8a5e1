"""The order of tests: which go to one worker together (pytest-xdist), what all workers share, and random orders."""

from __future__ import annotations

import fnmatch
import functools
import random
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock
from sandbox import ROOT
from xdist.scheduler import LoadScopeScheduling

from lockstep.project import Project

# Tests of one module go to one worker, since they share its fixtures. These modules are so long that they are cut into
# so many parts. A test goes into a part by its parameter, so that all tests of one page or snippet stay together.
PARTS = {
    "tests/test_snippets.py": 48,
    "tests/site/test_site.py": 4,
    "tests/browser/test_access.py": 4,
    "tests/browser/test_modes_page.py": 6,
    "tests/browser/test_practice_page.py": 3,
    "tests/browser/test_question_page.py": 3,
}
# What takes long begins first, so that no worker is left with it at the end. The rest follows as it was collected.
FIRST = [
    "tests/paper/test_pdf.py",
    "tests/test_snippets.py/exclusive",
    "tests/site/test_offline.py",
    "tests/bench/test_soak.py",
    "tests/test_snippets.py/*",
    "tests/paper/test_sheet.py",
    "tests/site/test_zensical.py",
    "tests/record/test_shard.py",
    "tests/browser/*",
    "tests/site/*",
    "tests/engine/*",
]


def group(nodeid: str) -> str:
    """The name of what goes to one worker: a module, or a part of it."""
    module, _, test = nodeid.partition("::")
    parts = PARTS.get(module, 1)
    name, bracket, parameter = test.partition("[")
    if parameter.removesuffix("]") in exclusive():
        return f"{module}/exclusive"
    return f"{module}/{zlib.crc32((parameter if bracket else name).encode()) % parts}" if parts > 1 else module


@functools.cache
def exclusive() -> set[str]:
    """Names of the snippets that must run alone."""
    return {name for name, snippet in Project(ROOT).snippets.items() if snippet.needs.exclusive}


def place(nodeid: str) -> int:
    """Where a test stands in the order in which work is given out; less is sooner."""
    name = group(nodeid)
    return next((number for number, pattern in enumerate(FIRST) if fnmatch.fnmatch(name, pattern)), len(FIRST))


def is_worker(config: pytest.Config) -> bool:
    return hasattr(config, "workerinput")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Path:
    """A folder that all workers of this run have in common."""
    folder = tmp_path_factory.getbasetemp()
    return folder.parent if is_worker(pytestconfig) else folder


def once(folder: Path, make: Callable[[Path], None]) -> Path:
    """Have a folder made by the first process that wants it; others wait for it.

    Raises:
        Exception: what `make` raises; then whoever wants it next tries again.
    """
    done = folder.with_name(f"{folder.name}.made")
    with FileLock(folder.with_name(f"{folder.name}.lock")):
        if not done.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            done.touch()
    return folder


class Scheduler(LoadScopeScheduling):
    """Gives out groups of tests in the order of their place."""

    def _split_scope(self, nodeid: str) -> str:
        return group(nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Scheduler:
    config.option.loadscopereorder = False  # the order of collection, which is ours
    return Scheduler(config, log)


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--random-order SEED`: modules in a random order, and tests in a random order within each."""
    parser.addoption("--random-order", metavar="SEED")


@pytest.hookimpl(trylast=True)  # after all that takes tests away
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if seed := config.getoption("random_order"):
        shuffle(items, random.Random(seed))
    if is_worker(config):
        items.sort(key=lambda item: place(item.nodeid))


def shuffle(items: list[pytest.Item], dice: random.Random) -> None:
    dice.shuffle(items)
    modules = list(dict.fromkeys(item.path for item in items))
    dice.shuffle(modules)
    items.sort(key=lambda item: modules.index(item.path))
