"""The bank for other tools, and the file for Anki: of the real site, and of the awkward texts of the golden cases."""

from __future__ import annotations

import csv
import json

import jsonschema
import pytest
from sandbox import ROOT

from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.site import export
from tests.markdown.test_golden import CASES, GOLDEN, project  # noqa: F401  a fixture

SCHEMA = json.loads((ROOT / "docs/assets/questions.schema.json").read_text("utf-8"))


def entries(of: Project) -> list[dict]:
    bank = json.loads(export.as_json(of))
    jsonschema.validate(bank, SCHEMA)
    return bank["questions"]


def notes(of: Project) -> list[list[str]]:
    lines = export.as_anki(of).split("\n")
    heads = [line for line in lines if line.startswith("#")]
    assert heads == [
        "#separator:tab",
        "#html:true",
        "#notetype:Basic",
        "#deck:Lockstep",
        "#guid column:1",
        "#tags column:4",
    ]
    return list(csv.reader(lines[len(heads) :], delimiter="\t"))[: -1 or None]


@pytest.fixture
def all_kinds(project):  # noqa: F811
    for name in CASES:
        project.page((GOLDEN / f"{name}.md").read_text("utf-8"), f"topic/{name}.md")
    return project.project


def test_the_bank_of_the_site_fits_its_schema():
    found = entries(Project(ROOT))
    assert len(found) >= 40
    assert len({one["id"] for one in found}) == len(found)


def test_every_proof_of_the_bank_is_there():
    for one in entries(Project(ROOT)):
        assert one["proof"]["snippets"] or one["proof"]["expression"]
        for name in one["proof"]["snippets"]:
            assert (ROOT / name).is_file()


def test_every_kind_fits_the_schema(all_kinds):
    found = {one["id"]: one for one in entries(all_kinds)}
    assert {"text": "`2.5`", "right": True, "why": "It adds."} in found["says"]["options"]
    assert found["says"]["program"] == "print(one)\nprint(2 * one)"
    assert found["number"]["number"]["value"] == 1.75
    assert found["number"]["proof"] == {
        "snippets": ["snippets/topic/one.py"],
        "expression": "2 * (N - 1) / N",
        "given": {"N": 8},
    }
    assert [step["text"] for step in found["steps"]["steps"]] == ["`one = int(1)`", "think & wait", "`print(one)`"]
    assert found["plain"]["url"] == "topic/choice/#q-plain"
    assert found["fact"]["back"].startswith("It is **x**, 1 / N of it.")
    assert "[the part](topic/index.md#part)" in next(o["why"] for o in found["plain"]["options"] if o["right"])


def test_the_schema_refuses_what_is_not_in_it(all_kinds):
    bank = json.loads(export.as_json(all_kinds))
    bank["questions"][0]["colour"] = "red"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(bank, SCHEMA)


def test_a_note_for_each_question_with_an_id_of_its_own(all_kinds):
    found = notes(all_kinds)
    assert {len(note) for note in found} == {4}
    assert [note[0] for note in found] == [f"lockstep-{one['id']}" for one in entries(all_kinds)]
    assert all("lockstep::topic" in note[3] for note in found)


def test_a_note_holds_all_that_the_question_does(all_kinds):
    front, back = next(note[1:3] for note in notes(all_kinds) if note[0] == "lockstep-plain")
    assert "<code>x &lt; y</code> &amp; more" in front
    assert "<em>second</em>" in front
    assert "Right." not in front
    assert "<b>Right.</b> Because of the part." in back  # a deck does not know where the site lies
    assert "href" not in back
    front, _ = next(note[1:3] for note in notes(all_kinds) if note[0] == "lockstep-nested")
    assert "&lt;script&gt;" in front
    assert "<script>" not in front


def test_the_same_bytes_each_time_and_one_line_a_note(all_kinds):
    text = export.as_anki(all_kinds)
    assert text == export.as_anki(Project(all_kinds.root))
    assert len(text.splitlines()) == 6 + len(export.questions(all_kinds))
    assert export.as_json(all_kinds) == export.as_json(Project(all_kinds.root))


def test_a_faulty_bank_is_not_exported(all_kinds):
    path = all_kinds.root / "docs/topic/card.md"
    path.write_text(path.read_text().replace("card", "crad", 1).replace("kind: card", "kind: crad"))
    with pytest.raises(LockstepError, match="no kind is called"):
        export.as_json(Project(all_kinds.root))


def test_the_command(sandbox, tmp_path):
    sandbox.snippet()
    sandbox.recorded()
    sandbox.page("# Page\n\n```quiz\nid: a\nkind: card\nlevel: beginner\nask: What?\nback: That.\nproof: 1 == 1\n```\n")
    for kind in ("json", "anki"):
        done = sandbox.lockstep("export", kind, str(tmp_path / "out" / kind))
        assert done.returncode == 0
        assert " lines" in done.stderr
        assert (tmp_path / "out" / kind).read_bytes()
