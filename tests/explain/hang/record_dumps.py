"""Records what the ranks of a hanging program leave behind: python tests/explain/hang/record_dumps.py [NAME ...]

Each program runs on real ranks over gloo. Seconds later, when all of them stand, each rank writes its flight recorder.
gloo says the ranks of the default group only, and without its name; NCCL says those of each group, and torch's own
analyser needs them, so they are added from the program. tests/explain/hang/gloo has dumps as gloo writes them.
Names of files are cut to what stands in the repository. The dumps are kept in tests/explain/hang/dumps/NAME/rank_N.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import runpy
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
SECONDS = 8.0  # until all ranks stand, on a slow machine
PROGRAMS = {  # of the site, and how many ranks they run on
    "checkpoints/gathering_on_rank_0_alone_hangs.py": 2,
    "ddp/skipped_collective_hangs.py": 2,
    "debug/random_branch_parts_the_ranks.py": 2,
    "errors/broadcast_meets_all_reduce_and_both_wait.py": 2,
    "errors/one_rank_stops_early.py": 2,
    "errors/one_skip_leaves_the_other_rank_waiting.py": 2,
    "errors/rank_with_one_batch_more_hangs_in_backward.py": 2,
    "errors/validation_on_rank_0_hangs.py": 2,
    "fsdp/evaluation_on_rank_0_hangs.py": 2,
    "large-models/ranks_that_decide_alone_hang.py": 2,
}


def programs() -> dict[str, tuple[Path, int]]:
    """Path and ranks of each program, by the name of its folder of dumps."""
    of_site = {
        name.rpartition("/")[2].removesuffix(".py"): (ROOT / "snippets" / name, n) for name, n in PROGRAMS.items()
    }
    own = {path.stem: (path, int(path.stem.rpartition("_")[2])) for path in sorted((HERE / "programs").glob("*.py"))}
    return of_site | own


def watched(program: str, folder: str) -> None:
    """One rank: run the program, and write its flight recorder when it stands."""
    threading.Thread(target=_write, args=(Path(folder),), daemon=True).start()
    sys.path.insert(0, str(Path(program).parent))
    try:
        runpy.run_path(program, run_name="__main__")
    finally:
        time.sleep(2 * SECONDS)  # a rank that has ended stays, or the others would lose their connection


def _write(folder: Path) -> None:
    time.sleep(SECONDS)
    import torch.distributed as dist
    from torch._C._distributed_c10d import _dump_fr_trace

    dump = pickle.loads(_dump_fr_trace())
    world = dist.distributed_c10d._world
    dump["pg_config"] = {
        name: {"name": name, "desc": group.group_desc, "ranks": str(sorted(world.pg_group_ranks[group]))}
        for group, name in world.pg_names.items()
    }
    for frame in (frame for entry in dump["entries"] for frame in entry["frames"]):
        frame["filename"] = frame["filename"].partition("site-packages/")[2] or os.path.relpath(frame["filename"], ROOT)
    path = folder / f"rank_{dist.get_rank()}"
    path.write_bytes(pickle.dumps(dump, protocol=2))
    time.sleep(SECONDS / 2)  # until the others have written
    os._exit(0)


def record(name: str) -> None:
    program, ranks = programs()[name]
    folder = HERE / "dumps" / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    command = ["torchrun", "--nproc-per-node", str(ranks), __file__, str(program), str(folder)]
    env = os.environ | {"TORCH_FR_BUFFER_SIZE": "100", "OMP_NUM_THREADS": "1"}
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(command, env=env, capture_output=True, timeout=6 * SECONDS, check=False)
    print(name, *sorted(path.name for path in folder.iterdir()), flush=True)


if __name__ == "__main__":
    if "RANK" in os.environ:
        watched(*sys.argv[1:])
    else:
        for name in sys.argv[1:] or programs():
            record(name)
