"""Replace our fences by HTML that needs no script, or by Markdown, in which the builder then checks the links."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator

from lockstep.markdown import (
    calculator,
    decide,
    errors,
    evidence,
    figure,
    launch,
    log_field,
    planner,
    planner_table,
    practice,
    quiz,
    run_fence,
    schedule_player,
    script_field,
    source,
    topic_map,
    torch_table,
)
from lockstep.markdown.conversion import Conversion, TextPart, TreePart
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, failure
from lockstep.project import Project

HTML: dict[str, Callable[[Project, str, Fence], str]] = {
    "run": run_fence.html,
    "error": errors.html,
    "figure": figure.html,
    "calculator": calculator.html,
    "launch": launch.html,
    "planner": planner.html,
    "schedule-player": schedule_player.html,
}
MARKDOWN: dict[str, Callable[[Conversion, Fence], list[str]]] = {
    "quiz": quiz.write,
    "challenge": practice.challenge,
    "map": topic_map.write,
    "mixed": practice.mixed,
    "review": practice.review,
    "errors": errors.index,
    "log": log_field.write,
    "script-field": script_field.write,
    "evidence": evidence.write,
    "torch": torch_table.write,
    "decide": decide.write,
    "planner-table": planner_table.write,
}
_OUR_TAG = r'(?:figure class="ls-(?:run|figure)"|ls-(?:calculator|launch|planner|schedule))'
_OUR_ID = re.compile(rf'(?:<div>)?<{_OUR_TAG} id="([^"]+)"')
_FOR_BUILDERS = "ls-for-builders"


class Fences(TextPart):
    """Replaces each fence. A fence with a problem is left out, and the problem is reported."""

    def run(self, lines: list[str]) -> list[str]:
        """Change the lines of a page."""
        lines = "\n".join(lines).split("\n")  # an earlier part may leave several lines in one
        self.conversion.start(lines)
        parts: list[str] = []
        done = 0
        problems = list(_never_closed(self.conversion))
        try:
            pairs = [] if problems else self.conversion.fences(lines)
        except LockstepError as error:
            problems, pairs = error.problems, []
        for fence, on_file in pairs:
            parts += lines[done : fence.line - 1]
            done = fence.end
            try:
                parts += self._become(on_file, lines[fence.line - 1][: fence.indent])
            except LockstepError as error:
                problems += error.problems
        strange = list(source.problems(self.conversion.path, self.conversion.page))
        if not self.conversion.build:  # which tells of all pages that cannot be read before it converts any
            strange += [bad for bad in self.conversion.project.bad_pages if bad.path == self.conversion.path]
        self.conversion.tell([*strange, *problems])
        return [] if strange else [*parts, *lines[done:]]  # what is strange could take the build down

    def _become(self, fence: Fence, margin: str) -> list[str]:
        """The lines that take the place of a fence. `margin` is the indent of the list or quote around it."""
        path = self.conversion.path
        if wrong := [*_options(path, fence), *practice.misplaced(path, fence)]:
            raise LockstepError(wrong)
        try:
            if fence.kind in MARKDOWN:
                return MARKDOWN[fence.kind](self.conversion, fence)
            return [margin + self.md.htmlStash.store(str(HTML[fence.kind](self.conversion.project, path, fence)))]
        except LockstepError:
            raise
        except Exception as error:
            if self.conversion.build:  # the other fences and pages have their say
                raise LockstepError([failure(path, fence.line, error)]) from error
            error.add_note(f"{path}:{fence.line}: in this {fence.kind} fence.")
            raise


def _never_closed(conversion: Conversion) -> Iterator[Problem]:
    """Fences that are open to the end of the page, so that they hide the text below."""
    for fence in conversion.page.fences:
        if not fence.closed:
            yield Problem(conversion.path, fence.line, "this fence is never closed.", "End it with the same fence.")


def _options(path: str, fence: Fence) -> list[Problem]:
    what = f"a {fence.kind} fence takes nothing behind its name."
    return [Problem(path, fence.line, what, "Write options below it, one a line.")] if fence.info != fence.kind else []


class Anchors(TreePart):
    """Adds empty links with the ids of runs, figures and the like, because the builder does not read our HTML."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        for html in self.md.htmlStash.rawHtmlBlocks:
            if isinstance(html, str) and (match := _OUR_ID.match(html)):
                ET.SubElement(root, "a", {"id": match[1], "class": _FOR_BUILDERS})


class NoAnchors(TreePart):
    """Removes the links that `Anchors` added."""

    def run(self, root: ET.Element) -> None:
        """Change the tree of a page."""
        for element in root.findall(f"a[@class='{_FOR_BUILDERS}']"):
            root.remove(element)
