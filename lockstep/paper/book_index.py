"""The index of a book: which names the text explains, and where. Pure.

A name is in the index if a snippet imports it from torch, calls it, or passes it as an argument, and the text names it
in code; so are variables of the environment and flags, and the terms of the glossary. A plain word, such as `reduce`,
is there only if it comes from a module of torch: `mean` and `check` are words of any program.
"""

from __future__ import annotations

import ast
import builtins
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterable, Iterator

from lockstep.paper import markup

_NAME = re.compile(r"(?:[A-Za-z_]\w*\.)*([A-Za-z_]\w+)(?:\(.*\)|=\S+)?")
_FLAG = re.compile(r"--[a-z][a-z-]+")
_VARIABLE = re.compile(r"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?:=\S*)?")
_WORD = re.compile(r"[a-z]+")
_DOTTED = re.compile(r"(torch\.\w+|\w+)(?:\.\w+)*")
_SHORTEST = 4  # letters: shorter names are variables of a snippet
_METHODS = {"backward", "module", "reshard", "step", "strict", "wait"}  # plain words of torch that no module leads to


def names(sources: Iterable[str]) -> set[str]:
    """Names of an interface that programs use: imported from torch, called as a method, passed as an argument."""
    found = set()
    for source in sources:
        nodes = list(ast.walk(ast.parse(source)))
        own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        theirs = {name for node in nodes for name in _imported(node)}
        for node in nodes:
            match node:
                case ast.ImportFrom(module=str(module), names=imported) if module.startswith("torch"):
                    found |= {one.name for one in imported}
                case ast.Call(func=ast.Name(id=name)) if name in own:
                    pass
                case ast.Call(func=func, keywords=keywords):
                    called = {one.arg for one in keywords if one.arg}
                    called |= {func.attr} if isinstance(func, ast.Attribute) else set()
                    plain = set() if _is_torch(func, theirs) else {name for name in called if _WORD.fullmatch(name)}
                    found |= called - plain | called & _METHODS
    common = set(dir(builtins)) | set(dir(str)) | set(dir(list)) | set(dir(dict))
    return {name for name in found if len(name) >= _SHORTEST and not name.startswith("_")} - common


def _imported(node: ast.AST) -> Iterator[str]:
    """What an import calls a module of torch, or what is in one."""
    match node:
        case ast.Import(names=modules):
            yield from (one.asname for one in modules if one.asname and one.name.startswith("torch."))
        case ast.ImportFrom(module=str(module), names=imported) if module.startswith("torch"):
            yield from (one.asname or one.name for one in imported)


def _is_torch(func: ast.expr, theirs: set[str]) -> bool:
    """Whether what is called lies in a module of torch. Of what lies in torch itself most is arithmetic."""
    match = _DOTTED.fullmatch(ast.unparse(func))
    return match is not None and (match[1] in theirs or (match[1].startswith("torch.") and match[1] != match[0]))


def mark(pages: Iterable[ET.Element], known: set[str]) -> None:
    """Set `data-index` on the code that names a term, once in each section of a page."""
    for page in pages:
        seen = set[str]()
        _walk(page, known, seen)


def _walk(element: ET.Element, known: set[str], seen: set[str]) -> None:
    for child in element:
        if child.tag in ("h1", "h2"):
            seen.clear()
        elif child.get("class") == "term":
            child.set("data-term", "|".join(one.strip() for one in markup.text(child).split(",")))
        elif child.tag == "code":
            name = term(markup.text(child), known)
            if name and name not in seen:
                seen.add(name)
                child.set("data-index", name)
        elif child.tag not in ("pre", "figcaption"):
            _walk(child, known, seen)


def term(text: str, known: set[str]) -> str:
    """The term that a piece of code names; empty where it names none."""
    if _FLAG.fullmatch(text):
        return text
    if match := _VARIABLE.fullmatch(text):
        return match[1]
    match = _NAME.fullmatch(text)
    return match[1] if match and match[1] in known else ""
