"""Lockstep: documentation whose every output was printed by the code beside it.

The packages, in the order in which to read them:

`snippet` reads one runnable claim, `engine` runs it on as many ranks as it asks for, and `record` judges the run and
keeps what it printed. `explain` finds the root cause in the log of a failed job. `page` and `project` read the Markdown
pages and say which snippets they show. `question` reads the questions of a page, `drawings` draws the figures, and
`markdown` is the extension of Python-Markdown that turns all of this into HTML. `site` finishes, checks and serves the
built site, and `paper` prints it as a book. `rules` checks the whole project, `ci` is called by the workflows, and
`cli` is the command line.
"""

from __future__ import annotations

from typing import Any


def makeExtension(**options: Any) -> Any:
    """The extension of Python-Markdown. It is imported here, because a bare GPU machine has no Markdown."""
    from lockstep.markdown.extension import LockstepExtension

    return LockstepExtension(**options)
