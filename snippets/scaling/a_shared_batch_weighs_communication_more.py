"""Model: from 2 to 4 ranks that share a batch the efficiency falls from 90 to 75 %, mostly for lack of compute.

$ python snippets/scaling/a_shared_batch_weighs_communication_more.py
"""
# region share
compute, transfer, efficiency, sent = 180.0, 10.0, {}, {}  # ms of the batch on one GPU, ms of one copy
for n in (2, 4):
    sent[n] = 2 * (n - 1) / n  # copies, in a ring that nothing hides
    busy = compute / n  # key line, else: busy = compute / 2
    efficiency[n] = busy / (busy + sent[n] * transfer)
    print(f"{n} ranks: compute {busy:.0f} ms, all-reduce {sent[n] * transfer:.0f} ms, {efficiency[n]:.0%}")
# endregion

halved = (compute / 4) / (compute / 4 + sent[2] * transfer)  # as many bytes as before
more = (compute / 2) / (compute / 2 + sent[4] * transfer)  # as much compute as before
assert efficiency[4] < halved < more < efficiency[2]  # the compute costs more  # shows: falls-compute-halves
assert round(efficiency[4], 2) == 0.75 < efficiency[2]  # refutes: stays-sends
assert sent[4] > sent[2] and efficiency[4] < efficiency[2]  # refutes: rises-share
assert sent[4] / sent[2] == 1.5  # refutes: sends-twice
