"""A hook of MkDocs: formulas, rules, presets and the program of the planner as a script, for the page that has one."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.markdown import planner
from lockstep.project import Project

FOLDER = "assets/planner"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the script into the built site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write the script; it is that of this program, whatever the project."""
    path = site / FOLDER / "data.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(planner.script(), "utf-8", newline="\n")
