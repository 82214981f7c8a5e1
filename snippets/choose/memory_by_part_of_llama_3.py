"""Memory of a rank by part, for Llama 3 8B and 70B on 64 GPUs: activations are the largest part where all are kept, SIMULATED.

$ torchrun --nproc-per-node 4 snippets/choose/memory_by_part_of_llama_3.py
"""
# /// script
# [tool.lockstep]
# simulates = 64
# ///
import torch.distributed as dist
from _parts import LLAMA_8B, LLAMA_70B, parts

TINY = {"dim": 32, "ffn": 64, "heads": 4, "kv_heads": 2, "layers": 4, "words": 64}
dist.init_process_group("gloo")
real = [parts(TINY, *shape, tokens=16, fake=False) for shape in ((4, 1), (2, 2))]
assert real == [parts(TINY, *shape, tokens=16) for shape in ((4, 1), (2, 2))]  # shows: fake-as-real
dist.destroy_process_group()

dist.init_process_group("fake", rank=0, world_size=64)
found = {}
# region table
for name, sizes in (("8B", LLAMA_8B), ("70B", LLAMA_70B)):
    for shards, tp in ((64, 1), (8, 8)):
        for again in (False, True):
            size = parts(sizes, shards, tp, tokens=8192, recompute=again)  # key line, else: size = parts(sizes, shards, tp, 8192)
            found[name, tp, again] = size
            told = ", ".join(f"{part} {gb:.1f}" for part, gb in size.items())
            told += f"; {sum(size.values()):.1f} GB"
            kind = "recomputed" if again else "kept"
            print(f"SIMULATED {name}, FSDP {shards} x TP {tp}, {kind}: {told}")
# endregion

for (name, tp, again), sizes in found.items():
    if not again:
        assert max(sizes, key=sizes.get) == "activations"  # shows: activations-largest
        assert sizes["activations"] > 6 * found[name, tp, True]["activations"]  # shows: recomputing-six-times-less
assert sum(found["8B", 1, False].values()) < 80 < sum(found["70B", 1, False].values())  # shows: 70b-kept-does-not-fit
assert sum(found["70B", 8, False].values()) > 80 > sum(found["70B", 1, True].values())  # shows: recomputed-fits
kept, again = (found["8B", 1, one]["activations"] for one in (False, True))
assert again < kept / 6  # refutes: activations-of-all-layers
assert found["8B", 8, True]["logits"] == found["8B", 1, True]["logits"]  # shows: logits-stay
less = found["8B", 1, False]["activations"] / found["8B", 8, False]["activations"]
assert 2 < less < 2.5  # shows: tp-8-little-less-than-half
dist.destroy_process_group()
