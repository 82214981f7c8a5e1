"""After a crash the restarted ranks go on from the last checkpoint.

$ python snippets/checkpoints/restarted_workers_go_on_from_the_file.py
"""
import logging
import os

import torch
import torch.distributed as dist
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, Std
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

logging.disable(logging.ERROR)  # the agent reports the crash that is wanted here


# region worker
def train(steps):
    dist.init_process_group("gloo")
    attempt, step = int(os.environ["TORCHELASTIC_RESTART_COUNT"]), 0
    if os.path.exists("checkpoint.pt"):
        step = torch.load("checkpoint.pt")["step"]  # key line
    dist.barrier()  # nobody overwrites what another still has to read
    first = step
    while step < steps:
        step += 1  # stands for a training step
        if dist.get_rank() == 0:
            torch.save({"step": step}, "checkpoint.tmp")
            os.replace("checkpoint.tmp", "checkpoint.pt")
            if attempt == 0 and step == 4:
                os._exit(1)  # rank 0 dies
        dist.barrier()
    dist.destroy_process_group()
    return f"attempt {attempt} ran steps {first + 1} to {step}"
# endregion


config = LaunchConfig(
    min_nodes=1, max_nodes=1, nproc_per_node=2, max_restarts=1, monitor_interval=0.1,
    rdzv_backend="c10d", rdzv_endpoint="localhost:0", local_addr="localhost", start_method="fork",
    logs_specs=DefaultLogsSpecs(log_dir="logs", redirects=Std.ERR),  # what the dead ranks said
)  # fmt: skip

# region launch
os.environ["TORCH_DISABLE_SHARE_RDZV_TCP_STORE"] = "1"  # a new store for each attempt
results = elastic_launch(config, train)(6)  # what torchrun --max-restarts 1 calls
print(results[0])
# endregion

assert results[0] == results[1] == "attempt 1 ran steps 5 to 6"  # shows: script-reads-checkpoint
