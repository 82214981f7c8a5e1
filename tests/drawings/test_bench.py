"""The charts of the benchmarks, each from its record, and what makes a benchmark honest."""

from __future__ import annotations

import ast
import re

import pytest
from sandbox import ROOT

from lockstep.drawings import bench, chart
from lockstep.drawings.catalogue import DRAWINGS
from lockstep.project import Project
from lockstep.record.record import recorded_profiles
from lockstep.snippet.snippet import read_snippet
from tests.drawings.test_chart import made, texts

REAL = Project(ROOT)
BENCHES = [name for name in REAL.snippets if name.startswith("bench/")]
DRAWN = {
    "bench_all_reduce": "bench/all_reduce_takes_as_long_as_its_slowest_rank.py",
    "bench_batch_size": "bench/a_sample_costs_six_flops_a_parameter.py",
    "bench_checkpointing": "bench/checkpointed_blocks_keep_a_ninth.py",
    "bench_compile": "bench/compiling_changes_the_time_not_the_result.py",
    "bench_copies": "bench/a_timed_copy_delivers_its_bytes.py",
    "bench_matmul": "bench/a_product_is_two_n_cubed_flops.py",
    "bench_save": "bench/copied_state_is_twelve_bytes_a_parameter.py",
}
# What a GPU could print, made by hand: nothing of it was measured.
GPU = {
    "bench_all_reduce": ["4 KiB: bus 0.1 (0.09 to 0.12) GB/s", "1048576 KiB: bus 300 (299 to 301) GB/s"],
    "bench_batch_size": ["batch 1: 9 (8 to 9.5) thousand samples/s", "batch 16384: 700 (690 to 701) thousand samples/s"],
    "bench_checkpointing": ["plain: kept 2304 MiB, step 9 (8.9 to 9.1) ms", "checkpointed: kept 256 MiB, step 12 (11 to 13) ms"],
    "bench_compile": ["eager: call 0.2 (0.19 to 0.21) ms, first 30 ms", "compiled: call 0.05 (0.04 to 0.06) ms, first 8000 ms"],
    "bench_copies": [
        "64 KiB: pageable to GPU 4 (3 to 5), pinned to GPU 5 (4 to 6), GPU to pinned 5 (4 to 6), within GPU 6 (5 to 7) GB/s",
        "262144 KiB: pageable to GPU 9 (8 to 10), pinned to GPU 54 (53 to 55), GPU to pinned 53 (52 to 54), within GPU 1500 (1400 to 1501) GB/s",
    ],
    "bench_matmul": ["n 1024: bf16 90 (80 to 95) TFLOP/s", "n 16384: bf16 700 (690 to 701) TFLOP/s"],
    "bench_save": ["12.6 MB: copy 9 (8 to 10), write 0.5 (0.4 to 0.6) GB/s", "201 MB: copy 10 (9 to 11), write 1 (0.9 to 1.1) GB/s"],
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_a_benchmark_is_drawn_from_the_cpu_and_beside_it_from_a_gpu(name):
    draw = DRAWINGS[name]
    real = {one.profile: one for one in REAL.records(REAL.find(DRAWN[name])) if one.profile == "cpu"}
    alone = draw(real)
    assert ("CPU: " in alone.values, "not yet recorded" in alone.values) == (bool(real), True)
    gpu = made(*GPU[name], profile="1xh200")
    both = draw({**real, "1xh200": gpu})
    assert both.height > alone.height - 34
    assert "1 × NVIDIA H200" in texts(both)
    assert "not yet recorded" not in both.values
    if real:  # what is made by hand reads as what was printed
        (cpu,) = real.values()
        shapes = [
            [re.sub(r"[\d.e+-]+", "0", line).split(":")[0] for line in one.ranks[0].stdout[:2]] for one in (cpu, gpu)
        ]
        assert shapes[0] == shapes[1]


@pytest.mark.parametrize("name", BENCHES)
def test_a_benchmark_is_honest(name):
    one = REAL.snippets[name]
    assert one.needs.gpus
    assert one.needs.exclusive
    assert "perf_counter()" in one.source
    assert "statistics.quantiles(" in one.source
    assert re.search(r'cuda\.synchronize\(\)|\.to\("cpu", copy=True\)', one.source), "a GPU is waited for"
    assert re.search(r"times\[[2-4]:\]", one.source), "the first repeats warm up"
    asserted = [ast.unparse(node.test) for node in ast.walk(ast.parse(one.source)) if isinstance(node, ast.Assert)]
    assert not re.search(r"\b(times|low|median|high|start|quarters|slowest|copied|written)\b", " ".join(asserted))


@pytest.mark.parametrize("name", BENCHES)
def test_every_line_of_a_benchmark_is_a_row_with_its_spread(name):
    for profile in recorded_profiles(ROOT):
        if found := REAL.record(REAL.snippets[name], profile):
            rows = chart.read_rows(found)
            assert [row.text for row in rows] == list(found.ranks[0].stdout)
            for low, median, high in (values for row in rows for values in row.values.values()):
                assert 0 < low <= median <= high
            assert all(re.search("|".join(REAL.snippets[name].needs.volatile), row.text) for row in rows)


def test_no_benchmark_is_forgotten():
    assert sorted(DRAWN.values()) == BENCHES
    assert all(read_snippet(ROOT, name).problems == () for name in BENCHES)


@pytest.mark.parametrize(
    ("name", "limits"),
    [
        ("bench_all_reduce", ["NVLink, one direction, 450 GB/s"]),
        ("bench_batch_size", []),
        ("bench_checkpointing", []),
        ("bench_compile", []),
        ("bench_copies", ["PCIe, one direction, 64 GB/s", "half of the memory's, 2400 GB/s"]),
        ("bench_matmul", ["peak, dense bf16, 989 TFLOP/s"]),
        ("bench_save", ["PCIe, one direction, 64 GB/s"]),
    ],
)
def test_the_limit_of_a_benchmark_is_of_what_it_measures(name, limits):
    """An H200 has all the limits of the table, so the chart decides which it shows."""
    drawn = texts(DRAWINGS[name]({"1xh200": made(*GPU[name], profile="1xh200")}))
    assert [text.removeprefix("limit: ") for text in drawn if text.startswith("limit: ")] == limits


@pytest.mark.parametrize(
    ("name", "across"),
    [
        ("bench_all_reduce", "message, KiB"),
        ("bench_batch_size", "samples in a step"),
        ("bench_copies", "copied, KiB"),
        ("bench_matmul", "rows and columns"),
        ("bench_save", "weights and moments, MB"),
    ],
)
def test_the_axes_have_the_units_of_the_rows(name, across):
    (unit,) = {line.rsplit(") ", 1)[1] for line in GPU[name]}
    drawn = texts(DRAWINGS[name]({"1xh200": made(*GPU[name], profile="1xh200")}))
    assert drawn[1] == unit
    assert across in drawn
    if across.rpartition(", ")[1]:  # a size: its unit is that of the labels
        assert all(f" {across.rpartition(', ')[2]}: " in line for line in GPU[name])


def test_an_all_reduce_waits_for_two_gpus_and_the_others_for_one():
    drawn = {name: texts(DRAWINGS[name]({"cpu": made(*lines)}))[-1] for name, lines in GPU.items()}
    two = {name for name, text in drawn.items() if text == "2 GPUs: not yet recorded"}
    assert two == {"bench_all_reduce"}
    assert {drawn[name] for name in drawn if name not in two} == {"GPU: not yet recorded"}


def test_a_checkpointed_step_is_compared_by_its_time():
    """A row says bytes and a time; only the time has a spread, and only it is in the unit of the chart."""
    canvas = bench.checkpointing({"1xh200": made(*GPU["bench_checkpointing"], profile="1xh200")})
    wide = [float(width) for width in re.findall(r'width="([\d.]+)"', "".join(canvas.marks))]
    assert wide[0] / wide[1] == pytest.approx(9 / 12, abs=0.001)
