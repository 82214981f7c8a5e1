"""The drawing of the connections of a group."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import launch_connections


def records(name, *lines):
    return {f"launch/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_a_line_for_each_connection():
    lines = [
        f"{ranks} ranks: connections {ranks - 1} for each, {total} in all, 0 for each with two groups"
        for ranks, total in ((2, 1), (4, 6))
    ]
    canvas = launch_connections.draw(records("gloo_connects_every_pair_of_ranks", *lines))
    assert canvas.parameter == ("2", "4")
    html = canvas.svg("", 1)
    assert html.count("<path") == 1 + 6
    assert "4 ranks, connections: 3 for each, 6 in all" in html
