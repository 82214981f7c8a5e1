from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

import pytest

from lockstep.drawings.canvas import BadDrawing
from lockstep.drawings.chart import Chart, Limit
from lockstep.record.record import RankRecord, Record


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
