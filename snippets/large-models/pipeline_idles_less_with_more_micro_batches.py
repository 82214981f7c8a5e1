"""Simulation of a GPipe schedule: of p stages and m micro-batches the share (p - 1) / (m + p - 1) is idle.

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
