"""A distributed checkpoint does not load if the model has a tensor that it lacks.

$ torchrun --nproc-per-node 2 snippets/errors/new_layer_is_not_in_the_checkpoint.py
"""
# /// script
# [tool.lockstep]
# expect = "CheckpointException: CheckpointException ranks:dict_keys([0, 1])"
# asserts = ['complains("RuntimeError: Missing key in checkpoint state_dict: model.1.weight.")']
# ///
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp

dist.init_process_group("gloo")

# region load
body = torch.nn.Sequential(torch.nn.Linear(4, 4))
dcp.save({"model": body.state_dict()}, checkpoint_id="step-10")

model = torch.nn.Sequential(torch.nn.Linear(4, 4))
model.append(torch.nn.Linear(4, 1))  # key line
dcp.load({"model": model.state_dict()}, checkpoint_id="step-10")
# endregion

dist.destroy_process_group()
