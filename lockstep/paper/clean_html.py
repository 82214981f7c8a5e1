"""A built page as clean HTML for paper: without controls and folds, each element with a class that says what it is.

It is read from the built site, so it shows what a reader of the site sees, whichever builder made it. An id is the
address of the page followed by the fragment: `ddp/deep/` is a page, `ddp/deep/buckets` a heading on it. Links between
pages lead to such ids.

- `section.page`: `data-mode` if it is one of the nine modes of a topic.
- `figure.run`: `figcaption`, `pre.code`, `pre.command`, `div.output`, `p.where`.
- `div.output`: a `div.rank` (`data-ranks`) for all ranks that printed the same, with `p.who` and `pre.said` or
  `p.quiet`; or `p.end`. `data-named`: each line contains its rank.
- `pre.code`: `data-lang`, and in `data-mark` the numbers of its marked lines. `pre.printed`: the output of a cell.
  `pre.log`: a terminal, with `b.rank` (`data-ranks`) in it.
- `div.question`: `data-kind`, `data-level`, `data-unit`; `div.ask`, `ol.options`, `div.hints`, `div.answer`.
- `figure.drawing`: an `img.step` (`alt`, `data-svg`) for each step, `ol` of their texts, `figcaption`; `data-still`.
- `div.calculator`: `p.title`, `ul.formulas`, `table`, `p.why`, `p.source`. The launch command: `p.title`, `table`.
  The planner: `table`. The schedule player: `p.title`, `table`.
- `div.decide`: the nested `ul` of a decision tree.
- `div.error`, the head of a page of an error: `p.facts`, `dl`, `p.other`, `div.output`, `p.where` (a `span` for each).
- `math`: its plain text, and in `data-maths` the notation of Typst.
- `div.note`, `div.fold`: an admonition, an opened fold: `p.title`, then blocks.
"""

from __future__ import annotations

import posixpath
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lockstep.markdown import folds
from lockstep.paper import markup, maths, svg_still
from lockstep.record import origin

_DROPPED = {"script", "style", "fieldset", "form", "nav", "input", "wbr"}
_DROPPED |= {
    "headerlink",
    "ls-screen",
    "ls-modes",
    "ls-veil-all",
    "ls-progress",
    "ls-review",
    "ls-mixed",
    "ls-explain",
    "ls-check",
    "tabbed-labels",  # the line below each output says where it ran
}
_DROPPED |= {"ls-q-head", "ls-chips", "ls-more", "ls-answers", "ls-code-at"}
_UNWRAPPED = {"abbr", "time", "i", "small", "label"}  # on paper only their text is kept
_BOXES = ("div", "span")
# The prefix of our classes; the rest is the class on paper.
_PREFIX = re.compile(r"ls-(?:q-|calc-|launch-|schedule-|error-)?(.+)")
_RENAMED = {"ls-q": "question", "ls-out": "output", "admonition": "note", "admonition-title": "title"}
_ELEMENTS = {name: f"div.{name[3:]}" for name in ("ls-question", "ls-calculator", "ls-challenge", "ls-decide")}
_ELEMENTS |= dict.fromkeys(("ls-launch", "ls-planner", "ls-schedule"), "div.calculator")  # boxes with a table too
_INSIDE = {
    "ls-said",
    "ls-q-code",
    "ls-q-output",
    "ls-q-diff",
    "ls-q-log",
    "ls-beside",
    "ls-led",
    "ls-alone",
    "ls-before",
    "ls-shown",
    "ls-after",
    "ls-tall",
    "ls-twice",
    "ls-changes",
    "ls-first",
    "ls-glance",
    "ls-filter",
    "ls-pair",
    "ls-chapter",
}  # boxes of which only the content is kept
_KEPT = {f"data-{name}" for name in ("kind", "level", "unit", "right", "place", "seconds", "attempts", "badge")}
# Whole files and traces, a third of all tags: nobody steps through a program on paper, and the command names the file.
_FOR_SCREENS = re.compile(r'<details class="ls-(?:file|trace)".*?</details>', re.S)
_PYTHON = {"k", "kn", "nb", "s2", "mi", "ow", "c1", "hll"}  # classes of Pygments for tokens of Python


def clean_page(site: Path, address: str) -> ET.Element:
    """Read a page of a built site. `address` is its folder, such as `ddp/deep/`; `./` is the home page.

    Raises:
        OSError: there is no such page.
        ValueError: its article is not well-formed.
    """
    text = (site / address / "index.html").read_text("utf-8")
    start, end = text.index("<article"), text.index("</article>") + len("</article>")
    article = markup.parse(_FOR_SCREENS.sub("", text[start:end]))
    page = ET.Element("section", {"class": "page", "id": address})
    current = next((link for link in article.iter("a") if link.get("aria-current") == "page"), None)
    if current is not None:
        page.set("data-mode", markup.text(current))
    _Cleaner(address).inside(article, page)
    markup.tidy(page)
    return page


class _Cleaner:
    """Copies the elements that paper shows. Links and ids are relative to `address`, the address of the page."""

    def __init__(self, address: str) -> None:
        self.address = address

    def inside(self, source: ET.Element, target: ET.Element) -> None:
        """Copy the content of an element into another."""
        markup.append_text(target, source.text)
        for child in source:
            self.copy(child, target)
            markup.append_text(target, child.tail)

    def copy(self, source: ET.Element, target: ET.Element) -> None:
        """Copy an element with its content into another."""
        names = source.get("class", "").split()
        if source.tag in _DROPPED or _DROPPED & set(names):
            return
        special = next((name for name in (*names, source.tag) if name in _SPECIAL), None)
        if special:
            _SPECIAL[special](self, source, target)
        elif (
            source.tag in _UNWRAPPED or _INSIDE & {source.tag, *names} or (source.tag in _BOXES and not _class(source))
        ):
            self.inside(source, target)
        else:
            self.inside(source, self.add(source, target))

    def add(self, source: ET.Element, target: ET.Element, named: str = "") -> ET.Element:
        """Add the empty element that stands for another on paper, with its tag, class and id."""
        tag, _, name = (named or _ELEMENTS.get(source.tag, f"{source.tag}.{_class(source)}")).partition(".")
        element = ET.SubElement(target, tag, {"class": name} if name else {})
        if "id" in source.attrib:
            element.set("id", self.address + source.attrib["id"])
        if "ls-named" in source.get("class", ""):
            element.set("data-named", "")
        element.attrib.update({name: value for name, value in source.attrib.items() if name in _KEPT})
        return element

    def link(self, source: ET.Element, target: ET.Element) -> None:
        href = resolve(self.address, source.get("href", ""))
        element = self.add(source, target) if href else target
        if href:
            element.set("href", href)
        self.inside(source, element)

    def details(self, source: ET.Element, target: ET.Element) -> None:
        summary = source[0]
        if source.get("class") == folds.CLASS:
            self.fold(source, target)
            return
        if "ls-ran" in source.get("class", "").split():
            element = target
        elif "ls-what-if" in source.get("class", "").split():
            element = self.add(source, target, "p.where")
            element.set("data-what-if", "")
            markup.append_text(element, f"{markup.text(summary)}: ")
            self.inside(source[1], element)
            return
        elif source.get("class") in ("ls-calc-cases", "ls-launch-cases", "ls-plan-cases", "ls-schedule-cases"):
            element = target
        elif source.get("class"):
            element = self.add(source, target, f"div.{_class(source)}")  # hints and answer of a question
        else:
            element = self.add(source, target, "div.fold")
            self.inside(summary, self.add(summary, element, "p.title"))
        for child in source[1:]:
            self.copy(child, element)

    def fold(self, source: ET.Element, target: ET.Element) -> None:
        """Copy a section as it stood before it was folded."""
        for child in source[0]:
            if child.get("class") == folds.LEAD:
                child.tag = "p"
                del child.attrib["class"]
            self.copy(child, target)
        for child in source[1:]:
            self.copy(child, target)

    def code(self, source: ET.Element, target: ET.Element) -> None:
        """Copy a block of code: its text, its language, its marked lines."""
        names = source.get("class", "").split()
        named = "command" if "ls-command" in names else "printed" if "ls-printed" in names else "code"
        element = self.add(source, target, f"pre.{named}")
        pre = next(source.iter("pre"))
        element.text = markup.text(pre).rstrip("\n")
        tokens = {name for part in pre.iter("span") for name in part.get("class", "").split()}
        if tokens & {"gd", "gi"}:
            element.set("data-lang", "diff")
        elif tokens & _PYTHON:
            element.set("data-lang", "python")
        marked = _marked(pre)
        if marked:
            element.set("data-mark", " ".join(map(str, marked)))

    def rank(self, source: ET.Element, target: ET.Element) -> None:
        element = self.add(source, target, "div.rank")
        colours = [name[4:] for part in source.iter("i") for name in part.get("class", "").split()]
        element.set("data-ranks", " ".join(colours))
        for child in source:
            if child.get("class") == "ls-who":
                self.inside(child, self.add(child, element, "p.who"))
            else:
                self.copy(child, element)

    def printed(self, source: ET.Element, target: ET.Element) -> None:
        """Copy the output of a rank or of a whole terminal."""
        inner = next(source.iter("samp"), source)
        element = self.add(source, target, "pre.said")
        markup.append_text(element, inner.text)
        for part in inner:
            if part.tag == "b" and part.get("class", "").startswith("ls-c"):
                element.set("class", "log")
                ET.SubElement(element, "b", {"class": "rank", "data-ranks": part.attrib["class"][4:]}).text = part.text
            else:
                markup.append_text(element, markup.text(part))
            markup.append_text(element, part.tail)

    def drawing(self, source: ET.Element, target: ET.Element) -> None:
        element = self.add(source, target, "figure.drawing")
        svg = next(source.iter("svg"))
        element.set("data-still", svg.get("data-still", ""))
        texts = next(source.iter("ol"))
        only = int(svg.get("data-still", "1")) if len(texts) == 1 else 1  # it may be any step of its drawing
        for number, text in enumerate(texts, only):
            alt = markup.text(text) if len(texts) == 1 else f"Step {number} of {len(texts)}: {markup.text(text)}"
            if number == int(svg.get("data-still", "0")):
                alt += " " + svg.get("aria-label", "")
            ET.SubElement(element, "img", {"class": "step", "alt": alt, "data-svg": svg_still.step(svg, number)})
        caption = next(source.iter("figcaption"))
        for part in caption.findall("span"):
            part.text = ""  # says which step is shown; paper shows all steps
        for part in (texts, caption):
            self.copy(part, element)

    def facts(self, source: ET.Element, target: ET.Element) -> None:
        """Copy a line of facts, a `span` each. What holds for every run of a CPU is left out, for room."""
        element = self.add(source, target)
        markup.append_text(element, source.text)
        for part in source:
            links_to_file = part.tag == "a" or part.find("a") is not None
            if not links_to_file and markup.text(part) != origin.AGAIN:
                ET.SubElement(element, "span").text = markup.text(part)

    def maths(self, source: ET.Element, target: ET.Element) -> None:
        """Copy a formula: its plain text, and the notation of Typst for it."""
        shown, plain = source[0]
        element = self.add(source, target)
        formula = maths.from_math_ml(shown)
        element.set("data-maths", f"display({formula})" if source.get("display") else formula)
        element.text = plain.text

    def cell(self, source: ET.Element, target: ET.Element) -> None:
        element = self.add(source, target)
        if source.get("align") == "right":
            element.set("class", "number")
        self.inside(source, element)


_SPECIAL = {
    "a": _Cleaner.link,
    "details": _Cleaner.details,
    "highlight": _Cleaner.code,
    "ls-rank": _Cleaner.rank,
    "pre": _Cleaner.printed,
    "ls-figure": _Cleaner.drawing,
    "ls-facts": _Cleaner.facts,
    "ls-error-facts": _Cleaner.facts,
    "ls-where": _Cleaner.facts,
    "math": _Cleaner.maths,
    "td": _Cleaner.cell,
    "th": _Cleaner.cell,
}


def resolve(address: str, href: str) -> str:
    """The target of a link: a web address, `#` with an id of the book, or nothing for a file of the site."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return href
    path = posixpath.normpath(posixpath.join(address, unquote(parts.path))) if parts.path else address.rstrip("/")
    path = "./" if path in (".", "") else path.removesuffix("/index.html") + "/"
    return f"#{path}{parts.fragment}" if "." not in path.strip("./") else ""


def drop_dead_links(tree: ET.Element) -> None:
    """Keep only the text of links whose id is not in the tree."""
    known = {f"#{element.get('id')}" for element in tree.iter()}
    for parent in list(tree.iter()):
        links = [link for link in parent.iterfind("a[@href]") if link.attrib["href"].startswith("#")]
        for link in links:
            if link.attrib["href"] not in known:
                link.tag = "span"
                del link.attrib["href"]


def _class(source: ET.Element) -> str:
    """The class of an element on paper, taken from the last of its classes that has one."""
    for name in reversed(source.get("class", "").split()):
        if name in _RENAMED:
            return _RENAMED[name]
        if name != "ls-named" and (match := _PREFIX.match(name)):
            return match[1]
    return ""


def _marked(pre: ET.Element) -> list[int]:
    """Numbers of the lines that are marked in a listing."""
    line, numbers = 1, []

    def walk(element: ET.Element) -> None:
        nonlocal line
        if element.get("class") == "hll":
            numbers.append(line)
        line += (element.text or "").count("\n")
        for child in element:
            walk(child)
            line += (child.tail or "").count("\n")

    walk(pre)
    return numbers
