"""What torch's schedule classes tell each rank to do, and when each action starts if sending takes no time."""
from collections import Counter
from types import SimpleNamespace

from torch.distributed.pipelining.schedules import PipelineScheduleSingle, get_schedule_class

NAMES = ["GPipe", "1F1B", "LoopedBFS", "Interleaved1F1B", "InterleavedZeroBubble", "ZBVZeroBubble", "DualPipeV"]
COST = {"F": 1, "B": 2, "I": 1, "W": 1}  # forward, whole backward, its two halves: for inputs, for weights


def leaves(action):
    """The actions within an action: DualPipeV overlaps two."""
    return [leaf for inner in action.sub_actions for leaf in leaves(inner)] if action.sub_actions else [action]


def orders(name, ranks, micro_batches):
    """For each rank its actions (kind, stage, micro-batch), as torch lists them. A rank has two stages where it may."""
    kind = get_schedule_class(name)
    here = 1 if issubclass(kind, PipelineScheduleSingle) else 2
    stage = SimpleNamespace(group_rank=0, group_size=ranks, num_stages=here * ranks, submod=None)
    schedule, found = kind(stage if here == 1 else [stage] * here, micro_batches), []
    for rank in range(ranks):
        seen, mine = Counter(), []
        for action in filter(None, schedule.pipeline_order[rank]):
            for leaf in leaves(action):
                letter = leaf.computation_type.value
                if letter in COST:
                    # Torch's list for 1F1B counts the forwards of the last stage from one. A run counts from zero.
                    number = seen[letter] if name == "1F1B" else leaf.microbatch_index
                    seen[letter] += 1
                    mine.append((letter, leaf.stage_index, number))
        found.append(mine)
    return found


def place(orders, cost=COST, times=None):
    """For each rank (start, slots, kind, stage, micro-batch), and the length. An action waits for its input."""
    times = times or {}  # by stage, how many times as long it takes
    last = max(stage for mine in orders for _, stage, _ in mine)
    done, free, rows = {}, [0] * len(orders), [[] for _ in orders]
    todo = [list(mine) for mine in orders]
    while any(todo):
        before = sum(map(len, todo))
        for rank, queue in enumerate(todo):
            while queue:
                kind, stage, number = queue[0]
                needs = {"F": ("F", stage - 1, number), "W": None}.get(kind, ("B", stage + 1, number))
                if needs and 0 <= needs[1] <= last and needs not in done:
                    break
                start = max(free[rank], done.get(needs, 0))
                slots = cost[kind] * times.get(stage, 1)
                free[rank] = start + slots
                rows[rank].append((start, slots, kind, stage, number))
                done["B" if kind == "I" else kind, stage, number] = free[rank]
                queue.pop(0)
        assert sum(map(len, todo)) < before, "the ranks wait for each other"
    return rows, max(free)


def stored(mine):
    """The most forwards of a rank whose backward is not complete."""
    now = top = 0
    for kind, *_ in mine:
        now += {"F": 1, "I": 0}.get(kind, -1)
        top = max(top, now)
    return top
