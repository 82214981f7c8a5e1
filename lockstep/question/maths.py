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
_OPENING, _CLOSING = "([⌈⌊", ")]⌉⌋"
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
        if part.text and part.text in "⌈⌉⌊⌋·×":
            part.tag = "mo"  # else they are letters, which do not grow with what they enclose, and have no space around
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
            return "".join(map(_beside, [None, *element], element, parts))
        case ("mi" | "mn", []):
            return element.text or ""
        case ("mo", []):
            sign = element.text or ""
            return f" {sign} " if sign in _SPACED else ", " if sign == "," else sign
        case ("mfrac", [over, under]):
            return f"{f'({over})' if _is_sum(over) else over} / {under if _is_one(element[1]) else f'({under})'}"
        case ("msup", [base, power]):
            raised = [_RAISED.get(sign, "") for sign in power.replace(" ", "")]
            return base + "".join(raised) if all(raised) else f"{base}^{_grouped(power)}"
        case ("msub", [base, index]):
            return base + index.translate(_LOWERED) if index.isdigit() else f"{base}_{_grouped(index)}"
        case ("msqrt", parts):
            return f"√({''.join(parts)})"
    raise ValueError(f"has a part {element.tag!r}, which has no text form")


def _beside(before: ET.Element | None, element: ET.Element, text: str) -> str:
    """The text of a part, set off from a factor in front of it: `(N − 1) / N · S`, `N T_N`, `S log₂ N`.

    As plain text the factor would read as a part of the denominator, or of the name.
    """
    if before is None or not _is_factor(before, _OPENING) or not _is_factor(element, _CLOSING):
        return text
    if "mfrac" in {before.tag, element.tag}:
        return f" · {text}"
    return f" {text}" if (_is_name(before) and text[:1] not in _OPENING) or _is_name(element) else text


def _is_name(element: ET.Element) -> bool:
    """Whether a part is a name of more than one sign: `T_N`, `log₂`, `bytes`."""
    text = "".join(element.itertext())
    return element.tag == "msub" or (len(text) > 1 and text.isalpha())


def _is_factor(element: ET.Element, borders: str) -> bool:
    """Whether a part is multiplied with the one beside it, for it is no sign and none of the brackets given."""
    text = "".join(element.itertext())
    is_sign = element.tag == "mo" and text not in _OPENING + _CLOSING and (text in _SPACED or not text.isalpha())
    return bool(text) and not is_sign and text not in borders


def _is_one(element: ET.Element) -> bool:
    """Whether a part is one number or name, perhaps with an index or a power, or one thing within `⌈ ⌉` or `√( )`."""
    if re.fullmatch("⌈[^⌈⌉]*⌉|⌊[^⌊⌋]*⌋", "".join(element.itertext())):
        return True
    leaf = len(element) == 0 or element.tag in {"msub", "msup", "msqrt"}
    return leaf or (len(element) == 1 and _is_one(element[0]))


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
