"""The book, opened as a reader's program opens it: outline, links, tags, questions, key, what stands where on the page."""

from __future__ import annotations

import hashlib
import io
import os
import re
import resource
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

import pypdf
import pytest
from browsing import needs_chromium
from due import DAY
from sandbox import ROOT

from lockstep.cli.command_line import main
from lockstep.markdown import modes, practice
from lockstep.paper import book, clean_html, markup, pdf, sheet
from lockstep.paper.typst import on_both_papers
from lockstep.paper.volumes import MOST_PAGES
from lockstep.problem import LockstepError
from lockstep.project import Project

PROJECT = Project(ROOT)
MM = 72 / 25.4
LETTER = 0.6  # width of a letter of the code's font over its size
CLOSE = (8.8 + 7) * MM  # to the edge of A4: 8.8 mm are cut off for US Letter, and printers leave 7 mm white


@dataclass
class Opened:
    """A PDF with what tests ask of it. `outside` are texts that leave the page's text area, `stray` signs of a line that goes
    on with no line beside them."""

    content: ET.Element
    data: bytes
    reader: pypdf.PdfReader
    pages: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)
    stray: list[str] = field(default_factory=list)

    def span(self, first: str, beyond: str) -> str:
        """The text between two chapters, without white space: words are broken anywhere."""
        places = {one.title: self.reader.get_destination_page_number(one) for one in chapters(self.reader)}
        return re.sub(r"\s", "", "".join(self.pages[places[first] : places[beyond]]))


def opened(content: ET.Element, data: bytes) -> Opened:
    found = Opened(content, data, pypdf.PdfReader(io.BytesIO(data)))
    for number, page in enumerate(found.reader.pages, 1):
        right, top = float(page.mediabox.width) - 18 * MM, float(page.mediabox.height)
        lines = list[tuple[bool, float, float]]()

        def look(text, cm, tm, font, size, number=number, right=right, top=top, lines=lines):
            if not text.strip() or not font:
                return
            x, y = tm[4] * cm[0] + tm[5] * cm[2] + cm[4], tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
            wide = len(text.rstrip()) * LETTER * size if "Mono" in font["/BaseFont"] else 0
            if x < 18 * MM - 1 or x + wide > right + 1 or not CLOSE < y < top - CLOSE:
                found.outside.append(f"page {number} at {x:.0f}, {y:.0f}: {text[:60]!r}")
            lines.append((text.strip() == "↳", x, y))

        found.pages.append(page.extract_text(visitor_text=look))
        for x, y in ((x, y) for sign, x, y in lines if sign):
            if not any(not sign and 0 < other - x < 30 and abs(beside - y) < 2 for sign, other, beside in lines):
                found.stray.append(f"page {number} at {x:.0f}, {y:.0f}")
    return found


@pytest.fixture(scope="module")
def volumes(site) -> list[ET.Element]:
    return book.volumes(site, PROJECT)


@pytest.fixture(scope="module")
def digest(volumes) -> str:
    """Of the whole content of the book, before anything is printed."""
    return hashlib.sha256(b"".join(map(ET.tostring, volumes))).hexdigest()


@pytest.fixture(scope="module")
def printed(volumes, digest) -> Opened:
    """A volume of the book on A4, another one each day."""
    content = volumes[DAY % len(volumes)]
    return opened(content, next(pdf.books([content]))[1])


def chapters(reader: pypdf.PdfReader) -> list[pypdf.generic.Destination]:
    return [one for one in reader.outline if not isinstance(one, list)]


def classed(tree: ET.Element, name: str) -> list[ET.Element]:
    return [one for one in tree.iter() if one.get("class") == name]


def piece(element: ET.Element) -> str:
    """What the page must hold in one piece: the head of its longest text between two elements, without white space.

    A formula is none: its fractions are set in two lines.
    """
    parts = [part for part in element.iter() if part.tag != "pre"]
    texts = [text for part in parts for text in (part.get("data-maths") is None and part.text, part.tail) if text]
    return max((re.sub(r"\s", "", text)[:60] for text in texts), key=len, default="")


def test_outline_is_that_of_the_chapters(printed):
    titles = [chapter.get("data-title") for chapter in printed.content.iter("chapter")]
    indexes = ["Index", "Index of errors"] if "Errors" in titles else ["Index"]
    assert [one.title for one in chapters(printed.reader)] == ["Contents", *titles, *indexes]
    outline = printed.reader.outline
    for topic in (one.get("data-title") for one in printed.content.iter("chapter") if one.get("data-kind") == "topic"):
        place = next(n for n, one in enumerate(outline) if not isinstance(one, list) and one.title == topic)
        assert [one.title for one in outline[place + 1] if not isinstance(one, list)] == list(modes.MODES)


def test_the_volumes_hold_all_chapters_and_each_can_be_bound(volumes, printed):
    topics = [practice.title(PROJECT, topic) for topic in modes.topics(PROJECT)]
    titles = [chapter.get("data-title") for volume in volumes for chapter in volume.iter("chapter")]
    own = [title for title in titles if title not in ("Hints", "Answers")]
    assert own == [*topics, "GPUs and clusters", "Errors", "Glossary", "Evidence in short"]
    assert len(printed.reader.pages) <= MOST_PAGES
    assert f"Volume {printed.content.get('data-volume')} of {len(volumes)}" in printed.pages[0]


def test_a_volume_is_typeset_in_little_memory(printed):
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    assert largest < 2e9  # bytes; the volume with the errors took 2.2e9 while each line of a log was measured


def test_links_lead_to_pages_of_the_book(printed):
    pages = {page.indirect_reference.idnum for page in printed.reader.pages}
    named, inside = printed.reader.named_destinations, 0
    for page in printed.reader.pages:
        for link in page.get("/Annots", []):
            target = link.get_object().get("/Dest")
            if target is None:
                assert str(link.get_object()["/A"]["/URI"]).startswith("https://")
                continue
            name = target.get_object()
            place = name[0].idnum if isinstance(name, list) else named[name].page.idnum
            assert place in pages
            inside += 1
    assert inside > 1000
    others = [one for one in printed.content.iter("a") if one.get("data-volume")]
    assert len(others) > 20
    text = re.sub(r"\s", "", "".join(printed.pages))
    assert all(f"→vol.{one.get('data-volume')}" in text for one in others)


def test_no_link_of_a_page_is_lost(site):
    folders = [path.parent.relative_to(site).as_posix() + "/" for path in site.rglob("index.html")]
    pages = [clean_html.clean_page(site, folder) for folder in folders]
    known = {f"#{one.get('id')}" for page in pages for one in page.iter()}
    links = {one.get("href", "") for page in pages for one in page.iter("a")}
    assert {link for link in links if link.startswith("#")} <= known


def test_book_is_tagged_and_says_its_language_and_title(printed):
    root = printed.reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"]
    assert root["/StructTreeRoot"]["/K"]
    assert root["/Lang"] == "en"
    assert root["/ViewerPreferences"]["/DisplayDocTitle"]
    assert printed.reader.metadata.title.startswith("Lockstep")
    assert b"pdfuaid:part" in root["/Metadata"].get_data()


def test_every_question_is_asked_once(printed):
    asked = classed(printed.content, "question")
    assert [one.get("data-number") for one in asked] == [str(number) for number in range(1, len(asked) + 1)]
    assert len({one.get("id") for one in asked}) == len(asked) > 10
    front = printed.span("Contents", "Hints")
    texts = [piece(one.find("div[@class='ask']")) for one in asked]
    assert [text for text in texts if text not in front] == []


def test_every_answer_is_in_the_key_and_nowhere_else(printed):
    keys = classed(printed.content, "key")
    asked = classed(printed.content, "question")
    assert [one.get("data-question") for one in keys] == [one.get("id") for one in asked]
    assert not [one for one in asked if classed(one, "answer") or classed(one, "whys") or classed(one, "hints")]
    back, front = printed.span("Answers", "Index"), printed.span("Contents", "Hints")
    whys = [piece(one) for whys in classed(printed.content, "whys") for one in whys]
    assert [why for why in whys if why not in back] == []
    told = re.sub(r"\s", "", "".join("".join(page.itertext()) for page in printed.content.iter("section")))
    assert [why for why in whys if len(why) == 60 and why in front and why not in told] == []


def test_a_question_and_its_answer_name_each_others_page(printed):
    first = classed(printed.content, "question")[0]
    places = [
        n
        for n, text in enumerate(printed.pages, 1)
        if piece(first.find("div[@class='ask']")) in re.sub(r"\s", "", text)
    ]
    answers = (
        printed.reader.get_destination_page_number(
            next(one for one in chapters(printed.reader) if one.title == "Answers")
        )
        + 1
    )
    assert re.search(rf"answer\s*→\s*{answers}\b", printed.pages[places[0] - 1])
    assert re.search(rf"\b1\s*→\s*{places[0]}\b", printed.pages[answers - 1])


def test_nothing_leaves_the_text_area(printed):
    assert printed.outside == []
    assert printed.stray == []


def test_a_line_that_is_too_long_for_one_of_two_columns_goes_on_behind_a_sign(printed):
    groups = printed.content.iter("group")  # of entries of errors, hints and answers: they stand in two columns
    ranks = [rank for group in groups for rank in classed(group, "rank")]
    said = [line.strip() for rank in ranks for one in classed(rank, "said") for line in markup.text(one).split("\n")]
    pages = "".join(printed.pages)
    long = {line for line in said if 64 <= len(line) <= 73}
    bare = [line for line in long if not re.search(r"↳\s*" + re.escape(line[:30]), pages)]
    assert long
    assert bare == []


def test_letter_is_cut_out_of_the_middle_of_each_page(printed):
    letter = pypdf.PdfReader(io.BytesIO(on_both_papers(printed.data)[1]))
    assert {tuple(map(float, page.mediabox)) for page in letter.pages} == {(-8.36, 24.94, 603.64, 816.94)}
    assert len(letter.pages) == len(printed.pages)
    assert letter.pages[20].extract_text() == printed.pages[20]


def test_what_happens_without_a_key_line_is_told_in_a_sentence(printed):
    told = re.findall(r"Without the key line: [^.]*", "".join(printed.pages))
    assert len(told) > 5
    assert [one for one in told if "·" in one] == []


def test_no_page_is_empty(printed):
    assert [
        n for n, text in enumerate(printed.pages, 1) if len(re.sub(r"records of.*|\W", "", text)) < 45
    ] == []  # its head and its foot have 33 letters


def test_index_holds_functions_and_terms(printed):
    index = re.sub(r"\s", "", "".join(printed.pages)).partition("Functions,arguments,flags")[2]
    terms = {re.sub(r"\s", "", one.get("data-index", "")) for one in printed.content.iter()} - {""}
    assert "all_reduce" in terms
    assert [term for term in terms if not re.search(rf"{re.escape(term)}\d", index)] == []
    if printed.content.find("chapter[@id='glossary/']") is not None:
        names = ("--nnodes", "Rendezvous", "singleprogram,multipledata", "SPMD")
        assert [name for name in names if not re.search(rf"{name}\d", index)] == []
    errors = [one.find("h1") for one in printed.content.iter("section") if one.find("div[@class='error']") is not None]
    assert [piece(one) for one in errors if piece(one) not in index] == []


def test_figures_say_what_they_show(printed):
    steps = classed(printed.content, "step")
    assert len(steps) > 10
    assert all(one.get("alt") for one in steps)
    assert {one.get("class") for one in printed.content.iter("figure")} == {"run", "drawing"}


def test_fonts_are_embedded_and_ours(printed):
    found = {}
    for page in printed.reader.pages:
        for font in page["/Resources"]["/Font"].values():
            one = font["/DescendantFonts"][0]
            found[one["/BaseFont"].partition("+")[2]] = bool({"/FontFile2", "/FontFile3"} & set(one["/FontDescriptor"]))
    assert all(found.values())
    others = {name for name in found if not name.startswith("IBMPlex")}
    assert all(name.startswith("NewCMMath") for name in others), (
        others
    )  # brackets and roots of formulas, which Plex has not


def test_book_is_small_enough(printed):
    assert len(printed.data) < 10_000_000


def test_nothing_of_the_web_is_left(printed):
    text = "\n".join(printed.pages)
    assert [
        word
        for word in (
            "Copy to clipboard",
            "Permanent link",
            "Whole file, with its proof",
            "Reveal",
            "Download",
            "in the review",
        )
        if word in text
    ] == []
    assert not [
        one for one in printed.content.iter() if one.tag.startswith("ls-") or one.tag in ("details", "button", "input")
    ]


AGAIN = """
import hashlib, sys
import xml.etree.ElementTree as ET
from pathlib import Path
from lockstep.paper import book, sheet
from lockstep.project import Project
site = Path(sys.argv[1])
volumes = book.volumes(site, Project(Path(".")))
content, leaf = b"".join(map(ET.tostring, volumes)), sheet.fitted(sheet.sheet(site, "ddp"))[0]
print(hashlib.sha256(content).hexdigest(), hashlib.sha256(leaf).hexdigest())
"""


def test_same_site_same_bytes(site, digest):
    """The whole content of the book, and a leaf as it is printed, in processes that put sets into different orders.

    Typst gets the content and nothing else. In one process it would remember what it has laid out.
    """
    seed = "1" if hash("lockstep") != int(ask("print(hash('lockstep'))", "1")) else "2"
    content, leaf = ask(AGAIN, seed, str(site)).split()
    here = sheet.fitted(sheet.sheet(site, "ddp"))[0]
    assert (content, leaf) == (digest, hashlib.sha256(here).hexdigest())


def ask(program: str, seed: str, *arguments: str) -> str:
    """What a program prints in a process of its own, which puts sets into the order of a seed."""
    command, environment = [sys.executable, "-c", program, *arguments], {**os.environ, "PYTHONHASHSEED": seed}
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout


@needs_chromium
@pytest.mark.browser
def test_options_of_a_challenge_are_seen_where_a_browser_prints_it(visit):
    page = visit("ddp/challenge/")
    options = [re.sub(r"\W", "", one) for one in page.locator(".ls-q-options > li").all_text_contents()]
    pages = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4"))).pages
    text = re.sub(r"\W", "", "".join(one.extract_text() for one in pages))
    assert len(options) > 8
    assert [option for option in options if option not in text] == []


# ---- parts, without a site -----------------------------------------------------------------------------------------


def test_what_typst_rejects_is_told_with_the_file(monkeypatch):
    volume = ET.Element("book", {"data-date": "2026-11-20", "data-volume": "1"})
    with pytest.raises(LockstepError, match=r"lockstep/paper/press/book\.typ: cannot be typeset: .+"):
        list(pdf.books([volume]))


def test_a_site_that_is_not_there_is_told(tmp_path, capsys):
    assert main(["pdf", str(tmp_path)]) == 2
    assert "is missing. Build the site: nox -s site" in capsys.readouterr().err


def test_every_page_leads_to_the_book(tmp_path):
    (tmp_path / "ddp").mkdir()
    page = tmp_path / "ddp/index.html"
    foot = '<div class="md-copyright__highlight">\n Text\n</div>'
    page.write_text(foot, "utf-8")
    home = tmp_path / "index.html"
    home.write_text(f'<span class="ls-take-book"></span>{foot}', "utf-8")
    for _ in range(2):
        pdf.link(tmp_path, {"batch-size/": 1, "ddp/": 2})
    papers = '<a href="{0}/lockstep-{1}.pdf">A4</a>, <a href="{0}/lockstep-{1}-letter.pdf">Letter</a>'
    volumes = f"volume 1 as {papers.format('.', 1)}; volume 2 as {papers.format('.', 2)}"
    assert f'<span class="ls-take-book">The book as PDFs: {volumes}. </span>' in home.read_text("utf-8")
    assert f"Text · <span>The book, volume 1: {papers.format('.', 1)}</span>\n</div>" in home.read_text("utf-8")
    assert f"Text · <span>The book, volume 2: {papers.format('..', 2)}</span>\n</div>" in page.read_text("utf-8")
