"""Read a snippet: its claim, the command that runs it, its needs, its regions and its key. Runs nothing."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.expression import NOT_PYTHON
from lockstep.problem import Problem
from lockstep.snippet import empty_assert, header, key_line, named_assert
from lockstep.snippet.command import Command, absent_hosts
from lockstep.snippet.header import IN_HEAD, Needs
from lockstep.snippet.key_line import KeyLine, Span
from lockstep.snippet.lines import LARGEST, bad_lines
from lockstep.snippet.statements import statements

KEY_FORMAT = 1  # part of every key: raise it when the meaning of a run changes, so that all records become stale

_LONGEST_NAME = 250  # bytes; no file system takes longer ones
SIMULATED = "SIMULATED"  # the word that tells a reader that the ranks behind an output did not run
_SIMULATION = re.compile(r"""["']fake["']|\bLocalTensorMode\b""")  # the ways of torch to simulate ranks
_REGION = re.compile(r"^\s*# (?P<what>region|endregion)\b[ \t]*(?P<name>[\w-]*)[ \t]*$")


@dataclass(frozen=True)
class Region:
    """The lines of a region, 1-based and inclusive, without its markers."""

    first: int
    last: int


@dataclass(frozen=True)
class Snippet:
    """One runnable claim. If `problems` is not empty, other fields may hold their defaults."""

    root: Path
    name: str  # "ddp/averages_gradients.py"
    source: str = ""
    claim: str = ""
    command: Command = field(default_factory=Command)
    needs: Needs = field(default_factory=Needs)
    regions: dict[str, Region] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    imports: frozenset[str] = frozenset()  # first component of the name of each imported module
    spans: tuple[Span, ...] = ()  # the lines of each statement, and of the head of each block
    body_line: int = 1  # first line below the docstring; a page shows the claim and command in place of what is above

    @property
    def path(self) -> str:
        """Path of the file, relative to the root."""
        return f"snippets/{self.name}"

    def setting(self, name: str, value: str) -> str:
        """A field of its head with a value, as its author writes it."""
        return f"{name} = {value!r}"

    @property
    def otherwise(self) -> str:
        """What else to do where it fails, as the end of a sentence."""
        return ""

    @functools.cached_property
    def lines(self) -> list[str]:
        """Lines of the source as Python counts them: splitlines() would also split at a form feed."""
        return self.source.removesuffix("\n").split("\n")

    @functools.cached_property
    def files(self) -> dict[str, bytes]:
        """Content of all files that a run can see, by path under the root: the file, local imports and inputs."""
        folder = (self.root / self.path).parent
        contents = {self.path: text_bytes(self.root / self.path)}
        todo = [self.imports]
        while todo:
            for module in todo.pop():
                path = folder / f"{module}.py"
                shown = path.relative_to(self.root).as_posix()
                if shown not in contents and path.is_file() and not path.is_symlink():
                    contents[shown] = text_bytes(path)
                    todo.append(imported(contents[shown].decode("utf-8", "replace")))
        for pattern in self.needs.inputs:
            for path in folder.glob(pattern):
                if path.is_file() and not path.is_symlink():
                    contents[path.relative_to(self.root).as_posix()] = text_bytes(path)
        return contents

    @functools.cached_property
    def key(self) -> str:
        """Digest of all files that a run can see. The environment is recorded separately and is not part of the key.

        Whether a named assert shows or refutes a text is not part of it: that is a comment which questions read.
        """
        files = {**self.files, self.path: named_assert.of_one_kind(self.files[self.path])}
        parts = sorted((path, hashlib.sha256(content).hexdigest()) for path, content in files.items())
        return hashlib.sha256(json.dumps([KEY_FORMAT, parts]).encode()).hexdigest()

    def span_at(self, line: int) -> tuple[int, int]:
        """First and last line of the statement, or of the head of the block, that begins or ends at a line."""
        return key_line.span_at(self.spans, line)[:2]

    @functools.cached_property
    def key_lines(self) -> dict[int, KeyLine]:
        """Lines marked `# key line`, with what their markers say: replace each and the proof must fail."""
        return key_line.key_lines(self.lines)

    @functools.cached_property
    def named_asserts(self) -> dict[str, int]:
        """Asserts marked `# shows: NAME` or `# refutes: NAME`, by name, with their line: what a question rests on."""
        return named_assert.named_asserts(self.lines)

    @functools.cached_property
    def assert_kinds(self) -> dict[str, str]:
        """What each named assert does with the texts that name it: "shows" or "refutes"."""
        return named_assert.kinds(self.lines)


def is_name(text: str) -> bool:
    """Whether a text can be the name of a snippet: a path below snippets/, written in the one way that names it."""
    parts = text.split("/")
    return len(text.encode("utf-8", "replace")) <= _LONGEST_NAME and not any(
        part.startswith((".", "_")) or not part or "\\" in part or "\0" in part for part in parts
    )


def snippet_names(root: Path) -> list[str]:
    """Names of all snippets of a project, sorted. A file that starts with `_` is a module that snippets import."""
    folder = root / "snippets"
    paths = (path.relative_to(folder) for path in folder.rglob("*.py"))
    return sorted(
        path.as_posix()
        for path in paths
        if path.parts[0] != "recorded" and not any(part.startswith(("_", ".")) for part in path.parts)
    )


def read_snippet(root: Path, name: str) -> Snippet:
    """Read one snippet. All problems of the file are collected in `Snippet.problems`.

    An unchanged file is not parsed again, because a build asks for the same snippet on several pages.
    """
    try:
        saved = (root / "snippets" / name).stat().st_mtime_ns
    except OSError:
        saved = 0
    return dataclasses.replace(_parse(root, name, saved))  # a new object: the files it depends on may have changed


@functools.lru_cache(maxsize=4096)
def _parse(root: Path, name: str, saved: int) -> Snippet:
    path = f"snippets/{name}"
    if strange := list(_strange(root, path)):
        return Snippet(root, name, problems=tuple(strange))
    try:
        source = text_bytes(root / path).decode("utf-8")
        tree = ast.parse(source)
    except OSError as error:
        return Snippet(
            root, name, problems=(Problem(path, 0, f"cannot be read: {error.strerror}.", "Check the path."),)
        )
    except UnicodeDecodeError:
        return Snippet(root, name, problems=(Problem(path, 0, "is not UTF-8.", "Save it as UTF-8."),))
    except NOT_PYTHON as error:
        line = getattr(error, "lineno", 0) or 0
        return Snippet(
            root,
            name,
            problems=(
                Problem(path, line, f"is not Python: {(*error.args, 'nested too deep')[0]}.", "Fix the syntax."),
            ),
        )
    problems: list[Problem] = []
    claim, command = header.docstring(path, tree, problems)
    needs = header.needs(path, source, problems, len(command.hosts))
    regions = _regions(path, source, problems)
    snippet = Snippet(root, name, source, claim, command, needs, regions)
    problems += _proof_problems(snippet, tree)
    problems += key_line.problems(path, source, tree)
    problems += named_assert.problems(path, snippet.lines, tree)
    problems += empty_assert.problems(path, tree)
    body_line = tree.body[1].lineno if len(tree.body) > 1 else 1
    return dataclasses.replace(
        snippet,
        problems=tuple(problems),
        imports=_imports_of(tree),
        spans=tuple(key_line.spans(tree)),
        body_line=body_line,
    )


def _strange(root: Path, path: str) -> Iterator[Problem]:
    """What keeps a file from being read at all: it is a link or a pipe, or holds what no parser shall meet."""
    file = root / path
    if file.is_symlink() or (file.exists() and not file.is_file()):
        yield Problem(path, 0, "is no plain file.", "Put the file itself there.")
    elif file.is_file() and file.stat().st_size > LARGEST:
        yield Problem(path, 0, f"is larger than {LARGEST // 1000} kB.", "Split it.")
    elif file.is_file():
        yield from (Problem(path, *problem) for problem in bad_lines(file.read_text("utf-8", "replace")))


def text_bytes(path: Path) -> bytes:
    """Content of a file, in which text has LF line ends, so that a checkout on Windows has the same key."""
    content = path.read_bytes()
    return content if b"\0" in content else content.replace(b"\r\n", b"\n")


def imported(source: str) -> frozenset[str]:
    """The modules that a program imports; none where it is not Python."""
    try:
        return _imports_of(ast.parse(source))
    except NOT_PYTHON:
        return frozenset()


def _imports_of(tree: ast.Module) -> frozenset[str]:
    nodes = [node for node in statements(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    names += [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    return frozenset(name.split(".")[0] for name in names)


def _regions(path: str, source: str, problems: list[Problem]) -> dict[str, Region]:
    regions: dict[str, Region] = {}
    name, first = "", 0
    for number, line in enumerate(source.split("\n"), 1):
        match = _REGION.match(line)
        if not match:
            continue
        if match["what"] == "endregion":
            if not name:
                problems.append(
                    Problem(path, number, "ends a region that was not begun.", "Add '# region NAME' above.")
                )
            elif number == first:
                problems.append(Problem(path, number, f"region {name!r} is empty.", "Put lines into it."))
            else:
                regions[name] = Region(first, number - 1)
            name = ""
        elif name:
            problems.append(Problem(path, number, f"region {name!r} is still open here.", "End it with '# endregion'."))
        elif not match["name"] or match["name"] in regions:
            problems.append(Problem(path, number, "needs a region name of its own.", "Write '# region NAME'."))
        else:
            name, first = match["name"], number + 1
    if name:
        problems.append(Problem(path, first - 1, f"region {name!r} is never ended.", "End it with '# endregion'."))
    return regions


def _proof_problems(snippet: Snippet, tree: ast.Module) -> list[Problem]:
    """Problems of the proof: without an assert, in the program or in its head, a snippet proves nothing."""
    problems = []
    if not any(empty_assert.proofs(tree.body)) and not snippet.needs.asserts:
        todo = (
            "Assert it against the single-process answer or a closed form. If the claim is how it ends, "
            f"write 'asserts = [...]' {IN_HEAD}."
        )
        problems.append(Problem(snippet.path, 0, "proves nothing: it has no assert.", todo))
    for text in snippet.needs.asserts:
        if why := empty_assert.in_head(text):
            todo = "Assert what the program does because of its key line."
            problems.append(Problem(snippet.path, 0, f"the assert {text!r} cannot fail: {why}.", todo))
    if not snippet.needs.cpu and not snippet.needs.gpus:
        problems.append(
            Problem(snippet.path, 0, "cpu = false, but it says no number of gpus.", "Add gpus = 1 or more.")
        )
    problems += _simulation_problems(snippet)
    problems += absent_hosts(snippet.path, snippet.lines, snippet.needs.events, snippet.command)
    for pattern in snippet.needs.inputs:
        if not any(path.is_file() for path in (snippet.root / snippet.path).parent.glob(pattern)):
            problems.append(
                Problem(snippet.path, 0, f"no file beside it matches the input {pattern!r}.", "Add it or fix the glob.")
            )
    typed = snippet.needs.expect and "\n" in snippet.command.text  # then the `$` lines of the hosts make the claim true
    if not snippet.key_lines and not typed:
        todo = f"End the line that makes the claim true with '{key_line.MARKER}': without it the proof must fail."
        line, meant = next(key_line.meant(snippet.lines), (0, ""))
        what = f"{meant!r} marks no key line." if meant else "marks no key line."
        todo = f"Did you mean '{key_line.MARKER}'?" if meant else todo
        problems.append(Problem(snippet.path, line, what, todo))
    return problems


def _simulation_problems(snippet: Snippet) -> list[Problem]:
    """Problems of simulated ranks: their output must never look like the output of ranks that ran."""
    if snippet.needs.simulates and SIMULATED not in snippet.source:
        todo = f"Write {SIMULATED} into its claim or before the lines it prints."
        return [Problem(snippet.path, 0, f"simulates ranks and never says {SIMULATED}.", todo)]
    if not snippet.needs.simulates and _SIMULATION.search(snippet.source):
        todo = "Say under [tool.lockstep] how many at most, such as simulates = 16384."
        return [Problem(snippet.path, 0, "stands in for ranks that are no processes.", todo)]
    return []
