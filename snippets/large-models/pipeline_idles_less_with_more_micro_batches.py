"""Simulation: with p stages and m micro-batches the share (p - 1) / (m + p - 1) of GPipe is idle, and of 1F1B too.

$ python snippets/large-models/pipeline_idles_less_with_more_micro_batches.py
"""
stages = 4
idle = {}

# region draw
for micro_batches in (1, 4):
    forward = [(stage, m) for m in range(micro_batches) for stage in range(stages)]
    backward = [(stage, m) for m in range(micro_batches) for stage in reversed(range(stages))]
    rows = [""] * stages
    for work, signs in (forward, "0123"), (backward, "abcd"):
        ready = {}  # micro-batch: when the neighbour has finished with it
        for stage, m in work:
            start = max(len(rows[stage]), ready.get(m, 0))  # the stage is free, the input is there
            rows[stage] = rows[stage].ljust(start, ".")  # key line
            rows[stage] += signs[m]
            ready[m] = start + 1
    length = max(map(len, rows))
    rows = [row.ljust(length, ".") for row in rows]
    idle[micro_batches] = "".join(rows).count(".") / (stages * length)
    print(*[f"stage {stage}  {row}" for stage, row in enumerate(rows)], sep="\n")
    print(f"m = {micro_batches}: idle {idle[micro_batches]:.3f}")
# endregion

assert all(share == (stages - 1) / (m + stages - 1) for m, share in idle.items())

# 1F1B takes as many slots. Hop h of a micro-batch is a forward on stage h, from p on a backward on stage 2p - 1 - h.
for micro_batches in (1, 4, 16):
    orders = []
    for stage in range(stages):
        ahead = min(stages - stage, micro_batches)  # forwards before the first backward
        turns = [[(2 * stages - 1 - stage, m), (stage, m + ahead)] for m in range(micro_batches)]
        orders.append([(stage, m) for m in range(ahead)])
        orders[-1] += [(hop, m) for turn in turns for hop, m in turn if m < micro_batches]
    hops, slots = [0] * micro_batches, 0
    while any(orders):
        ready = [order for order in orders if order and hops[order[0][1]] == order[0][0]]
        for order in ready:
            hops[order.pop(0)[1]] += 1
        slots += 1
    assert hops == [2 * stages] * micro_batches
    assert slots == 2 * (micro_batches + stages - 1)  # 2 m of them busy on each stage
    assert slots == 2 * micro_batches + 2 * (stages - 1)  # as with GPipe  # shows: idle-share
    assert slots - 2 * micro_batches == 2 * (stages - 1)  # idle slots of a stage  # refutes: fills-idle-slots
    assert slots == 2 * micro_batches + 6  # no fewer than GPipe's  # refutes: 1f1b-shorter
assert len({row.count(".") for row in rows}) == 1  # all stages wait equally long  # refutes: holds-one-stage
