"""Compute made twice as slow lifts the efficiency from 80 % to 89 %, and the job takes 80 % longer.

$ python snippets/scaling/a_slow_baseline_raises_the_efficiency.py
"""
# region baseline
gpus, communication = 8, 10.0  # ms of all-reduce that nothing hides, at any number of GPUs
results = []
for label, compute in (("tuned", 40.0), ("not tuned", 80.0)):  # ms for the batch of one GPU
    alone = compute
    step = compute
    step += communication  # key line
    efficiency = alone / step  # the same batch on each GPU
    results.append((step, efficiency))
    print(f"{label}: step of {step:.0f} ms on {gpus} GPUs, efficiency {efficiency:.0%}")
# endregion

(fast, low), (slow, high) = results
assert (f"{low:.0%}", f"{high:.0%}") == ("80%", "89%") and slow / fast == 1.8
