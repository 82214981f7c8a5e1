"""A share of all snippets that changes from run to run, so that each is typed anew within ten runs of CI.

A snippet is always in the same share, whatever is added or recorded anew: it follows from its name alone.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from lockstep.engine.engine import Engine
from lockstep.problem import LockstepError, Problem
from lockstep.record.recorder import Outcome, check_one
from lockstep.snippet.snippet import Snippet


def share_of(snippets: Sequence[Snippet], index: int, count: int) -> list[Snippet]:
    """Share `index` (from 1) of `count`."""
    return [snippet for snippet in snippets if _number(snippet.name, count) == index]


def _number(name: str, count: int) -> int:
    return int(hashlib.sha256(name.encode()).hexdigest(), 16) % count + 1


def turn(root: Path, count: int) -> int:
    """The share whose turn it is, from 1: by the number of the run of CI, else by the number of commits.

    Raises:
        LockstepError: there is neither.
    """
    number = os.environ.get("GITHUB_RUN_NUMBER", "") or _commits(root)
    if not number.isdecimal():
        todo = "Name the share, such as --share 3/10, or run it in a checkout with its history."
        raise LockstepError([Problem("--share", 0, "there is no number of a run or of commits to go by.", todo)])
    return int(number) % count + 1


def _commits(root: Path) -> str:
    try:
        command = ["git", "rev-list", "--count", "HEAD"]
        return subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def check_twice(engine: Engine, snippet: Snippet) -> Outcome:
    """Check a snippet, and once more if it is not as on record: a loaded machine can break what is timed.

    The verdict says so if only the second run held.
    """
    first = check_one(engine, snippet)
    if not first.problems:
        return first
    second = check_one(engine, snippet)
    if second.problems:
        return second
    return Outcome(f"as on record the second time; the first: {first.problems[0].what}")
