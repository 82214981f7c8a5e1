"""Agents of several hosts on one machine: each is a process that does what torchrun does on its host."""
import logging
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from torch.distributed import TCPStore
from torch.distributed.launcher import api

told = []  # what the agent of this process did


class Agent(api.LocalElasticAgent):
    """torchrun's agent, which also tells what it does."""

    def _rendezvous(self, group):
        super()._rendezvous(group)
        told.append(f"meets {group.group_world_size} hosts, gets ranks {[w.global_rank for w in group.workers]}")

    def _start_workers(self, group):
        told.append(f"starts its ranks, restart {group.spec.max_restarts - self._remaining_restarts}")
        return super()._start_workers(group)

    def _monitor_workers(self, group):
        result = super()._monitor_workers(group)
        if result.state.value != "HEALTHY":
            told.append(f"sees {result.state.value}" + "".join(
                f": rank {rank} exits {failure.exitcode}" for rank, failure in result.failures.items()
            ))  # fmt: skip
        return result

    def _restart_workers(self, group):
        if group.state.value == "HEALTHY":
            told.append("sees HEALTHY, and that a host waits")
        super()._restart_workers(group)

    def _stop_workers(self, *args, **kwargs):
        told.append("stops its ranks")
        super()._stop_workers(*args, **kwargs)


def run_host(function, number, hosts, processes, restarts, port):
    api.LocalElasticAgent = Agent
    logging.disable(logging.ERROR)  # the agent reports failures that are wanted
    config = api.LaunchConfig(
        run_id="job", min_nodes=hosts, max_nodes=hosts, nproc_per_node=processes, max_restarts=restarts,
        rdzv_backend="c10d", rdzv_endpoint=f"localhost:{port}", rdzv_configs={"is_host": number == 0},
        local_addr=f"127.0.0.{number + 1}", start_method="fork", monitor_interval=0.1,
    )  # fmt: skip
    results = api.elastic_launch(config, function)()  # by rank, in the order in which they came
    return [results[rank] for rank in sorted(results)], told


def run_hosts(function, layout, restarts=0):
    """What the ranks return and what each agent did, host by host. `layout` has the processes of each host."""
    port = TCPStore("localhost", 0, is_master=True, wait_for_workers=False).port
    hosts = range(len(layout))
    with ProcessPoolExecutor(len(layout), get_context("fork")) as pool:
        runs = [pool.submit(run_host, function, n, len(layout), layout[n], restarts, port) for n in hosts]
        return [run.result() for run in runs]
