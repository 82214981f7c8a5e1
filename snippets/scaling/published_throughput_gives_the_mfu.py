"""Published tokens per second give 28.1 and 32.5 % of peak by 6 P, and 33.7 and 39.0 % with attention.

$ python snippets/scaling/published_throughput_gives_the_mfu.py
"""
# Llama 3.1 8B, sequences of 8,192, H100: shapes, peak and throughput as published by torchtitan
layers, width, kv, hidden, words, length, peak = 32, 4096, 1024, 14336, 128256, 8192, 989e12
shares = {}

# region mfu
block = 2 * width * width + 2 * width * kv + 3 * width * hidden + 2 * width
parameters = layers * block + width + 2 * words * width
matrices = parameters - words * width  # the embedding is only looked up
attention = 12 * layers * width * length  # key line, else: attention = 0
for label, rate in (("FSDP", 5762), ("and torch.compile", 6667)):  # tokens/s a GPU
    simple = 6 * parameters * rate / peak
    whole = (6 * matrices + attention) * rate / peak
    shares[label] = simple, whole
    print(f"{label}: 6 P gives {simple:.1%}, with attention {whole:.1%}")
# endregion

assert parameters == 8_030_261_248
found = [f"{share:.1%}" for pair in shares.values() for share in pair]
assert found == ["28.1%", "33.7%", "32.5%", "39.0%"]  # published: 33 to 39 %  # shows: flop-data-sheet
