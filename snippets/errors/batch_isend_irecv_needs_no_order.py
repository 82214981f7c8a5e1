"""batch_isend_irecv starts the sends and the receives of a rank together: no order is needed.

$ torchrun --nproc-per-node 2 snippets/errors/batch_isend_irecv_needs_no_order.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()
own, other = torch.full((4,), rank + 1.0), torch.zeros(4)

# region exchange
peer = 1 - rank
exchange = [
    dist.P2POp(dist.isend, own, peer),
    dist.P2POp(dist.irecv, other, peer),
]
works = dist.batch_isend_irecv(exchange)  # key line, else: works = []
for work in works:
    work.wait()
print(f"rank {rank}: received {other[0].item()}")
# endregion

assert other.tolist() == [2.0 - rank] * 4
dist.barrier()  # no rank leaves while a peer still waits for its connection
dist.destroy_process_group()
