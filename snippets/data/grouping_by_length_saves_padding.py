"""Texts of unequal length: how much of each batch is padding, drawn at random and grouped by length.

$ python snippets/data/grouping_by_length_saves_padding.py
"""
import random

draw = random.Random(0)
lengths = [min(2048, max(8, int(draw.lognormvariate(5, 1)))) for _ in range(4096)]
BATCH, GROUP = 16, 512


# region padding
def padding(order):
    """The share of places that hold no token."""
    batches = [[lengths[n] for n in order[k : k + BATCH]] for k in range(0, len(order), BATCH)]
    places = sum(BATCH * max(batch) for batch in batches)
    return 1 - sum(lengths) / places


shuffled = draw.sample(range(4096), 4096)
grouped = []
for start in range(0, 4096, GROUP):  # sort within groups, so that order stays random at large
    grouped += sorted(shuffled[start : start + GROUP], key=lambda n: lengths[n])  # key line, else: grouped += shuffled[start : start + GROUP]
share = {"random": padding(shuffled), "grouped": padding(grouped)}
for name, part in share.items():
    print(f"{name}: {part:.0%} padding")
# endregion

assert 0.7 < share["random"] < 0.8  # shows: three-quarters
left = {name: part / (1 - part) for name, part in share.items()}  # padding for each token
assert left["grouped"] < left["random"] / 2  # shows: most-padding-goes
assert sorted(grouped) == list(range(4096)) and share["grouped"] < share["random"]  # refutes: nothing-each-text
assert share["grouped"] > 0  # refutes: all-padding
small = [n for k in range(0, 4096, BATCH) for n in sorted(shuffled[k : k + BATCH], key=lambda n: lengths[n])]
assert padding(small) == share["random"]  # shows: much-padding
assert padding(small) > share["grouped"]  # refutes: less-padding-groups
assert padding(small) > 0  # refutes: no-padding
random_ranks = [[lengths[n] for n in shuffled[k : k + BATCH]] for k in range(0, 4096, BATCH)]
slowest = sum(max(sum(a), sum(b)) for a, b in zip(random_ranks[::2], random_ranks[1::2]))
assert 2 * slowest > sum(lengths)  # two ranks: each step is as long as the rank with more tokens  # shows: longer-rank
