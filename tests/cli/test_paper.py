"""Verbs that write what leaves the site."""

from __future__ import annotations

import json

import pytest

from lockstep.cli.command_line import main
from lockstep.paper import pdf


@pytest.mark.parametrize("form", ["json", "anki"])
def test_questions_are_written_where_one_says(sandbox, form, capsys):
    path = sandbox.root / "new/questions"
    assert main(["--root", str(sandbox.root), "export", form, str(path)]) == 0
    text = path.read_text("utf-8")
    assert capsys.readouterr().err == f"{path}: {text.count(chr(10))} lines\n"
    assert json.loads(text) if form == "json" else text.startswith("#separator")


def test_the_worker_keeps_the_pages_that_lead_to_the_book(sandbox, monkeypatch, capsys):
    site = sandbox.root / "site"
    site.mkdir()
    (site / "worker.js").write_text("const FILES = {};\n", "utf-8")

    def write(folder, project):
        (folder / "index.html").write_text("the book", "utf-8")
        yield folder / "lockstep-1.pdf", 1_500_000

    monkeypatch.setattr(pdf, "write", write)
    assert main(["--root", str(sandbox.root), "pdf", str(site)]) == 0
    assert capsys.readouterr().out == f"{site / 'lockstep-1.pdf'}: 1.5 MB\n"
    assert '"": "' in (site / "worker.js").read_text("utf-8")
