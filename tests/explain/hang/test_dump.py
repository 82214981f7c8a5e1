"""Dumps of strangers: what is read, what is refused, and that nothing of a pickle is run."""

from __future__ import annotations

import contextlib
import json
import os
import pickle
from collections import OrderedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.explain.hang import dump
from lockstep.explain.hang.dump import BadDump, Call, Group

ENTRY = {
    "record_id": 7,
    "process_group": ("0", "default_pg"),
    "collective_seq_id": 3,
    "p2p_seq_id": 0,
    "profiling_name": "nccl:_all_gather_base",
    "input_sizes": [[2, 4]],
    "output_sizes": [[8, 4]],
    "input_dtypes": ["Float"],
    "output_dtypes": ["Float"],
    "state": "started",
    "retired": False,
    "is_p2p": False,
    "frames": [
        {"name": "all_gather", "filename": "/usr/lib/python3/site-packages/torch/distributed/x.py", "line": 5},
        {"name": "step", "filename": "/home/me/train.py", "line": 17},
    ],
}
TABLE = {
    "version": "2.10",
    "pg_config": {"0": {"name": "0", "desc": "default_pg", "ranks": "[0, 1]"}},
    "entries": [ENTRY],
}


def read(table: object) -> dump.Dump:
    return dump.of_bytes(pickle.dumps(table, protocol=2), 1)


def test_a_pickle_of_nccl_becomes_calls_with_the_line_of_the_program():
    found = read(TABLE)
    assert found.groups == (Group("0", "default_pg", (0, 1)),)
    assert found.calls == (
        Call(
            "0",
            3,
            7,
            "all_gather_into_tensor",
            ((2, 4),),
            ((8, 4),),
            (("Float",), ("Float",)),
            False,
            "train.py:17, step",
        ),
    )


def test_json_is_the_same_without_stacks():
    plain = TABLE | {"entries": [{key: value for key, value in ENTRY.items() if key != "frames"}]}
    (call,) = dump.of_bytes(json.dumps(plain).encode(), 1).calls
    assert (call.op, call.number, call.where) == ("all_gather_into_tensor", 3, "")


def test_a_json_dump_of_a_rank_that_made_no_call_has_no_entries():
    table = {key: value for key, value in TABLE.items() if key != "entries"}
    found = dump.of_bytes(json.dumps(table).encode(), 1)
    assert (found.calls, found.groups, found.has_calls) == ((), (Group("0", "default_pg", (0, 1)),), True)
    with pytest.raises(BadDump, match="has no entries"):  # a pickle has them, unless it was asked to leave them out
        read(table)


def test_a_message_has_its_peer():
    entry = ENTRY | {"profiling_name": "nccl:recv 1<-0", "is_p2p": True, "p2p_seq_id": 5}
    (call,) = read(TABLE | {"entries": [entry]}).calls
    assert (call.op, call.peer, call.number) == ("recv", 0, 5)


def test_a_group_that_the_dump_does_not_describe_is_known_by_its_calls():
    assert read(TABLE | {"pg_config": {"": {"name": "", "desc": "", "ranks": "[]"}}}).groups == (
        Group("0", "default_pg", ()),
    )


class Evil:
    """Its pickle, if it were executed, would end the process that reads it."""

    def __reduce__(self):
        return os._exit, (97,)


@pytest.mark.parametrize(("value", "named"), [(Evil(), "posix._exit"), (OrderedDict(), "collections.OrderedDict")])
def test_a_pickle_that_names_code_is_refused_and_not_run(value, named):
    with pytest.raises(BadDump, match=named):
        read(TABLE | {"extra": value})


FAULTS = [
    (b"", "is empty."),
    (b"[rank0]: RuntimeError: x", "is no flight recorder, no stack of py-spy or faulthandler, and no log with messages of TORCH_DISTRIBUTED_DEBUG"),
    (b"{", "is no whole JSON"),
    (b'{"entries": 1}', "has no entries of a flight recorder."),
    (b'{"entries": [{}]}', "its entry 0 is not as torch writes it (KeyError"),
    (pickle.dumps({"entries": [], "pg_config": {"0": {"desc": "", "ranks": "9" * 5_000}}}), "names ranks that no job has."),
    (pickle.dumps({"entries": [], "pg_config": {"0": {"desc": "", "ranks": "1 " * 200_001}}}), "names ranks that no job has."),
    (b"\x80\x02}", "is no whole pickle"),
    (pickle.dumps([1], protocol=2), "has no entries of a flight recorder."),
    (pickle.dumps(TABLE, protocol=2)[:-20], "is no whole pickle"),
]  # fmt: skip


@pytest.mark.parametrize(("data", "said"), FAULTS)
def test_what_is_no_dump_is_told_with_what_to_do(data, said):
    with pytest.raises(BadDump) as caught:
        dump.of_bytes(data, 0)
    assert str(caught.value).startswith(said)
    assert caught.value.todo.endswith((".", "FILE.", "?"))


@pytest.mark.parametrize("key", ["process_group", "collective_seq_id", "profiling_name"])
@pytest.mark.parametrize("value", [None, 1.5, [], {"a": 1}, "x"])
def test_a_field_of_another_kind_is_told(key, value):
    if key == "profiling_name" and value == "x":
        return  # a text, as it should be
    with pytest.raises(BadDump, match="its entry 0 is not as torch writes it"):
        read(TABLE | {"entries": [ENTRY | {key: value}]})


@given(st.binary(max_size=200))
def test_any_bytes_are_a_dump_or_told(data):
    for head in (b"", b"\x80\x02", b'{"entries": ['):
        with contextlib.suppress(BadDump):
            dump.of_bytes(head + data, 0)


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)
)


@given(st.dictionaries(st.sampled_from(sorted(ENTRY)), PLAIN, max_size=4))
def test_any_fields_are_a_call_or_told(changes):
    with contextlib.suppress(BadDump):
        read(TABLE | {"entries": [ENTRY | changes]})


def test_all_files_are_read_and_all_problems_told_at_once(tmp_path):
    for rank in range(2):
        (tmp_path / f"nccl_trace_rank_{rank}").write_bytes(pickle.dumps(TABLE, protocol=2))
    (tmp_path / "nccl_trace_rank_1.json").write_text(json.dumps(TABLE))
    (tmp_path / "trace").write_text(json.dumps(TABLE))
    (tmp_path / "stack_1.txt").write_text('Process 1: python\n\nThread 1: "MainThread"\n    f (a.py:3)\n')
    dumps, problems = dump.read([tmp_path, tmp_path / "gone_2"])
    assert [(found.rank, len(found.calls), found.stack) for found in dumps] == [(0, 1, ""), (1, 1, "a.py:3, f")]
    assert sorted(f"{problem.what} {problem.todo}" for problem in problems) == [
        "cannot be read: No such file or directory. Name files, or a folder of them.",
        "has no rank in its name. Let the name end in the rank, as in nccl_trace_rank_3.",
        "is of rank 1, and so is nccl_trace_rank_1. Give one dump of each rank.",
    ]


def test_a_long_number_in_a_name_is_no_rank(tmp_path):
    (tmp_path / "trace_20261126").write_text(json.dumps(TABLE))
    _, (problem,) = dump.read([tmp_path])
    assert problem.what == "has no rank in its name."


def test_a_pipe_and_an_empty_folder_are_told(tmp_path):
    (tmp_path / "empty").mkdir()
    os.mkfifo(tmp_path / "pipe_0")
    dumps, problems = dump.read([tmp_path / "pipe_0", tmp_path / "empty"])
    assert (dumps, [problem.what for problem in problems]) == ([], ["holds no file.", "is no file."])
