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
