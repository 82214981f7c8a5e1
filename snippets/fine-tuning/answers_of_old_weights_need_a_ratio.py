"""Rank 1 answers with the weights that rank 0 sent last: once rank 0 has trained on, the ratio of probabilities is not 1.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/answers_of_old_weights_need_a_ratio.py
"""
import torch
import torch.distributed as dist
from _adapter import network, trained

dist.init_process_group("gloo")
rank = dist.get_rank()
model, found = network(), []  # rank 0 trains, rank 1 answers
prompt = torch.randn(1, 16, generator=torch.Generator().manual_seed(1))
optimizer = torch.optim.SGD(trained(model), lr=1.0)

# region ratio
for step, sends in enumerate((True, False, True)):
    if sends:
        for parameter in trained(model):
            dist.broadcast(parameter.data, 0)  # key line
    score = model(prompt).log_softmax(-1)[0, 3]  # log probability of an answer
    old = score.detach().clone()
    dist.broadcast(old, 1)  # as it was when rank 1 answered
    ratio = (score - old).exp()
    print(f"rank {rank}: step {step}: ratio {ratio.item():.2f}")
    if rank == 0:
        (-ratio).backward()
        optimizer.step()
    found.append(ratio.item())
# endregion

assert abs(found[0] - 1) < 1e-5 and abs(found[2] - 1) < 1e-5  # shows: sent-ratio-is-one
if rank == 0:
    assert found[1] > 1.05  # shows: without-sending-ratio-is-not-one
dist.destroy_process_group()
