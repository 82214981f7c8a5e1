"""Arithmetic a question is proved by: numbers, names, a few functions, and nothing that could run anything. Pure."""

from __future__ import annotations

import ast
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
_LONGEST = 300  # characters: what is longer is a program and belongs into a snippet
_LARGEST = 1e30


class ExpressionError(Exception):
    """An expression that has no value; the message says why."""


def evaluate(text: str, names: Mapping[str, float] | None = None) -> float | bool:
    """The value of an expression such as `ceil(ceil(N / W) / b)`; a comparison gives True or False.

    Raises:
        ExpressionError: it is no arithmetic, names something unknown, divides by zero, or is too large.
    """
    if len(text) > _LONGEST:
        raise ExpressionError(f"is longer than {_LONGEST} characters")
    try:
        value = _value(ast.parse(text.strip(), mode="eval").body, names or {})
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError) as error:
        raise ExpressionError("is no arithmetic") from error
    except ZeroDivisionError as error:
        raise ExpressionError("divides by zero") from error
    except OverflowError as error:
        raise ExpressionError("is too large") from error
    return value if isinstance(value, bool) else _bounded(value)


def _value(node: ast.AST, names: Mapping[str, float]) -> Any:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            return _bounded(number)
        case ast.Name(id=name):
            if name not in names:
                raise ExpressionError(f"names {name!r}, which is not given")
            return names[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand, names)
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_value(left, names), _value(right, names))
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _OPERATORS:
            return _bounded(_OPERATORS[type(sign)](_value(left, names), _value(right, names)))
        case ast.Compare(left=left, ops=signs, comparators=others) if all(type(sign) in _COMPARISONS for sign in signs):
            values = [_value(operand, names) for operand in (left, *others)]
            return all(_COMPARISONS[type(sign)](a, b) for sign, a, b in zip(signs, values, values[1:], strict=False))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](*(_value(arg, names) for arg in args))
    raise ExpressionError(f"holds {ast.unparse(node)!r}, which is no arithmetic it knows")


def program(text: str) -> str:
    """An expression as words in reverse Polish order, such as `2 N mult:2`: what the script of a calculator runs.

    Raises:
        ExpressionError: it is no arithmetic, chains comparisons, or rounds to decimals.
    """
    try:
        return " ".join(_words(ast.parse(text.strip(), mode="eval").body))
    except SyntaxError as error:
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


def _power(base: float, exponent: float) -> float:
    if abs(exponent) > 100 or abs(base) > 1e6:
        raise ExpressionError("is too large")
    result = base**exponent
    if isinstance(result, complex):
        raise ExpressionError("is no real number")
    return _bounded(result)


def _bounded(value: float) -> float:
    if not math.isfinite(value) or abs(value) > _LARGEST:
        raise ExpressionError("is too large")
    return value


def shown(value: float) -> str:
    """A number as a reader writes it: `8`, `1.75`, `0.8333`, at most six significant digits."""
    return f"{value:,.0f}".replace(",", " ") if value == int(value) and abs(value) < 1e15 else f"{value:.6g}"
