"""With use_orig_params=True FSDP1 takes frozen and trained parameters into one group.

$ torchrun --nproc-per-node 2 snippets/errors/original_parameters_may_differ_in_training.py
"""
import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel

dist.init_process_group("gloo")
base, adapter = torch.nn.Linear(2, 2), torch.nn.Linear(2, 1)

# region shard
base.requires_grad_(False)  # as for LoRA
model = torch.nn.Sequential(base, adapter)
model = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=True)  # key line, else: model = FullyShardedDataParallel(model, device_id=torch.device("cpu"), use_orig_params=False) -> ValueError: Must flatten tensors with uniform `requires_grad`
model(torch.ones(1, 2)).sum().backward()
trained = [name for name, weight in model.named_parameters() if weight.requires_grad]
print("trained:", *trained)
# endregion

assert len(trained) == 2 and all(".1." in name for name in trained)
dist.destroy_process_group()
