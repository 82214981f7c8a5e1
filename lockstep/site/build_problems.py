"""A hook of MkDocs: a build tells what is wrong with each page as it converts it, and ends once all are converted."""

from __future__ import annotations

import gc
import signal
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.files import Files

from lockstep.markdown import source
from lockstep.markdown.conversion import Build
from lockstep.project import Project, find_root

END = "these problems end the build"
log = get_plugin_logger("lockstep")


def on_startup(command: str, **_: Any) -> None:
    """Let the kernel end a build at Ctrl-C: without a traceback, also in the middle of a regular expression.

    A build keeps what it reads to its end, as `verify` does, and looks for no garbage either.
    """
    if command == "build":
        gc.disable()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)


def on_shutdown() -> None:
    """Look for no garbage at the end of a build either, where Python would walk all of it."""
    gc.freeze()


def on_pre_build(config: MkDocsConfig) -> None:
    """Begin a build: its pages share one project, which reads each file once.

    Raises:
        PluginError: a folder of docs/ is a link, which MkDocs would follow for ever.
    """
    project = Project(find_root(Path(config.docs_dir).parent))
    build = Build(project, lambda problem: log.logger.error("%s", problem))
    config.mdx_configs.setdefault("lockstep", {})["build"] = build  # an option of the extension
    build.tell([*source.strays(project.root), *project.bad_pages])
    if any((project.root / problem.path).is_dir() for problem in build.problems):
        raise PluginError(f"{END}: {len(build.problems)}, told above.")


@event_priority(1000)  # before a plugin reads a file
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Leave out the files that cannot be read or are none of a site."""
    for problem in config.mdx_configs["lockstep"]["build"].problems:
        if file := files.get_file_from_path(problem.path.removeprefix("docs/")):
            files.remove(file)
    return files


def on_env(env: Any, config: MkDocsConfig, **_: Any) -> None:
    """End the build if there are problems.

    Raises:
        PluginError: how many; MkDocs prints it without a traceback.
    """
    if problems := config.mdx_configs["lockstep"]["build"].problems:
        raise PluginError(f"{END}: {len(problems)}, told above.")


def on_build_error(error: Exception, **_: Any) -> None:
    """Tell of a full disk or a file that cannot be written in one line.

    Raises:
        PluginError: the line.
    """
    if isinstance(error, OSError):
        raise PluginError(
            f"{error.filename or 'a file of the site'}: {error.strerror}. Make room, or name another folder."
        )
