"""The constructor of DDP sends all weights, frozen ones too, but none with init_sync=False and none whose name is ignored.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/constructor_sends_the_frozen_weights_too.py
"""
import torch.distributed as dist
from _adapter import network
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank = dist.get_rank()
expected = network(seed=0)
found = {}

# region sends
for name in ("all", "trained alone", "none"):
    model = network(seed=rank)  # other weights on each rank
    if name == "trained alone":
        frozen = [key for key, parameter in model.named_parameters() if not parameter.requires_grad]
        DistributedDataParallel._set_params_and_buffers_to_ignore_for_model(model, frozen)  # key line
    DistributedDataParallel(model, init_sync=name != "none")
    equal = [parameter.equal(theirs) for parameter, theirs in zip(model.parameters(), expected.parameters())]
    found[name] = sum(p.nbytes for p, same in zip(model.parameters(), equal) if same)
    print(f"rank {rank}: {name}: {found[name]} B equal to those of rank 0")
# endregion

whole = sum(parameter.nbytes for parameter in expected.parameters())
assert found["all"] == whole  # shows: frozen-weights-are-sent
if rank == 1:
    assert found["trained alone"] == 512  # shows: ignored-weights-stay
    assert found["none"] == 256  # B, which is zero on each rank  # shows: nothing-is-sent
dist.destroy_process_group()
