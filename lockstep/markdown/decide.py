"""The `decide` fence: a tree of questions as nested lists, of which the script shows one question at a time.

It becomes Markdown, so that the builder checks its links and the search reads it. Without a script and on paper the
lists stand there whole.
"""

from __future__ import annotations

from collections.abc import Iterator

from lockstep.markdown import decision_tree
from lockstep.markdown.conversion import Conversion
from lockstep.markdown.decision_tree import Item
from lockstep.markdown.practice import CLOSE, OPEN
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem
from lockstep.project import Project


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the trees of a project."""
    for path, fence in project.blocks("decide"):
        yield from _read(project, path, fence)[1]


def _read(project: Project, path: str, fence: Fence) -> tuple[Item | None, list[Problem]]:
    """What a fence says, and all that is wrong with it."""
    wrong = list[BlockProblem]()
    tree = decision_tree.read(fence, wrong)
    if tree:
        wrong += decision_tree.examine(project, path, tree)
    return tree, fence.placed(path, wrong, "decide: ")


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """A fence as marked Markdown.

    Raises:
        LockstepError: something is wrong with it.
    """
    tree, wrong = _read(conversion.project, conversion.path, fence)
    if wrong or tree is None:
        raise LockstepError(wrong)
    return ["", f"{OPEN}ls-decide}}", "", *_items(tree, 0), "", CLOSE, ""]


def _items(item: Item, depth: int) -> Iterator[str]:
    """An item of the list and all below it. A leaf is an item below its answer."""
    yield f"{'    ' * depth}- {item.text}"
    if item.leaf:
        proof = f" Run here: `{item.snippet}`." if item.snippet else ""
        yield f"{'    ' * (depth + 1)}- {item.advice}{proof}"
    for one in item.below:
        yield from _items(one, depth + 1)
