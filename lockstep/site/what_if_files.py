"""A hook of MkDocs: the variants of each program as a script of its own, which a page loads when they are asked for."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.engine.machine import CPU
from lockstep.markdown import what_if
from lockstep.project import Project
from lockstep.record.record import record_path
from lockstep.record.what_if import path_of
from lockstep.site import built

FOLDER = "assets/what-if"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts into the built site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write a script for each snippet with variants as it is now, and keep those that are there already."""
    for name, snippet in project.snippets.items():
        path = (site / FOLDER / name).with_suffix(".js")
        if built.is_newer(path, path_of(project.root, CPU, name), record_path(project.root, CPU, name)):
            continue
        if text := what_if.script(project, snippet):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
