"""For each rule a script that breaks it, and the same script fixed. `HEAD` stands above each."""

HEAD = """\
import os
import torch
import torch.distributed as dist
import torch.multiprocessing as mp
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP, fully_shard
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader, DistributedSampler
"""

GROUP = 'dist.init_process_group("nccl")\nrank = dist.get_rank()\nworld_size = dist.get_world_size()\n'

CASES = {
    "sampler-and-shuffle": (
        "loader = DataLoader(data, sampler=DistributedSampler(data), shuffle=True)",
        "loader = DataLoader(data, sampler=DistributedSampler(data))",
    ),
    "no-sampler": (
        "model = DDP(net)\nloader = DataLoader(data, batch_size=8, shuffle=True)",
        "model = DDP(net)\nloader = DataLoader(data, batch_size=8, sampler=DistributedSampler(data))",
    ),
    "same-order-every-epoch": (
        "sampler = DistributedSampler(data)\nfor epoch in range(3):\n    train(epoch)",
        "sampler = DistributedSampler(data)\nfor epoch in range(3):\n    sampler.set_epoch(epoch)\n    train(epoch)",
    ),
    "padded-metric": (
        "val_sampler = DistributedSampler(held_out, shuffle=False)",
        "val_sampler = DistributedSampler(held_out, shuffle=False, drop_last=True)",
    ),
    "workers-of-all-cpus": (
        GROUP + "loader = DataLoader(data, num_workers=os.cpu_count())",
        GROUP + "loader = DataLoader(data, num_workers=os.cpu_count() // local_world_size)",
    ),
    "uneven-share": (
        "model = DDP(net)\nloader = DataLoader(data[rank::world_size], batch_size=8)",
        "model = DDP(net)\nloader = DataLoader(data[rank::world_size], batch_size=8, drop_last=True)",
    ),
    "collective-on-some-ranks": (
        GROUP + "if rank == 0:\n    dist.all_reduce(total)\n    print(total)",
        GROUP + "dist.all_reduce(total)\nif rank == 0:\n    print(total)",
    ),
    "wrapper-on-some-ranks": (
        GROUP + "model = DDP(net)\nif rank == 0:\n    out = model(batch)",
        GROUP + "model = DDP(net)\nif rank == 0:\n    out = model.module(batch)",
    ),
    "state-on-some-ranks": (
        GROUP + "model = FSDP(net)\nif rank == 0:\n    torch.save(model.state_dict(), path)",
        GROUP + "model = FSDP(net)\nstate = model.state_dict()\nif rank == 0:\n    torch.save(state, path)",
    ),
    "not-waited-for": (
        "dist.all_reduce(total, async_op=True)\nprint(total)",
        "work = dist.all_reduce(total, async_op=True)\nwork.wait()\nprint(total)",
    ),
    "both-send-first": (
        "dist.send(mine, dst=other)\ndist.recv(theirs, src=other)",
        "if rank == 0:\n    dist.send(mine, dst=1)\n    dist.recv(theirs, src=1)\n"
        "else:\n    dist.recv(theirs, src=0)\n    dist.send(mine, dst=0)",
    ),
    "early-stop-on-one-rank": (
        "model = DDP(net)\nfor epoch in range(9):\n    loss = model(x)\n    loss.backward()\n"
        "    if loss < best:\n        break",
        "model = DDP(net)\nfor epoch in range(9):\n    loss = model(x)\n    loss.backward()\n"
        "    dist.all_reduce(loss)\n    if loss < best:\n        break",
    ),
    "skipped-iteration": (
        "model = DDP(net)\nfor x in loader:\n    loss = model(x)\n    if torch.isnan(loss):\n        continue\n"
        "    loss.backward()",
        "model = DDP(net)\nfor x in loader:\n    loss = model(x)\n    bad = torch.isnan(loss).float()\n"
        "    dist.all_reduce(bad)\n    if bad or torch.isnan(loss):\n        continue\n    loss.backward()",
    ),
    "no-zero-grad": (
        "optimizer = torch.optim.SGD(net.parameters())\nfor x in loader:\n    net(x).sum().backward()\n    optimizer.step()",
        "optimizer = torch.optim.SGD(net.parameters())\nfor x in loader:\n    net(x).sum().backward()\n    optimizer.step()\n"
        "    optimizer.zero_grad()",
    ),
    "device-of-the-global-rank": (
        "rank = int(os.environ['RANK'])\ntorch.cuda.set_device(rank)",
        "rank = int(os.environ['LOCAL_RANK'])\ntorch.cuda.set_device(rank)",
    ),
    "mean-of-means": (
        "dist.all_reduce(accuracy)\naccuracy /= world_size",
        "dist.all_reduce(counts)\naccuracy = counts[0] / counts[1]",
    ),
    "all-gather-no-gradient": (
        "def contrastive(features):\n    dist.all_gather(everyone, features)\n    return loss_of(torch.cat(everyone))",
        "def contrastive(features):\n    dist.all_gather(everyone, features)\n    everyone[rank] = features\n"
        "    return loss_of(torch.cat(everyone))",
    ),
    "forward-past-the-wrapper": (
        "model = DDP(net)\nfor x in loader:\n    model.module(x).sum().backward()",
        "model = DDP(net)\nfor x in loader:\n    model(x).sum().backward()",
    ),
    "changed-after-wrapping": (
        "model = DDP(net)\nmodel.module.head = torch.nn.Linear(4, 2)",
        "net.head = torch.nn.Linear(4, 2)\nmodel = DDP(net)",
    ),
    "wrapped-before-the-group": (
        'model = DDP(net)\ndist.init_process_group("gloo")',
        'dist.init_process_group("gloo")\nmodel = DDP(net)',
    ),
    "initialized-twice": (
        'dist.init_process_group("gloo")\nprepare()\ndist.init_process_group("gloo")',
        'dist.init_process_group("gloo")\nprepare()',
    ),
    "rank-before-the-group": (
        'rank = dist.get_rank()\ndist.init_process_group("gloo")',
        'dist.init_process_group("gloo")\nrank = dist.get_rank()',
    ),
    "sync-batchnorm-after-wrapping": (
        "model = DDP(net)\nmodel = torch.nn.SyncBatchNorm.convert_sync_batchnorm(model)",
        "net = torch.nn.SyncBatchNorm.convert_sync_batchnorm(net)\nmodel = DDP(net)",
    ),
    "step-in-no-sync": (
        "model = DDP(net)\noptimizer = torch.optim.SGD(model.parameters())\n"
        "with model.no_sync():\n    model(x).sum().backward()\n    optimizer.step()",
        "model = DDP(net)\noptimizer = torch.optim.SGD(model.parameters())\n"
        "with model.no_sync():\n    model(x).sum().backward()\nmodel(y).sum().backward()\noptimizer.step()",
    ),
    "no-sync-around-backward-alone": (
        "model = DDP(net)\nloss = model(x)\nwith model.no_sync():\n    loss.backward()",
        "model = DDP(net)\nwith model.no_sync():\n    loss = model(x)\n    loss.backward()",
    ),
    "no-sync-after-fully-shard": (
        "fully_shard(model)\nwith model.no_sync():\n    model(x).sum().backward()",
        "fully_shard(model)\nmodel.set_requires_gradient_sync(False)\nmodel(x).sum().backward()",
    ),
    "data-parallel": ("model = torch.nn.DataParallel(net)", "model = DDP(net)"),
    "gradients-summed": (
        "for parameter in model.parameters():\n    dist.all_reduce(parameter.grad)",
        "for parameter in model.parameters():\n    dist.all_reduce(parameter.grad)\n    parameter.grad /= world_size",
    ),
    "loss-times-world-size": (
        "model = DDP(net)\nloss = model(x)\nloss *= world_size\nloss.backward()",
        "model = DDP(net)\nloss = model(x)\nloss.backward()",
    ),
    "optimizer-before-sharding": (
        "optimizer = torch.optim.AdamW(model.parameters())\nfully_shard(model)",
        "fully_shard(model)\noptimizer = torch.optim.AdamW(model.parameters())",
    ),
    "clip-fsdp1": (
        "model = FSDP(net)\ntorch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)",
        "model = FSDP(net)\nmodel.clip_grad_norm_(1.0)",
    ),
    "clip-before-unscale": (
        "scaler = torch.amp.GradScaler()\nscaler.scale(loss).backward()\n"
        "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\nscaler.update()",
        "scaler = torch.amp.GradScaler()\nscaler.scale(loss).backward()\nscaler.unscale_(optimizer)\n"
        "torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)\nscaler.step(optimizer)\nscaler.update()",
    ),
    "scaler-without-update": (
        "scaler = torch.amp.GradScaler()\nscaler.scale(loss).backward()\nscaler.step(optimizer)",
        "scaler = torch.amp.GradScaler()\nscaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()",
    ),
    "step-past-the-scaler": (
        "scaler = torch.amp.GradScaler()\noptimizer = torch.optim.SGD(model.parameters())\n"
        "scaler.scale(loss).backward()\noptimizer.step()",
        "scaler = torch.amp.GradScaler()\noptimizer = torch.optim.SGD(model.parameters())\n"
        "scaler.scale(loss).backward()\nscaler.step(optimizer)\nscaler.update()",
    ),
    "item-in-every-step": (
        "for x in loader:\n    x = x.cuda(0)\n    loss = model(x)\n    loss.backward()\n    total += loss.item()",
        "for x in loader:\n    x = x.cuda(0)\n    loss = model(x)\n    loss.backward()\n    total += loss.detach()",
    ),
    "unequal-seeds": (
        "torch.manual_seed(1 + rank)\nmodel = Net()\nfully_shard(model)",
        "torch.manual_seed(1)\nmodel = Net()\nfully_shard(model)\ntorch.manual_seed(1 + rank)",
    ),
    "no-set-device": (
        'dist.init_process_group("nccl")\nmodel = DDP(net.cuda())',
        'dist.init_process_group("nccl")\ntorch.cuda.set_device(mine)\nmodel = DDP(net.cuda())',
    ),
    "device-ids-constant": ("model = DDP(net, device_ids=[0])", "model = DDP(net, device_ids=[local_rank])"),
    "gloo-for-gpus": (
        'dist.init_process_group("gloo")\nmodel = DDP(net, device_ids=[local_rank])',
        'dist.init_process_group("nccl")\nmodel = DDP(net, device_ids=[local_rank])',
    ),
    "load-onto-gpu-0": (
        GROUP + "model = DDP(net.cuda(rank))\nnet.load_state_dict(torch.load(path))",
        GROUP + 'model = DDP(net.cuda(rank))\nnet.load_state_dict(torch.load(path, map_location="cpu"))',
    ),
    "save-on-every-rank": (
        "model = DDP(net)\ntorch.save(model.module.state_dict(), path)",
        "model = DDP(net)\nif rank == 0:\n    torch.save(model.module.state_dict(), path)",
    ),
    "module-prefix": (
        "model = DDP(net)\nif rank == 0:\n    torch.save(model.state_dict(), path)",
        "model = DDP(net)\nif rank == 0:\n    torch.save(model.module.state_dict(), path)",
    ),
    "no-main-guard": (
        "mp.spawn(train, args=(2,), nprocs=2)",
        'if __name__ == "__main__":\n    mp.spawn(train, args=(2,), nprocs=2)',
    ),
    "lambda-for-a-process": (
        'if __name__ == "__main__":\n    mp.spawn(lambda rank: rank, nprocs=2)',
        'if __name__ == "__main__":\n    mp.spawn(train, nprocs=2)',
    ),
    "lambda-under-fork-alone": (
        'if __name__ == "__main__":\n    mp.Process(target=lambda: train(2)).start()',
        'if __name__ == "__main__":\n    mp.Process(target=train, args=(2,)).start()',
    ),
    "local-rank-argument": (
        'parser.add_argument("--local_rank", type=int, default=0)\ndevice = parser.parse_args().local_rank',
        'local_rank = int(os.environ["LOCAL_RANK"])',
    ),
    "no-destroy": (
        'def main():\n    dist.init_process_group("gloo")\n\nif __name__ == "__main__":\n    main()',
        'def main():\n    dist.init_process_group("gloo")\n    dist.destroy_process_group()\n\n'
        'if __name__ == "__main__":\n    main()',
    ),
    "timeout-of-hours": (
        'dist.init_process_group("gloo", timeout=timedelta(hours=12))',
        'dist.init_process_group("gloo", timeout=timedelta(minutes=5))',
    ),
    "fixed-port": ('os.environ["MASTER_PORT"] = "29500"', 'os.environ["MASTER_PORT"] = str(free_port())'),
    "old-name": ("scaler = torch.cuda.amp.GradScaler()", 'scaler = torch.amp.GradScaler("cuda")'),
}

# Forms that people write, with what a rule must say of each: found, or silent since the script is right or cannot be judged.
_STEP = "for x in loader:\n    net(x).sum().backward()\n    optimizer.step()\n"
_OWN = "optimizer = torch.optim.SGD(net.parameters())\n"
_HALF = "if rank == 0 and world_size > 1:\n    dist.broadcast(t, 0)\n"
_ACCELERATE = "from accelerate import Accelerator\nacc = Accelerator()\n"
_TRAINER = "from transformers import Trainer, TrainingArguments\nt = Trainer(model=m, args=TrainingArguments('out'))\n"
_LIGHTNING = "import lightning as L\nt = L.Trainer(strategy='ddp', devices=4)\nt.fit(m)\n"
MEETINGS = [
    (_HALF, True),
    (f"{_HALF}else:\n    dist.broadcast(t, 0)", False),
    (
        "def send(rank):\n    if rank == 0 and t:\n        dist.broadcast(t, 0)\n        return\n    dist.broadcast(t, 0)",
        False,
    ),
    (
        "def send(rank):\n    if rank and t:\n        return\n    if rank == 0:\n        dist.barrier()\n    dist.barrier()",
        True,
    ),
    ("while rank == 0:\n    dist.all_reduce(t)\n    break", True),
    ("while step < 9:\n    dist.all_reduce(t)", False),
    ("while rank == 0:\n    dist.barrier()\n    break\nif rank != 0:\n    dist.barrier()", False),
    ("for i in range(rank):\n    dist.all_reduce(t)", True),
    ("for i in range(dist.get_rank()):\n    dist.all_reduce(t)", True),
    (
        "for i in range(rank):\n    dist.barrier()\nwork()\nfor i in range(world_size - rank):\n    dist.barrier()",
        False,
    ),
    ("for i in range(rank, len(data), world_size):\n    dist.all_reduce(t)", False),
    ("rank = matrix.shape[0]\nfor i in range(rank):\n    dist.all_reduce(t)", False),
    ("g = dist.new_group([0, 1]) if rank < 2 else None", True),
    ("g = dist.new_group([0, 1]) if rank < 2 else dist.new_group([2, 3])", False),
    ("g = dist.new_group([0, 1]) if world_size < 2 else None", False),
    ("rank == 0 and dist.barrier()", True),
    ("rank != 0 or dist.barrier()", True),
    ("dist.is_initialized() and dist.barrier()", False),
    ("x = 5 if rank else dist.all_reduce(t)", True),
    ("x = dist.broadcast(t, 0) if rank else dist.broadcast(t, 0)", False),
    ("if dist.get_rank():\n    dist.barrier()", True),
    ("rank = args.rank\nif rank:\n    dist.barrier()", False),  # it may say whether there are several
    ("match rank:\n    case 0:\n        dist.broadcast(t, 0)\n    case _:\n        pass", True),
    ("match rank:\n    case 0:\n        dist.broadcast(t, 0)\n    case _:\n        dist.broadcast(t, 0)", False),
    ("match rank:\n    case 0:\n        save(t)\n    case _:\n        dist.barrier()", True),
    ("match args.rank:\n    case None | -1:\n        pass\n    case _:\n        dist.barrier()", False),
    ("match mode:\n    case 0:\n        dist.barrier()", False),
    ('if not int(os.environ.get("RANK", 0)):\n    dist.all_reduce(t)', True),
    ('if os.getenv("RANK", "0") == "0":\n    dist.all_reduce(t)', True),
    ('if not os.environ.get("RANK"):\n    dist.all_reduce(t)', False),
    ('if os.environ.get("RANK", "-1") != "-1":\n    dist.all_reduce(t)', False),
    ('if int(os.environ.get("LOCAL_RANK", -1)) != -1:\n    dist.all_reduce(t)', False),
    (f"{_ACCELERATE}if acc.is_main_process:\n    acc.wait_for_everyone()", True),
    (f"{_ACCELERATE}if acc.is_local_main_process:\n    total = acc.gather(loss)", True),
    (f"{_ACCELERATE}total = acc.gather(loss)\nif acc.is_main_process:\n    acc.print(total)", False),
    (
        f"{_ACCELERATE}if not acc.is_main_process:\n    acc.wait_for_everyone()\nload()\nif acc.is_main_process:\n    acc.wait_for_everyone()",
        False,
    ),
    (f"{_TRAINER}if t.is_world_process_zero():\n    t.evaluate()", True),
    (f"{_TRAINER}if t.is_world_process_zero():\n    t.save_model('x')", False),
    ("from my.engine import Trainer\nt = Trainer(m)\nif rank == 0:\n    t.evaluate()", False),
    (f"{_LIGHTNING}if t.global_rank == 0:\n    t.test(m)", True),
    (f"{_LIGHTNING}if t.is_global_zero:\n    one = L.Trainer(devices=1)\n    one.test(m)", False),
    ("def training_step(self, b):\n    if self.global_rank == 0:\n        self.log('x', b, sync_dist=True)", True),
    (
        "def training_step(self, b):\n    if self.global_rank == 0:\n        self.log('x', b, rank_zero_only=True)",
        False,
    ),
]
_PAST = "model = DDP(net)\nout = model.module(x)\nout.sum().backward()\nopt.step()\n"
_TWO_LINES = "out = model.module(x)\n    loss = criterion(out, y)\n    loss.backward()\n"
_EXCHANGE = "if rank == 0:\n    dist.send(a, 1)\n    dist.recv(b, 1)\n"
_START = "dist.init_process_group('gloo', world_size=4, rank=rank)\n"
FORMS = [
    ("forward-past-the-wrapper", _PAST, True),
    ("forward-past-the-wrapper", _PAST.replace("out.sum()", "loss"), False),
    ("forward-past-the-wrapper", _PAST.replace("out.sum()", "out = model(x)\nout.sum()"), False),
    ("forward-past-the-wrapper", f"model = DDP(net)\nfor x in loader:\n    {_TWO_LINES}", True),
    ("forward-past-the-wrapper", "model = DDP(net)\nfor x in loader:\n    out = model.module(x)\n", False),
    ("forward-past-the-wrapper", "model = DDP(net)\nout = model.module(x)\nprint(out)\n", False),
    ("forward-past-the-wrapper", f"model = DDP(net) if x else net\nfor x in loader:\n    {_TWO_LINES}", True),
    ("changed-after-wrapping", "model = DDP(net)\nmodel.modules.append(torch.nn.Linear(2, 2))\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    dist.send(a, dst=0)\n    dist.recv(b, src=0)\n", True),
    ("both-send-first", f"{_EXCHANGE}elif rank == 1:\n    dist.send(a, 0)\n    dist.recv(b, 0)\n", True),
    ("both-send-first", f"{_EXCHANGE}elif rank == 2:\n    dist.send(a, 0)\n    dist.recv(b, 0)\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    dist.recv(b, 0)\n    dist.send(a, 0)\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    w = dist.irecv(b, 0)\n    dist.send(a, 0)\n    w.wait()\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    dist.send(a, 2)\n    dist.recv(b, 0)\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    dist.send(a, 0)\n", False),
    ("both-send-first", f"{_EXCHANGE}else:\n    if x:\n        dist.send(a, 0)\n    dist.recv(b, 0)\n", False),
    ("collective-on-some-ranks", f"{_START}if rank < 2:\n    dist.all_reduce(t)\n", True),
    ("collective-on-some-ranks", f"{_START}x = dist.all_reduce(t) if rank <= 1 else None\n", True),
    ("collective-on-some-ranks", f"{_START}if rank < 4:\n    dist.all_reduce(t)\n", False),
    ("collective-on-some-ranks", f"{_START}if rank < 2:\n    dist.all_reduce(t, op, pair)\n", False),
    ("collective-on-some-ranks", f"{_START}if rank < 2:\n    dist.barrier(pair)\n", False),
    (
        "collective-on-some-ranks",
        f"{_START}if rank < 2:\n    dist.all_reduce(t)\nelse:\n    dist.all_reduce(t)\n",
        False,
    ),
    (
        "collective-on-some-ranks",
        f"{_START}if rank < 2:\n    dist.barrier()\nif rank >= 2:\n    dist.barrier()\n",
        False,
    ),
    ("collective-on-some-ranks", f"{_START.replace('4', 'size')}if rank < 2:\n    dist.all_reduce(t)\n", False),
    ("no-zero-grad", f"{_OWN}{_STEP}", True),
    ("no-zero-grad", f"{_OWN}{_STEP}    for p in net.parameters():\n        del p.grad\n", False),
    ("no-zero-grad", f"{_OWN}{_STEP}    for p in net.parameters():\n        p.grad.fill_(0)\n", False),
    ("no-zero-grad", f"{_OWN}{_STEP}    torch._foreach_zero_([p.grad for p in net.parameters()])\n", False),
    ("no-zero-grad", f"{_OWN}{_STEP}    break\n", False),
    ("no-zero-grad", f"{_OWN}{_STEP}    if done:\n        break\n", True),
    ("no-zero-grad", _STEP.replace("\n", "\n    net = Net()\n    optimizer = make_optimizer(net)\n", 1), False),
    ("no-zero-grad", _STEP.replace("\n", "\n    net = Net()\n    optimizer = Lion(net.parameters())\n", 1), False),
    ("no-zero-grad", _STEP.replace("\n", "\n    net, optimizer = build()\n", 1), False),
    (
        "no-zero-grad",
        _STEP.replace("\n", "\n    run = build()\n", 1)
        .replace("net(", "run.net(")
        .replace("optimizer", "run.optimizer"),
        False,
    ),
    ("device-of-the-global-rank", "torch.cuda.set_device(dist.get_rank())\n", True),
    ("device-of-the-global-rank", "torch.cuda.set_device(int(os.environ['RANK']))\n", True),
    ("device-of-the-global-rank", "torch.cuda.set_device(dist.get_rank() % 8)\n", False),
    ("device-of-the-global-rank", "torch.cuda.set_device(int(os.environ['LOCAL_RANK']))\n", False),
    *(
        ("device-of-the-global-rank", f"{test}\n{call}", False)
        for test in (
            "assert dist.get_world_size() <= torch.cuda.device_count()",
            "if dist.get_world_size() > torch.cuda.device_count():\n    raise ValueError('one host alone')",
        )
        for call in (
            "torch.cuda.set_device(dist.get_rank())\n",
            "rank = dist.get_rank()\ntorch.cuda.set_device(rank)\n",
        )
    ),
    *(("collective-on-some-ranks", f"{GROUP}{text}\n", is_found) for text, is_found in MEETINGS),
]
