"""Lockstep: documentation whose every output was printed by the code beside it.

Read in this order: a `snippet` is one runnable claim; a `run` is what an engine (`warm` or `cold`) made it do; a
`judge` decides whether the claim is proved; a `record` keeps what it printed; a `page` shows it through a `fence`;
`verify` looks at all of them at once. A topic has nine pages, its `modes`; on them stand questions (`quiz`), drawings
(`figure`, `svg`), formulas to put numbers into (`calculator`), and cells that are run (`notebook`). A mistake
that people meet is an `entry` of the index of `errors`; `explain` finds it among the
clues of a `log`. Several machines record a `shard` each, and `collect` brings the records together; workflows call
`forge` for pull requests and issues, and `drift` for what another torch changes.
"""

from __future__ import annotations

from typing import Any


def makeExtension(**options: Any) -> Any:
    """The extension of Python-Markdown; its libraries load where Markdown asks for it, not on a bare machine."""
    from lockstep.markdown.extension import LockstepExtension

    return LockstepExtension(**options)
