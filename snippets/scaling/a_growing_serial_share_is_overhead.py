"""Karp-Flatt sees the bytes of a ring as a constant serial share, and the waiting at each hop as a rising one.

$ python snippets/scaling/a_growing_serial_share_is_overhead.py
"""
# region model
compute = 100.0  # ms for the whole batch on 1 GPU
transfer, wait = 2.0, 0.5  # ms for tensor / bandwidth, and for one hop
bandwidth_only, with_waiting = [], []
for n in (2, 4, 8, 16):
    step = compute / n + 2 * (n - 1) / n * transfer  # a ring that nothing hides
    bandwidth_only.append((step / compute - 1 / n) / (1 - 1 / n))
    step += 2 * (n - 1) * wait  # key line
    with_waiting.append((step / compute - 1 / n) / (1 - 1 / n))
    print(f"{n} ranks: share {bandwidth_only[-1]:.1%},", end=" ")
    print(f"with waiting at each hop {with_waiting[-1]:.1%}")
# endregion

assert all(abs(share - 2 * transfer / compute) < 1e-12 for share in bandwidth_only)  # no n in it
assert all(abs(share - 2 * (transfer + n * wait) / compute) < 1e-12 for share, n in zip(with_waiting, (2, 4, 8, 16)))
