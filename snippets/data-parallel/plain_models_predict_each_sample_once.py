"""For inference each rank runs a plain model on its own samples; together they predict what one process does.

$ torchrun --nproc-per-node 2 snippets/data-parallel/plain_models_predict_each_sample_once.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
#
# [[tool.lockstep.what-if]]
# line = "with torch.inference_mode():"
# stays = "Without it each forward also keeps what a backward would need. The outputs are the same."
# ///
import os

import torch
import torch.distributed as dist

dist.init_process_group("nccl" if torch.cuda.is_available() else "gloo")
rank, world_size = dist.get_rank(), dist.get_world_size()
device = torch.device("cuda", int(os.environ["LOCAL_RANK"])) if torch.cuda.is_available() else torch.device("cpu")
if device.type == "cuda":
    torch.cuda.set_device(device)
torch.manual_seed(0)
samples = torch.randn(5, 3)
model = torch.nn.Linear(3, 2).to(device).eval()  # a plain model, without a wrapper

# region predict
mine = range(len(samples))[rank::world_size]  # none twice, none left out
with torch.inference_mode():
    outputs = model(samples[mine].to(device)).cpu()
print(f"rank {rank}: samples {list(mine)}")

parts = [None] * world_size
dist.all_gather_object(parts, outputs)
predictions = torch.empty(len(samples), 2)
for first, part in enumerate(parts):
    predictions[first::world_size] = part  # key line
# endregion

expected = model(samples.to(device)).detach().cpu()  # one process, all samples
torch.testing.assert_close(predictions, expected)
assert type(model) is torch.nn.Linear  # shows: plain-model
dist.destroy_process_group()
