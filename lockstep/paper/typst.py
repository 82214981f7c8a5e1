"""Clean HTML to a PDF that is tagged and the same, byte for byte, whenever the input is: Typst reads it as XML.

How each element looks is said in `press/kit.typ`, for the book and for a single sheet; a template imports it and lays
out what it is given. Typst's own check of PDF/UA-1 refuses an image without a text alternative.
"""

from __future__ import annotations

import datetime
import re
import shutil
import tempfile
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import typst

PRESS = Path(__file__).parent / "press"
PAPERS = ("a4", "us-letter")
_NO_LETTER = re.compile("([\U00010000-\U0010ffff])\ufe0f?")  # emoji: no font of text has them


def typeset(template: str, content: ET.Element, when: datetime.date, **inputs: str) -> bytes:
    """A PDF.

    Args:
        template: a file of lockstep/paper/press/, such as `book.typ`. It finds the content as `content.xml` beside it.
        content: what `lockstep.paper.clean_html` makes, or a tree of it.
        when: the date in the file; never today's, or the same input would give other bytes.
        inputs: what the template finds in `sys.inputs`, such as `paper`, one of PAPERS.

    Raises:
        ValueError: Typst refuses it; the message is Typst's, with the place.
    """
    with tempfile.TemporaryDirectory() as folder:
        for path in PRESS.glob("*.t*"):  # templates, and the colours of code
            shutil.copy(path, folder)
        Path(folder, "content.xml").write_text(_NO_LETTER.sub(_name, ET.tostring(content, "unicode")), "utf-8")
        try:
            return typst.compile(
                str(Path(folder, template)),
                root=folder,
                font_paths=[str(PRESS / "fonts")],
                ignore_system_fonts=True,
                format="pdf",
                sys_inputs=inputs,
                pdf_standards=["ua-1"],
                timestamp=datetime.datetime(when.year, when.month, when.day, tzinfo=datetime.UTC),
            )
        except typst.TypstError as error:
            raise ValueError(error.diagnostic) from error


def _name(match: re.Match[str]) -> str:
    return f"[{unicodedata.name(match[1], 'symbol').lower()}]"
