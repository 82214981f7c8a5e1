"""A file that was opened before the workers were forked has one place for all of them: a worker reads at that of another.

$ python snippets/errors/workers_share_the_place_in_one_file.py
"""
# /// script
# [tool.lockstep]
# asserts = ['says("asked for samples 0 and 1, got 2 and 1")']
# ///
import multiprocessing

from torch.utils.data import DataLoader, Dataset

fork = multiprocessing.get_context("fork")
sought, read = fork.Event(), fork.Event()


# region data
class Samples(Dataset):
    def __init__(self, path):
        self.path, self.file = path, None
        self.file = open(path, "rb", buffering=0)  # key line

    def __len__(self):
        return 2

    def __getitem__(self, index):
        file = self.file or open(self.path, "rb", buffering=0)
        if index == 1:
            sought.wait()  # this worker comes between two calls of the other one
        file.seek(index)
        if index == 0:
            sought.set()
            read.wait()
        sample = file.read(1)[0]
        read.set()
        return sample


if __name__ == "__main__":
    with open("samples", "wb") as file:
        file.write(bytes(range(4)))  # sample n is the number n
    loader = DataLoader(Samples("samples"), num_workers=2, multiprocessing_context="fork")
    got = [int(sample) for sample in loader]
    print(f"asked for samples 0 and 1, got {got[0]} and {got[1]}")
    # endregion
