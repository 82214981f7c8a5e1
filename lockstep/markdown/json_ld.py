"""JSON-LD that tells search engines what a page is, in the words of schema.org.

A page of a topic is a LearningResource with its level, its minutes and the date since which its runs have been as they
are; an entry of the error index is a TechArticle. The cards of a page are a Quiz. Of all kinds of questions only a card
shows one answer as text, and it is the only kind that search engines read. All data are on the page.
"""

from __future__ import annotations

from typing import Any

from lockstep.markdown import modes
from lockstep.markdown.conversion import TextPart
from lockstep.markdown.inline import inline, json_script
from lockstep.project import Project
from lockstep.question import bank, maths
from lockstep.question.question import Question


class JsonLd(TextPart):
    """Puts JSON-LD at the end of each page of a topic and of the error index."""

    def run(self, lines: list[str]) -> list[str]:
        """Change the lines of a page."""
        data = of_page(self.conversion.project, self.conversion.path)
        if not data:
            return lines
        return [*lines, "", self.md.htmlStash.store(str(json_script("application/ld+json", data))), ""]


def of_page(project: Project, path: str) -> dict[str, Any] | None:
    """The data of a page; None where it is no page of a topic and no entry of the error index."""
    page = project.pages.get(path)
    topic, _, name = path.removeprefix("docs/").rpartition("/")
    is_entry = topic == "errors" and page is not None and any(block.kind == "error" for block in page.fences)
    if page is None or not (is_entry or (topic in modes.topics(project) and name in modes.MODES.values())):
        return None
    questions = [question for question in bank.questions(project, topic)[0] if question.path == path]
    dates, _ = modes.runs(project, path, questions)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": ["WebPage", "TechArticle" if is_entry else "LearningResource"],
        "name": page.front.get("title", ""),
        "description": page.front.get("description", ""),
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
    if dates:
        data["lastReviewed"] = min(dates)
    if not is_entry:
        data["educationalLevel"] = page.front.get("level", "")
        data["timeRequired"] = f"PT{sum(modes.minutes(page, questions))}M"
    cards = [question for question in questions if question.flashcard]
    if cards:
        data["hasPart"] = {"@type": "Quiz", "name": data["name"], "hasPart": [_card(question) for question in cards]}
    return data


def _card(question: Question) -> dict[str, Any]:
    answer = {"@type": "Answer", "text": _plain(question.flashcard)}
    return {"@type": "Question", "eduQuestionType": "Flashcard", "text": _plain(question.ask), "acceptedAnswer": answer}


def _plain(text: str) -> str:
    """The words of a text of Markdown, as the page shows them."""
    return inline(maths.plain(text)).striptags()
