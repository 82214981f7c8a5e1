"""AUC compares each positive with each negative, also those on other ranks: gather the scores.

$ torchrun --nproc-per-node 2 snippets/data/auc_needs_the_scores_of_all_ranks.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
scores = torch.tensor([[0.9, 0.8], [0.3, 0.1]])[rank]
labels = torch.tensor([[1, 0], [1, 0]])[rank]


# region gather
def auc(scores, labels):
    """The share of pairs in which the positive has the higher score."""
    positive, negative = scores[labels == 1], scores[labels == 0]
    return (positive[:, None] > negative).float().mean().item()


here = auc(scores, labels)
parts = [torch.empty(2, 2) for _ in range(world_size)]
dist.all_gather(parts, torch.stack([scores, labels.float()]))  # key line, else: parts = [torch.stack([scores, labels.float()])] * world_size
everywhere = auc(*torch.cat(parts, 1))
print(f"rank {rank}: AUC here {here}, of all samples {everywhere}")
# endregion

assert here == 1.0  # on both ranks, so their mean is 1
assert auc(torch.tensor([2.0, 1.0]), torch.tensor([1, 0])) == 1  # shows: compares-pairs
assert everywhere == 0.75  # 0.3 is a positive below 0.8  # shows: pairs-two-ranks-none
assert len(torch.cat(parts, 1)[0]) == world_size * len(scores)  # shows: scores-all-ranks
dist.destroy_process_group()
