"""The drawing of Amdahl's law."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import amdahl


def test_the_curve_goes_through_what_was_printed():
    lines = (
        "0 % not split, on 1, 2, 4, 8, 16, 32, 64 ranks: 1, 2, 4, 8, 16, 32, 64",
        "50 % not split, on 1, 2, 4, 8, 16, 32, 64 ranks: 1, 1.33, 1.6, 1.78, 1.88, 1.94, 1.97",
    )
    name = "scaling/share_that_is_not_split_caps_the_speed_up.py"
    canvas = amdahl.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("0 %", "50 %")
    assert "never more than 2 times as fast" in html
    assert ">1.97</text>" in html
    assert amdahl._point(64, 64)[1] < amdahl._point(64, 1.97)[1] < amdahl._point(64, 1)[1]
