"""A partial load takes what the checkpoint has, and leaves the new layer as it was.

$ torchrun --nproc-per-node 2 snippets/errors/tensors_that_the_checkpoint_has_are_loaded.py
"""
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")
torch.manual_seed(0)

# region load
body = torch.nn.Sequential(torch.nn.Linear(4, 4))
dcp.save({"model": body.state_dict()}, checkpoint_id="step-10")

model = torch.nn.Sequential(torch.nn.Linear(4, 4), torch.nn.Linear(4, 1))
state = {"model": model.state_dict()}
saved = dcp.FileSystemReader("step-10").read_metadata().state_dict_metadata
new = [name for name in state["model"] if f"model.{name}" not in saved]
print("not in the checkpoint:", new)

planner = None
planner = dcp.DefaultLoadPlanner(allow_partial_load=True)  # key line -> CheckpointException: CheckpointException ranks
dcp.load(state, checkpoint_id="step-10", planner=planner)
model.load_state_dict(state["model"])
# endregion

assert new == ["1.weight", "1.bias"]
assert torch.equal(model[0].weight, body[0].weight)
dist.destroy_process_group()
