"""The Llama 3 paper prints TP 8, CP 16, PP 16, DP 4 for 16,384 GPUs; that is 8,192, and DP 8 fits.

$ python snippets/choose/llama_3_table_needs_dp_8.py
"""
# arXiv 2407.21783, table 4: GPUs, TP, CP, PP, DP, tokens of a sequence, sequences of a way of DP
rows = ((8192, 8, 1, 16, 64, 8192, 32), (16384, 8, 1, 16, 128, 8192, 16), (16384, 8, 16, 16, 4, 131072, 16))
# region check
fits, must, steps = [], [], set()
for gpus, tp, cp, pp, dp, tokens, per_dp in rows:
    product, needed = tp * cp * pp * dp, gpus // (tp * cp * pp)
    fits.append(product == gpus)  # key line, else: fits.append(True)
    batch = needed * per_dp * tokens / 2**20
    must.append(needed)
    steps.add(batch)
    told = f"so dp must be {needed}; {batch:.0f} Mi tokens a step"
    print(f"{gpus} GPUs: {tp} * {cp} * {pp} * {dp} = {product}, {told}")
# endregion

assert fits == [True, True, False]  # shows: third-row-does-not-fit
assert must == [64, 128, 8]  # shows: dp-must-be-8
assert steps == {16.0}  # shows: 16-mi-tokens
