"""The global batch ends the growth of dp: each way needs a micro-batch, and a pipeline needs one for each stage.

$ python snippets/choose/largest_dp_of_a_batch.py
"""
# region ends
most = {}
for batch, micro, pp in ((1024, 1, 1), (1024, 2, 1), (1024, 1, 8), (1024, 1, 16)):
    all_of_it = batch // micro  # micro-batches of all pipelines
    ways = [dp for dp in range(1, all_of_it // pp + 1) if all_of_it % dp == 0]
    most[micro, pp] = max(ways)  # key line, else: most[micro, pp] = batch
    idle = (pp - 1) / (all_of_it // max(ways) + pp - 1)
    told = f"dp up to {max(ways)}, then {100 * idle:.0f} % idle"
    print(f"{batch} sequences, micro-batch {micro}, pp {pp:>2}: {told}")
# endregion

assert most[1, 1] == 1024 and most[2, 1] == 512  # shows: batch-over-micro-batch
assert most[1, 8] == 128 and most[1, 16] == 64  # shows: batch-over-stages
