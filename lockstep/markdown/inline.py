"""Short texts of a block, as HTML: `code`, emphasis, no links. Pure.

A fence is rendered after the builder has checked the links of a page, so nothing would check a link in it.
"""

from __future__ import annotations

import functools
import json
import re
from typing import Any

from markdown import Markdown
from markupsafe import Markup

from lockstep.problem import BlockProblem

_MARKDOWN = Markdown()
_BLOCK = re.compile(r"^<p>|</p>$")


@functools.lru_cache(maxsize=4096)  # the cause of an entry stands on its page and in the index
def inline(text: str) -> Markup:
    """A text of one line as HTML, without a paragraph around it."""
    return Markup(_BLOCK.sub("", _MARKDOWN.reset().convert(re.sub(r"\s*\n\s*", " ", text.strip()))))


def escaped(text: str) -> str:
    """A text that Markdown leaves as it is, also in a table."""
    return re.sub(r"([*_\[\]<`|\\])", r"\\\1", text)


def no_links(texts: tuple[str, ...], line: int, problems: list[BlockProblem]) -> None:
    """Add a problem to `problems` where one of the texts holds a link."""
    if any("](" in text for text in texts):
        problems.append((line, "a text holds a link, which no builder checks here.", "Link below the fence."))


def json_script(kind: str, data: Any) -> Markup:
    """A script element that holds data. No text in them can end it: `<` is written as its escape."""
    text = json.dumps(data, ensure_ascii=False).replace("<", "\\u003c")
    return Markup('<script type="{}">{}</script>').format(kind, Markup(text))
