"""A memory snapshot of a GPU names the function that made each block, so one can add up what each holds.

$ python snippets/debug/snapshot_names_the_function_that_holds_most.py
"""

# /// script
# [tool.lockstep]
# gpus = 1
# cpu = false
# ///
import torch

kept = []


def read_batch():
    return torch.ones(2**20, device="cuda")  # 4 MiB


def remember(batch):
    kept.append(batch.repeat(8))  # 32 MiB in each step


# region snapshot
torch.cuda.memory._record_memory_history(max_entries=100_000)  # key line
for step in range(3):
    remember(read_batch())
by_function = {}
for segment in torch.cuda.memory._snapshot()["segments"]:
    for block in segment["blocks"]:
        if block["state"] == "active_allocated" and block.get("frames"):
            name = next(frame["name"] for frame in block["frames"] if frame["filename"].endswith(".py"))
            by_function[name] = by_function.get(name, 0) + block["size"]
for name, size in sorted(by_function.items(), key=lambda item: -item[1]):
    print(f"{name}: {size // 2**20} MiB")
# endregion

assert by_function == {"remember": 3 * 32 * 2**20}
