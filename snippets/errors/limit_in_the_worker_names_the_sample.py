"""A limit around each read names the sample that blocks, and the rest of the batch goes on.

$ python snippets/errors/limit_in_the_worker_names_the_sample.py
"""
import signal
import time

from torch.utils.data import DataLoader, Dataset, default_collate


def stop(*_):
    raise TimeoutError


class Files(Dataset):
    def __len__(self):
        return 6

    # region read
    def __getitem__(self, index):
        signal.signal(signal.SIGALRM, stop)
        signal.setitimer(signal.ITIMER_REAL, 0.5)  # key line -> RuntimeError: DataLoader timed out after 3 seconds
        try:
            return self.read(index)
        except TimeoutError:
            print(f"sample {index} was not read in time", flush=True)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    # endregion

    def read(self, index):
        if index == 4:  # stands for a file on a mount that does not answer
            time.sleep(600)
        return index


def present(samples):
    return default_collate([sample for sample in samples if sample is not None])


read = [batch.tolist() for batch in DataLoader(Files(), 2, num_workers=1, timeout=3, collate_fn=present)]
print(read)

assert read == [[0, 1], [2, 3], [5]]
