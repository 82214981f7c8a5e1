"""A context of its own starts by spawn, whatever the process has set.

$ python snippets/errors/own_context_starts_by_spawn.py
"""
import torch.multiprocessing as mp


# region start
def train(results):
    results.put(__name__)


if __name__ == "__main__":
    mp.SimpleQueue()  # a library has taken the default
    context = mp.get_context("spawn")  # key line, else: context = mp.get_context("fork")
    results = context.SimpleQueue()
    worker = context.Process(target=train, args=(results,))
    worker.start()
    name = results.get()
    print("the worker runs as", name)
    worker.join()
    # endregion
    assert name == "__mp_main__"  # shows: a-fresh-interpreter
