"""The drawing of buckets beside backward."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import bucket_count


def test_what_is_exposed_is_as_long_as_was_printed():
    lines = ("number of buckets 1: 80.1 ms exposed", "number of buckets 1024: 123.5 ms exposed")
    name = "ddp/more_buckets_hide_more_and_cost_more.py"
    canvas = bucket_count.draw({name: SimpleNamespace(ranks=[SimpleNamespace(stdout=lines)])})
    html = canvas.svg("", 1)
    assert canvas.parameter == ("1", "1024")
    assert "80.1 ms exposed" in html
    assert f'width="{1.75 * 80.1:g}"' in html
    assert f'width="{1.75 * 123.5:g}"' in html
