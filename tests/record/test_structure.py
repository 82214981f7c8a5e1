"""What two profiles recorded of one snippet: hand-made records, each rule made to fail once."""

from __future__ import annotations

import dataclasses

import pytest

from lockstep.record.record import RankRecord, write_record
from lockstep.record.structure import mismatches
from lockstep.rules.snippets import verify
from lockstep.snippet.snippet import read_snippet

RAISED = ("Traceback (most recent call last):", '  File "snippets/topic/one.py", line 7, in <module>', "{}: words")


def error(name):
    return tuple(line.format(name) for line in RAISED)


@pytest.fixture
def pair(sandbox):
    """Compare what a CPU and a GPU printed: one tuple of lines per rank."""

    def pair(cpu, gpu, needs="gpus = 1", **options):
        sandbox.snippet(ranks=len(cpu), needs=needs)
        one = read_snippet(sandbox.root, "topic/one.py")
        made = [
            sandbox.recorded(profile=profile, ranks=tuple(RankRecord(0, tuple(lines), ()) for lines in ranks))
            for profile, ranks in (("cpu", cpu), ("1xh200", gpu))
        ]
        made[1] = dataclasses.replace(made[1], **options)
        write_record(sandbox.root, made[1])
        return mismatches(one, *made)

    return pair


@pytest.mark.parametrize(
    ("cpu", "gpu"),
    [
        ("loss 0.4312", "loss 0.4309"),
        ("loss 1", "loss 0.9999"),
        ("off by 0", "off by 1.2e-07"),
        ("mean -0.02", "mean 0.01"),
        ("tensor([1., 2.5])", "tensor([1.5000, 2.5000], device='cuda:0')"),
        ("rank 1: on cpu", "rank 1: on cuda:1"),
        ("device(type='cpu')", "device(type='cuda', index=0)"),
        ("gloo:all_reduce over Gloo", "nccl:all_reduce over NCCL"),
        ("a   0.5   b", "a 12.25 b"),
        ("float32 (4, 3) Shard(dim=0)", "float32 (4, 3) Shard(dim=0)"),
        ("1.5x", "1.7x"),
    ],
)
def test_bits_devices_and_backends_may_differ(pair, cpu, gpu):
    assert pair([[cpu]], [[gpu]]) == []


@pytest.mark.parametrize(
    ("cpu", "gpu"),
    [
        ("shape (4, 3)", "shape (4, 2)"),
        ("float32", "float16"),
        ("Shard(dim=0)", "Shard(dim=1)"),
        ("Shard(dim=0)", "Replicate()"),
        ("3 all_reduce", "4 all_reduce"),
        ("equal: True", "equal: False"),
        ("loss 0.4", "loss nan"),
        ("0.5", "0.5 0.5"),
        ("4.", "5."),
        ("rank 0", "rank 1"),
        ("16MiB", "20MiB"),
    ],
)
def test_words_and_counts_may_not(pair, cpu, gpu):
    assert pair([["same", cpu]], [["same", gpu]]) == [f"rank 0, line 2: {cpu!r} on cpu, {gpu!r} on 1xh200"]


def test_each_rank_has_as_many_lines(pair):
    assert pair([["a"], ["b", "c"]], [["a"], ["b"]]) == ["rank 1: 2 lines on cpu, 1 on 1xh200"]


def test_there_are_as_many_ranks(pair):
    made = tuple(RankRecord(0, ("a",), ()) for _ in range(2))
    assert pair([["a"]], [["a"]], ranks=made) == ["1 ranks on cpu, 2 on 1xh200"]


def test_volatile_lines_are_not_compared(pair):
    assert pair([["took 3 s"]], [["took 4 s"]], needs='gpus = 1\nvolatile = ["took"]') == []


@pytest.mark.parametrize(
    ("first", "end", "rank", "ending"),
    [
        (0, "finished", RankRecord(1, ("a",), error("torch.AcceleratorError")), "AcceleratorError"),
        (0, "finished", RankRecord(-6, ("a",), ()), "SIGABRT"),
        (0, "finished", RankRecord(3, ("a",), ()), "exit 3"),
        (None, "hang", RankRecord(None, ("a",), (), 7), "hang"),
    ],
)
def test_it_ends_in_the_same_way(pair, first, end, rank, ending):
    assert pair([["a"]], [["a"]], first=first, end=end, ranks=(rank,)) == [
        f"ends with passed on cpu, {ending} on 1xh200"
    ]


def test_the_message_of_an_error_may_differ(sandbox, pair):
    """Only its type is compared: Gloo and NCCL say the same in other words."""
    pair([["a"]], [["a"]])
    one = read_snippet(sandbox.root, "topic/one.py")
    made = [
        sandbox.recorded(profile=profile, ranks=(RankRecord(1, (), (*error("ValueError"), said)),))
        for profile, said in (("cpu", "this"), ("1xh200", "that"))
    ]
    assert mismatches(one, *(dataclasses.replace(each, first=0) for each in made)) == []


def test_verify_tells_it_and_a_reason_excuses_it(sandbox, pair):
    sandbox.page("# Page\n\n```run\ntopic/one.py\n```\n")
    pair([["3 ranks"]], [["4 ranks"]])
    assert [str(problem) for problem in verify(sandbox.project)] == [
        "snippets/topic/one.py: rank 0, line 1: '3 ranks' on cpu, '4 ranks' on 1xh200. "
        "Fix it, so that both say the same, or say in 'differs' why they cannot."
    ]
    pair([["3 ranks"]], [["4 ranks"]], needs='gpus = 1\ndiffers = "A GPU counts from one."')
    assert verify(sandbox.project) == []
    pair([["3 ranks"]], [["4 ranks"]], key="0000000000000000000000000000000000000000000000000000000000000000")
    assert verify(sandbox.project) == []  # withdrawn: nothing is shown beside the CPU


def test_the_reason_is_a_sentence(sandbox):
    sandbox.snippet(needs='gpus = 1\ndiffers = ""')
    assert "It is a sentence that ends with a full stop." in sandbox.problems()[0]
