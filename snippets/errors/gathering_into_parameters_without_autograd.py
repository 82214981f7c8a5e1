"""Where autograd does not look, a collective may write into a parameter.

$ torchrun --nproc-per-node 2 snippets/errors/gathering_into_parameters_without_autograd.py
"""
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
rank = dist.get_rank()

# region gather
mine = torch.nn.Linear(1, 1, bias=False)
torch.nn.init.constant_(mine.weight, rank + 1.0)
models = [torch.nn.Linear(1, 1, bias=False) for _ in range(2)]
weights = [model.weight for model in models]
weights = [weight.detach() for weight in weights]  # key line -> RuntimeError: a leaf Variable that requires grad
dist.all_gather(weights, mine.weight.detach())
print("weights:", [model.weight.item() for model in models])
# endregion

assert [model.weight.item() for model in models] == [1.0, 2.0]
assert all(model.weight.requires_grad for model in models)
dist.destroy_process_group()
