"""What gloo of torch takes, tried one by one: all reductions but PREMUL_SUM, and no float8.

$ torchrun --nproc-per-node 2 snippets/collectives/gloo_refuses_these_operations.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

ONE = torch.ones(1)
tries = {name: (ONE, getattr(dist.ReduceOp, name)) for name in ("SUM", "AVG", "PRODUCT", "MIN", "MAX")}
tries |= {name: (ONE.int(), getattr(dist.ReduceOp, name)) for name in ("BAND", "BOR", "BXOR")}
tries["PREMUL_SUM"] = (ONE, dist._make_nccl_premul_sum(2.0))
for dtype in (torch.bfloat16, torch.float16, torch.bool, torch.complex64, torch.float8_e4m3fn):
    tries[str(dtype).removeprefix("torch.")] = (ONE.to(dtype), dist.ReduceOp.SUM)

# region tries
taken, refused = [], {}
for name, (value, op) in tries.items():
    try:
        dist.all_reduce(value.clone(), op)
        taken.append(name)
    except RuntimeError as error:
        refused[name] = str(error).partition("\n")[0]  # key line
if rank == 0:
    print("taken:", *taken)
    for name, why in refused.items():
        print(f"refused: {name}: {why[:60]}")
# endregion

assert list(refused) == ["PREMUL_SUM", "float8_e4m3fn"]  # shows: premul-float8
dist.destroy_process_group()
