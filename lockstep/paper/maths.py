"""Arithmetic in the notation of Typst: fractions, powers and roots in place of `/`, `**` and `sqrt`.

A name is written as `n("name")`, so that the template decides how names look: like code, as in the text.
"""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET

_SIGNS = {ast.Add: "+", ast.Sub: "-"}
_COMPARISONS = {ast.Eq: "=", ast.NotEq: "eq.not", ast.Lt: "<", ast.LtE: "lt.eq", ast.Gt: ">", ast.GtE: "gt.eq"}
_CALLS = {"log": "ln", "log2": "log_2", "round": '"round"'}


def typeset(text: str) -> str:
    """A formula such as `t = 2 * (N - 1) / N`, or an expression, in the notation of Typst.

    Raises:
        SyntaxError: it is not arithmetic.
    """
    name, sign, value = text.partition(" = ")
    return f"{_name(name)} = {_maths(value)}" if sign else _maths(text)


def from_math_ml(element: ET.Element) -> str:
    """A formula of a page, which is MathML, in the notation of Typst."""
    parts = [from_math_ml(part) for part in element]
    text = element.text or ""
    match element.tag:
        case "mfrac":
            return f"frac({', '.join(parts)})"
        case "msup" | "msub":
            return f"{parts[0]}{'^' if element.tag == 'msup' else '_'}({parts[1]})"
        case "msqrt":
            return f"sqrt({' '.join(parts)})"
        case "mi" | "mn" | "mtext" if len(text) > 1:
            return f'"{text}"'
        case "mo" if text in "(),;/":
            return f"\\{text}"
    return text or " ".join(parts)


def _maths(text: str) -> str:
    return _set(ast.parse(text.strip(), mode="eval").body)


def _set(node: ast.AST) -> str:
    match node:
        case ast.Constant(value=int() | float() as value):
            digits = f"{value:,}".replace(",", " thin ") if isinstance(value, int) else f"{value:g}"
            return re.sub(r"^1e\+?(-?)0*(\d+)$", r"10^(\1\2)", digits)
        case ast.Name(id=name):
            return _name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"-{_tight(operand)}"
        case ast.BinOp(op=ast.Mult() | ast.Div()):
            over, under = _factors(node)
            return f"({' dot '.join(over)})/({' dot '.join(under)})" if under else " dot ".join(over)
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            return f"floor(({_set(left)})/({_set(right)}))"
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return f"{_tight(left)}^({_set(right)})"
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return f"{_tight(left)} mod {_tight(right)}"
        case ast.BinOp(left=left, op=sign, right=right):
            return f"{_set(left)} {_SIGNS[type(sign)]} {_tight(right, ast.Mult)}"
        case ast.Compare(left=left, ops=signs, comparators=others):
            return _set(left) + "".join(
                f" {_COMPARISONS[type(sign)]} {_set(other)}" for sign, other in zip(signs, others, strict=True)
            )
        case ast.Call(func=ast.Name(id=name), args=args):
            return f"{_CALLS.get(name, name)}({', '.join(map(_set, args))})"
    raise SyntaxError(f"{ast.unparse(node)!r} is no arithmetic")


def _factors(node: ast.AST) -> tuple[list[str], list[str]]:
    """The factors above and below the fraction line of a product with divisions."""
    match node:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            over, under = _factors(left)
            return [*over, _tight(right)], under
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            over, under = _factors(left)
            return over, [*under, _tight(right)]
    return [_tight(node)], []


def _tight(node: ast.AST, *weaker: type) -> str:
    """An operand, in parentheses if it binds less strongly than the operator around it."""
    text = _set(node)
    loose = isinstance(node, ast.BinOp) and not isinstance(node.op, (ast.Div, ast.Pow, ast.FloorDiv, *weaker))
    return f"({text})" if loose or isinstance(node, ast.Compare) else text


def _name(name: str) -> str:
    return f'#n("{name}")'
