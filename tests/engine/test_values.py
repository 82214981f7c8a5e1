"""Values in a few words."""

from __future__ import annotations

import pytest

from lockstep.engine import values

torch = pytest.importorskip("torch")
pytestmark = pytest.mark.torch


def test_a_tensor_is_its_dtype_its_shape_and_its_first_numbers():
    assert values.told(torch.arange(20.0).reshape(4, 5)) == {"of": "float32[4, 5]", "cells": [str(n) for n in range(8)]}
    assert values.told(torch.ones(1, device="meta")) == {"of": "float32[1] meta", "cells": []}
    assert values.told(torch.tensor(1 / 3)) == {"of": "float32[]", "cells": ["0.3333"]}


def test_a_list_of_tensors_is_their_numbers_one_after_the_other():
    assert values.told([torch.ones(2), torch.zeros(2)]) == {"of": "2 × float32[2]", "cells": ["1", "1", "0", "0"]}


def test_plain_values_are_texts_and_others_are_not_told():
    assert [values.told(value) for value in (1, 2.5, "a", None, [1, {"b": 2}])] == [
        "1",
        "2.5",
        "'a'",
        "None",
        "[1, {'b': 2}]",
    ]
    assert len(values.told("x" * 200)) == 60
    assert [values.told(value) for value in (object(), print, [object()])] == [None] * 3


def test_a_model_is_its_parameters_and_gradients_and_told_once():
    model = torch.nn.Linear(1, 1)
    names = values.names({"model": model, "again": model, "_own": 1, "torch": torch, "Kind": int}, set())
    assert list(names) == ["model.weight", "model.bias"]
    model(torch.ones(1, 1)).sum().backward()
    assert values.names({"model": model}, set())["model.weight.grad"] == {"of": "float32[1, 1]", "cells": ["1"]}


def test_reading_disturbs_no_mode_of_the_program():
    from torch.utils._python_dispatch import TorchDispatchMode

    class Count(TorchDispatchMode):
        seen = 0

        def __torch_dispatch__(self, function, types, args=(), kwargs=None):
            Count.seen += 1
            return function(*args, **(kwargs or {}))

    tensor = torch.ones(3)
    with Count():
        assert values.told(tensor)["cells"] == ["1", "1", "1"]
    assert Count.seen == 0


def test_a_reduce_op_has_a_name():
    assert values.reduction(torch.distributed.ReduceOp.AVG) == "AVG"
    assert values.reduction(None) == values.reduction("x") == ""
