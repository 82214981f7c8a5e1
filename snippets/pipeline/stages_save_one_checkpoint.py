"""Each stage deletes what it does not run and keeps the names of the rest, so one process loads what two stages saved.

$ torchrun --nproc-per-node 2 snippets/pipeline/stages_save_one_checkpoint.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from _gpt import Model

dist.init_process_group("gloo")
rank = dist.get_rank()
whole = {name: weight.clone() for name, weight in Model().state_dict().items()}

# region cut
model = Model()  # the same class on every stage
for name in ("2", "3") if rank == 0 else ("0", "1"):
    del model.layers[name]  # key line, else: pass
if rank == 0:
    model.head = None
else:
    model.embedding = None
state = model.state_dict()
names = list(state)
# endregion
with torch.no_grad():
    for weight in model.parameters():
        weight.add_(rank + 1)  # as if it had been trained
# region save
dcp.save(state, checkpoint_id="weights")
alone = Model()
full = alone.state_dict()
dcp.load(full, checkpoint_id="weights")
print(f"rank {rank}: saves {len(state)} of {len(full)} tensors, first {names[0]}, last {names[-1]}")
# endregion

assert set(state) < set(whole) and len(state) == 5  # shows: part-of-names
for name, weight in full.items():
    first = name.startswith(("embedding", "layers.0", "layers.1"))
    assert torch.allclose(weight, whole[name] + (1 if first else 2))  # shows: one-process-loads-both-parts
dist.destroy_process_group()
