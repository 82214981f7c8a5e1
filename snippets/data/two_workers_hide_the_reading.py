"""Two workers read while the model computes: batches are there in time.

$ python snippets/data/two_workers_hide_the_reading.py
"""
import time

from torch.utils.data import DataLoader, Dataset


class Slow(Dataset):
    def __len__(self):
        return 40

    def __getitem__(self, index):
        time.sleep(0.02)  # reads and decodes
        return index


waited, ready = 0.0, time.perf_counter()

# region loop
loader = DataLoader(Slow(), batch_size=4, num_workers=2)  # key line, else: loader = DataLoader(Slow(), batch_size=4)
for step, batch in enumerate(loader):
    if step >= 4:  # the first batches come late in any case
        waited += time.perf_counter() - ready
    time.sleep(0.1)  # stands for forward, backward and step
    ready = time.perf_counter()
print("the model waits for data" if waited > 0.3 else "data waits for the model")
# endregion

assert waited < 0.3  # a batch every 40 ms, and the step takes 100
