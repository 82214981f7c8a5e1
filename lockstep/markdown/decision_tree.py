"""The tree of a `decide` fence: questions and answers in turn, down to leaves, each of which names what was run.

A nested list says it: a question ends with `?`, and below it stand its answers. Behind `->` an answer has its leaf, a
line of Markdown with the link to a page and, at its end, a snippet of that page; else the next question stands below.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lockstep.explain import entry
from lockstep.page import Fence
from lockstep.problem import BlockProblem, command, did_you_mean
from lockstep.project import Project
from lockstep.question import programs

DEEPEST = 8  # questions on the way to a leaf; whoever needs more writes two trees
_ITEM = re.compile(r"(?P<indent> *)- +(?P<text>\S.*)")
_LINK = re.compile(r"\[[^\[\]]+\]\((?P<page>[^()\s#]*\.md)?(?P<anchor>#[^()\s]+)?\)")
_SNIPPET = re.compile(r"\s+(?P<name>[a-z0-9-]+/[a-z0-9_]+\.py)$")


@dataclass
class Item:
    """A question or an answer. `line` is that in the fence; `leaf` is what stands behind the arrow of an answer."""

    text: str
    line: int
    leaf: str = ""
    below: list[Item] = field(default_factory=list)

    @property
    def advice(self) -> str:
        """The leaf without the snippet at its end."""
        return _SNIPPET.sub("", self.leaf)

    @property
    def snippet(self) -> str:
        """The snippet at the end of the leaf; empty where it names none."""
        match = _SNIPPET.search(self.leaf)
        return match["name"] if match else ""


def read(fence: Fence, problems: list[BlockProblem]) -> Item | None:
    """The first question of a fence, with all below it; None where there is none. Collects problems of the form."""
    path, roots = list[Item](), list[Item]()
    for number, line in enumerate(fence.body):
        if not line.strip():
            continue
        match = _ITEM.fullmatch(line.rstrip())
        depth, odd = divmod(len(match["indent"]), 2) if match else (0, 0)
        if match is None or odd or depth > len(path):
            problems.append(
                (number, "this is no item of the list.", "Write '- text', two blanks deeper than above it.")
            )
            continue
        if depth >= 2 * DEEPEST:
            problems.append((number, f"a leaf is behind more than {DEEPEST} questions.", "Split the tree."))
            continue
        text, _, leaf = match["text"].partition(" -> ") if depth % 2 else (match["text"], "", "")
        item = Item(text.strip(), number, leaf.strip())
        (path[depth - 1].below if depth else roots).append(item)
        path[depth:] = [item]
    for item in roots[1:]:
        problems.append(
            (item.line, "no answer leads to this question.", "Put it below an answer, or into a fence of its own.")
        )
    if not roots:
        problems.append((0, "there is no question.", "Write '- What do you see?' and its answers below."))
        return None
    problems += _of_question(roots[0])
    return roots[0]


def _of_question(question: Item) -> Iterator[BlockProblem]:
    """What is wrong with the form of a question, and of all below it."""
    if not question.text.endswith("?"):
        yield question.line, f"{question.text!r} is no question.", "End it with a question mark."
    if len(question.below) < 2:
        yield question.line, f"{question.text!r} has fewer than two answers.", "Add one, or leave the question out."
    first = dict[str, Item]()
    for answer in question.below:
        if first.setdefault(answer.text.casefold(), answer) is not answer:
            yield answer.line, f"the answer {answer.text!r} stands there twice, and nobody gets here.", "Leave one out."
        yield from _of_answer(answer)


def _of_answer(answer: Item) -> Iterator[BlockProblem]:
    if answer.leaf and answer.below:
        yield answer.below[0].line, "this stands below a leaf, and nobody gets here.", "Take the leaf or this out."
    elif not answer.leaf and len(answer.below) != 1:
        todo = "Write '-> [page](page.md)' behind it, or one question below it."
        yield (
            answer.line,
            f"the answer {answer.text!r} leads to {len(answer.below) or 'no'} questions and no leaf.",
            todo,
        )
    for question in answer.below:
        yield from _of_question(question)


def leaves(item: Item) -> Iterator[Item]:
    """The answers that have a leaf, from top to bottom."""
    if item.leaf:
        yield item
    for one in item.below:
        yield from leaves(one)


def examine(project: Project, path: str, tree: Item) -> Iterator[BlockProblem]:
    """What is wrong with the leaves of a tree on the page `path`: where they lead, and what was run there."""
    for answer in leaves(tree):
        links = list(_LINK.finditer(answer.leaf))
        if len(links) != 1 or answer.advice.count("](") != 1:
            todo = "Write one: [what to do](page.md)."
            yield answer.line, f"the leaf {answer.advice!r} has no link, or several.", todo
            continue
        target = links[0]["page"]
        page = posixpath.normpath(posixpath.join(posixpath.dirname(path), target)) if target else path
        anchor = (links[0]["anchor"] or "#")[1:]
        if page not in project.pages:
            yield answer.line, f"the leaf leads to no page; there is no {page}.", did_you_mean(page, project.pages)
        elif anchor and anchor not in project.pages[page].anchors:
            todo = did_you_mean(anchor, project.pages[page].anchors)
            yield answer.line, f"the leaf leads to no place on {page}: {anchor!r}.", todo
        else:
            yield from _run(project, page, answer)


def _run(project: Project, page: str, answer: Item) -> Iterator[BlockProblem]:
    """What is wrong with the program of a leaf: it was run, and its page shows it."""
    shown = [name for name, _ in project.pages[page].shown]
    if known := entry.read_entry(page, project.texts[page]):
        shown += [*known.broken, *known.fixed]
    name = answer.snippet
    if not name and not known:
        what = "the leaf names no snippet, and its page is no error entry."
        yield answer.line, what, "Write topic/name.py at its end."
    elif name and name not in shown:
        yield answer.line, f"{page} does not show {name}.", did_you_mean(name, shown) if shown else "Name another page."
    elif not any(_recorded(project, one) for one in ([name] if name else known.broken if known else ())):
        what = f"{name or page} has no run on record."
        yield answer.line, what, f"Run: {command('record', name)}" if name else "Name a snippet that was run."


def _recorded(project: Project, name: str) -> bool:
    return name in project.snippets and programs.record_of(project, project.snippets[name]) is not None
