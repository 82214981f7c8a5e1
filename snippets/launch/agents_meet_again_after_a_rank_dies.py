"""A rank dies: its agent stops the other ranks of its host, the other agent sees a host wait, and all start again.

$ python snippets/launch/agents_meet_again_after_a_rank_dies.py
"""
import os
import time
from pathlib import Path

from _agents import run_hosts


# region train
def train():
    rank, again = int(os.environ["RANK"]), Path("died").exists()
    Path(f"started-{rank}").touch()
    while len(list(Path().glob("started-*"))) < 4:
        time.sleep(0.05)  # until all four have started
    if rank == 1 and not again:
        Path("died").touch()
        os._exit(3)  # key line
    if not again:
        time.sleep(20)  # stands for training; SIGTERM ends it
    return int(os.environ["TORCHELASTIC_RESTART_COUNT"])


hosts = run_hosts(train, [2, 2], restarts=1)  # what torchrun --max-restarts 1 does on two hosts
for number, (_, did) in enumerate(hosts):
    print(*(f"host {number}: {what}" for what in did), sep="\n")
(counts, first), (others, second) = hosts
print(f"TORCHELASTIC_RESTART_COUNT in the end: host 0 {counts}, host 1 {others}")
# endregion

meets, starts = "meets 2 hosts, gets ranks", "starts its ranks, restart"
assert first[2:4] == ["sees FAILED: rank 1 exits 3", "stops its ranks"]  # shows: stops-them
assert second[2:4] == ["sees HEALTHY, and that a host waits", "stops its ranks"]  # shows: sees-host-waits
assert first[4:] == [f"{meets} [0, 1]", f"{starts} 1", "sees SUCCEEDED"]  # shows: all-ranks-start-again
assert second[4:] == [f"{meets} [2, 3]", f"{starts} 0", "sees SUCCEEDED"]
assert second[3:6] == ["stops its ranks", f"{meets} [2, 3]", f"{starts} 0"]  # shows: stopped-though-healthy
assert "stops its ranks" in second  # refutes: goes-on
assert second[-1] == "sees SUCCEEDED"  # refutes: job-ends
assert set(others) == {0}  # shows: 0-each-host
assert (counts, others) == ([1, 1], [0, 0])  # shows: restart-counted-on-its-host
