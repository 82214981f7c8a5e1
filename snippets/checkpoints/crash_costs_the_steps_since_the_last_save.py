"""A crash costs the steps since the last save, and all of them where nothing was saved.

$ python snippets/checkpoints/crash_costs_the_steps_since_the_last_save.py
"""
import os

import torch


# region crash
def train(path, every, steps=100, crash_at=None):
    done, work = 0, 0
    if os.path.exists(path):
        done = torch.load(path)["step"]
    while done < steps:
        done, work = done + 1, work + 1  # stands for a training step
        if every and done % every == 0:
            torch.save({"step": done}, path)  # key line
        if done == crash_at:
            break  # the job dies here
    return work


wasted = {}
for every in (0, 30, 10):
    path = f"{every}.pt"
    work = train(path, every, crash_at=88) + train(path, every)
    wasted[every] = work - 100
    how = f"every {every} steps" if every else "never"
    print(f"saved {how}: {wasted[every]} of 100 steps done twice")
# endregion

assert wasted == {0: 88, 30: 28, 10: 8}
