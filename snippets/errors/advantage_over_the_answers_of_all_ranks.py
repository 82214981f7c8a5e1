"""The rewards of all answers to a prompt are gathered first: good answers have a positive advantage, and the advantages sum to zero.

$ torchrun --nproc-per-node 4 snippets/errors/advantage_over_the_answers_of_all_ranks.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
reward = torch.tensor([[1.0, 0.0, 0.0, 1.0][rank]])  # of the one answer that this rank wrote

# region advantage
rewards = [torch.empty(1) for _ in range(4)]
dist.all_gather(rewards, reward)  # key line, else: rewards = [reward]
group = torch.cat(rewards)
advantage = (reward - group.mean()) / (group.std() + 1e-4)
print(f"rank {rank}: advantage {advantage.item():.2f}")
# endregion

total = advantage.clone()
dist.all_reduce(total)
assert total.abs().item() < 1e-5  # shows: sum-to-zero
assert (advantage > 0).item() == (reward == 1).item()  # shows: good-answers-positive
dist.destroy_process_group()
