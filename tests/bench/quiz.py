"""Questions against the quiz plugins of MkDocs, side by side: what one costs at build and in the browser.

The same question everywhere: a sentence, a program of three lines, four options with feedback, a closing explanation.
The peers get an environment of their own in .nox/peers. Times are CPU seconds of a build, the least of three, less
those of the same pages without questions.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lockstep.site import pack
from tests.bench import page as bench_page
from tests.bench.scale import Scale

PEERS = ("mkdocs-quiz==1.7.1", "mkdocs-mcq==0.2.0", "mkdocs-material==9.8.1")
CODE = "x = torch.ones(2, 3)\ny = x.sum(dim=0)\nprint(y.shape)"
OPTIONS = (
    ("torch.Size([3])", "The sum runs over dimension 0, so dimension 1 stays."),
    ("torch.Size([2])", "That is what dim=1 leaves."),
    ("torch.Size([])", "That is the sum over all of it."),
    ("torch.Size([2, 3])", "A sum over a dimension removes it."),
)
WHY = "A reduction removes the dimension it runs over, unless keepdim asks for it."
PROSE = "Some prose stands between the questions, as on a real page, so that a builder has something else to do.\n\n"
ASSETS = Path(__file__).parents[2] / "docs/assets"


def ours(number: int) -> str:
    """The question as a `quiz` fence."""
    right, *wrong = [f'{{text: "`{text}`", why: "{why}"}}' for text, why in OPTIONS]
    options = "".join(f"  - {option}\n" for option in wrong)
    return (
        f"```quiz\nid: n{number}\nkind: choice\nlevel: beginner\nask: What does number {number} print?\n"
        f"run: s/shape.py\nregion: shown\nright: {right}\nwrong:\n{options}why: {WHY}\n```\n\n"
    )


def quiz(number: int) -> str:
    """The question for mkdocs-quiz."""
    marks = ("x", " ", " ", " ")
    options = "".join(f"- [{m}] `{t}`\n  > {w}\n" for m, (t, w) in zip(marks, OPTIONS, strict=True))
    return f"<quiz>\nWhat does number {number} print?\n\n```python\n{CODE}\n```\n\n{options}\n{WHY}\n</quiz>\n\n"


def mcq(number: int) -> str:
    """The question for mkdocs-mcq."""
    marks = ("x", " ", " ", " ")
    options = "".join(f"- [{m}] `{t}`\n  > {w}\n\n" for m, (t, w) in zip(marks, OPTIONS, strict=True))
    code = "\n".join(f"  {line}" for line in ["```python", *CODE.split("\n"), "```"])
    ask = f"question: |\n  What does number {number} print?\n\n{code}\n"
    return f"````mcq\n---\ntype: single\n{ask}---\n\n{options}````\n\n{WHY}\n\n"


SYSTEMS: dict[str, tuple[Callable[[int], str], str]] = {
    "lockstep": (
        ours,
        "markdown_extensions: [lockstep, pymdownx.superfences]\nextra_css: [assets/lockstep.css]\n",
    ),
    "mkdocs-quiz": (quiz, "plugins: [search, mkdocs_quiz]\nmarkdown_extensions: [pymdownx.superfences]\n"),
    "mkdocs-mcq": (mcq, "plugins: [search, mcq]\nmarkdown_extensions: [attr_list, pymdownx.superfences]\n"),
}


_INSTALLED = Path(__file__).parents[2] / ".nox/peers"
OUR_THEME = f"""theme:
  name: material
  font: false
  custom_dir: {Path(__file__).parents[2] / "lockstep/site/theme"}
  palette: [{{scheme: default, toggle: {{icon: material/weather-night, name: Switch to dark}}}}]
"""


class Site:
    """Pages of questions for one system, built in a folder of its own."""

    def __init__(self, root: Path, system: str, peers: Path) -> None:
        self.root, self.system = root, system
        self.question, config = SYSTEMS[system]
        self.python = sys.executable if system == "lockstep" else str(peers / "bin/python")
        theme = (
            OUR_THEME if system == "lockstep" else "theme: {name: material, font: false, palette: {scheme: default}}\n"
        )
        (root / "docs").mkdir(parents=True)
        (root / "mkdocs.yml").write_text(f"site_name: Bench\nuse_directory_urls: false\n{theme}{config}", "utf-8")
        if system == "lockstep":
            shutil.copytree(ASSETS, root / "docs/assets")
            self._snippet()

    def _snippet(self) -> None:
        """The program, with no record: a `choice` reads none."""
        folder = self.root / "snippets/s"
        folder.mkdir(parents=True)
        head = '"""A sum removes its dimension.\n\n$ python snippets/s/shape.py\n"""\nimport torch\n\n'
        proof = "assert y.shape == (3,)  # key line\n"
        (folder / "shape.py").write_text(f"{head}# region shown\n{CODE}\n# endregion\n{proof}", "utf-8")

    def write(self, questions: int, pages: int) -> None:
        """Share out the questions over the pages, with the same prose around each."""
        for path in (self.root / "docs").glob("*.md"):
            path.unlink()
        for page in range(pages):
            ones = range(page, max(questions, 1), pages)
            text = "".join(PROSE + (self.question(n) if questions else "") for n in ones)
            name = "index" if page == 0 else f"p{page}"
            (self.root / f"docs/{name}.md").write_text(f"# Page {page}\n\n{text}", "utf-8")

    def build(self) -> float:
        """Build; returns the CPU seconds it took."""
        before = os.times()
        command = [self.python, "-m", "mkdocs", "build", "--quiet"]
        env = {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(Path(__file__).parents[2])}
        subprocess.run(command, cwd=self.root, check=True, capture_output=True, env=env)
        after = os.times()
        if self.system == "lockstep":
            pack.pack(self.root / "site")  # as it is shipped
        return after.children_user - before.children_user + after.children_system - before.children_system

    def page(self) -> str:
        """The HTML of the first page."""
        return (self.root / "site/index.html").read_text("utf-8")


def measure(root: Path, scale: Scale) -> dict[str, tuple[float, float | None]]:
    """All figures: name, value, budget."""
    installed = (_INSTALLED / "bin/python").exists()
    systems = [system for system in SYSTEMS if system == "lockstep" or installed or not scale.smoke]
    if len(systems) > 1 and not installed:
        subprocess.run([sys.executable, "-m", "venv", str(_INSTALLED)], check=True)
        subprocess.run([str(_INSTALLED / "bin/python"), "-m", "pip", "install", "--quiet", *PEERS], check=True)
    figures: dict[str, tuple[float, float | None]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for system in systems:
            site = Site(Path(folder, system), system, _INSTALLED)
            for name, value in _of(site, scale).items():
                budget = _BUDGETS.get(name) if system == "lockstep" else None
                figures[f"{system}: {name}"] = (value, budget)
        sites = {system: Path(folder, system, "site") for system in bench_page.QUESTION if system in systems}
        figures |= bench_page.measure(sites, scale.visits)
    return figures


_BUDGETS = {
    "100 questions on a page, CPU ms each": 6,
    "1,000 questions on 100 pages, CPU ms each": 6,
    "400 questions on a page, CPU ms each": 6,
    "HTML bytes each": 2048,
    "scripts of a page with questions, gzip bytes": 12 * 1024,
    "styles of a page with questions, gzip bytes": 6 * 1024,
}


def _of(site: Site, scale: Scale) -> dict[str, float]:
    figures = {}
    for count, pages, name in scale.questions:
        bases, builds, bare = [], [], 0
        for _ in range(scale.rounds):  # in turn: what else the machine does is then in both
            site.write(0, pages)
            if pages == 1 and count > 1:
                (site.root / "docs/index.md").write_text("# Page 0\n\n" + PROSE * count, "utf-8")
            bases.append(site.build())
            bare = len(site.page())
            site.write(count, pages)
            builds.append(site.build())
        figures[name] = (min(builds) - min(bases)) / count * 1000
        if (count, pages) == (100, 1):
            figures["HTML bytes each"] = (len(site.page()) - bare) / count
        if count == 1:
            figures |= _weights(site)
    site.write(100, 1)  # for the browser
    site.build()
    return figures


def _weights(site: Site) -> dict[str, float]:
    """Script and style that a page with questions loads and one without does not, gzip: in the page and beside it."""
    html = site.page()
    inline = {"scripts": r"(?s)<script(?! src)[^>]*>(.*?)</script>", "styles": r"(?s)<style[^>]*>(.*?)</style>"}
    linked = {"scripts": r'<script[^>]* src="?([^">\s]+)', "styles": r'<link rel="stylesheet" href="?([^">\s]+)'}
    found: dict[str, float] = {}
    for kind in inline:
        texts = [text.encode() for text in re.findall(inline[kind], html) if not _is_themes(text)]
        paths = [site.root / "site" / link for link in re.findall(linked[kind], html) if not _is_themes(link)]
        texts += [path.read_bytes() for path in paths if path.is_file()]
        found[f"{kind} of a page with questions, gzip bytes"] = sum(map(_gzip, texts))
    return found


def _is_themes(text: str) -> bool:
    """What a page without questions has too: Material's own, and the site's stylesheet."""
    return bool(re.search(r"assets/(javascripts|stylesheets)|lockstep\.css|__md_(scope|get)|\"base\":", text[:2000]))


def _gzip(data: bytes) -> int:
    return len(gzip.compress(data, 9, mtime=0))
