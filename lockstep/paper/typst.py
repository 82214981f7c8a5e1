"""Typeset clean HTML, which Typst reads as XML, into a tagged PDF. The same input always gives the same bytes.

`press/kit.typ` defines how each element looks, in the book and on a sheet; the templates import it. The check of
PDF/UA-1 in Typst rejects an image without a text alternative.
"""

from __future__ import annotations

import datetime
import io
import re
import shutil
import subprocess
import sys
import unicodedata
import xml.etree.ElementTree as ET
from pathlib import Path

import pikepdf
import typst

from lockstep.engine import scratch

PRESS = Path(__file__).parent / "press"
A4, LETTER = (595.28, 841.89), (612.0, 792.0)  # width and height in points
_NO_LETTER = re.compile("([\U00010000-\U0010ffff])\ufe0f?")  # emoji, which the fonts do not have


def typeset(template: str, content: ET.Element, when: datetime.date, **inputs: str) -> bytes:
    """Typeset a PDF.

    Args:
        template: a file in lockstep/paper/press/, such as `book.typ`. The content is `content.xml` beside it.
        content: a tree of elements of `lockstep.paper.clean_html`.
        when: the date in the file. It must not be that of today, or the same input would give other bytes.
        inputs: values for the template in `sys.inputs`, such as `body`.

    Raises:
        ValueError: Typst rejects the content; the message is that of Typst, with the place.
    """
    with scratch.folder() as folder:  # one that a killed process leaves is removed later
        for path in PRESS.glob("*.*"):  # templates, and how code is coloured
            shutil.copy(path, folder)
        Path(folder, "content.xml").write_text(_NO_LETTER.sub(_name, ET.tostring(content, "unicode")), "utf-8")
        try:
            return typst.compile(
                str(Path(folder, template)),
                root=str(folder),
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


def on_both_papers(pdf: bytes) -> tuple[bytes, bytes]:
    """The same pages in the middle of A4 and of US Letter, with objects in compressed streams, as PDF 1.5 allows.

    Typst, which takes most of the time, sets them once, so a page has its number on both. A4 is higher by 17.6 mm, and
    Letter wider by 6 mm: the margins of what is set leave both enough. Typst writes 40,000 objects of a book plainly.
    """
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return _centred(document, A4), _centred(document, LETTER)


def _centred(document: pikepdf.Pdf, paper: tuple[float, float]) -> bytes:
    """The document on a paper, which lies as its pages do: upright or across."""
    for page in document.pages:
        left, low, right, high = map(float, page.mediabox)
        wide, tall = sorted(paper, reverse=right - left > high - low)
        x, y = (left + right - wide) / 2, (low + high - tall) / 2
        page.mediabox = pikepdf.Array([round(one, 2) + 0.0 for one in (x, y, x + wide, y + tall)])
    return _saved(document)


def _saved(document: pikepdf.Pdf) -> bytes:
    out = io.BytesIO()
    document.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def typeset_apart(template: str, content: ET.Element, when: datetime.date, **inputs: str) -> tuple[bytes, bytes]:
    """The PDF of `typeset` on both papers, made by a process of its own: what Typst remembers of a volume ends with it.

    Raises:
        ValueError: Typst rejects the content; the message is that of Typst, with the place.
    """
    named = (f"{name}={value}" for name, value in inputs.items())
    done = subprocess.run(
        [sys.executable, "-m", "lockstep.paper.typst", template, when.isoformat(), *named],
        input=ET.tostring(content),
        capture_output=True,
        cwd=PRESS.parents[2],
        check=False,
    )
    if done.returncode:
        raise ValueError(done.stderr.decode("utf-8", "replace").strip())
    length, _, pdfs = done.stdout.partition(b"\n")
    return pdfs[: int(length)], pdfs[int(length) :]


def _main(template: str, when: str, *named: str) -> int:
    """Typeset the tree on standard input; what Typst rejects is told on standard error.

    On standard output stand the length of the PDF on A4, in a line, that PDF, and the one on Letter.
    """
    inputs = dict(one.split("=", 1) for one in named)
    content = ET.fromstring(sys.stdin.buffer.read())
    try:
        a4, letter = on_both_papers(typeset(template, content, datetime.date.fromisoformat(when), **inputs))
    except ValueError as error:
        sys.stderr.write(str(error))
        return 1
    sys.stdout.buffer.write(b"%d\n%b%b" % (len(a4), a4, letter))
    return 0


if __name__ == "__main__":
    sys.exit(_main(*sys.argv[1:]))
