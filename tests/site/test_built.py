"""What is wrong with a built site: told once, with the line of its Markdown file where that can be known."""

from __future__ import annotations

from pathlib import Path

import pytest

from lockstep.cli.command_line import main
from lockstep.site.built import Fault, problems, source


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
    fault = Fault("ddp/why/index.html", 90, "is wrong.", "Fix it.", "A word")
    assert list(map(str, problems(root, root / "site", [fault]))) == ["docs/ddp/why.md:3: is wrong. Fix it."]


def test_without_a_line_in_the_source_it_is_told_where_it_was_built(root):
    fault = Fault("ddp/why/index.html", 90, "is wrong.", "Fix it.")
    told = "site/ddp/why/index.html:90: is wrong. Fix it. The page is made of docs/ddp/why.md."
    assert list(map(str, problems(root, root / "site", [fault]))) == [told]


def test_what_many_pages_share_is_told_once(root):
    faults = [Fault(page, 7, "is wrong.", "Fix it.") for page in ("index.html", "ddp/index.html", "ddp/index.html")]
    told = "site/index.html:7: is wrong. Fix it. So on 1 more page."
    assert list(map(str, problems(root, root / "site", faults))) == [told]


def test_a_folder_without_a_page_is_no_site(root, capsys):
    assert main(["--root", str(root), "html", str(root / "site")]) == 2
    assert "holds no page. Build the site first: mkdocs build" in capsys.readouterr().err
