"""Formulas in the notation of Typst."""

from __future__ import annotations

import xml.etree.ElementTree as ET

_SIGNS = '()[],;/$#&_"'  # each means something in the notation of Typst


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
        case "mi" | "mn" if len(text) > 1:
            return _quoted(text)
        case "mo" if len(text) > 1 and text[0].isalpha():
            return f"op({_quoted(text)}, limits: #true)"  # by its name Typst would find only operators that it knows
        case "mi" | "mo" if text and text in _SIGNS:
            return f"\\{text}"
    return text or " ".join(parts)


def _quoted(text: str) -> str:
    escaped = text.replace('"', '\\"')
    return f'"{escaped}"'
