"""Names in a script: what an import makes of them, and which tests ask for a rank."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

_RANKS = re.compile(
    r"(?:^|_)(?:local|global|world|node|process|proc|ddp|dist|cur|current|my|dp)?_?rank$"
    r"|^(?:get_)?\w*_rank$|^gpu(?:_id)?$",
    re.IGNORECASE,
)
_NOT_A_RANK = re.compile(r"lora|low|matrix|max|num|top|pipeline|pp_|tp_|expert|last", re.I)
_MAIN = re.compile(
    r"^(?:is|am|on)?_?(?:main|master|primary|rank_?(?:0|zero)|global_zero)(?:_?process|_?rank)?$"
    r"|^is_(?:local_main_process|(?:world|local)_process_zero)$",  # of Accelerate and Transformers
    re.I,
)
_NO_JOB = (-1, None, "-1", "")  # the values that a rank has in a script for one process
_NAME = re.compile(
    r"(?<![\w.])(?!(?:and|or|not|in|is|if|else|for|lambda|None|True|False)\b)(?:self\.)?[A-Za-z_]\w*(?![\w(])", re.ASCII
)
SHARED = {  # the page has them too
    "ranks": _RANKS.pattern,
    "notARank": _NOT_A_RANK.pattern,
    "main": _MAIN.pattern,
    "name": _NAME.pattern,
}


def dotted(node: ast.AST) -> str:
    """The text of a name with attributes, such as `self.model.module`; empty for anything else."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ""
    return ".".join([node.id, *reversed(parts)])


def imports(nodes: Iterable[ast.AST]) -> dict[str, str]:
    """What each imported name stands for: `dist` for `torch.distributed`, `DDP` for its class."""
    found = {}
    for node in nodes:
        if isinstance(node, ast.Import):
            for alias in node.names:
                head = alias.name if alias.asname else alias.name.partition(".")[0]
                found[alias.asname or head] = head
        elif isinstance(node, ast.ImportFrom):
            module = "." * node.level + (node.module or "")
            found.update({alias.asname or alias.name: f"{module}.{alias.name}" for alias in node.names})
    return found


def names_in(*texts: str) -> set[str]:
    """The variables in expressions: `loss` of `loss.item()`, `self.best` of `float(self.best)`; no function."""
    return {name for text in texts for name in _NAME.findall(text)} - {"self", "cls"}


def canonical(text: str, imported: dict[str, str]) -> str:
    """A dotted name with its head as imported."""
    head, dot, rest = text.partition(".")
    return imported.get(head, head) + dot + rest


def asks_for_a_rank(test: ast.expr) -> bool:
    """Whether some ranks find a test true and others do not, by the names in it: `rank == 0`, `is_main_process()`.

    `rank == -1` and `rank >= 0` ask whether there are several processes, and all of them agree.
    """
    return any(_compares(node) or _is_main(node) or gives_a_rank(node) for node in conditions(test))


def first_ranks(test: ast.expr) -> int:
    """How many ranks a test asks for from rank 0 on, as `rank < 2` does; 0 for another, as `rank >= 0` is."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not is_a_rank(test.left):
        return 0
    bound = number(test.comparators[0])
    if not bound or not isinstance(test.ops[0], (ast.Lt, ast.LtE)):
        return 0
    return bound + isinstance(test.ops[0], ast.LtE)


def one_rank(test: ast.expr) -> int | None:
    """The rank that a test asks for by its number, as `rank == 0` does."""
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not is_a_rank(test.left):
        return None
    return number(test.comparators[0]) if isinstance(test.ops[0], ast.Eq) else None


def number(node: ast.AST | None) -> int | None:
    """The value of a whole number without a sign."""
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


def conditions(test: ast.expr) -> list[ast.expr]:
    """The parts of a test that `and`, `or` and `not` join."""
    if isinstance(test, ast.BoolOp):
        return [part for value in test.values for part in conditions(value)]
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return [test, *conditions(test.operand)]
    return [test]


def _compares(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        # `not os.getenv("RANK")` asks whether it is set
        return is_a_rank(node.operand) and not _environment(node.operand)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return False
    left, operation, right = node.left, node.ops[0], node.comparators[0]
    if isinstance(left, ast.BinOp):  # rank % gpus == 0
        left = left.left
    if not is_a_rank(left) and not (is_a_rank(right) and isinstance(left, ast.Constant)):
        return False
    other = right if is_a_rank(left) else left
    if isinstance(operation, (ast.In, ast.NotIn)):
        values = [_value(item) for item in getattr(other, "elts", [])]
        return any(value not in _NO_JOB for value in values)
    if isinstance(operation, (ast.Is, ast.IsNot)) or _value(other) in _NO_JOB:
        return False
    return isinstance(operation, (ast.Eq, ast.NotEq))  # `rank < 2` names a group of ranks, which may meet


def _value(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError):
        return ...


def gives_a_rank(node: ast.expr) -> bool:
    """Whether a call returns the number of a rank, as `dist.get_rank()` and `int(os.environ["RANK"])` do."""
    return isinstance(node, ast.Call) and last(node.func) != "str" and is_a_rank(node) and not _environment(node)


def is_a_rank(node: ast.expr) -> bool:
    """Whether an expression is a rank, by its name: `rank`, `self.local_rank`, `os.environ["RANK"]`."""
    if isinstance(node, ast.Call):
        if last(node.func) in ("int", "str") and node.args:
            return is_a_rank(node.args[0])
        if _environment(node):
            return isinstance(node.args[0], ast.Constant) and _named_rank(str(node.args[0].value))
        return last(node.func).startswith("get_") and _named_rank(last(node.func)) and len(node.args) < 2
    if isinstance(node, ast.Subscript):  # os.environ["RANK"]
        key = node.slice
        return isinstance(key, ast.Constant) and isinstance(key.value, str) and _named_rank(key.value)
    return _named_rank(last(node))


def _environment(node: ast.expr) -> bool:
    """Whether a call reads a variable of the environment by a method, which gives a text or None."""
    name = dotted(node.func) if isinstance(node, ast.Call) and node.args else ""
    return name.rpartition(".")[2] == "getenv" or name in ("os.environ.get", "environ.get")


def _named_rank(name: str) -> bool:
    return bool(_RANKS.search(name)) and not _NOT_A_RANK.search(name)


def _is_main(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return not node.keywords and len(node.args) < 2 and bool(_MAIN.match(last(node.func)))
    return bool(_MAIN.match(last(node)))


def last(node: ast.AST) -> str:
    """The last part of a name with attributes: `get_rank` of `dist.get_rank`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
