"""The source of torch, read as text: words, defaults, and what is not there."""

from __future__ import annotations

import pytest

from lockstep.question import torch_source
from lockstep.question.torch_source import NotInTorch

SOURCE = """
LIMIT: int = 25
OTHER = 30


@overload
def split(size: int = ...): ...
def split(size: int | None = None, *, last=False, needed): ...


@deprecated("no loader is needed")
class Loader:
    workers: int = 2
    seed: int

    def __init__(self, data, batch=1,
                 shuffle=True):
        raise ValueError("no words are broken here")

    def fail(self):
        raise RuntimeError(
            f"worker (pid {self.pid}) exited "
            f"unexpectedly"
        )
        logger.warning("the loader wants %s of {wanted} workers", 3)
        print("the first line, of two parts\\nand the second line of", 7)
"""
HEADER = "constexpr int kLimit = 5 * 60;"


@pytest.fixture
def source(monkeypatch, tmp_path):
    (tmp_path / "data.py").write_text(SOURCE, "utf-8")
    (tmp_path / "include/torch/csrc").mkdir(parents=True)
    (tmp_path / "include/torch/csrc/data.hpp").write_text(HEADER, "utf-8")
    monkeypatch.setattr(torch_source, "_folder", lambda: tmp_path)
    yield
    for lookup in (torch_source._source, torch_source._tree, torch_source._find):
        lookup.cache_clear()


@pytest.mark.parametrize(
    ("symbol", "words", "there"),
    [
        ("Loader.__init__", "batch=1, shuffle=True", True),
        ("Loader.__init__", "shuffle=False", False),
        ("Loader", "workers: int = 2", True),
        ("Loader", "no loader is needed", True),  # in a decorator
        ("LIMIT", "LIMIT: int = 25", True),
        ("OTHER", "25", False),
        ("", "OTHER = 30", True),
        ("Loader.fail", "exited unexpectedly", True),  # two texts that Python joins
    ],
)
@pytest.mark.usefixtures("source")
def test_words_are_found_however_lines_are_broken(symbol, words, there):
    assert torch_source.holds("data.py", symbol, words) is there


@pytest.mark.parametrize(
    ("symbol", "parameter", "value"),
    [
        ("Loader.__init__", "batch", "1"),
        ("Loader.__init__", "shuffle", "True"),
        ("Loader", "workers", "2"),
        ("split", "size", "None"),  # of the function, not of the signature for a type checker
        ("split", "last", "False"),
    ],
)
@pytest.mark.usefixtures("source")
def test_a_default_is_as_python_writes_it(symbol, parameter, value):
    assert torch_source.default("data.py", symbol, parameter) == value


@pytest.mark.parametrize(
    ("path", "symbol", "parameter", "said"),
    [
        ("gone.py", "Loader", "workers", "torch/gone.py, which is not in the installed torch"),
        ("../data.py", "Loader", "workers", "outside of torch"),
        ("data.py", "Loader.gone", "workers", "which has no 'gone'"),
        ("data.py", "Loader.__init__", "data", "no such default"),
        ("data.py", "Loader", "seed", "no such default"),
        ("data.py", "split", "needed", "no such default"),
        ("data.py", "OTHER", "needed", "no such default"),
    ],
)
@pytest.mark.usefixtures("source")
def test_what_is_not_there_is_told(path, symbol, parameter, said):
    with pytest.raises(NotInTorch, match=said):
        torch_source.default(path, symbol, parameter)


def test_without_torch_nothing_is_looked_up(monkeypatch):
    monkeypatch.setattr(torch_source, "_folder", lambda: None)
    torch_source._source.cache_clear()
    assert not torch_source.installed()
    with pytest.raises(NotInTorch, match="torch, which is not installed"):
        torch_source.holds("data.py", "", "words")


@pytest.mark.parametrize(
    ("message", "is_printed"),
    [
        ("worker (pid 4711) exited unexpectedly", True),
        ("RuntimeError: worker (pid 4711) exited unexpectedly", True),
        ("worker (pid 4711) exited as expected", False),
        ("the loader wants 3 of 4 workers", True),
        ("the first line, of two parts\nand the second line of 7", True),
        ("the first line, of two parts\nand another line of 7", False),
    ],
)
@pytest.mark.usefixtures("source")
def test_a_message_is_one_that_the_symbol_prints(message, is_printed):
    assert torch_source.prints("data.py", "Loader.fail", message) is is_printed


@pytest.mark.usefixtures("source")
def test_a_header_is_looked_up_as_text():
    assert torch_source.can_look_up("csrc/data.hpp")
    assert torch_source.holds("csrc/data.hpp", "kLimit", "kLimit = 5 * 60")
    assert not torch_source.holds("csrc/data.hpp", "kLimit", "kLimit = 6 * 60")
    with pytest.raises(NotInTorch, match="has no 'kLim'"):
        torch_source.holds("csrc/data.hpp", "kLim", "")


@pytest.mark.torch
def test_what_is_in_cpp_is_looked_up_in_the_compiled_library():
    reducer = "csrc/distributed/c10d/reducer.cpp"
    assert torch_source.can_look_up(reducer)
    assert torch_source.holds(
        reducer, "Reducer::autograd_hook", "Expected to have finished reduction in the prior iteration"
    )
    assert not torch_source.holds(reducer, "Reducer::autograd_hook", "Expected to have begun reduction")
    with pytest.raises(NotInTorch, match="not in the compiled library"):
        torch_source.holds(reducer, "Reducer::no_such_hook", "")


@pytest.mark.usefixtures("source")
def test_what_is_in_cpp_is_not_looked_up_where_there_is_no_library():
    assert not torch_source.can_look_up("csrc/distributed/c10d/reducer.cpp")
    assert not torch_source.can_look_up("csrc/cuda/comm.cpp")
