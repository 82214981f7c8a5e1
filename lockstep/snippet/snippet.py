"""Read a snippet: its claim, the command that runs it, what it needs, its regions, its key. Pure: runs nothing."""

from __future__ import annotations

import ast
import dataclasses
import functools
import hashlib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from lockstep.problem import Problem
from lockstep.snippet import header, key_line
from lockstep.snippet.command import Command, absent_hosts
from lockstep.snippet.header import Needs

KEY_FORMAT = 1  # part of every key: raise it when a run means something else than before

SIMULATED = "SIMULATED"  # the word by which a reader knows output of ranks that did not run
_SIMULATION = re.compile(r"""["']fake["']|\bLocalTensorMode\b""")  # how torch plays them
_REGION = re.compile(r"^\s*# (?P<what>region|endregion)\b[ \t]*(?P<name>[\w-]*)[ \t]*$")


@dataclass(frozen=True)
class Region:
    """Lines of the file, 1-based and inclusive, markers left out."""

    first: int
    last: int


@dataclass(frozen=True)
class Snippet:
    """One runnable claim. Where `problems` is not empty the other fields may be defaults."""

    root: Path
    name: str  # "ddp/averages_gradients.py"
    source: str = ""
    claim: str = ""
    command: Command = field(default_factory=Command)
    needs: Needs = field(default_factory=Needs)
    regions: dict[str, Region] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    imports: frozenset[str] = frozenset()  # first words of the modules it imports
    body_line: int = 1  # of the first statement after the docstring: what stands above, claim and command tell

    @property
    def path(self) -> str:
        """Where it lies, relative to the root."""
        return f"snippets/{self.name}"

    @functools.cached_property
    def lines(self) -> list[str]:
        """The source by line, as Python counts them: splitlines() would also cut at a form feed."""
        return self.source.removesuffix("\n").split("\n")

    @functools.cached_property
    def files(self) -> dict[str, bytes]:
        """All the run can see, by path under the root: the file, the local modules it imports, its inputs."""
        folder = (self.root / self.path).parent
        found = {self.path: _bytes(self.root / self.path)}
        todo = [self.imports]
        while todo:
            for module in todo.pop():
                path = folder / f"{module}.py"
                shown = path.relative_to(self.root).as_posix()
                if shown not in found and path.is_file():
                    found[shown] = _bytes(path)
                    todo.append(_imported(found[shown].decode("utf-8", "replace")))
        for pattern in self.needs.inputs:
            for path in folder.glob(pattern):
                if path.is_file():
                    found[path.relative_to(self.root).as_posix()] = _bytes(path)
        return found

    @functools.cached_property
    def key(self) -> str:
        """Digest of all the run can see. The environment is recorded beside it and is no part of it."""
        parts = sorted((path, hashlib.sha256(content).hexdigest()) for path, content in self.files.items())
        return hashlib.sha256(json.dumps([KEY_FORMAT, parts]).encode()).hexdigest()

    @functools.cached_property
    def key_lines(self) -> dict[int, str]:
        """Lines marked `# key line`, with what may stand there instead: replace them and the proof must fail."""
        return key_line.key_lines(self.lines)


def names(root: Path) -> list[str]:
    """All snippets of a project, sorted. Files that start with `_` are modules that snippets import."""
    folder = root / "snippets"
    found = (path.relative_to(folder) for path in folder.rglob("*.py"))
    return sorted(
        path.as_posix()
        for path in found
        if path.parts[0] != "recorded" and not any(part.startswith(("_", ".")) for part in path.parts)
    )


def read(root: Path, name: str) -> Snippet:
    """Read one snippet; what is wrong with it is in `problems`, all at once.

    A file that has not been saved since is not parsed again: a build asks for each snippet on several pages.
    """
    try:
        saved = (root / "snippets" / name).stat().st_mtime_ns
    except OSError:
        saved = 0
    return dataclasses.replace(_parse(root, name, saved))  # a new object: the files it depends on may have changed


@functools.lru_cache(maxsize=4096)
def _parse(root: Path, name: str, saved: int) -> Snippet:
    path = f"snippets/{name}"
    try:
        source = _bytes(root / path).decode("utf-8")
        tree = ast.parse(source)
    except OSError as error:
        return Snippet(
            root, name, problems=(Problem(path, 0, f"cannot be read: {error.strerror}.", "Check the path."),)
        )
    except UnicodeDecodeError:
        return Snippet(root, name, problems=(Problem(path, 0, "is not UTF-8.", "Save it as UTF-8."),))
    except (SyntaxError, ValueError, RecursionError) as error:
        line = getattr(error, "lineno", 0) or 0
        return Snippet(
            root, name, problems=(Problem(path, line, f"is not Python: {error.args[0]}.", "Mend the syntax."),)
        )
    problems: list[Problem] = []
    claim, command = header.docstring(path, tree, problems)
    needs = header.needs(path, source, problems)
    regions = _regions(path, source, problems)
    snippet = Snippet(root, name, source, claim, command, needs, regions)
    problems += _proof_problems(snippet, tree)
    problems += key_line.problems(path, source, tree)
    body_line = tree.body[1].lineno if len(tree.body) > 1 else 1
    return dataclasses.replace(snippet, problems=tuple(problems), imports=_imports_of(tree), body_line=body_line)


def _bytes(path: Path) -> bytes:
    """A file as it is, but text with LF line ends, so that a checkout on Windows has the same key."""
    content = path.read_bytes()
    return content if b"\0" in content else content.replace(b"\r\n", b"\n")


def _imported(source: str) -> frozenset[str]:
    try:
        return _imports_of(ast.parse(source))
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()


def _imports_of(tree: ast.Module) -> frozenset[str]:
    nodes = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
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
    """A snippet without an assert proves nothing, unless the way it ends is the claim."""
    problems = []
    proves = any(_is_proof(node) for statement in reversed(tree.body) for node in ast.walk(statement))  # often the last
    if not proves and not snippet.needs.expect:
        todo = "Assert it against the single-process answer or a closed form, or say how it ends with 'expect'."
        problems.append(Problem(snippet.path, 0, "proves nothing: it has no assert.", todo))
    if not snippet.needs.cpu and not snippet.needs.gpus:
        problems.append(
            Problem(snippet.path, 0, "cpu = false, but it says no number of gpus.", "Add gpus = 1 or more.")
        )
    problems += _simulation_problems(snippet)
    problems += absent_hosts(snippet.path, snippet.lines, snippet.needs.events, snippet.command)
    for pattern in snippet.needs.inputs:
        if not any(path.is_file() for path in (snippet.root / snippet.path).parent.glob(pattern)):
            problems.append(
                Problem(
                    snippet.path, 0, f"no file beside it matches the input {pattern!r}.", "Add it or mend the glob."
                )
            )
    typed = snippet.needs.expect and "\n" in snippet.command.text  # what is typed on the hosts is the key then
    if not snippet.key_lines and not typed:
        todo = f"End the line that makes the claim true with '{key_line.MARKER}': without it the proof must fail."
        problems.append(Problem(snippet.path, 0, "marks no key line.", todo))
    return problems


def _simulation_problems(snippet: Snippet) -> list[Problem]:
    """Ranks that did not run are never shown as if they had."""
    if snippet.needs.simulates and SIMULATED not in snippet.source:
        todo = f"Write {SIMULATED} into its claim or before the lines it prints."
        return [Problem(snippet.path, 0, f"simulates ranks and never says {SIMULATED}.", todo)]
    if not snippet.needs.simulates and _SIMULATION.search(snippet.source):
        todo = "Say under [tool.lockstep] how many at most, such as simulates = 16384."
        return [Problem(snippet.path, 0, "stands in for ranks that are no processes.", todo)]
    return []


def _is_proof(node: ast.AST) -> bool:
    return isinstance(node, ast.Assert) or _is_assert_close(node)


def _is_assert_close(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "assert_close"
