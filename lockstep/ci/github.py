"""What workflows ask of the forge that hosts the project: what to run, one issue by label, one pull request of records.

It calls `git` and `gh`, which read the token from the environment.
"""

from __future__ import annotations

import functools
import os
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lockstep.ci import collect
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.record import record

LIMIT = 60_000  # characters of a body; GitHub takes 65,536
_BOT = ("-c", "user.name=github-actions[bot]", "-c", "user.email=github-actions[bot]@users.noreply.github.com")
_TEST = """
Approve the workflows of this pull request to test it: what a workflow opens starts none by itself. A person merges it,
and that push publishes the site with these records.
"""


def call(root: Path, *words: str, body: str = "") -> str:
    """Run a program at the root of a checkout with a text on its standard input; returns what it says.

    Raises:
        LockstepError: it failed.
    """
    try:
        done = subprocess.run(words, cwd=root, input=body, capture_output=True, text=True, check=True)
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        said = (getattr(error, "stderr", "") or str(error)).strip()
        problem = Problem(" ".join(words[:3]), 0, f"failed: {said}", "The log of this step says more.")
        raise LockstepError([problem], code=1) from error


def plan(project: Project, runner: str) -> tuple[bool, str]:
    """Whether a GPU runner is to be started, and a sentence that says why."""
    count = sum(bool(project.awaiting(name)) for name in project.snippets)
    if not count:
        return False, "All GPU records are current."
    what = f"{count} snippets are not yet recorded on a GPU"
    if runner:
        return True, f"{what}; {runner} runs what it can."
    published = "The site is published from the records there are."
    return False, f"{what}, and no runner is named: set the variable GPU_RUNNER. {published}"


def proposal(paths: Sequence[str], project: Project, where: str) -> str:
    """The text of a pull request of records; `where` is the address of the run that made them."""
    found: dict[str, list[dict[str, str]]] = {}
    for path in paths:
        one = record.read(project.root, *collect.named(path))
        found.setdefault(collect.named(path)[0], []).append(one.environment if one else {})
    rows = [f"| {name} | {len(made)} | {'; '.join(sorted(set(map(_ran, made))))} |" for name, made in found.items()]
    head = "| Profile | Records | Recorded with |\n| --- | ---: | --- |"
    log = f"\nMade by {where}. What could not be recorded is named in its log.\n" if where else ""
    return "\n".join([head, *rows, _TEST + log, *(f"- `{path}`" for path in paths)])


def _ran(environment: dict[str, str]) -> str:
    return f"{environment.get('gpu') or environment.get('cpu')}, torch {environment.get('torch')}"


def propose(project: Project, folder: Path, base: str, where: str) -> list[Problem]:
    """Put records that other machines made onto a branch of their own and open a pull request, or renew the open one.

    What those machines sent is only data: a file that is no record of a snippet of this checkout is left out and told.
    """
    ask = functools.partial(call, project.root)
    copied, problems = collect.take(folder, project.root, set(project.snippets))
    if copied:
        ask("git", "add", "--", *copied)
    if not copied or not ask("git", "diff", "--cached", "--name-only"):
        print("Nothing to propose: no record is new.")
        return problems
    branch, title = f"records/{base}", f"Records of {', '.join(dict.fromkeys(collect.named(p)[0] for p in copied))}"
    ask("git", *_BOT, "commit", "--quiet", "--message", title)
    ask("gh", "auth", "setup-git")
    ask("git", "push", "--quiet", "--force", "origin", f"HEAD:refs/heads/{branch}")
    text = cut(proposal(copied, project, where))
    listed = ask("gh", "pr", "list", "--head", branch, "--base", base, "--json", "number", "--jq", ".[].number")
    if listed:
        ask("gh", "pr", "edit", listed.split()[0], "--title", title, "--body-file", "-", body=text)
    else:
        ask("gh", "pr", "create", "--head", branch, "--base", base, "--title", title, "--body-file", "-", body=text)
    return problems


def issue(root: Path, text: str, label: str, title: str) -> None:
    """Keep one open issue of a label: it says `text`; where there is nothing to say, it is closed."""
    ask = functools.partial(call, root)
    listed = ask("gh", "issue", "list", "--label", label, "--json", "number", "--jq", ".[].number")
    number = listed.split()[0] if listed else ""
    if not text.strip():
        if number:
            ask("gh", "issue", "close", number, "--comment", "All is well again.")
        return
    if number:
        ask("gh", "issue", "edit", number, "--title", title, "--body-file", "-", body=cut(text))
        return
    ask("gh", "label", "create", label, "--force", "--description", "Kept by a workflow, which also closes it")
    ask("gh", "issue", "create", "--label", label, "--title", title, "--body-file", "-", body=cut(text))


def fenced(text: str, kind: str = "text") -> str:
    """A text as a code block of Markdown: in a longer fence than any it holds."""
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    return f"{'`' * (longest + 1)}{kind}\n{text.rstrip()}\n{'`' * (longest + 1)}\n"


def cut(text: str) -> str:
    """A body that the forge takes: whole lines up to its limit, and a word where some are left out."""
    if len(text) <= LIMIT:
        return text
    return text[: text.rindex("\n", 0, LIMIT)] + "\n\nMore than fits here: the log of the run has the rest.\n"


def output(**values: str) -> None:
    """Set outputs of a step; on a terminal they are shown."""
    lines = "".join(f"{name}={value}\n" for name, value in values.items())
    path = os.environ.get("GITHUB_OUTPUT")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(lines)
    else:
        print(lines, end="")
