"""Llama 3 8B under FSDP 8, one sample: from 4,096 tokens on, activations are larger than the state, SIMULATED.

$ python snippets/choose/activations_overtake_the_state.py
"""
# /// script
# [tool.lockstep]
# simulates = 8
# ///
import torch.distributed as dist
from _parts import LLAMA_8B, parts

dist.init_process_group("fake", rank=0, world_size=8)
state, kept, again, logits = {}, {}, {}, {}
# region lengths
for tokens in (512, 1024, 2048, 4096, 8192, 16384, 32768):
    size = parts(LLAMA_8B, 8, 1, tokens)
    state[tokens] = sum(size[name] for name in ("weights", "gradients", "Adam"))
    kept[tokens], logits[tokens] = size["activations"], size["logits"]
    less = parts(LLAMA_8B, 8, 1, tokens, recompute=True)  # key line, else: less = size
    again[tokens] = less["activations"]
    told = f"activations {kept[tokens]:.1f}, recomputed {again[tokens]:.1f}"
    print(f"SIMULATED {tokens} tokens: state {state[tokens]:.1f}, {told}, logits {logits[tokens]:.1f} GB")
# endregion

assert kept[2048] < state[2048] and kept[4096] > state[4096]  # shows: overtake-between-2048-and-4096
assert state[512] == state[32768]  # shows: state-has-no-tokens
assert abs(kept[32768] - 64 * kept[512]) < 1e-6  # shows: activations-grow-with-tokens
assert max(again.values()) < state[512] < max(logits.values())  # shows: recomputed-stays-below-the-state
dist.destroy_process_group()
