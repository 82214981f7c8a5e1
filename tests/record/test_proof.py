"""Proofs on record: of the snippet as it is now, whole, and the same file for the same end."""

from __future__ import annotations

import json
import os

import pytest

from lockstep.record.proof import Kill, is_unproved, proof_path, proved_names, read_proof, write_proof
from lockstep.snippet.snippet import read_snippet


@pytest.fixture
def one(sandbox):
    return read_snippet(sandbox.root, sandbox.snippet("two = one  # key line, else: two = 2"))


def kills(snippet):
    return [Kill(line, "assert", "line 9") for line in snippet.key_lines]


def test_a_proof_is_read_as_it_was_written(one):
    assert is_unproved(one, "cpu")
    write_proof(one, "cpu", kills(one))
    assert read_proof(one, "cpu") == kills(one)
    assert [is_unproved(one, profile) for profile in ("cpu", "1xh200")] == [False, True]
    path = proof_path(one.root, "cpu", one.name)
    assert path == one.root / "snippets/proved/cpu/topic/one.json"
    before = path.read_bytes()
    write_proof(one, "cpu", kills(one))
    assert path.read_bytes() == before
    assert list(proved_names(one.root, "cpu")) == ["topic/one.py"]


def test_a_change_of_the_snippet_makes_it_stale(sandbox, one):
    write_proof(one, "cpu", kills(one))
    sandbox.snippet("two = one  # key line, else: two = 3")
    assert is_unproved(read_snippet(sandbox.root, one.name), "cpu")


def test_without_key_lines_there_is_nothing_to_prove(sandbox):
    snippet = read_snippet(sandbox.root, sandbox.write("print(1)\n"))
    assert not is_unproved(snippet, "cpu")


@pytest.mark.parametrize(
    "change",
    [
        lambda table: table | {"format": 0},
        lambda table: table | {"key": "0"},
        lambda table: table | {"kills": table["kills"][1:]},
        lambda table: table | {"kills": table["kills"] * 2},
        lambda table: table | {"kills": [{**kill, "by": "crash"} for kill in table["kills"]]},
        lambda table: table | {"kills": [{**kill, "by": []} for kill in table["kills"]]},
        lambda table: table | {"kills": [{"line": kill["line"], "by": "assert"} for kill in table["kills"]]},
        lambda table: table | {"kills": 3},
        lambda table: {"key": table["key"]},
        lambda table: [table],
    ],
)
def test_what_is_not_whole_counts_as_none(one, change):
    write_proof(one, "cpu", kills(one))
    path = proof_path(one.root, "cpu", one.name)
    path.write_text(json.dumps(change(json.loads(path.read_text("utf-8")))), "utf-8")
    assert read_proof(one, "cpu") == []
    for text in ("{", "[" * 100_000, b"\xff"):
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        assert read_proof(one, "cpu") == []
    path.unlink()
    os.mkfifo(path)  # to read it would take for ever
    assert read_proof(one, "cpu") == []


def test_a_proof_holds_for_the_named_asserts_that_it_tested(sandbox):
    snippet = read_snippet(sandbox.root, sandbox.snippet("assert one == 1  # shows: one"))
    write_proof(snippet, "cpu", kills(snippet))
    assert is_unproved(snippet, "cpu")  # the assert was not turned round
    whole = [*kills(snippet), Kill(snippet.named_asserts["one"], "turned", "one")]
    write_proof(snippet, "cpu", whole)
    assert read_proof(snippet, "cpu") == whole
    write_proof(snippet, "cpu", [*whole[:-1], Kill(whole[-1].line, "turned", "two")])
    assert is_unproved(snippet, "cpu")
