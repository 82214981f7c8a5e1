"""Arithmetic that questions, calculators and claims about a run are written in.

Numbers, names, a few functions, and nothing that could run anything. Pure.
"""

from __future__ import annotations

import ast
import functools
import math
import operator
from collections.abc import Callable, Mapping
from typing import Any

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs, "ceil": math.ceil, "floor": math.floor, "log": math.log, "log2": math.log2, "max": max, "min": min,
    "round": round, "sqrt": math.sqrt,
}  # fmt: skip
_OPERATORS: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
}  # fmt: skip
_COMPARISONS: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: lambda a, b: math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12),
    ast.NotEq: lambda a, b: not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12),
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip
NOT_PYTHON = (SyntaxError, ValueError, RecursionError, MemoryError)  # from parsing; the last two: nested too deep
_LONGEST = 300  # characters: what is longer is a program and belongs into a snippet
_LARGEST = 1e30


class ExpressionError(Exception):
    """An expression that has no value; the message says why."""


def evaluate(
    text: str, names: Mapping[str, float] | None = None, words: Mapping[str, Callable[..., Any]] | None = None
) -> float | bool:
    """The value of an expression such as `ceil(ceil(N / W) / b)`; a comparison gives True or False.

    Args:
        text: the expression.
        names: numbers that it may name.
        words: functions it may call beside those of arithmetic, with texts and numbers that are written out.

    Raises:
        ExpressionError: it is no arithmetic, names something unknown, divides by zero, or is too large.
    """
    if len(text) > _LONGEST:
        raise ExpressionError(f"is longer than {_LONGEST} characters")
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body, names or {}, words or {})
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise ExpressionError("is no arithmetic") from error
    except ZeroDivisionError as error:
        raise ExpressionError("divides by zero") from error
    except OverflowError as error:
        raise ExpressionError("is too large") from error
    return value if isinstance(value, bool) else _bounded(value)


def _value(node: ast.AST, names: Mapping[str, float], words: Mapping[str, Callable[..., Any]]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return _bounded(number)
        case ast.Name(id=name):
            if name not in names:
                raise ExpressionError(f"names {name!r}, which is not given")
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names, words)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left, names, words), _value(right, names, words))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _bounded(_OPERATORS[type(sign)](_value(left, names, words), _value(right, names, words)))
        case ast.Compare(left=left, ops=signs, comparators=others) if all(type(sign) in _COMPARISONS for sign in signs):
            values = [_value(operand, names, words) for operand in (left, *others)]
            return all(_COMPARISONS[type(sign)](a, b) for sign, a, b in zip(signs, values, values[1:], strict=False))
        case ast.UnaryOp(op=ast.Not(), operand=operand) if words:
            return not _value(operand, names, words)
        case ast.BoolOp(op=sign, values=parts) if words:
            decide = all if isinstance(sign, ast.And) else any
            return decide(_value(part, names, words) is True for part in parts)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in words:
            return words[name](*map(_written, args), **{str(word.arg): _written(word.value) for word in keywords})
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(arg, names, words) for arg in args))
    raise ExpressionError(f"holds {ast.unparse(node)!r}, which is no arithmetic it knows")


def _written(node: ast.AST) -> str | int:
    """An argument that is written out: a text or a whole number."""
    match node:
        case ast.Constant(value=str() | int() as value) if not isinstance(value, bool):
            return value
    raise ExpressionError(f"holds {ast.unparse(node)!r}, where a text or a whole number must be written out")


def program(text: str) -> str:
    """An expression as words in reverse Polish order, such as `2 N mult:2`: what the script of a calculator runs.

    Raises:
        ExpressionError: it is no arithmetic, chains comparisons, or rounds to decimals.
    """
    if len(text) > _LONGEST:
        raise ExpressionError(f"is longer than {_LONGEST} characters")
    try:
        return " ".join(_words(ast.parse(text.strip(), mode="eval").body))
    except NOT_PYTHON as error:
        raise ExpressionError("is no arithmetic") from error


def _words(node: ast.AST) -> list[str]:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return [repr(number)]
        case ast.Name(id=name):
            return [name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return [*_words(operand), "neg:1"]
        case ast.BinOp(left=left, op=sign, right=right) | ast.Compare(left=left, ops=[sign], comparators=[right]):
            return [*_words(left), *_words(right), f"{type(sign).__name__.lower()}:2"]
        case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]) if name in FUNCTIONS:
            if len(args) > 1 and name not in ("max", "min"):
                raise ExpressionError(f"gives {name} more than one number")
            return [*(word for arg in args for word in _words(arg)), f"{name}:{len(args)}"]
    raise ExpressionError(f"holds {ast.unparse(node)!r}, which is no arithmetic it knows")


def calculate(text: str, names: Mapping[str, float]) -> float:
    """The value of a program, as the script computes it; a comparison gives 1 or 0.

    Raises:
        ExpressionError: it divides by zero, is too large, or names something unknown.
    """
    stack: list[Any] = []
    try:
        for word, function, count in _compiled(text):
            if count == 2:  # most are
                last = stack.pop()
                stack[-1] = float(function(stack[-1], last))
            elif count:
                stack[-count:] = [float(function(*stack[-count:]))]
            elif isinstance(word, float):
                stack.append(word)
            elif word in names:
                stack.append(names[word])
            else:
                raise ExpressionError(f"names {word!r}, which is not given")
    except (ZeroDivisionError, OverflowError, ValueError) as error:
        raise ExpressionError("has no value") from error
    return _bounded(stack[0])


@functools.lru_cache(maxsize=4096)
def _compiled(text: str) -> tuple[tuple[str | float, Callable[..., Any], int], ...]:
    """The words of a program: what each calls and how many values that takes; or a number, or a name."""
    pairs = (word.partition(":") for word in text.split())
    return tuple(
        (name if count or name.isidentifier() else float(name), _BY_NAME[name] if count else float, int(count or 0))
        for name, _, count in pairs
    )


def _power(base: float, exponent: float) -> float:
    if abs(exponent) > 100 or abs(base) > 1e6:
        raise ExpressionError("is too large")
    result = base**exponent
    if isinstance(result, complex):
        raise ExpressionError("is no real number")
    return _bounded(result)


_SIGNS = {kind.__name__.lower(): call for kind, call in {**_OPERATORS, **_COMPARISONS}.items()}
_BY_NAME: dict[str, Callable[..., Any]] = {**FUNCTIONS, **_SIGNS, "pow": _power, "neg": operator.neg}


def _bounded(value: float) -> float:
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise ExpressionError("is too large")
    return value


def shown(value: float) -> str:
    """A number as a reader writes it: `8`, `1.75`, `0.8333`, at most six significant digits."""
    return f"{value:,.0f}" if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"
