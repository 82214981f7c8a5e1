"""Find the asserts of a program that cannot fail, whatever it does: they prove nothing. Pure.

An assert is refused where it is certain from its text alone, by one of these rules:

- a literal, or an expression of literals: `True`, `1 + 1 == 2`, a tuple of a condition and its message;
- what is always true as an object: a function, a class, a module, a lambda, a generator;
- a thing compared with itself: `x == x`, `x in (x, y)`, `torch.equal(x, x)`; not `x != x`, the test for a NaN, and not
  the results of two calls, which may differ;
- what holds of all things of its type: `isinstance(x, object)`, `len(x) >= 0`, `abs(x) >= 0`;
- a choice of such things: `True if x else 1`;
- `or` with something of the kind, or with the opposite: `x == 1 or True`, `x == 1 or x != 1`;
- names that the program binds once, to a literal, and never computes: `one = 1` and `assert one == 1`.
"""

from __future__ import annotations

import ast
import functools
import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from lockstep.expression import NOT_PYTHON
from lockstep.problem import Problem
from lockstep.snippet.statements import statements

_TODO = "Assert what the program computes, against one process or a closed form."
# Functions that give the same for the same arguments, and change nothing.
_PURE = {"abs", "bool", "float", "int", "isinstance", "len", "max", "min", "round", "str", "sum", "type"}
_CONSUME = {"max", "min", "sum"}  # but what they take from an iterator is gone
_SAME = (ast.Eq, ast.LtE, ast.GtE, ast.Is)
_NEVER_OF_ITSELF = (ast.Lt, ast.Gt, ast.IsNot)
_EQUALITIES = {"equal", "allclose", "isclose", "assert_close", "array_equal"}
_OPPOSITE = {ast.Eq: ast.NotEq, ast.Lt: ast.GtE, ast.Gt: ast.LtE, ast.Is: ast.IsNot, ast.In: ast.NotIn}
_BELOW_ZERO: dict[type[ast.cmpop], Callable[[float], bool]] = {  # of a number that any length is so to
    ast.GtE: lambda number: number <= 0,
    ast.Gt: lambda number: number < 0,
    ast.NotEq: lambda number: number < 0,
}
_AMOUNTS = {"len": "length", "abs": "absolute value"}
_TURNED = {ast.LtE: ast.GtE, ast.Lt: ast.Gt, ast.NotEq: ast.NotEq}


def proofs(nodes: Iterable[ast.AST]) -> Iterator[ast.Assert | ast.Expr]:
    """The proofs among statements and the blocks below them: asserts, and calls of `torch.testing.assert_close`."""
    for node in nodes:
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Expr) and is_assert_close(node.value)):
            yield node
        for block in ("body", "orelse", "finalbody", "handlers", "cases"):
            yield from proofs(getattr(node, block, ()))


def is_assert_close(node: ast.expr) -> bool:
    """Whether an expression is a call of `assert_close`, the assert of tensors."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "assert_close"


def problems(path: str, tree: ast.Module) -> Iterator[Problem]:
    """The asserts of a program that cannot fail."""
    reader = _Reader(tree)
    for proof in proofs(tree.body):
        if why := reader.why_true(proof.test if isinstance(proof, ast.Assert) else proof.value):
            yield Problem(path, proof.lineno, f"this assert cannot fail: {why}.", _TODO)


def in_head(text: str) -> str:
    """Why an assert in the head of a snippet, about its run, cannot fail; "" if it may, or is no Python.

    It is worked out from a run on record, so two calls with the same words give the same.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except NOT_PYTHON:
        return ""  # `record.asserts` tells it
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and any(map(_is_empty_text, node.args)):
            return "every line holds ''"
        sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
        if len({ast.dump(side) for side in sides}) < len(sides):
            return "it compares a thing with itself"
        if isinstance(node, ast.Compare) and any(map(_is_of_any_count, sides, node.ops, sides[1:])):
            return "no count is below zero"
    return "" if any(isinstance(node, ast.Call) for node in ast.walk(tree)) else "it asks nothing of the run"


def _is_empty_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value == ""


def _is_of_any_count(left: ast.expr, op: ast.cmpop, right: ast.expr) -> bool:
    is_count = isinstance(left, ast.Call) and getattr(left.func, "id", "") == "count"
    value = _number(right)
    return is_count and type(op) in _BELOW_ZERO and value is not None and _BELOW_ZERO[type(op)](value)


class _Reader:
    """Tells of the expressions of one program whether they are always true, and why."""

    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree

    @functools.cached_property
    def _bound_once(self) -> set[str]:
        bound = Counter(itertools.chain.from_iterable(map(_bound, ast.walk(self._tree))))
        return {name for name, count in bound.items() if count == 1}

    @functools.cached_property
    def _objects(self) -> set[str]:
        """Names of functions, classes and modules."""
        return self._bound_once & set(itertools.chain.from_iterable(map(_defined, ast.walk(self._tree))))

    @functools.cached_property
    def _literals(self) -> set[str]:
        """Names bound once, to a literal or to another such name. The result of a call is computed."""
        values = {name: value for name, value in _assigned(self._tree) if name in self._bound_once}
        literals = {n for n, value in values.items() if _literal_names(value) == set() and not _calls(value)}
        while more := {n for n, v in values.items() if isinstance(v, ast.Name) and v.id in literals} - literals:
            literals |= more
        return literals

    def why_true(self, test: ast.expr) -> str:
        """Why an expression is always true; "" if it may be false."""
        if self._is_false(test):
            return ""  # `assert False` says that this line is never reached
        return self._why_object(test) or self._why_compound(test) or self._why_compared(test) or self._why_fixed(test)

    def _why_object(self, test: ast.expr) -> str:
        if isinstance(test, ast.Tuple | ast.List | ast.Set | ast.Dict) and not self._may_be_empty(test):
            return f"a {type(test).__name__.lower()} that is not empty is true"
        if isinstance(test, ast.Lambda | ast.GeneratorExp):
            return "a function or a generator is true, whatever it gives"
        if isinstance(test, ast.Name) and test.id in self._objects:
            return f"{test.id!r} is a function, a class or a module, and so is true"
        return ""

    @staticmethod
    def _may_be_empty(display: ast.Tuple | ast.List | ast.Set | ast.Dict) -> bool:
        items = display.keys if isinstance(display, ast.Dict) else display.elts
        return all(item is None or isinstance(item, ast.Starred) for item in items)

    def _why_compound(self, test: ast.expr) -> str:
        if isinstance(test, ast.NamedExpr):
            return self.why_true(test.value)
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not) and self._is_false(test.operand):
            return "what stands behind 'not' is never true"
        if isinstance(test, ast.IfExp) and not self._why_fixed(test):
            return "each part is always true" if all(map(self.why_true, (test.body, test.orelse))) else ""
        if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
            return "each part is always true" if all(map(self.why_true, test.values)) else ""
        if isinstance(test, ast.BoolOp):
            parts = [why for value in test.values if (why := self.why_true(value))]
            opposite = any(_are_opposite(a, b) for a, b in itertools.permutations(test.values, 2))
            return "one part is the opposite of another" if opposite else next(iter(parts), "")
        return ""

    def _why_compared(self, test: ast.expr) -> str:
        if isinstance(test, ast.Compare):
            sides = [test.left, *test.comparators]
            reasons = [_why_link(a, op, b) for (a, b), op in zip(itertools.pairwise(sides), test.ops, strict=True)]
            return reasons[0] if all(reasons) else ""
        if not isinstance(test, ast.Call) or len(test.args) < 2:
            return ""
        name = test.func.attr if isinstance(test.func, ast.Attribute) else getattr(test.func, "id", "")
        if name in _EQUALITIES and _are_same(test.args[0], test.args[1]):
            return "it compares a thing with itself"
        is_object = isinstance(test.args[1], ast.Name) and test.args[1].id == "object"
        return "everything is an object" if name in ("isinstance", "issubclass") and is_object else ""

    def _why_fixed(self, test: ast.expr) -> str:
        names = _literal_names(test)
        if names is None or not names <= self._literals:
            return ""
        shown = ", ".join(map(repr, sorted(names)))
        return f"it only reads {shown}, bound once, to a literal" if names else "it is made of literals alone"

    def _is_false(self, test: ast.expr) -> bool:
        """Whether an expression is never true."""
        if isinstance(test, ast.Constant | ast.Tuple | ast.List | ast.Dict):
            return not (test.value if isinstance(test, ast.Constant) else list(ast.iter_child_nodes(test))[:-1])
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return bool(self.why_true(test.operand))
        if isinstance(test, ast.BoolOp):
            return (any if isinstance(test.op, ast.And) else all)(map(self._is_false, test.values))
        is_link = isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], _NEVER_OF_ITSELF)
        return is_link and _are_same(test.left, test.comparators[0])  # type: ignore[attr-defined]


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in statements(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value


def _literal_names(node: ast.expr) -> set[str] | None:
    """The names that an expression reads; None if it has more in it than names, literals and functions of them."""
    if isinstance(node, ast.Constant):
        return set()
    if isinstance(node, ast.Name):
        return {node.id}
    parts = [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PURE and not node.keywords:
        parts = node.args
    elif not isinstance(node, ast.BinOp | ast.UnaryOp | ast.BoolOp | ast.Compare | ast.Tuple | ast.IfExp):
        return None
    names = [_literal_names(part) for part in parts]
    return None if None in names else set[str]().union(*names)  # type: ignore[arg-type]


def _bound(node: ast.AST) -> list[str]:
    """The names that a node binds or declares: those bound once are fixed."""
    if isinstance(node, ast.Name):
        return [node.id] if not isinstance(node.ctx, ast.Load) else []
    if isinstance(node, ast.arg):
        return [node.arg]
    if isinstance(node, ast.Global | ast.Nonlocal):
        return 2 * node.names
    if isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
        return [node.name] if node.name else []
    return _defined(node)


def _defined(node: ast.AST) -> list[str]:
    """The names of the functions, classes and modules that a statement defines or imports."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    if isinstance(node, ast.Import):
        return [(alias.asname or alias.name).partition(".")[0] for alias in node.names]
    return [alias.asname or alias.name for alias in node.names] if isinstance(node, ast.ImportFrom) else []


def _why_link(left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    """Why one comparison of a chain is always true."""
    if isinstance(op, _SAME) and _are_same(left, right):
        return "it compares a thing with itself"
    if isinstance(op, ast.In) and isinstance(right, ast.Tuple | ast.List | ast.Set):
        return "it looks for a thing beside itself" if any(_are_same(left, item) for item in right.elts) else ""
    turned = _TURNED.get(type(op))
    for length, kind, number in ((left, type(op), right), (right, turned, left)):
        name = getattr(length.func, "id", "") if isinstance(length, ast.Call) else ""
        if (
            name in _AMOUNTS
            and kind in _BELOW_ZERO
            and (value := _number(number)) is not None
            and _BELOW_ZERO[kind](value)
        ):
            return f"no {_AMOUNTS[name]} is below zero"
    return ""


def _calls(node: ast.expr) -> list[ast.expr]:
    """The parts of an expression that may do something, or give another value the next time."""
    kinds = ast.Call | ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom
    return [part for part in ast.walk(node) if isinstance(part, kinds)]


def _number(node: ast.expr) -> float | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        value = _number(node.operand)
        return None if value is None else -value
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, int | float) else None


def _are_same(one: ast.expr, other: ast.expr) -> bool:
    """Whether two expressions have the same value each time: the same text, and no call that may give another."""
    return ast.dump(one) == ast.dump(other) and all(map(_is_pure, _calls(one)))


def _is_pure(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _PURE - _CONSUME


def _are_opposite(one: ast.expr, other: ast.expr) -> bool:
    if isinstance(other, ast.UnaryOp) and isinstance(other.op, ast.Not):
        return _are_same(one, other.operand)
    if not (isinstance(one, ast.Compare) and isinstance(other, ast.Compare) and len(one.ops) == len(other.ops) == 1):
        return False
    is_opposite = _OPPOSITE.get(type(one.ops[0])) is type(other.ops[0])
    return is_opposite and _are_same(one.left, other.left) and _are_same(one.comparators[0], other.comparators[0])
