"""Restarted ranks find the addresses of dead ones in the store of torchrun, and gloo is refused.

$ python snippets/errors/shared_store_refuses_a_restart.py
"""
# /// script
# [tool.lockstep]
# timeout = 100
# volatile = ["Gloo connectFullMesh failed"]
# ///
import logging
import os
import time
from datetime import timedelta

import torch.distributed as dist
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, Std
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

logging.disable(logging.ERROR)  # the agent reports the crashes that are wanted here


# region worker
def train():
    attempt, rank = (int(os.environ[name]) for name in ("TORCHELASTIC_RESTART_COUNT", "RANK"))
    time.sleep(rank / 2)  # rank 1 is late: rank 0 asks for its address before the new one is there
    try:
        dist.init_process_group("gloo", timeout=timedelta(seconds=8))
    except RuntimeError as error:
        return f"rank {rank}: {error}"
    if attempt < 20:
        os._exit(1)  # a crash: all ranks are started again  # key line
    dist.barrier()
    return f"rank {rank}: restart {attempt} has started"
# endregion


config = LaunchConfig(
    min_nodes=1, max_nodes=1, nproc_per_node=2, max_restarts=20, monitor_interval=0.1,
    rdzv_backend="c10d", rdzv_endpoint="localhost:0", local_addr="localhost", start_method="fork",
    logs_specs=DefaultLogsSpecs(log_dir="logs", redirects=Std.ERR),  # what the dead ranks said
)  # fmt: skip

# region launch
os.environ["TORCH_DISABLE_SHARE_RDZV_TCP_STORE"] = "0"  # the default
results = elastic_launch(config, train)()  # what torchrun --max-restarts 20 calls
print(*sorted(results.values()), sep="\n")
# endregion

assert any("connectFullMesh failed" in said for said in results.values())
