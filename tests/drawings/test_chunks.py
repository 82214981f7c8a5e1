"""The drawing of samples on devices."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import chunks


def test_each_sample_lies_in_the_frame_of_its_device():
    lines = ("4 samples on 4 devices: [1, 1, 1, 1]", "5 samples on 4 devices: [2, 2, 1]")
    name = "data-parallel/five_samples_feed_three_of_four_devices.py"
    canvas = chunks.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    assert canvas.parameter == ("4", "5")
    html = canvas.svg("", 1)
    assert html.count("no sample") == 1  # device 3, of five samples
    assert chunks._place([2, 2, 1], 4)[0] > chunks._place([2, 2, 1], 3)[0]
    assert chunks._place([3, 3, 3], 2)[1] == chunks._place([3, 3, 3], 0)[1]
