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
compiled = torch.compile(DistributedDataParallel(Net()), backend=count)
other = DistributedDataParallel(torch.compile(Net(), backend=count))
for optimize in (True, False):
    for name, model in (("DDP first", compiled), ("compile first", other)):
        torch.compiler.reset()
        torch._dynamo.config.optimize_ddp = optimize  # key line
        graphs.clear()
        model(torch.ones(1, MATRIX)).sum().backward()
        seen.append(list(graphs))
        print(f"{name}: layers in each graph {graphs}, {next(iter(model.state_dict()))}")
# endregion

assert seen == [[1, 2, 1], [1, 2, 1], [4], [4]]
dist.destroy_process_group()
