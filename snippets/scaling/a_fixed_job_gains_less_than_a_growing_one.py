"""Where a tenth is serial, 9 GPUs give a fixed job a speed-up of 5, and 8.2 to a job that grows with them.

$ python snippets/scaling/a_fixed_job_gains_less_than_a_growing_one.py
"""
# region laws
serial, parallel, gpus = 2, 18, 9  # minutes on one GPU: 18 of the 20 can be split
strong = (serial + parallel) / (serial + parallel / gpus)  # same work
weak = (serial + gpus * parallel) / (serial + parallel)  # more work, same 20 minutes  # key line, else: weak = 1
shares = strong / gpus, weak / gpus
print(f"strong {strong:.1f} ({shares[0]:.0%}), weak {weak:.1f} ({shares[1]:.0%})")
# endregion

share = 1 / 10
assert abs(strong - 1 / (share + (1 - share) / 9)) < 1e-9  # Amdahl 1967
assert abs(weak - (9 - share * 8)) < 1e-9  # Gustafson 1988
