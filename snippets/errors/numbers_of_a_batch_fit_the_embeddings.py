"""A comparison of a batch with the rows of each embedding, on the CPU, names the number that is too large and its rank.

$ torchrun --nproc-per-node 2 snippets/errors/numbers_of_a_batch_fit_the_embeddings.py
"""
import torch
import torch.distributed as dist
from torch import nn

dist.init_process_group("gloo")
rank = dist.get_rank()
found = []

# region compare
model = nn.ModuleDict({"tokens": nn.Embedding(8, 2), "positions": nn.Embedding(4, 2)})
added = 8  # the tokenizer got one token more than the model has rows
batch = {"tokens": torch.tensor([3, added if rank == 1 else 5]), "positions": torch.arange(2)}

for name, numbers in batch.items():
    rows = model[name].num_embeddings
    wrong = numbers[(numbers < 0) | (numbers >= rows)]  # key line, else: wrong = numbers[:0]
    print(f"rank {rank}: {name} need 0 to {rows - 1}, outside are {wrong.tolist()}")
    found += wrong.tolist()
# endregion

assert found == ([8] if rank == 1 else [])
dist.destroy_process_group()
