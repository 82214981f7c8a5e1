"""gloo takes no float8; the same bytes seen as uint8 pass, with the scale of each rank beside them.

$ torchrun --nproc-per-node 2 snippets/precision/float8_travels_as_bytes.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()

shard = torch.tensor([0.5, 1.0, 2.0, 3.0]) * 10.0**rank
scale = 448 / shard.abs().max()  # 448 is the largest float8_e4m3fn
small = (shard * scale).to(torch.float8_e4m3fn)
refused = "nothing"

# region gather
try:
    dist.all_gather([torch.zeros_like(small) for _ in range(world_size)], small)
except RuntimeError as error:
    refused = str(error).partition("\n")[0]
pieces = [torch.zeros(4, dtype=torch.uint8) for _ in range(world_size)]
scales = [torch.zeros(()) for _ in range(world_size)]
dist.all_gather(pieces, small.view(torch.uint8))  # key line
dist.all_gather(scales, scale)
whole = torch.cat([piece.view(small.dtype).float() / scale for piece, scale in zip(pieces, scales)])
print("float8:", refused)
print("as uint8:", [round(value, 2) for value in whole.tolist()])
# endregion

assert refused == "Invalid scalar type"  # shows: float8-refused
exact = torch.cat([torch.tensor([0.5, 1.0, 2.0, 3.0]) * 10.0**other for other in range(world_size)])
assert ((whole - exact).abs() / exact).max() < 2**-4  # shows: uint8-passes
dist.destroy_process_group()
