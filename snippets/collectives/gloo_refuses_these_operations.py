"""What gloo takes in an all_reduce, tried one by one: of these it refuses PREMUL_SUM, int16, uint16, float8 and an average of int32.

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
tries["int32 AVG"] = (ONE.int(), dist.ReduceOp.AVG)
FLOATS = (torch.bfloat16, torch.float16, torch.complex64, torch.float8_e4m3fn)
DTYPES = (*FLOATS[:2], torch.int64, torch.int16, torch.uint16, torch.bool, *FLOATS[2:])
for dtype in DTYPES:
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
        print(f"refused: {name}: {why[:64]}")
# endregion

assert list(refused) == ["PREMUL_SUM", "int32 AVG", "int16", "uint16", "float8_e4m3fn"]  # shows: premul-float8
dist.destroy_process_group()
