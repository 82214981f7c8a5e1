"""A dataset that keeps the path is sent to workers, and each opens the file when it first reads.

$ python snippets/errors/each_worker_opens_the_file.py
"""
from torch.utils.data import DataLoader, Dataset


# region data
class Samples(Dataset):
    def __init__(self, path):
        self.path = path
        self.file = None  # key line, else: self.file = open(path, "rb") -> TypeError: cannot pickle '_io.BufferedReader' object

    def __len__(self):
        return 4

    def __getitem__(self, index):
        self.file = self.file or open(self.path, "rb")
        file = self.file
        file.seek(index)
        return file.read(1)[0]


if __name__ == "__main__":
    with open("samples", "wb") as file:
        file.write(bytes([1, 2, 3, 4]))
    loader = DataLoader(Samples("samples"), num_workers=1, multiprocessing_context="spawn")
    values = [int(value) for value in loader]
    print("read:", values)
    # endregion
    assert values == [1, 2, 3, 4]
