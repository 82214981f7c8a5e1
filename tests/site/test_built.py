"""What is wrong with a built site: told once, with the line of its Markdown file where that can be known."""

from __future__ import annotations

from pathlib import Path

import pytest

from lockstep.cli.command_line import main
from lockstep.site import html_check
from lockstep.site.built import Fault, problems, source

HEAD = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title></head><body>\n'


@pytest.fixture
def root(tmp_path: Path, monkeypatch) -> Path:
    for page in ("index", "ddp/index", "ddp/why"):
        path = tmp_path / f"docs/{page}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("# Title\n\nA word.\n")
    (tmp_path / "snippets").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("page", "path"),
    [
        ("index.html", "docs/index.md"),
        ("ddp/index.html", "docs/ddp/index.md"),
        ("ddp/why/index.html", "docs/ddp/why.md"),
        ("404.html", ""),
    ],
)
def test_a_page_knows_its_source(root, page, path):
    assert source(root, page) == path


def test_a_fault_is_told_with_the_line_of_its_source(root):
    fault = Fault("ddp/why/index.html", 90, "is wrong.", "Mend it.", "A word")
    assert list(map(str, problems(root, root / "site", [fault]))) == ["docs/ddp/why.md:3: is wrong. Mend it."]


def test_without_a_line_in_the_source_it_is_told_where_it_was_built(root):
    fault = Fault("ddp/why/index.html", 90, "is wrong.", "Mend it.")
    told = "site/ddp/why/index.html:90: is wrong. Mend it. The page is made of docs/ddp/why.md."
    assert list(map(str, problems(root, root / "site", [fault]))) == [told]


def test_what_many_pages_share_is_told_once(root):
    faults = [Fault(page, 7, "is wrong.", "Mend it.") for page in ("index.html", "ddp/index.html", "ddp/index.html")]
    told = "site/index.html:7: is wrong. Mend it. So on 1 more page."
    assert list(map(str, problems(root, root / "site", faults))) == [told]


def test_a_folder_without_a_page_is_no_site(root, capsys):
    assert main(["--root", str(root), "html", str(root / "site")]) == 2
    assert "holds no page. Build the site first: nox -s site" in capsys.readouterr().err


def found(body: str) -> list[str]:
    return [
        fault.what for fault in html_check.of_page("a/index.html", f"{HEAD}<article>{body}</article></body></html>")
    ]


@pytest.mark.parametrize(
    "body",
    [
        "<p>One <b>two</b><br>three</p><ul><li>x</ul><table><tr><td>1</table>",
        "<p>A - a, * b, 1. c and # d &gt; e in <code>**x** [y](z)</code></p>",
        "<pre>- a\n# b\n| c |</pre><h2>2. How?</h2><p>It is 1.5\nand 3 * 4.</p>",
        "<svg viewBox='0 0 1 1'><path d='M0 0'/></svg><math><mi>x</mi></math>",
    ],
)
def test_sound_pages_have_no_fault(body):
    assert found(body) == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("<p>a</div>", "End tag (div) seen too early"),
        ("<p>x <= y</p>", "Expected tag name"),
        ("<b><i>x</b></i>", "violates"),
        ("<p>x &copy y</p>", "Named entity"),
        ("<dl><p><dt>x</dt></p></dl>", "Unexpected end tag (p)"),
        ("<p id=a></p><p id=a></p>", "the id 'a' stands 2 times"),
        ("<p>a\n- b</p>", "this Markdown was left as text: '- b'"),
        ("<p>a\n2. b</p>", "left as text: '2. b'"),
        ("<p>a **b**</p>", "left as text: '**b**'"),
        ("<p>[a](b.md)</p>", "left as text: '](b.md)'"),
        ("<p>| a | b |</p>", "left as text: '| a | b |'"),
        ("<p>```run</p>", "left as text: '```run'"),
        ("<p>!!! tip</p>", "left as text: '!!! tip'"),
        ("<p>x {#y}</p>", "left as text: '{#y}'"),
        ("<p>&lt;b>x</p>", "left as text: '<b>x'"),
        ("<p>#### x</p>", "left as text: '#### x'"),
    ],
)
def test_each_fault_is_found(body, said):
    assert any(said in what for what in found(body)), found(body)
