"""The script of the page compares dumps as Python does, word for word."""

from __future__ import annotations

import base64
import functools
import json
import pickle
import subprocess
from dataclasses import replace

import pytest
import rjsmin

from lockstep.explain.hang import groups, report
from lockstep.explain.hang.diagnosis import diagnose
from lockstep.explain.hang.dump import BadDump, Dump, of_bytes, read
from tests.explain.hang.made import FOLDER, NAMES
from tests.explain.hang.test_dump import ENTRY, TABLE, Evil
from tests.explain.hang.test_stacks import DUMP, LATE
from tests.sandbox import ROOT

NODE = r"""
const go = () => {
const jobs = JSON.parse(require("fs").readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(jobs.map((files) => {
  try {
    const { said, tables, todo, slug } = Lockstep.hang(files.map(([rank, data]) => Lockstep.dump(new Uint8Array(Buffer.from(data, "base64")), rank)));
    return [said, ...tables, `What to do: ${todo}\nPage:       docs/errors/${slug}.md`].join("\n\n");
  } catch (error) { return `refused: ${error.message}`; }
})));
};
"""
GO = "\ngo();\n"
GLOO = sorted(path.name for path in (FOLDER.parent / "gloo").iterdir())
NCCL = ("a_kernel_in_front", "all_completed", "all_completed_json")
Files = list[tuple[int, bytes]]


def in_the_script(jobs: list[Files]) -> list[str]:
    text = json.dumps([[(rank, base64.b64encode(data).decode()) for rank, data in files] for files in jobs])
    command = [
        "node",
        "-e",
        NODE + rjsmin.jsmin((ROOT / "docs/assets/hang.js").read_text("utf-8")) + GO,
    ]  # as it is built
    return json.loads(subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout)


def recorded(name: str) -> Files:
    return [(int(path.stem.rpartition("_")[2]), path.read_bytes()) for path in sorted((FOLDER / name).iterdir())]


def made(*entries: list[dict], protocol: int = 2) -> Files:
    return [(rank, pickle.dumps(TABLE | {"entries": one}, protocol=protocol)) for rank, one in enumerate(entries)]


def gloo(name: str) -> Files:
    return recorded(f"../gloo/{name}")


def sizeless(files: Files) -> Files:
    """As a member of a new group writes them."""
    nothing = {"": {"name": "", "desc": "", "ranks": "[]"}}
    return [(rank, pickle.dumps(pickle.loads(data) | {"pg_config": nothing}, protocol=2)) for rank, data in files]


def without_config(files: Files) -> Files:
    """As gloo writes it, and as JSON."""
    tables = [(rank, pickle.loads(data) | {"pg_config": {}}) for rank, data in files]
    return [(rank, json.dumps(table).encode()) for rank, table in tables]


def stack_at(line: int) -> bytes:
    return DUMP.replace("evaluation.py:40", f"evaluation.py:{line}").encode()


HALF = ENTRY | {"input_dtypes": ["Half"]}
SEND = ENTRY | {"profiling_name": "nccl:send 0->1", "is_p2p": True}
RECV = SEND | {"profiling_name": "nccl:recv 0<-1", "state": "scheduled"}
END = SEND | {"profiling_name": "nccl:coalesced"}


def of_pair(name: str, *others: str) -> list[dict]:
    """Calls of groups "1" and "2", in this order."""
    return [ENTRY | {"process_group": (group, ""), "record_id": n} for n, group in enumerate((name, *others))]


def parts(ranks_of: list[str], *calls: int) -> Files:
    """Ranks whose groups have one name, and how many calls each made."""
    tables = [TABLE | {"pg_config": {"1": {"name": "1", "desc": "undefined", "ranks": ranks}}} for ranks in ranks_of]
    entries = [ENTRY | {"process_group": ("1", "undefined")}, *of_pair("1")]
    return [
        (n, pickle.dumps(one | {"entries": entries[:made]}, protocol=2))
        for n, (one, made) in enumerate(zip(tables, calls, strict=True))
    ]


LOOP = [ENTRY | {"record_id": n, "collective_seq_id": n + 1, "state": "completed"} for n in range(3)]
STEP = LOOP[1] | {"state": "started"}
OTHER = LOOP[0] | {"profiling_name": "nccl:barrier"}
DONE = ENTRY | {"state": "completed", "collective_seq_id": 2, "record_id": 6}
JOBS = {
    **{name: recorded(name) for name in NAMES},
    **{f"{name} as JSON": without_config(recorded(name)) for name in NAMES},
    "all there": made([ENTRY], [ENTRY]),
    "alone": parts(["[0]", "[1]"], 1, 1),
    "dtype": made([DONE, ENTRY], [DONE, HALF]),
    "nothing": made([DONE], []),
    "message": made([SEND], [DONE]),
    "messages together": made(
        [SEND | {"record_id": 8}, SEND | {"record_id": 9, "profiling_name": "nccl:coalesced"}], [DONE]
    ),
    "both halves": made([SEND], [SEND | {"profiling_name": "nccl:recv 1<-0"}]),
    "a half for another rank": made([SEND], [SEND | {"profiling_name": "nccl:recv 1<-1"}]),
    "both send first": made([SEND, RECV], [SEND | {"profiling_name": "nccl:send 1->0"}]),
    "a batch": made(
        [RECV | {"profiling_name": "nccl:send 0->1"}, RECV, END], [SEND | {"profiling_name": "nccl:recv 1<-0"}]
    ),
    "a batch that is done, then a call": made([RECV, END | {"state": "completed"}, ENTRY | {"record_id": 8}], [DONE]),
    "a batch of collectives": made(
        [ENTRY | {"state": "scheduled"}, ENTRY | {"profiling_name": "nccl:coalesced"}], [DONE]
    ),
    "two orders, all made": made(of_pair("1", "2"), of_pair("1", "2"), of_pair("2", "1")),
    "one order, one ahead": made(of_pair("1", "2"), [of_pair("1")[0] | {"state": "completed"}, *of_pair("2")]),
    "timed out": made([DONE, ENTRY | {"retired": True}], [DONE]),
    "JSON without calls": [
        *made([ENTRY])[:1],
        (1, json.dumps({key: TABLE[key] for key in ("version", "pg_config")}).encode()),
    ],
    "parts of one name": parts(["[0, 1]", "[0, 1]", "[2, 3]", "[2, 3]"], 1, 1, 1, 0),
    "many calls": made(
        [
            ENTRY | {"record_id": n, "collective_seq_id": n + 1, "state": "completed" if n < 400 else "started"}
            for n in range(401)
        ],
        [DONE],
    ),
    "gloo, a rank without a call": made([ENTRY | {"profiling_name": "gloo:barrier"}], []),
    "the job moved": made([*LOOP[:2], LOOP[2] | {"state": "started"}], LOOP[:1]),
    "the job moved, and nobody waits": made(LOOP, LOOP[:1]),
    "the job moved, with calls that differ": made([*LOOP[:2], LOOP[2] | {"state": "started"}], [OTHER]),
    "the job moved, without numbers": made([*LOOP[:1], LOOP[1] | {"input_sizes": [[0]]}, STEP], LOOP[:1]),
    "the job may move": made(LOOP[:2], [LOOP[0], STEP], [LOOP[0], STEP]),
    "protocol 5": made([ENTRY], [DONE], protocol=5),
    "with a stack": [*made([ENTRY], [DONE]), (1, DUMP.encode())],
    "stacks alone": [(rank, stack_at(line)) for rank, line in ((0, 40), (1, 40), (3, 41), (4, 40))],
    "stacks at as many places": [(rank, stack_at(40 + rank // 2)) for rank in range(4)],
    "stacks at many places": [(rank, stack_at(rank)) for rank in range(6)],
    "stacks at one place more than are named": [(rank, stack_at(rank)) for rank in range(4)],
    "as many ranges of ranks as are named, and one more": made(*([ENTRY], []) * 7),
    "stacks at one place": [(rank, stack_at(40)) for rank in range(2)],
    "nobody waits, with a stack": [*made([DONE], [DONE]), (1, DUMP.encode())],
    "nobody waits, with stacks": [*made([DONE], [DONE]), *((rank, stack_at(40 + rank)) for rank in range(2))],
    "nobody waits, with stacks at one place": [*made([DONE], [DONE]), *((rank, stack_at(40)) for rank in range(2))],
    "one stack alone": [(0, stack_at(40))],
    "of few ranks": recorded("one_ends_without_a_word_4")[:3],
    "stacks of faulthandler": recorded("../faulthandler"),
    "stacks of faulthandler, one with calls": [*gloo("one_sleeps_3"), *recorded("../faulthandler")[1:2]],
    "a stack of faulthandler after a time, twice": [(0, LATE.encode())],
    **{f"gloo, {name}": gloo(name) for name in GLOO},
    **{f"gloo, {name}, the first": gloo(name)[:1] for name in GLOO},
    **{f"gloo, {name}, the first without the size": sizeless(gloo(name)[:1]) for name in GLOO},
    **{f"NCCL, {name}": recorded(f"../nccl/{name}") for name in NCCL},
    "gloo, without the last": gloo("one_sleeps_3")[:2],
    "gloo, two roots without the size": sizeless(gloo("two_roots_3")),
}


def merged(files: Files) -> list[Dump]:
    stacks = {rank: of_bytes(data, rank).stack for rank, data in files}
    read = [of_bytes(data, rank) for rank, data in files]
    dumps = [dump for dump in read if dump.has_calls]
    return [replace(dump, stack=stacks[dump.rank]) for dump in dumps] or read


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return dict(zip(JOBS, in_the_script(list(JOBS.values())), strict=True))


@pytest.mark.parametrize("name", JOBS)
def test_both_say_the_same(name, said):
    dumps = groups.apart(merged(JOBS[name]))
    assert said[name] == report.as_text(diagnose(dumps), dumps)


@pytest.mark.parametrize(
    "ranks_of", [["[0, 1]", "[0, 1, 2, 3]"], ["[0, 1]", "[0]", "[2, 0]"], ["[1, 0]", "[0, 1]", "[2]", "[2, 0]"]]
)
def test_both_refuse_dumps_of_two_jobs(ranks_of):
    files = parts(ranks_of, *[1] * len(ranks_of))
    wrong = groups.contradiction(groups.apart(merged(files)))
    assert in_the_script([files]) == [f"refused: {wrong}. {groups.TODO}".removesuffix(".")]


@pytest.mark.parametrize(
    ("head", "is_dump"),
    [
        ("Current thread 0x1 (most recent call first):\n", True),
        (LATE, True),
        (DUMP, True),
        ("Fatal Python error: Segmentation fault\n\nCurrent thread 0x1 (most recent call first):\n", False),
        ("[rank0]: Traceback (most recent call last):\n", False),
    ],
)
def test_the_field_for_logs_tells_a_stack_from_a_log(head, is_dump):
    field = (ROOT / "docs/assets/log-field.js").read_text("utf-8")
    (line,) = (line for line in field.splitlines() if line.startswith("  const isDump = "))
    asks = f"{line}\nprocess.stdout.write(String(isDump(require('fs').readFileSync(0))));"
    done = subprocess.run(["node", "-e", asks], input=head, capture_output=True, text=True, check=True)
    assert done.stdout == str(is_dump).lower()


LAUGHS = functools.reduce(lambda inner, _: [inner, inner], range(40), "ha")  # 2**40 of them, in 40 lists

REFUSED = [
    pickle.dumps(TABLE | {"extra": Evil()}, protocol=2),
    pickle.dumps(TABLE, protocol=2)[:-9],
    b"\x80\x02}",
    b'{"entries": [{}]}',
    b"{}",
    pickle.dumps(TABLE | {"pg_config": {"0": {"desc": "", "ranks": "9" * 5_000}}}, protocol=2),
    pickle.dumps(TABLE | {"pg_config": {"0": {"desc": "", "ranks": "1 " * 200_001}}}, protocol=2),
    b"[rank0]: RuntimeError: x",
    pickle.dumps(TABLE | {"entries": [ENTRY | {"process_group": (LAUGHS, "x")}]}, protocol=2),
    pickle.dumps(TABLE | {"entries": [ENTRY | {"input_sizes": [LAUGHS]}]}, protocol=2),
    pickle.dumps(TABLE | {"pg_config": {"0": {"name": "0", "desc": "x", "ranks": LAUGHS}}}, protocol=2),
    bytes(range(40, 80)),
]


@pytest.mark.parametrize("data", REFUSED)
def test_what_python_refuses_the_script_refuses(data):
    with pytest.raises(BadDump):
        of_bytes(data, 0)
    assert in_the_script([[(0, data)]])[0].startswith("refused: ")


def test_the_folder_is_read_as_its_files_are():
    dumps, _ = read([FOLDER / NAMES[0]])
    assert dumps == merged(recorded(NAMES[0]))
