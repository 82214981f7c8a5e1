"""What a rank holds of your model under fully_shard, SIMULATED for 8 to 16,384 ranks.

$ python snippets/ranks/your_model_at_any_size.py
"""
# /// script
# [tool.lockstep]
# simulates = 16384
# timeout = 300
# ///
import torch
import torch.distributed as dist
from torch.distributed.fsdp import fully_shard


# region yours
def blocks():  # yours: each block that you shard, and how many there are of it
    layer = torch.nn.TransformerEncoderLayer(4096, nhead=32, dim_feedforward=14336)
    return [(layer, 32), (torch.nn.Embedding(128_000, 4096), 2)]
# endregion


def play(rank, n):
    """Weights on a rank; the same by rows; of the model; of the largest block."""
    dist.init_process_group("fake", rank=rank, world_size=n)
    kept = rows = whole = largest = 0
    for block, times in blocks():
        size = sum(w.numel() for w in block.parameters())
        whole, largest = whole + times * size, max(largest, size)
        for w in block.parameters():  # a row is never cut
            rows += times * -(-w.shape[0] // n) * w[0].numel()
        fully_shard(block)  # key line, else: fully_shard(block, mesh=dist.init_device_mesh("cpu", (n, 1), mesh_dim_names=("a", "b")))
        kept += times * sum(w.to_local().numel() for w in block.parameters())
    dist.destroy_process_group()
    return kept, rows, whole, largest


# region table
print("ranks           state of rank 0")
for n in (8, 64, 1024, 16384):
    with torch.device("meta"):  # shapes without memory
        kept, rows, whole, largest = play(0, n)  # rank 0 holds as much as any
    print(f"{n:>5} SIMULATED {16 * kept / 1e9:>8.4g} GB, {kept * n / whole:.4g} times 1 / N; "
          f"a block {2 * largest / 1e9:.4g} GB")  # fmt: skip
    # endregion
    assert kept == rows
