"""A GPU runs out of memory when the activations of a batch outgrow it.

$ python snippets/batch-size/too_large_a_batch_runs_out_of_memory.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# expect = "torch.OutOfMemoryError: CUDA out of memory"
# asserts = [
#   'raises("OutOfMemoryError", at="model(") and says("batch 2048 fits") and not says("batch 32768 fits")',
# ]
# volatile = ["Tried to allocate"]
# ///
import torch

device = torch.device("cuda", 0)
total = torch.cuda.get_device_properties(device).total_memory
torch.cuda.set_per_process_memory_fraction(2**30 / total, device)  # key line

# region grow
layers = [torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.Tanh()) for _ in range(8)]
model = torch.nn.Sequential(*layers).to(device)
for batch in (2_048, 8_192, 32_768):
    model.zero_grad()
    model(torch.zeros(batch, 1024, device=device)).sum().backward()
    print(f"batch {batch} fits into 1 GiB", flush=True)
# endregion
