"""What pymdownx.superfences calls for a fence: a function of its source, made to stop the build at bad input.

Superfences prints a block as plain text on any exception but its own, and a page with a hole would be published.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from pymdownx.superfences import SuperFencesException

from lockstep.question.yaml_lines import Found


def formatter(render: Callable[[str], str]) -> Callable[..., str]:
    """Make a formatter of a function that renders the source of a fence; its name is that of the fence."""

    @functools.wraps(render)
    def formatted(source: str, language: str, css_class: str, options: dict, md: Any, **_: Any) -> str:
        try:
            return render(source)
        except SuperFencesException:
            raise
        except Exception as error:
            first = source.partition("\n")[0]
            raise SuperFencesException(f"{render.__name__} fence {first!r}: {error!r}") from error

    return formatted


def refuse(found: list[Found], kind: str = "") -> None:
    """Stop the build where something is wrong with a fence.

    Raises:
        SuperFencesException: it says all that is in `found`.
    """
    if found:
        head = f"{kind}: " if kind else ""
        raise SuperFencesException("; ".join(f"{head}{what} {todo}" for _, what, todo in found))
