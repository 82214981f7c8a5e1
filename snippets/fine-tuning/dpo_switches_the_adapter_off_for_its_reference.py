"""DPO: the reference is the policy with its adapters off, so the first loss is ln 2; two ranks train like one process.

$ torchrun --nproc-per-node 2 snippets/fine-tuning/dpo_switches_the_adapter_off_for_its_reference.py
"""
import math

import torch
import torch.distributed as dist
from _adapter import network, switch, trained
from torch.nn.functional import logsigmoid
from torch.nn.parallel import DistributedDataParallel

dist.init_process_group("gloo")
rank, ranks = dist.get_rank(), dist.get_world_size()
everything = torch.randn(4, 2, 16, generator=torch.Generator().manual_seed(1))  # prompt and answer: chosen, rejected


def score(model, pairs):
    """A stand-in for the log probability of an answer."""
    return model(pairs.flatten(0, 1)).log_softmax(-1)[:, 0].view(-1, 2)


def train(net, model, pairs, steps=3, told=False):
    optimizer, losses = torch.optim.SGD(trained(net), lr=1.0), []
    for step in range(steps):
        optimizer.zero_grad()
        # region loss
        with torch.no_grad():
            switch(net, on=False)  # key line
            reference = score(net, pairs)  # the net itself: nothing to average here
        switch(net, on=True)
        chosen, rejected = (score(model, pairs) - reference).T  # one forward for both answers
        loss = -logsigmoid(0.5 * (chosen - rejected)).mean()
        loss.backward()
        optimizer.step()
        if told:
            print(f"rank {rank}: step {step}: loss {loss.item():.4f}")
        # endregion
        losses.append(loss.item())
    return losses


net = network()
losses = train(net, DistributedDataParallel(net), everything.chunk(ranks)[rank], told=True)
alone = network()
train(alone, alone, everything)
for mine, expected in zip(trained(net), trained(alone)):
    assert torch.allclose(mine, expected, atol=1e-5)  # shows: that-of-one-process
assert abs(losses[0] - math.log(2)) < 1e-5  # shows: first-loss-is-ln-2
assert losses[-1] < losses[0]  # shows: loss-falls
dist.destroy_process_group()
