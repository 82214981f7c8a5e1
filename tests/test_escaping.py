"""One way leads to HTML: a literal in `Markup(...)`, whose `format` and `join` escape what is put into it."""

from __future__ import annotations

import ast
import re

import pytest
from sandbox import ROOT

_TAG = re.compile(r"(?<!\?P)(?<!\?)</?[A-Za-z][\w-]*[ >/]|</?[A-Za-z][\w-]*$|</?$|<!--")
# What makes Markup of a text that is HTML already, and whose HTML that is.
TRUSTED = {
    "markdown/calculator.py": 1,  # of ElementTree
    "markdown/inline.py": 2,  # of Python-Markdown; JSON without a `<`
    "markdown/listing.py": 2,  # of Pygments
    "site/export.py": 1,  # of Python-Markdown
    "site/offline.py": 1,  # of the built page
    "site/pack.py": 2,  # of the built page
    "site/plugin.py": 1,  # of MkDocs
}
# These escape by hand: GitHub's Markdown, on a machine without any package; a title that the theme writes as it is.
# `markdown/source.py` names a tag that it refuses, in a problem, which is no HTML.
BY_HAND = {"ci/drift.py", "ci/review.py", "markdown/source.py", "site/nav.py"}
MODULES = {path.relative_to(ROOT / "lockstep").as_posix(): path for path in sorted((ROOT / "lockstep").rglob("*.py"))}


def trees(source):
    """The nodes of a module without those of its docstrings, of what it hands to `re`, and of the width of a column."""
    tree = ast.parse(source)
    skipped = set()
    for node in ast.walk(tree):
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        is_pattern = isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")
        if is_docstring or is_pattern:
            skipped |= set(map(id, ast.walk(node)))
        if isinstance(node, ast.FormattedValue) and node.format_spec:  # {name:<14}
            skipped |= set(map(id, ast.walk(node.format_spec)))
    return [node for node in ast.walk(tree) if id(node) not in skipped]


def is_html(node):
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and _TAG.search(node.value) is not None


def is_markup(node):
    return isinstance(node, ast.Call) and ast.unparse(node.func) == "Markup"


def formatted(source):
    """The lines in which HTML is put together without escaping."""
    for node in trees(source):
        if any(map(is_html, _pieces(node))):
            yield node.lineno


def _pieces(node):
    """The literals that a node puts together with something else."""
    if isinstance(node, ast.JoinedStr):
        return node.values
    if isinstance(node, ast.BinOp):
        return [node.left, node.right]
    is_format = isinstance(node, ast.Attribute) and node.attr in ("format", "format_map")
    return [node.value] if is_format or isinstance(node, ast.AugAssign) else []


def trusted(source):
    """How often a text that is no literal is taken for HTML as it stands."""
    calls = [node for node in trees(source) if is_markup(node) and not isinstance(node.args[0], ast.Constant)]
    named = [node for node in trees(source) if isinstance(node, ast.Name) and node.id == "Markup"]
    handed_on = [node for node in trees(source) if isinstance(node, ast.Call) and named_in(node)]
    return len(calls) + len(handed_on) if named else 0


def named_in(call):
    """Whether `Markup` itself is handed on, as in `map(Markup, texts)`."""
    return any(isinstance(argument, ast.Name) and argument.id == "Markup" for argument in call.args)


@pytest.mark.parametrize("name", [name for name in MODULES if name not in BY_HAND])
def test_html_is_put_together_where_it_is_escaped(name):
    source = MODULES[name].read_text("utf-8")
    assert list(formatted(source)) == [], f"{name}: write Markup('<b>{{}}</b>').format(value)"
    assert trusted(source) == TRUSTED.get(name, 0)
    assert not re.search(r"from html import.*\bescape\b|\bhtml\.escape\b", source), f"{name}: Markup escapes"


@pytest.mark.parametrize(
    "line",
    [
        "f'<b>{x}</b>'",
        "f'{x}</b>'",
        "f'<{x}>'",
        "f'</{x}>'",
        "f'<i class=\"{x}\">'",
        "'<b>' + x",
        "x + '</b>'",
        "'<b>%s</b>' % x",
        "'<b>{}</b>'.format(x)",
        "x += '<br>'",
        "Markup(f'<b>{x}</b>')",
    ],
)
def test_what_is_put_together_otherwise_is_seen(line):
    assert list(formatted(line)) == [1]


@pytest.mark.parametrize(
    "line", ["Markup('<b>{}</b>').format(x)", "re.compile(f'(?P<n>{x}<b>)')", "f'{x} < {y}'", "'<b>' in x"]
)
def test_what_escapes_is_fine(line):
    assert list(formatted(line)) == []


def test_a_text_taken_for_html_is_counted():
    assert trusted("from markupsafe import Markup\nMarkup(x)\nMarkup('<b>')\nlist(map(Markup, y))") == 2
