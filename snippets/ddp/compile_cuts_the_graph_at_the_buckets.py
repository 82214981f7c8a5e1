"""torch.compile with DDP compiles one graph for each bucket, so that all-reduces start while backward still runs.

$ torchrun --nproc-per-node 1 snippets/ddp/compile_cuts_the_graph_at_the_buckets.py
"""
# /// script
# [tool.lockstep]
# timeout = 180
# ///
import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
MATRIX = 2048  # 16 MiB a layer


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = torch.nn.ModuleList(torch.nn.Linear(MATRIX, MATRIX, bias=False) for _ in range(4))

    def forward(self, x):
        for layer in self.layers:
            x = layer(x)
        return x


graphs, seen = [], []


def count(graph, inputs):  # a compiler that counts the layers of a graph and changes nothing
    graphs.append(sum("linear" in str(node.target) for node in graph.graph.nodes if node.op == "call_function"))
    return graph.forward


# region compile
net = Net()
models = {
    "DDP first": torch.compile(DistributedDataParallel(net), backend=count),
    "compile first": DistributedDataParallel(torch.compile(net, backend=count)),
}
for optimize in (True, False):
    torch._dynamo.config.optimize_ddp = optimize  # key line
    for name, model in models.items():
        torch.compiler.reset()
        graphs.clear()
        model(torch.ones(1, MATRIX))  # compiles
        seen.append(list(graphs))
        print(f"optimize_ddp={optimize}, {name}: layers in each graph {graphs}")
# endregion

assert seen == [[1, 2, 1], [1, 2, 1], [4], [4]]
assert len(seen[0]) == 3  # shows: three
assert seen[0] != [4]  # refutes: one
assert seen[0] != [2, 2]  # refutes: two
assert seen[0] != [1, 1, 1, 1]  # refutes: four
keys = [next(iter(model.state_dict())) for model in models.values()]
assert keys == ["_orig_mod.module.layers.0.weight", "module._orig_mod.layers.0.weight"]
dist.destroy_process_group()
