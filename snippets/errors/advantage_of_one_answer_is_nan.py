"""Each rank has one answer to the prompt and normalises by its own rewards: the deviation of one number is NaN, on every rank.

$ torchrun --nproc-per-node 4 snippets/errors/advantage_of_one_answer_is_nan.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
reward = torch.tensor([[1.0, 0.0, 0.0, 1.0][rank]])  # of the one answer that this rank wrote

# region advantage
group = reward  # key line, else: group = torch.tensor([1.0, 0.0, 0.0, 1.0])
advantage = (reward - group.mean()) / (group.std() + 1e-4)
print(f"rank {rank}: advantage {advantage.item():.2f}")
# endregion

assert advantage.isnan().all()  # shows: advantage-is-nan
dist.destroy_process_group()
