"""With 3 samples on rank 0 and 2 on rank 1, the mean of their accuracies is 0.167 where 1 of 5 is right.

$ torchrun --nproc-per-node 2 snippets/batch-size/averaged_accuracies_miss_the_accuracy.py
"""
import torch
import torch.distributed as dist
from torch.utils.data import DistributedSampler

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
correct = torch.tensor([1, 0, 0, 0, 0])

# region evaluate
mine = list(DistributedSampler(correct, shuffle=False))
mine = mine[: len(range(rank, len(correct), world_size))]
accuracy = correct[mine].float().mean()  # key line, else: accuracy = correct.float().mean()
dist.all_reduce(accuracy)
accuracy = accuracy / world_size
print(f"rank {rank}: samples {mine}, accuracy {accuracy.item():.3f}")
# endregion

shares = [None] * world_size
dist.all_gather_object(shares, mine)
sixth = abs(accuracy.item() - (1 / 3 + 0 / 2) / 2) < 1e-6  # the truth is 1 / 5
assert sixth and [len(share) for share in shares] == [3, 2]  # shows: share-3-same-weight
assert sum(shares, []).count(0) == 1  # refutes: sample-counted-both
assert accuracy.item() > 1.5 * (1 / 3 / 2 / 2)  # refutes: divided-twice
assert sorted(sum(shares, [])) == [0, 1, 2, 3, 4]  # refutes: slice-real-samples
dist.destroy_process_group()
