"""The parameters of DeepSeek-V3 from its configuration: 671 billion, of which a token uses 37.

$ python snippets/experts/deepseek_v3_uses_37_of_671_billion.py
"""
# region count
h, wide, dense_wide, layers, dense, words = 7168, 2048, 18432, 61, 3, 129280
heads, q_rank, kv_rank, nope, rope, value = 128, 1536, 512, 128, 64, 128
expert = 3 * h * wide  # gate, up and down
attention = h * q_rank + q_rank * heads * (nope + rope)  # queries, through a low rank
attention += h * (kv_rank + rope) + kv_rank * heads * (nope + value) + heads * value * h
rest = layers * attention + dense * 3 * h * dense_wide + 2 * words * h  # with embedding and head
moe = layers - dense
rest += moe * (expert + 256 * h)  # a shared expert, and the router
total, active = rest + moe * 256 * expert, rest + moe * 8 * expert  # key line, else: total, active = rest + layers * 256 * expert, rest + layers * 8 * expert
print(f"total {total / 1e9:.1f} B, active {active / 1e9:.1f} B, routed experts {moe * 256 * expert / 1e9:.1f} B")
# endregion

print(f"an expert has {expert / 1e6:.1f} million, all but routed experts {rest / 1e9:.1f} B")
print(f"without the embedding {(active - words * h) / 1e9:.1f} B are active")
assert round(total / 1e9) == 671  # shows: total-671
assert 36 < active / 1e9 < 38  # shows: active-37
