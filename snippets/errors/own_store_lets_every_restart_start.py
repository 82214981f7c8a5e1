"""With a store for each attempt every restart starts.

$ python snippets/errors/own_store_lets_every_restart_start.py
"""
# /// script
# [tool.lockstep]
# timeout = 100
# ///
import logging
import os
import time
from datetime import timedelta
from pathlib import Path

import torch.distributed as dist
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, Std
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

logging.disable(logging.ERROR)  # the agent reports the crashes that are wanted here
Path("ports").mkdir()


# region worker
def train():
    attempt, rank = (int(os.environ[name]) for name in ("TORCHELASTIC_RESTART_COUNT", "RANK"))
    Path("ports", str(attempt)).write_text(os.environ["MASTER_PORT"])  # where the store of this attempt is
    time.sleep(rank / 2)  # rank 1 is late: rank 0 asks for its address before the new one is there
    try:
        dist.init_process_group("gloo", timeout=timedelta(seconds=8))
    except RuntimeError as error:
        return f"rank {rank}: {error}"
    if attempt < 8:
        os._exit(1)  # a crash: all ranks are started again
    dist.barrier()
    return f"rank {rank}: restart {attempt} has started"
# endregion


config = LaunchConfig(
    min_nodes=1, max_nodes=1, nproc_per_node=2, max_restarts=8, monitor_interval=0.1,
    rdzv_backend="c10d", rdzv_endpoint="localhost:0", local_addr="localhost", start_method="fork",
    logs_specs=DefaultLogsSpecs(log_dir="logs", redirects=Std.ERR),  # what the dead ranks said
)  # fmt: skip

# region launch
os.environ["TORCH_DISABLE_SHARE_RDZV_TCP_STORE"] = "1"  # key line
results = elastic_launch(config, train)()  # what torchrun --max-restarts 8 calls
print(*sorted(results.values()), sep="\n")
# endregion

assert all("restart 8 has started" in said for said in results.values())
assert len({file.read_text() for file in Path("ports").iterdir()}) > 1  # one store has one port
