"""The drawings of launching: layouts of hosts, the life of a start, and connections."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import launch_connections, launch_layouts, launch_life


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


def test_the_guilty_rank_its_exit_code_and_both_restarts_come_from_the_record():
    host = ["meets 2 hosts, gets ranks {}", "starts its ranks, restart 0", "{}", "stops its ranks"]
    host += ["meets 2 hosts, gets ranks {}", "starts its ranks, restart {}", "sees SUCCEEDED"]
    texts = ("\n".join(host).format([0, 1], "sees FAILED: rank 0 exits 7", [0, 1], 5),
             "\n".join(host).format([2, 3], "sees HEALTHY, and that a host waits", [2, 3], 0))  # fmt: skip
    lines = [f"host {number}: {line}" for number, text in enumerate(texts) for line in text.split("\n")]
    html = launch_life.draw(records("agents_meet_again_after_a_rank_dies", *lines)).svg("", 1)
    assert "agent 0 sees FAILED: rank 0 exits 7" in html
    assert ">exit 7<" in html
    assert ">restart 5<" in html
    assert "agent 1 sees HEALTHY, and that a host waits" in html


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
