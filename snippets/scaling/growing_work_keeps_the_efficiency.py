"""Amdahl splits one job and flattens; Gustafson lets the work grow with the ranks and keeps most of the efficiency.

$ python snippets/scaling/growing_work_keeps_the_efficiency.py
"""
# region laws
serial, parallel = 1, 14  # minutes on one GPU: 14 of them can be split
for gpus in (1, 4, 16, 64):
    strong = (serial + parallel) / (serial + parallel / gpus)  # same work
    weak = (serial + gpus * parallel) / (serial + parallel)  # more work, same 15 minutes  # key line, else: weak = 1
    print(f"N = {gpus}: strong {strong:.1f} ({strong / gpus:.0%}),", end=" ")
    print(f"weak {weak:.1f} ({weak / gpus:.0%})")
# endregion

share = 1 / 15
assert abs(strong - 1 / (share + (1 - share) / 64)) < 1e-9  # Amdahl 1967  # shows: whole-job-less
assert abs(weak - (64 - share * 63)) < 1e-9  # Gustafson 1988  # shows: load-each-job-grows
assert (f"{strong / 64:.0%}", f"{weak / 64:.0%}") == ("19%", "93%")  # shows: split-fixed-each-batch
