"""The drawing of a figure for paper: one step in fixed colours, as an SVG of its own.

On a screen, a style sheet shows the step whose radio button is checked; see `lockstep.drawings.canvas`. Paper has
neither, so marks that are not visible in the step are removed, and moved marks get their place in it.
"""

from __future__ import annotations

import copy
import re
import xml.etree.ElementTree as ET

RANKS = ("#0b6bb0", "#a26000", "#00775a", "#ae3f80", "#1f7390", "#b84d00", "#736800", "#5b5f66")  # --ls-r0 to --ls-r7
INK, QUIET, LINE, HOT, GLOW = "#4e5a61", "#566069", "#b9b4a7", "#7446c9", "#ece5fc"
WIDTH = 420  # of a drawing that is as wide as its page
_TINT = 0.16  # share of its colour inside a box, as color-mix has it on the site
_PLACE = re.compile(r"--m(\d+):translate\(([-\d.]+)px,([-\d.]+)px\)")


def step(svg: ET.Element, number: int) -> str:
    """The SVG of a drawing at a step, counted from 1."""
    drawn = copy.deepcopy(svg)
    for name in ("role", "aria-label", "data-still"):
        drawn.attrib.pop(name, None)
    drawn.set("xmlns", "http://www.w3.org/2000/svg")
    drawn.set("font-family", "IBM Plex Sans")
    drawn.set("font-size", "13")
    if drawn.get("width") == "100%":
        _set_width(drawn)
    for head in drawn.iter("marker"):
        head.set("fill", INK)
    for mark in drawn.findall("g"):
        classes = (mark.attrib.pop("class", "")).split()
        if "ls-some" in classes and f"s{number}" not in classes:
            drawn.remove(mark)
            continue
        places = {int(step_number): (x, y) for step_number, x, y in _PLACE.findall(mark.attrib.pop("style", ""))}
        if number in places:
            mark.set("transform", "translate({} {})".format(*places[number]))
        _paint(mark, classes, f"h{number}" in classes)
    return ET.tostring(drawn, "unicode")


def _set_width(drawn: ET.Element) -> None:
    """Give a drawing that is as wide as its page the width of paper: percent become points."""
    for mark in drawn.iter():
        for name, value in mark.attrib.items():
            if value.endswith("%"):
                mark.set(name, f"{float(value[:-1]) * WIDTH / 100:g}")
    drawn.set("viewBox", f"0 0 {WIDTH} {drawn.get('height')}")


def _paint(mark: ET.Element, classes: list[str], hot: bool) -> None:
    colour = HOT if hot or "hot" in classes else LINE if "quiet" in classes else INK
    if not hot:
        colour = next((RANKS[int(name[1])] for name in classes if re.fullmatch(r"r[0-7]", name)), colour)
    for shape in mark:
        if shape.tag == "text":
            shape.set("fill", QUIET if "quiet" in classes else "#000000")
            if "hot" in classes:
                shape.set("font-weight", "600")
            continue
        if "full" in classes:
            shape.set("fill", colour)
            continue
        inside = GLOW if colour == HOT else "#ffffff" if "soft" in classes else _tint(colour)
        inside = "#ffffff" if shape.tag == "circle" else inside
        shape.set("fill", inside if shape.tag in ("rect", "circle") else "none")
        shape.set("stroke", colour)
        shape.set("stroke-width", "2.5" if hot and shape.tag == "rect" else "1.5" if shape.tag == "rect" else "2")
        if "stripes" in classes:
            shape.set("stroke-width", "10")
            shape.set("stroke-dasharray", "2 3")
        if "dash" in classes:
            shape.set("stroke-dasharray", "5 4")


def _tint(colour: str) -> str:
    """A light tint of a colour on white paper."""
    parts = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return "#" + "".join(f"{round(255 - (255 - part) * _TINT):02x}" for part in parts)
