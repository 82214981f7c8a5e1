"""Values of a program in a few words: tensors with their first numbers, models by their parameters and gradients."""

from __future__ import annotations

import contextlib
import sys
import types
from collections.abc import Iterable, Mapping
from typing import Any

MOST_CELLS = 8  # numbers of a tensor that are told
MOST_PARAMETERS = 6  # of a model
_LONGEST = 60  # characters of a text
_PLAIN = (bool, int, float, str, complex, type(None))


def names(namespace: Mapping[str, Any], flying: set[int]) -> dict[str, Any]:
    """The values of the names of a program that a reader can follow; parameters of models by name.

    Args:
        namespace: the names, such as those of a function.
        flying: addresses of the tensors that a collective is still changing. Their numbers are not told.
    """
    torch = sys.modules["torch"]
    told: dict[str, Any] = {}
    parameters: set[int] = set()
    with _undisturbed():
        for name, value in list(namespace.items()):
            if name.startswith("_") or isinstance(value, type | types.ModuleType):
                continue
            if isinstance(value, torch.nn.Module):
                told |= _model(name, value, parameters, flying)
            elif (text := _told(value, flying)) is not None:
                told[name] = text
    return told


def told(value: Any) -> Any:
    """A value in a few words, as `{"of": what it is, "cells": [numbers]}` or as a text; None for others."""
    with contextlib.suppress(Exception), _undisturbed():
        return _told(value, set())


def reduction(op: Any) -> str:
    """The name of a reduce op, such as SUM."""
    return str(op).rpartition(".")[2] if op is not None and "Red" in str(op) else ""


def addresses(arguments: Iterable[Any]) -> set[int]:
    """Addresses of the tensors among some arguments and in lists of them."""
    tensor = sys.modules["torch"].Tensor
    flat = [item for value in arguments for item in (value if isinstance(value, list | tuple) else [value])]
    return {item.data_ptr() for item in flat if isinstance(item, tensor)}


@contextlib.contextmanager
def _undisturbed() -> Any:
    """Read tensors so that no mode of the program, such as one that counts its operations, sees it."""
    torch = sys.modules["torch"]
    modes = sys.modules["torch.utils._python_dispatch"]
    with torch._C.DisableTorchFunction(), modes._disable_current_modes(), torch.no_grad():  # type: ignore[attr-defined]
        yield


def _model(name: str, model: Any, known: set[int], flying: set[int]) -> dict[str, Any]:
    """Parameters and gradients of a model. Those that another name has told already are left out."""
    told: dict[str, Any] = {}
    for place, parameter in list(model.named_parameters())[:MOST_PARAMETERS]:
        if id(parameter) in known:
            continue
        known.add(id(parameter))
        short = place.removeprefix("module.")
        told[f"{name}.{short}"] = _told(parameter, flying)
        if parameter.grad is not None:
            told[f"{name}.{short}.grad"] = _told(parameter.grad, flying)
    return told


def _told(value: Any, flying: set[int]) -> Any:
    torch = sys.modules["torch"]
    if isinstance(value, torch.Tensor):
        return _tensor(value, flying)
    if isinstance(value, _PLAIN):
        return _short(f"{value:.6g}" if isinstance(value, float) else repr(value))
    if isinstance(value, list | tuple) and value and all(isinstance(item, torch.Tensor) for item in value[:MOST_CELLS]):
        return _tensors(value, flying)
    if isinstance(value, list | tuple | set | dict) and _is_plain(value):
        return _short(repr(value))
    return None


def _is_plain(value: Any, depth: int = 2) -> bool:
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple | set):
        return depth > 0 and len(value) <= 64 and all(_is_plain(item, depth - 1) for item in value)
    return isinstance(value, _PLAIN)


def _tensor(tensor: Any, flying: set[int]) -> dict[str, Any]:
    where = str(tensor.device)
    placements = getattr(tensor, "placements", None)
    if placements is not None:
        where = ", ".join(map(str, placements))
    kind = f"{_dtype(tensor)}{list(tensor.shape)}{'' if where == 'cpu' else f' {where}'}"
    local = getattr(tensor, "_local_tensor", tensor)
    if local.device.type == "meta":
        return {"of": kind, "cells": []}
    if flying and local.data_ptr() in flying:
        return {"of": f"{kind}, in flight", "cells": []}
    return {"of": kind, "cells": _cells(local)}


def _tensors(items: Any, flying: set[int]) -> dict[str, Any]:
    parts = [_tensor(item, flying) for item in items[:MOST_CELLS]]
    cells = [cell for part in parts for cell in part["cells"]][:MOST_CELLS]
    return {"of": f"{len(items)} × {parts[0]['of']}", "cells": cells}


def _cells(tensor: Any) -> list[str]:
    flat = tensor.detach().reshape(-1)[:MOST_CELLS].tolist()
    return [f"{number:.4g}" if isinstance(number, float) else str(number) for number in flat]


def _dtype(tensor: Any) -> str:
    return str(tensor.dtype).removeprefix("torch.")


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
