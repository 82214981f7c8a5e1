"""The drawing of labels in a batch by the size of the buffer."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import buffer_labels


def drawn(*lines):
    ranks = [SimpleNamespace(stdout=lines)]
    return buffer_labels.draw({"data/larger_buffers_mix_farther.py": SimpleNamespace(ranks=ranks)})


def test_a_step_for_each_size_with_the_number_printed():
    canvas = drawn("buffer 1: 1.0 of 4 labels in a batch", "buffer 64: 2.5 of 4 labels in a batch")
    assert canvas.parameter == ("1", "64")
    html = canvas.svg("", 1)
    assert "buffer of 64: 2.5 of 4 labels in a batch" in html
    assert html.count('width="12"') == 1  # half of a label
