"""With an id of its own for each run, the next run starts beside the closed rendezvous.

$ python snippets/errors/each_run_has_a_rendezvous_of_its_own.py
"""
import logging

import torch.distributed as dist
from torch.distributed.elastic.multiprocessing import DefaultLogsSpecs, Std
from torch.distributed.elastic.rendezvous import RendezvousClosedError
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
    try:
        return elastic_launch(config, train)()[0]  # what torchrun --rdzv-id run_id calls
    except RendezvousClosedError:
        return "closed"


first = launch("train-1")
second = launch("train-2")  # key line, else: second = launch("train-1")
print(first, "and", second)
# endregion

assert (first, second) == ("trained", "trained")  # shows: second-run-trains
