"""Model of a ring: small tensors pay for the hops, which grow with N; large ones for the bytes, which hardly do.

$ python snippets/scaling/a_ring_pays_hops_and_bytes.py
"""
times = {}

# region model
latency, bandwidth = 5e-6, 50e9  # seconds a hop, bytes a second of a link
for size in (1e5, 1e9):  # bytes of the tensor
    for n in (2, 8, 64):
        seconds = 2 * (n - 1) / n * size / bandwidth
        seconds += 2 * (n - 1) * latency  # key line
        times[size, n] = seconds
        print(f"{size / 1e6:g} MB, N = {n}: {1000 * seconds:.3g} ms")
# endregion

assert times[1e5, 64] > 10 * times[1e5, 2] and times[1e9, 64] < 2 * times[1e9, 2] * 1.02
gained = {size: 1 - (times[size, 64] - 126 / 64 * size / bandwidth / 2) / times[size, 64] for size in (1e5, 1e9)}
assert gained[1e9] > 0.49  # twice the bandwidth nearly halves it  # shows: 1-gb-bytes
assert gained[1e5] < 0.01  # refutes: 100-kb-hops
assert gained[1e9] > 50 * gained[1e5]  # refutes: both-same-share
assert 126 * latency < 0.02 * times[1e9, 64]  # refutes: neither-latency
hops = [2 * (n - 1) for n in (2, 10**3, 10**6)]
assert hops[2] > 1000 * hops[1] > 1000 * 900 * hops[0]  # shows: number-hops
assert hops[2] * latency > 9 and 2 * latency < 1e-4  # seconds  # shows: time-latency
