"""The drawing of the bytes of three schemes."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import context_bytes


def test_a_scheme_that_is_not_allowed_is_said_to_be_so():
    lines = [
        "2 ranks, SIMULATED: ring 40 B, all-gather 20 B, Ulysses 10 B",
        "8 ranks, REAL: ring 80 B, all-gather 40 B",
    ]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])
    canvas = context_bytes.draw({"context-parallel/bytes_of_three_schemes.py": record})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("2", "8")
    assert 'width="400"' in html
    assert html.count("too few key heads") == 1
