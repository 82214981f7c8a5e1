"""Questions on paper: they are numbered, and their hints and answers are moved to the back of the book.

A question keeps what a reader works on. Its hints become a `div.hint`, its answer a `div.key`; the question and
these two refer to each other by id.
"""

from __future__ import annotations

import string
import xml.etree.ElementTree as ET

from lockstep.question.kinds import KINDS
from lockstep.question.question import Question


def number_questions(pages: list[ET.Element]) -> list[ET.Element]:
    """Number the questions of pages, from 1, in their order; `data-number` holds it. Returns them.

    `data-label`, `data-rows` and `data-blank` say what its kind has on paper: see `OnPaper`.
    """
    questions = [question for page in pages for question in page.iter("div") if question.get("class") == "question"]
    for number, question in enumerate(questions, 1):
        question.set("data-number", str(number))
        paper = KINDS.get(question.get("data-kind", ""), Question).on_paper
        for name, value in (("label", paper.label), ("rows", paper.rows), ("blank", paper.blank)):
            if value:
                question.set(f"data-{name}", str(value))
    return questions


def take_answers(questions: list[ET.Element]) -> tuple[list[ET.Element], list[ET.Element]]:
    """Take hints and answers out of questions. Returns a `div.hint` for each with hints, and a `div.key` for each.

    `data-hint` and `data-key` of a question hold the ids of these two; their `data-question` holds its id.
    """
    hints = list[ET.Element]()
    keys = list[ET.Element]()
    for question in questions:
        for name, parts in (("hint", hints), ("answer", keys)):
            part = next((child for child in question if child.get("class") in (name, name + "s")), None)
            if part is None:
                continue
            name = "key" if name == "answer" else name
            part.attrib = {"class": name, "id": f"{name}/{question.get('id')}", "data-question": question.get("id", "")}
            part.set("data-number", question.get("data-number", ""))
            question.set(f"data-{name}", part.attrib["id"])
            question.remove(part)
            parts.append(part)
            if name == "key":
                part.set("data-letters", " ".join(letters(part)))
    return hints, keys


def letters(answer: ET.Element) -> list[str]:
    """The letters of the right options, or of the steps in their right order; none for other kinds."""
    whys = next((part for part in answer if part.get("class") == "whys"), None)
    if whys is None:
        return []
    if any("data-place" in step.attrib for step in whys):
        return [string.ascii_uppercase[int(step.get("data-place", "0"))] for step in whys]
    return [string.ascii_uppercase[place] for place, why in enumerate(whys) if "data-right" in why.attrib]
