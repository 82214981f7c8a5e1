"""The answers of a sheet in one paragraph at its end, for those who print it: on a screen each question has its own."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from lockstep.markdown import modes
from lockstep.markdown.conversion import TreePart

CLASS = "ls-answers"


class AnswerLine(TreePart):
    """Puts the answers at the end of a topic's sheet. The style sheet numbers the questions and shows them in print."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        answers = [question.answer_line for question in self.conversion.questions]
        is_sheet = root.find("ls-modes") is not None and self.conversion.path.endswith(f"/{modes.MODES['Learn']}")
        if is_sheet and any(answers):
            numbered = (f"**{number}** {text}" for number, text in enumerate(answers, 1) if text)
            line = ET.SubElement(root, "p", {"class": CLASS, "data-search-exclude": ""})
            line.text = "**Answers** " + " ".join(numbered)
