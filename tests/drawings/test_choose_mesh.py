"""The drawing of sixteen ranks on four hosts."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import choose_mesh

STEPS = {"pp": 8, "dp": 4, "cp": 2, "tp": 1}  # between the two ranks of a group


def told(rank: int) -> str:
    pairs = {name: [rank & ~step, rank | step] for name, step in STEPS.items()}
    return f"rank {rank:>2} on host {rank // 4}: " + ", ".join(f"{name} {pair}" for name, pair in pairs.items())


def test_each_dimension_tells_how_many_hosts_its_groups_span():
    record = SimpleNamespace(ranks=[SimpleNamespace(stdout=[told(rank) for rank in range(16)])])
    canvas = choose_mesh.draw({"choose/order_of_the_mesh_decides_the_hosts.py": record})
    assert canvas.steps == 4
    for words in ("tp: a group is on 1 host", "cp: a group is on 1 host", "dp: a group is on 2 hosts", "pp: a group is on 2 hosts"):  # fmt: skip
        assert words in canvas.written
    assert canvas.svg("", 1).count('class="r0') == 8 * 4  # the first rank of eight groups, in four steps
