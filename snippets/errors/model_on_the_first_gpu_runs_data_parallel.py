"""DataParallel runs a model that is on the first of its GPUs.

$ python snippets/errors/model_on_the_first_gpu_runs_data_parallel.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# ///
import torch

# region device
model = torch.nn.Linear(10, 4)
model.to("cuda:0")  # key line -> RuntimeError: module must have its parameters and buffers on device cuda:0
model = torch.nn.DataParallel(model, device_ids=[0, 1])
output = model(torch.zeros(6, 10))
print("output:", tuple(output.shape))
# endregion

assert output.shape == (6, 4)
assert output.device == torch.device("cuda", 0)
