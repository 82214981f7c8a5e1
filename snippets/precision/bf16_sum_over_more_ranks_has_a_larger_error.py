"""An all-reduce in bfloat16 has a larger error over more ranks; summed in float32 there is almost none.

$ torchrun --nproc-per-node 8 snippets/precision/bf16_sum_over_more_ranks_has_a_larger_error.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = "if rank < ranks:"
# stays = "A rank outside of the group would be told so, and go on."
# ///
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
brought = [torch.randn(10_000, generator=torch.Generator().manual_seed(seed)).abs().bfloat16() for seed in range(8)]
groups = {ranks: dist.new_group(range(ranks)) for ranks in (2, 4, 8)}
errors = {}

# region sum
for ranks, group in groups.items():
    exact = torch.stack(brought[:ranks]).double().sum(0)
    for dtype in (torch.bfloat16, torch.float32):
        value = brought[rank].to(dtype, copy=True)  # key line, else: value = brought[rank].float()
        if rank < ranks:
            dist.all_reduce(value, group=group)
        errors[ranks, dtype] = ((value.double() - exact).norm() / exact.norm()).item()
    if rank == 0:
        low, full = errors[ranks, torch.bfloat16], errors[ranks, torch.float32]
        print(f"{ranks} ranks: bfloat16 {low:.2%}, float32 {full:.5%}")
# endregion

if rank == 0:
    in_bf16 = [errors[ranks, torch.bfloat16] for ranks in groups]
    assert in_bf16[0] < in_bf16[1] < in_bf16[2] and in_bf16[0] > 1e-3  # shows: error-grows-bfloat16
    assert max(errors[ranks, torch.float32] for ranks in groups) < 1e-6  # shows: float32-no-error
dist.destroy_process_group()
