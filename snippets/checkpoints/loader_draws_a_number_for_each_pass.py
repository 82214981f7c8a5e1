"""Each pass over a DataLoader draws from the default random generator, unless the loader has one of its own.

$ python snippets/checkpoints/loader_draws_a_number_for_each_pass.py
"""
import torch
from torch.utils.data import DataLoader


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

assert not shared and own
