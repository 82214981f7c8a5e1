"""Ranks are counted through: those of host 0 first, then those of host 1, however many each host has.

$ python snippets/launch/ranks_follow_from_hosts_and_processes.py
"""
import os

from _agents import run_hosts

NAMES = ("RANK", "LOCAL_RANK", "GROUP_RANK", "LOCAL_WORLD_SIZE", "WORLD_SIZE")


def who():  # what each rank runs
    return tuple(int(os.environ[name]) for name in NAMES)


# region layouts
found = {}
for layout in ([4], [2, 2], [1, 1, 1, 1], [3, 1], [4, 4]):  # processes of each host
    hosts = [returned for returned, _ in run_hosts(who, layout)]
    ranks = [one for host in hosts for one in host]  # key line, else: ranks = [(n, n, 0, 1, 1) for n in range(4)]
    said = ", ".join(f"host {number} {[rank for rank, *_ in host]}" for number, host in enumerate(hosts))
    print(f"{' + '.join(map(str, layout))}: {said}; LOCAL_RANK {[local for _, local, *_ in ranks]}")
    found[tuple(layout)] = ranks
# endregion

assert found[3, 1][3][:3] == (3, 0, 1)  # shows: rank-3-counted
assert [local for _, local, *_ in found[1, 1, 1, 1]] == [0] * 4  # shows: gpu-0-local
assert {world for *_, world in found[2, 2]} == {4}  # shows: all-processes-both
for layout, ranks in found.items():
    places = [(local, host) for host, processes in enumerate(layout) for local in range(processes)]
    assert [rank for rank, *_ in ranks] == list(range(sum(layout)))  # shows: ranks-counted-through
    assert [(local, host) for _, local, host, *_ in ranks] == places  # shows: local-rank-from-zero
    assert {world for *_, world in ranks} == {sum(layout)}  # shows: world-size-all-hosts
    assert [own for *_, own, _ in ranks] == [layout[host] for _, host in places]  # shows: own-host-processes
