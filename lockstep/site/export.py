"""All questions for other tools: JSON with a schema, and a text file that Anki imports. Same input, same bytes."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Any

from markdown import markdown
from markupsafe import Markup

from lockstep.markdown import listing
from lockstep.markdown.practice import rebased
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.question import bank, maths
from lockstep.question.question import Question
from lockstep.question.rendering import Part
from lockstep.site.facts import address

FORMAT = 1
SCHEMA = "assets/questions.schema.json"
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)]*\)")


def questions(project: Project) -> list[Question]:
    """All questions.

    Raises:
        LockstepError: some have problems.
    """
    questions, problems = bank.questions(project)
    if problems:
        raise LockstepError(problems, code=1)
    return questions


def as_json(project: Project) -> str:
    """The bank as JSON, as docs/assets/questions.schema.json describes it. Texts are Markdown, without LaTeX."""
    entries = [_entry(project, question) for question in questions(project)]
    return json.dumps({"$schema": SCHEMA, "format": FORMAT, "questions": entries}, ensure_ascii=False, indent=1) + "\n"


def _entry(project: Project, question: Question) -> dict[str, Any]:
    def rebase(text: str) -> str:
        return rebased(question, maths.plain(text))

    entry: dict[str, Any] = {name: getattr(question, name) for name in ("id", "kind", "level", "topic", "key")}
    entry |= {"url": address(question.path, f"q-{question.id}"), "ask": rebase(question.ask)}
    if log := question.terminal(project):
        entry["log"] = "\n".join(log)
    elif question.run:
        entry["program"] = "\n".join(_program(project, question))
    entry |= question.entry(rebase)
    entry |= {"evidence": "reasoned"} if question.reasoned else {}
    entry |= {"page_only": True} if question.page_only else {}
    if question.hints:
        entry["hints"] = [rebase(hint) for hint in question.hints]
    return {**entry, "proof": _proof(question)}


def _program(project: Project, question: Question) -> list[str]:
    program = project.find(question.run)
    return listing.lines_of(question.as_shown(program), question.region) if program else []


def _proof(question: Question) -> dict[str, Any]:
    snippets = [f"snippets/{name}" for name in question.evidence]
    computed = {"expression": question.expression, "given": question.given} if question.expression else {}
    return {"snippets": snippets, **computed}


def as_anki(project: Project) -> str:
    """A text file for Anki's import: note id, front, back, tags. Anki updates a note that has the same id."""
    file = io.StringIO()
    file.write("#separator:tab\n#html:true\n#notetype:Basic\n#deck:Lockstep\n#guid column:1\n#tags column:4\n")
    writer = csv.writer(file, delimiter="\t", lineterminator="\n")
    for question in (question for question in questions(project) if not question.page_only):
        words = (question.topic, question.level, question.kind)
        tags = " ".join(f"lockstep::{word}" for word in words if word)
        writer.writerow([f"lockstep-{question.id}", _front(project, question), _back(question), tags])
    return file.getvalue()


def _front(project: Project, question: Question) -> Markup:
    shown = question.terminal(project) or _program(project, question)
    program = _pre("\n".join(shown)) if shown else Markup("")
    return _html(question.ask) + program + Markup("").join(map(_part, question.note_front()))


def _back(question: Question) -> Markup:
    proofs = [*_proof(question)["snippets"], *filter(None, [question.expression])]
    named = Markup(", ").join(Markup("<code>{}</code>").format(proof) for proof in proofs)
    return Markup("").join(map(_part, question.note_back())) + Markup("<p>Proof: {}</p>").format(named)


def _part(part: Part) -> Markup:
    if isinstance(part, str):
        return _html(part)
    texts = (_html(text).removeprefix("<p>").removesuffix("</p>") for text in part.texts)
    items = Markup("").join(Markup("<li>{}</li>").format(text) for text in texts)
    return (Markup('<ol type="A">{}</ol>') if part.lettered else Markup("<ul>{}</ul>")).format(items)


def _html(text: str) -> Markup:
    """Markdown as one line of HTML. Links are dropped: a deck does not know where the site lies."""
    html = markdown(_LINK.sub(r"\1", maths.plain(text)), extensions=["fenced_code", "tables"])
    html = re.sub(r"<pre>.*?</pre>", lambda pre: pre[0].replace("\n", "<br>"), html, flags=re.S)
    return Markup(html.replace("\n", " "))


def _pre(code: str) -> Markup:
    return Markup("<pre>{}</pre>").format(code).replace("\n", Markup("<br>"))
