"""Amdahl: the share of a step that is not split among the ranks caps the speed-up, however many there are.

$ python snippets/scaling/share_that_is_not_split_caps_the_speed_up.py
"""
RANKS = (1, 2, 4, 8, 16, 32, 64)
SHARES = (0, 1, 2, 5, 10, 20, 50)  # percent

# region law
def speed_up(percent, ranks):
    serial = percent / 100
    return 1 / (serial + (1 - serial) / ranks)  # key line, else: return ranks

table = {percent: [speed_up(percent, ranks) for ranks in RANKS] for percent in SHARES}
for percent, row in table.items():
    print(f"{percent} % not split, on {', '.join(map(str, RANKS))} ranks: {', '.join(f'{value:.3g}' for value in row)}")
# endregion

def counted(percent, ranks, pieces=6400):
    """The same by dealing out pieces of work: rank 0 does what is not split, and then all share the rest."""
    serial = pieces * percent // 100
    loads = [len(range(rank, pieces - serial, ranks)) for rank in range(ranks)]
    return pieces / (serial + max(loads))

for percent, row in table.items():
    assert all(abs(value / counted(percent, ranks) - 1) < 0.01 for ranks, value in zip(RANKS, row))
    assert percent == 0 or row[-1] < 100 / percent
