"""async_save copies the state and writes the copy in the background, so training may change the weights at once.

$ torchrun --nproc-per-node 2 snippets/checkpoints/async_save_writes_what_it_was_given.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
rank = dist.get_rank()

# region save
group = dist.new_group(backend="gloo")  # for saving alone: its thread must not meet those of training
weight, pending = torch.ones(4), []
pending.append(dcp.async_save({"weight": weight}, checkpoint_id="folder", process_group=group))  # key line, else: dcp.save({"weight": weight + 1}, checkpoint_id="folder")
weight.add_(1)  # the next training step changes the weight
for future in pending:
    future.result()  # wait before the next save, and before the job ends
saved = {"weight": torch.empty(4)}
dcp.load(saved, checkpoint_id="folder")
print(f"in memory {weight[0].item()}, in the file {saved['weight'][0].item()}")
# endregion

assert torch.equal(weight, torch.full((4,), 2.0))
assert torch.equal(saved["weight"], torch.ones(4))  # shows: copied-state-writes-copy
dist.destroy_process_group()
