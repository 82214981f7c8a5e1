"""Llama 3 8B under FSDP 64: what fits with fewer samples, recomputation and CP, SIMULATED.

$ python snippets/choose/three_ways_to_fewer_activations.py
"""
# /// script
# [tool.lockstep]
# simulates = 64
# ///
import torch.distributed as dist
from _parts import LLAMA_8B, parts

dist.init_process_group("fake", rank=0, world_size=64)
# region ways
held = {}
for samples, tokens, cp, again in (
    (4, 8192, 1, False), (1, 8192, 1, False), (4, 8192, 1, True),
    (1, 131072, 1, False), (1, 131072, 1, True), (1, 131072, 8, True), (1, 131072, 16, False),
):  # fmt: skip
    mine = tokens // cp  # key line, else: mine = tokens
    size = parts(LLAMA_8B, 64, 1, mine, samples, again)
    state = sum(size[name] for name in ("weights", "gradients", "Adam"))
    held[samples, tokens, cp, again] = sum(size.values())
    told = f"state {state:.1f}, activations {size['activations']:.1f}, logits {size['logits']:.1f} GB"
    fits = sum(size.values()) < 80
    kind = "recomputed" if again else "kept"
    print(f"SIMULATED {samples} x {tokens} tokens, cp {cp}, {kind}: {told}; fits in 80 GB: {fits}")
# endregion

assert held[4, 8192, 1, False] > 80 > held[1, 8192, 1, False]  # shows: fewer-samples-fit
assert held[4, 8192, 1, True] < 80  # shows: recomputed-four-samples-fit
assert held[1, 131072, 1, True] > 80 > held[1, 131072, 8, True]  # shows: cp-8-and-recomputing-fit
assert held[1, 131072, 16, False] < 80  # shows: cp-16-fits-kept
dist.destroy_process_group()
