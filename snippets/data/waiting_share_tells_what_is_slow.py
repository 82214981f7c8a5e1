"""The share of a step that a rank waits for data tells whether the loader or the model is slow.

$ python snippets/data/waiting_share_tells_what_is_slow.py
"""
import time

from torch.utils.data import DataLoader, Dataset


class Slow(Dataset):
    def __len__(self):
        return 80

    def __getitem__(self, index):
        time.sleep(0.02)  # reads and decodes
        return index


# region measure
def waiting_share(workers):
    batches, waited, worked = iter(DataLoader(Slow(), batch_size=4, num_workers=workers)), 0.0, 0.0
    for step in range(20):
        start = time.perf_counter()
        next(batches)
        middle = time.perf_counter()
        time.sleep(0.1)  # stands for forward, backward and step
        if step >= 5:  # the workers have started
            waited, worked = waited + middle - start, worked + time.perf_counter() - middle
    return waited / (waited + worked)


share = {workers: waiting_share(workers) for workers in (0, 2)}  # key line, else: share = {workers: waiting_share(0) for workers in (0, 2)}
for workers, part in share.items():
    print(f"{workers} workers: {'the model waits for data' if part > 0.3 else 'data waits for the model'}")
# endregion

assert share[0] > 0.3  # 80 of 180 ms  # shows: no-worker-waits
assert share[2] < 0.3  # 40 ms of reading for each 100 ms  # shows: two-workers-hide
