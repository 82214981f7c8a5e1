"""The drawing of the life of a start."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import launch_life


def records(name, *lines):
    return {f"launch/{name}.py": SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])}


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
