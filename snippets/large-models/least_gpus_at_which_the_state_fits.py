"""Under ZeRO-3 the state of a model fits once enough GPUs share its 16 bytes a parameter; under DDP no number is enough.

$ python snippets/large-models/least_gpus_at_which_the_state_fits.py
"""
import math

# region search
memory = 80  # GB on each GPU
least = {}
for parameters in (3, 7, 13, 70):  # billions
    gpus = 1
    while 16 * parameters / gpus > memory:
        gpus += 1  # key line, else: gpus *= 2
    ddp = "from 1 on" if 16 * parameters <= memory else "never"
    least[parameters] = gpus
    print(f"{parameters:2} billion: ZeRO-3 from {gpus} on, DDP {ddp}")
# endregion

assert least == {p: math.ceil(16 * p / memory) for p in least} == {3: 1, 7: 2, 13: 3, 70: 14}
# What a rank holds in GB, 7 billion parameters on 8 GPUs and 13 on 16, with stages 1, 2 and 3 of ZeRO.
for p, n, stages in (7, 8, (38.5, 26.25, 14)), (13, 16, (61.75, 37.375, 13)):
    assert (4 * p + 12 * p / n, 2 * p + 14 * p / n, 16 * p / n) == stages
# The same for 7 billion on 8 in fp32, where weight, gradient and moments are 4 + 4 + 8.
for p, n, stages in (7, 8, (63, 38.5, 14)),:
    assert (2 * 4 * p + 8 * p / n, 4 * p + (4 + 8) * p / n, (4 + 4 + 8) * p / n) == stages
