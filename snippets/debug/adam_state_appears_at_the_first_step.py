"""Adam makes its state in the first step, so the second forward is the first one that meets all the memory.

$ python snippets/debug/adam_state_appears_at_the_first_step.py
"""
import torch

torch.manual_seed(0)
model = torch.nn.Sequential(*[torch.nn.Linear(256, 256, bias=False) for _ in range(4)])
optimizer = torch.optim.AdamW(model.parameters())
weights = sum(p.nbytes for p in model.parameters())
held, inputs = {}, torch.randn(32, 256)


def held_now():
    gradients = sum(p.grad.nbytes for p in model.parameters() if p.grad is not None)
    state = sum(t.nbytes for s in optimizer.state.values() for t in s.values() if t.dim())
    return (weights + gradients + state) / weights


# region step
for step in (1, 2):
    held[f"step {step}, forward"] = held_now()
    model(inputs).square().mean().backward()
    held[f"step {step}, gradients there"] = held_now()
    optimizer.step()  # key line
    held[f"step {step}, end"] = held_now()
    optimizer.zero_grad()
for moment, copies in held.items():
    print(f"{moment}: {copies:.0f} copies of the weights")
# endregion

assert held["step 1, forward"] == 1  # shows: first-forward-weights
assert held["step 1, gradients there"] == 2 and held["step 1, end"] == 4  # shows: first-step-doubles
assert held["step 2, forward"] == 3  # weights and two moments  # shows: second-forward-three
assert held["step 2, gradients there"] == held["step 2, end"] == 4  # nothing new  # shows: third-step-nothing
