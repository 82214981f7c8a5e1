"""The drawing of samples that ranks and workers share out."""

from __future__ import annotations

from types import SimpleNamespace

from lockstep.drawings import data_readers


def drawn(*lines):
    ranks = [SimpleNamespace(stdout=lines)]
    return data_readers.draw({"data/workers_take_whole_batches.py": SimpleNamespace(ranks=ranks)})


def test_a_batch_is_named_after_its_worker_and_the_first_ones_are_lit():
    canvas = drawn("rank 0: batch 0 [0, 2] by worker 1", "rank 1: batch 0 [1, 3] by worker 0")
    html = canvas.svg("", 1)
    assert (html.count(">worker 1<"), html.count(">worker 0<")) == (1, 1)
    assert "step 0 of the training: 4 samples, from 2 ranks" in html
    assert html.count(" h5") == 4


def test_samples_move_to_their_rank():
    html = drawn("rank 0: batch 0 [0, 2] by worker 0", "rank 1: batch 0 [1, 3] by worker 0").svg("", 1)
    assert html.count("54px)") / 4 == 2  # in steps 2 to 5, of each sample of rank 0
    assert html.count("132px)") / 4 == 2
