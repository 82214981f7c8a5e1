"""The prose of a page: its blocks, their sentences and lines, and what is left out."""

from __future__ import annotations

import re

from lockstep.page import Page
from lockstep.rules import prose

NOTHING = re.compile(r"(?!)")
PAGE = """---
title: Page 1
---
# A page

First line,
second line. `x 2` and [a link](x.md#3).

- an item
- another

| a | b |
| --- | --- |
| 4 | 5 |

```text
6
```

## Next {#next-7}

1. Counted
"""


def texts(pattern: re.Pattern[str] = NOTHING) -> list[tuple[int, int, str]]:
    return [(block.line, block.section, " ".join(block.text.split())) for block in prose.blocks(Page(PAGE), pattern)]


def test_blocks_have_their_line_and_section():
    assert texts() == [
        (4, 0, "# A page"),
        (6, 0, "First line, second line. ••••• and [a link ."),
        (9, 0, "- an item"),
        (10, 0, "- another"),
        (12, 0, "| a | b |"),
        (13, 0, "| --- | --- |"),
        (14, 0, "| 4 | 5 |"),
        (20, 1, "## Next"),
        (22, 1, "Counted"),
    ]


def test_what_is_bound_is_left_out():
    assert (7, 0, "line. ••••• and [a link .") in texts(re.compile(r"First line,\nsecond"))


def test_sentences_have_their_line_and_a_row_has_cells():
    paragraph, row = (block for block in prose.blocks(Page(PAGE), NOTHING) if block.line in (6, 14))
    assert [(line, text.strip()[:11]) for line, text in paragraph.sentences()] == [
        (6, "First line,"),
        (7, "••••• and ["),
    ]
    assert row.head == "| a | b |"
    assert [text.strip() for _, text in row.sentences() if text.strip()] == ["4", "5"]
