"""A hook of MkDocs: the variants of each program as a script of its own, which a page loads when they are asked for."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.markdown import what_if
from lockstep.project import Project

FOLDER = "assets/what-if"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts into the built site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write a script for each snippet with variants as it is now."""
    for name, snippet in project.snippets.items():
        if text := what_if.script(project, snippet):
            path = (site / FOLDER / name).with_suffix(".js")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8", newline="\n")
