"""A save that finds the disk full leaves the old checkpoint, its own rest goes, and all ranks know.

$ torchrun --nproc-per-node 2 snippets/errors/save_beside_the_old_checkpoint_keeps_it.py
"""
import resource
import signal
from pathlib import Path

import torch
import torch.distributed as dist

# No file of this process may be larger than 500 KB: the stand-in for a disk on which that much is free.
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (500_000, 500_000))

dist.init_process_group("gloo")
rank = dist.get_rank()


# region save
def saved(state: dict, path: Path) -> bool:
    part = path.with_suffix(".part")  # key line, else: part = path
    try:
        torch.save(state, part)
        part.replace(path)
    except (OSError, RuntimeError):
        part.unlink(missing_ok=True)
        return False
    return True
# endregion


# region train
for step, size in [(1, 100_000), (2, 200_000)]:
    done = torch.tensor(saved({"step": step, "weight": torch.ones(size)}, Path("last.pt")) if rank == 0 else False)
    dist.broadcast(done, src=0)
    print(f"rank {rank}: step {step}", "saved" if done else "not saved, the disk is full")
# endregion

assert not done
assert not Path("last.part").exists()
assert Path("last.pt").exists() and torch.load("last.pt")["step"] == 1
dist.destroy_process_group()
