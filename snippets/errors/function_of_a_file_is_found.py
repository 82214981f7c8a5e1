"""Written to a file, the function of a notebook can be imported by the process that runs it.

$ python snippets/errors/function_of_a_file_is_found.py
"""
import torch
import torch.multiprocessing as mp

if __name__ == "__main__":
    # region train
    from _trainer import train  # its cell began with %%writefile _trainer.py

    sums = torch.zeros(1)
    del __file__  # a notebook has none: its cells lie in no file
    mp.spawn(train, args=(1, sums), nprocs=1)  # key line
    print("sums:", sums.tolist())
    # endregion
    assert sums.tolist() == [1]
