"""DataParallel refuses a model that is not on the first of its GPUs.

$ python snippets/errors/model_on_the_second_gpu_stops_data_parallel.py
"""
# /// script
# [tool.lockstep]
# gpus = 2
# cpu = false
# expect = "RuntimeError: on device cuda:0 (device_ids[0]) but found one of them on device: cuda:1"
# asserts = [
#   '''(raises("RuntimeError: found one of them on device: cuda:1", at="model(torch.zeros(6, 10))")
#      and not says("output"))''',
# ]
# ///
import torch

# region device
model = torch.nn.Linear(10, 4)
model.to("cuda:1")  # key line
model = torch.nn.DataParallel(model, device_ids=[0, 1])
output = model(torch.zeros(6, 10))
print("output:", tuple(output.shape))
# endregion
