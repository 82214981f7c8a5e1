"""A throw-away project for tests, and a look at what a test leaves behind: files and processes."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from markdown import markdown

from lockstep.project import Project
from lockstep.record.proof import Kill, write_proof
from lockstep.record.record import RankRecord, Record, write_record
from lockstep.snippet.snippet import read_snippet

T = TypeVar("T")
ROOT = Path(__file__).parent.parent
ENVIRONMENT = {"torch": "2.13.0", "python": "3.11.7", "cpu": "A", "cores": "2"}

SOUND = '''"""One is one.

$ {command}
"""
{block}
one = int(1)  # key line
{body}
assert one == 1
'''


class Sandbox:
    """A project of its own in a temporary folder."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "docs").mkdir()
        (root / "snippets").mkdir()

    @property
    def project(self) -> Project:
        return Project(self.root)

    def page(self, text: str, name: str = "index.md") -> None:
        path = self.root / "docs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    def html(self, name: str = "index.md", *beside: str) -> str:
        """A page as a builder converts it, without its front matter, by our extension and those beside it."""
        text = re.sub(r"\A---\n.*?\n---\n", "", (self.root / "docs" / name).read_text("utf-8"), flags=re.S)
        options = {"lockstep": {"page": f"docs/{name}"}}
        return markdown(text, extensions=["lockstep", *beside], extension_configs=options)

    def snippet(self, body: str = "print(one)", name: str = "topic/one.py", ranks: int = 0, needs: str = "") -> str:
        """Write a sound snippet with this body; returns its name."""
        word = f"torchrun --nproc-per-node {ranks}" if ranks else "python"
        shown = f"'snippets/{name}'" if " " in name else f"snippets/{name}"
        lines = "".join(f"# {line}\n" for line in ["[tool.lockstep]", *needs.splitlines()])
        block = f"# /// script\n{lines}# ///\n" if needs else ""
        return self.write(SOUND.format(command=f"{word} {shown}", block=block, body=body), name)

    def write(self, source: str, name: str = "topic/one.py") -> str:
        path = self.root / "snippets" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(source.encode())
        return name

    def recorded(self, name: str = "topic/one.py", profile: str = "cpu", ranks: tuple[RankRecord, ...] = ()) -> Record:
        """Write a record and a proof of a snippet as it is now; each rank printed `1` unless it is said."""
        snippet = read_snippet(self.root, name)
        ranks = ranks or tuple(RankRecord(0, ("1",), ()) for _ in range(snippet.command.ranks or 1))
        record = Record(
            snippet=name,
            profile=profile,
            key=snippet.key,
            command=snippet.command.text,
            date="2026-01-02",
            seconds=0.5,
            engine="warm",
            environment=ENVIRONMENT,
            end="hang" if any(rank.exit is None for rank in ranks) else "finished",
            first=None,
            ranks=ranks,
        )
        write_record(self.root, record)
        write_proof(snippet, profile, [Kill(line, "assert", "line 8") for line in snippet.key_lines])
        return record

    def line_of(self, text: str, name: str = "topic/one.py") -> int:
        """The last line of a snippet that holds a text."""
        lines = (self.root / "snippets" / name).read_text("utf-8").split("\n")
        return max(number for number, line in enumerate(lines, 1) if text in line)

    def problems(self, name: str = "topic/one.py") -> list[str]:
        return [str(problem) for problem in Project(self.root).snippets[name].problems]

    def lockstep(self, *args: str, **options) -> subprocess.CompletedProcess:
        """Run the command line on this project."""
        return subprocess.run(
            [sys.executable, "-m", "lockstep", "--root", str(self.root), *args],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=600,
            check=False,
            **options,
        )


def times_as_long(large: Callable[[], object], small: Callable[[], object]) -> float:
    """How many times as long as `small` `large` takes on any machine: CPU time of this thread, the least of three."""

    def least(function: Callable[[], object]) -> float:
        taken = []
        for _ in range(3):
            start = time.thread_time()
            function()
            taken.append(time.thread_time() - start)
        return min(taken)

    return least(large) / least(small)


def temporary() -> set[Path]:
    """What lies in the temporary folder of this session, but for pytest's own and the files of GPU locks.

    The file of a lock is empty; if its holder was killed, the next one deletes it (see `lockstep.engine.gpu_lock`).
    """
    found = Path(tempfile.gettempdir()).iterdir()
    return {path for path in found if not (path.name.startswith("pytest-of-") or path.match("lockstep.*.lock"))}


def descendants() -> set[tuple[int, str]]:
    """Living and zombie processes below this one. It is a subreaper, so orphans come to it."""
    parents = {}
    for path in (Path("/proc", name, "stat") for name in os.listdir("/proc") if name.isdecimal()):
        with contextlib.suppress(OSError):
            parents[int(path.parent.name)] = int(path.read_text("latin-1").rpartition(")")[2].split()[1])
    found, new = set(), {os.getpid()}
    while new:
        new = {pid for pid, parent in parents.items() if parent in new}
        found |= new
    return {(pid, _command(pid)) for pid in found}


def reap_orphans(before: set[tuple[int, str]]) -> None:
    """Do what init does for processes whose parent, a command line under test, has ended: wait until all are gone."""
    deadline = time.monotonic() + 60
    while (left := descendants() - before) and time.monotonic() < deadline:
        for pid, _ in left:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, os.WNOHANG)
        time.sleep(0.02)


def _command(pid: int) -> str:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode("latin-1")
    return ""


def until(condition: Callable[[], T]) -> T:
    """Wait until a condition gives something true, long enough for a slow machine, and return that."""
    deadline = time.monotonic() + 300
    while not (found := condition()):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    return found
