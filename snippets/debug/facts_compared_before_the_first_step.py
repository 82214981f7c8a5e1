"""Facts that must be equal on all ranks, compared before the first step, name the rank with one batch less.

$ torchrun --nproc-per-node 4 snippets/debug/facts_compared_before_the_first_step.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
loader = range(12 if rank == 3 else 13)  # a file of rank 3 is shorter
learning_rate, parameters = 0.1, 2_560

# region facts
facts = {
    "torch": torch.__version__.split("+")[0],
    "batches": len(loader),  # key line
    "learning rate": learning_rate,
    "parameters": parameters,
}
ranks = [None] * world_size
dist.all_gather_object(ranks, facts)
for name in facts:
    values = [each[name] for each in ranks]
    if len(set(values)) > 1:
        print(f"{name} differ: {values}")
# endregion

assert [each.get("batches") for each in ranks] == [13, 13, 13, 12]  # shows: shorter-rank-3
dist.destroy_process_group()
