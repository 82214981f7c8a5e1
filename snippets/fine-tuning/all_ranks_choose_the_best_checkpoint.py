"""Each rank evaluates its part: by its own loss it keeps a step of its own, by the loss of all samples all keep the same.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/all_ranks_choose_the_best_checkpoint.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
losses = torch.tensor([[3.0, 1.0, 2.0], [4.0, 5.0, 3.0]])[rank]  # mean of a rank after steps 0, 1, 2
samples = torch.tensor([10.0, 30.0])[rank]
kept = {}

# region best
for name in ("own loss", "loss of all samples"):
    best = float("inf")
    for step, loss in enumerate(losses):
        both = torch.stack([loss * samples, samples])
        if name == "loss of all samples":
            dist.all_reduce(both)  # key line
        mean = (both[0] / both[1]).item()
        if mean < best:
            best, kept[name] = mean, step
    print(f"rank {rank}: {name}: keeps step {kept[name]}, loss {best:.2f}")
# endregion

assert kept["own loss"] == [1, 2][rank]  # shows: own-loss-steps-differ
assert kept["loss of all samples"] == 2 and abs(best - 2.75) < 1e-6  # shows: all-samples-step-2
dist.destroy_process_group()
