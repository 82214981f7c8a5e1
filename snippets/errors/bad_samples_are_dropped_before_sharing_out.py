"""Bad samples dropped before the ranks share out the rest leave all ranks the same number of steps.

$ torchrun --nproc-per-node 2 snippets/errors/bad_samples_are_dropped_before_sharing_out.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
samples = [{"image": torch.full((1,), number)} for number in (1.0, 2.0, 3.0, 4.0)]
samples[3] = {"img": torch.ones(1)}
weight = torch.zeros(1, requires_grad=True)
gradients = []

# region train
samples = [sample for sample in samples if "image" in sample]  # key line, else: samples = [sample if "image" in sample else samples[0] for sample in samples]
samples = samples[: len(samples) // 2 * 2]  # as many for each rank
for sample in samples[rank::2]:
    loss = (weight * sample["image"]).sum()
    loss.backward()
    dist.all_reduce(weight.grad)
    print(f"rank {rank}: gradient {weight.grad.item()}", flush=True)
    gradients.append(weight.grad.item())
    weight.grad = None
# endregion

assert gradients == [1.0 + 2.0]  # what one process gets from the two samples
dist.destroy_process_group()
