"""By default DDP holds each gradient twice; with gradient_as_bucket_view the gradients are the buckets.

$ torchrun --nproc-per-node 2 snippets/ddp/gradients_live_in_the_buckets.py
"""
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
own = {}

# region view
for view in (False, True):
    layers = [torch.nn.Linear(256, 256, bias=False) for _ in range(4)]  # 256 KiB
    model = torch.nn.Sequential(*layers)
    model = DistributedDataParallel(model, gradient_as_bucket_view=view)  # key line
    for _ in range(2):
        model(torch.ones(1, 256)).sum().backward()
    places = [parameter.grad.untyped_storage() for parameter in model.parameters()]
    sizes = {place.data_ptr(): place.nbytes() >> 10 for place in places}
    own[view] = list(sizes.values())
    if dist.get_rank() == 0:
        print(f"gradient_as_bucket_view={view}: gradients lie in {own[view]} KiB")
# endregion

assert own == {False: [256] * 4, True: [1024]}
dist.destroy_process_group()
