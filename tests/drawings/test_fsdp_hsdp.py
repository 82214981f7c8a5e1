"""The drawing of two hosts with two ranks each."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import fsdp_hsdp


def test_numbers_are_those_of_the_record():
    calls = "{'allgather_base': 7, 'reduce_scatter_base': 5, 'allreduce': 2}"
    ranks = [SimpleNamespace(stdout=(f"rank {n}: host {n // 2}, 10 B of 20; {calls}",)) for n in range(4)]
    html = fsdp_hsdp.draw({"fsdp/hsdp_sums_between_the_hosts.py": SimpleNamespace(ranks=ranks)}).svg("", 1)
    for words in (
        "each rank holds 10 of 20 B", "7 all-gathers within a host", "5 reduce-scatters within a host",
        "2 all-reduces between the hosts",
    ):  # fmt: skip
        assert words in html


def test_shards_travel_within_a_host_and_sums_between_hosts():
    calls = "{'allgather_base': 6, 'reduce_scatter_base': 3, 'allreduce': 3}"
    ranks = [SimpleNamespace(stdout=(f"rank {n}: host {n // 2}, 10 B of 20; {calls}",)) for n in range(4)]
    html = fsdp_hsdp.draw({"fsdp/hsdp_sums_between_the_hosts.py": SimpleNamespace(ranks=ranks)}).svg("", 1)
    assert html.count("--m2:translate(100px,0px)") == html.count("--m2:translate(-100px,0px)") == 2
    assert html.count("--m4:translate(210px,0px)") == html.count("--m4:translate(-210px,0px)") == 2
