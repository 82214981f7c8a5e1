"""One function for all layouts: a mesh of pp, copies, shards and tp, and what each dimension does to the model."""
import torch
import torch.distributed as dist
from _block import BLOCK, ENDS
from _model import build, loss_of
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard
from torch.distributed.pipelining import PipelineStage, Schedule1F1B
from torch.distributed.tensor.parallel import parallelize_module
from torch.nn.parallel import DistributedDataParallel

NAMES = ("pp", "copies", "shards", "tp")
LAYOUTS = {"DDP 4": (1, 4, 1, 1), "FSDP 4": (1, 1, 4, 1), "HSDP 2 x 2": (1, 2, 2, 1), "FSDP 2 x TP 2": (1, 1, 2, 2),
           "PP 2 x FSDP 2": (2, 1, 2, 1), "PP 2 x DDP 2": (2, 2, 1, 1)}  # fmt: skip


class Layout:
    def __init__(self, shape, micro_batches=2, free=None, **sizes):
        self.pp, self.copies, self.shards, self.tp = shape
        self.mesh = mesh = init_device_mesh("cpu", shape, mesh_dim_names=NAMES)
        self.at = mesh.get_local_rank("pp")
        self.model = model = build(at=self.at, stages=self.pp, **sizes)
        if self.tp > 1:
            plan = {f"layers.{n}.{name}": style for n in model.layers for name, style in BLOCK.items()}
            plan |= {name: style for name, style in ENDS.items() if getattr(model, name)}
            parallelize_module(model, mesh["tp"], plan)
        if self.shards > 1:
            over = mesh["copies", "shards"] if self.copies > 1 else mesh["shards"]
            [fully_shard(part, mesh=over, reshard_after_forward=free) for part in (*model.layers.values(), model)]
        elif self.copies > 1:
            group, pipelined = mesh.get_group("copies"), self.pp > 1  # else the second step of a stage fails
            self.model = DistributedDataParallel(model, process_group=group, find_unused_parameters=pipelined)
        if self.pp > 1:
            stage = PipelineStage(self.model, self.at, self.pp, torch.device("cpu"), group=mesh.get_group("pp"))
            self.schedule = Schedule1F1B(stage, micro_batches, loss_fn=loss_of)

    def step(self, x, y):
        """The backward of this rank's share of the batch; the mean loss of all."""
        ways = self.copies * self.shards
        mine = self.mesh.get_local_rank("copies") * self.shards + self.mesh.get_local_rank("shards")
        x, y = x.chunk(ways)[mine], y.chunk(ways)[mine]
        if self.pp == 1:
            loss = loss_of(self.model(x), y)
            loss.backward()
            return loss.detach()
        losses = []
        self.schedule.step(*[x] * (self.at == 0), target=y if self.at == self.pp - 1 else None, losses=losses)
        return torch.stack(losses).mean() if losses else torch.tensor(0.0)

    def named(self):
        return {name.removeprefix("module."): weight for name, weight in self.model.named_parameters()}

    def mean(self, loss):
        """Over all ranks that have one."""
        dist.all_reduce(loss)
        return loss * self.pp / dist.get_world_size()
