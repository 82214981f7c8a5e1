"""A hook of MkDocs: writes the traces of the programs that pages show, each as a script that loads on demand."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig

from lockstep.engine.machine import CPU
from lockstep.markdown import player
from lockstep.project import Project
from lockstep.record.trace import current_trace, trace_path, traced_names
from lockstep.site import built

FOLDER = "assets/traces"


def on_post_build(config: MkDocsConfig) -> None:
    """Write the traces into the folder of the site."""
    write(config.mdx_configs["lockstep"]["build"].project, Path(config.site_dir))


def write(project: Project, site: Path) -> None:
    """Write the traces of all programs that have one, and keep those that are there already."""
    for name in traced_names(project.root, CPU):
        path = site / player.asset(name)
        if built.is_newer(path, trace_path(project.root, CPU, name)):
            continue
        snippet = project.find(name)
        trace = current_trace(snippet, CPU) if snippet and not snippet.problems else None
        if snippet and trace:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(player.script(snippet, trace), "utf-8", newline="\n")
