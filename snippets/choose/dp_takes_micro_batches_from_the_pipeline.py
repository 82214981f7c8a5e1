"""One batch on 2,048 groups: twice the dp halves the micro-batches, so fewer stages idle about as much.

$ python snippets/choose/dp_takes_micro_batches_from_the_pipeline.py
"""
from _slots import length

BATCH, GROUPS = 2048, 2048  # sequences of a step; groups of tp to share among dp and pp

# region table
idle = {}
for pp, v in ((4, 1), (8, 1), (16, 1), (32, 1), (16, 4), (16, 8)):
    dp = GROUPS // pp
    m = BATCH // dp  # micro-batches of one sequence  # key line, else: m = 64
    idle[pp, v] = (pp - 1) / (v * m + pp - 1)
    told = f"{m:>2} micro-batches, {v} stages of a rank"
    print(f"pp {pp:>2}, dp {dp:>3}: {told}, {100 * idle[pp, v]:.1f} % idle")
    # endregion
    if m % pp == 0:
        slots = length(pp, m, v)
        assert abs(1 - 3 * v * m / slots - idle[pp, v]) < 1e-9  # shows: formula-as-the-list-of-torch

assert 0.42 < idle[4, 1] < idle[32, 1] < 0.5  # shows: shorter-pipeline-as-idle
assert idle[16, 8] < idle[16, 1] / 4  # shows: eight-stages-idle-less
