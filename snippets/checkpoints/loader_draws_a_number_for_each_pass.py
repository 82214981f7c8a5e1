"""Each pass over a DataLoader draws from the default random generator, unless the loader has one of its own.

$ python snippets/checkpoints/loader_draws_a_number_for_each_pass.py
"""
from itertools import islice

import torch
from torch.utils.data import DataLoader, DistributedSampler


# region draw
def same_after_a_pass(**options):
    before = torch.get_rng_state()
    list(DataLoader(range(4), **options))
    return torch.equal(before, torch.get_rng_state())


shared = same_after_a_pass()
own = same_after_a_pass(generator=torch.Generator())  # key line, else: own = same_after_a_pass()
print("random state is as before, default generator:", shared)
print("random state is as before, own generator:", own)
# endregion

assert not shared and own  # shows: new-iterator-draws
before, generator = torch.get_rng_state(), torch.Generator()
sampler = DistributedSampler(range(4), num_replicas=2, rank=0, shuffle=True)
list(sampler)
assert torch.equal(torch.get_rng_state(), before)  # refutes: sampler-shuffles
skipped = list(islice(DataLoader(range(4), generator=generator), 2))
assert len(skipped) == 2 and torch.equal(torch.get_rng_state(), before)  # refutes: skipped-batches-through
loader_state = generator.get_state()
torch.nn.Dropout()(torch.ones(8))
assert torch.equal(generator.get_state(), loader_state)  # refutes: dropout-shares-loader
