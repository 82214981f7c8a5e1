"""A server for assistants that speak the Model Context Protocol: read-only, over standard input and output.

It takes the official SDK, which is the extra `mcp` of this package. All answers come from the checkout.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from mcp.server.fastmcp import FastMCP
from mcp.types import ToolAnnotations

from lockstep.explain import entry, verdict
from lockstep.explain.hang import answer, messages
from lockstep.explain.script import check, report, source
from lockstep.problem import LockstepError, did_you_mean
from lockstep.project import Project
from lockstep.site import facts
from lockstep.site.lookup import Lookup

LONGEST_QUERY = 1_000  # characters
LONGEST_LOG = 20_000_000
MOST_FILES = 4_096  # dumps and logs of a job
LARGEST_DUMP = 16 * 2**20  # bytes; the recorder keeps 2,000 calls, some 2 MB
LARGEST_JOB = 256 * 2**20  # bytes of all files
MOST_RANKS = 99_999
_READ_ONLY = ToolAnnotations(readOnlyHint=True, openWorldHint=False)


def server(project: Project) -> FastMCP:
    """A server over a checkout. The words of the search are read with the first query."""
    tools = _Tools(project)
    made = FastMCP("lockstep", instructions="Programs of torch.distributed that ran, with what each rank printed.")
    for tool in (tools.search, tools.claim, tools.error, tools.explain_log, tools.hang, tools.check_script):
        made.tool(annotations=_READ_ONLY)(tool)
    return made


class _Tools:
    """What an assistant can call. The docstrings are what it sees of each."""

    def __init__(self, project: Project) -> None:
        self.project = project
        self._lookup: Lookup | None = None

    def search(self, query: str) -> str:
        """Find pages, claims and entries of the error index by the words of a question. A line each, the best first."""
        if len(query) > LONGEST_QUERY:
            return f"The query has more than {LONGEST_QUERY} characters. Send its last line."
        self._lookup = self._lookup or Lookup(self.project)
        hits = self._lookup.find(query)
        lines = [f"{hit.kind}: {hit.name}: {hit.title} ({hit.page})" for hit in hits]
        return "\n".join(lines) or "Nothing found. Try the name of the call, or the words of the message."

    def claim(self, name: str) -> str:
        """A claim by its name, such as ddp/averages_gradients.py, as JSON: code, command, output by rank."""
        snippet = self.project.find(name if name.endswith(".py") else f"{name}.py") if _is_inside(name) else None
        if snippet is None or snippet.problems or not self.project.records(snippet):
            return (
                f"There is no claim {name[:200]!r} with a run. {did_you_mean(name[:200], facts.claims(self.project))}"
            )
        return _json(facts.claim(self.project, snippet))

    def error(self, entry_id: str) -> str:
        """An entry of the error index by its id, such as unused-parameters, as JSON: message, cause, fix."""
        known = {fact["id"]: fact for fact in facts.all_errors(self.project)}
        short = entry_id[:200]
        return (
            _json(known[entry_id])
            if entry_id in known
            else f"There is no entry {short!r}. {did_you_mean(short, known)}"
        )

    def explain_log(self, log: str) -> str:
        """The root cause in the log of a job of one or many ranks: who failed first, with what, and what to do."""
        if len(log) > LONGEST_LOG:
            return f"The log has more than {LONGEST_LOG} characters. Call: python -m lockstep explain FILE"
        entries = list(entry.entries(self.project.texts))
        return verdict.as_text(verdict.explain(log, entries), entries)

    def hang(self, paths: list[str], world_size: int = 0) -> str:
        """Why a job hangs: who waits in which call, for whom, and who never came.

        Takes absolute paths, or folders, of flight-recorder dumps and py-spy stacks (one a rank, the name ends in the
        rank) and of logs with TORCH_DISTRIBUTED_DEBUG=DETAIL. world_size: ranks of the job, if some left nothing.
        """
        if too_much := _too_much(paths, world_size):
            return too_much
        text, problems, _ = answer.answer(map(Path, paths), world_size)
        return "\n\n".join(filter(None, [_lines(problems), text]))

    def check_script(self, script: str) -> str:
        """Mistakes of distributed training in the text of a Python script, which is not run."""
        data = script.encode("utf-8", "replace")
        if len(data) > source.LARGEST:
            return f"The script has more than {source.LARGEST} bytes. Send the file that makes the model."
        try:
            found = check.check_source(source.parse("script.py", data))
        except LockstepError as error:
            return _lines(error.problems)
        return report.as_text(found) or "Nothing found."


def _too_much(paths: Sequence[str], world_size: int) -> str:
    """What is too much to read in files that an assistant names, as a line; empty where nothing is."""
    if not paths:
        return "There is no path. Name the dumps or logs of a job, or their folder."
    if not 0 <= world_size <= MOST_RANKS:
        return f"The world size is not between 0 and {MOST_RANKS}. Leave it out, or name the ranks of the job."
    files = list(islice(_inside(paths), MOST_FILES + 1))
    if len(files) > MOST_FILES:
        return f"There are more than {MOST_FILES} files. Name the dumps alone."
    total = 0
    for path in files:
        size = path.stat().st_size
        total += size
        if size > LARGEST_DUMP and not messages.is_text(path):
            return f"{path}: has more than {LARGEST_DUMP >> 20} MB. Is it a dump of the flight recorder?"
    if total > LARGEST_JOB:
        return f"The files have more than {LARGEST_JOB >> 20} MB. Call: python -m lockstep hang FILES"
    return ""


def _inside(paths: Iterable[str]) -> Iterator[Path]:
    """The files that can be read, of a folder those in it. The others are told where they are opened."""
    for path in map(Path, paths):
        try:
            if path.is_dir():
                yield from (child for child in path.iterdir() if child.is_file())
            elif path.is_file():
                yield path
        except OSError:
            continue


def _is_inside(name: str) -> bool:
    return not name.startswith("/") and ".." not in name.split("/") and "\0" not in name and len(name) < 300


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _lines(problems: Iterable[object]) -> str:
    return "\n".join(map(str, problems))
