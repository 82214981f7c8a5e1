"""The index of the book: the names that the text explains, with the places that explain them.

A name is in the index if the text names it in code and a snippet imports it from torch, calls it, or passes it as an
argument. Environment variables, flags and terms of the glossary are in it too. A plain word such as `reduce` is in it
only if it comes from a module of torch, because words such as `mean` and `check` occur in any program.
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
_SHORTEST = 4  # letters; shorter names are mostly variables of a snippet
_METHODS = {"backward", "module", "reshard", "step", "strict", "wait"}  # plain words that are methods of torch


def interface_names(sources: Iterable[str]) -> set[str]:
    """Names of interfaces that programs use: imported from torch, called as methods, passed as arguments."""
    used = set()
    for source in sources:
        nodes = list(ast.walk(ast.parse(source)))
        own = {node.name for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        modules = {name for node in nodes for name in _imported(node)}
        for node in nodes:
            match node:
                case ast.ImportFrom(module=str(module), names=imported) if module.startswith("torch"):
                    used |= {alias.name for alias in imported}
                case ast.Call(func=ast.Name(id=name)) if name in own:
                    pass
                case ast.Call(func=func, keywords=keywords):
                    called = {keyword.arg for keyword in keywords if keyword.arg}
                    called |= {func.attr} if isinstance(func, ast.Attribute) else set()
                    plain = {name for name in called - _METHODS if _WORD.fullmatch(name)}
                    used |= called if plain and _is_torch(func, modules) else called - plain
    common = set(dir(builtins)) | set(dir(str)) | set(dir(list)) | set(dir(dict))
    return {name for name in used if len(name) >= _SHORTEST and not name.startswith("_")} - common


def _imported(node: ast.AST) -> Iterator[str]:
    """The names that an import gives to modules of torch, or to objects in them."""
    match node:
        case ast.Import(names=modules):
            yield from (alias.asname for alias in modules if alias.asname and alias.name.startswith("torch."))
        case ast.ImportFrom(module=str(module), names=imported) if module.startswith("torch"):
            yield from (alias.asname or alias.name for alias in imported)


def _is_torch(func: ast.expr, modules: set[str]) -> bool:
    """Whether a called object is in a module of torch. Most of what is in `torch` itself is arithmetic, so not that."""
    match = _DOTTED.fullmatch(ast.unparse(func))
    return match is not None and (match[1] in modules or (match[1].startswith("torch.") and match[1] != match[0]))


def mark_terms(pages: Iterable[ET.Element], known: set[str]) -> None:
    """Set `data-index` on code that names a term, once in each section of a page."""
    for page in pages:
        seen = set[str]()
        _walk(page, known, seen)


def _walk(element: ET.Element, known: set[str], seen: set[str]) -> None:
    for child in element:
        if child.tag in ("h1", "h2"):
            seen.clear()
        elif child.get("class") == "term":
            child.set("data-term", "|".join(part.strip() for part in markup.text(child).split(",", 1)))
        elif child.tag == "code":
            name = term(markup.text(child), known)
            if name and name not in seen:
                seen.add(name)
                child.set("data-index", name)
        elif child.tag not in ("pre", "figcaption"):
            _walk(child, known, seen)


def term(text: str, known: set[str]) -> str:
    """The term that a piece of code names; empty if it names none."""
    if _FLAG.fullmatch(text):
        return text
    if match := _VARIABLE.fullmatch(text):
        return match[1]
    match = _NAME.fullmatch(text)
    return match[1] if match and match[1] in known else ""
