"""The sheets on paper: opened as a reader's program does, and measured."""

from __future__ import annotations

import functools
import io
import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import NamedTuple

import pytest
from browsing import needs_chromium
from due import due
from pypdf import PageObject, PdfReader
from sandbox import ROOT

from lockstep.markdown import modes
from lockstep.paper import sheet as leaf
from lockstep.paper import typst
from lockstep.paper.clean_html import clean_page
from lockstep.problem import LockstepError
from lockstep.project import Project

PROJECT = Project(ROOT)
NAMES = [f"pdf/{topic}{end}.pdf" for topic in modes.topics(PROJECT) for end in leaf.ENDS]
DUE = due(NAMES, 3)
PRINTABLE = 12  # points from the edge that any printer reaches
STACK = "(most recent call first):"  # the first line of the stack of a rank that hangs
LEAST, LEAST_OF_CODE, LEAST_OF_FACTS = 8, 7.5, 6.5  # points
WIDE, SIDE, GUTTER = 792, 18.43, 9.92  # what is set, its sides, and between its columns, in points


class Piece(NamedTuple):
    """A text as it stands on a page: where it begins and ends, and how large it is, in points."""

    text: str
    x: float
    end: float
    y: float
    size: float
    font: str


@pytest.fixture(scope="module")
def made(site) -> dict[str, bytes]:
    """A third of the leaves, another one each day."""
    return {name: cut(site, name) for name in DUE}


def cut(site: Path, name: str) -> bytes:
    return typst.on_both_papers(leaf.fitted(leaf.sheet(site, topic(name)))[0])["-letter" in name]


@pytest.fixture(params=DUE)
def name(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def opened(made) -> dict[str, PdfReader]:
    return {name: PdfReader(io.BytesIO(pdf)) for name, pdf in made.items()}


@pytest.fixture
def pdf(opened, name) -> PdfReader:
    return opened[name]


@pytest.fixture
def sheet(site, name) -> ET.Element:
    """The page that a leaf is made from, without the tools that a leaf has no room for."""
    page = clean_page(site, topic(name) + "/")
    leaf._leave_out_tools(page)
    return page


def test_a_decision_tree_is_left_out_with_its_heading():
    text = "<h2>A</h2><p>a</p><h2>Find your case</h2><p>b</p><div class='decide'><ul/></div><p>c</p><h2>Next</h2>"
    page = ET.fromstring(f"<section>{text}</section>")
    leaf._leave_out_tools(page)
    assert [part.text for part in page] == ["A", "a", "c", "Next"]


def topic(name: str) -> str:
    return name.removeprefix("pdf/").removesuffix(".pdf").removesuffix("-letter")


def dense(text: str) -> str:
    """Without white space, which stands elsewhere where a line is broken."""
    return re.sub(r"\s+", "", text)


def words(element: ET.Element) -> str:
    return "".join(element.itertext())


@functools.cache
def printed(pdf: PdfReader) -> str:
    return dense("".join(page.extract_text() for page in pdf.pages))


def pieces(page: PageObject) -> list[Piece]:
    found = []

    def visit(text: str, matrix: list[float], _: list[float], font: dict, size: float) -> None:
        if text.strip():
            name = font["/BaseFont"].partition("+")[2]
            width = 0.6 * size * len(text.rstrip()) if "Mono" in name else 0
            found.append(Piece(text.strip(), matrix[4], matrix[4] + matrix[0] * width, matrix[5], size, name))

    page.extract_text(visitor_text=visit)
    return found


def test_all_topics_have_their_leaves(monkeypatch):
    monkeypatch.setattr(leaf, "sheet", lambda site, topic: ET.Element("article"))
    monkeypatch.setattr(leaf, "fitted", lambda content: (b"both", 2))
    monkeypatch.setattr(leaf, "on_both_papers", lambda pdf: (b"A4 of " + pdf, b"Letter of " + pdf))
    made = dict(leaf.leaves(ROOT, PROJECT))
    assert sorted(made) == sorted(NAMES)
    assert all(pdf == (b"Letter of both" if "-letter" in name else b"A4 of both") for name, pdf in made.items())


def test_a_leaf_is_two_pages_of_its_paper(pdf, name):
    across = (792, 612) if "-letter" in name else (841.89, 595.28)
    assert [(page.mediabox.width, page.mediabox.height) for page in pdf.pages] == [pytest.approx(across, abs=0.1)] * 2


def test_a_leaf_is_small(made, name):
    assert len(made[name]) < 500_000


def test_a_leaf_is_tagged_and_says_what_it_is(pdf, sheet):
    root = pdf.trailer["/Root"]
    title = next(words(one) for one in sheet if one.tag == "h1")
    assert pdf.metadata.title == f"{title}, a sheet of Lockstep"
    assert root["/Lang"] == "en"
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert b"<pdfuaid:part>1<" in root["/Metadata"].get_data()


def test_its_fonts_are_in_it(pdf):
    fonts = {id(font): font for page in pdf.pages for font in page["/Resources"]["/Font"].values()}
    assert fonts
    for font in fonts.values():
        inner = font.get_object()["/DescendantFonts"][0].get_object()
        assert "IBMPlex" in inner["/BaseFont"]
        assert {"/FontFile2", "/FontFile3"} & set(inner["/FontDescriptor"].get_object())


def test_all_text_is_large_enough(pdf):
    body = []
    for one in (piece for page in pdf.pages for piece in pieces(page)):
        assert one.size >= (LEAST_OF_CODE if "Mono" in one.font else LEAST_OF_FACTS) - 0.01, one
        body += [one.size] * len(one.text) if one.font == "IBMPlexSans" else []
    assert sorted(body)[len(body) // 2] >= LEAST


def test_all_text_stands_on_its_page_and_in_its_column(pdf):
    """Code alone can run off a column: it has no hyphens. Its letters are all 0.6 of their size wide."""
    for page in pdf.pages:
        left, low, right, high = map(float, page.mediabox)
        column = (WIDE - 2 * SIDE + GUTTER) / 3  # with the gap beside it
        for one in pieces(page):
            assert left + PRINTABLE <= one.x <= right - PRINTABLE, one
            assert low + PRINTABLE <= one.y <= high - PRINTABLE, one
            is_spanning = one.size > 9.3 or one.x < one.end - column  # the one thing to know
            place = min(2, int((one.x - SIDE + 1) / column))
            assert is_spanning or one.end <= SIDE + (place + 1) * column - GUTTER + 0.5, one


def test_the_lines_that_a_sheet_marks_are_there(pdf, sheet):
    text = printed(pdf)
    marked = 0
    for run in sheet.findall(".//figure[@class='run']"):
        code = run.find("pre[@class='code']")
        if code is None:
            continue  # shows its output alone
        if run.find(".//div[@class='output']") is None:
            continue  # awaits a run, and shows its claim alone
        if is_named(pdf, run):
            continue
        lines = words(code).split("\n")
        for number in code.get("data-mark", "").split():
            assert dense(lines[int(number) - 1]) in text
            marked += 1
    assert marked


def is_named(pdf: PdfReader, run: ET.Element) -> bool:
    """Whether a run stands on a leaf by its title alone."""
    return dense(words(run.find("figcaption")) + "On the page.") in printed(pdf)


def test_only_the_last_runs_stand_there_by_their_titles(pdf, sheet):
    named = [is_named(pdf, run) for run in sheet.findall("figure[@class='run']")]
    assert named == sorted(named)
    assert sum(named) <= leaf.NAMED
    assert len(named) - sum(named) >= 3


def test_what_was_printed_is_there(pdf, sheet):
    text = printed(pdf)
    for run in sheet.findall(".//figure[@class='run']"):
        assert dense(words(run.find("figcaption"))) in text
        if is_named(pdf, run):
            continue
        for said in run.findall(".//pre[@class='said']"):
            lines = words(said).split("\n")
            if any(line.endswith(STACK) for line in lines):
                assert dense(lines[-1]) not in text  # where it waits stands below
                continue
            assert dense(lines[-1] if len(words(said)) < 320 else lines[0].removeprefix("Traceback")) in text or (
                lines[0].startswith("Traceback") and dense(error_of(lines)) in text
            )


def error_of(lines: list[str]) -> str:
    return next(line for line in lines[1:] if not line.startswith(" "))


def test_tables_drawing_and_pitfalls_are_there(pdf, sheet, site, name):
    text = printed(pdf)
    for part in (part for cell in sheet.iter("td") for part in cell.itertext()):  # a link says behind it where it leads
        assert dense(part) in text
    drawing = clean_page(site, f"{topic(name)}/visual/").find("figure[@class='drawing']")
    assert dense(words(drawing.findall("ol/li")[int(drawing.get("data-still")) - 1])) in text
    for head in sheet.findall("h2")[:-1]:
        assert dense(words(head)) in text


def test_there_are_questions_and_each_has_its_answer(pdf, site, name):
    text = printed(pdf)
    content = leaf.sheet(site, topic(name))
    asked = [
        one for one in content.findall("div[@class='question']") if dense(words(one.find("div[@class='ask']"))) in text
    ]
    assert len(asked) >= 3
    answers = text.partition("Checkyourself")[2].partition("Answers")[2]
    for number, one in enumerate(asked, 1):
        rights = [at for at, why in enumerate(one.findall(".//ol[@class='whys']/li")) if "data-right" in why.attrib]
        back = one.find(".//div[@class='back']")
        if rights:
            assert f"{number}" + ",".join("ABCDEFGH"[at] for at in rights) in answers
        elif back is not None:
            assert f"{number}{dense(words(back))}" in answers


def test_the_same_pages_make_the_same_bytes(made, site):
    name = DUE[0]
    assert cut(site, name) == made[name]


@pytest.mark.parametrize("fits", [0, 1, 2, 3, 5, 12, 99])
def test_the_first_try_that_fits_is_found(monkeypatch, fits):
    tries = list(leaf._TRIES)
    tried = []

    def two_pages_from_there_on(content, *one):
        tried.append(tries.index(one))
        return b"%d" % tried[-1], 2 if tried[-1] >= fits else 3

    monkeypatch.setattr(leaf, "_set", two_pages_from_there_on)
    found = leaf.fitted(ET.Element("section"))
    assert found == ((b"%d" % fits, 2) if fits < len(tries) else (b"%d" % (len(tries) - 1), 3))
    assert tried[0] == 0
    assert len(tried) == len(set(tried)) <= 8


def test_a_sheet_that_is_too_long_is_named(site, monkeypatch):
    def longer(site: Path, topic: str) -> ET.Element:
        content = real(site, topic)
        content[3:3] = content.findall("figure[@class='run']")[1:6] * (topic == "ddp")
        return content

    real = leaf.sheet
    monkeypatch.setattr(leaf, "sheet", longer)
    monkeypatch.setattr(modes, "topics", lambda project: ["ddp", "scaling"])
    with pytest.raises(LockstepError) as caught:
        list(leaf.leaves(site, PROJECT))
    assert str(caught.value).split("\n") == [
        "docs/ddp/index.md:1: the sheet takes 3 pages of paper. Shorten it, or move a part to deep.md.",
    ]


def test_links_stand_on_the_pages_of_topics_when_the_leaves_do(site, tmp_path):
    for name in modes.topics(PROJECT):
        (tmp_path / name).mkdir()
        shutil.copy(site / name / "index.html", tmp_path / name)
    pages = sorted(tmp_path.glob("*/index.html"))
    assert not any("/pdf/" in page.read_text("utf-8") for page in pages)
    leaf.link(tmp_path, PROJECT)
    leaf.link(tmp_path, PROJECT)
    linked = [link for page in pages for link in re.findall(r'href="\.\./(pdf/[^"]+)"', page.read_text("utf-8"))]
    assert sorted(linked) == sorted(NAMES)
    before, after = (ET.tostring(clean_page(folder, f"{topic(NAMES[0])}/")) for folder in (site, tmp_path))
    assert before == after  # a link is nothing for paper


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("topic", due(modes.topics(PROJECT), 3))
def test_a_browser_prints_a_sheet_on_four_pages_with_the_answers_at_the_end(visit, topic):
    page = visit(f"{topic}/")
    for paper in ("A4", "Letter"):
        pages = PdfReader(io.BytesIO(page.pdf(format=paper))).pages
        assert len(pages) <= 4
    text = dense("".join(one.extract_text() for one in pages))
    answers = dense(page.locator(".ls-answers").text_content())
    assert answers in text
    assert answers[:9] in dense(pages[-1].extract_text())
    assert not page.locator(".ls-answers").is_visible()


@needs_chromium
@pytest.mark.browser
@pytest.mark.parametrize("mode", ["recall", "challenge"])
def test_the_answers_of_a_page_of_questions_are_at_its_end_on_paper_alone(visit, mode):
    page = visit(f"ddp/{mode}/")
    pages = PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    last = page.locator("ol.ls-answers > li").last.text_content()
    assert dense(last)[:20] in dense(pages[-1].extract_text())
    assert not page.locator(".ls-answers").is_visible()
    page.emulate_media(media="print")
    assert page.locator(".ls-answers").is_visible()
    assert page.locator(".ls-q details:visible").count() == 0


@needs_chromium
@pytest.mark.browser
def test_a_page_printed_by_a_browser_shows_what_is_folded(visit):
    page = visit("ddp/project/", scheme="dark")
    solution = page.locator("details:not([class])").first.locator("pre").first
    assert not solution.is_visible()
    page.emulate_media(media="print")
    assert solution.is_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != "rgb(20, 27, 32)"
    assert not any(
        page.locator(one).first.is_visible() for one in (".md-header", ".md-footer", ".md-sidebar", "ls-modes")
    )
