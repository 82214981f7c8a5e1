"""Two trainer ranks hold rows, two inference ranks columns: the trainer gathers the rows, and sends each its columns.

$ torchrun --nproc-per-node 4 snippets/fine-tuning/weights_travel_to_inference_in_another_layout.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
trainers = dist.new_group([0, 1])
whole = torch.arange(32.0).view(4, 8)
weight = whole.chunk(2)[rank].clone() if rank < 2 else torch.zeros(4, 4)  # rows, or columns
version = torch.tensor(7) if rank < 2 else torch.tensor(6)

# region send
if rank < 2:  # a trainer
    rows = [torch.empty_like(weight) for _ in range(2)]
    dist.all_gather(rows, weight, group=trainers)
    columns = torch.cat(rows).chunk(2, dim=1)[rank].contiguous()
    dist.send(columns, rank + 2)  # trainer 0 to rank 2, trainer 1 to rank 3
else:
    dist.recv(weight, rank - 2)  # key line, else: dist.recv(torch.empty(4, 4), rank - 2)
dist.broadcast(version, 0)
print(f"rank {rank}: holds {tuple(weight.shape)} of (4, 8), version {version.item()}")
# endregion

if rank >= 2:
    assert torch.equal(weight, whole.chunk(2, 1)[rank - 2])  # shows: columns-of-the-trainer
assert version == 7
dist.destroy_process_group()
