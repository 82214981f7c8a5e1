"""Each forked worker that opens the file itself has a place of its own, and gets the sample that it asked for.

$ python snippets/errors/each_forked_worker_opens_the_file.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("got samples 0, 1, 2, 3 from 2 workers")']
# ///
import os

from torch.utils.data import DataLoader, Dataset


# region data
class Samples(Dataset):
    def __init__(self, path):
        self.path, self.file, self.pid = path, None, None

    def __len__(self):
        return 4

    def __getitem__(self, index):
        if self.pid != os.getpid():  # key line, else: if self.file is None:
            self.file, self.pid = open(self.path, "rb", buffering=0), os.getpid()
        self.file.seek(index)
        return self.file.read(1)[0], self.pid


if __name__ == "__main__":
    with open("samples", "wb") as file:
        file.write(bytes(range(4)))  # sample n is the number n
    samples = Samples("samples")
    samples[0]  # the main process has read one
    loader = DataLoader(samples, batch_size=None, num_workers=2, multiprocessing_context="fork")
    got = list(loader)
    openers = {pid for _, pid in got}
    print(f"got samples {', '.join(str(sample) for sample, _ in got)} from {len(openers)} workers")
    # endregion
    assert os.getpid() not in openers
