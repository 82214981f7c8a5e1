"""What a tracer tells of the thread that it watches."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable

import pytest

from lockstep.engine import tracer
from lockstep.engine.job import Run
from lockstep.snippet.snippet import read_snippet

pytestmark = [pytest.mark.torch, pytest.mark.skipif(sys.platform != "linux", reason="the warm engine needs Linux")]

GROUP = "import torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\nrank = dist.get_rank()\n"


@pytest.fixture
def run(sandbox, engine) -> Callable[..., Run]:
    def run(body, ranks=2, files=(), needs=""):
        sandbox.snippet(textwrap.dedent(body), "topic/one.py", ranks, needs)
        one = read_snippet(sandbox.root, "topic/one.py")
        return engine.run(one, traced=(one.path, *files))[0]

    return run


def told(rank, *kinds):
    events = [json.loads(line) for line in rank.trace.splitlines()]
    return [event for event in events if not kinds or next(iter(event)) in kinds]


def test_only_a_job_that_asks_for_it_is_traced(sandbox, engine):
    one = read_snippet(sandbox.root, sandbox.snippet(ranks=2))
    assert [rank.trace for rank in engine.run(one)[0].ranks] == [b"", b""]


def test_lines_of_the_program_and_of_its_functions_are_told(run, sandbox):
    (rank, _) = run("def double(x):\n    y = 2 * x\n    return y\nfour = double(2)").ranks
    line = sandbox.line_of
    lines = [event["line"] for event in told(rank, "line")]
    assert lines == [[0, line(text)] for text in ("one = int", "four =", "y = 2", "return y", "assert")]
    changed = [event["set"] for event in told(rank, "set")]
    assert {"double: y": "4"} in changed
    assert {"double: x": None, "double: y": None} in changed
    assert {"four": "4"} in changed


def test_lines_of_modules_beside_it_are_told_and_those_of_libraries_not(run, sandbox):
    sandbox.write("import json\n\n\ndef text():\n    return json.dumps([1])\n", "topic/_text.py")
    (rank, _) = run("import _text\nprint(_text.text())", files=["snippets/topic/_text.py"]).ranks
    assert [event["line"] for event in told(rank, "line")].count([1, 5]) == 1
    assert {event["line"][0] for event in told(rank, "line")} == {0, 1}
    assert told(rank, "out") == [{"out": "[1]\n"}]


def test_loops_beyond_the_most_lines_are_cut(run):
    (rank, _) = run("total = 0\nfor n in range(300):\n    total += n").ranks
    assert len(told(rank, "line")) == tracer.MOST_LINES
    (cut,) = told(rank, "cut")
    assert cut["cut"] == 2 + 2 * 300 + 1 + 1 - tracer.MOST_LINES + 0


def test_collectives_of_ddp_are_told_where_its_own_calls_make_them(run):
    body = GROUP + (
        "model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1))\n"
        "model(torch.ones(1, 1)).sum().backward()\ndist.destroy_process_group()"
    )
    ranks = run(body).ranks
    ops = [[(event["op"], event["call"]) for event in told(rank, "op")] for rank in ranks]
    assert ops[0] == ops[1]
    assert ops[0][-1] == ("all_reduce", None)
    assert ("broadcast", None) in ops[0]


def test_what_torch_calls_after_a_function_of_the_program_belongs_to_the_line_of_the_call(run, sandbox):
    body = GROUP + (
        "class Model(torch.nn.Linear):\n    def forward(self, x):\n        return super().forward(x)\n"
        "model = torch.nn.parallel.DistributedDataParallel(Model(1, 1))\n"
        "model(torch.ones(1, 1)).sum().backward()\ndist.destroy_process_group()"
    )
    events = told(run(body).ranks[0], "line", "op")
    line = sandbox.line_of("model(torch")
    assert [event["line"][1] for event in events if "line" in event].count(line) == 2  # before forward, and after it
    assert next(event["line"][1] for event in reversed(events[: _last_op(events)]) if "line" in event) == line


def _last_op(events):
    return max(place for place, event in enumerate(events) if "op" in event)


def test_what_fsdp_asks_for_is_told_and_not_what_gloo_makes_of_it(run):
    body = GROUP + (
        "from torch.distributed.fsdp import fully_shard\n"
        "model = fully_shard(torch.nn.Linear(2, 2, bias=False))\n"
        "model(torch.ones(1, 2)).sum().backward()\ndist.destroy_process_group()"
    )
    for rank in run(body).ranks:
        ops = [(event["op"], event["call"]) for event in told(rank, "op")]
        assert ops[-2:] == [("all_gather", None), ("reduce_scatter", None)]  # gloo: all_gather, all_reduce


def test_the_same_call_of_the_program_is_its_own(run):
    body = GROUP + "dist.reduce_scatter_single(torch.ones(1), torch.ones(2))\ndist.destroy_process_group()"
    rank = run(body).ranks[1]
    assert [event["name"] for event in told(rank, "enter")] == ["reduce_scatter_single"]
    assert [event["op"] for event in told(rank, "op")] == ["reduce_scatter"]


def test_a_call_tells_its_group_root_op_and_values(run):
    body = GROUP + "both = dist.new_group([0, 1])\nx = torch.ones(2) * rank\ndist.reduce(x, 1, dist.ReduceOp.MAX, both)"
    rank = run(body).ranks[1]
    (enter,) = told(rank, "enter")
    assert (enter["name"], enter["peer"], enter["op"], enter["is"]["cells"]) == ("reduce", 1, "MAX", ["1", "1"])
    (group,) = (event for event in told(rank, "group") if event["group"] == enter["group"])
    assert group["ranks"] == [0, 1]
    assert told(rank, "leave") == [{"leave": 1, "is": {"of": "float32[2]", "cells": ["1", "1"]}}]


def test_a_tensor_in_flight_has_no_numbers_until_it_is_waited_for(run):
    body = GROUP + "x = torch.ones(1)\nwork = dist.all_reduce(x, async_op=True)\nrank = rank\nwork.wait()\nrank = rank"
    rank = run(body).ranks[0]
    values = [event["set"]["x"] for event in told(rank, "set") if "x" in event["set"]]
    assert [(value["of"], value["cells"]) for value in values] == [
        ("float32[1]", ["1"]), ("float32[1], in flight", []), ("float32[1]", ["2"])
    ]  # fmt: skip
    assert told(rank, "leave", "wait") == [{"leave": 1}, {"wait": [1]}]


def test_a_rank_that_hangs_tells_what_it_waits_in(run):
    body = GROUP + (
        "model = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(1, 1))\n"
        "for batch in range(2 - rank):\n    model(torch.ones(1, 1)).sum().backward()"
    )
    result = run(body, needs='expect = "hang"\ntimeout = 3')
    counts = [len(told(rank, "op")) for rank in result.ranks]
    assert counts[0] == counts[1] + 1


def test_a_child_that_the_program_forks_is_not_watched(run):
    (rank, _) = run("import os\nchild = os.fork()\nif not child:\n    os._exit(0)\nos.waitpid(child, 0)").ranks
    assert not told(rank, "cut")
    assert len({json.dumps(event) for event in told(rank, "line")}) == len(told(rank, "line"))


def test_nothing_is_told_beyond_the_bound(monkeypatch):
    reader, writer = os.pipe()
    monkeypatch.setattr(tracer, "MOST_BYTES", 20)
    watch = tracer.Tracer([], writer)
    for number in range(9):
        watch._tell(line=[0, number])
    os.close(writer)
    with open(reader, "rb") as told_bytes:
        assert len(told_bytes.read().splitlines()) == 2
