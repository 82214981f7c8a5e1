"""7 billion parameters on 8 GPUs of 80 GB: replicated they need 112 GB each, with ZeRO-3 14 GB.

$ python snippets/large-models/zero_stages_decide_what_fits.py
"""
# region table
parameters, gpus, memory = 7, 8, 80  # billions of parameters, GPUs, GB for each: bytes per parameter give GB
needed = {}
for stage, (weights, gradients, state) in {
    "DDP": (1, 1, 1),  # how many GPUs share it
    "ZeRO-1": (1, 1, gpus),
    "ZeRO-2": (1, gpus, gpus),
    "ZeRO-3": (gpus, gpus, gpus),
}.items():
    per_parameter = 2 / weights + 2 / gradients  # bf16 weight and gradient
    per_parameter += 12 / state  # key line
    needed[stage] = parameters * per_parameter
    print(f"{stage:6} {needed[stage]:6.4g} GB  {'fits' if needed[stage] < memory else 'does not fit'}")
# endregion

assert needed["DDP"] == 7 * 16 == 112
assert needed["ZeRO-1"] == 7 * 4 + 7 * 12 / 8
assert needed["ZeRO-2"] == 7 * 2 + 7 * 14 / 8
assert needed["ZeRO-3"] == 7 * 16 / 8 == 14
assert needed["ZeRO-1"] - needed["ZeRO-2"] == 7 * 2 * 7 / 8  # seven of eight gradients  # shows: gradients-addition
assert needed["ZeRO-1"] < needed["DDP"]  # shows: divide-state-optimizer
