"""A built page as clean HTML for paper: nothing to click, nothing folded, each element with a class that says what.

It is read from the built site, so it is what a reader sees, whichever builder made it. An id is the page's address with
the fragment: `ddp/deep/` is a page, `ddp/deep/buckets` a heading on it. Links between pages lead to such ids.

- `section.page`: `data-mode`, where it is one of a topic's nine.
- `figure.run`: `figcaption`, `pre.code`, `div.file` (the whole program, `data-name`), `pre.command`,
  `div.output`, `p.where`.
- `div.output`: a `div.rank` (`data-ranks`) for all ranks that printed the same, with `p.who` and `pre.said` or
  `p.quiet`; or `p.end`. `data-named`: each line says its rank itself.
- `pre.code`: `data-lang`, and in `data-mark` the numbers of its marked lines. `pre.printed`: what a cell printed.
  `pre.log`: a terminal, with `b.rank` (`data-ranks`) in it.
- `div.question`: `data-kind`, `data-level`, `data-unit`; `div.ask`, `ol.options`, `div.hints`, `div.answer`.
- `figure.drawing`: an `img.step` (`alt`, `data-svg`) for each step, `ol` of their texts, `figcaption`; `data-still`.
- `div.calculator`: `p.title`, `ul.formulas`, `table`, `p.why`, `p.source`.
- `div.error`, the head of an error's page: `p.facts`, `dl`, `p.other`, `div.output`, `p.where` (a `span` for each).
- `div.note`, `div.fold`: an admonition, an opened fold: `p.title`, then blocks.
"""

from __future__ import annotations

import posixpath
import re
import xml.etree.ElementTree as ET
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lockstep.paper import markup, svg_still

_DROPPED = {"script", "style", "fieldset", "form", "nav", "input", "wbr"}
_DROPPED |= {"headerlink", "ls-screen", "ls-modes", "ls-progress", "ls-review", "ls-explain", "ls-q-head", "ls-chips"}
_UNWRAPPED = {"abbr", "time", "i", "small", "label"}  # only their text counts on paper
_BOXES = ("div", "span")
_PREFIX = re.compile(r"ls-(?:q-|calc-|error-)?(.+)")  # of our classes; what is behind it is the class here
_RENAMED = {"ls-q": "question", "ls-out": "output", "admonition": "note", "admonition-title": "title"}
_ELEMENTS = {name: f"div.{name[3:]}" for name in ("ls-question", "ls-calculator", "ls-challenge")}
_INSIDE = {"ls-said", "ls-q-code", "ls-q-output", "ls-q-diff", "ls-q-log"}  # boxes of what counts
_KEPT = {f"data-{name}" for name in ("kind", "level", "unit", "right", "place", "seconds", "attempts", "badge")}
_PYTHON = {"k", "kn", "nb", "s2", "mi", "ow", "c1", "hll"}  # tokens that Pygments finds in Python


def flat(site: Path, address: str) -> ET.Element:
    """A page of a built site. `address` is its folder there: `ddp/deep/`, and `./` for the home page.

    Raises:
        OSError: there is no such page.
        ValueError: its article is not well-formed.
    """
    text = (site / address / "index.html").read_text("utf-8")
    start, end = text.index("<article"), text.index("</article>") + len("</article>")
    article = markup.parse(text[start:end])
    page = ET.Element("section", {"class": "page", "id": address})
    here = next((link for link in article.iter("a") if link.get("aria-current") == "page"), None)
    if here is not None:
        page.set("data-mode", markup.text(here))
    _Flattener(address).inside(article, page)
    markup.tidy(page)
    return page


class _Flattener:
    """Copies what paper shows. `address` is the page's, which its links and ids are relative to."""

    def __init__(self, address: str) -> None:
        self.address = address

    def inside(self, source: ET.Element, target: ET.Element) -> None:
        """The content of an element, into another."""
        markup.say(target, source.text)
        for child in source:
            self.element(child, target)
            markup.say(target, child.tail)

    def element(self, source: ET.Element, target: ET.Element) -> None:
        """An element and all in it."""
        names = source.get("class", "").split()
        if source.tag in _DROPPED or _DROPPED & set(names):
            return
        special = next((name for name in (*names, source.tag) if name in _SPECIAL), None)
        if special:
            _SPECIAL[special](self, source, target)
        elif source.tag in _UNWRAPPED or _INSIDE & set(names) or (source.tag in _BOXES and not _class(source)):
            self.inside(source, target)
        else:
            self.inside(source, self.add(source, target))

    def add(self, source: ET.Element, target: ET.Element, named: str = "") -> ET.Element:
        """An empty element for another: its tag, class and id on paper."""
        tag, _, name = (named or _ELEMENTS.get(source.tag, f"{source.tag}.{_class(source)}")).partition(".")
        made = ET.SubElement(target, tag, {"class": name} if name else {})
        if "id" in source.attrib:
            made.set("id", self.address + source.attrib["id"])
        if "ls-named" in source.get("class", ""):
            made.set("data-named", "")
        made.attrib.update({name: value for name, value in source.attrib.items() if name in _KEPT})
        return made

    def link(self, source: ET.Element, target: ET.Element) -> None:
        href = resolve(self.address, source.get("href", ""))
        made = self.add(source, target) if href else target
        if href:
            made.set("href", href)
        self.inside(source, made)

    def details(self, source: ET.Element, target: ET.Element) -> None:
        summary = source[0]
        if source.get("class") == "ls-file":
            made = self.add(source, target, "div.file")
            made.set("data-name", markup.text(summary[0]))
        elif source.get("class") == "ls-calc-cases":
            made = target
        elif source.get("class"):
            made = self.add(source, target, f"div.{_class(source)}")  # hints and answer of a question
        else:
            made = self.add(source, target, "div.fold")
            self.inside(summary, self.add(summary, made, "p.title"))
        for child in source[1:]:
            self.element(child, made)

    def code(self, source: ET.Element, target: ET.Element) -> None:
        """A block of code: its text, its language, its marked lines."""
        names = source.get("class", "").split()
        named = "command" if "ls-command" in names else "printed" if "ls-printed" in names else "code"
        made = self.add(source, target, f"pre.{named}")
        pre = next(source.iter("pre"))
        made.text = markup.text(pre).rstrip("\n")
        tokens = {name for part in pre.iter("span") for name in part.get("class", "").split()}
        if tokens & {"gd", "gi"}:
            made.set("data-lang", "diff")
        elif tokens & _PYTHON:
            made.set("data-lang", "python")
        marked = _marked(pre)
        if marked:
            made.set("data-mark", " ".join(map(str, marked)))

    def rank(self, source: ET.Element, target: ET.Element) -> None:
        made = self.add(source, target, "div.rank")
        colours = [name[4:] for part in source.iter("i") for name in part.get("class", "").split()]
        made.set("data-ranks", " ".join(colours))
        for child in source:
            if child.get("class") == "ls-who":
                self.inside(child, self.add(child, made, "p.who"))
            else:
                self.element(child, made)

    def printed(self, source: ET.Element, target: ET.Element) -> None:
        """What a rank printed, or a whole terminal."""
        inner = next(source.iter("samp"), source)
        made = self.add(source, target, "pre.said")
        markup.say(made, inner.text)
        for part in inner:
            if part.tag == "b" and part.get("class", "").startswith("ls-c"):
                made.set("class", "log")
                ET.SubElement(made, "b", {"class": "rank", "data-ranks": part.attrib["class"][4:]}).text = part.text
            else:
                markup.say(made, markup.text(part))
            markup.say(made, part.tail)

    def drawing(self, source: ET.Element, target: ET.Element) -> None:
        made = self.add(source, target, "figure.drawing")
        svg = next(source.iter("svg"))
        made.set("data-still", svg.get("data-still", ""))
        texts = next(source.iter("ol"))
        for number, text in enumerate(texts, 1):
            alt = f"Step {number} of {len(texts)}: {markup.text(text)}"
            if number == int(svg.get("data-still", "0")):
                alt += " " + svg.get("aria-label", "")
            ET.SubElement(made, "img", {"class": "step", "alt": alt, "data-svg": svg_still.step(svg, number)})
        caption = next(source.iter("figcaption"))
        for part in caption.findall("span"):
            part.text = ""  # which step paper shows: it shows all
        for part in (texts, caption):
            self.element(part, made)

    def facts(self, source: ET.Element, target: ET.Element) -> None:
        """A line of facts, each in its own `span`."""
        made = self.add(source, target)
        markup.say(made, source.text)
        for part in source:
            if part.tag != "a" and part.find("a") is None:  # links to files
                ET.SubElement(made, "span").text = markup.text(part)

    def cell(self, source: ET.Element, target: ET.Element) -> None:
        made = self.add(source, target)
        if source.get("align") == "right":
            made.set("class", "number")
        self.inside(source, made)


_SPECIAL = {
    "a": _Flattener.link,
    "details": _Flattener.details,
    "highlight": _Flattener.code,
    "ls-rank": _Flattener.rank,
    "pre": _Flattener.printed,
    "ls-figure": _Flattener.drawing,
    "ls-facts": _Flattener.facts,
    "ls-error-facts": _Flattener.facts,
    "ls-where": _Flattener.facts,
    "td": _Flattener.cell,
    "th": _Flattener.cell,
}


def resolve(address: str, href: str) -> str:
    """Where a link leads: an address of the web, `#` with an id of ours, or nothing for a file of the site."""
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return href
    path = posixpath.normpath(posixpath.join(address, unquote(parts.path))) if parts.path else address.rstrip("/")
    path = "./" if path in (".", "") else path.removesuffix("/index.html") + "/"
    return f"#{path}{parts.fragment}" if "." not in path.strip("./") else ""


def settle(tree: ET.Element) -> None:
    """Leave of a link that leads to no id of a tree its text alone."""
    known = {f"#{one.get('id')}" for one in tree.iter()}
    for parent in list(tree.iter()):
        for link in [one for one in parent.iterfind("a[@href]") if one.attrib["href"].startswith("#")]:
            if link.attrib["href"] not in known:
                link.tag = "span"
                del link.attrib["href"]


def _class(source: ET.Element) -> str:
    """Its class on paper: that of the last of its names which says something."""
    for name in reversed(source.get("class", "").split()):
        if name in _RENAMED:
            return _RENAMED[name]
        if name != "ls-named" and (match := _PREFIX.match(name)):
            return match[1]
    return ""


def _marked(pre: ET.Element) -> list[int]:
    """Numbers of the lines that a listing marks."""
    line, found = 1, []

    def walk(element: ET.Element) -> None:
        nonlocal line
        if element.get("class") == "hll":
            found.append(line)
        line += (element.text or "").count("\n")
        for child in element:
            walk(child)
            line += (child.tail or "").count("\n")

    walk(pre)
    return found
