"""A method other than forward finds sharded weights; registered with fully_shard, it finds them whole.

$ torchrun --nproc-per-node 2 snippets/fsdp/generate_needs_a_forward_hook.py
"""

import torch
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard, register_fsdp_forward_method

dist.init_process_group("gloo")
mesh = init_device_mesh("cpu", (dist.get_world_size(),))


class Decoder(torch.nn.Linear):
    def generate(self, prompt):
        return torch.nn.functional.linear(prompt, self.weight).argmax().item()


# region generate
model = Decoder(4, 8, bias=False)
with torch.no_grad():
    model.weight[6] = 1.0  # the largest, so 6 is the answer
fully_shard(model, mesh=mesh)
prompt, said = torch.ones(1, 4), []
for attempt in ("as it is", "registered"):
    if attempt == "registered":
        register_fsdp_forward_method(model, "generate")  # key line
    try:
        said.append(model.generate(prompt))
    except RuntimeError as error:
        said.append(str(error).partition(",")[0])
    print(f"{attempt}: {said[-1]}")
# endregion

assert "mixed" in said[0]  # shows: mixes-plain-tensors
assert said[1] == 6  # shows: function-called-name
assert said == ["aten.mm.default got mixed torch.Tensor and DTensor", 6]
dist.destroy_process_group()
