"""A hook of MkDocs that ends a build with the problems of all pages, once all are converted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError

from lockstep.markdown.conversion import Build
from lockstep.project import Project, find_root


def on_pre_build(config: MkDocsConfig) -> None:
    """Begin a build: its pages share one project, which reads each file once."""
    build = Build(Project(find_root(Path(config.docs_dir).parent)))
    config.mdx_configs.setdefault("lockstep", {})["build"] = build  # an option of the extension


def on_env(env: Any, config: MkDocsConfig, **_: Any) -> None:
    """End the build if there are problems.

    Raises:
        PluginError: all problems, a line each; MkDocs prints it without a traceback.
    """
    problems = sorted(set(config.mdx_configs["lockstep"]["build"].problems))
    if problems:
        raise PluginError("\n".join(["these problems end the build:", *map(str, problems)]))
