"""What a page is, for search engines: JSON-LD in the words of schema.org, from the same data as the page.

A page of a topic is a LearningResource with its level, its minutes and the date since which its runs have been as they
are; an entry of the error index is a TechArticle. The cards of a page are a Quiz. Of all kinds of questions only a card
shows one answer as text, and it is the only kind that search engines read. Nothing is said that the page does not show.
"""

from __future__ import annotations

import html
import json
import re
from typing import Any

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

from lockstep.markdown import here, modes
from lockstep.markdown.inline import inline
from lockstep.project import Project, find_root
from lockstep.question import bank
from lockstep.question.question import Question

_PRIORITY = 29.5  # before the strip of modes comes in (29)


class LinkedExtension(Extension):
    """Put JSON-LD at the end of each page of a topic and of the error index."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the preprocessor."""
        md.preprocessors.register(_Linked(md), "lockstep-linked", _PRIORITY)


def makeExtension(**kwargs: Any) -> LinkedExtension:
    """The entry point Python-Markdown looks for."""
    return LinkedExtension(**kwargs)


class _Linked(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        project = Project(find_root())
        path, _ = here.find(project, "\n".join(lines))
        data = of_page(project, path)
        if not data:
            return lines
        text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")  # a text may hold "</script>"
        return [*lines, "", self.md.htmlStash.store(f'<script type="application/ld+json">{text}</script>'), ""]


def of_page(project: Project, path: str) -> dict[str, Any] | None:
    """The data of a page; None where it is no page of a topic and no entry of the error index."""
    page = project.pages.get(path)
    topic, _, name = path.removeprefix("docs/").rpartition("/")
    is_entry = topic == "errors" and page is not None and any(block.kind == "error" for block in page.fences)
    if page is None or not (is_entry or (topic in modes.topics(project) and name in modes.MODES.values())):
        return None
    asked = [one for one in bank.questions(project, topic)[0] if one.path == path]
    dates, _ = modes.runs(project, path, asked)
    data: dict[str, Any] = {
        "@context": "https://schema.org",
        "@type": ["WebPage", "TechArticle" if is_entry else "LearningResource"],
        "name": modes.front(page, "title"),
        "description": modes.front(page, "description"),
        "inLanguage": "en",
        "license": "https://creativecommons.org/licenses/by/4.0/",
    }
    if dates:
        data["lastReviewed"] = min(dates)
    if not is_entry:
        data["educationalLevel"] = modes.front(page, "level")
        data["timeRequired"] = f"PT{sum(modes.minutes(page, asked))}M"
    cards = [one for one in asked if one.kind == "card"]
    if cards:
        data["hasPart"] = {"@type": "Quiz", "name": data["name"], "hasPart": [_card(one) for one in cards]}
    return data


def _card(one: Question) -> dict[str, Any]:
    answer = {"@type": "Answer", "text": _plain(one.back)}
    return {"@type": "Question", "eduQuestionType": "Flashcard", "text": _plain(one.ask), "acceptedAnswer": answer}


def _plain(text: str) -> str:
    """The words of a text of Markdown, as the page shows them."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", inline(text))).split())
