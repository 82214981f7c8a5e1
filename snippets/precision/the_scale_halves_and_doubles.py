"""An overflow skips the step and halves the scale; after growth_interval good steps it doubles again.

$ python snippets/precision/the_scale_halves_and_doubles.py
"""
import torch

weight = torch.nn.Parameter(torch.ones(()))
optimizer = torch.optim.SGD([weight], lr=0.01)

# region life
scaler = torch.amp.GradScaler("cpu", init_scale=65536.0, growth_interval=3)  # key line, else: scaler = torch.amp.GradScaler("cpu", init_scale=65536.0)
history = []
for step in range(1, 10):
    scale, before = scaler.get_scale(), weight.item()
    optimizer.zero_grad()
    scaler.scale(weight.half() * 8).backward()  # the gradient is 8 times the scale, in float16
    gradient = weight.grad.item()
    scaler.step(optimizer)
    scaler.update()
    done = "skipped" if weight.item() == before else "stepped"
    print(f"step {step}: scale {scale:g}, scaled gradient {gradient:g}, {done}")
    history.append((scale, done))
# endregion

scales, done = zip(*history)
assert scales[:5] == (65536, 32768, 16384, 8192, 4096)  # shows: halves
assert scales[5:] == (4096, 4096, 8192, 4096) and done[7] == "skipped"  # shows: doubles-again
