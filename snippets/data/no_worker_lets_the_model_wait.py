"""Reading and computing take turns: the model waits for each batch.

$ python snippets/data/no_worker_lets_the_model_wait.py
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
loader = DataLoader(Slow(), batch_size=4)  # key line, else: loader = DataLoader(Slow(), batch_size=4, num_workers=2)
for step, batch in enumerate(loader):
    if step >= 4:  # the first batches come late in any case
        waited += time.perf_counter() - ready
    time.sleep(0.1)  # stands for forward, backward and step
    ready = time.perf_counter()
print("the model waits for data" if waited > 0.3 else "data waits for the model")
# endregion

assert waited > 0.3  # 6 batches of 80 ms
