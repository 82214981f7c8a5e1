"""The answers of a page at its end, for those who print it: on a screen each question has its own."""

from __future__ import annotations

import posixpath
import xml.etree.ElementTree as ET

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart
from lockstep.question.question import Question

CLASS = "ls-answers"
_TESTS = modes.GROUPS["Test"].values()  # also of the errors and of the machines


class AnswerLine(TreePart):
    """Puts the answers at the end of a topic's sheet, in one paragraph, and of Recall and Challenge, as a list.

    The style sheets number the questions and show the answers in print.
    """

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        questions, path = self.conversion.questions, self.conversion.path
        if not any(question.answer_line for question in questions):
            return
        if posixpath.basename(path) in _TESTS:
            _list(root, questions)
        elif root.find("ls-modes") is not None and path.endswith(f"/{modes.MODES['Learn']}"):
            answers = [question.answer_line for question in questions]
            numbered = (f"**{number}** {text}" for number, text in enumerate(answers, 1) if text)
            line = ET.SubElement(root, "p", {"class": CLASS, "data-search-exclude": ""})
            line.text = "**Answers** " + " ".join(numbered)


def _list(root: ET.Element, questions: list[Question]) -> None:
    """The answers, each with its reason."""
    answers = ET.SubElement(root, "ol", {"class": CLASS, "data-search-exclude": ""})
    for question in questions:
        answer, why = question.answer_line.strip(), question.why.strip()
        colon = ":" if answer and why and answer[-1] not in ".!?" else ""  # a full stop would make a list of "64. So"
        ET.SubElement(answers, "li").text = f"{answer}{colon} {why}".strip()
