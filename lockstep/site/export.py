"""All questions for other tools: JSON with a schema, and a text file that Anki imports. Same input, same bytes."""

from __future__ import annotations

import csv
import io
import json
import re
from html import escape
from typing import Any

from markdown import markdown

from lockstep.markdown import listing
from lockstep.markdown.practice import rebased
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.question import bank, expression
from lockstep.question.question import CHOOSING, Option, Question

FORMAT = 1
SCHEMA = "assets/questions.schema.json"
_LINK = re.compile(r"\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^)]*\)")


def questions(project: Project) -> list[Question]:
    """All questions, whole.

    Raises:
        LockstepError: some are not.
    """
    found, problems = bank.questions(project)
    if problems:
        raise LockstepError(problems, code=1)
    return found


def as_json(project: Project) -> str:
    """The bank as JSON, as docs/assets/questions.schema.json describes it. Texts are Markdown."""
    table = {"$schema": SCHEMA, "format": FORMAT, "questions": [_entry(project, one) for one in questions(project)]}
    return json.dumps(table, ensure_ascii=False, indent=1) + "\n"


def _entry(project: Project, one: Question) -> dict[str, Any]:
    page = re.sub(r"(^|/)index\.md$|\.md$", r"\1", one.path.removeprefix("docs/"))
    url = page if page.endswith("/") or not page else f"{page}/"
    found: dict[str, Any] = {"id": one.id, "kind": one.kind, "level": one.level, "topic": one.topic, "key": one.key}
    found |= {"url": f"{url}#q-{one.id}", "ask": rebased(one, one.ask)}
    if one.run:
        found["log" if one.log else "program"] = _program(project, one)
    if one.kind in CHOOSING:
        found["options"] = [
            {"text": _text(one, option), "right": option.right, "why": rebased(one, option.why)}
            for option in one.shuffled
        ]
    if one.kind == "order":
        found["steps"] = [{"text": _text(one, step), "why": rebased(one, step.why)} for step in one.options]
    if one.kind == "numeric":
        traps = [{"value": trap.value, "why": rebased(one, trap.why)} for trap in one.traps]
        found["number"] = {"value": one.value, "tolerance": one.tolerance, "unit": one.unit, "traps": traps}
    for name in ("model", "back", "why"):
        if getattr(one, name):
            found[name] = rebased(one, getattr(one, name))
    found |= {
        name: [rebased(one, text) for text in getattr(one, name)]
        for name in ("concepts", "hints")
        if getattr(one, name)
    }
    return {**found, "proof": _proof(one)}


def _program(project: Project, one: Question) -> str:
    """What is shown with the question: the program, or what it left in the terminal."""
    program = project.find(one.run)
    made = bank.made(project, program) if program and one.log else None
    if program and made:
        return "\n".join(bank.terminal(program, made))
    return "\n".join(listing.lines_of(program, one.region)) if program else ""


def _proof(one: Question) -> dict[str, Any]:
    snippets = [f"snippets/{name}" for name in one.evidence]
    computed = {"expression": one.expression, "given": one.given} if one.expression else {}
    return {"snippets": snippets, **computed}


def _text(one: Question, option: Option) -> str:
    return f"`{option.text}`" if option.code else rebased(one, option.text)


def as_anki(project: Project) -> str:
    """A text file for Anki's import: note id, front, back, tags. A note is found again by its id, so it is updated."""
    file = io.StringIO()
    file.write("#separator:tab\n#html:true\n#notetype:Basic\n#deck:Lockstep\n#guid column:1\n#tags column:4\n")
    writer = csv.writer(file, delimiter="\t", lineterminator="\n")
    for one in questions(project):
        tags = " ".join(f"lockstep::{word}" for word in (one.topic, one.level, one.kind) if word)
        writer.writerow([f"lockstep-{one.id}", _front(project, one), _back(one), tags])
    return file.getvalue()


def _front(project: Project, one: Question) -> str:
    parts = [_html(one.ask)]
    if one.run:
        parts.append(_pre(_program(project, one)))
    if one.options:
        parts.append(_list("ol", [_inline(_text(one, option)) for option in one.shuffled]))
    if one.unit:
        parts.append(f"<p>Answer in {escape(one.unit)}.</p>")
    return "".join(parts)


def _back(one: Question) -> str:
    parts = []
    if one.kind in CHOOSING:
        verdicts = [f"<b>{'Right' if o.right else 'Wrong'}.</b> {_inline(o.why)}" for o in one.shuffled]
        parts.append(_list("ol", verdicts))
    elif one.kind == "order":
        parts.append(_list("ol", [f"{_inline(_text(one, step))}<br>{_inline(step.why)}" for step in one.options]))
    elif one.kind == "numeric":
        parts.append(f"<p><b>{escape(f'{expression.shown(one.value)} {one.unit}'.strip())}</b></p>")
    parts += [_html(text) for text in (one.model, one.back, one.why) if text]
    if one.concepts:
        parts.append(_list("ul", [_inline(text) for text in one.concepts]))
    proofs = [*_proof(one)["snippets"], *([one.expression] if one.expression else [])]
    return "".join([*parts, f"<p>Proof: {', '.join(f'<code>{escape(proof)}</code>' for proof in proofs)}</p>"])


def _html(text: str) -> str:
    """Markdown as one line of HTML. Links are dropped: a deck does not know where the site lies."""
    html = markdown(_LINK.sub(r"\1", text), extensions=["fenced_code", "tables"])
    return re.sub(r"<pre>.*?</pre>", lambda pre: pre[0].replace("\n", "<br>"), html, flags=re.S).replace("\n", " ")


def _inline(text: str) -> str:
    return _html(text).removeprefix("<p>").removesuffix("</p>")


def _pre(code: str) -> str:
    return f"<pre>{escape(code, quote=False)}</pre>".replace("\n", "<br>")


def _list(tag: str, items: list[str]) -> str:
    kind = ' type="A"' if tag == "ol" else ""
    return f"<{tag}{kind}>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"
