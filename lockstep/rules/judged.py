"""What a rule was judging when it failed by a bug of its own: read from the variables of its frames."""

from __future__ import annotations

from collections.abc import Mapping
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from lockstep.page import Fence
from lockstep.question.question import Question
from lockstep.snippet.snippet import Snippet


class Judged(NamedTuple):
    """The place of what was judged, and the question, if it is one."""

    path: str
    line: int = 0
    question: Question | None = None


def judged(error: BaseException) -> Judged | None:
    """What the outermost frame that knows it was judging when an error arose; None where no frame knows."""
    places = (_in_frame(frame) for frame in _frames(error.__traceback__))
    return next((place for place in places if place), None)


def _frames(trace: TracebackType | None) -> list[FrameType]:
    frames = []
    while trace:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    return frames


def _in_frame(frame: FrameType) -> Judged | None:
    """A question, else a fence with its page, else a snippet, else a page."""
    names: Mapping[str, Any] = frame.f_locals
    known = [*names.values()]
    for question in known:
        if isinstance(question, Question):
            return Judged(question.path, question.line, question)
    path = names.get("path")
    for fence in known:
        if isinstance(fence, Fence) and isinstance(path, str):
            return Judged(path, fence.line)
    for snippet in known:
        if isinstance(snippet, Snippet):
            return Judged(snippet.path)
    return Judged(path) if isinstance(path, str) else None
