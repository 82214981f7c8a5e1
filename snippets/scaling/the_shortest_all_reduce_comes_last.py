"""Model: all ranks leave an all-reduce together, so the one that spends least time in it is the one they waited for.

$ python snippets/scaling/the_shortest_all_reduce_comes_last.py
"""
# region arrive
computed, sending = [69, 98, 70, 69], 2  # ms of each rank, ms of the all-reduce itself
end = max(computed) + sending  # key line, else: end = min(computed) + sending
inside = [end - ready for ready in computed]
print(f"in the all-reduce: {inside} ms")
print(f"rank {computed.index(max(computed))} comes last")
# endregion

assert inside == [31, 2, 30, 31] and inside.index(min(inside)) == computed.index(max(computed))
