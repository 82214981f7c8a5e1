"""Where one rank sends first and the other receives first, the exchange goes through.

$ torchrun --nproc-per-node 2 snippets/errors/one_rank_receives_first.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
own, other = torch.full((4,), rank + 1.0), torch.zeros(4)

# region exchange
if rank == 0:
    dist.send(own, dst=1)
    dist.recv(other, src=1)
else:
    dist.recv(other, src=0)  # key line -> hang
    dist.send(own, dst=0)
print(f"rank {rank}: received {other[0].item()}")
# endregion

assert other.tolist() == [2.0 - rank] * 4
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
