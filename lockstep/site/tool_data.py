"""A hook of MkDocs: what the tools of the site compute from, as scripts that their pages load, over file:// too.

The same rules, formulas and programs that the commands of a terminal read.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.markdown import planner, script_field
from lockstep.project import Project

FOLDER = "assets/tools"
SCRIPTS: dict[str, Callable[[], str]] = {"check-script.js": script_field.script, "planner.js": planner.script}


def on_post_build(config: MkDocsConfig) -> None:
    """Write the scripts into the built site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write the scripts; they are those of this program, whatever the project."""
    for name, script in SCRIPTS.items():
        path = site / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(script(), "utf-8", newline="\n")
