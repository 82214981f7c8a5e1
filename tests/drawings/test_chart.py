from __future__ import annotations

import ast
import itertools
import re
import xml.etree.ElementTree as ET

import pytest
from sandbox import ROOT

from lockstep.drawings import chart
from lockstep.drawings.canvas import BadDrawing
from lockstep.drawings.catalogue import DRAWINGS
from lockstep.drawings.chart import Chart, Limit
from lockstep.project import Project
from lockstep.record.record import RankRecord, Record, recorded_profiles
from lockstep.snippet.snippet import read_snippet

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


def made(*lines: str, profile: str = "cpu", gpu: str = "NVIDIA H200", ranks: int = 1) -> Record:
    """A record as if a snippet had printed these lines."""
    env = {"torch": "2.13.0", "python": "3.11.7", "cpu": "A", "cores": "2"} | ({"gpu": gpu} if profile != "cpu" else {})
    said = (RankRecord(0, lines, ()), *(RankRecord(0, (), ()) for _ in range(ranks - 1)))
    return Record(
        snippet="t/one.py",
        profile=profile,
        key="",
        command="",
        date="2026-01-02",
        seconds=0.5,
        engine="warm",
        environment=env,
        end="finished",
        first=None,
        ranks=said,
    )


def svg(canvas) -> ET.Element:
    return ET.fromstring(canvas.svg("A chart.", 1))


def texts(canvas) -> list[str]:
    return [mark.text for mark in svg(canvas).iter("text")]


ROWS = ("1 KiB: bus 1 (0.5 to 2) GB/s", "10 KiB: bus 10 (5 to 20) GB/s", "100 KiB: bus 100 (50 to 100) GB/s")


def test_without_a_gpu_the_title_says_cpu_and_the_gpu_is_not_yet_recorded():
    canvas = Chart("GB/s", "KiB", [Limit("NVLink", "NVLink")], gpus=2).curves({"t/one.py": made(*ROWS)})
    assert texts(canvas)[0] == "CPU: A, 2 cores"
    assert texts(canvas)[-1] == "2 GPUs: not yet recorded"
    assert not any("limit" in text for text in texts(canvas))
    alt = svg(canvas).get("aria-label")
    assert alt == f"A chart. CPU: A, 2 cores: {'; '.join(ROWS)}. 2 GPUs: not yet recorded."


def test_each_profile_has_a_panel_of_its_own_below_the_last():
    records = {"t/one.py": made(*ROWS), "2xh200/t/one.py": made(*ROWS, profile="2xh200", ranks=2)}
    canvas = Chart("GB/s", "KiB", [Limit("NVLink", "NVLink")]).curves(records)
    assert not any("not yet recorded" in text for text in texts(canvas))
    heads = {mark.text: float(mark.get("y")) for mark in svg(canvas).iter("text") if mark.text[:3] in ("CPU", "2 ×")}
    assert list(heads) == ["CPU: A, 2 cores", "2 × NVIDIA H200"]
    dots = [float(mark.get("y")) for mark in svg(canvas).iter("rect")]
    assert max(dots[:3]) < heads["2 × NVIDIA H200"] < min(dots[3:])


def test_a_curve_stands_where_its_axes_say():
    canvas = Chart("GB/s", "KiB").curves({"t/one.py": made(*ROWS)})
    dots = [(float(dot.get("x")) + 4, float(dot.get("y")) + 4) for dot in svg(canvas).iter("rect")]
    steps = [(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(dots)]
    assert steps[0] == pytest.approx(steps[1], abs=0.01)  # ten times the value over ten times the size, on both axes
    ticks = {
        mark.text: float(mark.get("y")) - 5 for mark in svg(canvas).iter("text") if mark.get("text-anchor") == "end"
    }
    assert [ticks[name] for name in ("1", "10", "100")] == pytest.approx([y for _, y in dots], abs=0.01)
    spread = [re.fullmatch(r"M([\d.]+) [\d.]+L\1 [\d.]+", mark.get("d")) for mark in svg(canvas).iter("path")]
    assert [float(path[1]) for path in spread if path] == pytest.approx([x for x, _ in dots], abs=0.01)


def test_a_limit_is_that_of_the_device_on_record():
    limits = [Limit("half of the memory's", "memory", 0.5)]
    for gpu, said in (
        ("NVIDIA H200", ["limit: half of the memory's, 2400 GB/s"]),
        ("NVIDIA H100 80GB HBM3", ["limit: half of the memory's, 1675 GB/s"]),
        ("NVIDIA H100 PCIe", []),  # another card, of which the table knows nothing
    ):
        canvas = Chart("GB/s", "KiB", limits).curves({"t/one.py": made(*ROWS, profile="1xh", gpu=gpu)})
        assert [text for text in texts(canvas) if "limit" in text] == said
        dashed = [mark for mark in svg(canvas).iter("g") if "dash" in mark.get("class")]
        assert len(dashed) == 2 * len(said)  # on the panel, and in the key


def test_bars_are_to_scale_and_start_at_zero():
    canvas = Chart("ms").bars({"t/one.py": made("a: step 10 (8 to 12) ms", "b: step 20 (18 to 25) ms")})
    wide = [float(bar.get("width")) for bar in svg(canvas).iter("rect")]
    assert wide == [120, 240]
    assert len({bar.get("x") for bar in svg(canvas).iter("rect")}) == 1


@pytest.mark.parametrize(("lines", "said"), [(("hello",), "t/one.py on cpu printed no row"), (("x: 1 (1 to 1)",), "the label 'x' holds no number")])  # fmt: skip
def test_what_cannot_be_drawn_is_told(lines, said):
    with pytest.raises(BadDrawing, match=said):
        Chart("GB/s").curves({"t/one.py": made(*lines)})


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
