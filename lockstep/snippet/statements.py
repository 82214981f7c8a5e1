"""The statements of a program. Most nodes of a syntax tree are parts of expressions, and are not visited for them."""

from __future__ import annotations

import ast
from collections import deque
from collections.abc import Iterator

_BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """All statements below a node, those further out first, as `ast.walk` gives them; not the node itself."""
    waiting = deque([tree])
    while waiting:
        node = waiting.popleft()
        for block in _BLOCKS:
            inner = getattr(node, block, ())
            waiting.extend(inner if isinstance(inner, list) else ())
        if node is not tree and isinstance(node, ast.stmt):
            yield node
