"""The source of the installed torch, read as text: whether a class or function holds words or can print a message, and
what a default is.

Nothing of torch is imported, so a lookup takes milliseconds. A path is one below torch/ in torch's repository, such as
"nn/parallel/distributed.py"; a symbol is a class, a function, a method or a constant, such as "DataLoader.__init__".

Of C++ the package has the headers; a symbol is any name in one. What a .cpp file has is looked up in the compiled
library, where a symbol is a function or a class, such as "Reducer::autograd_hook", and words are a part of a message.
"""

from __future__ import annotations

import ast
import functools
import importlib.util
import io
import re
from collections.abc import Iterator
from pathlib import Path

from lockstep.question import torch_library
from lockstep.snippet.statements import statements

VERSION = "2.13.0"  # of torch, to which the links of citations lead
_HEADERS = (".h", ".hpp")
_COMPILED = (".cpp", ".cu")
_OF_GPUS = re.compile(r"NCCL|GlooCuda|\bcuda/|\.cu$")
_JOINT = re.compile(r'" f?"')  # between two texts that Python joins
SHORTEST = 12  # letters of a message that tell it from others
_DEFINITIONS = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class NotInTorch(Exception):
    """What is cited is not in the installed torch, or there is no torch; the message says which."""


def installed() -> bool:
    """Whether there is a torch to look into."""
    return _folder() is not None


def can_look_up(path: str) -> bool:
    """Whether the installed torch can tell what is in a file. One that was built without CUDA has nothing of NCCL."""
    folder = _folder()
    if folder is None or not path.endswith(_COMPILED):
        return folder is not None
    return torch_library.is_readable(folder, for_gpus=bool(_OF_GPUS.search(path)))


def holds(path: str, symbol: str, words: str) -> bool:
    """Whether words stand in the source of a symbol, however it breaks them into lines and texts. "" is the whole file.

    Raises:
        NotInTorch: there is no such file or symbol, or no torch.
    """
    if path.endswith(_COMPILED):
        return _library_holds(path, symbol, words)
    segment = _segment(path, symbol) if symbol else _source(path)
    flat = " ".join(segment.split())
    return any(" ".join(words.split()) in text for text in (flat, _JOINT.sub("", flat)))


def _library_holds(path: str, symbol: str, words: str) -> bool:
    folder = _folder()
    if folder is None:
        raise NotInTorch("cites torch, which is not installed")
    if not torch_library.has(folder, symbol):
        raise NotInTorch(f"cites {symbol} of torch/{path}, which is not in the compiled library")
    return torch_library.says(folder, words)


def prints(path: str, symbol: str, message: str) -> bool:
    """Whether each line of a message holds a line of a text in a symbol's source, with any values in its places.

    Raises:
        NotInTorch: there is no such file or symbol, or no torch.
    """
    patterns = [pattern for text in _texts(_find(path, symbol)) for pattern in _patterns(text)]
    return all(any(re.search(pattern, line) for pattern in patterns) for line in message.split("\n"))


_VALUE = "\0"  # stands in a text for a value that is put in there


def _texts(node: ast.AST) -> Iterator[str]:
    """The texts in a piece of source, also those with values in them."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield re.sub(r"%[sd]|\{\w*\}", _VALUE, node.value)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else _VALUE for part in node.values)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _texts(child)


def _patterns(text: str) -> Iterator[str]:
    """A regular expression for each line of a text that is long enough to be told from others."""
    for line in text.split("\n"):
        if sum(letter.isalnum() for letter in line) >= SHORTEST:
            yield ".*".join(map(re.escape, line.strip().split(_VALUE)))


def _segment(path: str, symbol: str) -> str:
    """The source of a symbol, with its decorators; of one in a header the whole file."""
    if path.endswith(_HEADERS):
        if not re.search(rf"\b{re.escape(symbol)}\b", _source(path)):
            raise NotInTorch(f"cites {symbol} of torch/{path}, which has no {symbol!r}")
        return _source(path)
    node = _find(path, symbol)
    decorators = node.decorator_list if isinstance(node, _DEFINITIONS) else []
    parts = [*decorators, node]
    return "\n".join(_text(path, part) for part in parts)


def _text(path: str, node: ast.AST) -> str:
    """The source of a node. `ast.get_source_segment` gives the same, and splits the whole file at each call."""
    assert isinstance(node, ast.stmt | ast.expr)
    lines = [line.encode() for line in _lines(path)[node.lineno - 1 : node.end_lineno]]
    lines[-1] = lines[-1][: node.end_col_offset]
    lines[0] = lines[0][node.col_offset :]
    return b"".join(lines).decode()


def default(path: str, symbol: str, parameter: str) -> str:
    """The default of a parameter of a function, or of a field of a class, as Python writes it.

    Raises:
        NotInTorch: there is no such file, symbol, parameter or default, or no torch.
    """
    node = _find(path, symbol)
    values = _fields(node) if isinstance(node, ast.ClassDef) else _parameters(node)
    if parameter not in values:
        raise NotInTorch(f"cites {parameter!r} of {symbol} in torch/{path}, which has no such default")
    return ast.unparse(values[parameter])


def _parameters(node: ast.AST) -> dict[str, ast.expr]:
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        return {}
    arguments = node.args
    positional = [*arguments.posonlyargs, *arguments.args]
    pairs = [*zip(reversed(positional), reversed(arguments.defaults), strict=False)]
    pairs += [(name, value) for name, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
    return {argument.arg: value for argument, value in pairs}


def _fields(node: ast.ClassDef) -> dict[str, ast.expr]:
    fields = (child for child in node.body if isinstance(child, ast.AnnAssign) and child.value)
    return {ast.unparse(field.target): field.value for field in fields if field.value}


@functools.lru_cache(maxsize=1)
def _folder() -> Path | None:
    spec = importlib.util.find_spec("torch")
    return Path(spec.origin).parent if spec and spec.origin else None


@functools.lru_cache(maxsize=128)
def _source(path: str) -> str:
    folder = _folder()
    if folder is None:
        raise NotInTorch("cites torch, which is not installed")
    try:
        file = (folder / ("include/torch" if path.endswith(_HEADERS) else "") / path).resolve()
        if folder.resolve() not in file.parents:
            raise NotInTorch(f"cites {path}, which is outside of torch")
        return file.read_text("utf-8")
    except (OSError, ValueError) as error:
        raise NotInTorch(f"cites torch/{path}, which is not in the installed torch") from error


@functools.lru_cache(maxsize=128)
def _lines(path: str) -> list[str]:
    return io.StringIO(_source(path)).readlines()


@functools.lru_cache(maxsize=128)
def _tree(path: str) -> ast.Module:
    return ast.parse(_source(path))


@functools.lru_cache(maxsize=128)
def _defined(path: str) -> dict[str, ast.AST]:
    """By name, the outermost node of a file that defines it."""
    nodes: dict[str, ast.AST] = {}
    for node in statements(_tree(path)):
        for name in _names(node):
            nodes.setdefault(name, node)
    return nodes


@functools.lru_cache(maxsize=512)
def _find(path: str, symbol: str) -> ast.AST:
    node: ast.AST | None = None
    for name in symbol.split("."):
        within = _defined(path).get(name) if node is None else _inside(node, name)
        if within is None:
            raise NotInTorch(f"cites {symbol} of torch/{path}, which has no {name!r}")
        node = within
    assert node  # no text splits into nothing
    return node


def _inside(node: ast.AST, name: str) -> ast.AST | None:
    return next((child for child in (node, *statements(node)) if name in _names(child)), None)


def _names(node: ast.AST) -> list[str]:
    """The names that a node defines; a signature that only helps a type checker defines none."""
    if isinstance(node, _DEFINITIONS):
        return [] if "overload" in map(ast.unparse, node.decorator_list) else [node.name]
    if isinstance(node, ast.AnnAssign):
        return [ast.unparse(node.target)]
    return [ast.unparse(target) for target in node.targets] if isinstance(node, ast.Assign) else []
