"""What torch's schedule classes tell each rank to do: kind of action, stage and micro-batch, in order."""
from collections import Counter
from types import SimpleNamespace

from torch.distributed.pipelining.schedules import PipelineScheduleSingle, get_schedule_class

NAMES = ["GPipe", "1F1B", "LoopedBFS", "Interleaved1F1B", "InterleavedZeroBubble", "ZBVZeroBubble", "DualPipeV"]
KINDS = "FBIW"  # forward, whole backward, its two halves: for inputs, for weights


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
                if letter in KINDS:
                    # Torch's list for 1F1B counts the forwards of the last stage from one. A run counts from zero.
                    number = seen[letter] if name == "1F1B" else leaf.microbatch_index
                    seen[letter] += 1
                    mine.append((letter, leaf.stage_index, number))
        found.append(mine)
    return found
