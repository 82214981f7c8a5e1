"""Formulas, in one notation for all that is shown: LaTeX between dollar signs, as in the text of a page.

Arithmetic that is also computed is turned into this notation (`as_latex`), so it is written once. On a page a formula
becomes MathML; where none can stand it becomes plain text with real signs, `2 · (N − 1) / N`. Pure.
"""

from __future__ import annotations

import html
import re
import xml.etree.ElementTree as ET

from latex2mathml.converter import convert_to_element

FORMULA = r"\$(?=[^\s$])([^$\n]*[^\s$\\])\$(?![\d$])"
_IN_TEXT = re.compile(rf"`[^`]*`|(?<!\\){FORMULA}")
_SPACED = set("=+−·×≤≥<>≈≠") | {"mod"}
_IN_PARENTHESES = re.compile(r"\([^()]*\)")
_RAISED = dict(zip("0123456789+−n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ", strict=True))
_LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def element(latex: str) -> ET.Element:
    """A formula in LaTeX as an element `math`, with its plain text in an `annotation`: browsers do not show it and a
    search finds it.

    Raises:
        ValueError: it is not LaTeX, or has a part that has no text form.
    """
    try:
        shown = convert_to_element(latex)[0]
    except Exception as error:  # the library raises its own kinds, and those of Python for what it did not foresee
        raise ValueError("is not LaTeX") from error
    for part in shown.iter():
        part.text = html.unescape(part.text) if part.text else None
        if part.text and part.text in "⌈⌉⌊⌋":
            part.tag = "mo"  # else they are letters, which do not grow with what they enclose
        elif part.tag == "mtext":
            part.tag = "mi"  # else it counts as space, and a sign beside it has none
    plain = as_text(shown)
    if "\\" in plain:
        raise ValueError("has an unknown command")
    shown.tag = "mstyle"  # the search would end the exclusion at the end of the first `mrow` within
    shown.set("data-search-exclude", "")
    root = ET.Element("math")
    meaning = ET.SubElement(root, "semantics")
    meaning.append(shown)
    ET.SubElement(meaning, "annotation", encoding="text/plain").text = plain.strip()
    return root


def as_text(element: ET.Element) -> str:
    """MathML as a line of text: `2(N − 1) / N`, `10⁹`, `√(2C)`.

    Raises:
        ValueError: an element has no such form.
    """
    match element.tag, [as_text(part) for part in element]:
        case ("mrow", parts):
            return "".join(parts)
        case ("mi" | "mn", []):
            return element.text or ""
        case ("mo", []):
            sign = element.text or ""
            return f" {sign} " if sign in _SPACED else ", " if sign == "," else sign
        case ("mfrac", [over, under]):
            return f"{f'({over})' if _is_sum(over) else over} / {_grouped(under)}"
        case ("msup", [base, power]):
            raised = [_RAISED.get(sign, "") for sign in power.replace(" ", "")]
            return base + "".join(raised) if all(raised) else f"{base}^{_grouped(power)}"
        case ("msub", [base, index]):
            return base + index.translate(_LOWERED) if index.isdigit() else f"{base}_{_grouped(index)}"
        case ("msqrt", parts):
            return f"√({''.join(parts)})"
    raise ValueError(f"has a part {element.tag!r}, which has no text form")


def _is_sum(text: str) -> bool:
    """Whether a text has a sign of a sum outside all parentheses."""
    while (inner := _IN_PARENTHESES.sub("", text)) != text:
        text = inner
    return bool({"+", "−"} & set(text))


def _grouped(text: str) -> str:
    """A text in parentheses unless it is one number or name."""
    return text if len(text) == 1 or text.replace("_", "").isalnum() else f"({text})"


def plain(text: str) -> str:
    """A text of Markdown with its formulas as plain text: for readers that show no MathML.

    Raises:
        ValueError: a formula is not LaTeX.
    """
    return _IN_TEXT.sub(lambda match: element(match[1])[0][1].text or "" if match[1] else match[0], text)
