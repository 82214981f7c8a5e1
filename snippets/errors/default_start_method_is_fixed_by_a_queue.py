"""A queue made before set_start_method fixes the start method, and the call is refused.

$ python snippets/errors/default_start_method_is_fixed_by_a_queue.py
"""
# /// script
# [tool.lockstep]
# expect = "RuntimeError: context has already been set"
# asserts = ['raises("RuntimeError: context has already been set", at="mp.set_start_method")']
# ///
import torch.multiprocessing as mp


# region start
def train(results):
    results.put(__name__)


if __name__ == "__main__":
    results = mp.SimpleQueue()  # takes the default of the system
    mp.set_start_method("spawn")  # key line
    worker = mp.Process(target=train, args=(results,))
    worker.start()
    print("the worker runs as", results.get())
    worker.join()
# endregion
