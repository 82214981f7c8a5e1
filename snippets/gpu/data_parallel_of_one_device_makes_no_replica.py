"""DataParallel with one device calls the module itself, so what forward assigns stays.

$ python snippets/gpu/data_parallel_of_one_device_makes_no_replica.py
"""
# /// script
# [tool.lockstep]
# gpus = 1
# ///
import torch


class Model(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.linear = torch.nn.Linear(4, 2)
        self.calls = 0

    def forward(self, batch):
        self.calls += 1  # with two devices: lost with the replica
        return self.linear(batch)


device = "cuda:0" if torch.cuda.is_available() else "cpu"
inner = Model().to(device)

# region call
model = torch.nn.DataParallel(inner, device_ids=[0])  # key line, else: model = inner
for _ in range(3):
    output = model(torch.zeros(6, 4, device=device))
print(f"calls: {inner.calls}, output {tuple(output.shape)} on {output.device}")
print("keys:", list(model.state_dict()))
# endregion

assert inner.calls == 3
assert list(model.state_dict()) == ["module.linear.weight", "module.linear.bias"]
