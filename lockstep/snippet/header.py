"""Read the head of a snippet: its docstring (claim and `$` line) and its `# /// script` block. Runs nothing."""

from __future__ import annotations

import ast
import re
import tomllib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from lockstep.problem import Problem, did_you_mean
from lockstep.snippet import pattern, what_if
from lockstep.snippet.command import Command, parse_command, spread
from lockstep.snippet.event import are_events
from lockstep.snippet.what_if import WhatIf

_SCRIPT_BLOCK = re.compile(r"(?m)^# /// script$\n(?P<content>(?:^#(?:| .*)$\n)+)^# ///$")
IN_HEAD = "below '# [tool.lockstep]' in its block '# /// script'"  # as one reads it who has not written a head yet
_PROMPT = re.compile(r"^(?P<host>node\d)?\$ (?P<line>.*)$")
_SPACE = re.compile(r"\s{2,}")  # left by a backslash at the end of a line
_SEVERAL_HOSTS = 180.0  # seconds until a job on several hosts counts as hung
_EXPECT = re.compile(r"^(hang|SIG[A-Z]+|exit [1-9]\d*|[A-Za-z_][\w.]*(: .+)?)$", re.S)


@dataclass(frozen=True)
class Needs:
    """The table `[tool.lockstep]` of a snippet: all that the `$` line cannot say. Every field has a default."""

    gpus: int = 0  # number of GPUs for a run on GPUs; 0: a run on a GPU would show nothing new
    simulates: int = 0  # the largest number of ranks that one process simulates; 0: each rank is a process
    cpu: bool = True  # False: cannot run without its GPUs
    expect: str = ""  # "RuntimeError: words of its message", "hang", "SIGABRT" or "exit 3"; empty: every rank exits 0
    timeout: float = 60.0  # seconds until a run counts as hung
    volatile: tuple[str, ...] = ()  # regular expressions: a line that matches one of them is shown but not compared
    inputs: tuple[str, ...] = ()  # files that the program reads, as globs relative to the folder of the snippet
    warns: bool = False  # True: the lesson is a deprecation warning
    log: bool = False  # True: the record keeps everything that torchrun prints to the terminal
    exclusive: bool = False  # True: no other snippet runs on the machine at the same time
    differs: str = ""  # why the output on a GPU differs from that on a CPU, if that is the lesson; shown on the page
    events: tuple[str, ...] = ()  # "step 3: cut node1": what happens to a host once a rank prints these words
    asserts: tuple[str, ...] = ()  # what must hold of a run and cannot stand in the program: see `record.asserts`
    what_if: tuple[WhatIf, ...] = ()  # edits that readers may try, and lines without which nothing changes


def docstring(path: str, tree: ast.Module, problems: list[Problem]) -> tuple[str, Command]:
    """Read the claim and the command from the docstring of a snippet; problems are appended to `problems`."""
    text = ast.get_docstring(tree) or ""
    claim = text.partition("\n")[0]
    if not claim.endswith("."):
        todo = (
            "Start the file with a docstring whose first line is the claim, as a sentence that ends with a full stop."
        )
        what = f"its claim, {claim!r}, ends without a full stop." if claim else "says no claim."
        problems.append(Problem(path, 1, what, "Write it as one sentence with a full stop." if claim else todo))
    typed = [(number, match) for number, line in enumerate(text.splitlines()) if (match := _PROMPT.match(line.strip()))]
    names = [match["host"] for _, match in typed]
    if names != [None] and names != [f"node{host}" for host in range(max(2, len(names)))]:
        todo = f"Give the docstring one line such as: $ torchrun --nproc-per-node 4 {path}"
        problems.append(Problem(path, 1, f"has {len(typed) or 'no'} $ line{'s' * (len(typed) > 1)}.", todo))
        return claim, Command()
    source = tree.body[0]
    first = source.lineno if isinstance(source, ast.Expr) else 1
    lines = [(first + number, _SPACE.sub(" ", match["line"])) for number, match in typed]
    return claim, spread(path, [(line, parse_command(path, line, text, problems)) for line, text in lines], problems)


def needs(path: str, source: str, problems: list[Problem], hosts: int = 1) -> Needs:
    """Read `[tool.lockstep]` from the script block of a snippet; problems are appended to `problems`.

    A job on several `hosts` begins with waits of torchrun's own, so it counts as hung later than one on a single host.
    """
    timeout = _SEVERAL_HOSTS if hosts > 1 else Needs.timeout
    match = _SCRIPT_BLOCK.search(source)
    if not match:
        if re.search(r"(?m)^# /// script", source):
            problems.append(
                Problem(path, 0, "has a '# /// script' block that is not closed.", "End it with a line '# ///'.")
            )
        return Needs(timeout=timeout)
    line = source[: match.start()].count("\n") + 1
    text = "".join(part[2:] if part.startswith("# ") else part[1:] for part in match["content"].splitlines(True))
    try:
        table = tomllib.loads(text).get("tool", {}).get("lockstep", {})
    except (ValueError, RecursionError, AttributeError) as error:  # a number of 5,000 digits; too deep
        problems.append(Problem(path, line, f"the script block is not TOML: {error}.", "Fix it."))
        return Needs(timeout=timeout)
    if not isinstance(table, dict):
        problems.append(Problem(path, line, "tool.lockstep is no table.", "Write the fields below [tool.lockstep]."))
        return Needs(timeout=timeout)
    sound = {}
    for name, value in table.items():
        at = line + next(
            (n for n, typed in enumerate(text.split("\n"), 1) if re.match(rf"{re.escape(name)}\s*=", typed)), 0
        )
        if not wrong_field(path, at, name, value, problems):
            sound[name] = value
    edits = what_if.read(sound.pop("what-if", []))
    return Needs(**{"timeout": timeout, **sound}, what_if=edits)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_FIELDS: dict[str, tuple[Any, str]] = {
    "gpus": (lambda v: _is_number(v) and isinstance(v, int) and 0 <= v <= 64, "a whole number from 0 to 64"),
    "simulates": (
        lambda v: _is_number(v) and isinstance(v, int) and 1 < v <= 10**6,
        "a whole number of ranks from 2 to 1,000,000",
    ),
    "cpu": (lambda v: isinstance(v, bool), "true or false"),
    "expect": (
        lambda v: isinstance(v, str) and bool(_EXPECT.match(v)),
        "'hang', a signal such as 'SIGABRT', 'exit 3', or an exception such as 'RuntimeError: words of its message'",
    ),
    "timeout": (lambda v: _is_number(v) and 0 < v <= 600, "a number of seconds, above 0 and up to 600"),
    "volatile": (
        lambda v: isinstance(v, list) and all(isinstance(i, str) for i in v),
        "a list of regular expressions",
    ),
    "inputs": (
        lambda v: isinstance(v, list) and all(isinstance(i, str) and _is_beside(i) for i in v),
        "a list of globs beside the snippet",
    ),
    "warns": (lambda v: isinstance(v, bool), "true or false"),
    "log": (lambda v: isinstance(v, bool), "true or false"),
    "exclusive": (lambda v: isinstance(v, bool), "true or false"),
    "differs": (lambda v: isinstance(v, str) and v.endswith("."), "a sentence that ends with a full stop"),
    "events": (
        are_events,
        "a list such as ['step 3: cut node1'], with cut, kill, start, or limit … 200mbit",
    ),
    "asserts": (
        lambda v: isinstance(v, list) and all(isinstance(i, str) and i.strip() for i in v) and len({*v}) == len(v),
        "a list of expressions such as ['raises(\"KeyError\", rank=1)'], no two alike",
    ),
    "what-if": (what_if.is_list, what_if.MEANING),
}


def _is_beside(glob: str) -> bool:
    path = PurePosixPath(glob)
    stars = all("**" not in part or part == "**" for part in path.parts)
    is_short = len(glob.encode()) <= 200 and "\0" not in glob
    return is_short and bool(path.parts) and not path.is_absolute() and ".." not in path.parts and stars


_EVERY = "matches every line, so nothing would be compared"


def _is_in_every_line(text: str) -> bool:
    return bool(pattern.search(text, "") or pattern.search(text, "\N{SECTION SIGN}"))  # a sign that no line is about


def wrong_field(path: str, line: int, name: str, value: Any, problems: list[Problem]) -> bool:
    """Whether a field of `[tool.lockstep]` cannot be used; why is appended to `problems`."""
    if name not in _FIELDS:
        problems.append(Problem(path, line, f"[tool.lockstep] has no field {name!r}.", did_you_mean(name, _FIELDS)))
        return True
    fits, meaning = _FIELDS[name]
    if not fits(value):
        problems.append(Problem(path, line, f"{name} = {value!r} is wrong.", f"It is {meaning}."))
        return True
    patterns = [(text, pattern.wrong(text)) for text in (value if name == "volatile" else ())]
    wrong = [(text, why or _EVERY) for text, why in patterns if why or _is_in_every_line(text)]
    problems += [Problem(path, line, f"the pattern {text!r} {why}.", pattern.TODO) for text, why in wrong]
    return bool(wrong)
