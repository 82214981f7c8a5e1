"""Under deterministic algorithms torch.empty is full of NaN, so rows that nobody filled show in each run.

$ python snippets/debug/deterministic_mode_shows_unfilled_memory.py
"""
import torch

# region fill
torch.use_deterministic_algorithms(True)  # key line
scores = torch.empty(10)  # a place for each sample
for start in (0, 4):  # two full batches; the last one, of two, is left out
    scores[start : start + 4] = 0.5
unfilled = scores.isnan().nonzero().flatten().tolist()
print(f"mean {scores.mean().item()}, nobody filled {unfilled}")
# endregion

assert unfilled == [8, 9]  # shows: two-last
assert unfilled != []  # refutes: none
assert len(unfilled) != 4  # refutes: four
