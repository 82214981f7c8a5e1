"""Megatron's 52 % of peak counts the forward twice, as the GPUs ran it; by 6 P it is 39 %.

$ python snippets/scaling/recomputed_work_is_not_progress.py
"""
# region count
gpus, peak, reported = 3072, 312e12, 502e15  # FLOP/s of an A100 and of the job
parameters, layers, width, sequence, words = 1.008e12, 128, 25600, 2048, 51200
rest = sequence / (6 * width) + words / (16 * layers * width)  # attention, logits
per_token = 72 * layers * width**2 * (1 + rest)
ran = 4 / 3 * per_token  # key line, else: ran = per_token
tokens = reported / ran  # a second: forward, forward again, backward (twice one)
print(f"{tokens:,.0f} tokens/s, {reported / gpus / peak:.0%} of peak ran")
print(f"progress by 6 P: {6 * parameters * tokens / gpus / peak:.0%} of peak")
# endregion

assert round(reported / gpus / peak, 2) == 0.52  # of the peak on the data sheet  # refutes: peak-lower
fewer = 0.8  # a fifth fewer tokens a second
assert fewer * ran > per_token > fewer * per_token  # as counted  # shows: counts-recomputed-forward
assert fewer * (1 + rest) < 1  # attention alone makes up for no fifth  # refutes: counts-attention
assert ran > per_token  # refutes: takes-fewer-flops
assert round(6 * parameters * tokens / gpus / peak, 2) == 0.39
