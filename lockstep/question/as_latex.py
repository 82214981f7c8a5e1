"""Arithmetic that is computed, as the LaTeX that shows it. Pure."""

from __future__ import annotations

import ast
import math
import re

from lockstep.expression import NOT_PYTHON

_SIGNS = {ast.Add: "+", ast.Sub: "-"}
_COMPARISONS = {ast.Eq: "=", ast.NotEq: r"\neq", ast.Lt: "<", ast.LtE: r"\leq", ast.Gt: ">", ast.GtE: r"\geq"}
_CALLS = {"log": r"\ln", "log2": r"\log_2", "max": r"\max", "min": r"\min", "round": r"\text{round}"}
_AROUND = {"ceil": r"\lceil %s \rceil", "floor": r"\lfloor %s \rfloor", "abs": "|%s|", "sqrt": r"\sqrt{%s}"}
_LONG = 60  # letters of LaTeX
_LARGE = 1_000_000  # from here on a number is written with a power of ten


def written(arithmetic: str) -> str:
    """Arithmetic as formulas in a text of Markdown; as code if it asks a run for a number."""
    try:
        return " ".join(f"${part}$" for part in formulas(arithmetic))
    except NOT_PYTHON:
        return f"`{arithmetic}`"


def formulas(arithmetic: str, name: str = "") -> list[str]:
    """Arithmetic in LaTeX: one formula, or where it is long, parts that can stand on lines of their own on a phone.

    Args:
        name: what it defines, in front of it and an equals sign.

    Raises:
        SyntaxError: it is not arithmetic.
    """
    tree = ast.parse(arithmetic.strip(), mode="eval").body
    whole = _set(tree)
    first, *others = [whole] if len(whole) <= _LONG else _parts(tree)
    others = [f"{{}} {part}" for part in others]  # an empty group, without which a sign stands before one number alone
    if not name:
        return [first, *others]
    is_condition = isinstance(tree, ast.Compare)
    parts = [f"{_name(name)} = {'[' * is_condition}{first}", *others]
    return [*parts[:-1], parts[-1] + "]" * is_condition]


def _parts(node: ast.AST) -> list[str]:
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as sign, right=right):
            begun = [_tight(left)] if isinstance(left, ast.Compare) else _parts(left)
            return [*begun, f"{_SIGNS[type(sign)]} {_tight(right, ast.Mult)}"]
        case ast.BinOp(left=left, op=ast.Mult(), right=right) if len(_set(node)) > _LONG:
            begun = _parts(left) if isinstance(left, ast.BinOp) and isinstance(left.op, ast.Mult) else [_tight(left)]
            return [*begun, rf"\cdot {_tight(right, ast.Mult)}"]
        case ast.Compare(left=left, ops=signs, comparators=others):
            compared = _parts(left)
            for comparison, one in zip(signs, others, strict=True):
                first, *further = _parts(one)
                compared += [f"{_COMPARISONS[type(comparison)]} {first}", *further]
            return compared
    return [_set(node)]


def _set(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _number(value)
        case ast.Name(id=name):
            return _name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_tight(operand)}"
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            over, under = _factors(node)
            return rf"\frac{{{_product(over)}}}{{{_product(under)}}}" if under else _product(over)
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            return rf"\lfloor \frac{{{_set(left)}}}{{{_set(right)}}} \rfloor"
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            if isinstance(left, ast.Constant) and left.value == math.e:
                return rf"\exp({_set(right)})"  # a fraction in an exponent is too small to read
            base = _set(left) if isinstance(left, ast.Name | ast.Constant) else f"({_set(left)})"
            return f"{base}^{{{_set(right)}}}"
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return rf"{_tight(left)} \bmod {_tight(right)}"
        case ast.BinOp() | ast.Compare():
            return " ".join(_parts(node))
        case ast.Call(func=ast.Name(id=name), args=[arg]) if name in _AROUND:
            return _AROUND[name] % _set(arg)
        case ast.Call(func=ast.Name(id=name), args=args) if name in _CALLS:
            return f"{_CALLS[name]}({', '.join(map(_set, args))})"
    raise SyntaxError(f"{ast.unparse(node)!r} is no arithmetic")


def _factors(node: ast.AST) -> tuple[list[ast.AST], list[ast.AST]]:
    """The factors above and below the fraction line of a product with divisions."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            over, under = _factors(left)
            return [*over, right], under
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            over, under = _factors(left)
            return over, [*under, right]
    return [node], []


def _product(factors: list[ast.AST]) -> str:
    is_sum = len(factors) == 1 and isinstance(factors[0], ast.BinOp)  # alone above or below a fraction line
    return _set(factors[0]) if is_sum else r" \cdot ".join(_tight(factor, ast.Mult) for factor in factors)


def _tight(node: ast.AST, *weaker: type) -> str:
    """An operand, in parentheses if it binds less strongly than the operator around it.

    A comparison is 1 where it holds and 0 where it does not, and stands in brackets.
    """
    if isinstance(node, ast.Compare):
        return f"[{_set(node)}]"
    is_loose = isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Div, ast.Pow, ast.FloorDiv, *weaker))
    return f"({_set(node)})" if is_loose else _set(node)


def _number(value: float) -> str:
    """A number: `16`, `65,504`, `0.25`, `3 · 10⁸`."""
    if value < 10_000:
        return f"{value:g}" if value == 0 or value >= 1e-4 else _power_of_ten(value)
    return _power_of_ten(value) if value >= _LARGE else rf"\text{{{value:,g}}}"


def _power_of_ten(value: float) -> str:
    digits, power = f"{value:.3e}".split("e")
    factor = f"{float(digits):g}"
    return (rf"{factor} \cdot " if factor != "1" else "") + f"10^{{{int(power)}}}"


def _name(name: str) -> str:
    """A name: one letter, a letter with a number, or a word."""
    if match := re.fullmatch(r"([A-Za-z])(\d+)", name):
        return f"{match[1]}_{{{match[2]}}}"
    return name if len(name) == 1 else rf"\text{{{name}}}"
