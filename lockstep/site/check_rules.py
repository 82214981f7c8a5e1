"""A hook of MkDocs: the rules of `check-script` as a script, which the field for scripts loads when it is used."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.markdown import script_field
from lockstep.project import Project

FOLDER = "assets/check-script"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the script into the built site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write the script; the rules are those of this program, whatever the project."""
    path = site / FOLDER / "rules.js"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(script_field.script(), "utf-8", newline="\n")
