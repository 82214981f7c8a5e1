"""FSDP 2 x TP 2 saves, FSDP 4 and then HSDP load: names and numbers do not depend on the layout.

$ torchrun --nproc-per-node 4 snippets/choose/checkpoint_of_one_layout_loads_in_another.py
"""
# /// script
# [[tool.lockstep.what-if]]
# line = 'for name in ("FSDP 4", "HSDP 2 x 2"):'
# label = "Into a pipeline, then into DDP"
# becomes = 'for name in ("PP 2 x FSDP 2", "DDP 4"):'
#
# [[tool.lockstep.what-if]]
# line = "[torch.nn.init.zeros_(weight) for weight in new.model.parameters()]"
# stays = "Without it the model would have these numbers from its seed."
# ///
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from _layouts import LAYOUTS, Layout
from _local import here, whole

dist.init_process_group("gloo")

old = Layout(LAYOUTS["FSDP 2 x TP 2"])
saved = {name: whole(weight).detach().clone() for name, weight in old.named().items()}

# region load
dcp.save(old.model.state_dict(), checkpoint_id="layout")
for name in ("FSDP 4", "HSDP 2 x 2"):
    new = Layout(LAYOUTS[name])
    [torch.nn.init.zeros_(weight) for weight in new.model.parameters()]
    dcp.load(new.model.state_dict(), checkpoint_id="layout")  # key line, else: pass
    key = "layers.0.mlp.down.weight"
    held = [tuple(here(layout.named()[key]).shape) for layout in (old, new)]
    print(f"holds {held[0]} of down, then {held[1]} under {name}")
    # endregion
    for key, weight in new.named().items():
        assert torch.equal(whole(weight), saved[key])  # shows: numbers-are-the-same
assert held == [(16, 32), (16, 64)]  # shows: other-layout-other-part
dist.destroy_process_group()
