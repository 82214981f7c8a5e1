"""A rank hides the all-gather of a layer behind its forward if it has enough tokens, however large the layer is.

$ python snippets/choose/tokens_that_hide_an_all_gather.py
"""
PEAK, SHARE = 989e12, 0.5  # H100, dense bf16, by its data sheet; half of it is reached, say

links = {"NVLink": 450e9, "a 400 Gbit/s card": 50e9, "a 200 Gbit/s card": 25e9}  # bytes a second, one way
needed = {}
# region hide
for name, link in links.items():
    for weights in (218e6, 856e6):  # a layer of Llama 3 8B and of 70B
        gather = 2 * weights / link  # bf16, nearly all of it comes from others
        compute_of_a_token = 2 * weights / (PEAK * SHARE)
        needed[name, weights] = gather / compute_of_a_token  # key line, else: needed[name, weights] = gather
    told = f"hidden from {needed[name, weights]:,.0f} tokens of a rank on"
    print(f"{name}: {gather * 1000:.1f} ms for a layer of 70B, {told}")
have = 16 * 2**20 / 16384
print(f"Llama 3: 16 Mi tokens on 16,384 GPUs are {have:,.0f} tokens for each GPU")
# endregion

for name, weights in needed:
    assert abs(needed[name, weights] - needed[name, 218e6]) < 1e-6  # shows: any-size-of-layer
assert needed["NVLink", 218e6] * 9 == needed["a 400 Gbit/s card", 218e6]  # shows: nine-times-slower-link
assert have < needed["NVLink", 218e6] < 8192 < needed["a 400 Gbit/s card", 218e6]  # shows: 8192-enough-for-nvlink
large, small = needed["NVLink", 856e6], needed["NVLink", 218e6]
assert abs(large - small) < 1e-6  # shows: as-many-both-times
assert large > small - 1e-6  # refutes: fewer
assert large < small + 1e-6  # refutes: more
