"""Proofs on record: by what each snippet ended without its key lines. One JSON file for each snippet and profile."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, get_args

from lockstep.record import schema
from lockstep.record.record import MOST_BYTES, PROOFS_FOLDER, replace
from lockstep.record.schema import Unreadable
from lockstep.snippet.snippet import Snippet

FORMAT = 1  # raise it when the rules change by which a proof is accepted, so that all are tested again

By = Literal["assert", "named", "gone", "turned"]


@dataclass(frozen=True)
class Kill:
    """By what a snippet ended without one of its key lines, or with one of its named asserts turned round.

    Attributes:
        line: the key line, or that of the assert.
        by: "assert", one of the snippet's own failed; "named", it ended as the marker says; "gone", the claim is how
            the snippet ends, and without the line every rank ended well; "turned", the assert failed, turned round.
        what: of an assert its line, as "line 23"; of one that was turned round its name; else the ending that is
            named: "hang", "RuntimeError: words".
    """

    line: int
    by: By
    what: str


def proof_path(root: Path, profile: str, name: str) -> Path:
    """Path of the proof of a snippet."""
    return root / PROOFS_FOLDER / profile / Path(name).with_suffix(".json")


def read_proof(snippet: Snippet, profile: str) -> list[Kill]:
    """The proof on record of a snippet as it is now, a kill for each key line and each named assert.

    It is empty where no proof on record is whole.
    """
    try:
        table = schema.read_json(proof_path(snippet.root, profile, snippet.name), MOST_BYTES)
        kills = [Kill(kill["line"], kill["by"], str(kill["what"])) for kill in table["kills"]]
        is_current = (table["format"], table["key"]) == (FORMAT, snippet.key)
        lines = [kill.line for kill in kills if kill.by != "turned"]
        turned = {kill.what: kill.line for kill in kills if kill.by == "turned"}
        is_whole = lines == list(snippet.key_lines) and turned == snippet.named_asserts
        is_whole = is_whole and {kill.by for kill in kills} <= {*get_args(By)}
    except (OSError, Unreadable, ValueError, KeyError, TypeError, RecursionError):
        return []
    return kills if is_current and is_whole else []


def write_proof(snippet: Snippet, profile: str, kills: list[Kill]) -> None:
    """Write a proof in one step. A snippet that ends in the same way has the same file.

    Raises:
        OSError: nothing was written, and the old proof is unchanged.
    """
    path = proof_path(snippet.root, profile, snippet.name)
    path.parent.mkdir(parents=True, exist_ok=True)
    table = {"format": FORMAT, "key": snippet.key, "kills": [asdict(kill) for kill in kills]}
    replace(path, json.dumps(table, ensure_ascii=False, indent=1) + "\n")


def is_on_record(snippet: Snippet, profile: str) -> bool:
    """Whether a snippet has a proof on record, of whatever state."""
    return proof_path(snippet.root, profile, snippet.name).is_file()


def is_unproved(snippet: Snippet, profile: str) -> bool:
    """Whether a snippet has key lines or named asserts that were not tested as it is now."""
    return bool(snippet.key_lines or snippet.named_asserts) and not read_proof(snippet, profile)


def proved_names(root: Path, profile: str) -> Iterator[str]:
    """Names of the snippets with a proof on record, sorted. Some of the snippets may no longer exist."""
    folder = root / PROOFS_FOLDER / profile
    yield from sorted(path.relative_to(folder).with_suffix(".py").as_posix() for path in folder.rglob("[!.]*.json"))
