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
short, long, held = 8192, 131072, {}
ways = ((4, short, 1, False), (1, short, 1, False), (4, short, 1, True))
ways += ((1, long, 1, False), (1, long, 1, True), (1, long, 8, True), (1, long, 16, False))
# region ways
for samples, tokens, cp, again in ways:
    mine = tokens // cp  # key line, else: mine = tokens
    size = parts(LLAMA_8B, 64, 1, mine, samples, again)
    state = sum(size[name] for name in ("weights", "gradients", "Adam"))
    held[samples, tokens, cp, again] = sum(size.values())
    told = ", ".join(f"{name} {size[name]:.1f}" for name in ("activations", "logits"))
    fits = sum(size.values()) < 80
    kind = "recomputed" if again else "kept"
    told = f"{kind}: state {state:.1f}, {told} GB; fits in 80 GB: {fits}"
    print(f"SIMULATED {samples} x {tokens} tokens, cp {cp}, {told}")
# endregion

assert held[4, 8192, 1, False] > 80 > held[1, 8192, 1, False]  # shows: fewer-samples-fit
assert held[4, 8192, 1, True] < 80  # shows: recomputed-four-samples-fit
assert held[1, 131072, 1, True] > 80 > held[1, 131072, 8, True]  # shows: cp-8-and-recomputing-fit
assert held[1, 131072, 16, False] < 80  # shows: cp-16-fits-kept
dist.destroy_process_group()
