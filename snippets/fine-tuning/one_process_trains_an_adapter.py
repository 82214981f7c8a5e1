"""One process trains adapters beside a frozen base; because B begins at zero, the first output is that of the base.

$ python snippets/fine-tuning/one_process_trains_an_adapter.py
"""
import torch
from _adapter import network, trained

x = torch.randn(8, 16, generator=torch.Generator().manual_seed(1))
frozen = network()
first_is_base = torch.equal(frozen(x), frozen[1].base(frozen[0].base(x)))

# region step
model = network()  # key line, else: model = network().requires_grad_(True)
optimizer = torch.optim.AdamW(trained(model), lr=0.1)
for step in range(2):
    optimizer.zero_grad()
    (model(x) - 1).square().mean().backward()
    optimizer.step()
held = sum(parameter.numel() for parameter in model.parameters())
moments = sum(state["exp_avg"].numel() for state in optimizer.state.values())
print(f"holds {held} numbers, Adam keeps moments of {moments}")
# endregion

assert first_is_base  # shows: begins-as-the-base
assert moments == 2 * 2 * (16 + 16) and held == moments + 2 * 16 * 16  # shows: adapters-alone
model[0].b.data.zero_()
model[1].b.data.zero_()
assert torch.equal(model(x), frozen(x))  # shows: base-untouched
assert not torch.equal(model[0].a, frozen[0].a)
