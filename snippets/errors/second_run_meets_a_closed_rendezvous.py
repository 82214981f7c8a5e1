"""A run that ends closes its rendezvous, and the next run of the same id finds it closed.

$ python snippets/errors/second_run_meets_a_closed_rendezvous.py
"""
# /// script
# [tool.lockstep]
# expect = "RendezvousClosedError"
# asserts = ['says("run 1: trained") and raises("RendezvousClosedError", at="elastic_launch")']
# ///
import logging

import torch.distributed as dist
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, Std
from torch.distributed.launcher.api import LaunchConfig, elastic_launch

logging.disable(logging.ERROR)
store = dist.TCPStore("localhost", 0, is_master=True)  # outlives the runs, as a store on a head node


def train():
    return "trained"


# region launch
def launch(run_id):
    config = LaunchConfig(
        run_id=run_id, rdzv_backend="c10d", rdzv_endpoint=f"localhost:{store.port}",
        min_nodes=1, max_nodes=1, nproc_per_node=2, monitor_interval=0.1,
        rdzv_configs={"is_host": False}, local_addr="localhost", start_method="fork",
        logs_specs=DefaultLogsSpecs(log_dir="logs", redirects=Std.ERR),
    )  # fmt: skip
    return elastic_launch(config, train)()  # what torchrun --rdzv-id run_id calls


print("run 1:", launch("train")[0], flush=True)
print("run 2:", launch("train")[0])  # key line
# endregion
