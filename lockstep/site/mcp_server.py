"""A server for assistants that speak the Model Context Protocol: read-only, over standard input and output.

It takes the official SDK, which is the extra `mcp` of this package. All answers come from the checkout.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from lockstep.explain import entry, verdict
from lockstep.explain.hang import answer, messages
from lockstep.explain.script import check, report, source
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.site import facts
from lockstep.site.lookup import Lookup

LONGEST_QUERY = 1_000  # characters
LONGEST_NAME = 200
LONGEST_LOG = 20_000_000
MOST_FILES = 4_096  # dumps and logs of a job
LARGEST_DUMP = 16 * 2**20  # bytes; the recorder keeps 2,000 calls, some 2 MB
LARGEST_JOB = 256 * 2**20  # bytes of all files
MOST_RANKS = 99_999
LONGEST_SCRIPT = 300_000  # a line takes half a millisecond, in which the server answers nobody
MOST_LINES = 10_000
_READ_ONLY = ToolAnnotations(readOnlyHint=True, openWorldHint=False)
# A page where our texts name one: in brackets at the end of a line, or behind `Page:`
_PAGE = re.compile(r"(?m)(\(|^Page: +)(docs/[\w/-]+\.md)(?:#([\w-]+))?(?=\)?$)")
# One word with a slash or with the ending of a script or a log, and no call or string of Python
_FILE_NAME = re.compile(r"\s*[^\s()'\"]*(?:[/\\][^\s()'\"]*|\.(?:py|ipynb|log|txt|out|err|gz))\s*")


def _text(description: str, longest: int) -> Any:
    """What the schema says of an argument. The tools themselves refuse a longer one, in words of ours."""
    return Field(description=description, json_schema_extra={"maxLength": longest})


def server(project: Project) -> FastMCP:
    """A server over a checkout. The words of the search are read with the first query."""
    tools = _Tools(project)
    made = FastMCP("lockstep", instructions="Programs of torch.distributed that ran, with what each rank printed.")
    settings = tomllib.loads((project.root / "pyproject.toml").read_text("utf-8"))
    made._mcp_server.version = settings["project"]["version"]  # else it says that of the SDK
    for tool in (tools.search, tools.claim, tools.error, tools.explain_log, tools.hang, tools.check_script):
        made.tool(annotations=_READ_ONLY)(tool)
    return made


class _Tools:
    """What an assistant can call. The docstrings are what it sees of each.

    A `ToolError` is told to it as an error of the call, with its text.
    """

    def __init__(self, project: Project) -> None:
        self.project = project
        self._lookup: Lookup | None = None

    def search(self, query: Annotated[str, _text("a question, or a line of a message", LONGEST_QUERY)]) -> str:
        """Find pages, claims and entries of the error index by the words of a question. A line each, the best first."""
        _refuse_longer("query", query, LONGEST_QUERY, "Send its last line.")
        self._lookup = self._lookup or Lookup(self.project)
        hits = self._lookup.find(query)
        lines = [f"{hit.kind}: {hit.name}: {hit.title} ({hit.page})" for hit in hits]
        return "\n".join(lines) or "Nothing found. Try the name of the call, or the words of the message."

    def claim(self, name: Annotated[str, _text("of a claim: TOPIC/NAME, with or without .py", LONGEST_NAME)]) -> str:
        """A claim by its name, such as ddp/averages_gradients.py, as JSON: code, command, output by rank."""
        _refuse_longer("name", name, LONGEST_NAME, "Look for the claim with search.")
        snippet = self.project.find(name if name.endswith(".py") else f"{name}.py") if _is_inside(name) else None
        if snippet is None or snippet.problems or not self.project.records(snippet):
            raise ToolError(f"There is no claim {name!r} with a run. {_close(name, facts.claims(self.project))}")
        return _json(facts.claim(self.project, snippet))

    def error(self, entry_id: Annotated[str, _text("of an entry: the last part of its page", LONGEST_NAME)]) -> str:
        """An entry of the error index by its id, such as unused-parameters, as JSON: message, cause, fix."""
        _refuse_longer("id", entry_id, LONGEST_NAME, "Look for the entry with search.")
        known = {fact["id"]: fact for fact in facts.all_errors(self.project)}
        if entry_id not in known:
            raise ToolError(f"There is no entry {entry_id!r}. {_close(entry_id, known)}")
        return _json(known[entry_id])

    def explain_log(self, log: Annotated[str, _text("the text of the log, all ranks together", LONGEST_LOG)]) -> str:
        """The root cause in the log of a job of one or many ranks: who failed first, with what, and what to do."""
        _refuse_longer("log", log, LONGEST_LOG, "Call: python -m lockstep explain FILE")
        _refuse_no_text("log", log)
        entries = list(entry.entries(self.project.texts))
        return _with_addresses(verdict.as_text(verdict.explain(log, entries), entries))

    def hang(
        self,
        paths: Annotated[list[str], Field(description="absolute paths of dumps, stacks, logs, or folders of them")],
        world_size: Annotated[int, Field(description="ranks of the job, if some left nothing")] = 0,
    ) -> str:
        """Why a job hangs: who waits in which call, for whom, and who never came.

        Takes absolute paths, or folders, of flight-recorder dumps and py-spy stacks (one a rank, the name ends in the
        rank) and of logs with TORCH_DISTRIBUTED_DEBUG=DETAIL. world_size: ranks of the job, if some left nothing.
        """
        if too_much := _too_much(paths, world_size):
            raise ToolError(too_much)
        text, problems, _ = answer.answer(map(Path, paths), world_size)
        if not text:
            raise ToolError(_lines(problems))
        return "\n\n".join(filter(None, [_lines(problems), _with_addresses(text)]))

    def check_script(
        self,
        script: Annotated[str, _text(f"text of a script or notebook, at most {MOST_LINES:,} lines", LONGEST_SCRIPT)],
    ) -> str:
        """Mistakes of distributed training in the text of a Python script or a notebook, which is not run."""
        todo = "Send the file that makes the model, or call: python -m lockstep check-script FILE"
        _refuse_longer("script", script, LONGEST_SCRIPT, todo)
        _refuse_no_text("script", script)
        if len(script.splitlines()) > MOST_LINES:
            raise ToolError(f"The script has more than {MOST_LINES:,} lines. {todo}")
        try:
            found = check.check_source(source.parse("script.py", script.encode("utf-8", "replace")))
        except LockstepError as error:
            raise ToolError(_lines(error.problems)) from error
        return _with_addresses(report.as_text(found)) or "Nothing found."


def _refuse_longer(what: str, text: str, longest: int, todo: str) -> None:
    if len(text) > longest:
        raise ToolError(f"The {what} has more than {longest:,} characters. {todo}")


def _refuse_no_text(what: str, text: str) -> None:
    """Refuse what holds nothing to find: else the answer would read as if the file were sound."""
    if not text.strip():
        raise ToolError(f"The {what} is empty. Send its text.")
    if _FILE_NAME.fullmatch(text):
        raise ToolError(f"The {what} is the name of a file, which is not opened. Send its text.")


def _close(wrong: str, known: Iterable[str]) -> str:
    """The known names that are close to a wrong one."""
    close = difflib.get_close_matches(wrong, known, n=3, cutoff=0.8)
    return f"Did you mean {' or '.join(close)}?" if close else "Look for it with search."


def _with_addresses(text: str) -> str:
    """A text that names pages as `search` does, by their address on the site and not by their file."""
    return _PAGE.sub(lambda page: page[1] + facts.address(page[2], page[3] or ""), text)


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
    return not name.startswith("/") and ".." not in name.split("/") and "\0" not in name


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _lines(problems: Iterable[object]) -> str:
    return "\n".join(map(str, problems))
