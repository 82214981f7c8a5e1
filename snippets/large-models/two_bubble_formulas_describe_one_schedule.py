"""Simulation: of a GPipe schedule (p - 1) / (m + p - 1) is the idle share of all time, (p - 1) / m over useful time.

$ python snippets/large-models/two_bubble_formulas_describe_one_schedule.py
"""
# region count
stages = 4
found = {}
for micro_batches in (1, 4, 8, 32):
    end = [0] * stages  # when each stage has finished its last forward
    for m in range(micro_batches):
        for stage in range(stages):
            ready = end[stage - 1] if stage else 0
            end[stage] = max(end[stage], ready) + 1  # key line, else: end[stage] += 1
    total, useful = 2 * max(end), 2 * micro_batches  # backward is its mirror image
    idle = total - useful
    found[micro_batches] = (idle / total, idle / useful)
    print(f"m = {micro_batches:2}: {idle / total:.3f} of all, {idle / useful:.3f} of useful")
# endregion

for m, (of_all, of_useful) in found.items():
    assert abs(of_all - (stages - 1) / (m + stages - 1)) < 1e-12
    assert abs(of_useful - (stages - 1) / m) < 1e-12
assert found[8] == (3 / 11, 3 / 8)  # shows: both-different-denominators
assert (max(end) - 32) / max(end) == found[32][0]  # of the forward alone  # refutes: count-left-out-backward
assert found[32][0] < found[8][0] < found[4][0] < found[1][0]  # shows: micro-batches-let-work
assert all(abs(share - 3 / (m + 3)) < 1e-12 for m, (share, _) in found.items())  # shows: idle-stays-p-1-m
