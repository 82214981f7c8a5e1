"""A dataset that holds an open file cannot be sent to a worker that is spawned.

$ python snippets/errors/open_file_cannot_go_to_a_worker.py
"""
# /// script
# [tool.lockstep]
# expect = "TypeError: cannot pickle '_io.BufferedReader' object"
# asserts = ['raises("TypeError: cannot pickle", at="for value in loader")']
# ///
from torch.utils.data import DataLoader, Dataset


# region data
class Samples(Dataset):
    def __init__(self, path):
        self.path = path
        self.file = None
        self.file = open(path, "rb")  # key line

    def __len__(self):
        return 4

    def __getitem__(self, index):
        file = self.file or open(self.path, "rb")
        file.seek(index)
        return file.read(1)[0]


if __name__ == "__main__":
    with open("samples", "wb") as file:
        file.write(bytes([1, 2, 3, 4]))
    loader = DataLoader(Samples("samples"), num_workers=1, multiprocessing_context="spawn")
    values = [int(value) for value in loader]
    print("read:", values)
    # endregion
