"""Typst: how code is coloured, what is refused, and the same pages on two papers, always in the same bytes."""

from __future__ import annotations

import datetime
import io
import shutil
import subprocess
import xml.etree.ElementTree as ET

import pypdf
import pytest
import typst
from sandbox import ROOT

from lockstep.paper.typst import A4, LETTER, PRESS, on_both_papers, typeset, typeset_apart

DAY = datetime.date(2026, 11, 20)

CODE = r'''
"""A docstring
of two lines."""
import torch  # as ever
x1 = f"a {rank + 1} {{b}} {len(x)}" + 'it\'s "#" in'
print(1e-3, 0x1F, 4_000, None, x.len(2), r"\d")
y = """long
string"""
'''
COLOURS = {(92, 104, 112): "comment", (28, 107, 51): "string", (163, 50, 11): "number", (29, 95, 168): "keyword"}


def test_code_is_coloured(tmp_path):
    for path in PRESS.glob("*.*"):
        shutil.copy(path, tmp_path)
    text = '#import "kit.typ": *\n#set page(width: 900pt)\n#listing(read("code.py").trim(), 9pt, 100pt, lang: "python")'
    (tmp_path / "page.typ").write_text(text, "utf-8")
    (tmp_path / "code.py").write_text(CODE, "utf-8")
    made = typst.compile(str(tmp_path / "page.typ"), font_paths=[str(PRESS / "fonts")], ignore_system_fonts=True)
    colour, found = "", dict[str, str]()

    def operand(name, values, cm, tm):
        nonlocal colour
        if name == b"scn":
            colour = COLOURS.get(tuple(round(float(value) * 255) for value in values), "")

    def look(text, cm, tm, font, size):
        if text.strip():
            found[colour] = f"{found.get(colour, '')}|{text.strip()}"

    pypdf.PdfReader(io.BytesIO(made)).pages[0].extract_text(visitor_operand_before=operand, visitor_text=look)
    assert found == {
        "comment": '|"""A docstring|of two lines."""|# as ever',
        "keyword": "|import|len|print|None",
        "string": r'''|f"a|{{b}}|"|'it\'s "#" in'|r"\d"|"""long|string"""''',
        "number": "|1|1e-3|0x1F|4_000|2",
        "": "|torch|x1 =|{rank +|}|{|(x)}|+|(|,|,|,|, x.len(|),|)|y =",
    }


@pytest.fixture
def press(tmp_path, monkeypatch):
    """A press with the template `a.typ`, which is written by a call."""
    monkeypatch.setattr("lockstep.paper.typst.PRESS", tmp_path)
    (tmp_path / "fonts").mkdir()
    return lambda text: (tmp_path / "a.typ").write_text(f'#set document(title: "A")\n{text}', "utf-8")


def read(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf))


def printed(pdf: bytes) -> str:
    return "\n".join(page.extract_text() for page in read(pdf).pages)


CONTENT = '#xml("content.xml").first().children.first()'


def test_a_template_gets_content_and_inputs_and_the_file_a_date(press):
    press(f'{CONTENT}\n#sys.inputs.body of #sys.inputs.at("all")')
    content = ET.fromstring("<p>a &lt; b é</p>")
    pdf = typeset("a.typ", content, DAY, body="7", all="9")
    assert printed(pdf).split() == ["a", "<", "b", "é", "7", "of", "9"]
    assert read(pdf).metadata.creation_date.date() == DAY
    assert typeset("a.typ", content, DAY, body="7", all="9") == pdf
    assert typeset("a.typ", content, DAY + datetime.timedelta(1), body="7", all="9") != pdf


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\U0001f525", "[fire]"),
        ("a\U0001f5a5\ufe0fb", "a[desktop computer]b"),
        ("\U000f0000", "[symbol]"),  # has no name
        ("→ ✓", "→ ✓"),
    ],
)
def test_signs_that_the_fonts_lack_are_words(press, text, shown):
    press(CONTENT)
    content = ET.Element("p")
    content.text = text
    assert printed(typeset("a.typ", content, DAY)) == shown


def test_what_typst_says_is_the_message(press):
    press("= Head\n#missing")
    with pytest.raises(ValueError, match=r"(?s)unknown variable: missing.*a\.typ:3"):
        typeset("a.typ", ET.Element("p"), DAY)


@pytest.mark.parametrize(("flipped", "turn"), [("false", 1), ("true", -1)])
def test_pages_stand_in_the_middle_of_both_papers_upright_or_across(press, flipped, turn):
    press(f'#set page("a5", flipped: {flipped})\nText')
    pdf = typeset("a.typ", ET.Element("p"), DAY)
    before = read(pdf).pages[0].mediabox
    for made, paper in zip(on_both_papers(pdf), (A4, LETTER), strict=True):
        box = read(made).pages[0].mediabox
        assert (float(box.width), float(box.height)) == pytest.approx(paper[::turn], abs=0.02)
        for low in (0, 1):
            middles = [float(one.lower_left[low] + one.upper_right[low]) / 2 for one in (before, box)]
            assert middles[0] == pytest.approx(middles[1], abs=0.02)


def test_a_figure_without_a_text_is_refused(press):
    svg = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    press(f'#image(bytes("{svg}"), format: "svg")')
    with pytest.raises(ValueError, match="missing alt text"):
        typeset("a.typ", ET.Element("p"), DAY)


def test_squeezed_is_the_same_document(press):
    press("= Head\n" + "#pagebreak()\ntext\n" * 60)
    plain = typeset("a.typ", ET.Element("p"), DAY)
    small = on_both_papers(plain)[0]
    before, after = (pypdf.PdfReader(io.BytesIO(one)) for one in (plain, small))
    assert len(small) < len(plain) * 0.7
    assert [page.extract_text() for page in after.pages] == [page.extract_text() for page in before.pages]
    for key in ("/Lang", "/MarkInfo"):
        assert after.trailer["/Root"][key] == before.trailer["/Root"][key]
    tags = [one.trailer["/Root"]["/StructTreeRoot"].get_object().keys() for one in (before, after)]
    assert tags[0] == tags[1]
    assert on_both_papers(plain)[0] == small


def test_a_process_of_its_own_hands_back_both_papers(press, tmp_path, monkeypatch):
    """Its template comes from the press of the package, which this process would not find beside it."""
    press(f'#sys.inputs.at("all"): {CONTENT}')
    content = ET.fromstring("<p>a é</p>")
    real = subprocess.run

    def elsewhere(command: list[str], **options) -> subprocess.CompletedProcess[bytes]:
        program = "import sys; from pathlib import Path; from lockstep.paper import typst\n"
        program += "typst.PRESS = Path(sys.argv[1])\nsys.exit(typst._main(*sys.argv[2:]))"
        assert command[1:3] == ["-m", "lockstep.paper.typst"]
        return real([command[0], "-c", program, str(tmp_path), *command[3:]], **options | {"cwd": ROOT})

    monkeypatch.setattr("subprocess.run", elsewhere)
    one = typeset("a.typ", content, DAY, all="x=y")
    assert typeset_apart("a.typ", content, DAY, all="x=y") == on_both_papers(one)
    with pytest.raises(ValueError, match='does not contain key "all"') as caught:
        typeset_apart("a.typ", content, DAY)
    assert str(caught.value) == str(caught.value).strip()
