"""The drawing of hosts with their ranks."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import launch_layouts


def records(name, *lines):
    return {f"launch/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


def test_a_step_for_each_layout_with_the_ranks_of_each_host():
    canvas = launch_layouts.draw(
        records(
            "ranks_follow_from_hosts_and_processes",
            "2: host 0 [0, 1]; LOCAL_RANK [0, 1]",
            "1 + 1: host 0 [0], host 1 [1]; LOCAL_RANK [0, 0]",
        )
    )
    assert canvas.parameter == ("2", "1 + 1")
    html = canvas.svg("", 1)
    assert html.count("rank 1<") == 2
    assert html.count("GPU 0<") == 3
    assert html.count("GPU 1<") == 1
