"""Claims, errors and rules as data say what the records, the entries and the rules say."""

from __future__ import annotations

import json

import jsonschema
import pytest
from sandbox import ROOT

from lockstep.project import Project
from lockstep.record.record import RankRecord
from lockstep.site import facts

SCHEMA = json.loads((ROOT / "docs" / facts.CLAIM_SCHEMA).read_text("utf-8"))
PROJECT = Project(ROOT)
CLAIMS = facts.claims(PROJECT)


@pytest.fixture
def one(sandbox):
    def one(*ranks, **kwargs):
        name = sandbox.snippet(ranks=len(ranks), **kwargs)
        sandbox.recorded(name, ranks=ranks)
        return sandbox.project.find(name), sandbox.project

    return one


def test_each_claim_is_as_the_schema_says():
    validator = jsonschema.Draft202012Validator(SCHEMA, format_checker=jsonschema.FormatChecker())
    wrong = {name: [*validator.iter_errors(facts.claim(PROJECT, snippet))] for name, snippet in CLAIMS.items()}
    assert {name: errors for name, errors in wrong.items() if errors} == {}
    assert len(CLAIMS) > 900


def test_a_claim_holds_what_each_rank_printed_and_no_marker():
    for name, snippet in CLAIMS.items():
        claim = facts.claim(PROJECT, snippet)
        records = PROJECT.records(snippet)
        told = [[tuple(rank["stdout"]) for rank in run["ranks"]] for run in claim["runs"]]
        assert told == [[rank.stdout for rank in record.ranks] for record in records], name
        assert "# key line" not in claim["code"]
        assert all(line["code"] in claim["code"] for line in claim["key_lines"])


def test_a_stale_record_is_no_run(one):
    snippet, project = one(RankRecord(0, ("1",), ()))
    assert list(facts.claims(project)) == [snippet.name]
    path = project.root / snippet.path
    path.write_text(path.read_text("utf-8").replace("int(1)", "int(1) + 0"), "utf-8")
    assert facts.claims(Project(project.root)) == {}


def test_ranks_that_printed_the_same_stand_together(one):
    same, other = RankRecord(0, ("a", "b"), ()), RankRecord(0, ("c",), ())
    snippet, project = one(same, other, same)
    [record] = project.records(snippet)
    assert facts.printed(snippet, record) == ["[ranks 0, 2] a", "[ranks 0, 2] b", "[rank 1] c"]
    assert facts.where(snippet, record) == "CPU, 3 ranks, torch 2.13.0, 2026-01-02"


def test_a_rank_that_hangs_says_at_which_line(one):
    snippet, project = one(RankRecord(None, ("a",), (), 7), RankRecord(0, ("a",), ()), needs='expect = "hang"')
    [record] = project.records(snippet)
    assert facts.printed(snippet, record) == ["[rank 0] a", "[rank 0] waits for ever at line 7", "[rank 1] a"]
    assert [rank.get("waits_at_line") for rank in facts.claim(project, snippet)["runs"][0]["ranks"]] == [7, None]


def test_the_address_of_a_page():
    paths = ("docs/index.md", "docs/ddp/index.md", "docs/ddp/deep.md", "docs/log.md")
    assert [facts.address(path) for path in paths] == ["", "ddp/", "ddp/deep/", "log/"]
    assert facts.address("docs/ddp/index.md", "run-x") == "ddp/#run-x"


def test_errors_and_rules_are_all_there():
    errors = {error["id"]: error for error in facts.all_errors(PROJECT)}
    assert errors["unused-parameters"]["broken"]
    assert all(error["cause"] and error["fix"] for error in errors.values())
    assert len({rule["name"] for rule in facts.all_rules()}) > 40
