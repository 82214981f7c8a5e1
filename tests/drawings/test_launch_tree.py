"""The drawing of hosts, their torchrun and their ranks."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import launch_tree


def test_a_torchrun_on_each_host_and_a_box_for_each_rank():
    lines = [f"rank {rank}: local rank {rank % 2} of node {rank // 2}, node{rank // 2}; sum 6.0" for rank in range(4)]
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=[line]) for line in lines])
    html = launch_tree.draw({"machines/one_line_on_two_hosts.py": record}).svg("", 1)
    assert html.count(">torchrun<") == 2
    assert html.count(">WORLD_SIZE 4<") == 2
    assert [html.count(f">RANK {rank}<") for rank in range(4)] == [1, 1, 1, 1]
