"""What is made of questions: a challenge, the review queue, progress. Each fence becomes marked Markdown. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from lockstep.page import Fence
from lockstep.problem import Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import bank, yaml_lines
from lockstep.question.question import Question
from lockstep.question.yaml_lines import Found

KINDS = ("challenge", "review", "progress")
_KEYS = {
    "challenge": {"topic": r"[a-z0-9-]+", "badge": r"[^|{}]{3,40}", "seconds": r"\d{2,3}", "attempts": r"[123]"},
    "progress": {"topic": r"[a-z0-9-]+"},
    "review": {},
}
OPEN, CLOSE = "{ls-open ", "{ls-close}"
_LINK = re.compile(r"(?<=\]\()(?!/|[a-z]+:)(?P<target>[^)#\s]*)(?P<anchor>#[^)\s]*)?(?=[)\s])")
_TITLE = re.compile(r"(?m)^title: *(.+)$|^# +(.+)$")


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the challenge, review and progress fences of a project."""
    for path, blocks in project.fences.items():
        for block in blocks:
            yield from misplaced(path, block) if block.kind in ("quiz", *KINDS) else ()
            if block.kind in KINDS:
                found = _read(block)[1]
                yield from (Problem(path, block.line + 1 + at, what, todo) for at, what, todo in found)
                yield from _mistaken(project, path, block)


def misplaced(path: str, block: Fence) -> list[Problem]:
    """A block of the page's own width cannot stand in a list or a quote."""
    what, todo = f"a {block.kind} stands at the left margin.", "Take it out of the list or quote."
    return [Problem(path, block.line, what, todo)] if block.indent else []


def _mistaken(project: Project, path: str, block: Fence) -> Iterator[Problem]:
    topic = _read(block)[0].get("topic", "")
    if topic and f"docs/{topic}/index.md" not in project.texts:
        topics = {page.split("/")[1] for page in project.texts if page.count("/") == 2}
        yield Problem(path, block.line + 1, f"no topic {topic}.", did_you_mean(topic, topics))
    elif block.kind == "challenge" and not path.startswith(f"docs/{topic}/"):
        yield Problem(path, block.line + 1, f"this page is not in the topic {topic}.", "Name its own topic.")


def _read(block: Fence) -> tuple[dict[str, str], list[Found]]:
    keys, found = _KEYS[block.kind], list[Found]()
    table = yaml_lines.parse(block.body, found) if keys else yaml_lines.Table()
    for key in table:
        if key not in keys:
            found.append((table.lines[key], f"a {block.kind} has no key {key!r}.", did_you_mean(key, keys)))
        elif not re.fullmatch(keys[key], str(table[key])):
            found.append((table.lines[key], f"{key}: {table[key]!r} is wrong.", "See the contributing guide."))
    found += [(table.line, f"{key!r} is missing.", f"Add '{key}:'.") for key in keys if key not in table]
    return {key: str(value) for key, value in table.items()}, found


def write(project: Project, block: Fence, add: Callable[[Question], list[str]]) -> list[str]:
    """The marked Markdown of a fence; `add` writes a question."""
    asked, found = _read(block)
    if found:
        raise ValueError("; ".join(f"{block.kind}: {what} {todo}" for _, what, todo in found))
    if block.kind == "challenge":
        return _challenge(project, asked)
    if block.kind == "progress":
        return _progress(project, asked["topic"])
    return _review(project, add)


def title(project: Project, topic: str) -> str:
    """The name of a topic, as its sheet gives it."""
    path = f"docs/{topic}/index.md" if topic else "docs/index.md"
    match = _TITLE.search(project.texts.get(path, ""))
    return (match[1] or match[2]).strip() if match else topic


def _challenge(project: Project, asked: dict[str, str]) -> list[str]:
    values = {"topic": asked["topic"], "title": title(project, asked["topic"]), "badge": asked["badge"]}
    values |= {"seconds": asked["seconds"], "attempts": asked["attempts"]}
    minutes = f"{int(asked['seconds']) / 60:g} minutes"
    text = (
        f"Five problems, {minutes} and {asked['attempts']} attempts each. The clock can be switched off or slowed. "
        f"All five right at the first attempt earn the badge **{asked['badge']}**."
    )
    return ["", _open("ls-challenge", values), "", text, "", CLOSE, ""]


def _progress(project: Project, topic: str) -> list[str]:
    ones, _ = bank.questions(project, topic)
    badge = next((_read(b)[0]["badge"] for p, bs in project.fences.items() for b in bs
                  if b.kind == "challenge" and p.startswith(f"docs/{topic}/")), "")  # fmt: skip
    values = {"topic": topic, "questions": _keys(ones)}
    attributes = "".join(
        f' data-{key}="{escape(value)}"' for key, value in [*values.items(), ("badge", badge)] if value
    )
    return ["", f"<ls-progress{attributes}>{len(ones)} question{'s' * (len(ones) != 1)}</ls-progress>", ""]


def _review(project: Project, add: Callable[[Question], list[str]]) -> list[str]:
    """All questions, topic by topic: what a reader without a script sees, and what the script takes its queue from."""
    found, _ = bank.questions(project)
    lines = ["", _open("ls-review", {}), ""]
    for topic in dict.fromkeys(one.topic for one in found):
        ones = [one for one in found if one.topic == topic]
        values = {"topic": topic, "questions": _keys(ones)}
        lines += [_open("section", values), "", f"## {title(project, topic)}", ""]
        for one in ones:
            lines += add(one)
        lines += [CLOSE, ""]
    return [*lines, CLOSE, ""]


def _keys(ones: Iterable[Question]) -> str:
    """The questions as the scripts know them: id and digest of each."""
    return " ".join(f"{one.id}:{one.key}" for one in ones)


def rebased(one: Question, text: str, here: str = "docs/index.md") -> str:
    """A text of a question for another page than its own: its links are written from there."""
    return _LINK.sub(lambda link: _from(here, one.path, link["target"], link["anchor"] or ""), text)


def _from(here: str, path: str, target: str, anchor: str) -> str:
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
    return relative(here, there, anchor)


def relative(here: str, there: str, anchor: str) -> str:
    """A link from page to page as Markdown writes it; `anchor` is empty or begins with `#`."""
    return anchor if here == there and anchor else posixpath.relpath(there, posixpath.dirname(here)) + anchor


def _open(tag: str, values: dict[str, str]) -> str:
    return OPEN + tag + "".join(f"|{key}={value}" for key, value in values.items()) + "}"
