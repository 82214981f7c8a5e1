"""An address that begins with tcp:// tells where to meet and not who meets, so the rank is missing.

$ torchrun --nproc-per-node 2 snippets/errors/tcp_address_tells_no_rank.py
"""
# /// script
# [tool.lockstep]
# expect = "ValueError: Error initializing torch.distributed using tcp:// rendezvous: rank parameter missing"
# ///
import torch
import torch.distributed as dist

# region train
address = "tcp://localhost:29500"
dist.init_process_group("gloo", init_method=address)  # key line, else: dist.init_process_group("gloo")
total = torch.ones(1)
dist.all_reduce(total)
print(f"rank {dist.get_rank()}: sum {total.item():g}")
# endregion

assert total.item() == 2
dist.destroy_process_group()
