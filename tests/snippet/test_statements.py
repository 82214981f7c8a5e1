"""All statements of a program are found, in the order of `ast.walk`."""

from __future__ import annotations

import ast

import pytest

from lockstep.project import Project, find_root
from lockstep.snippet.statements import statements

NESTED = """
import os
class One(object):
    x: int = 2
    async def two(self, y=lambda: 3):
        with open(os) as file, file:
            async for line in file:
                yield line if line else [z for z in line]
        try:
            pass
        except* ValueError:
            if y: del y
        else:
            if x: raise
        finally:
            return
match One:
    case [1, *_] if One:
        while True: break
        else: x = 1
    case _: assert x
if x: pass
elif y: global z
"""


def walked(tree: ast.AST) -> list[ast.stmt]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.stmt) and node is not tree]


def test_statements_of_every_kind_of_block_are_found():
    tree = ast.parse(NESTED.replace("return", "pass"))
    assert [*map(ast.dump, statements(tree))] == [*map(ast.dump, walked(tree))]


@pytest.mark.parametrize("at", range(2))
def test_the_node_itself_is_none_of_them(at):
    tree = ast.parse("def f():\n    x = 1\n    if x:\n        pass").body[0]
    inner = [tree, tree.body[1]][at]
    assert [*statements(inner)] == walked(inner)


def test_those_of_the_snippets_of_the_site_are_the_same():
    for snippet in Project(find_root()).snippets.values():
        tree = ast.parse(snippet.source)
        assert [*statements(tree)] == walked(tree), snippet.name
