"""Answers to one prompt lie on two ranks: advantages want mean and deviation of all of them, not of those on a rank.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/advantages_use_all_answers_of_a_prompt.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
rewards = torch.tensor([[1.0, 1.0, 1.0, 0.0], [0.0, 0.0, 1.0, 0.0]])  # four answers on each rank
found = {}

# region normalise
for name in ("of this rank", "of all ranks"):
    group = [rewards[rank]]
    if name == "of all ranks":
        group = [torch.empty(4) for _ in range(ranks)]
        dist.all_gather(group, rewards[rank])  # key line, else: group = [rewards[rank]]
    values = torch.cat(group)
    found[name] = (rewards[rank] - values.mean()) / values.std()
    print(f"rank {rank}: mean {name} {values.mean():.2f}, advantages {[round(x, 2) for x in found[name].tolist()]}")
# endregion

alone = (rewards - rewards.mean()) / rewards.std()
assert torch.allclose(found["of all ranks"], alone[rank])  # shows: all-ranks-as-one-process
right = [((1 - part.mean()) / part.std()).item() for part in rewards]  # of an answer with reward 1
assert abs(found["of this rank"].max() - right[rank]) < 1e-6
assert right[1] > 2 * right[0]  # shows: of-this-rank-right-answers-differ
dist.destroy_process_group()
