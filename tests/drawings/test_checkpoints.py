"""The drawing of keys that get a prefix, and of the loads that it makes fail."""

from __future__ import annotations

from lockstep.drawings import checkpoints
from tests.drawings.marks import record, seen, texts

NAME = "checkpoints/prefix_decides_which_keys_match.py"
KEYS = ["up.weight", "down.weight"]
WRAPPED = [f"inner.{key}" for key in KEYS]


def loaded(file: str, model: str, count: int, missing: list[str], unexpected: list[str]) -> list[str]:
    """The lines of one load."""
    head = f"{file} file into {model} model: {count} of 2"
    lists = (("missing", missing), ("unexpected", unexpected))
    return [head, *(f"  {what}: {', '.join(keys) or 'none'}" for what, keys in lists)]


LOADS = {
    ("wrapped", "plain"): (0, KEYS, WRAPPED),
    ("stripped", "plain"): (2, [], []),
    ("inner", "plain"): (2, [], []),
    ("inner", "wrapped"): (0, WRAPPED, KEYS),
}


def draw(**changes):
    """The drawing of a run in which the load of a file into the plain model ends as it is said here."""
    loads = LOADS | {(file, "plain"): load for file, load in changes.items()}
    lines = [f"plain model: {', '.join(KEYS)}"]
    return checkpoints.draw({NAME: record([*lines, *(line for way, load in loads.items() for line in loaded(*way, *load))])})  # fmt: skip


def labels(canvas, step: int, x: float = 0, y: float = 0) -> list[str]:
    """What stands in boxes below and to the right of a place."""
    return [box.text for box in seen(canvas, step, "box") if box.text and box.x >= x and box.y >= y]


FILE, FRESH = 150, 218  # y of the file; x of the fresh model


def test_the_prefix_is_what_the_wrapper_puts_before_a_key():
    canvas = draw()
    assert labels(canvas, 1) == KEYS
    assert sorted(labels(canvas, 2)) == sorted([*KEYS, "inner.", "inner."])
    assert sorted(labels(canvas, 3, y=FILE)) == sorted([*KEYS, "inner.", "inner."])


def test_what_is_stripped_lies_below_the_file_and_a_save_from_inside_has_no_prefix():
    canvas = draw()
    assert sorted(labels(canvas, 5, y=FILE)) == sorted([*KEYS, *KEYS, "inner.", "inner."])
    file = [box for box in seen(canvas, 5, "box") if not box.text and box.y > FILE]
    assert all(
        box.y > max(below.y + below.high for below in file) for box in seen(canvas, 5, "box")
        if box.text == "inner." and box.y > FILE
    )  # fmt: skip
    for step in (6, 7):
        assert labels(canvas, step, y=FILE) == [key for key in KEYS for _ in range(2)]  # in the file, in the model


def test_the_counts_below_are_those_of_the_load_of_the_step():
    canvas = draw()
    counts = {step: [text for text in texts(canvas, step) if text[0].isdecimal()] for step in range(1, 9)}
    assert counts == {
        1: [],
        2: [],
        3: [],
        4: ["2 unexpected", "2 missing", "0 of 2 load"],
        5: [],
        6: ["0 unexpected", "0 missing", "2 of 2 load"],
        7: ["0 unexpected", "0 missing", "2 of 2 load"],
        8: ["2 unexpected", "2 missing", "0 of 2 load"],
    }


def test_an_arrow_goes_to_each_key_that_matches_and_to_no_other():
    canvas = draw()
    assert [len(seen(canvas, step, "arrow")) for step in range(1, 9)] == [0, 0, 0, 0, 0, 2, 2, 0]
    one = draw(stripped=(1, KEYS[:1], []))
    (arrow,) = seen(one, 6, "arrow")
    (key,) = (box for box in seen(one, 6, "box") if box.text == "down.weight" and box.x > FRESH)
    assert arrow.points[-1] == (key.x - 2, key.middle[1])
    assert "1 of 2 load" in texts(one, 6)


def test_the_loader_has_the_prefix_only_when_it_is_wrapped_itself():
    canvas = draw()
    prefixed = [step for step in range(1, 9) if "inner." in labels(canvas, step, FRESH, FILE)]
    assert prefixed == [8]
    assert not any(labels(canvas, step, FRESH) for step in (1, 2, 3))
