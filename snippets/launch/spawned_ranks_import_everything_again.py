"""Four spawned ranks import torch and the script again, four forked ones do not.

$ python snippets/launch/spawned_ranks_import_everything_again.py
"""
import os
from pathlib import Path

import torch.multiprocessing as mp

with open("imports.txt", "a") as file:  # each process that runs these lines has imported torch above
    print(os.getpid(), file=file)


def rank(number):
    Path(f"rank-{number}").write_text(str(os.getpid()))


if __name__ == "__main__":
    # region start
    found = {}
    for method in ("fork", "spawn"):
        Path("imports.txt").write_text("")
        mp.start_processes(rank, nprocs=4, start_method=method)  # key line, else: mp.start_processes(rank, nprocs=4, start_method="fork")
        ranks = {Path(f"rank-{number}").read_text() for number in range(4)}
        found[method] = ranks & set(Path("imports.txt").read_text().split())
        print(f"{method}: {len(found[method])} of {len(ranks)} ranks imported torch and the script")
    # endregion

    assert not found["fork"] and len(found["spawn"]) == 4  # shows: none
    assert len(found["spawn"]) > 1  # refutes: one-rank-imports
    assert found["spawn"] == ranks  # shows: spawned-ranks-import-again
