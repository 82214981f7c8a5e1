"""Questions on paper: numbered, their hints and answers taken to the back of the book. Pure.

A question keeps what a reader works on. Its `div.hint` and `div.key` are made of the rest; each names the other's id.
"""

from __future__ import annotations

import string
import xml.etree.ElementTree as ET


def numbered(pages: list[ET.Element]) -> list[ET.Element]:
    """Number the questions of pages, from 1, in their order; `data-number` holds it. Returns them."""
    questions = [one for page in pages for one in page.iter("div") if one.get("class") == "question"]
    for number, one in enumerate(questions, 1):
        one.set("data-number", str(number))
    return questions


def taken(questions: list[ET.Element]) -> tuple[list[ET.Element], list[ET.Element]]:
    """Take hints and answers out of questions: a `div.hint` of each that has some, a `div.key` of each.

    `data-hint` and `data-key` of a question are their ids; `data-question` of theirs is its own.
    """
    hints = list[ET.Element]()
    keys = list[ET.Element]()
    for one in questions:
        for name, found in (("hint", hints), ("answer", keys)):
            part = next((child for child in one if child.get("class") in (name, name + "s")), None)
            if part is None:
                continue
            name = "key" if name == "answer" else name
            part.attrib = {"class": name, "id": f"{name}/{one.get('id')}", "data-question": one.get("id", "")}
            part.set("data-number", one.get("data-number", ""))
            one.set(f"data-{name}", part.attrib["id"])
            one.remove(part)
            found.append(part)
            if name == "key":
                part.set("data-letters", " ".join(letters(one, part)))
    return hints, keys


def letters(question: ET.Element, answer: ET.Element) -> list[str]:
    """What to tick: the letters of the right options, or of the steps in their order; none for other kinds."""
    whys = next((part for part in answer if part.get("class") == "whys"), None)
    if whys is None:
        return []
    if question.get("data-kind") == "order":
        return [string.ascii_uppercase[int(step.get("data-place", "0"))] for step in whys]
    return [string.ascii_uppercase[place] for place, why in enumerate(whys) if "data-right" in why.attrib]
