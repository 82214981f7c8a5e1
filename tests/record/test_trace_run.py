"""Programs that are traced: what each rank did, and that a trace is of the program on record."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from lockstep.record import recorder
from lockstep.record.trace import Step, Trace, Value, current_trace
from lockstep.record.trace_run import can_trace, steady, trace_one
from lockstep.snippet.snippet import read_snippet
from tests.record.test_trace import made, snippet  # noqa: F401 - a fixture

GROUP = "import torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\nrank = dist.get_rank()\n"
SUM = GROUP + "total = torch.ones(2) * rank\ndist.all_reduce(total)\nprint(f'rank {rank}: {total.tolist()}')\n"


@pytest.fixture
def traced(sandbox, engine):
    """Record and trace a program; returns its trace."""

    def traced(body, ranks=2, needs=""):
        one = read_snippet(sandbox.root, sandbox.snippet(body, ranks=ranks, needs=needs))
        assert recorder.record_one(engine, one).problems == []
        outcome = trace_one(engine, one)
        assert outcome.problems == [], outcome
        return current_trace(one, "cpu")

    return traced


warm = pytest.mark.skipif(sys.platform != "linux", reason="the warm engine needs Linux")


@warm
@pytest.mark.torch
def test_each_rank_tells_its_lines_values_prints_and_collectives(traced, sandbox):
    trace = traced(SUM)
    (op,) = trace.ops
    assert (op.name, op.how, op.size, op.ranks) == ("all_reduce", "SUM", 8, (0, 1))
    assert [(part.before.cells, part.after.cells) for part in op.parts] == [
        (("0", "0"), ("1", "1")),
        (("1", "1"), ("1", "1")),
    ]
    for rank, lane in enumerate(trace.lanes):
        by_line = {step.line: step for step in lane.steps}
        assert by_line[sandbox.line_of("total =")].set["total"] == Value("float32[2]", (str(rank), str(rank)))
        assert by_line[sandbox.line_of("print(f")].out == (f"rank {rank}: [1.0, 1.0]",)
        assert lane.steps[op.parts[rank].step].line == sandbox.line_of("all_reduce(")
        assert sandbox.line_of("import torch.") not in by_line
        assert lane.end == "has ended"


@warm
@pytest.mark.torch
def test_a_helper_file_is_not_stepped_through_and_its_calls_belong_to_the_line_that_called_it(traced, sandbox):
    sandbox.write(
        "import torch.distributed as dist\n\n\ndef added(value):\n    dist.all_reduce(value)\n    return value\n",
        "topic/_sum.py",
    )
    trace = traced(GROUP + "from _sum import added\ntotal = added(torch.ones(1))\nprint(total.item())\n")
    assert trace.files == ("snippets/topic/one.py",)
    (op,) = trace.ops
    (line,) = {trace.lanes[part.rank].steps[part.step].line for part in op.parts}
    assert line == sandbox.line_of("total =")


@warm
@pytest.mark.torch
def test_a_rank_outside_of_a_group_enters_nothing(traced):
    trace = traced(GROUP + "pair = dist.new_group([0, 1])\ndist.all_reduce(torch.ones(1), group=pair)\n", ranks=3)
    (op,) = [op for op in trace.ops if op.name == "all_reduce"]
    assert (op.ranks, [part.rank for part in op.parts]) == ((0, 1), [0, 1])


@warm
@pytest.mark.torch
def test_a_hang_ends_with_each_rank_at_its_line(traced, sandbox):
    trace = traced(GROUP + "if rank == 0:\n    dist.barrier()\nelse:\n    dist.recv(torch.ones(1), src=0)\n",
                   needs='expect = "hang"\ntimeout = 3')  # fmt: skip
    assert trace.end == "hang"
    assert [lane.end.partition(":")[0] for lane in trace.lanes] == [
        f"waits for ever at line {sandbox.line_of(call)}" for call in ("dist.barrier()", "dist.recv")
    ]
    assert [[(part.rank, part.leave, part.on) for part in op.parts] for op in trace.ops] == [
        [(0, None, (1,))],
        [(1, None, (0,))],
    ]


@warm
@pytest.mark.torch
def test_a_program_that_watching_changes_has_no_trace(sandbox, engine):
    one = read_snippet(sandbox.root, sandbox.snippet("import sys\nprint(sys.gettrace() is None)", ranks=2))
    assert recorder.record_one(engine, one).problems == []
    (problem,) = trace_one(engine, one).problems
    assert problem.what == "prints something else while it is traced."
    assert current_trace(one, "cpu") is None


@pytest.mark.torch
def test_without_a_current_record_there_is_no_trace(sandbox, engine):
    one = read_snippet(sandbox.root, sandbox.snippet(ranks=2))
    assert trace_one(engine, one).problems[0].what == "has no current record."


def test_only_a_program_of_several_ranks_on_one_host_can_be_traced(sandbox):
    def can(ranks, needs=""):
        return can_trace(read_snippet(sandbox.root, sandbox.snippet(ranks=ranks, needs=needs)), "cpu")

    assert [can(ranks) for ranks in (0, 1, 2, 8, 9)] == [False, False, True, True, False]
    assert not can(2, "cpu = false\ngpus = 2")
    one = read_snippet(sandbox.root, sandbox.snippet(ranks=2))
    assert not can_trace(one, "1xh200")
    assert can_trace(with_command(one, env={"A": "1"}, options=("--standalone",)), "cpu")
    assert not can_trace(with_command(one, options=("--max-restarts=1",)), "cpu")
    assert not can_trace(with_command(one, hosts=((), ())), "cpu")


def with_command(snippet, **changes):  # noqa: F811
    return dataclasses.replace(snippet, command=dataclasses.replace(snippet.command, **changes))


@warm
@pytest.mark.torch
def test_a_traced_program_has_the_debug_level_that_its_line_sets(sandbox, engine):
    body = GROUP + "print(dist.get_debug_level())"
    one = read_snippet(sandbox.root, sandbox.snippet(body, ranks=2))
    one = with_command(one, env={"TORCH_DISTRIBUTED_DEBUG": "DETAIL"})
    run, _ = engine.run(one, traced=(one.path,))
    assert [rank.stdout for rank in run.ranks] == [b"DebugLevel.DETAIL\n"] * 2
    assert all(b'"line"' in rank.trace for rank in run.ranks)


def with_steps(trace: Trace, *steps: Step) -> Trace:
    lanes = (dataclasses.replace(trace.lanes[0], steps=steps, at=9), *trace.lanes[1:])
    return dataclasses.replace(trace, lanes=lanes, ops=())


def test_a_value_that_differs_between_two_runs_is_not_told(snippet):  # noqa: F811
    def run(text, *cells):
        return with_steps(made(snippet), Step(at=1, line=1, set={"x": Value(text, cells)}))

    told = [
        steady(run("float32[1]", "1"), other).lanes[0].steps[0].set["x"]
        for other in (run("float32[1]", "1"), run("float32[1]", "2"), run("int64[1]", "1"))
    ]
    assert told == [Value("float32[1]", ("1",)), Value("float32[1]"), Value("differs from run to run")]


def test_other_steps_or_other_calls_are_no_trace(snippet):  # noqa: F811
    trace = made(snippet)
    assert steady(trace, trace) == trace
    assert steady(trace, with_steps(trace, Step(at=1, line=2))) is None
    assert steady(trace, dataclasses.replace(trace, ops=())) is None
