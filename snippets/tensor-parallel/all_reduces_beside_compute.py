"""Time of the all-reduces of a 70B layer beside its products, by the speed of the link: inside a host, and between hosts.

$ python snippets/tensor-parallel/all_reduces_beside_compute.py
"""
# region count
tokens, hidden, kv, wide = 8192, 8192, 1024, 28672  # Llama 3 70B
parameters = 2 * hidden * hidden + 2 * hidden * kv + 3 * hidden * wide  # a layer
flops, links = 989e12, {"NVLink 450 GB/s": 450e9, "network 50 GB/s": 50e9}  # H100 in bf16, one direction
shares = {}
for name, speed in links.items():
    for ranks in (2, 8):
        compute = 3 * 2 * parameters * tokens / ranks / flops  # forward, and twice that in the backward
        sent = 4 * 2 * (ranks - 1) / ranks * tokens * hidden * 2  # four all-reduces of bf16
        shares[name, ranks] = sent / speed / (compute + sent / speed)  # key line, else: shares[name, ranks] = sent / 450e9 / (compute + sent / 450e9)
        times = f"compute {compute * 1000:.1f} ms, all-reduces {sent / speed * 1000:.2f} ms"
        print(f"{name}, {ranks} ranks: {times}, share {shares[name, ranks]:.0%}")
# endregion

print(f"an all-reduce has {tokens * hidden * 2 / 1e6:.0f} MB")
assert shares["network 50 GB/s", 8] > 0.5  # shows: network-longer-than-compute
assert shares["NVLink 450 GB/s", 8] < 0.3  # shows: nvlink-less-than-a-third
assert shares["NVLink 450 GB/s", 2] < shares["NVLink 450 GB/s", 8]  # shows: more-ranks-larger-share
assert shares["NVLink 450 GB/s", 8] > shares["NVLink 450 GB/s", 2]  # refutes: nvlink-less-more-ranks
