"""The batch of 32,768 trains within 1 GiB as 16 micro-batches: each frees its activations before the next.

$ python snippets/errors/micro_batches_fit_where_the_batch_does_not.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

device = torch.device("cuda", 0)
total = torch.cuda.get_device_properties(device).total_memory
torch.cuda.set_per_process_memory_fraction(2**30 / total, device)

# region grow
layers = [torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.Tanh()) for _ in range(8)]
model = torch.nn.Sequential(*layers).to(device)
for batch in (2_048, 8_192, 32_768):
    model.zero_grad()
    pieces = (2_048,) * (batch // 2_048)  # key line, else: pieces = (batch,) -> OutOfMemoryError: CUDA out of memory
    for piece in pieces:
        model(torch.zeros(piece, 1024, device=device)).sum().backward()
    print(f"batch {batch} fits into 1 GiB", flush=True)
# endregion

gradient = model[0][0].bias.grad.clone()
model.zero_grad()
model(torch.zeros(2_048, 1024, device=device)).sum().backward()
torch.testing.assert_close(gradient, 16 * model[0][0].bias.grad)  # equal inputs: 16 times that of one micro-batch
assert torch.cuda.max_memory_allocated(device) < 2**29
