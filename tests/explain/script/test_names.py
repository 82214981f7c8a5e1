"""Names in a script: what an import makes of them, which are ranks, and which tests some ranks find true and others not."""

from __future__ import annotations

import ast

import pytest

from lockstep.explain.script import names


def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def imported(text: str) -> dict[str, str]:
    return names.imports(ast.walk(ast.parse(text)))


@pytest.mark.parametrize(
    ("text", "name", "last"),
    [
        ("model", "model", "model"),
        ("self.model.module", "self.model.module", "module"),
        ("f().x", "", "x"),
        ("rows[0].x", "", "x"),
        ("f()", "", ""),
        ("'a.b'", "", ""),
        ("-x", "", ""),
    ],
)
def test_a_dotted_name_begins_with_a_variable_and_has_a_last_part(text, name, last):
    assert (names.dotted(parsed(text)), names.last(parsed(text))) == (name, last)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import torch", {"torch": "torch"}),
        ("import torch.distributed", {"torch": "torch"}),
        ("import torch.distributed as dist", {"dist": "torch.distributed"}),
        ("import os, sys as system", {"os": "os", "system": "sys"}),
        ("from torch.nn.parallel import DistributedDataParallel as DDP, DataParallel",
         {"DDP": "torch.nn.parallel.DistributedDataParallel", "DataParallel": "torch.nn.parallel.DataParallel"}),
        ("from . import data", {"data": "..data"}),
        ("from ..utils import loader as own", {"own": "..utils.loader"}),
        ("if x:\n    import a\nelse:\n    from b import a", {"a": "b.a"}),
        ("x = 1", {}),
    ],
)  # fmt: skip
def test_an_import_says_what_each_name_stands_for(text, found):
    assert imported(text) == found


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("dist.all_reduce", "torch.distributed.all_reduce"),
        ("DDP", "torch.nn.parallel.DistributedDataParallel"),
        ("self.dist.all_reduce", "self.dist.all_reduce"),
        ("distant.all_reduce", "distant.all_reduce"),
        ("", ""),
    ],
)
def test_only_the_head_of_a_name_is_as_imported(text, name):
    given = {"dist": "torch.distributed", "DDP": "torch.nn.parallel.DistributedDataParallel"}
    assert names.canonical(text, given) == name


@pytest.mark.parametrize(
    ("texts", "found"),
    [
        ([], set()),
        (["loss.item()"], {"loss"}),
        (["float(self.best)"], {"self.best"}),
        (["self", "cls.x"], set()),
        (["a and not b or c in d"], {"a", "b", "c", "d"}),
        (["x if y is None else True"], {"x", "y"}),
        (["lambda: order"], {"order"}),
        (["notes + island"], {"notes", "island"}),  # they only begin with `not` and `is`
        (["f(a)", "b[c]"], {"a", "b", "c"}),
    ],
)
def test_the_variables_of_expressions_are_no_functions_and_no_words_of_python(texts, found):
    assert names.names_in(*texts) == found


RANKS = [
    "rank", "self.rank", "args.local_rank", "global_rank", "LOCAL_RANK", "my_rank", "node_rank", "gpu", "args.gpu_id",
    "dist.get_rank()", "get_rank()", "dist.get_node_local_rank()", "int(os.environ['RANK'])", "os.environ['LOCAL_RANK']",
    "os.environ.get('RANK')", "os.getenv('RANK', 0)", "str(rank)", "int(rank)", "hvd_rank",
]  # fmt: skip
NO_RANKS = [
    "ranks", "ranking", "low_rank", "lora_rank", "matrix_rank", "max_rank", "num_rank", "top_rank", "pp_rank", "tp_rank",
    "expert_rank", "last_rank", "world_size", "gpus", "rank()", "get_rank(a, b)", "rank_of(x)", "os.environ['WORLD_SIZE']",
    "os.getenv('WORLD_SIZE')", "os.getenv(rank)", "rows[rank]", "rows[0]", "rank + 1", "0", "int()",
]  # fmt: skip


@pytest.mark.parametrize("text", RANKS)
def test_a_rank_is_known_by_its_name(text):
    assert names.is_a_rank(parsed(text))


@pytest.mark.parametrize("text", NO_RANKS)
def test_another_name_is_no_rank(text):
    """Also the rank of a matrix and that within a part of the job, on which ranks may meet."""
    assert not names.is_a_rank(parsed(text))


@pytest.mark.parametrize(
    ("text", "is_given"),
    [
        ("dist.get_rank()", True),
        ("int(os.environ['RANK'])", True),
        ("int(rank)", True),
        ("str(dist.get_rank())", False),  # a text is true whatever the rank
        ("os.getenv('RANK')", False),  # it may be None
        ("os.environ.get('RANK')", False),
        ("rank", False),
        ("dist.get_world_size()", False),
    ],
)
def test_a_call_gives_the_number_of_a_rank(text, is_given):
    assert names.gives_a_rank(parsed(text)) == is_given


PARTS = [  # some ranks find it true, others do not
    "rank == 0", "0 == rank", "rank != 0", "not rank", "dist.get_rank()", "not dist.get_rank()", "rank in (0, 1)",
    "rank not in [0]", "rank in (-1, 0)", "rank % 8 == 0", "self.local_rank == 0", "args.verbose and rank == 0",
    "not (done or rank == 0)", "is_main_process()", "is_main", "self.is_master", "accelerator.is_main_process",
    "trainer.is_world_process_zero()", "is_local_main_process", "is_rank_0", "is_rank_zero", "is_global_zero",
    "is_main_process(args)", "rank == other", "int(os.environ['RANK']) == 0",
]  # fmt: skip
AGREED = [  # all ranks agree, or nothing says that they do not
    "rank == -1", "rank != -1", "-1 == rank", "rank is None", "rank is not None", "rank == None", "rank == ''", "rank >= 0",
    "rank < 2", "rank in (-1,)", "rank in (None, -1)", "rank in ()", "rank in ranks", "rank", "not os.getenv('RANK')",
    "world_size == 1", "other == rank", "0 < rank == 1", "lora_rank == 8", "domain", "main(a, b)", "main(x=1)",
    "is_distributed()", "str(dist.get_rank())", "0 == 1",
]  # fmt: skip


@pytest.mark.parametrize("text", PARTS)
def test_a_test_asks_for_a_rank(text):
    assert names.asks_for_a_rank(parsed(text))


@pytest.mark.parametrize("text", AGREED)
def test_a_test_on_which_all_ranks_agree_asks_for_none(text):
    assert not names.asks_for_a_rank(parsed(text))


def test_a_value_that_is_nested_deep_is_compared_too():
    assert names.asks_for_a_rank(parsed(f"rank == {'-' * 90}1"))
    assert names.asks_for_a_rank(parsed("rank == {[]: 1}"))  # no value at all


@pytest.mark.parametrize(
    ("text", "first", "one"),
    [
        ("rank < 2", 2, None),
        ("rank <= 2", 3, None),
        ("dist.get_rank() < 1", 1, None),
        ("rank == 3", 0, 3),
        ("rank == 0", 0, 0),
        ("3 == rank", 0, None),
        ("rank < 0", 0, None),
        ("rank <= 0", 0, None),
        ("rank >= 0", 0, None),
        ("rank > 2", 0, None),
        ("rank < size", 0, None),
        ("rank == True", 0, None),
        ("rank == 1.0", 0, None),
        ("0 <= rank < 2", 0, None),
        ("rank < 2 < size", 0, None),
        ("rank == 2 == size", 0, None),
        ("size < 2", 0, None),
        ("size == 2", 0, None),
        ("rank != 2", 0, None),
        ("rank < 2 and x", 0, None),
        ("rank", 0, None),
    ],
)
def test_a_test_asks_for_the_first_ranks_or_for_one_by_its_number(text, first, one):
    assert (names.first_ranks(parsed(text)), names.one_rank(parsed(text))) == (first, one)


@pytest.mark.parametrize(
    ("text", "value"), [("0", 0), ("12", 12), ("-1", None), ("1.0", None), ("True", None), ("n", None)]
)
def test_a_whole_number_has_no_sign(text, value):
    assert names.number(parsed(text)) == value


def test_nothing_has_no_number():
    assert names.number(None) is None


def test_conditions_are_what_and_or_and_not_join():
    """A `not` is a part beside what it denies: `not rank` asks for a rank, and `rank` does not."""
    found = names.conditions(parsed("a and not (b or c) or f(d and e)"))
    assert [ast.unparse(part) for part in found] == ["a", "not (b or c)", "b", "c", "f(d and e)"]
    assert [ast.unparse(part) for part in names.conditions(parsed("-x"))] == ["-x"]
