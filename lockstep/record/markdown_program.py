"""The `python` fences of any Markdown file as programs, with what a comment above each says of its run.

    <!-- lockstep: ranks=2 timeout=30 expect="RuntimeError: words of its message" -->

Keys: `ranks` (torchrun starts them; 0, the default, is one plain process), `timeout` (seconds), `expect` (how the run
must end, as in a snippet). Words: `skip` leaves the fence out, `continues` puts the program before it first, on the
ranks of that program. Above a fence of any other language, `prints` says that it holds what the program before it
prints: all lines of rank 0, then those of rank 1, and so on; once where all ranks print the same.
"""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from lockstep import page
from lockstep.page import Fence
from lockstep.problem import Problem, did_you_mean
from lockstep.snippet import header
from lockstep.snippet.command import MOST_RANKS, Command
from lockstep.snippet.header import Needs
from lockstep.snippet.snippet import Snippet, imported, text_bytes

LANGUAGES = ("python", "py", "python3")
_COMMENT = re.compile(
    r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?<!--\s*(?P<name>lockstep(?![\w-])\s*:?)(?P<said>.*?)(?P<close>-->\s*)?", re.I
)
_RIGHT = "<!-- lockstep: ranks=2 -->"
_WORDS = ("skip", "continues", "prints")
_KEYS = ("ranks", "timeout", "expect")


@dataclass(frozen=True)
class MarkdownProgram(Snippet):
    """A program in a Markdown file. Its lines keep the numbers that they have in the file, so that errors name them."""

    file: str = ""  # path of the Markdown file, relative to the root
    line: int = 0  # of the opening of its fence
    printed: Fence | None = None  # the fence that holds what it prints

    @property
    def path(self) -> str:
        """Path of the Markdown file, relative to the root."""
        return self.file

    def setting(self, name: str, value: str) -> str:
        """A key of its comment with a value, as its author writes it."""
        return _setting(name, value)

    @property
    def otherwise(self) -> str:
        """What else to do where it fails: text has parts of programs, too."""
        return ", or write 'skip' above it if it is a part of a program"

    @functools.cached_property
    def files(self) -> dict[str, bytes]:
        """What the run can see: the program under the name of its Markdown file, and the modules beside it."""
        folder = (self.root / self.file).parent
        contents, todo = {self.file: self.source.encode()}, [self.imports]
        while todo:
            for path in (folder / f"{module}.py" for module in todo.pop()):
                shown = path.relative_to(self.root).as_posix()
                if shown not in contents and path.is_file() and not path.is_symlink():
                    contents[shown] = text_bytes(path)
                    todo.append(imported(contents[shown].decode("utf-8", "replace")))
        return contents


@dataclass(frozen=True)
class _Said:
    """What a comment says."""

    words: frozenset[str] = frozenset()
    ranks: int | None = None  # not said: as the program that it continues, else one plain process
    needs: Needs = field(default_factory=lambda: Needs(warns=True))


_PRINTS = _Said(frozenset({"prints"}))


def programs(root: Path, path: Path) -> tuple[list[MarkdownProgram], list[Problem]]:
    """The programs of a Markdown file below `root`, and all that is wrong with its comments.

    Raises:
        BadPage: the file cannot be read.
    """
    text = page.read(path).text
    file, lines = path.relative_to(root).as_posix(), text.split("\n")
    found, problems, used = list[MarkdownProgram](), list[Problem](), set[int]()
    previous: MarkdownProgram | None = None  # also one that is skipped
    for fence in page.fences(text):
        above = fence.line - 1
        said = _read(file, above, lines[above - 1] if above else "", problems)
        used.add(above)
        is_python = fence.kind.lower() in LANGUAGES
        if not fence.closed and (is_python or "prints" in said.words):
            problems.append(Problem(file, fence.line, "is a fence without an end.", "Close it with the ticks it has."))
        if wrong := _misplaced(fence, said, is_python=is_python):
            problems.append(Problem(file, above, *wrong))
        elif is_python:
            base = previous if "continues" in said.words else None
            previous = _program(root, file, fence, said, base)
            if "continues" in said.words and not base:
                problems.append(Problem(file, above, "continues nothing.", "Put it above the second fence or later."))
            if "skip" not in said.words:
                found.append(previous)
        elif "prints" in said.words and found and found[-1] is previous and not previous.printed:
            found[-1] = previous = replace(previous, printed=fence)
        elif "prints" in said.words:
            problems.append(Problem(file, above, "belongs to no program.", "Put it below the fence that prints this."))
    return found, problems + list(_loose(file, text, used))


def _misplaced(fence: Fence, said: _Said, *, is_python: bool) -> tuple[str, str] | None:
    """What is wrong with a comment above a fence of this language, and what to do; None if nothing is."""
    if "prints" in said.words and is_python:
        return "says that this fence holds what is printed, and it is Python.", "Name another language, such as text."
    if "prints" in said.words and said != _PRINTS:
        return "says more than 'prints', which stands alone.", "Write the rest above the program that prints this."
    if said not in (_Said(), _PRINTS) and not is_python:
        kind = f"is {fence.kind!r}" if fence.kind else "names no language"
        return f"says how this fence runs, and it {kind}.", f"Name it {LANGUAGES[0]}, or delete the comment."
    return None


def is_said_how(text: str, fence: Fence) -> bool:
    """Whether a comment above a fence says how it runs."""
    return fence.line > 1 and bool(_comment(text.split("\n")[fence.line - 2]))


def _loose(file: str, text: str, used: set[int]) -> Iterator[Problem]:
    """Comments that stand above no fence."""
    inside = {line for fence in page.fences(text) for line in range(fence.line, fence.end + 1)}
    for number, line in enumerate(text.split("\n"), 1):
        if number not in used | inside and _comment(line):
            yield Problem(file, number, "stands above no fence.", "Put it in the line right above one.")


def _comment(line: str) -> re.Match[str] | None:
    """The comment of ours in a line, also a mistyped one; prose that only starts with our name is none."""
    match = _COMMENT.fullmatch(line)
    if match and ":" not in match["name"]:
        is_ours = any("=" in word or word in _WORDS for word in match["said"].lower().split())
        return match if is_ours else None
    return match


def _program(root: Path, file: str, fence: Fence, said: _Said, base: MarkdownProgram | None) -> MarkdownProgram:
    before = base.source.split("\n")[: fence.line] if base else []
    ranks = said.ranks if said.ranks is not None else base.command.ranks if base else 0
    lines = [*before, *[""] * (fence.line - len(before)), *fence.body, ""]
    source = "\n".join(lines)
    name = f"{file}:{fence.line}"
    word = f"torchrun --nproc-per-node {ranks}" if ranks else "python"
    command = Command(text=f"{word} {file}", launcher=word.split()[0], ranks=ranks)
    return MarkdownProgram(
        root, name, source, "", command, said.needs, imports=imported(source), file=file, line=fence.line
    )


def _read(file: str, line: int, text: str, problems: list[Problem]) -> _Said:
    """What the comment in a line says; nothing where it is no comment of ours."""
    match = _comment(text)
    if not match:
        return _Said()
    if not match["close"]:
        what, todo = "this comment does not end with its line.", f"Write it in a line of its own: {_RIGHT}"
        problems.append(Problem(file, line, what, todo))
        return _Said()
    if match["name"] != "lockstep:":
        what = f"this comment starts with {match['name'].strip()!r}."
        todo = f"Write it with a colon and small letters: {_RIGHT}"
        problems.append(Problem(file, line, what, todo))
    elif not match["said"].strip():
        todo = f"Say how the fence runs, such as {_RIGHT}, or delete it."
        problems.append(Problem(file, line, "this comment says nothing.", todo))
    try:
        parts = shlex.split(match["said"])
    except ValueError as error:
        problems.append(Problem(file, line, f"cannot be split into words: {error}.", "Fix its quotes."))
        return _Said()
    words, values = set[str](), dict[str, str]()
    for part in parts:
        key, equals, value = part.partition("=")
        if equals and key in _KEYS:
            values[key] = value
        elif not equals and key in _WORDS:
            words.add(key)
        else:
            todo = did_you_mean(key, [*_KEYS, *_WORDS]) or f"Write {', '.join(_KEYS)} with a value, or a word."
            problems.append(Problem(file, line, f"{part!r} is nothing that a comment can say.", todo))
    ranks, needs = _ranks(file, line, values, problems), _needs(file, line, values, problems)
    return _Said(frozenset(words), ranks, needs)


def _ranks(file: str, line: int, values: dict[str, str], problems: list[Problem]) -> int | None:
    ranks = values.get("ranks")
    if ranks is None:
        return None
    if not re.fullmatch(r"\d{1,3}", ranks) or int(ranks) > MOST_RANKS:
        problems.append(Problem(file, line, f"ranks={ranks} is wrong.", f"Give a number from 0 to {MOST_RANKS}."))
        return 0
    return int(ranks)


def _needs(file: str, line: int, values: dict[str, str], problems: list[Problem]) -> Needs:
    fields: dict[str, object] = {"expect": values["expect"]} if "expect" in values else {}
    if "timeout" in values:
        timeout = values["timeout"]
        fields["timeout"] = float(timeout) if re.fullmatch(r"\d+(\.\d+)?", timeout) else timeout
    sound, wrong = dict[str, object](), list[Problem]()
    for name, value in fields.items():
        if header.wrong_field(file, line, name, value, wrong):
            wrong[-1] = replace(wrong[-1], what=f"{_setting(name, values[name])} is wrong.")
        else:
            sound[name] = value
    problems += wrong
    return Needs(**{"warns": True, **sound})  # type: ignore[arg-type]


def _setting(name: str, value: str) -> str:
    return f'{name}="{value}"' if name == "expect" else f"{name}={value}"
