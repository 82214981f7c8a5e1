"""The workflows' requests to GitHub: what to run, one issue for each label, one pull request with records.

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
from lockstep.record import manifest, origin

LIMIT = 60_000  # characters of a body; GitHub takes 65,536
_BOT = ("-c", "user.name=github-actions[bot]", "-c", "user.email=github-actions[bot]@users.noreply.github.com")
_TEST = """
Approve the workflows of this pull request to test it: what a workflow opens starts none by itself. A person merges it,
and that push publishes the site with these records.
"""


def call(root: Path, *words: str, body: str = "") -> str:
    """Run a program at the root of a checkout with a text on its standard input; returns its output.

    Raises:
        LockstepError: the program failed.
    """
    try:
        done = subprocess.run(
            words, cwd=root, input=body, capture_output=True, encoding="utf-8", errors="replace", check=True
        )
        return done.stdout.strip()
    except (OSError, subprocess.CalledProcessError) as error:
        reason = (getattr(error, "stderr", "") or str(error)).strip()
        problem = Problem(" ".join(words[:3]), 0, f"failed: {reason}", "The log of this step says more.")
        raise LockstepError([problem], code=1) from error


def plan(project: Project, runner: str) -> tuple[bool, str]:
    """Whether to start a GPU runner, and a sentence that says why."""
    count = sum(bool(project.awaiting(name)) for name in project.snippets)
    if not count:
        return False, "All GPU records are current."
    what = f"{count} snippets are not yet recorded on a GPU"
    if runner:
        return True, f"{what}; {runner} runs what it can."
    published = "The site is published from the records there are."
    return False, f"{what}, and no runner is named: set the variable GPU_RUNNER. {published}"


def proposal(paths: Sequence[str], project: Project, where: str) -> str:
    """The text of a pull request with records. `where` is the address of the run that made them."""
    environments: dict[str, list[dict[str, str]]] = {}
    for path in (path for path in paths if not path.endswith(manifest.SUFFIX)):
        record = collect.read(project.root, path)
        environments.setdefault(collect.profile_and_snippet(path)[0], []).append(record.environment if record else {})
    rows = [
        f"| {profile} | {len(recorded)} | {'; '.join(sorted(set(map(_ran, recorded))))} |"
        for profile, recorded in environments.items()
    ]
    head = "| Profile | Records | Recorded with |\n| --- | ---: | --- |"
    log = f"\nMade by {where}. What could not be recorded is named in its log.\n" if where else ""
    return "\n".join([head, *rows, _TEST + log, *(f"- `{path}`" for path in paths)])


def _ran(environment: dict[str, str]) -> str:
    return f"{environment.get('gpu') or environment.get('cpu')}, torch {environment.get('torch')}"


def propose(project: Project, folder: Path, base: str, where: str) -> list[Problem]:
    """Commit records of other machines to a branch of their own, and open a pull request or update the open one.

    A file that is not the record of a snippet or notebook of this checkout is left out and reported.
    """
    ask = functools.partial(call, project.root)
    keys = {name: snippet.key for name, snippet in project.snippets.items()}
    copied, problems = collect.take(folder, project.root, keys | dict.fromkeys(_pages(project), ""))
    if copied:
        ask("git", "add", "--", *copied)
        outdated = origin.prune(project.root)
        if outdated:
            ask("git", "add", "--update", "--", *outdated)
    if not copied or not ask("git", "diff", "--cached", "--name-only"):
        print("Nothing to propose: no record is new.")
        return problems
    branch, title = (
        f"records/{base}",
        f"Records of {', '.join(dict.fromkeys(collect.profile_and_snippet(p)[0] for p in copied))}",
    )
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


def _pages(project: Project) -> list[str]:
    return [page.path for page in project.notebooks.values()]


def issue(root: Path, text: str, label: str, title: str) -> None:
    """Keep one open issue with a label up to date: its body becomes `text`, and without a text it is closed."""
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
    """A text as a code block of Markdown, with a fence longer than any fence in the text."""
    longest = max((len(run) for run in re.findall("`{3,}", text)), default=2)
    return f"{'`' * (longest + 1)}{kind}\n{text.rstrip()}\n{'`' * (longest + 1)}\n"


def cut(text: str) -> str:
    """Shorten a body to the limit of GitHub: whole lines, and a note if some are left out."""
    if len(text) <= LIMIT:
        return text
    return text[:LIMIT].rpartition("\n")[0] + "\n\nMore than fits here: the log of the run has the rest.\n"


def output(**values: str) -> None:
    """Set outputs of a step; on a terminal they are shown."""
    lines = "".join(f"{name}={value}\n" for name, value in values.items())
    path = os.environ.get("GITHUB_OUTPUT")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(lines)
    else:
        print(lines, end="")
