"""Llama 3 70B on 64 GPUs: few of 84 meshes divide, keep TP and CP in a host, and fit, SIMULATED.

$ python snippets/choose/few_layouts_are_left.py
"""
# /// script
# [tool.lockstep]
# simulates = 64
# ///
from functools import cache
from itertools import product
from math import prod

import torch.distributed as dist
from _parts import LLAMA_70B, parts

dist.init_process_group("fake", rank=0, world_size=64)
GPUS, HOST, BATCH, TOKENS, HEADS, LAYERS = 64, 8, 256, 8192, 8, 80  # 8 key heads


@cache
def activations(tp, cp, again):
    """With pp stages the first keeps pp micro-batches of 1 / pp of the layers: as much as all layers of one."""
    size = parts(LLAMA_70B, GPUS // tp, tp, TOKENS // cp, recompute=again)
    return size["activations"] + size["gathered"] + size["logits"]


def idle(pp, m):
    return (pp - 1) / (m + pp - 1)


def fits(dp, cp, pp, tp, again):
    state = 12 * 70.6 / GPUS  # weights and Adam
    state += 4 * 70.6 / GPUS if pp == 1 else 6 * 70.6 / (pp * tp)  # a pipeline keeps gradients and bf16 weights whole
    return state + activations(tp, cp, again) < 80


left, counts = [mesh for mesh in product((1, 2, 4, 8, 16, 32, 64), repeat=4) if prod(mesh) == GPUS], []
# region filter
tests = {
    "all": lambda dp, cp, pp, tp: True,
    "heads and layers divide": lambda dp, cp, pp, tp: HEADS % tp + LAYERS % pp == 0,
    "tp and cp within a host": lambda dp, cp, pp, tp: tp * cp <= HOST,  # key line, else: "tp and cp within a host": lambda dp, cp, pp, tp: True,
    "at most 10 % idle": lambda dp, cp, pp, tp: idle(pp, BATCH / dp) <= 0.1,
    "fits if recomputed": lambda *mesh: fits(*mesh, True),
    "fits if all is kept": lambda *mesh: fits(*mesh, False),
}
for name, test in tests.items():
    left = [mesh for mesh in left if test(*mesh)]
    counts.append(len(left))
    print(f"SIMULATED {name}: {len(left)}")
print(f"(dp, cp, pp, tp) left: {left}")
# endregion

assert counts[0] == 84 and counts[4] < counts[3]  # shows: whole-gradients-do-not-fit
assert counts[5] < 10 and all(cp >= 4 for _, cp, _, _ in left)  # shows: kept-needs-cp
assert counts[2] == 46  # shows: 46-within-a-host
dist.destroy_process_group()
