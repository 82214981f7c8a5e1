"""Bytes of activations of Llama 3 8B by length of the sequence: with 131,072 tokens, inputs of layers and logits need more than 80 GB.

$ python snippets/context-parallel/activations_grow_with_the_sequence.py
"""
# region count
hidden, layers, heads, words = 4096, 32, 32, 128256  # Llama 3 8B
shares = {}
for tokens in (8192, 131072, 1048576):
    inputs = layers * tokens * hidden * 2  # one tensor for each layer, in bf16: all that full checkpointing keeps
    logits = tokens * words * 4  # in fp32
    scores = heads * tokens * tokens * 2  # of one layer; flash attention never keeps them
    for ranks in (1, 8):
        shares[tokens, ranks] = (inputs + logits) / ranks / 1e9  # key line, else: shares[tokens, ranks] = (inputs + logits) / 1e9
    parts = {"inputs": inputs, "logits": logits}
    told = ", ".join(f"{name} {size / 1e9:.1f} GB, on 8 ranks {size / 8e9:.1f} GB" for name, size in parts.items())
    print(f"{tokens} tokens: {told}; scores of one layer {scores / 1e9:.0f} GB")
# endregion

assert shares[131072, 1] > 80 > shares[131072, 8]  # shows: more-than-80-gb
assert shares[1048576, 8] > 80  # shows: a-million-needs-more-than-eight
