"""The plugin of pytest: `pytest --lockstep docs/` runs the `python` fences of Markdown files, each on its ranks."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from lockstep.engine.engine import Engine
from lockstep.engine.job import EngineError
from lockstep.page import BadPage
from lockstep.problem import Problem
from lockstep.record import markdown_run
from lockstep.record.markdown_program import MarkdownProgram, programs
from lockstep.record.markdown_run import MarkdownRun

_ENGINE = pytest.StashKey[Engine]()
_RUNS = pytest.StashKey[list[tuple[MarkdownProgram, MarkdownRun]]]()


class Failed(Exception):
    """A program of a Markdown file failed; the arguments are the lines to print."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our options."""
    group = parser.getgroup("lockstep")
    group.addoption("--lockstep", action="store_true", help="run the python fences of Markdown files on their ranks")
    group.addoption(
        "--lockstep-write", action="store_true", help="as --lockstep, and put what they print into their fences"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make the engine. It starts with the first program that runs."""
    config.stash[_RUNS] = []
    if _is_asked(config):
        config.stash[_ENGINE] = Engine()


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the engine, and all that still runs on it."""
    if engine := config.stash.get(_ENGINE, None):
        engine.stop()


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect Markdown files where the option is given."""
    if _is_asked(parent.config) and file_path.suffix == ".md":
        return MarkdownFile.from_parent(parent, path=file_path)
    return None


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write what programs print, where that was asked for."""
    runs = session.config.stash[_RUNS]
    if not session.config.getoption("--lockstep-write"):
        return
    for file in dict.fromkeys(program.path for program, _ in runs):
        for place in markdown_run.write_printed(session.config.rootpath, [run for run in runs if run[0].path == file]):
            print(f"{place}: written")


def _is_asked(config: pytest.Config) -> bool:
    return bool(config.getoption("--lockstep") or config.getoption("--lockstep-write"))


class MarkdownFile(pytest.File):
    """A Markdown file: one test for each of its programs."""

    def collect(self) -> Iterator[pytest.Item]:
        """The programs of the file.

        Raises:
            CollectError: what is wrong with the comments, all at once.
        """
        try:
            found, problems = programs(self.config.rootpath, self.path)
        except BadPage as error:
            shown = self.path.relative_to(self.config.rootpath).as_posix()
            found, problems = [], [Problem(shown, error.line, str(error), error.todo)]
        if problems:
            raise self.CollectError("\n".join(map(str, sorted(problems))))
        for program in found:
            yield MarkdownTest.from_parent(self, name=str(program.line), program=program)


class MarkdownTest(pytest.Item):
    """One program: it runs on its ranks, ends as its comment says, and prints what its fence says."""

    def __init__(self, *, program: MarkdownProgram, **kwargs: object) -> None:
        super().__init__(**kwargs)  # type: ignore[arg-type]
        self.program = program

    def runtest(self) -> None:
        """Run it.

        Raises:
            Failed: it failed, with all that is to be printed.
        """
        try:
            result = markdown_run.run(self.config.stash[_ENGINE], self.program)
        except EngineError as error:
            raise Failed(str(Problem(self.program.path, self.program.line, f"{error}.", error.todo))) from error
        self.config.stash[_RUNS].append((self.program, result))
        is_written = self.config.getoption("--lockstep-write") and result.diff
        if result.problems and not is_written:
            raise Failed(*result.said)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:  # type: ignore[override]
        """The problems alone, for a program that failed."""
        if isinstance(excinfo.value, Failed):
            return "\n".join(map(str, excinfo.value.args))
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where the program stands; pytest counts lines from 0."""
        return self.path, self.program.line - 1, f"{self.program.path}:{self.program.line}"
