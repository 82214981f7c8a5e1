"""Lockstep: documentation whose every output was printed by the code beside it.

Read the packages in this order: a `snippet` is one runnable claim; an `engine` runs it; `record` judges the run, keeps
what it printed and tests its proof; `question` asks about it; `markdown` is the extension that shows runs, questions
and figures (`drawings`) on a page; `site` and `paper` are what a reader gets; `rules` looks at all of them at once.
`explain` finds a mistake of the error index in a log; `ci` is what the workflows call; `cli` is the command line.
"""

from __future__ import annotations

from typing import Any


def makeExtension(**options: Any) -> Any:
    """The extension of Python-Markdown; its libraries load where Markdown asks for it, not on a bare machine."""
    from lockstep.markdown.extension import LockstepExtension

    return LockstepExtension(**options)
