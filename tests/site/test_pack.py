from __future__ import annotations

import json
import re
import subprocess

from sandbox import ROOT

from lockstep.site.pack import _TOGETHER, pack
from tests.test_schedule import NODE, needs_node

SCRIPT = """/* A comment. */
const address = "https://x"; // another
const text = `two  spaces ${address} // no comment`;
const pattern = /[/*]\\/\\//;
"""


def test_comments_go_and_the_rest_stays(tmp_path):
    theirs = tmp_path / "assets/javascripts/theme.js"
    theirs.parent.mkdir(parents=True)
    theirs.write_text("/* theirs */")
    (tmp_path / "assets/a.js").write_text(SCRIPT)
    (tmp_path / "assets/a.css").write_text("/* A comment. */\n.a { color: red; }\n")
    (tmp_path / "assets/a.svg").write_text("<!-- a --><svg/>")
    assert pack(tmp_path) > 0
    script = (tmp_path / "assets/a.js").read_text()
    assert "comment." not in script
    assert "another" not in script
    assert '"https://x"' in script
    assert "`two  spaces ${address} // no comment`" in script
    assert "/[/*]\\/\\//" in script
    assert (tmp_path / "assets/a.css").read_text().strip() == ".a{color:red}"
    assert theirs.read_text() == "/* theirs */"
    assert (tmp_path / "assets/a.svg").read_text() == "<!-- a --><svg/>"


def test_the_questions_of_a_review_go_into_scripts(tmp_path):
    (tmp_path / "assets").mkdir()
    (tmp_path / "review").mkdir()
    question = '<ls-question id="q-a"><p class="ls-q-head"><a href="../ddp/{}#q-a">DDP</a></p>"\\</ls-question>'
    both = question.format("") + question.format("deep/")
    section = '<section data-questions="a:1" data-topic="ddp">{}</section>'
    page = tmp_path / "review/index.html"
    page.write_text(f"<ls-review>{section.format('<h2>DDP</h2>' + both)}</ls-review>")
    pack(tmp_path)
    where = 'They also stand on their own pages: <a href="../ddp/">Learn</a>, <a href="../ddp/deep/">Deep</a>.'
    assert page.read_text() == (
        '<ls-review><section data-questions="a:1" data-topic="ddp" data-script="../assets/review/ddp.js"><h2>DDP</h2>'
        f"<p>With JavaScript these questions come here. {where}</p></section></ls-review>"
    )
    script = (tmp_path / "assets/review/ddp.js").read_text()
    assert json.loads(script.split(" = ", 1)[1].removesuffix(";\n")) == both


def test_scripts_of_a_page_come_in_one_file(tmp_path):
    (tmp_path / "assets").mkdir()
    for name in {*_TOGETHER["ask"], *_TOGETHER["review-page"], "calculator", "other"}:
        (tmp_path / f"assets/{name}.js").write_text(f"let {name};\n")
    page = '<p>{}</p>\n<script src="assets/theme/b.js"></script>\n' + "".join(
        f'<script src="assets/{name}.js"></script>\n' for name in ("access", "other")
    )
    asks = "".join(
        f'<script defer src="assets/{name}.js"></script>\n' for name in ("element", "state", "question", "calculator")
    )
    (tmp_path / "index.html").write_text(page.format(asks))
    (tmp_path / "404.html").write_text(page.format(""))
    ours = "".join(
        f'<script defer src="assets/{name}.js"></script>\n' for name in ("element", "state", "practice", "review")
    )
    (tmp_path / "review.html").write_text(page.format(ours))
    pack(tmp_path)
    sources = {
        name: re.findall(r'src="assets/(.*?)"', (tmp_path / name).read_text())
        for name in ("index.html", "404.html", "review.html")
    }
    assert sources == {
        "index.html": ["ask.js", "calculator.js", "theme/b.js", "other.js"],
        "404.html": ["theme/b.js", "access.js", "other.js"],
        "review.html": ["review-page.js", "theme/b.js", "other.js"],
    }
    together = "".join(f"let {name};" for name in _TOGETHER["review-page"])
    assert (tmp_path / "assets/review-page.js").read_text() == together
    assert (tmp_path / "assets/ask.js").read_text() == "".join(f"let {name};" for name in _TOGETHER["ask"])


@needs_node
def test_no_template_of_ours_stands_within_another():
    """Where one does, the packer takes the blanks out of the inner one, and a sentence is shown without them."""
    nested = re.compile(r"`(?:[^`$\\]|\\.|\$(?!\{)|\$\{[^{}`]*\})*\$\{[^{}`]*`")
    texts = {path.name: path.read_text("utf-8") for path in (ROOT / "docs/assets").glob("*.js")}
    assert nested.search("`Not ${at ? `${typed}, near ` : hint}`")
    assert {name: match[0] for name, text in texts.items() if (match := nested.search(text))} == {}


def test_our_scripts_are_scripts_still(site):
    for path in sorted((ROOT / "docs/assets").glob("*.js")):
        packed = site / "assets" / path.name
        assert packed.stat().st_size < 0.85 * path.stat().st_size
        subprocess.run([NODE, "--check", str(packed)], check=True)
    for name in _TOGETHER:
        subprocess.run([NODE, "--check", str(site / f"assets/{name}.js")], check=True)
