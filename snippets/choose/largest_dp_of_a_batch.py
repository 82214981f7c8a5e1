"""The global batch ends the growth of dp: each way needs a micro-batch, and a pipeline needs one for each stage.

$ python snippets/choose/largest_dp_of_a_batch.py
"""
# region ends
most = {}
for batch, micro, pp in ((1024, 1, 1), (1024, 2, 1), (1024, 1, 8), (1024, 1, 16)):
    ways = [dp for dp in range(1, batch + 1) if batch % (dp * micro) == 0 and batch // (dp * micro) >= pp]
    most[micro, pp] = max(ways)  # key line, else: most[micro, pp] = batch
    idle = (pp - 1) / (batch // (max(ways) * micro) + pp - 1)
    print(f"{batch} sequences, micro-batch {micro}, pp {pp:>2}: dp up to {max(ways)}, then {100 * idle:.0f} % idle")
# endregion

assert most[1, 1] == 1024 and most[2, 1] == 512  # shows: batch-over-micro-batch
assert most[1, 8] == 128 and most[1, 16] == 64  # shows: batch-over-stages
