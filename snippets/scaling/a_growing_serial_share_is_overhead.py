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
assert sorted(with_waiting) == with_waiting and with_waiting[3] > 3 * with_waiting[0]  # shows: cost-grows-ranks
assert with_waiting[1] - with_waiting[0] > 0.01 > bandwidth_only[1] - bandwidth_only[0]  # shows: hops-make-rise


def law(share, n):  # Amdahl: the time on n ranks, as a share of that on 1
    return share + (1 - share) / n


from_two, from_four, *_ = with_waiting
truth = dict(zip((2, 4, 8), map(law, with_waiting, (2, 4, 8)))) | {1: 1.0}
assert [n for n in (1, 2, 4, 8) if abs(law(from_two, n) - truth[n]) < 1e-9] == [1, 2]  # shows: 1-2
assert truth[8] > law(from_four, 8) + 0.03  # shows: still-too-high
assert abs(truth[8] - law(from_four, 8)) > 0.03  # refutes: right-for-8
assert truth[8] > law(from_four, 8) > law(from_two, 8)  # refutes: truth-between
assert truth[4] > law(from_two, 4) + 0.01  # without any noise  # refutes: only-noise
assert abs(law(bandwidth_only[1], 8) - law(bandwidth_only[2], 8)) < 1e-9  # right as it stays  # shows: share-constant
other = 2 * 3.0 / compute  # bytes alone, for 3 ms: the same share on 2 ranks
assert abs(other - from_two) < 1e-9 and abs(other - from_four) > 0.01  # only a second run tells  # shows: two-second
assert abs(law(other, 32) - law(2 * (transfer + 32 * wait) / compute, 32)) > 0.2  # shows: measure-second-size
rising = {n: (1 + n) / 100 for n in (2, 4, 8, 16)}  # 3 %, 5 %, 9 %, and so on
assert law(rising[8], 16) < law(rising[16], 16)  # shows: promises-too-short
