"""How long torch's list of Interleaved1F1B takes: a forward is one slot, a backward two, sending none."""
from types import SimpleNamespace

from torch.distributed.pipelining.schedules import ScheduleInterleaved1F1B


def length(ranks, micro_batches, stages):
    """Slots of all; `stages` is of a rank."""
    stage = SimpleNamespace(group_rank=0, group_size=ranks, num_stages=stages * ranks, submod=None)
    lists = ScheduleInterleaved1F1B([stage] * stages, micro_batches).pipeline_order
    todo, done, free = [[action for action in lists[rank] if action] for rank in range(ranks)], {}, [0] * ranks
    while any(todo):
        for rank, queue in enumerate(todo):
            while queue:
                kind, at, number = queue[0].computation_type.value, queue[0].stage_index, queue[0].microbatch_index
                before = (kind, at + (1 if kind == "B" else -1), number)  # what it waits for
                if 0 <= before[1] < stages * ranks and before not in done:
                    break
                free[rank] = max(free[rank], done.get(before, 0)) + (2 if kind == "B" else 1)
                done[kind, at, number] = free[rank]
                queue.pop(0)
    return max(free)
