"""The `launch` fence: a reader chooses launcher, hosts and options, and gets the command to type on each host.

Without a script it is a table of the usual commands. `launch_command` makes them all.
"""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup

from lockstep.markdown import launch_command
from lockstep.markdown.inline import json_script
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project

ID = "launch-command"
TITLE = "Build the command"
USUAL: tuple[tuple[str, Mapping[str, str]], ...] = (
    ("One host, 4 processes", {}),
    ("Two hosts of 8, the same on each", {"hosts": "2", "processes": "8"}),
    ("Two hosts by number, on the second", {"hosts": "2", "processes": "8", "meet": "static"}),
    ("Two to four hosts, 3 restarts", {"hosts": "2", "most": "4", "processes": "8", "restarts": "3"}),
    ("Within sbatch, on 2 nodes", {"launcher": "sbatch", "hosts": "2", "processes": "8"}),
    ("By hand, the second of 2 processes", {"launcher": "hand", "hosts": "2", "processes": "1"}),
)


def problems(project: Project) -> list[Problem]:
    """What is wrong with the launch fences of a project."""
    wrong = [problem for path, fence in project.blocks("launch") for problem in fence.without_lines(path)]
    return [*wrong, *project.further("launch")]


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: something is wrong with it.
    """
    if wrong := fence.without_lines(path):
        raise LockstepError(wrong)
    return Markup(  # in a <div>, because Markdown puts unknown elements into a paragraph
        '<div><ls-launch id="{id}" role="group" aria-labelledby="{id}-title">'
        '<p class="ls-launch-title" id="{id}-title">{title}</p>{table}{script}</ls-launch></div>'
    ).format(id=ID, title=TITLE, table=_table(), script=json_script("application/json", launch_command.SHARED))


def usual(choices: Mapping[str, str]) -> str:
    """The line that starts a job with these choices, without those around it."""
    made = launch_command.command(choices)
    text = made.blocks[choices.get("launcher") == "hand" or choices.get("meet") == "static"].text
    lines = text.replace(" \\\n    ", " ").split("\n")
    return next(line for line in lines if choices.get("script", "train.py") in line)


def _table() -> Markup:
    row = Markup('<tr><th scope="row">{}</th><td><code>{}</code></td></tr>')
    rows = Markup("").join(row.format(title, usual(choices)) for title, choices in USUAL)
    return Markup(
        '<details class="ls-launch-cases" open><summary>Usual commands</summary><table>{}</table></details>'
    ).format(rows)
