"""Markdown in, HTML out, as files: `tests/markdown/golden/NAME.md` becomes `NAME.html`. `pytest --write-golden` writes them anew;
read the difference before you commit it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browsing import build, make_kinds
from sandbox import Sandbox

from lockstep.record.record import RankRecord

GOLDEN = Path(__file__).parent / "golden"
CASES = sorted(path.stem for path in GOLDEN.glob("*.md"))
BESIDE = ("md_in_html", "tables", "pymdownx.highlight", "pymdownx.superfences")


def render(project: Sandbox, name: str) -> str:
    """A page as the site's own extensions render it, a tag a line."""
    html = project.html(name, *BESIDE)
    return re.sub(r"(?<=>)(?=<(?!/(?:b|a|code|em|strong|span)>))", "\n", html) + "\n"


@pytest.fixture
def project(sandbox: Sandbox, monkeypatch) -> Sandbox:
    sandbox.snippet("# region shown\nprint(one)\nprint(2 * one)\n# endregion", ranks=2)
    printed = (RankRecord(0, ("rank 0 has 1.0", "2 <b>"), ()), RankRecord(0, ("rank 1 has 2.5", "2"), ()))
    sandbox.recorded(ranks=printed)
    sandbox.snippet("# region wrong\nprint(one + 1)\n# endregion", "topic/broken.py")
    sandbox.recorded("topic/broken.py", ranks=(RankRecord(0, ("2",), ()),))
    sandbox.page("# Topic\n\n## Part\n\n```run\ntopic/one.py\n```\n", "topic/index.md")
    monkeypatch.chdir(sandbox.root)
    return sandbox


@pytest.mark.parametrize("name", CASES)
def test_a_page_becomes_its_html(project, name, request):
    text = (GOLDEN / f"{name}.md").read_text("utf-8")
    project.page(text, f"topic/{name}.md")
    html = render(project, f"topic/{name}.md")
    path = GOLDEN / f"{name}.html"
    if request.config.getoption("--write-golden"):
        path.write_text(html, "utf-8")
    assert html == path.read_text("utf-8")


def test_there_is_a_case_for_every_kind():
    from lockstep.question.kinds import KINDS

    found = set(re.findall(r"(?m)^kind: (\w+)", "".join((GOLDEN / f"{name}.md").read_text("utf-8") for name in CASES)))
    assert found == set(KINDS)


def test_a_builder_checks_links_to_runs(tmp_path):
    make_kinds(tmp_path)
    build(tmp_path, tmp_path / "site")  # its questions link to a run as their proof
    page = tmp_path / "docs/index.md"
    page.write_text(page.read_text("utf-8") + "\n[gone](ddp/index.md#run-gone)\n", "utf-8")
    with pytest.raises(AssertionError, match="does not contain an anchor '#run-gone'"):
        build(tmp_path, tmp_path / "site")
