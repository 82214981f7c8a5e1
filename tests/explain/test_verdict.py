"""The root cause of a log: each entry is found by what its own program printed, noise changes nothing, and the script
in the browser says the same as Python."""

from __future__ import annotations

import dataclasses
import functools
import json
import random
import re
import subprocess
from collections.abc import Iterator

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox import ROOT, times_as_long

from lockstep.explain import entry
from lockstep.explain import verdict as explain
from lockstep.explain.clues import CLOSED, says
from lockstep.explain.entry import Entry
from lockstep.explain.files import Logs
from lockstep.explain.log import words
from lockstep.explain.verdict import Verdict
from lockstep.markdown import log_field
from lockstep.project import Project
from lockstep.question import programs
from lockstep.record.record import Record
from lockstep.snippet.snippet import Snippet
from tests.explain.test_clues import SHAPES

PROJECT = Project(ROOT)
ENTRIES = list(entry.entries(PROJECT.texts))
HEAD = "Traceback (most recent call last):\n"
TELLING = [one for one in ENTRIES if one.says]
NODE = """
require(process.argv[1]);
const read = require("readline").createInterface({ input: process.stdin });
let explain = null, known = null;
read.on("line", (line) => {
  const asked = JSON.parse(line);
  if (!explain) explain = globalThis.Lockstep.explainer((known = asked));
  else process.stdout.write(JSON.stringify(asked.map((log) => { const verdict = explain(log); return { ...verdict, sentence: Lockstep.sentence(known, verdict) }; })) + "\\n");
});
"""


def said(text: str) -> Verdict:
    return explain.explain(text, ENTRIES)


def known() -> dict:
    """What the script gets with the page."""
    return json.loads(re.search(r"<script[^>]*>(.*)</script>", log_field.html(ENTRIES))[1])


class Script:
    """The script of the page in one process of Node, which reads and writes a line of JSON for each question."""

    def __init__(self) -> None:
        command = ["node", "-e", NODE, str(ROOT / "docs/assets/explain.js")]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.write(known())

    def write(self, data: object) -> None:
        self.process.stdin.write(json.dumps(data).encode() + b"\n")
        self.process.stdin.flush()

    def __call__(self, logs: list[str | list[str]]) -> list[dict]:
        """The verdicts on logs. A log may be a list of blocks."""
        self.write(logs)
        return json.loads(self.process.stdout.readline())


@pytest.fixture(scope="module")
def in_the_script() -> Iterator[Script]:
    script = Script()
    yield script
    script.process.communicate()


def log_of(program: Snippet, made: Record) -> str:
    """What a run leaves in a terminal: real torchrun's log where it is kept, else what each rank said, by rank."""
    if kept := programs.terminal(program, made):
        return "\n".join(kept)
    lines = []
    for number, rank in enumerate(made.ranks):
        prefix = f"[rank{number}]: " if program.command.ranks else ""
        lines += [line if line.startswith("[rank") else prefix + line for line in (*rank.stdout, *rank.stderr)]
    return "\n".join(lines)


@functools.cache
def recorded(name: str) -> str:
    """The log of a snippet on record; empty where it has none."""
    program = PROJECT.snippets[name]
    made = programs.record_of(PROJECT, program)
    return log_of(program, made) if made else ""


def slugs(verdict: Verdict) -> set[str]:
    found = [*([verdict.root] if verdict.root else []), *verdict.others]
    return {one.slug for one in found if one.slug}


def leads(verdict: Verdict, one: Entry) -> bool:
    """Whether a log leads to an entry: what follows from an error that no entry knows is named as what follows."""
    follows = one.role == "consequence" and not (verdict.root and verdict.root.slug)
    return (verdict.root is not None and verdict.root.slug == one.slug) or (
        follows and one.slug in {other.slug for other in verdict.consequences}
    )


@pytest.mark.parametrize("one", TELLING, ids=[one.slug for one in TELLING])
def test_what_a_broken_program_printed_leads_to_its_entry_and_to_no_other(one):
    logs = [log for name in one.broken if (log := recorded(name))]
    logs += [one.quoted.text] if one.quoted else []
    logs += [
        text
        for name in one.broken
        if (made := programs.record_of(PROJECT, PROJECT.snippets[name]))
        for text in made.earlier.values()
    ]
    assert logs, "nothing is on record, and nothing is quoted"
    found = [said(log) for log in logs]
    assert any(leads(verdict, one) for verdict in found), found
    assert set().union(*map(slugs, found)) <= {one.slug}
    assert {verdict.sure for verdict in found if slugs(verdict)} <= {"sure", "likely"}


SILENT = [name for one in ENTRIES if not one.says for name in one.broken]
FIXED = [name for one in ENTRIES for name in one.fixed]
BY_ITS_MESSAGE = {  # names the rank too
    "errors/global_rank_is_no_gpu_of_the_second_host.py": {"invalid-device-ordinal"},
    "ddp/barrier_names_the_missing_rank.py": {"watchdog-timeout"},
}


@pytest.mark.parametrize("name", sorted({*SILENT, *FIXED}))
def test_a_program_without_a_message_leads_nowhere(name):
    assert slugs(said(recorded(name))) == BY_ITS_MESSAGE.get(name, set())


def wrapped(rank: int, error: str, ranks: int = 4) -> str:
    """An error as torchrun leaves it in the terminal: siblings whose connection closed, SIGTERM, the summary."""
    closed = "RuntimeError: [/x/gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:4567."
    lines = []
    for sibling in range(ranks):
        head = ["Traceback (most recent call last):", '  File "train.py", line 9, in <module>', "    step()"]
        lines += [f"[rank{sibling}]: {line}" for line in (*head, *(error if sibling == rank else closed).split("\n"))]
    others = "\n".join(
        f"[{n}]:\n  rank      : {n} (local_rank: {n})\n  exitcode  : -15 (pid: {90 + n}) (SIGTERM)\n"
        f"  traceback : Signal 15 (SIGTERM) received by PID {90 + n}"
        for n in range(ranks)
        if n != rank
    )
    return (
        "\n".join(lines)
        + f"""
W1122 00:05:07.012000 19009 torch/distributed/elastic/multiprocessing/api.py:1028] Sending process 90 closing signal SIGTERM
Traceback (most recent call last):
  File "torch/distributed/launcher/api.py", line 383, in launch_agent
    raise ChildFailedError(
torch.distributed.elastic.multiprocessing.errors.ChildFailedError:
============================================================
train.py FAILED
------------------------------------------------------------
Failures:
{others}
------------------------------------------------------------
Root Cause (first observed failure):
[0]:
  time      : 2026-11-22_00:05:07
  host      : node0
  rank      : {rank} (local_rank: {rank})
  exitcode  : 1 (pid: {90 + rank})
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
============================================================
"""
    )


SHUFFLE = "ValueError: sampler option is mutually exclusive with shuffle"
TWICE = "ValueError: trying to initialize the default process group twice!"


@pytest.mark.parametrize("rank", range(4))
def test_the_cause_is_told_from_what_follows(rank):
    verdict = said(wrapped(rank, SHUFFLE))
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("sure", "sampler-and-shuffle", rank)
    assert slugs(verdict) == {"sampler-and-shuffle"}
    assert {one.slug for one in verdict.consequences} == {"connection-closed", "child-failed"}


def test_an_error_that_no_entry_knows_is_named_and_not_guessed():
    verdict = said(wrapped(2, "KeyError: 'label'"))
    assert verdict.sure == "no match"
    assert (verdict.root.slug, verdict.root.rank, verdict.root.text) == ("", 2, "KeyError: 'label'")
    assert "torchrun names rank 2" in verdict.reason


def test_a_warning_before_an_error_that_no_entry_knows_is_likely_its_cause():
    warning = (
        "[rank2]: x.py:1: UserWarning: Was asked to gather along dimension 0, but all input tensors were scalars;\n"
    )
    verdict = said(warning + wrapped(2, "KeyError: 'label'"))
    assert (verdict.sure, verdict.root.slug, verdict.others[0].text) == (
        "likely",
        "dataparallel-scalars",
        "KeyError: 'label'",
    )
    other = said(warning.replace("rank2", "rank1") + wrapped(2, "KeyError: 'label'"))
    assert (other.sure, other.root.text, other.others[0].slug) == (
        "no match",
        "KeyError: 'label'",
        "dataparallel-scalars",
    )


def test_a_warning_that_no_rank_stands_before_counts_too():
    """torchrun puts `[rank2]:` in front of tracebacks, not of warnings."""
    warning = "x.py:1: UserWarning: Was asked to gather along dimension 0, but all input tensors were scalars;\n"
    assert said(warning * 2 + wrapped(2, "KeyError: 'label'")).root.slug == "dataparallel-scalars"
    assert (said(warning * 2).sure, said(warning * 2).others) == ("sure", ())


GAVE_UP = "RuntimeError: [unbound_buffer.cc:81] Timed out waiting 5000ms for recv operation to complete"
GATHERS = wrapped(1, GAVE_UP, 2).replace(
    "    step()", '  File "torch/distributed/tensor/_api.py", line 3, in full_tensor', 1
)


def test_of_a_job_that_timed_out_the_rank_left_behind_tells_where_it_waited():
    verdict = said(GATHERS)
    assert (verdict.root.slug, verdict.root.rank) == ("gather-on-rank-0", 0)
    assert said(GATHERS.replace("in full_tensor", "in barrier")).root.slug == "watchdog-timeout"
    assert said(GATHERS.replace(GAVE_UP, SHUFFLE)).root.slug == "sampler-and-shuffle"


def test_consequences_alone_are_said_to_be_consequences():
    log = "\n".join(line for line in wrapped(2, SHUFFLE).split("\n") if line.startswith(("[rank0]", "[rank1]")))
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug) == ("likely", "connection-closed")
    assert "another rank" in verdict.reason


def test_two_jobs_in_one_log_are_not_taken_for_one():
    random.seed(0)
    one, two = wrapped(1, SHUFFLE).split("\n"), wrapped(3, TWICE).split("\n")
    mixed = []
    while one or two:
        mixed.append((one if one and (not two or random.random() < 0.5) else two).pop(0))
    for log in ("\n".join(mixed), wrapped(1, SHUFFLE) + wrapped(1, TWICE)):
        verdict = said(log)
        assert (verdict.sure, verdict.root) == ("unsure", None)
        assert {"sampler-and-shuffle", "initialized-twice"} <= slugs(verdict)


def test_two_causes_without_a_summary_are_both_named():
    verdict = said(f"[rank0]: {SHUFFLE}\n[rank1]: {TWICE}\n")
    assert verdict.sure == "unsure"
    assert slugs(verdict) == {"sampler-and-shuffle", "initialized-twice"}


PREFIXES = (
    "2026-11-22T00:05:07.123Z ",
    "2026-11-22 00:05:07,123 ",
    "[2026-11-22 00:05:07] ",
    "2026-11-22T00:05:07.123456789Z stderr F ",
    "Nov 22 00:05:07 node7 trainer[81]: ",
    "[pod/job-0-x/trainer] ",
    "(TrainWorker pid=41, ip=10.0.0.4) ",
    " 3: ",
    "12: [default1]:",
    "\x1b[32m00:05:07\x1b[0m ",
    "2024-05-01 12:00:01,123 INFO [trainer.py:12] ",
    "2024-05-01 12:00:01,123 ERROR ",
    "2024-05-01 12:00:01,123 - trainer - ERROR - ",
    "05/01/2024 12:00:01 - INFO - __main__ - ",
    "2024-05-01 12:00:01.123 | ERROR    | __main__:main:12 - ",
    "[2024-05-01 12:00:01,123] [ERROR] [launch.py:325:sigkill_handler] ",
    "[2024-05-01 12:00:01,123][train][ERROR] - ",
    "[INFO|trainer.py:1712] 2024-05-01 12:00:01,123 >> ",
    "ERROR:trainer:",
    "E1122 00:05:07.012000 19009 torch/distributed/run.py:774] ",
    "(RayTrainWorker pid=41) ",
    "[0]:",
    "trainer/0 ",
    "trainer/0 [1]:",
    "[1,3]<stderr>: ",
    "trainer-1  | ",
    "trainer_1    | ",
    "10.0.0.4: ",
    "(EngineCore_DP0 pid=16862) ERROR 04-14 13:47:07 [core.py:1108] ",
    "(VllmWorker rank=1 pid=275) ERROR 04-14 13:47:07 [multiproc_executor.py:571] ",
    "(VllmWorkerProcess pid=652775) ERROR 10-03 11:23:19 multiproc_worker_utils.py:233] ",
    "worker-1: ",
)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_what_collectors_put_in_front_changes_nothing(prefix):
    log = "\n".join(prefix + line for line in wrapped(2, SHUFFLE).split("\n"))
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("sure", "sampler-and-shuffle", 2)
    unknown = said(log.replace("ValueError: sampler option is", "ValueError: it is"))
    assert (unknown.sure, unknown.root.rank) == ("no match", 2)


NEW_PREFIXES = (  # each with the rank or the number of the container in it
    "train_trainer.{0}.x8k2j@node-{0}    | ",
    "trainer-worker-{0} pytorch ",
    "[1,mpirank:{0},algo-1]<stderr>:",
    "[2025-08-12T10:22:31.123456Z] 7a8b9c0d || [rank={0}] ",
    "(worker{0}, rank={0}, pid=1234, ip=10.0.0.0) ",
    "{0}: [NeMo E 2025-08-12 10:22:31 train:88] ",
    "ERROR 2025-08-12T10:22:31.123456789Z [resource.labels.taskName: workerpool{0}-0] ",
)


@pytest.mark.parametrize("prefix", NEW_PREFIXES)
def test_a_prefix_that_is_not_known_is_learnt_from_the_traceback_behind_it(prefix, in_the_script):
    lines = wrapped(2, SHUFFLE).split("\n")
    whole = "\n".join(prefix.format(7) + line for line in lines)
    verdict = said(whole)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("sure", "sampler-and-shuffle", 2)
    assert {one.slug for one in verdict.consequences} == {"connection-closed", "child-failed"}
    own = [HEAD + f'  File "train.py", line 9, in main\n    step()\n{error}' for error in (GAVE_UP, "KeyError: 'x'")]
    streams = [[prefix.format(rank) + line for line in text.split("\n")] for rank, text in enumerate(own)]
    mixed = "\n".join(line for pair in zip(*streams, strict=True) for line in pair)
    unknown = said(mixed)
    assert (unknown.root.text, unknown.root.at) == ("KeyError: 'x'", "train.py:9")
    assert unknown.root.rank == (1 if "rank" in prefix or "NeMo" in prefix else None)
    assert in_the_script([whole, mixed]) == [as_data(verdict), as_data(unknown)]


def test_words_before_a_traceback_without_frames_behind_them_are_no_prefix():
    log = f"step 3 failed: {HEAD}  File \"train.py\", line 9, in main\nKeyError: 'x'\nstep 3 failed: ValueError: no\n"
    assert (said(log).root.text, said(log).others) == ("KeyError: 'x'", ())


@pytest.mark.parametrize("seed", range(40))
def test_prefixes_in_any_order_change_nothing(seed, in_the_script):
    drawn = random.Random(seed)
    left = "".join(drawn.sample(PREFIXES, drawn.randint(2, 5)))
    lines = wrapped(2, SHUFFLE).split("\n")
    log = "\n".join(left + line for line in lines)
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank, verdict.root.at) == (
        "sure", "sampler-and-shuffle", 2, "train.py:9",
    )  # fmt: skip
    some = "\n".join((left if drawn.random() < 0.5 else "") + line for line in lines)
    assert said(some).root.slug == "sampler-and-shuffle"
    assert in_the_script([log, some]) == [as_data(verdict), as_data(said(some))]


@pytest.mark.parametrize("one", TELLING, ids=[one.slug for one in TELLING])
def test_no_prefix_is_a_part_of_what_an_entry_looks_for(one):
    for pattern in (*one.patterns, *one.early, *one.where):
        assert words(line(pattern)) == (None, line(pattern))


def test_colours_progress_bars_and_windows_line_ends_change_nothing():
    log = wrapped(2, f"\x1b[1;35mValueError\x1b[0m: \x1b[35m{SHUFFLE[12:]}\x1b[0m")
    log = log.replace("\n", "\r\n") + "epoch 1:  10%|#\repoch 1:  20%|##\rdone\r\n\x00"
    assert (said(log).sure, said(log).root.slug) == ("sure", "sampler-and-shuffle")


def test_a_message_that_was_copied_from_the_source_of_a_page_is_the_message(in_the_script):
    error = "TypeError: default_collate: batch must contain tensors; found <class 'object'> & \"x\""
    log = wrapped(2, error)
    copied = log
    for letter, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("'", "&#39;")):
        copied = copied.replace(letter, entity)
    assert copied.count("&") > 6
    assert said(copied) == said(log)
    others = (
        copied.replace("&quot;", "&#34;").replace("&#39;", "&#x27;").replace("contain tensors", "contain&nbsp;tensors")
    )
    for again in (copied, others, others.replace("&#x27;", "&apos;")):
        assert in_the_script([again]) == [as_data(said(log))] == [as_data(said(again))]
    assert said(wrapped(2, "KeyError: '&amp;lt;'")).root.text == "KeyError: '&lt;'"  # once, as a browser does


def cut(text: str, width: int) -> str:
    """A text as a terminal of some width shows it."""
    return "\n".join(line[at : at + width] for line in text.split("\n") for at in range(0, max(len(line), 1), width))


@pytest.mark.parametrize("width", [40, 80, 100])
def test_a_message_that_a_terminal_cut_at_its_width_is_read_as_one_line(width, in_the_script):
    before = "x" * (width - 40)
    error = f"RuntimeError: {before} the rank é: Index put requires the source and destination dtypes match, got Half"
    lines = cut(f"started\n{'step ' * 61}\n{error}\nend", width)
    verdict = said(lines)
    assert (verdict.sure, verdict.root.slug) == ("likely", "index-put-dtypes")
    assert verdict.root.text == error
    assert error.startswith(lines.split("\n")[verdict.root.line - 1])  # it starts in the line that is named
    blocks = [lines[at : at + 7] for at in range(0, len(lines), 7)]
    assert in_the_script([lines, blocks]) == [as_data(verdict)] * 2


def test_lines_that_no_terminal_cut_are_not_joined(in_the_script):
    error = cut("step" * 60 + "\nRuntimeError: Index put requires the source and destination dtypes match", 40)
    once = "RuntimeError: Index put requires the sou\nrce and destination dtypes match"
    logs = [once, f"{error}\n{'-' * 41}", f"{'step' * 20_000}\n{error}", "step\n" * 20_000 + error]
    logs += [
        cut("step" * 150 + f"\nRuntimeError: {'x' * 200} Index put requires the source and destination dtypes", 251)
    ]
    for log, there in zip(logs, in_the_script(logs), strict=True):
        assert said(log).sure == "no match"
        assert there == as_data(said(log))


CARETS = f"""{HEAD}  File "/app/train.py", line 3, in <module>
    {"x" * 161}
    {"^" * 161}
ValueError: my own
"""  # Python 3.11 and newer: the code and its marks are the longest lines
RULES = f"{'=' * 80}\n{'=' * 80}\nValueError: my own\n"
NOT_CUT = {  # logs with two longest lines that no terminal cut, and what stands in another line
    "a closed connection": CARETS + "[rank1]: RuntimeError: Connection reset by peer\n",
    "a child that failed": CARETS + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n",
    "a crash at the end": CARETS + "Fatal Python error: Aborted\n",
    "a warning at the end": CARETS
    + "[rank0]:[W326 09:37:44.848694228 ProcessGroupNCCL.cpp:1487] Warning: WARNING: destroy_process_group() was not called before program exit\n",
    "a notice at the start": "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default\n"
    + CARETS,
    "two rules": RULES + "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:\n",
    "a table of narrow rows": "| worker exited with | 137 |\n| restart code       | 137 |\n| max restarts       | 137 |",
}


@pytest.mark.parametrize("name", NOT_CUT)
def test_longest_lines_that_no_terminal_cut_hide_no_error(name, in_the_script):
    log = NOT_CUT[name]
    verdict = said(log)
    assert in_the_script([log]) == [as_data(verdict)]
    once = explain.explain([log, "\n" + "x" * 300], ENTRIES)  # a longer line: the log is read once
    assert as_data(verdict) == as_data(once)


CODE = """Traceback (most recent call last):
  File "train.py", line 3, in <module>
    dist.init_process_group("nccl")
  File "/env/lib/python3.10/site-packages/torch/distributed/distributed_c10d.py", line 1013, in _new_process_group_helper
    raise RuntimeError("Distributed package doesn't have NCCL " "built in")
"""


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (CODE, 5),
        (CODE.splitlines()[-1], 1),
        (CODE.replace("\n", "\r\n"), 5),
        (f"[rank0]:{CODE.splitlines()[-1]}", 1),
        (f"\n{CODE}\n[W socket.cpp:601] no more\n", 6),
        (CODE.replace("raise RuntimeError(", "\x1b[31mraise RuntimeError\x1b[0m("), 5),
        (CODE.replace('"Distributed package doesn\'t have NCCL " "built in"', 'f"{name} says: Distributed package doesn\'t have NCCL"'), 5),
        (CODE + "RuntimeError: something else\n", 0),
    ],
)  # fmt: skip
def test_code_that_raises_stands_for_the_message_that_a_log_lacks(text, line, in_the_script):
    verdict = said(text)
    assert ("no-nccl" in slugs(verdict)) is bool(line)
    assert not line or (verdict.sure, verdict.root.line) == ("likely", line)
    assert in_the_script([text]) == [as_data(verdict)]


OF_NCCL = CODE.splitlines()[-1].strip()
ANOTHER = f"\nDuring handling of the above exception, another exception occurred:\n\n{HEAD}"


@pytest.mark.parametrize(
    "text",
    [
        f"    # {OF_NCCL}",
        f"torch/distributed/distributed_c10d.py:1013: {OF_NCCL}\ntorch/distributed/x.py:9:    pass",
        f"import torch\ndef main():\n    if not ok:\n        {OF_NCCL}\nmain()\n\nIt stands still.",
        f"{HEAD}  File \"a.py\", line 3, in f\n    if not ok: {OF_NCCL}",  # the other line may have raised as well
        f'{CODE}{ANOTHER}  File "a.py", line 8, in <module>\n    save(x)',
        f'{CODE}{ANOTHER}  File "a.py", line 8, in <module>\n    raise Http404("no")',
        CODE.replace('" "built in")', '" if not ok else "built in")'),
        CODE.replace("RuntimeError(", "RuntimeError(texts.get("),
        CODE.replace('RuntimeError("', 'RuntimeError("%s" % "'),
        CODE.replace("RuntimeError(", 'RuntimeError("bad \\n" + '),
        CODE.replace('have NCCL " "built in"', "{'have NCCL' if ok else ''}\""),
        CODE.replace("  raise", "  50%|##| raise").replace('NCCL "', 'NCCL "\r'),
        CODE.replace('NCCL " ', 'NCCL"\u2028'),
    ],
)  # fmt: skip
def test_a_raise_that_did_not_end_the_log_is_no_message(text, in_the_script):
    verdict = said(text)
    assert "no-nccl" not in slugs(verdict)
    assert in_the_script([text]) == [as_data(verdict)]


INDEX = "IndexError: list index out of range"


@pytest.mark.parametrize(
    "code",
    [
        """if "Distributed package doesn't have NCCL built in" in str(error):""",
        """logger.error("Distributed package doesn't have NCCL built in on %s", hosts[3])""",
        """raise RuntimeError("Distributed package doesn't have NCCL built in" + hosts[3])""",
        """raise RuntimeError(\n        "Distributed package doesn't have NCCL built in"\n        + hosts[3]\n    )""",
    ],
)
@pytest.mark.parametrize("prefix", ["", "[rank1]: ", "2026-01-02 03:04:05,678 "])
def test_code_of_a_traceback_is_no_message(code, prefix, in_the_script):
    lines = f'{HEAD}  File "a.py", line 3, in f\n    {code}\n{INDEX}'.split("\n")
    text = "\n".join(prefix + line for line in lines)
    verdict = said(text)
    assert (verdict.sure, verdict.root.text) == ("no match", INDEX)
    assert in_the_script([text]) == [as_data(verdict)]


def test_a_message_alone_in_the_last_frame_stands_for_what_was_cut(in_the_script):
    text = f'{HEAD}  File "a.py", line 3, in f\n    "Cannot re-initialize CUDA in forked subprocess. To use CUDA w'
    verdict = said(text)
    assert (verdict.sure, verdict.root.slug, verdict.root.line) == ("likely", "cuda-in-a-fork", 3)
    assert in_the_script([text]) == [as_data(verdict)]


def test_the_message_of_code_has_the_rank_and_the_place_of_its_frame(in_the_script):
    steps = "".join(f"[rank3]: step {number}\n" for number in range(9))
    text = "".join(f"[rank3]: {line}\n" for line in CODE.splitlines()).replace("[rank3]: Tr", "started\n[rank3]: Tr")
    ended, went_on = said(text), said(text + steps)
    assert (ended.root.rank, ended.root.line, ended.root.at) == (3, 6, "train.py:3")
    assert "steps follow below it" in explain.sentence(went_on)
    assert in_the_script([text, text + steps]) == [as_data(ended), as_data(went_on)]


ADVISED = {  # a line, and how what to do begins
    "ValueError: Unable to create tensor, you should probably activate padding with 'padding=True' to have batched tensors": "Read the error above it",
    "ValueError: expected sequence of length 8 at dim 1 (got 0)": "state, _ = env.reset()",
    "ValueError: expected sequence of length 3 at dim 1 (got 2)": "",
    "AssertionError: Loading a checkpoint for MP=1 but world size is None": "Call it once",
    "node1:17:17 [0] NCCL WARN Connect to 10.0.0.2<29500> failed : No route to host": "Look at ip addr, then set NCCL_SOCKET_IFNAME",
    "node1:17:17 [0] NCCL WARN socketPollConnect: Connect to 10.0.0.2<29500> returned 111(Connection refused) errno 115": "Look at ip addr",
    "node1:17:17 [0] NCCL WARN Call to ibv_modify_qp failed with 113 No route to host, on dev mlx5_0:1": "Try NCCL_IB_DISABLE=1",
    "node1:17:17 [0] NCCL WARN Call to ibv_create_qp failed with error Invalid argument": "Try NCCL_IB_DISABLE=1",
    "node1:17:17 [0] NCCL WARN Call to ibv_create_cq failed with error Cannot allocate memory": "Raise the limit on locked memory",
    "node1:17:17 [0] NCCL WARN NET/IB: Got completion from peer 10.0.0.2<4> with status=IBV_WC_RETRY_EXC_ERR(12)": "Look for a rank",
    "node1:17:17 [0] NCCL WARN NET/OFI Request 0x7f completed with error. RC: 113": "Look for a rank that has ended",
    "node1:17:17 [0] NCCL WARN NET/OFI Couldn't open AV. RC: -22, ERROR: Invalid argument": "fi_info -p efa must list",
    "node1:17:17 [0] NCCL WARN Error while creating shared memory segment /dev/shm/nccl-a (size 9637888)": "Give it more",
    "node1:17:17 [0] NCCL WARN Error while creating shared memory segment /dev/shm/nccl-a (size 9), error: Permission denied (13)": "Let the",
    "node1:17:17 [0] NCCL WARN Error while attaching to shared memory segment /dev/shm/nccl- (size 0), error: No such file": "With (size 0)",
    "ncclSystemError: System call (socket, malloc, munmap, etc) failed.": "",
    "RendezvousConnectionError: The connection to the C10d store has failed. See inner exception for details.": "Run nc -zv ADDRESS PORT here",
    "DistStoreError: Timed out after 31 seconds waiting for clients. 1/2 clients joined.": "Look at the log of the nodes",
    "slurmstepd: error: execve(): /home/u/env/bin/python: No such file or directory": "Run srun -w NODE ls",
    "slurmstepd: error: execve(): torchrun: No such file or directory": "",
    "slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2026-06-07T04:12:11 DUE TO TIME LIMIT ***": "Ask for more by --time",
    "slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2026-06-07T04:12:11 DUE TO PREEMPTION ***": "Submit it with --requeue",
    "slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2026-06-07T04:12:11 ***": "",
    'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].': "Install the NVIDIA Container Toolkit",
    'Error response from daemon: could not select device driver "nvidia" with capabilities: [[gpu compute]]': "Install the NVIDIA",
    "nvidia-container-cli: requirement error: unsatisfied condition: cuda>=11.6, please update your driver": "Update the driver",
}


@pytest.mark.parametrize("line", ADVISED)
def test_what_to_do_is_that_of_the_row_which_the_line_fits(line, in_the_script):
    verdict = said(line)
    assert verdict.root.slug
    assert verdict.fix.startswith(ADVISED[line])
    assert bool(verdict.fix) == bool(ADVISED[line])
    assert not (verdict.fix and "fits several causes" in verdict.reason), "the line says which it is"
    assert "](" not in verdict.fix
    assert in_the_script([line]) == [as_data(verdict)]


def test_windows_line_ends_do_not_keep_a_message_cut(in_the_script):
    error = "RuntimeError: é: Index put requires the source and destination dtypes match, got Half for the destination"
    lines = cut(f"started\n{'step ' * 61}\n{error}\nend", 40).replace("\n", "\r\n")
    verdict = said(lines)
    assert (verdict.sure, verdict.root.slug, verdict.root.text) == ("likely", "index-put-dtypes", error)
    assert in_the_script([lines]) == [as_data(verdict)]


def test_time_grows_as_the_log_does():
    def log(steps: int) -> str:
        noise = "\n".join(
            f"[rank{n % 4}]: step {n} loss {1 / (n + 1):.6f} tokens/s 123456 mem 71.2GiB" for n in range(steps)
        )
        return noise + "\n" + wrapped(2, SHUFFLE) + noise

    small, large = log(1_000), log(8_000)
    verdict = said(large)
    assert (verdict.sure, verdict.root.slug, verdict.root.line) == ("sure", "sampler-and-shuffle", 8_012)
    assert times_as_long(lambda: said(large), lambda: said(small)) < 3 * 8


def test_time_grows_as_the_number_of_tracebacks_does(in_the_script):
    block = f"[rank1]: {TWICE}\n".join(f"[rank{n}]: {line}\n" for n in range(4) for line in FIRST.strip().split("\n"))
    block += "".join(f"[rank{n}]: {IN_PASSING.strip()}\n" for n in range(4))
    verdict = said(block * 400)
    assert verdict.sure == "unsure"
    assert in_the_script([block * 400]) == [as_data(verdict)]
    assert times_as_long(lambda: said(block * 400), lambda: said(block * 50)) < 3 * 8


FOREIGN = {
    "java": """2026-11-22 10:00:00.123 ERROR 1 --- [main] o.s.boot.SpringApplication : Application run failed
java.io.IOException: Connection reset by peer
\tat java.base/sun.nio.ch.FileDispatcherImpl.read0(Native Method)
Caused by: java.net.BindException: Address already in use
\t... 12 more""",
    "go": """panic: runtime error: index out of range [5] with length 3

goroutine 1 [running]:
main.main()
\t/app/main.go:12 +0x1d
exit status 2
dial tcp 10.0.0.1:443: connect: connection refused""",
    "node": """Error: listen EADDRINUSE: address already in use :::3000
    at Server.setupListenHandle [as _listen2] (node:net:1463:16)
Error: read ECONNRESET
    at TCP.onStreamRead (node:internal/stream_base_commons:217:20)""",
    "rust": """thread 'main' panicked at src/main.rs:4:5:
called `Result::unwrap()` on an `Err` value: Os { code: 98, kind: AddrInUse, message: "Address already in use" }
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace""",
    "nginx": "2026/11/22 10:00:00 [emerg] 1#1: bind() to 0.0.0.0:80 failed (98: Address already in use)",
    "kernel": "Out of memory: Killed process 1234 (java) total-vm:8000000kB, anon-rss:7000000kB",
    "prose": "All ranks reached the barrier. Connection closed by peer is typical. Timed out waiting for the train.",
    "empty": " \n\n",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_the_log_of_another_program_matches_nothing(name):
    verdict = said(FOREIGN[name])
    root = "java.io.IOException: Connection reset by peer" if name == "java" else None
    assert (verdict.sure, verdict.root and verdict.root.text) == ("no match", root)
    assert said(FOREIGN[name] + "\n" + wrapped(2, SHUFFLE)).root.slug == "sampler-and-shuffle"


def test_another_python_program_is_named_and_not_guessed():
    log = 'Traceback (most recent call last):\n  File "/srv/app.py", line 3, in get\n    raise\nrequests.exceptions.ConnectionError: refused\n'
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.root.text) == (
        "no match",
        "",
        "requests.exceptions.ConnectionError: refused",
    )


def test_the_message_is_quoted_and_not_the_source_that_raised_it():
    log = f'Traceback (most recent call last):\n  File "a.py", line 1, in f\n    raise {SHUFFLE[:10]}("{SHUFFLE[12:]}")\n{SHUFFLE}\n'
    assert said(log).root.text == SHUFFLE


def tangled(*errors: str) -> str:
    """Tracebacks of ranks that printed at once, line by line, without a prefix."""
    blocks = [
        [HEAD.strip(), f'  File "part_{n}.py", line {n}, in main', "    step()", error]
        for n, error in enumerate(errors, 1)
    ]
    return "".join(f"{line}\n" for lines in zip(*blocks, strict=True) for line in lines)


def test_of_tracebacks_whose_lines_are_mixed_no_place_is_told_and_no_error_is_lost(in_the_script):
    two, known, same = (
        tangled(*pair) for pair in (("KeyError: 'x'", "OSError: no"), (SHUFFLE, TWICE), ("KeyError: 'x'",) * 3)
    )
    for log, others in ((two, ["KeyError: 'x'", "OSError: no"]), (known, ["sampler-and-shuffle", "initialized-twice"])):
        verdict = said(log)
        assert (verdict.sure, verdict.root, [one.slug or one.text for one in verdict.others]) == (
            "unsure",
            None,
            others,
        )
        assert {one.at for one in verdict.others} == {""}
        assert "run again with `torchrun --tee 3`" in explain.as_text(verdict, ENTRIES)
    assert {(one.text, one.at) for one in (said(same).root, *said(same).others)} == {("KeyError: 'x'", "")}
    ranked = "\n".join(f"[rank{n % 2}]: {line}" for n, line in enumerate(two.splitlines()))
    assert [one.at for one in said(ranked).others] == ["part_1.py:1", "part_2.py:2"]
    assert "--tee" not in said(ranked).reason
    later = same + "step\n" * 200 + UNKNOWN
    assert [one.at for one in said(later).others] == ["", "/app/train.py:12"]
    logs = [two, known, same, ranked, later]
    assert in_the_script(logs) == [as_data(said(log)) for log in logs]


FIRST = "Traceback (most recent call last):\n  File \"a.py\", line 1, in f\nKeyError: 'x'\n\n"
THEN = 'Traceback (most recent call last):\n  File "a.py", line 3, in g\n{}\n'
IN_PASSING = "During handling of the above exception, another exception occurred:\n\n"
WRAPPED = "The above exception was the direct cause of the following exception:\n\n"


def test_an_error_that_another_wraps_is_no_cause_of_its_own():
    log = FIRST + WRAPPED + THEN.format(SHUFFLE)
    assert (said(log).sure, slugs(said(log))) == ("sure", {"sampler-and-shuffle"})
    assert said(FIRST + log).sure == "unsure"


def test_a_known_error_is_the_cause_of_the_unknown_one_that_wraps_it(in_the_script):
    wrapping = WRAPPED + THEN.format("mylib.errors.TrainStepFailed: step 1200 failed")
    own, closed = FIRST.replace("KeyError: 'x'", TWICE) + wrapping, FIRST.replace("KeyError: 'x'", GAVE_UP) + wrapping
    verdict, follows = said(own), said(closed)
    assert (verdict.sure, verdict.root.slug, verdict.trigger) == ("sure", "initialized-twice", None)
    assert [one.text for one in verdict.others] == ["mylib.errors.TrainStepFailed: step 1200 failed"]
    assert (follows.sure, follows.root.slug, follows.others) == ("likely", "watchdog-timeout", ())
    assert in_the_script([own, closed]) == [as_data(verdict), as_data(follows)]


FULL = "RuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB"


def test_of_a_chain_the_last_error_is_the_failure_and_the_first_its_trigger():
    """`finally: dist.destroy_process_group()` often fails in its turn, so the last error is likely only."""
    log = FIRST + IN_PASSING + THEN.format(FULL)
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.trigger.text, verdict.others) == (
        "likely", "cuda-out-of-memory", "KeyError: 'x'", (),
    )  # fmt: skip
    assert explain.sentence(verdict).startswith(f"A process failed: {FULL}, at a.py:3.")
    assert explain.sentence(verdict).endswith(". It was handling an earlier error: KeyError: 'x', at a.py:1.")
    assert "line 3: KeyError: 'x'\n" in explain.as_text(verdict, ENTRIES)
    unknown = said(log.replace(FULL, "OSError: no") + f"\n{IN_PASSING}" + THEN.format("ValueError: end"))
    assert (unknown.sure, unknown.root.text, unknown.trigger.text) == ("no match", "ValueError: end", "KeyError: 'x'")
    assert [one.text for one in unknown.others] == ["OSError: no"]
    wrapped_then = said(FIRST + IN_PASSING + THEN.format("OSError: no") + f"\n{WRAPPED}" + THEN.format(FULL))
    assert (wrapped_then.root.text, wrapped_then.trigger.text) == (FULL, "KeyError: 'x'")
    first = said(FIRST.replace("KeyError: 'x'", TWICE) + IN_PASSING + THEN.format("ValueError: end"))
    assert (first.sure, first.root.slug, first.trigger) == ("sure", "initialized-twice", None)


def test_what_is_raised_while_the_failure_of_another_rank_is_handled_follows_from_it():
    closed = "RuntimeError: [/x/gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:4567."
    follows = FIRST.replace("KeyError: 'x'", closed) + IN_PASSING + THEN.format(TWICE)
    other = "\n".join(f"[rank1]: {line}" for line in (FIRST + IN_PASSING + THEN.format(TWICE)).split("\n"))
    verdict = said("\n".join(f"[rank0]: {line}" for line in follows.split("\n")) + "\n" + other)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("likely", "initialized-twice", 1)


def test_a_rank_whose_last_words_follow_from_another_did_not_fail_first():
    """torchrun tells ranks that end in the same second apart by chance: it may name the wrong one."""
    log = wrapped(0, SHUFFLE)
    lines = log.split("\n")
    caught = [f"[rank1]: {line}" for line in THEN.format(TWICE).split("\n")]
    named = "\n".join([*caught, *lines]).replace(
        "rank      : 0 (local_rank: 0)\n  exitcode  : 1 ", "rank      : 1 (local_rank: 1)\n  exitcode  : 1 "
    )
    verdict = said(named)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("sure", "sampler-and-shuffle", 0)
    assert "initialized-twice" in slugs(verdict)


DONE = "E1127 07:20:55.2 {} torch/distributed/elastic/multiprocessing/api.py:1002] failed (exitcode: 1) local_rank: 2 (pid: 90) of binary: /bin/python\n"


def restarted(first: str, agents: tuple[str, ...] = ("8411", "8411"), ranks: tuple[int, int] = (2, 0)) -> str:
    """A job that torchrun started again: rank 2 failed, and then rank 0 in another way."""
    launcher = 'Traceback (most recent call last):\n  File "torch/distributed/launcher'
    one, two = wrapped(ranks[0], first).split(launcher)[0], wrapped(ranks[1], "RuntimeError: cannot connect")
    return one + DONE.format(agents[0]) + two.replace(launcher, DONE.format(agents[1]) + launcher)


def test_of_several_attempts_the_first_failure_of_the_first_leads():
    verdict = said(restarted("KeyError: 'y'"))
    assert (verdict.root.text, verdict.root.rank, verdict.attempts) == ("KeyError: 'y'", 2, 2)
    assert explain.sentence(verdict) == (
        "Rank 2 failed first: KeyError: 'y', at train.py:9. Ranks 0, 1 and 3 only waited or lost their connection. "
        "The restart failed too: rank 0, RuntimeError: cannot connect."
    )
    assert verdict.reason.endswith(" This is of the first of 2 attempts.")
    known = said(restarted(SHUFFLE))
    assert (known.sure, known.root.slug, known.root.rank) == ("sure", "sampler-and-shuffle", 2)
    same = explain.sentence(said(restarted("RuntimeError: cannot connect")))
    assert same.endswith(" The restart failed in the same way.")


FOLDERS = """
require(process.argv[1]);
const { known, texts } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const files = Object.entries(texts).map(([name, text]) => ({ name, blob: new Blob([text]) }));
globalThis.Lockstep.analyse(known, files, 7, () => {}, () => {}).then((said) => process.stdout.write(JSON.stringify(said)));
"""


def test_the_folders_of_attempts_tell_which_error_came_first(tmp_path):
    def failing(error: str) -> str:
        return f'{HEAD}  File "train.py", line 9, in main\n{error}\n'

    texts = {
        "r/attempt_0/0/stderr.log": "step 1\n" + failing(SHUFFLE), "r/attempt_0/1/stderr.log": "step 1\n",
        "r/attempt_1/0/stderr.log": failing(TWICE), "r/attempt_2/1/stderr.log": failing(TWICE),
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    logs = Logs([tmp_path])
    verdict = explain.explain(logs.blocks(), ENTRIES)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank, verdict.attempts) == (
        "sure",
        "sampler-and-shuffle",
        0,
        3,
    )
    assert verdict.reason.endswith(" This is of the first of 3 attempts.")
    assert logs.place(verdict.root.line).endswith("r/attempt_0/0/stderr.log:4")
    assert logs.place(verdict.again.line).endswith("r/attempt_1/0/stderr.log:3")
    command = ["node", "-e", FOLDERS, str(ROOT / "docs/assets/explain.js")]
    asked = json.dumps({"known": known(), "texts": texts})
    there = json.loads(subprocess.run(command, input=asked, capture_output=True, text=True, check=True).stdout)
    assert there["starts"] == logs._starts
    assert there["verdict"] | {"sentence": explain.sentence(verdict, ENTRIES)} == as_data(verdict)


@pytest.mark.parametrize("agents", [("8411", "8412"), ("", "")])
def test_two_hosts_of_one_attempt_are_no_two_attempts(agents):
    verdict = said(restarted("KeyError: 'y'", agents))
    assert (verdict.root.text, verdict.attempts) == ("RuntimeError: cannot connect", 0)


LATE = (
    "{0}[E120 ProcessGroupNCCL.cpp:616] [Rank {1}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={2}, "
    "OpType={3}, NumelIn=9, NumelOut=9, Timeout(ms)=600000) ran for 600020 milliseconds before timing out.\n"
)
GROUP = (
    "[rank{0}]:[E120 ProcessGroupNCCL.cpp:1785] [PG ID {1} PG GUID {2} Rank 0] Exception (either an error or timeout) "
    "detected by watchdog at work: {3}, last enqueued NCCL work: 12, last completed NCCL work: 11.\n"
)


def late(*calls: tuple[int, int, str]) -> str:
    return "".join(LATE.format(f"[rank{rank}]:", rank, number, name) for rank, number, name in calls)


DIFFER = late((0, 808, "ALLREDUCE"), (1, 808, "ALLREDUCE"), (2, 808, "ALLGATHER"), (3, 808, "ALLREDUCE"))
BEHIND = late((0, 96120, "ALLREDUCE"), (7, 64088, "ALLREDUCE"), (0, 96125, "ALLREDUCE"))
AHEAD = late((0, 12, "ALLREDUCE"), (1, 11, "ALLREDUCE"), (2, 11, "ALLREDUCE"))
IN_GROUPS = (
    late((0, 12, "ALLREDUCE")) + GROUP.format(0, 1, "3(tp)", 12) + late((1, 7, "_ALLGATHER_BASE"))
    + GROUP.format(1, 2, "5(dp)", 7)
)  # fmt: skip
ONE_GROUP = IN_GROUPS.replace("5(dp)", "3(tp)")
NEWER = (  # of torch 2.6 and newer
    "[rank{0}]:[E812 ProcessGroupNCCL.cpp:2268] [PG ID {1} PG GUID {2} Rank {0}]  failure detected by watchdog at work "
    "sequence id: {3} PG status: last enqueued work: 41, last completed work: 39\n"
)
ENDED = (
    "[rank{0}]:[E812 ProcessGroupNCCL.cpp:1897] [PG ID {1} PG GUID {2} Rank {0}] Process group watchdog thread terminated "
    "with exception: [Rank {0}] Watchdog caught collective operation timeout: WorkNCCL(SeqNum={3}, OpType=ALLREDUCE, "
    "NumelIn=9, NumelOut=9, Timeout(ms)=600000) ran for 600020 milliseconds before timing out.\n"
)


def whole_groups(line: str, *of: str) -> str:
    """Rank 0 times out in a call of one group of all ranks, and the others in a call of another one."""
    calls = ((0, 40, "BROADCAST"), (1, 40, "_ALLGATHER_BASE"), (2, 40, "_ALLGATHER_BASE"))
    return "".join(
        late(call) + line.format(call[0], group[0], group, 40) for call, group in zip(calls, of, strict=True)
    )


DEFAULT, FULLY = "0(default_pg)", "1(mesh_fsdp)"
COMPARED = {
    "another call": (DIFFER, "collectives-differ", 2, "In one group, call 808 is ALLGATHER on rank 2 and ALLREDUCE on ranks 0, 1 and 3."),
    "behind": (BEHIND, "watchdog-timeout", 7, "Rank 7 is behind: in call 64088 of the group, and rank 0 in call 96120."),
    "no prefix": (BEHIND.replace("[rank0]:", "").replace("[rank7]:", ""), "watchdog-timeout", 7, "Rank 7 is behind: in call 64088 of the group, and rank 0 in call 96120."),
    "ahead": (AHEAD, "watchdog-timeout", 0, "Rank 0 is ahead: in call 12 of the group, and ranks 1 and 2 in call 11."),
    "one group of torch 2.6": (whole_groups(NEWER, FULLY, FULLY, FULLY), "collectives-differ", 0, "In one group, call 40 is BROADCAST on rank 0 and _ALLGATHER_BASE on ranks 1 and 2."),
    "one group": (ONE_GROUP, "watchdog-timeout", 1, "Rank 1 is behind: in call 7 of the group, and rank 0 in call 12."),
}  # fmt: skip


@pytest.mark.parametrize("name", COMPARED)
def test_calls_in_which_ranks_timed_out_are_compared(name):
    log, slug, rank, sentence = COMPARED[name]
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("likely", slug, rank)
    assert explain.sentence(verdict) == sentence
    text = explain.as_text(verdict, ENTRIES)
    assert "Find the rank that prints no timeout" not in text
    assert f"OpType={'ALLGATHER' if name == 'another call' else ''}" in verdict.root.text


ALIKE = {
    "in groups": IN_GROUPS,
    "in two groups of torch 2.6": whole_groups(NEWER, DEFAULT, FULLY, FULLY),
    "in two groups that only the last line names": whole_groups(ENDED, DEFAULT, FULLY, FULLY),
    "in a group that no line names": late((0, 40, "BROADCAST"))
    + NEWER.format(0, 0, DEFAULT, 40)
    + late((1, 9, "ALLREDUCE"), (2, 7, "ALLREDUCE")),
    "smaller groups without a name": late((0, 12, "ALLREDUCE")) + LATE.format("[rank3]:", 1, 7, "ALLREDUCE"),
    "the same call": late((0, 5, "ALLREDUCE"), (1, 5, "ALLREDUCE")),
    "send and receive": late((0, 5, "SEND"), (1, 5, "RECV")),
    "ranks counted in a group": "".join(text.partition("]:")[2] for text in ONE_GROUP.splitlines(keepends=True)),
}


@pytest.mark.parametrize("name", ALIKE)
def test_calls_of_several_groups_and_equal_ones_are_not_compared(name):
    verdict = said(ALIKE[name])
    assert (verdict.sure, verdict.root.slug, verdict.differs) == ("likely", "watchdog-timeout", "")


GROUPED = """  + Exception Group Traceback (most recent call last):
  |   File "train.py", line 5, in <module>
  |     asyncio.run(main())
  | ExceptionGroup: unhandled errors in a TaskGroup (1 sub-exception)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "data.py", line 9, in load
    |     raise ValueError("bad shard")
    | ValueError: bad shard
    +------------------------------------"""


def test_a_notice_is_no_failure(in_the_script):
    verdict = said(OMP)
    assert explain.sentence(verdict).startswith("A process printed a notice: Setting OMP_NUM_THREADS")
    assert in_the_script([OMP]) == [as_data(verdict)]


def test_the_error_within_an_exception_group_is_found(in_the_script):
    ranked = "\n".join(f"[rank1]: {line}" for line in GROUPED.split("\n")).replace("ValueError: bad shard", TWICE)
    verdict, other = said(GROUPED), said(ranked)
    assert explain.sentence(verdict) == "A process failed: ValueError: bad shard, at data.py:9."
    assert (other.sure, other.root.slug, other.root.rank, other.others) == ("sure", "initialized-twice", 1, ())
    assert in_the_script([GROUPED, ranked]) == [as_data(verdict), as_data(other)]


def test_a_list_quotes_the_line_of_the_log_and_not_the_title_of_its_entry():
    log = f"{HEAD}KeyError: 'x'\n{HEAD}torch.distributed.DistStoreError: Timed out after 61 seconds waiting for clients. 3/4 clients joined.\n"
    text = explain.as_text(said(log), ENTRIES)
    assert (
        "\n  line 4: torch.distributed.DistStoreError: Timed out after 61 seconds waiting for clients. 3/4 clients joined "
        "(docs/errors/waiting-for-clients.md)" in text
    )


ABORTED = "torch.distributed.DistBackendError: NCCL communicator was aborted on rank 1."


def test_a_rank_whose_communicator_was_aborted_only_lost_its_connection():
    log = "\n".join(
        f"[rank{rank}]: {line}"
        for rank, error in enumerate(("KeyError: 'labels'", ABORTED))
        for line in (HEAD + f'  File "train.py", line 88, in main\n{error}').split("\n")
    )
    assert explain.sentence(said(log)) == (
        "Rank 0 failed first: KeyError: 'labels', at train.py:88. Rank 1 only waited or lost its connection."
    )


PINNED = (
    "Exception in thread Thread-5 (_pin_memory_loop):\n"
    + HEAD
    + "RuntimeError: Pin memory thread exited unexpectedly\n"
)
LONG = """[rank3]:[E1127 16:17:13.787841000 ProcessGroupNCCL.cpp:632] [PG ID 2 PG GUID 22(mesh_dim_0_of_a_mesh_of_three) Rank 3] \
Process group watchdog thread terminated with exception: {}[Rank 3] Watchdog caught collective operation timeout: \
WorkNCCL(SeqNum=1234, OpType=ALLREDUCE, NumelIn=1048576, NumelOut=1048576, Timeout(ms)=600000) ran for 600020 milliseconds before timing out."""


@pytest.mark.parametrize("more", ["", "🙂 and after a word " * 6])
def test_of_a_long_line_of_the_watchdog_the_words_that_matter_are_shown_and_no_head(more, in_the_script):
    log = LONG.format(more)
    sentence = explain.sentence(said(log), ENTRIES)
    assert "Watchdog caught collective operation timeout" in sentence
    assert "ProcessGroupNCCL.cpp" not in sentence
    assert len(sentence) < 300
    short = LATE.format("[rank1]:", 1, 7, "ALLREDUCE")
    assert explain.sentence(said(short), ENTRIES).startswith(
        "Rank 1 shows only what followed: [Rank 1] Watchdog caught"
    )
    logs = [log, short, log.replace("Watchdog caught", "It caught")]
    assert in_the_script(logs) == [as_data(said(one)) for one in logs]


CUT = "RuntimeError: The size of tensor a (4096) must match the size of tensor b (2048) at non-singleton dimension 1"


@pytest.mark.parametrize("is_first", [True, False])
def test_an_error_without_its_traceback_on_a_rank_that_shows_nothing_else_is_the_cause(is_first, in_the_script):
    lines = [f"[rank1]: {CUT}", f"[rank0]: {ABORTED}"]
    log = "\n".join(lines if is_first else reversed(lines))
    verdict = said(log)
    assert (verdict.sure, verdict.root.text, verdict.root.rank) == ("no match", CUT, 1)
    assert [one.slug for one in verdict.consequences] == ["connection-closed"]
    assert in_the_script([log]) == [as_data(verdict)]


@pytest.mark.parametrize("name", ["AssertionError", "NotImplementedError", "MemoryError"])
def test_an_error_without_a_message_and_without_its_traceback_is_shown(name, in_the_script):
    logs = [f'[rank0]:   File "/app/train.py", line 2, in step\n[rank0]: {name}', name, f"it raises {name} then"]
    shown = [verdict.root and verdict.root.text for verdict in map(said, logs)]
    assert shown == [name, name, None]
    assert in_the_script(logs) == [as_data(said(log)) for log in logs]


TOLD = (  # errors of Slurm and Kubernetes that have no entry
    "sbatch: error: Batch job submission failed: Invalid account or account/partition combination specified",
    "srun: error: Unable to create step for job 1234: Requested node configuration is not available",
    "slurmstepd: error: execve(): /tmp/slurmd/job2997814/slurm_script: No such file or directory",
    "Warning  FailedMount  3s (x6 over 5m)  kubelet  Unable to attach or mount volumes",
    "2m10s       Warning   FailedCreate   job/x   Error creating: pods is forbidden: exceeded quota: gpus",
    'Error from server (Forbidden): error when creating "job.yaml": pods "x" is forbidden: exceeded quota: gpus',
)


@pytest.mark.parametrize("line", TOLD)
def test_an_error_of_the_scheduler_that_no_entry_knows_is_shown_where_no_program_says_more(line, in_the_script):
    exited = "srun: error: gpu3: task 0: Exited with exit code 2"
    warned = "Warning: find_unused_parameters=True was specified in DDP constructor, but did not find any unused parameters in the forward pass"
    logs = [f"  {line}", f"{line}\n{exited}", f"{exited}\n{line}", f"{line}\n{UNKNOWN}", f"{line}\n{warned}"]
    roots = [verdict.root and (verdict.root.slug or verdict.root.text) for verdict in map(said, logs)]
    indented = line if line[0] in "W2" else None  # events of a pod are
    assert roots == [indented, line, "child-failed", "KeyError: 'model'", "no-unused-parameters-found"]
    assert explain.sentence(said(line), ENTRIES).startswith(f"The scheduler says: {line[:100]}")
    assert in_the_script(logs) == [as_data(said(log)) for log in logs]


@pytest.mark.parametrize(
    "line", ["train.py:3: Warning  Failed to load the image", "Warning: Failed to read x", "srun: job 12 queued"]
)
def test_what_is_no_error_of_a_scheduler_is_not_shown(line, in_the_script):
    assert said(line).root is None
    assert in_the_script([line]) == [as_data(said(line))]


def test_where_an_error_that_no_entry_knows_may_be_of_any_rank_no_rank_is_said_to_be_missing(in_the_script):
    log = f"{CUT}\n[rank0]: {ABORTED}"
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, [one.text for one in verdict.others]) == (
        "likely",
        "connection-closed",
        [CUT],
    )
    assert "not in this log" not in verdict.reason
    assert explain.sentence(verdict).endswith("An error that no entry knows may be why.")
    assert in_the_script([log]) == [as_data(verdict)]


WORKER = f"[rank0]: {HEAD}[rank0]: RuntimeError: DataLoader worker (pid(s) 4312, 4313) exited unexpectedly\n"


def test_a_rank_whose_own_worker_died_did_not_only_wait(in_the_script):
    closed = f"[rank1]: {HEAD}[rank1]: {ABORTED}\n"
    verdict, other = said(PINNED + WORKER), said(PINNED + WORKER + closed)
    assert (verdict.root.text, verdict.followed) == ("RuntimeError: Pin memory thread exited unexpectedly", ())
    assert [one.slug for one in verdict.consequences] == ["dataloader-worker-exited"]
    assert other.followed == (1,)
    assert in_the_script([PINNED + WORKER, PINNED + WORKER + closed]) == [as_data(verdict), as_data(other)]


def other_model(rank, sizes="[2, 3]"):
    text = f"[{rank}]: params[0] in this process with sizes {sizes} appears not to match sizes of the same param in process 0."
    return f"[rank{rank}]: {HEAD}[rank{rank}]: RuntimeError: {text}\n"


WAITED = f"[rank{{0}}]: {HEAD}[rank{{0}}]: {ABORTED}\n"


@pytest.mark.parametrize(
    ("log", "more"),
    [
        (
            [WAITED.format(0), *map(other_model, (1, 2, 3))],
            ". Ranks 1, 2 and 3 say this with the same sizes, so the one that differs may be rank 0.",
        ),
        (
            map(other_model, range(1, 12)),
            ". 11 ranks say this with the same sizes, so the one that differs may be rank 0.",
        ),
        ([WAITED.format(0), other_model(1), other_model(2, "[5, 3]")], "process 0."),  # three models
        ([WAITED.format(0), other_model(1)], "process 0."),  # either may be wrong
        (
            [one.replace("sizes", "strides") for one in map(other_model, (1, 2))],
            "process 0.",
        ),  # what differs is not shown
        (
            [WAITED.format(0), other_model(1), other_model(2), WAITED.format(3)],
            " Ranks 0 and 3 only waited or lost their connection.",
        ),
    ],
)
def test_rank_0_did_not_only_wait_where_no_other_has_its_model(log, more, in_the_script):
    log = "".join(log)
    verdict = said(log)
    assert explain.sentence(verdict, ENTRIES).removesuffix(".").endswith(more.removesuffix("."))
    assert (verdict.root.slug, verdict.root.rank) == ("models-differ", 1)
    assert in_the_script([log]) == [as_data(verdict)]


def test_a_rank_that_was_ended_before_it_compared_its_model_may_have_that_of_rank_0(in_the_script):
    log = recorded("errors/four_ranks_job_5.py")
    silent = "\n".join(line for line in log.split("\n") if not line.startswith("[rank3]"))
    assert said(log).against == (1, 2, 3)
    assert (said(silent).against, said(silent).followed) == ((), (0,))
    assert in_the_script([log, silent]) == [as_data(said(log)), as_data(said(silent))]


RERAISED = f"""{HEAD}  File "/app/train.py", line 12, in <module>
    for batch in loader:
  File "/x/site-packages/torch/_utils.py", line 775, in reraise
    raise exception
KeyError: Caught KeyError in DataLoader worker process 0.
Original {HEAD}  File "/x/site-packages/torch/utils/data/_utils/worker.py", line 349, in _worker_loop
    data = fetcher.fetch(index)
  File "/app/data.py", line 33, in __getitem__
    return self.labels[idx]
KeyError: 'label'
"""


@pytest.mark.parametrize("prefix", ["", "[rank0]: "])
def test_an_error_of_a_worker_of_the_loader_is_one_error_and_its_place_is_in_the_worker(prefix, in_the_script):
    log = "".join(f"{prefix}{line}\n" for line in RERAISED.splitlines())
    verdict = said(log)
    assert (verdict.sure, verdict.root.text, verdict.root.at) == ("no match", "KeyError: 'label'", "/app/data.py:33")
    assert verdict.others == verdict.consequences == ()
    library = said(log.replace("/app/data.py", "/x/dist-packages/data.py"))
    assert (library.root.text, library.root.at) == ("KeyError: 'label'", "/app/train.py:12")
    full = said(log.replace("KeyError: 'label'", FULL))
    assert (full.root.slug, full.root.at, full.others) == ("cuda-out-of-memory", "/app/data.py:33", ())
    before = said(f"{prefix}{HEAD}{prefix}ValueError: no\n" + f"{prefix}step\n" * 200 + log)
    assert [one.text for one in before.others] == ["ValueError: no", "KeyError: 'label'"]
    logs = [log, log.replace("/app/data.py", "/x/dist-packages/data.py"), log.replace("KeyError: 'label'", FULL)]
    assert in_the_script(logs) == [as_data(said(one)) for one in logs]


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("srun: error: node-1: task 3: Out Of Memory", "host-out-of-memory"),
        ("srun: error: n1: task 3: Segmentation fault (core dumped)", "segmentation-fault"),
        ("slurmstepd: error: *** STEP 812.0 ON n1 CANCELLED AT 2025-08-12T10:22:33 DUE TO PREEMPTION ***", "sigterm-without-a-checkpoint"),
        (
            "[rank0]:[F812 10:22:31.1 ProcessGroupNCCL.cpp:1557] [PG ID 0 PG GUID 0(default_pg) Rank 0] Terminating the "
            "process after attempting to dump debug info, due to ProcessGroupNCCL watchdog hang.",
            "nccl-heartbeat",
        ),
    ],
)  # fmt: skip
def test_what_slurm_and_the_heartbeat_monitor_say_last_leads_to_an_entry(line, slug):
    ended = (
        "E0812 10:22:01.1 4021 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: -15) "
        "local_rank: 0 (pid: 4031) of binary: python\n"
    )
    verdict = said(f"{line}\n{ended}")
    assert (verdict.sure, verdict.root.slug) == ("sure" if slug == "host-out-of-memory" else "likely", slug)


def test_the_time_limit_says_more_than_signal_9():
    limit = "slurmstepd: error: *** STEP 12.0 ON node12 CANCELLED AT 2025-06-01T10:00:00 DUE TO TIME LIMIT ***\n"
    killed = (
        "E0325 20:57:27.6 2606 torch/x/api.py:869] failed (exitcode: -9) local_rank: 5 (pid: 2630) of binary: python\n"
    )
    for log in (limit, limit + killed, killed + limit):
        verdict = said(log)
        assert (verdict.sure, verdict.root.slug) == ("likely", "sigterm-without-a-checkpoint")
    assert said(killed).root.slug == "killed-by-the-system"


def test_what_timed_out_before_the_job_was_told_to_end_did_not_follow_from_that(in_the_script):
    log = (ROOT / "tests/explain/hang/nccl/watchdog.log").read_text("utf-8")
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.root.rank) == ("likely", "watchdog-timeout", 0)
    assert [one.slug for one in verdict.others] == ["sigterm-without-a-checkpoint"]
    waited, ended = log.split("W1127 16:17:13.787000", 1)
    turned = f"W1127 16:17:13.787000{ended}\n{waited}"  # of two files: their clocks still say which came first
    before = turned.replace("W1127 16:17:", "W1127 15:17:")
    slugs = ["watchdog-timeout", "watchdog-timeout", "sigterm-without-a-checkpoint"]
    assert [said(one).root.slug for one in (log, turned, before)] == slugs
    assert [one["root"]["slug"] for one in in_the_script([log, turned, before])] == slugs


ARRIVED = (
    "DDP expects same model across all ranks, but Rank {} has 128 params, while rank {} has inconsistent {} params."
)
GATHERING = (
    "[rank{0}]:[E1122 00:10:00.123 ProcessGroupNCCL.cpp:616] [Rank {0}] Watchdog caught collective operation timeout: "
    "WorkNCCL(SeqNum=1, OpType=ALLGATHER, NumelIn=1, NumelOut=4, Timeout(ms)=600000) ran for 600063 milliseconds before "
    "timing out."
)


def compared(ranks: list[int], number: int) -> str:
    """The constructor of DDP, in the words of torch's reducer.cpp, where the numbers of parameters are not the same."""
    frame = '  File "torch/distributed/utils.py", line 294, in _verify_param_shape_across_processes'
    lines = [GATHERING.format(rank) for rank in range(4)]
    for rank in ranks:
        error = f"RuntimeError: {ARRIVED.format(rank, 0, number)}"
        lines += [f"[rank{rank}]: {line}" for line in ("Traceback (most recent call last):", frame, error)]
    return "\n".join(lines)


@pytest.mark.parametrize("ranks", [[3], [1, 2, 3]])
def test_numbers_that_did_not_arrive_do_not_say_that_models_differ(ranks):
    verdict = said(compared(ranks, 0))
    assert (verdict.sure, verdict.root.slug, verdict.others) == ("likely", "watchdog-timeout", ())
    assert (said(compared(ranks, 10)).sure, said(compared(ranks, 10)).root.slug) == ("sure", "models-differ")
    named = said(wrapped(3, f"RuntimeError: {ARRIVED.format(3, 0, 0)}"))
    assert (named.sure, named.root.slug, named.root.rank) == ("likely", "watchdog-timeout", 3)


def test_a_sure_verdict_states_the_lines_that_make_it_so():
    verdict = said(wrapped(2, SHUFFLE))
    assert (verdict.named.line, verdict.named.text) == (43, "rank      : 2 (local_rank: 2)")
    text = explain.as_text(verdict, ENTRIES)
    assert f"\nline 12, rank 2: {SHUFFLE}\nline 43, rank 2: rank      : 2 (local_rank: 2)\n" in text
    alone = said(f"step 1\n{SHUFFLE}\n")
    assert (alone.sure, alone.named) == ("sure", None)
    assert f"\nline 2: {SHUFFLE}\n" in explain.as_text(alone, ENTRIES)


def shortest(one: Entry, pattern: str) -> str:
    """The shortest log from which an entry can be known by one of its patterns."""
    place = f"{one.where[0].replace('*', ' ')}\n" if one.where else ""
    head = "" if one.role == "warning" else f"Traceback (most recent call last):\n  {place}"
    return f"{head}{pattern.replace('*', ' ')}\n"


CERTAIN = {
    f"{one.slug} {place}": (one, pattern)
    for one in TELLING
    for place, pattern in enumerate(one.patterns)
    if one.certain and one.role not in ("consequence", "note")  # beside a notice an unknown error may stand
}


def stated(verdict: Verdict) -> list[explain.Finding]:
    return [finding for finding in (verdict.root, verdict.where, verdict.named) if finding]


@pytest.mark.parametrize("name", CERTAIN)
def test_every_entry_that_can_be_sure_states_the_lines_that_make_it_so(name):
    one, pattern = CERTAIN[name]
    log = shortest(one, pattern)
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug) == ("sure", one.slug)
    lines, text = log.split("\n"), explain.as_text(verdict, ENTRIES).split("\n")
    assert says(lines[verdict.root.line - 1], pattern.split("*"))
    fits_where = [n for n, line in enumerate(lines, 1) if any(says(line, p.split("*")) for p in one.where)]
    assert not one.where or verdict.root.line in fits_where or verdict.where.line in fits_where
    for finding in stated(verdict):
        assert finding.text == lines[finding.line - 1].strip(" \t")
        assert f"line {finding.line}: {finding.text}" in text


@pytest.mark.parametrize("name", sorted(name for one in TELLING for name in one.broken))
def test_the_lines_that_a_verdict_states_stand_in_the_log(name):
    lines, verdict = recorded(name).split("\n"), said(recorded(name))
    assert verdict.root or verdict.sure not in ("sure", "likely")
    assert all(finding.text in lines[finding.line - 1] for finding in stated(verdict))


KILLED = "Out of memory: Killed process 4031 (python) total-vm:9kB, anon-rss:8kB"
XID = "Mar 04 10:22:02 node02 kernel: NVRM: Xid (PCI:0000:4f:00): {}, pid=4012, name=python,"
LOST = XID.format(79) + " GPU has fallen off the bus."
LATE = "[rank1]:[E304 10:32:11.5 ProcessGroupNCCL.cpp:632] [Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9)"
SOCKET = "[c10d] The server socket has failed to"
TAKEN = "(errno: 98 - Address already in use)."
STORE = (
    '  File "torch/distributed/rendezvous.py", line 142, in _tcp_rendezvous_handler\n    store = TCPStore(host, port)\n'
)
SENT = "[c10d] sendBytes failed on SocketImpl(fd=3, addr=[node1]:1, remote=[node0]:2): Broken pipe"
SEEN = {  # lines as people post them, and the entry that they lead to
    "the scheduler's limit": (
        "slurmstepd: error: *** JOB 4945 ON node3 CANCELLED AT 2026-04-20T09:09:37 DUE TO TIME LIMIT ***",
        "sigterm-without-a-checkpoint",
    ),
    "a closed terminal": (
        f"{HEAD}torch.distributed.elastic.multiprocessing.api.SignalException: Process 8665 got signal: 1",
        "killed-by-the-system",
    ),
    "a job that was cancelled": (
        f"{HEAD}torch.distributed.elastic.multiprocessing.api.SignalException: Process 8665 got signal: 15",
        "sigterm-without-a-checkpoint",
    ),
    "too little shared memory": (
        f"{HEAD}RuntimeError: DataLoader worker (pid 46794) is killed by signal: Bus error. It is possible that",
        "dataloader-bus-error",
    ),
    "a GPU that is full": (f"{HEAD}RuntimeError: CUDA error: out of memory", "cuda-out-of-memory"),
    "a GPU that is full for NCCL": ("alloc.h:178 NCCL WARN Cuda failure 2 'out of memory'", "cuda-out-of-memory"),
    "an old version and a port that is taken": (
        f"{HEAD}{STORE}RuntimeError: Address already in use",
        "address-in-use",
    ),
    "a port that is taken": (
        f"[W socket.cpp:401] {SOCKET} bind to 0.0.0.0:47531 {TAKEN}\n[E socket.cpp:435] {SOCKET} listen on any local "
        f"network address.\n{HEAD}{STORE}RuntimeError: {SOCKET[7:]} listen on any local network address. {SOCKET[7:]} "
        f"bind to [::]:47531 {TAKEN}",
        "address-in-use",
    ),
    "the kernel, out of memory": (f"[99.1] {KILLED}", "host-out-of-memory"),
    "an older kernel, out of memory": (
        "Out of memory: Kill process 1402 (python3.10) score 912 or sacrifice child",
        "host-out-of-memory",
    ),
    "Kubernetes, out of memory": ("    Last State:  Terminated\n      Reason:    OOMKilled", "host-out-of-memory"),
    "mpirun, of a rank that was killed": (
        "mpirun noticed that process rank 1 with PID 0 on node a exited on signal 9 (Killed).",
        "killed-by-the-system",
    ),
    "a table of pods": ("train-0  0/1    OOMKilled   0          3h", "host-out-of-memory"),
    "what a GPU asks for after it failed": (
        f"{XID.format(154)} GPU recovery action changed from 0x0 (None) to 0x2 (Node Reboot Required)",
        "xid",
    ),
    "a GPU that has fallen off the bus": (
        "[99.1] NVRM: Xid (PCI:0000:3b:00): 79, pid=4012, name=python, GPU has fallen off the bus.\n"
        f"[rank3]: {HEAD}[rank3]: RuntimeError: CUDA error: unspecified launch failure",
        "xid",
    ),
    "a kernel that read a wrong address is no failed GPU": (
        "[99.1] NVRM: Xid (PCI:0000:3b:00): 31, pid=4012, name=python, Ch 0000003b, MMU Fault",
        "illegal-memory-access",
    ),
    "what is left of a program is no cause": (
        "[99.1] NVRM: Xid (PCI:0000:3b:00): 45, pid=4012, name=python, Ch 00000008\n"
        f"[rank3]: {HEAD}[rank3]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 MiB",
        "cuda-out-of-memory",
    ),
    "the store that has ended": (
        f"[rank1]:[W1122 21:07:19.145 TCPStore.cpp:106] {SENT}\n[rank1]: {HEAD}"
        "[rank1]: torch.distributed.DistNetworkError: Broken pipe",
        "connection-closed",
    ),
}


UNKNOWN = f'{HEAD}  File "/app/train.py", line 12, in <module>\n    x = cfg["model"]\nKeyError: \'model\''
AGENT_LATER = "W0304 10:33:40.112000 3211 torch/distributed/elastic/agent/server/api.py:719] Received 15 death signal, shutting down workers"
AGENT_BEFORE = AGENT_LATER.replace("10:33", "10:20")
OUTSIDE = {  # what the kernel, Slurm and torchrun print beside the job: the lines, the root's slug, and the other findings
    "the error above a line of the kernel is kept": (f"{UNKNOWN}\n[50.1] {KILLED}", None, ["KeyError: 'model'", "host-out-of-memory"]),
    "and above a blank line": (f"{UNKNOWN}\n\n{LOST}", None, ["KeyError: 'model'", "xid"]),
    "and above a line of Slurm": (
        f"{UNKNOWN}\nslurmstepd: error: *** JOB 8 ON n1 CANCELLED AT 2025-03-04T10:20:59 DUE TO TIME LIMIT ***",
        None,
        ["KeyError: 'model'", "sigterm-without-a-checkpoint"],
    ),
    "and above a line of torchrun": (
        f"{UNKNOWN}\nE0304 10:22:01.1 4021 torch/distributed/elastic/multiprocessing/api.py:869] failed (exitcode: -9) local_rank: 0 (pid: 4031) of binary: python",
        None,
        ["KeyError: 'model'", "killed-by-the-system"],
    ),
    "and above a line of Slurm that names its host": (
        f"{UNKNOWN}\nslurmstepd-gpu12: error: Detected 1 oom_kill event in StepId=8.0.", None, ["KeyError: 'model'", "host-out-of-memory"],
    ),
    "and above what Kubernetes says": (f"{UNKNOWN}\n      Reason:       OOMKilled", None, ["KeyError: 'model'", "host-out-of-memory"]),
    "and above a line of dmesg -x": (f"{UNKNOWN}\nkern  :warn  : [5.1] {LOST.partition('kernel: ')[2]}", None, ["KeyError: 'model'", "xid"]),
    "and above what C++ says as it ends": (
        f"{UNKNOWN}\nterminate called after throwing an instance of 'c10::DistBackendError'\n  what():  [Rank 1] {LATE[50:]}", "", [],
    ),
    "and above an error of another process": (
        f"{UNKNOWN}\ntorch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB", None, ["KeyError: 'model'", "cuda-out-of-memory"],
    ),
    "an error whose message is in the next line": (
        f"{HEAD}BackendCompilerFailed: backend='inductor' raised:\nRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB", "cuda-out-of-memory", [],
    ),
    "a link that had an error and goes on": (XID.format(149) + " NETIR_BER_EVENT Nonfatal XC0 i0 Link 12", None, []),
    "a link that failed": (XID.format(149) + " NETIR_LINK_DOWN Fatal XC0 i0 Link 12", "xid", []),
    "a line of the kernel between the frames": (
        UNKNOWN.replace("KeyError", f"{LOST}\nKeyError"), None, ["xid", "KeyError: 'model'"],
    ),
    "a GPU that failed is no cause of a wrong key": (f"{LOST}\n{UNKNOWN}", None, ["xid", "KeyError: 'model'"]),
    "but of an error of CUDA below it": (f"{LOST}\n{HEAD}RuntimeError: CUDA error: unspecified launch failure", "xid", []),
    "and above it": (f"{HEAD}RuntimeError: CUDA error: unspecified launch failure\n{LOST}", "xid", []),
    "and of a timeout": (f"{LATE}\n{LOST}", "xid", []),
    "a wrong address is the cause of a launch failure": (
        f"{XID.format(13)} Graphics SM Warp Exception\n[rank3]: {HEAD}[rank3]: RuntimeError: CUDA error: unspecified launch failure",
        "illegal-memory-access",
        [],
    ),
    "a kill of the kernel explains signal 9": (f"{KILLED}\nSignal 9 (SIGKILL) received by PID 4031", "host-out-of-memory", []),
    "told to end after the timeout, in a log that stands above it": (f"{AGENT_LATER}\n{LATE}", "watchdog-timeout", ["sigterm-without-a-checkpoint"]),
    "told to end before the timeout, in a log that stands below it": (f"{LATE}\n{AGENT_BEFORE}", "sigterm-without-a-checkpoint", []),
}  # fmt: skip


REPORT = """Root Cause (first observed failure):
[0]:
  time      : 2025-03-04_10:22:31
  host      : node5
  rank      : 1 (local_rank: 1)
  exitcode  : 1 (pid: 8123)
  error_file: <N/A>
  traceback : To enable traceback see: https://pytorch.org/docs/stable/elastic/errors.html
============================================================
"""
RANKED = UNKNOWN.replace("Traceback", "[rank1]: Traceback").replace("\n", "\n[rank1]: ")


@pytest.mark.parametrize("lines", [0, 1, 2, 3])
@pytest.mark.parametrize(
    "below",
    [
        LOST,
        f"[50.1] {KILLED}",
        f"[rank0]: {HEAD}[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate",
    ],
)
def test_what_stands_below_the_report_of_torchrun_is_no_part_of_it(below, lines, in_the_script):
    log = f"{RANKED}\n{REPORT}" + "step\n" * lines + below
    verdict = said(log)
    assert (verdict.root.rank, verdict.root.text, verdict.root.at) == (1, "KeyError: 'model'", "/app/train.py:12")
    assert in_the_script([log]) == [as_data(verdict)]


@pytest.mark.parametrize("code", [1, -9])
def test_the_rank_that_torchrun_names_did_not_only_wait(code, in_the_script):
    log = f"{KILLED}\n[rank0]: {LATE[9:]}\n{REPORT.replace('exitcode  : 1', f'exitcode  : {code}')}"
    verdict = said(log)
    assert (verdict.root.slug, verdict.followed) == ("host-out-of-memory", (0,))
    assert in_the_script([log]) == [as_data(verdict)]


TOLD = REPORT.replace("exitcode  : 1 ", "exitcode  : -9 ")
OF_PID = KILLED.replace("4031 (python)", "8123 (train.py)")
OF_A_GPU = LOST.replace("4012", "8123").replace("node02", "node5.cluster")
BY_PID = {  # logs, the slug and the rank of the root, and how sure it is
    "a kill of a rank with a name of its own": (f"{OF_PID}\n{TOLD}", "host-out-of-memory", 1, "sure"),
    "a kill of a shell around the program": (f"{OF_PID}\n{TOLD.replace('-9', '137')}", "host-out-of-memory", 1, "sure"),
    "the kernel's log below the report": (f"{TOLD}{OF_PID}", "host-out-of-memory", 1, "sure"),
    "a kill of another process": (f"{OF_PID.replace('8123', '812')}\n{TOLD}", "killed-by-the-system", 1, "likely"),
    "a process that ended in another way": (f"{OF_PID}\n{RANKED}\n{REPORT}", "", 1, "no match"),
    "a kill without a report": (OF_PID, None, None, "no match"),
    "a GPU of the rank": (f"{OF_A_GPU}\n[rank0]: {LATE[9:]}\n{REPORT}", "xid", 1, "sure"),
    "a process of the same number on another host": (f"{LOST.replace('4012', '8123')}\n{REPORT}", "xid", None, "sure"),
    "a GPU of the rank, and an error that it explains": (
        f"{OF_A_GPU}\n[rank1]: {HEAD}[rank1]: RuntimeError: CUDA error: unspecified launch failure\n{REPORT}", "xid", 1, "sure",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BY_PID)
def test_a_line_of_the_kernel_about_the_process_that_torchrun_names_is_of_its_rank(name, in_the_script):
    log, slug, rank, sure = BY_PID[name]
    verdict = said(log)
    root = verdict.root
    assert (root and root.slug, root and root.rank, verdict.sure) == (slug, rank, sure)
    assert ("this line names its process, 8123." in verdict.reason) == (
        slug in ("host-out-of-memory", "xid") and rank == 1
    )
    assert in_the_script([log]) == [as_data(verdict)]


def test_all_gpus_with_the_same_xid_are_named(in_the_script):
    gpus = [LOST.replace("4f", f"{number}f") for number in (1, 2, 3, 4, 5, 6, 1)]
    other = LOST.replace("79", "48").replace("4f", "5e")
    few = explain.sentence(said(f"{LOST}\n{other}\n{LOST.replace('4f', '3b')}\n{LOST}"), ENTRIES)
    assert few.endswith(" Xid 79 stands here for 2 GPUs: node02 PCI:0000:4f:00 and node02 PCI:0000:3b:00.")
    many = explain.sentence(said("\n".join(gpus)), ENTRIES)
    assert many.endswith(
        " Xid 79 stands here for 6 GPUs: "
        + "".join(f"node02 PCI:0000:{n}f:00, " for n in (1, 2, 3))
        + "node02 PCI:0000:4f:00 and 2 more."
    )
    assert "stands here" not in explain.sentence(said(f"{LOST}\n{LOST}\n{other}"), ENTRIES)
    logs = [f"{LOST}\n{other}\n{LOST}", "\n".join(gpus), "\n".join(LOST.replace("4f", f"{n:04x}") for n in range(300))]
    assert in_the_script(logs) == [as_data(said(log)) for log in logs]


SWITCH = "nvidia-nvswitch0: SXid (PCI:0000:c2:00.0): 20034, {}, Link 28 LTSSM Fault Up"
ROWS = {  # lines, the root's slug, how sure, the first words of the fix and the others
    "79": (LOST, "xid", "sure", "Xid 79: the GPU does not answer over PCIe. At fault: GPU, power, slot, driver. Do: reboot the host.", []),
    "a number within a range": (XID.format(145) + " RLW_REMAP Fatal XC0 i0 Link 12", "xid", "sure", "Xid 145: a part of NVLink had an error", []),
    "48 and its page": (XID.format(48) + " An uncorrectable error", "xid", "sure", "Xid 48: an uncorrectable error in memory. At fault: GPU. Do: reset it or reboot; ECC.", []),
    "43 alone": (XID.format(43) + " Ch 00000003", "xid", "likely", "Xid 43: the program was ended after a fault of its own; the GPU is healthy.", []),
    "45 after a fault of the program": (XID.format(45) + " Ch 00000003 caused by previous Xid 13", "xid", "likely", "Xid 45: what a process had on the GPU was cleaned up.", []),
    "45 after a GPU that was lost": (XID.format(45) + " Ch 00000003 caused by previous Xid 79", "xid", "sure", "Xid 45: what a process had on the GPU was cleaned up.", []),
    "45 alone": (XID.format(45) + " Ch 00000003", "xid", "likely", "Xid 45: what a process had on the GPU was cleaned up.", []),
    "43 and an error": (f"{XID.format(43)} Ch 00000003\n{UNKNOWN}", "", "no match", "", ["xid"]),
    "43 and what failed": (f"{XID.format(43)} Ch 00000003\n{LOST}", "xid", "sure", "Xid 79", ["xid"]),
    "a switch that failed": (SWITCH.format("Fatal"), "xid", "sure", "", []),
    "a switch that had an error and goes on": (SWITCH.format("Non-fatal"), None, "no match", "", []),
}  # fmt: skip


def test_that_torchrun_says_a_process_failed_is_no_line_of_the_driver(in_the_script):
    log = "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:"
    verdict = said(log)
    assert (verdict.root and verdict.root.slug, verdict.reason) == ("child-failed", explain._FOLLOWS)
    assert in_the_script([log]) == [as_data(verdict)]


@pytest.mark.parametrize("name", ROWS)
def test_the_row_of_an_xid_is_what_to_do_and_what_only_follows_is_no_cause(name, in_the_script):
    log, slug, sure, fix, consequences = ROWS[name]
    verdict = said(log)
    assert (verdict.root and verdict.root.slug, verdict.sure) == (slug, sure)
    assert verdict.fix.startswith(fix)
    assert bool(verdict.fix) == bool(fix)
    assert [one.slug for one in verdict.consequences] == consequences
    assert verdict.fix in explain.as_text(verdict, ENTRIES)
    assert in_the_script([log]) == [as_data(verdict)]
    assert explain.sentence(verdict).startswith("Only what followed is here: NVRM: Xid") == (
        name in ("43 alone", "45 alone", "45 after a fault of the program")
    )


@pytest.mark.parametrize("name", OUTSIDE)
def test_what_the_system_prints_belongs_to_no_error_of_python(name, in_the_script):
    log, slug, others = OUTSIDE[name]
    verdict = said(log)
    assert (verdict.root.slug if verdict.root else None) == slug
    assert [finding.slug or finding.text for finding in verdict.others] == others
    assert in_the_script([log]) == [as_data(verdict)]


def test_a_line_of_the_system_beside_a_timeout_is_never_sure():
    """The clock of the kernel may be in another zone than that of the job, so nothing says which came first."""
    assert (said(LOST).sure, said(f"{LOST}\n{LATE}").sure) == ("sure", "likely")
    assert explain.sentence(said(f"{LOST}\n{LATE}")) == (
        "A GPU failed: NVRM: Xid (PCI:0000:4f:00): 79, pid=4012, name=python, GPU has fallen off the bus. "
        "Rank 1 only waited or lost its connection."
    )


def test_an_error_that_a_failed_gpu_explains_did_not_only_wait():
    verdict = said(f"{LOST}\n[rank3]: {HEAD}[rank3]: RuntimeError: CUDA error: unspecified launch failure")
    assert (verdict.root.slug, verdict.followed) == ("xid", ())
    assert [finding.rank for finding in verdict.consequences] == [3]


def progress(start: int, count: int, stamp: str = "") -> str:
    """Lines of a script that goes on; with a minute of a day, each says when it was printed."""
    at = [f"2026-11-27 {stamp}:{n:02} INFO " if stamp else "" for n in range(count)]
    return "".join(f"{at[n]}step {start + n} loss 2.31\n" for n in range(count))


FETCH = f'{HEAD}  File "/app/load.py", line 12, in get\nConnectionError: no\n'
LOGGED = f"2026-11-27 10:00:00,100 ERROR fetch of shard 7\n{FETCH}"
RETRY = f"Fetch failed, retrying in 5 s\n{FETCH}"
CAUGHT = {  # logs; whether the error was caught, may have been, or ended the process
    "a logger, and steps later by their clock": (LOGGED + progress(12, 2, "10:01"), "caught"),
    "words that it tries again, and steps": (RETRY + progress(12, 2), "caught"),
    "what Python ignores": (f"Exception ignored in: <function Pool.__del__ at 0x7f>\n{FETCH}", "caught"),
    "an error of logging itself": (f"--- Logging error ---\n{FETCH}Call stack:\n", "caught"),
    "a chain of two": (RETRY + f"\n{'During handling of the above exception, another exception occurred:'}\n\n{FETCH}" + progress(12, 2), "caught"),
    "steps alone": (FETCH + progress(12, 3), "maybe"),
    "steps in a progress bar": (FETCH + "".join(f"  1%|#   | {n}/900 [00:1{n}<59:00, 3.1s/it]\n" for n in (3, 4, 5)), "maybe"),
    "words that it tries again, and the end": (RETRY, "ended"),
    "steps that were kept back": (LOGGED + progress(1, 9, "09:59"), "ended"),
    "two steps": (FETCH + progress(12, 2), "ended"),
    "one step of several ranks": (FETCH + "step 12 loss 2.31\n" * 4, "ended"),
    "the last attempt": (f"Fetch failed 3 times, giving up, no retry\n{FETCH}" + progress(12, 2), "ended"),
    "steps after torchrun started the job again": (RETRY + DONE.format(8411) + progress(12, 5), "ended"),
    "steps after a process that started again": (LOGGED + "world_size=8\n" + progress(12, 5, "10:01"), "ended"),
    "words on how to go on": (f"Error: run it again to continue, or skip the check\n{FETCH}" + progress(12, 2), "ended"),
    "steps far below": (RETRY + "loading\n" * 80 + progress(12, 5), "ended"),
    "skipping something else": (f"Skipping import of cpp extensions\n{FETCH}" + progress(12, 2), "ended"),
}  # fmt: skip


@pytest.mark.parametrize("name", CAUGHT)
def test_an_error_that_the_program_caught_is_not_said_to_have_failed_the_job(name, in_the_script):
    log, what = CAUGHT[name]
    verdict, then, known = said(log), said(f"{log}\n{UNKNOWN}"), said(log.replace("ConnectionError: no", SHUFFLE))
    words = {
        "caught": "caught an error and went on",
        "maybe": "printed an error, and steps follow below",
        "ended": "failed",
    }
    assert words[what] in explain.sentence(verdict), verdict
    assert known.sure == ("sure" if what == "ended" else "likely")
    assert (then.root and then.root.text) == (None if what == "ended" else "KeyError: 'model'")
    assert (what == "maybe") == ("Steps follow below the other errors" in then.reason)
    assert "ConnectionError: no" in {one.text for one in then.others}
    logs = [log, f"{log}\n{UNKNOWN}", log.replace("ConnectionError: no", SHUFFLE)]
    assert in_the_script([*logs, [log[at : at + 7] for at in range(0, len(log), 7)]]) == [
        as_data(one) for one in (verdict, then, known, verdict)
    ]


def test_a_caught_error_of_the_rank_that_torchrun_names_did_not_end_it(in_the_script):
    logged = "".join(f"[rank1]: {line}\n" for line in (RETRY + progress(12, 3)).splitlines())
    log = logged + REPORT
    verdict = said(log)
    assert explain.sentence(verdict).startswith("Rank 1 caught an error and went on: ConnectionError: no, at /app/load")
    assert verdict.sure == "no match"
    assert in_the_script([log]) == [as_data(verdict)]


WAITS = [line for line in compared([], 0).split("\n") if "[Rank 2]" not in line]
ABSENT = {  # logs, and the ranks that printed no timeout
    "between two ranks": (WAITS, "Rank 2"),
    "the last one, and NCCL says how many there are": ([WAITS[0], WAITS[1], "n:1:2 [0] NCCL INFO comm 0x5 rank 0 nranks 3 cudaDev 0"], "Rank 2"),
    "the last one, of a job that says its size": ([*WAITS, "world_size=5", "tensor parallel world size: 2"], "Ranks 2 and 4"),
}  # fmt: skip


@pytest.mark.parametrize("name", ABSENT)
def test_the_rank_that_printed_no_timeout_is_named_where_all_others_did(name, in_the_script):
    lines, who = ABSENT[name]
    log = "\n".join(lines)
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug) == ("likely", "watchdog-timeout")
    assert explain.sentence(verdict).startswith(f"{who} printed no timeout in this log, and ranks 0")
    assert explain.sentence(verdict).endswith("timed out in call 1, ALLGATHER.")
    assert f"Look at {who.lower()} first" in explain.as_text(verdict, ENTRIES)
    assert in_the_script([log]) == [as_data(verdict)]


@pytest.mark.parametrize(
    "log",
    [
        compared([], 0),  # all of them did
        WAITS[2],  # one of four: the log is not whole
        f"{WAITS[0]}\nWORLD_SIZE=2",
        "\n".join(WAITS[:2]).replace("[Rank", "[PG ID 3 PG GUID 5(tp) Rank") + "\nworld_size=4",  # a smaller group
        late((0, 12, "ALLREDUCE"), (1, 12, "ALLREDUCE"), (3, 9, "ALLREDUCE")),  # in two calls
    ],
)
def test_no_rank_is_missing_where_the_log_does_not_say_so(log, in_the_script):
    verdict = said(log)
    assert "printed no timeout" not in explain.sentence(verdict)
    assert in_the_script([log]) == [as_data(verdict)]


LATE_IN_GLOO = "RuntimeError: [unbound_buffer.cc:78] Timed out waiting 8000ms for recv operation to complete"
ENDED_BY_TORCHRUN = """
[{0}]:
  time      : 2026-11-28_12:05:14
  host      : localhost
  rank      : {0} (local_rank: {0})
  exitcode  : {1} (pid: 1287{0})
  error_file: <N/A>
  traceback : {2}"""


def summed_up(*exits: int, more: str = "") -> str:
    """The end of a job in the words of torchrun: rank 0 timed out first, `exits` are those of the others."""
    says = {1: "To enable traceback see: errors.html", -15: "Signal 15 (SIGTERM) received by PID 1"}
    log = f"[rank0]: {HEAD}[rank0]: {LATE_IN_GLOO}\n{more}"
    others = "".join(ENDED_BY_TORCHRUN.format(rank, code, says[code]) for rank, code in enumerate(exits, 1))
    root = ENDED_BY_TORCHRUN.format(0, 1, says[1])
    return f"{log}early.py FAILED\n{'-' * 60}\nFailures:{others}\n{'-' * 60}\nRoot Cause (first observed failure):{root}\n{'=' * 60}\n"


TOO_LATE = f"[rank1]: {HEAD}[rank1]: {LATE_IN_GLOO}\n"
GONE = f"[rank2]: {HEAD}[rank2]: RuntimeError: [/gloo/transport/tcp/pair.cc:553] Connection closed by peer [127.0.0.1]:29387. This is typically caused by a crash.\n"


@pytest.mark.parametrize(
    ("log", "text"),
    [
        (summed_up(-15), "Rank 1 printed no error until torchrun sent SIGTERM, and rank 0 timed out."),
        (
            summed_up(1, -15, more=TOO_LATE),
            "Rank 2 printed no error until torchrun sent SIGTERM, and ranks 0 and 1 timed out.",
        ),
        (
            summed_up(-15, -15, 1, more=TOO_LATE.replace("rank1", "rank3")),
            "Ranks 1 and 2 printed no error until torchrun sent SIGTERM, and ranks 0 and 3 timed out.",
        ),
        (summed_up(1, -15, more=TOO_LATE + GONE), ""),  # it has printed why it ended
        (summed_up(1, 1, more=TOO_LATE), ""),  # none was ended
        (summed_up(-15) + summed_up(-15), ""),  # of two jobs
        (f"{TOO_LATE}{GONE}", ""),  # no summary
    ],
    ids=["of two", "of three", "two of four", "it spoke", "all by themselves", "two jobs", "no summary"],
)
def test_a_rank_that_torchrun_ended_while_others_timed_out_is_named(log, text, in_the_script):
    verdict = said(log)
    assert (verdict.sure, verdict.root.slug, verdict.differs) == ("likely", "watchdog-timeout", text)
    assert not text or verdict.fix.startswith(f"Look at {text.partition(' printed')[0].lower()} first")
    assert in_the_script([log]) == [as_data(verdict)]


STACK = """Current thread 0x00007f (most recent call first):
  File "/x/site-packages/torch/autograd/graph.py", line 825 in _engine_run_backward
  File "/app/train.py", line 44 in step
  File "/app/train.py", line 90 in <module>

"""
OTHER_THREAD = 'Thread 0x00008 (most recent call first):\n  File "/app/writer.py", line 3 in wait\n\n'
SEGFAULT = "Fatal Python error: Segmentation fault\n\n"
THROWN = "terminate called after throwing an instance of 'c10::Error'\n  what():  CUDA error: an illegal memory access was encountered\n"
STACKS = {  # logs, the root, and the place that the sentence names
    "a segmentation fault": (SEGFAULT + STACK + OTHER_THREAD, "segmentation-fault", "/app/train.py:44"),
    "another thread stands first": (SEGFAULT + OTHER_THREAD + STACK, "segmentation-fault", "/app/train.py:44"),
    "libraries alone": (SEGFAULT + "\n".join(STACK.split("\n")[:2]), "segmentation-fault", "/x/site-packages/torch/autograd/graph.py:825"),
    "an abort": (f"Fatal Python error: Aborted\n\n{STACK}", "aborted", "/app/train.py:44"),
    "what C++ throws": (f"{THROWN}Fatal Python error: Aborted\n\n{STACK}", "illegal-memory-access", "/app/train.py:44"),
    "a report of torchrun": (SEGFAULT + STACK + REPORT.replace("exitcode  : 1 ", "exitcode  : -11 "), "segmentation-fault", "/app/train.py:44"),
    "a place of two": (SEGFAULT + STACK + SEGFAULT + STACK.replace("44", "45") + "Signal 11 (SIGSEGV) received by PID 4\n", "segmentation-fault", "/app/train.py:44"),
    "without a stack": (SEGFAULT + "step 1\n" + '  File "/app/a.py", line 1 in f\n', "segmentation-fault", ""),
    "in a call in which others wait": (SEGFAULT + STACK.replace("in step", "in _sync_buffers"), "segmentation-fault", "/app/train.py:44"),
}  # fmt: skip


@pytest.mark.parametrize("name", STACKS)
def test_the_stack_of_a_crash_says_where_it_was(name, in_the_script):
    log, slug, place = STACKS[name]
    verdict = said(log)
    assert (verdict.root and verdict.root.slug, verdict.root and verdict.root.at) == (slug, place)
    assert f", at {place}." in explain.sentence(verdict) if place else ", at " not in explain.sentence(verdict)
    assert in_the_script([log, list(log)]) == [as_data(verdict)] * 2


def listed(*failures: tuple[int, int, int]) -> str:
    """What torchrun lists above its report: ranks, exit codes and processes."""
    return "Failures:\n" + "".join(
        f"[{n}]:\n  time      : 2025-03-04_10:22:31\n  host      : node5\n  rank      : {rank} (local_rank: {rank})\n"
        f"  exitcode  : {code} (pid: {pid})\n  error_file: <N/A>\n  traceback : x\n"
        for n, (rank, code, pid) in enumerate(failures, 1)
    )


LISTED = {  # logs, and the slug and the rank of the root
    "a kill of another rank of the report": (f"{OF_PID}\n{listed((2, -15, 8100), (3, -9, 8123))}{REPORT.replace('8123', '8124')}", "host-out-of-memory", 3),
    "the log of the kernel below": (f"{listed((3, -9, 8123))}{REPORT.replace('8123', '8124')}{OF_PID}", "host-out-of-memory", 3),
    "a process that ended in another way": (f"{OF_PID}\n{listed((3, -15, 8123))}{REPORT.replace('8123', '8124')}", "child-failed", 1),
    "the same number on another host": (f"{OF_PID}\n{listed((3, -9, 8123))}{REPORT.replace('8123', '8124')}".replace("Out of", "Mar 04 10:22:02 node6 kernel: Out of", 1), "child-failed", 1),
}  # fmt: skip


@pytest.mark.parametrize("name", LISTED)
def test_a_line_of_the_kernel_is_compared_with_all_processes_that_torchrun_lists(name, in_the_script):
    log, slug, rank = LISTED[name]
    verdict = said(log)
    assert (verdict.root.slug, verdict.root.rank) == (slug, rank)
    assert in_the_script([log]) == [as_data(verdict)]


def record(**fields: object) -> str:
    return json.dumps({"time": "2026-11-22T00:05:07Z", **fields})


RECORDS = {  # logs whose lines are records of JSON, the root's text, rank and line, and the lines of other errors
    "a traceback in one record": (f"step\n{record(level='ERROR', rank=3, msg=UNKNOWN)}\n", "KeyError: 'model'", 3, 2, []),
    "a traceback in a field of its own": (record(message="it failed", rank="3", exc_info=UNKNOWN), "KeyError: 'model'", 3, 1, []),
    "a record behind a prefix": (f"[rank2]: {record(message=UNKNOWN)}", "KeyError: 'model'", 2, 1, []),
    "Docker": ("\n".join(record(log=f"{text}\n", stream="stderr") for text in UNKNOWN.split("\n")), "KeyError: 'model'", None, 4, []),
    "Docker, and a record of the program in it": (
        record(log=record(msg=f"\x1b[31mit failed\n{UNKNOWN}", rank=1) + "\n", stream="stderr"), "KeyError: 'model'", 1, 1, [],
    ),
    "lines below a long record": (
        f"{record(msg=UNKNOWN, rank=0)}\nstep\n{record(msg=UNKNOWN, rank=0)}\nstep\n[rank1]: {HEAD}[rank1]: {SHUFFLE}\n", None, None, None, [1, 6],
    ),
    "no record": (f'{{"msg": "x\n{UNKNOWN}', "KeyError: 'model'", None, 5, []),
    "a record without a message": (f"{record(text=UNKNOWN)}\n", None, None, None, []),
    "a number that JSON has not, and half of a letter": (
        f"{record(msg=UNKNOWN, loss=float('nan'))}\n{record(msg=UNKNOWN + chr(0xd800))}", None, None, None, [],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RECORDS)
def test_the_message_of_a_record_is_read_and_its_line_is_that_of_the_log(name, in_the_script):
    log, text, rank, line, others = RECORDS[name]
    verdict = said(log)
    root = verdict.root
    assert (root and root.text, root and root.rank, root and root.line) == (text, rank, line)
    assert [finding.line for finding in verdict.others] == others
    assert in_the_script([log]) == [as_data(verdict)]


def test_records_of_any_log_lead_to_what_the_log_leads_to():
    whole = wrapped(2, SHUFFLE)
    plain, by_line = (
        as_data(said(whole)),
        "\n".join(record(log=f"{text}\n", stream="stderr") for text in whole.split("\n")),
    )
    assert as_data(said(by_line)) == plain


NOTICE = "[rank0]:[W730 15:32:17.84 ProcessGroupNCCL.cpp:1479] Warning: WARNING: destroy_process_group() was not called before program exit, which can leak resources."
OMP = "Setting OMP_NUM_THREADS environment variable for each process to be 1 in default, to avoid your system being overloaded"
NCCL = "torch.distributed.DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:77,"
DIED = "E0417 12551 api.py:984] failed (exitcode: {}) local_rank: 0 (pid: 12627) of binary: /opt/venv/bin/python"
SAVED = '  File "train.py", line 3, in <module>\n    torch.save(model, "x.pt")\n'
SPAWNED = '  File "/lib/multiprocessing/reduction.py", line 60, in dump\n    ForkingPickler(file, protocol).dump(obj)\n'
ACTOR = "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task."
KILLED_IN_RAY = "A worker died or was killed while executing a task by an unexpected system error."
INVALID = "ncclInvalidUsage: This usually reflects invalid usage of NCCL library."
INTERNAL = "ncclInternalError: Internal check failed."
RECOVERED = (
    "bgemm_internal_cublaslt error: CUBLAS_STATUS_INVALID_VALUE when calling cublasLtMatmul with transpose_mat1 1 "
    "transpose_mat2 0 m 8 n 8 k 8. Will attempt to recover by calling cublas instead."
)
BNB_ON_THE_CPU = (
    "Could not find the bitsandbytes CUDA binary at PosixPath('/lib/bitsandbytes/libbitsandbytes_cuda124.so')\n"
    "The installed version of bitsandbytes was compiled without GPU support.\n"
)
OUT_OF_MEMORY = "OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB"
REAL = {  # for each rule a log as people post it, and one with similar words and another cause; "" is no entry
    "a column that is called as a rank, below a call that reads one": (
        HEAD
        + '  File "train.py", line 12, in <module>\n    main(os.environ.get("LOCAL_RANK", 0))\n  File "train.py", line 4, in main\n    ranks = frame["RANK"]\nKeyError: \'RANK\'',
        "",
    ),
    "CUDA refused": (f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.20.5", "nccl-unhandled-cuda-error"),
    "another NCCL error": (f"{HEAD}{NCCL} internal error - please report this issue", "nccl-internal-error"),
    "the system refused": (f"{HEAD}{NCCL} unhandled system error, NCCL version 2.14.3", "nccl-system-error"),
    "a system error that is not of NCCL": (f"{HEAD}SystemError: unhandled error of the system", ""),
    "an input in bfloat16 on the GPU and a weight on the CPU": (
        f"{HEAD}RuntimeError: Input type (CUDABFloat16Type) and weight type (CPUBFloat16Type) should be the same",
        "tensors-on-two-devices",
    ),
    "an input in bfloat16 and a weight in half, both on the GPU": (
        f"{HEAD}RuntimeError: Input type (CUDABFloat16Type) and weight type (torch.cuda.HalfTensor) should be the same",
        "mat1-and-mat2-dtype",
    ),
    "the heartbeat": (
        "[rank1]:[E ProcessGroupNCCL.cpp:1316] [PG 0 Rank 1] Heartbeat monitor timed out! Process will be terminated after dumping debug info.",
        "nccl-heartbeat",
    ),
    "a heartbeat of the store": (f"{HEAD}TimeoutError: heartbeat of worker 3 was not seen for 600 seconds", ""),
    "no such GPU": (f"{HEAD}RuntimeError: CUDA error: invalid device ordinal", "invalid-device-ordinal"),
    "no GPU at all": (f"{HEAD}RuntimeError: No CUDA GPUs are available", "no-cuda-gpus"),
    "an old driver": (
        f"{HEAD}AssertionError: \nThe NVIDIA driver on your system is too old (found version 10010).",
        "no-cuda-gpus",
    ),
    "an old driver that a warning names": (
        "UserWarning: CUDA initialization: The NVIDIA driver on your system is too old (found version 11000).",
        None,
    ),
    "a call of InfiniBand": (
        "n1:53:79 [3] misc/ibvwrap.cc:284 NCCL WARN Call to ibv_modify_qp failed with error 22",
        "nccl-system-error",
    ),
    "a peer that is gone": (
        "n1:53:79 [3] NCCL WARN socketProgress: Call to recv from n2 failed : Connection reset by peer",
        "connection-closed",
    ),
    "a peer that does not answer": (
        "n1:53:79 [3] NCCL WARN socketProgress: Call to recv from n2 failed : Connection timed out",
        "nccl-system-error",
    ),
    "an empty checkpoint": (
        f'{HEAD}  File "/x/torch/serialization.py", line 1848, in _legacy_load\n    magic_number = pickle_module.load(f)\n'
        '  File "/x/torch/_weights_only_unpickler.py", line 412, in load\n    raise EOFError\nEOFError',
        "checkpoint-half-written",
    ),
    "an empty pickle of the script": (
        f'{HEAD}  File "train.py", line 3, in read\n    labels = pickle.load(file)\nEOFError: Ran out of input',
        "",
    ),
    "a process that ended before it wrote": (
        f'{HEAD}  File "/x/multiprocessing/connection.py", line 383, in _recv\n    raise EOFError\nEOFError',
        "",
    ),
    "a pointer in place of the checkpoint": (
        f'{HEAD}  File "/x/torch/serialization.py", line 1105, in _legacy_load\n    magic_number = pickle_module.load(f)\n'
        "_pickle.UnpicklingError: invalid load key, 'v'.",
        "not-a-checkpoint",
    ),
    "a pickle of another program": (
        f'{HEAD}  File "/x/app.py", line 4, in <module>\n    config = pickle.load(f)\n'
        "_pickle.UnpicklingError: invalid load key, 'x'.",
        "",
    ),
    "a child that uses the GPU": (
        f"{HEAD}RuntimeError: Cannot re-initialize CUDA in forked subprocess. To use CUDA with multiprocessing, you must use the 'spawn' start method",
        "cuda-in-a-fork",
    ),
    "a product after a kernel that failed": (
        f"{HEAD}RuntimeError: CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasSgemm( handle, opa, opb, m)`",
        "kernel-failed",
    ),
    "an assert of a kernel, and a product after it": (
        "Indexing.cu:699: indexSelectLargeIndex: block: [1,0,0], thread: [64,0,0] Assertion `srcIndex < srcSelectDimSize` failed.\n"
        f"{HEAD}RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`",
        "device-side-assert",
    ),
    "a GPU that is full for torch and for cuBLAS": (
        "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB\n"
        f"[rank1]: {HEAD}[rank1]: RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`",
        "cuda-out-of-memory",
    ),
    "broken memory, and a kernel after it": (
        f"[rank0]: {HEAD}[rank0]: RuntimeError: CUDA error: uncorrectable ECC error encountered\n"
        f"[rank0]: {HEAD}[rank0]: RuntimeError: CUDA error: unspecified launch failure",
        "uncorrectable-ecc",
    ),
    "a wrong argument of cuBLAS": (
        f"{HEAD}RuntimeError: CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemm( handle, opa, opb, m)`",
        "cublas-invalid-value",
    ),
    "another error below such a product": (
        f"UserWarning: {RECOVERED}\n{HEAD}  File \"train.py\", line 3, in <module>\nKeyError: 'loss'",
        "",
    ),
    "a None among the tensors of an own stack, in a worker": (
        f'{HEAD}  File "/lib/torch/utils/data/_utils/fetch.py", line 54, in <listcomp>\n    data = [self.dataset[idx] for idx in index]\n'
        '  File "/app/data.py", line 9, in __getitem__\n    return torch.stack(frames)\n'
        "TypeError: expected Tensor as element 2 in argument 0, but got NoneType",
        "",
    ),
    "a None among the tensors of a batch, in a worker": (
        f'{HEAD}  File "/lib/torch/utils/data/_utils/fetch.py", line 57, in fetch\n    return self.collate_fn(data)\n'
        '  File "/lib/torch/utils/data/_utils/collate.py", line 275, in <genexpr>\n    return torch.stack(batch, 0, out=out)\n'
        "TypeError: expected Tensor as element 2 in argument 0, but got NoneType",
        "collate-found-none",
    ),
    "a full GPU, and bitsandbytes for the CPU": (f"{BNB_ON_THE_CPU}{HEAD}torch.{OUT_OF_MEMORY}", "cuda-out-of-memory"),
    "a full GPU, and an older bitsandbytes for the CPU": (
        "CUDA SETUP: Required library version not found: libbitsandbytes_cuda123.so. Maybe you need to compile it from source?\n"
        f"CUDA SETUP: Defaulting to libbitsandbytes_cpu.so...\n{HEAD}torch.{OUT_OF_MEMORY}",
        "cuda-out-of-memory",
    ),
    "bitsandbytes for the CPU, which lacks a function": (
        f"{BNB_ON_THE_CPU}{HEAD}AttributeError: /lib/libbitsandbytes_cpu.so: undefined symbol: cquantize_blockwise",
        "bitsandbytes-setup",
    ),
    "a library of bitsandbytes that is not there, before 0.46": (
        "Could not load bitsandbytes native library: /lib/libbitsandbytes_cpu.so: cannot open shared object file: No such file or directory\n"
        f'{HEAD}  File "/lib/bitsandbytes/cextension.py", line 85, in <module>\n    lib = get_native_library()\n'
        "OSError: /lib/libbitsandbytes_cpu.so: cannot open shared object file: No such file or directory\n\n"
        "CUDA Setup failed despite CUDA being available. Please run the following command to get more information:\n\npython -m bitsandbytes",
        "bitsandbytes-setup",
    ),
    "a library of bitsandbytes that is not there, since 0.46": (
        "bitsandbytes library load error: Configured CUDA binary not found at /lib/libbitsandbytes_cuda129.so\n"
        f'{HEAD}  File "/lib/bitsandbytes/cextension.py", line 290, in <module>\n    lib = get_native_library()\n'
        "RuntimeError: Configured CUDA binary not found at /lib/libbitsandbytes_cuda129.so",
        "bitsandbytes-setup",
    ),
    "a library of another package that is not there, and one of bitsandbytes": (
        f'{BNB_ON_THE_CPU}{HEAD}  File "train.py", line 1, in <module>\n    import flash_attn\n'
        "ImportError: /lib/flash_attn_2_cuda.so: undefined symbol: _ZN3c104cuda9SetDeviceEi",
        "undefined-symbol",
    ),
    "a package that is not needed, and a full GPU": (
        "flash_attn import failed, using sdpa: ModuleNotFoundError: No module named 'flash_attn'\n"
        f"{HEAD}torch.{OUT_OF_MEMORY}",
        "cuda-out-of-memory",
    ),
    "a job that was not launched": (f"{HEAD}RuntimeError: unspecified launcher, failure to start", ""),
    "norms that differ by rank": (
        f"{HEAD}FloatingPointError: Fatal error: gradients are inconsistent between workers. Try --ddp-backend=legacy_ddp. "
        "Or are you mixing up different generation of GPUs in training?\n"
        "grad_norm across the workers:\nrank   0 = 11.16489500\nrank   1 = 10.57914402",
        "gradients-inconsistent",
    ),
    "versions that differ by rank": (f"{HEAD}RuntimeError: versions are inconsistent between workers", ""),
    "a weight that ZeRO-3 still fetches": (
        f"{HEAD}    assert param.ds_status == ZeroParamStatus.AVAILABLE, param.ds_summary()\n"
        "AssertionError: {'id': 786, 'status': 'INFLIGHT', 'numel': 38603520, 'ds_numel': 38603520, 'shape': (50265, 768)}",
        "zero-3-weights-missing",
    ),
    "another dictionary in an assert": (f"{HEAD}AssertionError: {{'id': 786, 'status': 'queued'}}", ""),
    "a new order of modules, and an error of its own": (
        f"Invalidate trace cache @ step 10: expected module 11, but got module 19\n{HEAD}KeyError: 'label'",
        "",
    ),
    "a new order of modules, and a weight that is missing": (
        "Invalidate trace cache @ step 2: expected module 4, but got module 2\n"
        f"{HEAD}RuntimeError: still have inflight params [{{'id': 1143, 'status': 'AVAILABLE', 'numel': 1982464}}]",
        "zero-3-weights-missing",
    ),
    "another cache": ("Invalidate cache @ step 10", None),
    "a checkpoint of frozen inputs, and a loss without a graph": (
        "checkpoint.py:91: UserWarning: None of the inputs have requires_grad=True. Gradients will be None\n"
        f"{HEAD}RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn",
        "checkpoint-without-input-gradient",
    ),
    "a checkpoint of frozen inputs, and an error of its own": (
        "checkpoint.py:91: UserWarning: None of the inputs have requires_grad=True. Gradients will be None\n"
        f"{HEAD}torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 MiB",
        "cuda-out-of-memory",
    ),
    "inputs of another kind": (f"{HEAD}ValueError: None of the inputs have a batch dimension", ""),
    "a lambda that the child never got": (
        f"{HEAD}    ForkingPickler(file, protocol).dump(obj)\n"
        "AttributeError: Can't pickle local object 'main.<locals>.<lambda>'\n\n"
        f'{HEAD}  File "D:\\Python\\lib\\multiprocessing\\spawn.py", line 116, in spawn_main\n'
        "    exitcode = _main(fd, parent_sentinel)\nEOFError: Ran out of input",
        "lambda-not-pickled",
    ),
    "memory beyond the limit of a job": (
        "slurmstepd: error: Job 9 exceeded memory limit (6 > 5), being killed\n"
        "slurmstepd: error: *** JOB 9 ON n1 CANCELLED AT 2022-06-10T17:11:35 ***",
        "host-out-of-memory",
    ),
    "a loss scale on its way": (
        "[deepscale] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 8.0, reducing to 4.0",
        None,
    ),
    "a copy that failed for another reason": (
        f"{HEAD}RuntimeError: While copying the parameter named fc.weight, whose dimensions in the model are torch.Size([9]) "
        "and whose dimensions in the checkpoint are torch.Size([9]), an exception occurred : ('x',).",
        "",
    ),
    "a probability on the GPU": (
        "TensorCompare.cu:112: block: [0,0,0], thread: [0,0,0] Assertion `probability tensor contains either `inf`, `nan`",
        "device-side-assert",
    ),
    "a compiler that failed": (
        f"{HEAD}subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.",
        "extension-not-built",
    ),
    "workers of Ray that memory did not end": (
        "node_manager.cc:3022: 0 Workers (tasks / actors) killed due to memory pressure (OOM), 1 Workers crashed due to other reasons",
        None,
    ),
    "samples of old torch that differ": (
        f"{HEAD}    return torch.stack(batch, 0, out=out)\n"
        '  File "/x/torch/utils/data/dataloader.py", line 91, in default_collate\n'
        "RuntimeError: inconsistent tensor sizes at /pytorch/torch/lib/TH/generic/THTensorMath.c:2709",
        "samples-of-different-size",
    ),
    "tensors of old torch that differ": (
        f'{HEAD}  File "model.py", line 9, in forward\nRuntimeError: inconsistent tensor sizes at THTensorMath.c:2709',
        "",
    ),
    "memory that Slurm watches": (
        "slurmstepd: error: Detected 1 oom-kill event(s) in StepId=9.0.",
        "host-out-of-memory",
    ),
    "memory that torch counts": ("Detected 1 CUDA OOM event in step 9", None),
    "the old launcher": (
        "subprocess.CalledProcessError: Command '['/opt/bin/python3', '-u', 'train.py', '--local_rank=0']' returned non-zero exit status 1.",
        "child-failed",
    ),
    "a compiler": (
        "subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.",
        "extension-not-built",
    ),
    "a store that is gone": (f"{HEAD}RuntimeError: Connection reset by peer", "connection-closed"),
    "a download that is gone": (f"{HEAD}ConnectionResetError: [Errno 104] Connection reset by peer", ""),
    "a late collective": (
        "[rank11]:[E ProcessGroupNCCL.cpp:1537] [PG 1 Rank 11] Timeout at NCCL work: 7, last enqueued NCCL work: 8, last completed NCCL work: 6.",
        "watchdog-timeout",
    ),
    "heads that do not fit": (
        f"{HEAD}RuntimeError: shape '[2, 8, 4, 4]' is invalid for input of size 128",
        "view-global-heads",
    ),
    "nothing to view": (f"{HEAD}RuntimeError: shape '[2, 8, 4, 4]' is invalid for input of size 0", ""),
    "a rank from the environment": (
        "  File \"/usr/lib/python3.12/os.py\", line 685, in __getitem__\n    raise KeyError(key) from None\nKeyError: 'RANK'",
        "rank-not-set",
    ),
    "a rank in a table": (f"{HEAD}KeyError: 'RANK'", ""),
    "a device that is no number": (f"{HEAD}RuntimeError: Invalid device string: 'cuda:x'", ""),
    "shared memory": (
        f"{HEAD}RuntimeError: DataLoader worker (pid 37) is killed by signal: Bus error.",
        "dataloader-bus-error",
    ),
    "shared memory, as torch 2.13 says it": (
        f"{HEAD}RuntimeError: unable to allocate shared memory(shm) for file </torch_2_3_0>: No space left on device (28)",
        "dataloader-bus-error",
    ),
    "a disk that is full": (f"{HEAD}OSError: [Errno 28] No space left on device: 'model.pt'", "disk-full"),
    "a save by name on a full disk": (
        f"{HEAD}RuntimeError: basic_ios::clear: iostream error\n\n"
        "During handling of the above exception, another exception occurred:\n\n"
        f"{HEAD}RuntimeError: [enforce fail at inline_container.cc:672] . unexpected pos 640 vs 598",
        "disk-full",
    ),
    "a file that may not be written": (f"{HEAD}PermissionError: [Errno 13] Permission denied: 'model.pt'", ""),
    "a checkpoint of ZeRO of other ranks": (
        f"{HEAD}deepspeed.runtime.zero.utils.ZeRORuntimeException: The checkpoint being loaded used a DP world size of 8 but the "
        "current world size is 16. Automatic adjustment of ZeRO's optimizer state partitioning with a new world size is not "
        "currently supported.",
        "zero-checkpoint-world-size",
    ),
    "a checkpoint of ZeRO without its file": (
        f"{HEAD}AssertionError: The following zero checkpoints paths are missing: ['zero_pp_rank_8_mp_rank_00_optim_states.pt']",
        "zero-checkpoint-world-size",
    ),
    "batch sizes that do not multiply": (
        f"{HEAD}AssertionError: Check batch related parameters. train_batch_size is not equal to micro_batch_per_gpu * "
        "gradient_acc_step * world_size 256 != 2 * 18 * 7",
        "batch-sizes-do-not-multiply",
    ),
    "no batch size at all": (
        f"{HEAD}AssertionError: Either train_batch_size or train_micro_batch_size_per_gpu needs to be provided",
        "",
    ),
    "a driver of two versions": (
        f"Failed to initialize NVML: Driver/library version mismatch\n{HEAD}RuntimeError: No CUDA GPUs are available",
        "driver-library-mismatch",
    ),
    "a device that NVML does not know": (f"{HEAD}pynvml.NVMLError_NotFound: Not Found", ""),
    "a worker that crashed": (
        f"{HEAD}RuntimeError: DataLoader worker (pid 37) is killed by signal: Segmentation fault.",
        "segmentation-fault",
    ),
    "a worker that aborted": (
        f"{HEAD}RuntimeError: DataLoader worker (pid 37) is killed by signal: Aborted.",
        "aborted",
    ),
    "a watchdog that is stuck": (
        "[rank1]:[E ProcessGroupNCCL.cpp:1] ProcessGroupNCCL's watchdog got stuck for 480 seconds without making progress in monitoring",
        "nccl-heartbeat",
    ),
    "a worker that the kernel killed": (
        f"{HEAD}RuntimeError: DataLoader worker (pid 37) is killed by signal: Killed.",
        "killed-by-the-system",
    ),
    "a worker that is gone": (
        f"{HEAD}RuntimeError: DataLoader worker (pid(s) 37, 38) exited unexpectedly",
        "dataloader-worker-exited",
    ),
    "a worker that raised": (f"{HEAD}KeyError: Caught KeyError in DataLoader worker process 0.", ""),
    "a crash": (DIED.format(-11), "segmentation-fault"),
    "an exit code that says nothing": (f"{HEAD}KeyError: 1\n{DIED.format(1)}", ""),
    "an abort": (DIED.format(-6), "aborted"),
    "a process that DeepSpeed lost": (
        "[ERROR] [launch.py:1:sigkill_handler] [] exits with return code = -9",
        "killed-by-the-system",
    ),
    "an exit code of DeepSpeed": ("[ERROR] [launch.py:1:sigkill_handler] [] exits with return code = 1", None),
    "unused parameters under Lightning": (
        f"{HEAD}RuntimeError: It looks like your LightningModule has parameters that were not used in producing the loss returned by training_step.",
        "unused-parameters",
    ),
    "dtypes of FSDP1": (
        f"{HEAD}ValueError: Must flatten tensors with uniform dtype but got torch.bfloat16 and torch.float32",
        "uniform-dtype",
    ),
    "a prefix of an old release": (
        f"{HEAD}KeyError: 'unexpected key \"module.fc.weight\" in state_dict'",
        "module-prefix",
    ),
    "a label out of range": (f"{HEAD}RuntimeError: CUDA error: device-side assert triggered", "device-side-assert"),
    "an assert of Python": (f"{HEAD}AssertionError: device-side check failed", ""),
    "two devices": (
        f"{HEAD}RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
        "tensors-on-two-devices",
    ),
    "two types": (f"{HEAD}RuntimeError: expected all tensors to have the same dtype", ""),
    "another size": (
        f"{HEAD}RuntimeError: Error(s) in loading state_dict for Net:\n\tsize mismatch for fc.weight: copying a param with shape torch.Size([10, 8]) from checkpoint, the shape in current model is torch.Size([4, 8]).",
        "size-mismatch",
    ),
    "a size that is not of a checkpoint": (f"{HEAD}RuntimeError: size mismatch, got input (4), mat (4x3), vec (2)", ""),
    "an open file": (f"{HEAD}{SPAWNED}TypeError: cannot pickle '_io.TextIOWrapper' object", "file-handle-not-pickled"),
    "an open file that is saved": (f"{HEAD}{SAVED}TypeError: cannot pickle '_io.TextIOWrapper' object", ""),
    "a lock of a client": (
        f"{HEAD}{SPAWNED}TypeError: cannot pickle '_thread.RLock' object",
        "file-handle-not-pickled",
    ),
    "a lock that is copied": (
        f"{HEAD}  File \"train.py\", line 8, in main\n    ema = copy.deepcopy(model)\nTypeError: cannot pickle '_thread.lock' object",
        "",
    ),
    "NCCL that tries again": (
        "n1:20:43 [1] NCCL INFO socketPollConnect: connect to 10.0.0.4<41> returned Connection refused, retrying (30/34) after sleep",
        None,
    ),
    "a group of Megatron": (
        f"{HEAD}AssertionError: pipeline_model parallel group is not initialized",
        "model-parallel-group",
    ),
    "a size that is not of a collective": (f"{HEAD}ValueError: invalid tensor size at index 0 of the batch", ""),
    "counts that did not arrive": (
        f"{HEAD}RuntimeError: DDP expects same model across all ranks, but Rank 0 has 161 params, while rank 1 has inconsistent 0 params.",
        "watchdog-timeout",
    ),
    "counts that differ": (
        f"{HEAD}RuntimeError: DDP expects same model across all ranks, but Rank 0 has 161 params, while rank 1 has inconsistent 10 params.",
        "models-differ",
    ),
    "a module that holds modules": (
        '\tMissing key(s) in state_dict: "module_list.0.weight", "net.modules.1.bias".',
        "keys-of-another-model",
    ),
    "a module": (f"{HEAD}TypeError: cannot pickle 'module' object", ""),
    "a replica": (
        f"{HEAD}RuntimeError: Caught RuntimeError in replica 0 on device 0.\nOriginal {HEAD}  File \"m.py\", line 4, in forward\nKeyError: 'mask'",
        "",
    ),
    "samples of different size": (
        f'{HEAD}  File "/x/torch/utils/data/_utils/collate.py", line 55, in default_collate\n    return torch.stack(batch, 0, out=out)\n'
        "RuntimeError: stack expects each tensor to be equal size, but got [1] at entry 0 and [2] at entry 1",
        "samples-of-different-size",
    ),
    "a stack of nothing": (f"{HEAD}RuntimeError: stack expects a non-empty TensorList", ""),
    "a graph that is gone": (
        f"{HEAD}RuntimeError: Trying to backward through the graph a second time",
        "backward-twice",
    ),
    "no graph": (
        f"{HEAD}RuntimeError: element 0 of tensors does not require grad and does not have a grad_fn",
        "no-grad-fn",
    ),
    "a tensor that is not asked for": (
        f"{HEAD}RuntimeError: One of the differentiated Tensors does not require grad",
        "",
    ),
    "frozen and trained parameters of FSDP1": (
        f"{HEAD}ValueError: Must flatten tensors with uniform `requires_grad` when `use_orig_params=False`",
        "uniform-requires-grad",
    ),
    "the same in an older torch": (
        f"{HEAD}ValueError: `FlatParameter` requires uniform `requires_grad`",
        "uniform-requires-grad",
    ),
    "integers of FSDP1": (
        f"{HEAD}ValueError: Cannot flatten integer dtype tensors",
        "only-floating-point-requires-grad",
    ),
    "broken memory of a GPU": (
        f"{HEAD}RuntimeError: CUDA error: uncorrectable ECC error encountered",
        "uncorrectable-ecc",
    ),
    "broken memory that the watchdog sees": (
        "[Rank 1] NCCL watchdog thread terminated with exception: CUDA error: uncorrectable ECC error encountered",
        "uncorrectable-ecc",
    ),
    "memory of the host": ("kernel: EDAC MC0: 1 CE memory read error on CPU_SrcID#0_MC#0_Chan#1_DIMM#0", None),
    "a name without an address": (
        f"{HEAD}    store = TCPStore(master_addr, master_port)\nValueError: host not found: Name or service not known",
        "host-not-resolved",
    ),
    "the name of a machine that downloads": (
        f'{HEAD}  File "/x/urllib3/util/connection.py", line 60, in create_connection\n'
        "    for res in socket.getaddrinfo(host, port, family, socket.SOCK_STREAM):\n"
        "socket.gaierror: [Errno -3] Temporary failure in name resolution",
        "",
    ),
    "a build for CPUs": (f"{HEAD}AssertionError: Torch not compiled with CUDA enabled", "torch-without-cuda"),
    "a part of torch that is not there": (
        f"{HEAD}AttributeError: module 'torch._C' has no attribute '_cuda_resetPeakMemoryStats'",
        "",
    ),
    "no driver": (f"{HEAD}RuntimeError: Found no NVIDIA driver on your system.", "no-cuda-gpus"),
    "a notice": (NOTICE, "destroy-process-group"),
    "the notice of torchrun": (OMP, "omp-num-threads"),
    "notices around an error": (f"{OMP}\n{HEAD}ZeroDivisionError: division by zero\n{NOTICE}", ""),
    "a norm that is not finite": (
        f"{HEAD}RuntimeError: The total norm of order 2.0 for gradients from `parameters` is non-finite, so it cannot be clipped.",
        "nan-on-all-ranks",
    ),
    "a loss that ends a training for another reason": (
        f"{HEAD}StopIteration: no lower loss in 20 epochs, ending training",
        "",
    ),
    "an empty file of a checkpoint": (
        f'{HEAD}  File "/x/torch/serialization.py", line 1033, in _legacy_load\n'
        "    magic_number = pickle_module.load(f, **pickle_load_args)\nEOFError: Ran out of input",
        "checkpoint-half-written",
    ),
    "a spawned process whose parent has ended": (
        f'{HEAD}  File "/x/multiprocessing/spawn.py", line 126, in _main\n'
        "    self = reduction.pickle.load(from_parent)\nEOFError: Ran out of input",
        "",
    ),
    "frames that the one who posted left out": (
        f'{HEAD}  File "/x/torch/distributed/run.py", line 719, in main\n  ...\n    raise RendezvousConnectionError(\n'
        "torch.distributed.elastic.rendezvous.api.RendezvousConnectionError: The connection to the C10d store has failed.",
        "waiting-for-clients",
    ),
    "all frames, and none of the start": (
        f'{HEAD}  File "/x/c10d_rendezvous_backend.py", line 115, in _call_store\n    raise RendezvousConnectionError(\n'
        "torch.distributed.elastic.rendezvous.api.RendezvousConnectionError: The connection to the C10d store has failed.",
        "",
    ),
    "a number that is not finite": (f"{HEAD}ValueError: cannot convert float NaN to integer", ""),
    "a gradient of NaN": (
        f"{HEAD}RuntimeError: Function 'SqrtBackward0' returned nan values in its 0th output.",
        "nan-in-backward",
    ),
    "a gradient of the wrong shape": (
        f"{HEAD}RuntimeError: Function MulBackward0 returned an invalid gradient at index 0 - got [2] but expected [3]",
        "",
    ),
    "a rank outside of the group": (
        "distributed_c10d.py:3222: UserWarning: Running all_reduce on global rank 2 which does not belong to the given group.",
        "not-in-the-group",
    ),
    "groups that wait": (
        f'{HEAD}  File "/x/torch/distributed/distributed_c10d.py", line 5863, in new_group\n    return _new_group()\n'
        "torch.distributed.DistStoreError: wait timeout after 1800000ms, keys: /default_pg/0//2//cpu//0/1",
        "groups-in-two-orders",
    ),
    "a view that is no heads": (f"{HEAD}RuntimeError: shape '[16, 784]' is invalid for input of size 3", ""),
    "a warning of a GPU that is not reached": (
        "UserWarning: CUDA initialization: CUDA unknown error - this may be due to an incorrectly set up environment",
        None,
    ),
    "an option of the script": ("train.py: error: unrecognized arguments: --local_files 0", None),
    "an error without a traceback, above the summary of the launcher": (
        f"FileNotFoundError: [Errno 2] No such file or directory: 'config.yaml'\n{DIED.format(1)}",
        "",
    ),
    "an error right above a line of the launcher": (
        f"{HEAD}KeyError: 'label'\npdsh@master: worker-2: ssh exited with exit code 1",
        "",
    ),
    "ssh that was not let in": (
        "worker-1: me@worker-1: Permission denied (publickey,password).\npdsh@me: worker-1: ssh exited with exit code 255",
        "ssh-failed",
    ),
    "an error right above a line of the shell": (f"{HEAD}KeyError: 'label'\nAborted (core dumped)", ""),
    "the name of a class without a traceback": ("AttributeError: Can't get attribute 'Net' on <module '__main__'>", ""),
    "sizes without a traceback": (
        "RuntimeError: Sizes of tensors must match except in dimension 1. Expected size 4 but got size 8",
        "",
    ),
    "an error in Markdown that no entry knows": ("`ValueError: no such optimizer`", ""),
    "an option that an old torchrun does not know": (
        "torchrun: error: unrecognized arguments: --nproc-per-node=1",
        None,
    ),
    "indices of parameters in torch 1.7, which counted them wrong": (
        "RuntimeError: replicas_[0].size() == rebuilt_param_indices_.size() INTERNAL ASSERT FAILED, please report a bug to "
        "PyTorch. rebuilt parameter indices size is not same as original model parameters size.438 versus 70080",
        "",
    ),
    "a step that Slurm ended since one of its tasks had failed": (
        f"3: {HEAD}3: {FULL}\nsrun: error: n1: task 3: Exited with exit code 1\n"
        "slurmstepd: error: *** STEP 12.0 ON n1 CANCELLED AT 2025-05-05T10:00:00 ***",
        "cuda-out-of-memory",
    ),
    "a step that ended, and nothing else": (
        "slurmstepd: error: *** STEP 12.0 ON n1 CANCELLED AT 2025-05-05T10:00:00 ***",
        "sigterm-without-a-checkpoint",
    ),
    "a job that was cancelled on Slurm": (
        "slurmstepd: error: *** JOB 12 ON n1 CANCELLED AT 2025-05-05T10:00:00 ***",
        "sigterm-without-a-checkpoint",
    ),
    "what Ray says of a worker that timed out before": (
        f"(WorkerDict pid=1) {LATE}\n(raylet) A worker died or was killed while executing a task by an unexpected system error.\n"
        f"{HEAD}ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
        "watchdog-timeout",
    ),
    "what CUDA refused to NCCL, and why": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nncclUnhandledCudaError: Call to CUDA function failed.\n"
        "Last error:\nCuda failure 2 'out of memory'",
        "cuda-out-of-memory",
    ),
    "the same with a GPU that is not there": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\nCuda failure 101 'invalid device ordinal'",
        "invalid-device-ordinal",
    ),
    "the same with broken memory": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\nCuda failure 214 'uncorrectable ECC error encountered'",
        "uncorrectable-ecc",
    ),
    "the same with a failed assert": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\nCuda failure 710 'device-side assert triggered'",
        "device-side-assert",
    ),
    "the same on a host whose switch is not set up": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\nCuda failure 802 'system not yet initialized'",
        "no-cuda-gpus",
    ),
    "the same with a driver that is too old": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\n"
        "Cuda failure 35 'CUDA driver version is insufficient for CUDA runtime version'",
        "no-cuda-gpus",
    ),
    "the same without a reason": (
        f"{HEAD}{NCCL} unhandled cuda error, NCCL version 2.27.5\nLast error:\nCuda failure 999 'unknown error'",
        "nccl-unhandled-cuda-error",
    ),
    "a rank that lost a full one": (
        f"[rank0]: {HEAD}[rank0]: {FULL}\n[rank1]: {HEAD}[rank1]: {NCCL} unhandled system error, NCCL version 2.27.5",
        "cuda-out-of-memory",
    ),
    "a GPU that is full when torch counts": (
        f"{HEAD}RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling "
        "NumCudaDevices() that might have already set an error? Error 2: out of memory",
        "cuda-out-of-memory",
    ),
    "a driver that does not fit when torch counts": (
        f"{HEAD}RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling "
        "NumCudaDevices() that might have already set an error? Error 804: forward compatibility was attempted on non supported HW",
        "driver-library-mismatch",
    ),
    "a stack in the model": (
        f'{HEAD}  File "model.py", line 12, in forward\n    torch.stack(features)\nRuntimeError: stack expects each tensor to be equal size, got [1] at entry 0 and [2] at entry 1',
        "",
    ),
    "a stack in a collate_fn of the script": (
        f'{HEAD}  File "/x/torch/utils/data/_utils/fetch.py", line 57, in fetch\n    return self.collate_fn(data)\n'
        '  File "train.py", line 9, in pad\n    return torch.stack(samples)\n'
        "RuntimeError: stack expects each tensor to be equal size, got [1] at entry 0 and [2] at entry 1",
        "samples-of-different-size",
    ),
    "a process that was cleaned up after a link failed": (
        XID.format(45) + " Ch 00000001 caused by previous Xid 149",
        "xid",
    ),
    "a port that is taken, and a rank that waits for its server": (
        f"[rank0]: {HEAD}[rank0]: RuntimeError: The server socket has failed to listen on any local network address. EADDRINUSE\n"
        f"[rank1]: {HEAD}[rank1]: torch.distributed.DistNetworkError: The client socket has timed out after 60000ms while trying "
        "to connect to (127.0.0.1, 29500).",
        "address-in-use",
    ),
    "a collective and a barrier": (
        f"{HEAD}RuntimeError: Detected mismatch between collectives on ranks. Rank 0 is running collective: CollectiveFingerPrint("
        "SequenceNumber=4, OpType=ALLREDUCE, TensorShape=[10]), but Rank 1 is running collective: CollectiveFingerPrint("
        "SequenceNumber=5, OpType=BARRIER).Collectives differ in the following aspects: \t Sequence number: 4vs 5  Op type: x",
        "collectives-differ",
    ),
    "memory that NumPy did not get": (f"{HEAD}MemoryError: Unable to allocate 12.0 GiB for an array", ""),
    "an actor of Ray that died, and nothing else": (
        f"{HEAD}ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
        "ray-actor-died",
    ),
    "an actor of Ray that died of an error that no entry knows": (
        f"(WorkerDict pid=7) {HEAD}(WorkerDict pid=7) KeyError: 'image'\n{HEAD}{ACTOR}",
        "",
    ),
    "an actor of Ray that died, in the words of three lines": (
        f"(raylet) {KILLED_IN_RAY}\n{HEAD}{ACTOR}\n\tclass_name: A\nThe actor is dead because its worker process has died.",
        "ray-actor-died",
    ),
    "the same without a traceback": (
        f"(raylet) {KILLED_IN_RAY}\n{ACTOR}\nThe actor is dead because its worker process has died.",
        "ray-actor-died",
    ),
    "an actor of Ray whose error stands below no head": (f"(WorkerDict pid=7) ValueError: no image\n{HEAD}{ACTOR}", ""),
    "an actor of Ray that could not be made": (
        f"{HEAD}ray.exceptions.RayActorError: The actor died because of an error raised in its creation task, "
        'ray::Worker.__init__() (pid=7, ip=10.0.0.1)\n  File "/x/app.py", line 4, in __init__\nValueError: no image',
        "",
    ),
    "an actor of Ray that the kernel killed": (
        f"{HEAD}{ACTOR}\n[Sat] Out of memory: Killed process 7 (ray::WorkerDict) total-vm:9kB",
        "host-out-of-memory",
    ),
    "an actor of Ray whose rank lost its memory": (
        f"(WorkerDict pid=7) {HEAD}(WorkerDict pid=7) {FULL}\n(raylet) {KILLED_IN_RAY}\n{HEAD}{ACTOR}",
        "cuda-out-of-memory",
    ),
    "a worker of Ray that died between the lines of another error": (
        f"{HEAD}KeyError: 'image'\n{KILLED_IN_RAY}",
        "",
    ),
    "an extension that was built for another torch": (
        f'{HEAD}  File "/x/flash_attn/__init__.py", line 3, in <module>\n    import flash_attn_2_cuda as flash_attn_cuda\n'
        "ImportError: /x/flash_attn_2_cuda.cpython-310-x86_64-linux-gnu.so: undefined symbol: _ZN3c104cuda9SetDeviceEi",
        "undefined-symbol",
    ),
    "an NCCL that is too old for torch": (
        f"{HEAD}    from torch._C import *  # noqa: F403\n"
        "ImportError: /x/torch/lib/libtorch_cuda.so: undefined symbol: ncclCommRegister",
        "undefined-symbol",
    ),
    "an extension for images that is left out": (
        "/x/io/image.py:13: UserWarning: Failed to load image Python extension: '/x/image.so: undefined symbol: _ZN3c1017Reg'\n"
        f"{HEAD}{FULL}",
        "cuda-out-of-memory",
    ),
    "a library that is not there": (
        f"{HEAD}ImportError: libGL.so.1: cannot open shared object file: No such file",
        "",
    ),
    "a symbol of a program": (f"{HEAD}ValueError: undefined symbol x in the formula", ""),
    "a plugin of the network without a symbol": (
        "n1:1:1 [0] NCCL INFO NET/Plugin: dlsym error on ncclNetPlugin_v8, /x/libnccl-net.so: undefined symbol: _Znc\n"
        f"{HEAD}{FULL}",
        "cuda-out-of-memory",
    ),
    "two ranks on one GPU, and what torch calls it": (
        f"{HEAD}{NCCL} invalid usage (run with NCCL_DEBUG=WARN for details), NCCL version 2.27.5\n{INVALID}\n"
        "Last error:\nDuplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000",
        "duplicate-gpu",
    ),
    "another NCCL on another host": (
        f"{HEAD}{NCCL} invalid usage (run with NCCL_DEBUG=WARN for details), NCCL version 2.27.5\n{INVALID}\n"
        "Last error:\nMismatched NCCL version detected : rank 1 version 22705 rank 0 version 22105",
        "nccl-invalid-usage",
    ),
    "an interface that is not there, in newer words": (
        f"{HEAD}{NCCL} invalid usage (run with NCCL_DEBUG=WARN for details), NCCL version 2.27.5\n{INVALID}\n"
        "Last error:\nBootstrap : no socket interface found",
        "nccl-system-error",
    ),
    "an interface that is not there, in older words": (
        f"{HEAD}{NCCL} internal error - please report this issue to the NCCL developers, NCCL version 2.21.5\n{INTERNAL}\n"
        "Last error:\nBootstrap : no socket interface found",
        "nccl-system-error",
    ),
    "an argument of NCCL that is wrong": (
        f"{HEAD}{NCCL} invalid argument, NCCL version 2.20.5\nncclInvalidArgument: Invalid value for an argument.",
        "nccl-invalid-argument",
    ),
    "an invalid usage of something else": (
        f"{HEAD}RuntimeError: This usually reflects invalid usage of the library",
        "",
    ),
    "a file of the topology that lacks something": (
        f"{HEAD}{NCCL} internal error - please report this issue to the NCCL developers, NCCL version 2.18.1\n{INTERNAL}\n"
        "Last error:\nAttribute arch of node cpu not found",
        "nccl-internal-error",
    ),
    "a check of NCCL that failed since a rank had ended": (
        f"[rank1]: {HEAD}[rank1]: {NCCL} internal error, NCCL version 2.14.3\n[rank1]: {INTERNAL}\n[rank1]: Last error:\n"
        "[rank1]: Net : Connection closed by remote peer n1<5>",
        "connection-closed",
    ),
    "a check of NCCL that failed, and why the other rank had ended": (
        f"[rank1]: {HEAD}[rank1]: {NCCL} internal error, NCCL version 2.14.3\n[rank1]: {INTERNAL}\n[rank1]: Last error:\n"
        f"[rank1]: Net : Connection closed by remote peer n1<5>\n[rank0]: {HEAD}[rank0]: KeyError: 'image'",
        "",
    ),
    "a check of NCCL that failed beside a rank that lost its connection": (
        f"[rank1]: {HEAD}[rank1]: {NCCL} internal error, NCCL version 2.18.1\n[rank1]: {INTERNAL}\n[rank1]: Last error:\n"
        f"[rank1]: Attribute arch of node cpu not found\n[rank0]: {HEAD}[rank0]: RuntimeError: Connection reset by peer",
        "nccl-internal-error",
    ),
    "an internal error of something else": (f"{HEAD}RuntimeError: Internal check failed", ""),
    "an engine that failed, and nothing else": (
        f"{HEAD}RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {{}}",
        "",
    ),
    "an engine that failed since its worker did": (
        f"{HEAD}{FULL}\n{HEAD}Exception: WorkerProc initialization failed due to an exception in a background process. "
        "See stack trace for root cause.\n"
        f"{HEAD}RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {{}}",
        "cuda-out-of-memory",
    ),
    "a task of Ray that was killed": (
        f"{HEAD}ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.",
        "host-out-of-memory",
    ),
    "an actor that died, of another kind": (f"{HEAD}RuntimeError: the actor of the scene died", ""),
    "an exception that tells of one in another process": (
        f"{HEAD}RuntimeError: It failed in a process of the engine. See stack trace above.\n{HEAD}{FULL}",
        "cuda-out-of-memory",
    ),
    "the place of a stack trace in a message": (f"{HEAD}ValueError: no stack trace to see", ""),
    "NaN in data": (f"{HEAD}ValueError: found NaN in column 3", ""),
    "a device that is not meta": (
        f"{HEAD}RuntimeError: Tensor on device cpu is not on the expected device cuda:0!",
        "",
    ),
    "a system that is not initialized": (f"{HEAD}RuntimeError: the logging system is not yet initialized", ""),
    "a notice before an error that is known": (
        f"{OMP}\n[rank0]: {HEAD}[rank0]: {TWICE}\n{NOTICE}",
        "initialized-twice",
    ),
    # launchers, installs, workers of loaders and research repositories
    "a script for bash that Python read": (
        '  File "./tools/dist_train.sh", line 3\n    CONFIG=$1\n           ^\nSyntaxError: invalid syntax',
        "script-of-bash",
    ),
    "a line of Python that is wrong": (
        '  File "train.py", line 3\n    config=$1\n           ^\nSyntaxError: invalid syntax',
        "",
    ),
    "an argument that spawn cannot pickle": (
        f"{HEAD}{SPAWNED}ValueError: ctypes objects containing pointers cannot be pickled",
        "file-handle-not-pickled",
    ),
    "a copy that fails in one process": (
        f'{HEAD}  File "/usr/lib/python3.11/copy.py", line 161, in deepcopy\n    rv = reductor(4)\n'
        "TypeError: cannot pickle 'weakref' object",
        "",
    ),
    "an average of the model that has another dtype": (
        f'{HEAD}  File "/app/train.py", line 7, in <module>\n    average.update_parameters(model)\n'
        '  File "/lib/python3.11/site-packages/torch/optim/swa_utils.py", line 320, in update_parameters\n'
        "    grouped_tensors = _group_tensors_by_device_and_dtype(\n"
        "RuntimeError: Tensors of the same index must be on the same device and the same dtype except `step` tensors",
        "",
    ),
    "an optimizer that is not of torch mixes dtypes": (
        f'{HEAD}  File "/lib/python3.12/site-packages/torch/optim/optimizer.py", line 517, in wrapper\n'
        "    out = func(*args, **kwargs)\n"
        '  File "/lib/python3.12/dist-packages/normuon.py", line 48, in normuon_update\n'
        "    second_momentum.lerp_(v_mean, 1 - beta2)\n"
        "RuntimeError: expected dtype c10::BFloat16 for `end` but got dtype float",
        "",
    ),
    "a file that another process has locked": (
        f'{HEAD}  File "/app/train.py", line 12, in <module>\n    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)\n'
        "BlockingIOError: [Errno 11] Resource temporarily unavailable",
        "",
    ),
    "a copy that the file system refuses": (
        f'{HEAD}  File "/usr/lib/python3.11/shutil.py", line 126, in _fastcopy_sendfile\n    raise err\n'
        "BlockingIOError: [Errno 11] Resource temporarily unavailable: 'a.pth' -> 'b.pth'",
        "",
    ),
    "a worker that cannot be forked": (
        f'{HEAD}  File "/usr/lib/python3.11/multiprocessing/popen_fork.py", line 66, in _launch\n    self.pid = os.fork()\n'
        "BlockingIOError: [Errno 11] Resource temporarily unavailable",
        "no-more-threads",
    ),
    # hangs to padded-metric, read again entry by entry
    "a damaged file in place of the checkpoint": (
        f'{HEAD}  File "/x/torch/serialization.py", line 1033, in _legacy_load\n    magic_number = pickle_module.load(f)\n'
        r"_pickle.UnpicklingError: invalid load key, '\x9e'.",
        "not-a-checkpoint",
    ),
    "bytes of another process that are no pickle": (
        f'{HEAD}  File "/x/app.py", line 177, in receive\n    return pickle.loads(buffer)\n'
        r"_pickle.UnpicklingError: invalid load key, '\xe2'.",
        "",
    ),
    "a job of DeepSpeed on one machine that ends in an error": (
        "[WARNING] [runner.py:191:fetch_hostfile] Unable to find hostfile, will proceed with training with local resources only.\n"
        f"{HEAD}  File \"train.py\", line 3, in <module>\nKeyError: 'loss'",
        "",
    ),
    "a job of DeepSpeed on one machine that asks for a mesh that is too large": (
        "[WARNING] [runner.py:191:fetch_hostfile] Unable to find hostfile, will proceed with training with local resources only.\n"
        f"{HEAD}RuntimeError: the new group's world size should be less or equal to the world size set by init_process_group",
        "mesh-larger-than-the-job",
    ),
    "a warning of DDP about strides above an error that no entry knows": (
        "[W reducer.cpp:320] Warning: Grad strides do not match bucket view strides. This may indicate grad was not created\n"
        f"{HEAD}  File \"train.py\", line 3, in <module>\nKeyError: 'loss'",
        "",
    ),
    "a copy into itself that is not of DDP": (
        f'{HEAD}  File "/app/ema.py", line 12, in _sync_buffers\n    mine.copy_(other)\n'
        "RuntimeError: unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.",
        "",
    ),
    "a job of DeepSpeed on one machine that is full": (
        "[WARNING] [runner.py:191:fetch_hostfile] Unable to find hostfile, will proceed with training with local resources only.\n"
        f"{HEAD}torch.{OUT_OF_MEMORY}",
        "cuda-out-of-memory",
    ),
    "a warning about NCCL before an error that no entry knows": (
        "UserWarning: Attempted to get default timeout for nccl backend, but NCCL support is not compiled\n"
        f"{HEAD}  File \"train.py\", line 3, in <module>\nKeyError: 'loss'",
        "",
    ),
    "a warning about NCCL before a GPU that this torch cannot use": (
        "UserWarning: Attempted to get default timeout for nccl backend, but NCCL support is not compiled\n"
        f"{HEAD}AssertionError: Torch not compiled with CUDA enabled",
        "no-nccl",
    ),
}


WORDED = {  # how older versions, launchers and libraries say the same, each line as it was posted
    "last-micro-batch-smaller": [
        "torch.distributed.pipelining._utils.PipeliningShapeError: Stage 1 forward inputs has a shape mismatch: expected torch.Size([4, 8]) actual torch.Size([2, 8])",
    ],
    "fewer-micro-batches-than-stages": [
        "ValueError: DualPipeV requires at least as many microbatches as stages, but got 2 microbatches and 4 stages.",
    ],
    "different-meshes": [
        "RuntimeError: DTensor does not support cross-mesh operation on aten.mm.default! Got meshes: DeviceMesh((dp=2), device: 'cpu') DeviceMesh((tp=2), device: 'cpu'). Please make sure all the arguments have the same DeviceMesh.",
        "NotImplementedError: aten._foreach_mul_.Scalar: DTensor does not support cross-mesh operation yet!Got meshes: DeviceMesh('cuda', [[0, 1], [2, 3]], mesh_dim_names=('dp', 'tp')) DeviceMesh('cuda', [1, 3], mesh_dim_names=('dp',))",
    ],
    "nccl-heartbeat": [
        "[PG 0 Rank 0] First PG on this rank that detected no heartbeat of its watchdog.",
        "[PG 0 Rank 0] Could not acquire GIL within 300 ms on exit, possible GIL induced hang",
    ],
    "gather-list": [
        "ValueError: source rank must provide non-None scatter_object_input_list",
    ],
    "sigterm-without-a-checkpoint": [
        "torch.distributed.elastic.multiprocessing.api.SignalException: Process 4711 got signal: 2",
        "=>> PBS: job killed: walltime 3610 exceeded limit 3600",
        "TERM_RUNLIMIT: job killed after reaching LSF run time limit.",
        "submitit WARNING (2022-07-12 04:18:45,881) - Caught signal SIGHUP on learnfair0293: this job is preempted.",
    ],
    "shapes-differ": [
        "RuntimeError: Error when verifying shape tensors for collective ALLREDUCE on rank 0. This likely indicates that input shapes into the collective are mismatched across ranks. Got shapes:  10",
        "Received data size doesn't match expected size. Is there a distributed collective mismatch in your code?",
        "RuntimeError: ProcessGroupGloo::allgather: invalid tensor size at index 0 (expected (4), got (3))",
        "ValueError: ProcessGroupGloo::allgather: invalid tensor type at index 0 (expected TensorOptions(dtype=long int), got TensorOptions(dtype=float))",
        "[1,0]<stderr>:RuntimeError: Mismatched allreduce tensor shapes: One rank sent a tensor of shape [3], but another rank sent a tensor of shape [4].",
        "RuntimeError: Mismatched data types: One rank had type float32, but another rank had type float16.",
        "accelerate.utils.operations.DistributedOperationException: Cannot apply desired operation due to shape mismatches. All shapes across devices must be valid.",
        "Cannot apply desired operation due to shape mismatches. All shapes across devices must be valid.",
        "RuntimeError: Detected mismatch between collectives on ranks. Rank 0 is running inconsistent collective: CollectiveFingerPrint(OpType=BROADCAST, TensorShape=[34112], TensorDtypes=Float,",
    ],
    "invalid-device-ordinal": [
        "ValueError: device_id cuda:3 is out of range. Please use a device index less than the number of accelerators available: 2.",
        "ValueError: local_rank 3 exceeds available GPUs in CUDA_VISIBLE_DEVICES=0,1",
        "RuntimeError: HIP error: invalid device ordinal",
        "AssertionError: Invalid device id",
        " But your machine only has: [0]",
        "n1:21:21 [1] init.cc:1243 NCCL WARN Cuda failure 'invalid device ordinal'",
        'RuntimeError: device >= 0 && device < num_gpus INTERNAL ASSERT FAILED at "../aten/src/ATen/cuda/CUDAContext.cpp":49',
        "AssertionError: world size is 4 but have 2 available devices",
        "ValueError: You requested to find 4 devices but this machine only has 2 GPUs.",
        "THCudaCheck FAIL file=/opt/conda/conda-bld/pytorch_1587428266983/work/torch/csrc/cuda/Module.cpp line=59 error=101 : invalid device ordinal",
        "THCudaCheck FAIL file=/pytorch/torch/csrc/cuda/Module.cpp line=32 error=10 : invalid device ordinal",
        "    return self.parallel_devices[self.local_rank]",
    ],
    "no-nccl": [
        "RuntimeError: Distributed package doesn't have NCCL built in",
        "UserWarning: Attempted to get default timeout for nccl backend, but NCCL support is not compiled",
    ],
    "rank-not-set": [
        "RuntimeError: LOCAL_RANK is not in the environment. Consider passing fallback_rank to allow `get_node_local_rank` to work, assuming you are not running in a multi-device context and want the code to run locally instead.",
        "KeyError: 'SLURM_NODEID'",
        "KeyError: 'SLURM_PROCID'",
        "ModuleNotFoundError: No module named 'mpi4py'",
        "RuntimeError: Could not find 'RANK' in the torch environment, visit the documentation for more information on launching with torch",
        "KeyError: 'MASTER_ADDR'", "KeyError: 'MASTER_PORT'",
        "AssertionError: DeepSpeed requires the LOCAL_RANK environment variable, it is set by the deepspeed launcher, deepspeed.init_distributed, or the torch's launcher.",
        "AssertionError: DeepSpeed requires a command line parameter of --local_rank [int] and/or setting the LOCAL_RANK environment variable.",
        "KeyError: 'SLURM_LOCALID'",
        "KeyError: 'SLURM_NTASKS'",
        "KeyError: 'OMPI_COMM_WORLD_RANK'",
        "KeyError: 'OMPI_COMM_WORLD_SIZE'",
        "KeyError: 'OMPI_COMM_WORLD_LOCAL_RANK'",
        "KeyError: 'LOCAL_WORLD_SIZE'",
        "KeyError: 'NODE_RANK'",
        "KeyError: 'SLURM_JOB_NODELIST'",
        "KeyError: 'SLURM_NNODES'",
        "KeyError: 'OMPI_COMM_WORLD_LOCAL_SIZE'",
        "RuntimeError: Could not find 'SLURM_PROCID' in the SLURM environment, visit https://www.colossalai.org/ for more information on launching with SLURM",
    ],
    "script-not-found": [
        "/usr/bin/python3: can't open file 'train_jonas.py': [Errno 2] No such file or directory",
        r"C:\Users\me\python.exe: can't open file 'D:\\job\\main.py': [Errno 2] No such file or directory",
        "bash: scripts/dist_train.sh: No such file or directory",
        "sh: 0: Can't open tools/dist_train.sh",
        "/usr/bin/python3: No module named tools.train",
        "/usr/bin/python3: Error while finding module specification for 'tools.train' (ModuleNotFoundError: No module named 'tools')",
        "python: can't find '__main__' module in 'tools/'",
        "172.16.220.18: bash: line 0: cd: /data/asc23/src_zero3: No such file or directory",
    ],
    "unrecognized-local-rank": [
        "Error: unrecognized arguments: –local_rank=19",
        "train.py: error: unrecognized arguments: --local_rank 0",
        "train.py: error: unrecognized arguments: --local-rank 0",
        "Unknown command line flag 'local_rank'",
        "Unknown command line flag 'local-rank'",
        "Error: No such option: --local-rank",
        "ERROR: Could not consume arg: --local_rank=0",
        "usage: train.py [options] train.py: error: Unrecognized arguments: --local-rank=0",
        "usage: train.py [options] train.py: error: Unrecognized arguments: --local_rank=0",
        "Unrecognized options: --local-rank=0",
        "Unrecognized options: --local_rank=0",
        "KeyError: \"Override 'local-rank' not found in: ['seed']\"",
        "train.py: error: ambiguous option: --local-rank=1 could match --local_rank, --local-x",
        "Could not override 'local_rank'.",
        "hydra.errors.OverrideParseException: LexerNoViableAltException: --local_rank=0",
    ],
    "invalid-mesh-dim-names": [
        "KeyError: \"Invalid mesh_dim_name 'tp' specified. Valid mesh_dim_names are ('dp',).\"",
        'KeyError: ("Mesh dimension \'tp\' does not exist.", "Available mesh dimensions are: mesh_dim_names=(\'dp\',)")',
        "RuntimeError: Cannot slice a DeviceMesh without mesh_dim_names!",
        "KeyError: 'No `mesh_dim_names` found.'",
    ],
    "lambda-not-pickled": [
        "_pickle.PicklingError: Can't pickle <function train at 0x7f3b>: attribute lookup train on __main__ failed",
        "_pickle.PicklingError: Can't pickle <class '__main__.Config'>: it's not the same object as __main__.Config"
        "AttributeError: Can't get attribute 'MegatronPolicy' on <module '__main__' (built-in)>",
    ],
    "rank-not-below-world-size": [
        "n1:21:21 [1] init.cc:1243 NCCL WARN Invalid rank requested : 2/2",
        "ValueError: Invalid rank 2, rank should be in the interval [0, 1]",
    ],
    "no-cuda-gpus": [
        "RuntimeError: FSDP needs a non-CPU accelerator device, but no accelerator device is detected.",
        "Cuda error: cudaErrorInsufficientDriver",
        "THCudaCheck FAIL file=THCGeneral.cpp line=50 error 802 : system not yet initialized",
        "RuntimeError: cuda runtime error (802) : system not yet initialized at /pytorch/aten/src/THC/THCGeneral.cpp:50",
        "ValueError: fp16 mixed precision requires a GPU",
        "RuntimeError: CUDA error: system not yet initialized",
        "No CUDA GPUs are available",
        "RuntimeError: No HIP GPUs are available",
        "RuntimeError: CUDA error: no CUDA-capable device is detected",
        "RuntimeError: cuda runtime error (38) : no CUDA-capable device is detected at /pytorch/aten/src/THC/THCGeneral.cpp:50",
        "ValueError: ProcessGroupNCCL is only supported with GPUs, no GPUs found!",
        "RuntimeError: CUDA driver initialization failed, you might not have a CUDA gpu.",
        "RuntimeError: CUDA error: CUDA driver version is insufficient for CUDA runtime version",
        "RuntimeError: cuda runtime error (35) : CUDA driver version is insufficient for CUDA runtime version at Module.cpp:51",
        "RuntimeError: Unexpected error from cudaGetDeviceCount(). Did you run some cuda functions before calling NumCudaDevices()",
        "RuntimeError: CUDA unknown error - this may be due to an incorrectly set up environment, e.g. changing env variable",
        "pytorch_lightning.utilities.exceptions.MisconfigurationException: No supported gpu backend found!",
        "MisconfigurationException: `CUDAAccelerator` can not run on your system since the accelerator is not available.",
        "                But your machine only has: []",
        "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
        "ImportError: libcuda.so.1: cannot open shared object file: No such file or directory",
        "nvidia-container-cli: initialization error: nvml error: driver not loaded: unknown",
        "pytorch_lightning.utilities.exceptions.MisconfigurationException: GPUs requested but none are available.",
        "AssertionError: Megatron requires CUDA.",
        "RuntimeError: No GPU found. A GPU is needed for quantization.",
        "pynvml.NVMLError_DriverNotLoaded: Driver Not Loaded",
        "Failed to initialize NVML: Unknown Error",
        "RuntimeError: CUDA is required but not available for bitsandbytes.",
        'docker: Error response from daemon: could not select device driver "" with capabilities: [[gpu]].',
        'Error response from daemon: could not select device driver "nvidia" with capabilities: [[gpu]]',
        "nvidia-container-cli: requirement error: unsatisfied condition: cuda>=12.8, please update your driver to a newer version, or use an earlier cuda container",
        "nvidia-container-cli: requirement error: unsatisfied condition: cuda >= 9.0",
        "RuntimeError: cuda runtime error (999) : unknown error at /opt/conda/conda-bld/pytorch_1573049306803/work/aten/src/THC/THCGeneral.cpp:50",
        "458398: Test CUDA failure common.cu:730 'no CUDA-capable device is detected'",
        "Test CUDA failure common.cu:1045 'CUDA driver version is insufficient for CUDA runtime version'",
        "nvidia-container-cli: initialization error: cuda error: unknown error",
    ],
    "batch-sizes-do-not-multiply": [
        "- ds train_batch_size=256 vs hf train_batch_size (calculated)=128",
        "- ds gradient_accumulation_steps=4 vs hf gradient_accumulation_steps=2",
        "AssertionError: Micro batch size per gpu: 0 has to be greater than 0",
        "AssertionError: Gradient accumulation steps: 0 has to be greater than 0",
        "AssertionError: Train batch size: 0 has to be greater than 0",
        "- ds train_micro_batch_size_per_gpu=4 vs hf per_device_train_batch_size=8",
        "ValueError: Please correct the following DeepSpeed config values that mismatch TrainingArguments values:",
        "ValueError: When using DeepSpeed `accelerate.prepare()` requires you to pass at least one of training or evaluation dataloaders or alternatively set an integer value in `train_micro_batch_size_per_gpu` in the deepspeed config file",
        "MisconfigurationException: Do not set `gradient_accumulation_steps` in the DeepSpeed config",
    ],
    "disk-full": [
        "RuntimeError: [enforce fail at inline_container.cc:445] . PytorchStreamWriter failed writing file data/176: file write failed",
        "OSError: [Errno 122] Disk quota exceeded",
        "OSError: [Errno 27] File too large",
        "RuntimeError: write(): fd 29 failed with Input/output error",
        "safetensors_rust.SafetensorError: Error while serializing: I/O error: No space left on device (os error 28)",
    ],
    "driver-library-mismatch": [
        "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 804: forward compatibility was attempted on non supported HW",
        "nvidia-container-cli: initialization error: nvml error: driver/library version mismatch: unknown.",
        "Failed to initialize NVML: Driver/Library version mismatch",
        "n1:53:79 [3] misc/nvmlwrap.cc:142 NCCL WARN nvmlInit_v2() failed: Driver/library version mismatch",
        "pynvml.NVMLError_LibRmVersionMismatch: RM has detected an NVML/RM version mismatch.",
        'RuntimeError: NVML_SUCCESS == DriverAPI::get()->nvmlInit_v2_() INTERNAL ASSERT FAILED at "CUDACachingAllocator.cpp":813, please report',
        "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803: system has unsupported display driver / cuda driver combination",
        "NVRM: API mismatch: the client has the version 460.73.01, but this kernel module has the version 460.56.",
        "NVRM: API mismatch: the client 'kwin_wayland' (pid 1005)",
    ],
    "zero-checkpoint-world-size": [
        "FileNotFoundError: [Errno 2] No such file or directory: 'out/global_step500/zero_pp_rank_4_mp_rank_00_optim_states.pt'",
        "[WARNING] [engine.py:1656:_get_all_zero_checkpoints] The following zero checkpoints paths are missing: ['out/zero_pp_rank_8_mp_rank_00_optim_states.pt']",
        "Automatic adjustment of ZeRO's optimizer state partitioning with a new world size is not currently supported",
        "FileNotFoundError: [Errno 2] No such file or directory: 'ckpt/global_step5/zero_pp_rank_3_mp_rank_00_model_states.pt'",
    ],
    "nccl-internal-error": [
        "RuntimeError: NCCL error in: /pytorch/torch/lib/c10d/ProcessGroupNCCL.cpp:784, internal error, NCCL version 2.7.8",
        "n1:41367:41367 [1] enqueue.cc:422 NCCL WARN Error : no algorithm/protocol available",
        "n1:41367:41367 [1] enqueue.cc:2063 NCCL WARN No algorithm/protocol available for function AllReduce with datatype",
        "RuntimeError: NCCL error: internal error - please report this issue to the NCCL developers",
        "RuntimeError: NCCL Error 3: internal error",
        "ncclInternalError: Internal check failed. This is either a bug in NCCL or due to memory corruption",
        "node1: Test NCCL failure common.cu:958 'internal error - please report this issue to the NCCL developers / '",
        "graph/xml.h:77 NCCL WARN Attribute arch of node cpu not found",
        "misc/socket.cc:717 NCCL WARN ncclSocketInit: connecting to address  with family 33022 is neither AF_INET(2) nor AF_INET6(10)",
        "NCCL WARN Message truncated : received 1024 bytes instead of 256",
        "proxy.cc:1458 NCCL WARN [Proxy Service 5] Failed to execute operation Connect from rank 5, retcode 3",
        "proxy.cc:1028 NCCL WARN [Service thread] Error encountered progressing operation=Connect, res=3, closing connection",
        "transport/net_socket.cc:424 NCCL WARN NET/Socket : message truncated : receiving 1048576 bytes instead of 524288",
        "transport/net_socket.cc:501 NCCL WARN NET/Socket : peer 10.0.0.1<38812> message truncated : receiving 1048576 bytes instead of 524288",
        "[1,0]<stderr>:RuntimeError: ncclCommInitRank failed: internal error",
    ],
    "folder-missing-on-a-rank": [
        "RuntimeError: Parent directory K:\\ZiToZi\\experiment_dir\\checkpoint does not exist.",
    ],
    "nccl-invalid-usage": [
        "RuntimeError: NCCL error in: /pytorch/torch/lib/c10d/ProcessGroupNCCL.cpp:784, invalid usage, NCCL version 2.7.8",
        "NCCL WARN NET/IB : req 0/1 tag 0 peer 10.0.0.6<58683> collective mismatch error, local size 496640 remote size 65536",
        "NCCL WARN NET/IB : collective mismatch error local size 546816 remote 524288 addr 7ff7d1530000 rkey 2553d seq 14/1c",
        "NCCL WARN NET/Socket : peer 10.0.0.6<58683> message truncated : receiving 524288 bytes instead of 65536. If you believe your "
        "socket network is in healthy state,           there may be a mismatch in collective sizes or environment settings (e.g. NCCL_PROTO)",
        "RuntimeError: NCCL Error 5: invalid usage",
        "RuntimeError: NCCL error: invalid usage (run with NCCL_DEBUG=WARN for details)",
        "ncclInvalidUsage: This usually reflects invalid usage of NCCL library (such as too many async ops, too many collectives "
        "at once, mixing streams in a group, etc).",
        "n1:1:1 [0] NCCL WARN Error: network AWS Libfabric not found.",
        "[0] NCCL WARN No algorithm/protocol available for function AllReduce with datatype ncclFloat32. NCCL_ALGO was set to Tree.",
        "n1:1:1 [0] NCCL WARN Failed to initialize any NET plugin",
        "[1,1]<stderr>:RuntimeError: ncclCommInitRank failed: invalid usage",
        "[rank0]: Error: network AWS Libfabric not found.",
    ],
    "not-a-checkpoint": [
        "_pickle.UnpicklingError: invalid load key, '<'.",
        "OSError: You seem to have cloned a repository without having git-lfs installed. Please install git-lfs and run `git lfs install`",
        r"_pickle.UnpicklingError: invalid load key, '\xba'",
        r"_pickle.UnpicklingError: invalid load key, '\x9e'.",
    ],
    "ray-actor-died": [
        "ray.exceptions.RayActorError: The actor died unexpectedly before finishing this task.",
        "ray.exceptions.WorkerCrashedError: The worker died unexpectedly while executing this task. Check python-core-worker-*.log "
        "files for more information.",
        "(raylet) A worker died or was killed while executing a task by an unexpected system error.",
        "The actor is dead because its owner has died. Owner Id: 01 Owner worker exit type: SYSTEM_ERROR",
        "The actor is dead because it was killed by `ray.kill`.",
        "ray.exceptions.ActorUnavailableError: The actor 1234 is unavailable: The actor is temporarily unavailable: RpcError",
        "ray.exceptions.NodeDiedError: Task failed due to the node (where this task was running)  was dead or unavailable.",
        "ray.exceptions.LocalRayletDiedError: The task's local raylet died. Check raylet.out for more information.",
        "The node with node id: 75b2eec8 and ip: 10.4.4.107 has been marked dead because the detector has missed too many heartbeats from it.",
        "(raylet) Raylet is terminated. Termination is unexpected. Possible reasons include: (1) SIGKILL by the user or system OOM killer",
        "[Timeout] Exiting because this node manager has mistakenly been marked as dead by the GCS: GCS failed to check the health of this node for 5 times.",
    ],
    "undefined-symbol": [
        "RuntimeError: Failed to import transformers.models.mistral.modeling_mistral because of the following error (look up to see "
        "its traceback):\n/x/flash_attn_2_cuda.cpython-310-x86_64-linux-gnu.so: undefined symbol: _ZN2at4_ops15sum_IntList_out4call",
        "ImportError: /x/torch/lib/libtorch_cpu.so: undefined symbol: iJIT_NotifyEvent",
        "ImportError: /x/libcusparse.so.12: undefined symbol: __nvJitLinkComplete_12_4, version libnvJitLink.so.12",
        "python: symbol lookup error: /x/libcudnn_cnn_infer.so.8: undefined symbol: _ZN5cudnn14cublasSaxpy",
        "ImportError: libtorch_cpu.so: cannot open shared object file: No such file or directory",
        "ImportError: libc10.so: cannot open shared object file: No such file or directory",
        "undefined symbol: _ZN2at4_ops9_pad_enum4callERKNS_6TensorEN3c108ArrayRefINS5_6SymIntEEElNS5_8optionalIdEE",
        "ImportError: DLL load failed while importing flash_attn_2_cuda: The specified procedure could not be found.",
        "ImportError: /opt/vllm/_C.abi3.so: symbol cudaGetDriverEntryPointByVersion version libcudart.so.12 not defined in file libcudart.so.12 with link time reference",
    ],
    "cuda-in-a-fork": [
        "RuntimeError: Lightning can't create new processes if CUDA is already initialized. Did you manually call `torch.cuda.*` functions?",
        "RuntimeError: Cannot re-initialize XPU in forked subprocess. To use XPU with multiprocessing, you must use the 'spawn' start method"
        "RuntimeError: Lightning can’t create new processes if CUDA is already initialized.",
        "RuntimeError: CUDA has been initialized before the `notebook_launcher` could create a forked subprocess. This likely stems from an outside import",
        "ValueError: To launch a multi-GPU training from your notebook, you need to avoid running any instruction using `torch.cuda` in any cell.",
        "ValueError: To launch a multi-GPU training from your notebook, the `Accelerator` should only be initialized inside your training function.",
        "RuntimeError: CUDA error (3): initialization error",
    ],
    "checkpoint-without-input-gradient": [
        "/x/torch/utils/checkpoint.py:31: UserWarning: None of the inputs have requires_grad=True. Gradients will be None"
    ],
    "cublas-not-initialized": [
        "RuntimeError: cublas runtime error : resource allocation failed at /pytorch/aten/src/THC/THCGeneral.cpp:228",
        "RuntimeError: CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasCreate(handle)`",
        "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_INITIALIZED when calling `cublasCreate(handle)`"
        "RuntimeError: cublas runtime error : library not initialized at /pytorch/aten/src/THC/THCGeneral.cpp:216",
    ],
    "gradients-inconsistent": [
        "grad_norm across the workers:",
        "AssertionError: Fatal error: gradients are inconsistent between workers",
        "FloatingPointError: Fatal error: gradients are inconsistent between workers. Try --ddp-backend=no_c10d.",
    ],
    "kernel-failed": [
        "RuntimeError: CUDA error: the launch timed out and was terminated",
        "numba.cuda.cudadrv.driver.CudaAPIError: [702] Call to cuMemcpyDtoH results in CUDA_ERROR_LAUNCH_TIMEOUT",
        "RuntimeError: cuda runtime error (4) : unspecified launch failure at /pytorch/aten/src/THC/THCTensorCopy.cu:85",
        "  what():  CUDA error: unspecified launch failure (insert_events at /pytorch/c10/cuda/CUDACachingAllocator.cpp:764)",
        "RuntimeError: CUDA error: CUBLAS_STATUS_EXECUTION_FAILED when calling `cublasGemmEx( handle, opa, opb, m, n, k)`",
        "RuntimeError: cublas runtime error : the GPU program failed to execute at /pytorch/aten/src/THC/THCBlas.cu:258",
        "RuntimeError: CUDA error: misaligned address",
        "RuntimeError: copy_if failed to synchronize: cudaErrorMisalignedAddress: misaligned address",
        "THCudaCheck FAIL file=/pytorch/aten/src/THC/THCTensorCopy.cu line=84 error=74 : misaligned address",
        "RuntimeError: cuda runtime error (74) : misaligned address at /pytorch/aten/src/THC/THCTensorCopy.cu:84",
        "torch.AcceleratorError: CUDA error: an illegal instruction was encountered",
        "CUDA_ERROR_ILLEGAL_INSTRUCTION: an illegal instruction was encountered",
        "[E ProcessGroupNCCL.cpp:915] [Rank 0] NCCL watchdog thread terminated with exception: CUDA error: unknown error",
        "CUBLAS failure 11: CUBLAS_STATUS_MAPPING_ERROR",
        "RuntimeError: cusolver error: CUSOLVER_STATUS_EXECUTION_FAILED, when calling `cusolverDnXsyevBatched`",
        "RuntimeError: cusolver error: CUSOLVER_STATUS_INTERNAL_ERROR, when calling `cusolverDnCreate(handle)`",
        "RuntimeError: cuFFT error: CUFFT_INTERNAL_ERROR",
    ],
    "cudnn-error": [
        "RuntimeError: GET was unable to find an engine to execute this computation",
        "RuntimeError: cuDNN error: CUDNN_STATUS_SUBLIBRARY_VERSION_MISMATCH",
        "RuntimeError: cuDNN version incompatibility: PyTorch was compiled  against (9, 1, 0) but found runtime version (8, 9, 2).",
        "Unable to load any of {libcudnn_graph.so.9.1.0, libcudnn_graph.so.9.1, libcudnn_graph.so.9, libcudnn_graph.so}",
        "Could not load library libcudnn_cnn_train.so.8. Error: /usr/local/cuda/lib64/libcudnn_cnn_train.so.8: undefined symbol: _ZN5cudnn3cnn, version libcudnn_cnn_infer.so.8",
        "RuntimeError: cuDNN error: CUDNN_STATUS_NOT_INITIALIZED",
        "CuDNNError: 8: b'CUDNN_STATUS_EXECUTION_FAILED'",
        "RuntimeError: cuDNN error: CUDNN_STATUS_INTERNAL_ERROR",
        "RuntimeError: cuDNN error: CUDNN_STATUS_MAPPING_ERROR",
        "RuntimeError: Unable to find a valid cuDNN algorithm to run convolution",
        "RuntimeError: no valid convolution algorithms available in CuDNN",
        "Could not load library libcudnn_cnn_infer.so.8. Error: libcuda.so: cannot open shared object file: No such file or directory",
        "RuntimeError: cuDNN version mismatch: PyTorch was compiled against 7600 but linked against 7102",
        "RuntimeError: cuDNN error: CUDNN_STATUS_BAD_PARAM",
        "RuntimeError: cuDNN error: CUDNN_STATUS_NOT_SUPPORTED. This error may appear if you passed in a non-contiguous input.",
    ],
    "zero-3-trace": [
        "Invalidate trace cache @ step 0 and module 1458: cache has only 0 modules",
        "Invalidate trace cache @ step 10: expected module 11, but got module 19",
    ],
    "zero-3-weights-missing": [
        "RuntimeError: disagreement between rank0 and rank7: rank0: [0, 1, 2], rank7: [0, 2]",
        "RuntimeError: Detected a disagreement on list length between rank0 and rank7: ",
        "RuntimeError: still have inflight params [{'id': 1143, 'status': 'AVAILABLE', 'numel': 1982464, 'ds_numel': 1982464",
        "RuntimeError: tracing error at step 0: expected the next 2 parameters in the parameter fetch queue to be ({'ds_id': 4",
        "RuntimeError: {'id': 1, 'status': 'INFLIGHT', 'numel': 10496000, 'ds_numel': 10496000} already in registry",
        "AssertionError: {'id': 283, 'status': 'NOT_AVAILABLE', 'numel': 0, 'ds_numel': 0, 'shape': (0,), 'ds_shape': (0,)}",
        "IndexError: pop from an empty deque",
    ],
    "torch-without-cuda": [
        "RuntimeError: PyTorch is not linked with support for cuda devices",
        "Torch not compiled with CUDA enabled",
        "NotImplementedError: Could not run 'aten::empty_strided' with arguments from the 'CUDA' backend.",
        "AttributeError: module 'torch._C' has no attribute '_cuda_setDevice'",
        "RuntimeError: Tried to instantiate dummy base class Stream",
        "RuntimeError: Tried to instantiate dummy base class CUDAGraph",
    ],
    "ddp-device-ids": [
        "ValueError: DistributedDataParallel's input module must be on the same type of devices, but input module parameters locate in {'cpu', 'cuda'}.",
        "AssertionError: DistributedDataParallel device_ids and output_device arguments only work with single-device CUDA modules, but got",
        "ValueError: You can't train a model that has been loaded in 4-bit precision on a different device than the one you're training on.",
        "ValueError: You can't train a model that has been loaded with `device_map='auto'` in any distributed mode. Please rerun",
    ],
    "not-initialized": [
        "AssertionError: Default process group is not initialized",
        "ValueError: Default process group has not been initialized, please call init_process_group.",
        "AssertionError: DeepSpeed backend not set, please initialize it using init_process_group()",
    ],
    "nccl-system-error": [
        "NCCL INFO socketPollConnect: connect returned No route to host, retrying (34/34) after sleep for 3400 msec",
        "NCCL INFO socketStartConnect: connect returned No route to host, retrying (34/34) after sleep for 3400 msec",
        "NCCL WARN Call to bind failed: Address already in use",
        "NCCL WARN ncclOsSocketStartConnect: connect to 10.0.0.2<40021> failed : No route to host",
        "NCCL WARN socketPollConnect: connect to 10.0.0.2<40021> failed : Connection timed out",
        "NCCL WARN socketStartConnect: connect returned Connection refused, exceeded error retry count (35)",
        "NCCL WARN ncclOsSocketPollConnect to 10.0.0.2<40021> failed with error Connection timed out",
        "NCCL WARN Error: Could not map /dev/shm/nccl-2hQe8r size 33030528",
        "RuntimeError: NCCL error in: /work/torch/lib/c10d/ProcessGroupNCCL.cpp:410, unhandled system error",
        "RuntimeError: NCCL Error 2: unhandled system error",
        "n1:53:53 [0] bootstrap.cc:45 NCCL WARN Bootstrap : no socket interface found",
        "n1:53:79 [3] include/socket.h:403 NCCL WARN Connect to 172.17.0.2<41133> failed : Connection refused",
        "n1:53:79 [3] include/socket.h:403 NCCL WARN Call to connect returned Connection refused",
        "n1:53:79 [3] misc/shmutils.cc:112 NCCL WARN Error while creating shared memory segment /dev/shm/nccl-zT (size 5967872)",
        "n1:53:79 [3] misc/shmutils.cc:72 NCCL WARN Error: failed to extend /dev/shm/nccl-EZYdrM to 9637892 bytes",
        "n1:53:79 [3] include/shm.h:28 NCCL WARN Call to posix_fallocate failed : No space left on device",
        "NET/IB : Got completion from peer 11.214.147.122<39138> with error 12, opcode 0, len 0, vendor err 129",
        "socketPollConnect: connect to 22.11.219.25<47479> returned Connection refused, exceeded error retry count after 35 attempts",
        "n1:20:43 [1] misc/socket.cc:544 NCCL WARN socketPollConnect: connect returned Connection refused, exceeded error retry count (35)",
        "socketStartConnect: Connect to 10.0.0.82<38455> failed : Software caused connection abort",
        "socketPollConnect: Connect to 10.0.0.82<38455> returned 113(No route to host) errno 115(Operation now in progress)",
        "NET/IBP:Got completion from peer 7.6.13.83<36315> with status=12 opcode=32698 len=32696 vendor err 129 (Send)",
        "n1:21:21 [1] NCCL WARN NET/OFI Request 0x7f3b completed with error. RC: 113. Error: unknown error",
        "n1:21:21 [1] NCCL WARN Bootstrap: no socket interface found",
        "n1:21:21 [1] misc/socket.cc:379 NCCL WARN Call to bind failed : Address already in use",
        "n1:21:21 [1] NCCL WARN Net : Call to recv from 10.0.0.2<4000> failed : Connection timed out",
        "Error while creating shared memory segment /dev/shm/nccl-pZafXL (size 7340384)",
        "(LLMRayActor pid=90738, ip=172.19.24.110) mlx5: host_unknown: got completion with error:",
        "node01:1234:1250 [0] NCCL WARN NET/Socket : no interface found",
        "node01:812:901 [0] transport/net_ib.cc:246 NCCL WARN NET/IB : No IP interface found.",
        "h100-12:1:33 [2] transport/net_ib.cc:89 NCCL WARN NET/IB : mlx5_4:1 Got async event : port error",
        "h100-12:1:33 [2] transport/net_ib/common.cc:95 NCCL WARN NET/IB : mlx5_0:1 async fatal event on QP (0x7f) qpn=1234 handle=3",
        "NCCL WARN Error: failed to create shared memory file /dev/shm/nccl-VSXhre, error Read-only file system (30)",
        "ip-172-32-45-165:72593:73427 [7] create_nccl_ofi_component:459 NCCL WARN NET/OFI Couldn't open AV. RC: -22, ERROR: Invalid argument",
        "nccl_net_ofi_domain_get_ep:969 NCCL WARN NET/OFI Creating new endpoint for domain 0x7f9befa99380 failed: Invalid argument",
        "e66aa18dc444:3171:3171 [0] include/socket.h:311 WARN Socket creation failed : Address family not supported by protocol",
        "n1:53:79 [3] graph/xml.cc:332 NCCL WARN Could not find real path of /sys/class/pci_bus/0001:00/../../0001:00:00.0",
        "n1:53:79 [3] NCCL WARN Failed to open libnvidia-ml.so.1: libnvidia-ml.so.1: cannot open shared object file",
        "n1:53:79 [3] transport.cc:41 NCCL WARN No transport found for rank 0[1a000] -> rank 1[1b000]",
        "NCCL WARN NET/IB : Unable to open device erdma_1",
        "n1:53:79 [3] NCCL WARN MNNVL (cliqueSize 8) is available but not working on this system. Check the IMEX configuration (nvidia-imex-ctl -N).",
        "n1:53:79 [3] NCCL WARN NET/Socket : No usable listening interface found",
    ],
    "nccl-unhandled-cuda-error": [
        "Cuda failure 217 'peer access is not supported between these two devices'",
        "RuntimeError: NCCL error in: /work/torch/lib/c10d/ProcessGroupNCCL.cpp:410, unhandled cuda error",
        "RuntimeError: NCCL Error 1: unhandled cuda error",
        "n1:53:79 [3] NCCL WARN HIP failure 'invalid argument'",
        "z-pc:909608:910337 [0] transport/p2p.cc:238 NCCL WARN failed to open CUDA IPC handle : 217 peer access is not supported",
        "node205:10645:10653 [0] transport/p2p.cu:431 WARN failed to open CUDA IPC handle : 30 unknown error",
        "transport/p2p.cc:287 NCCL WARN failed to peer with device 1(=1e000): 217 peer access is not supported between these two devices",
        "transport/nvls.cc:244 NCCL WARN Failed to bind NVLink SHARP (NVLS) Multicast memory of size 2097152 : CUDA error 401 'the operation cannot be performed in the present state'.",
        "n1:53:79 [3] include/alloc.h:99 NCCL WARN Failed to CUDA calloc async 608 bytes",
    ],
    "host-not-resolved": [
        "host not found: Name or service not known",
        "RuntimeError: host not found: Temporary failure in name resolution",
        "socket.gaierror: [Errno -5] No address associated with hostname",
        "socket.gaierror: [Errno 11001] getaddrinfo failed",
        "RuntimeError: [enforce fail at /pytorch/third_party/gloo/gloo/transport/tcp/device.cc:212] ifa != nullptr. Unable to find interface for: [0.0.0.189]",
        "RuntimeError: GlooDeviceFactory::makeUVDevice(): interface or hostname can't be empty",
    ],
    "address-in-use": [
        "torch.distributed.DistNetworkError: The server socket has failed to bind. port: 29500, useIpv6: false, code: -98, name: EADDRINUSE, message: address already in use",
        "torch.distributed.DistNetworkError: The server socket has failed to listen on any local network address.",
        "ConnectionError: Tried to launch distributed communication on port `29500`, but another process is utilizing it.",
        "RuntimeError: Address already in use (os error 98)",
    ],
    "waiting-for-clients": [
        "RendezvousTimeoutError",
        "RuntimeError: connect() timed out. Original timeout was 60000 ms.",
        "RuntimeError: Timed out initializing process group in store based barrier on rank: 0, for key: store_based_barrier_key:1",
        "timed out initializing process group in store based barrier on rank",
        "torch.distributed.DistNetworkError: The client socket has failed to connect to any network address of (10.0.0.1, 29500).",
        "RuntimeError: Connection timed out",
        "RuntimeError: Connection refused",
        "RuntimeError: No route to host",
    ],
    "file-handle-not-pickled": [
        "TypeError: can't pickle _io.TextIOWrapper objects",
        "TypeError: cannot pickle 'Environment' object",
        "TypeError: can't pickle Environment objects",
        "TypeError: can't pickle _thread.lock objects",
        "TypeError: cannot pickle '_thread.lock' object",
        "TypeError: can't pickle _thread.RLock objects",
        "TypeError: cannot pickle 'dict_keys' object",
        "TypeError: cannot pickle 'weakref' object",
        "ValueError: ctypes objects containing pointers cannot be pickled",
        "TypeError: can't pickle module objects",
    ],
    "dataloader-bus-error": [
        "ERROR:composer.cli.launcher:Rank 1 crashed with exit code -7.",
        "Global rank 1 (PID 2817) exited with code -7",
        "Bus error (core dumped)",
        "mpirun noticed that process rank 1 with PID 0 on node a exited on signal 7 (Bus error).",
        "  traceback : Signal 7 (SIGBUS) received by PID 103",
        "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: -7) local_rank: 0 (pid: 5275) of binary: python",
        "  exitcode  : -7 (pid: 103)",
        "[ERROR] [launch.py:321:sigkill_handler] ['/usr/bin/python3', '-u', 'train.py', '--local_rank=7'] exits with return code = -7",
        "subprocess.CalledProcessError: Command '['/usr/bin/python3', 'train.py']' died with <Signals.SIGBUS: 7>.",
        "torch.multiprocessing.spawn.ProcessExitedException: process 1 terminated with signal SIGBUS",
        "[8d6bf97c3bf4:3039 :0:3095] Caught signal 7 (Bus error: nonexistent physical address)",
        "Fatal Python error: Bus error",
        "srun: error: gpu01: task 3: Bus error",
        "RuntimeError: unable to open shared memory object </torch_29_13> in read-write mode: No space left on device (28)",
        "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Bus error (signal 7)",
        "=   KILLED BY SIGNAL: 7 (Bus error)",
        "W1128 08:53:27.594719 27220 init.cc:234] *** SIGBUS (@0x7f8261c6b000) received by PID 27220 (TID 0x7f844423e740) from PID 1640411136; stack trace: ***",
    ],
    "num-samples-zero": ["ValueError: num_samples should be a positive integeral value, but got num_samples=0"],
    "samples-of-different-size": [
        "RuntimeError: each element in list of batch should be of equal size",
        "RuntimeError: invalid argument 0: Sizes of tensors must match except in dimension 0. Got 333 and 500 in dimension 2",
        "RuntimeError: Trying to resize storage that is not resizable",
    ],
    "attribute-hidden": [
        "AttributeError: 'DeepSpeedLight' object has no attribute 'generate'",
        "'DistributedDataParallel' object has no attribute 'generate'",
        "'DataParallel' object has no attribute 'fc'",
        "AttributeError: 'DataParallel' object has no attribute 'fc'",
        "torch.nn.modules.module.ModuleAttributeError: 'DistributedDataParallel' object has no attribute 'generate'",
    ],
    "device-side-assert": [
        "RuntimeError: cuda runtime error (59) : device-side assert triggered at /pytorch/aten/src/THC/generic/THCTensorMath.cu:26",
        "Indexing.cu:699: indexSelectLargeIndex: block: [100,0,0], thread: [64,0,0] Assertion `srcIndex < srcSelectDimSize` failed.",
    ],
    "illegal-memory-access": [
        "Memory access fault by GPU node-2 (Agent handle: 0x9d4e3a0) on address 0x7f11e4000000. Reason: Page not present."
    ],
    "no-kernel-image": [
        "NVIDIA GeForce RTX 5090 with CUDA capability sm_120 is not compatible with the current PyTorch installation.",
        "HIP runtime error: invalid device function",
        "RuntimeError: CUDA error: invalid device function",
        "RuntimeError: HIP error: invalid device function",
        "n1:53:79 [3] enqueue.cc:78 NCCL WARN Cuda failure 'no kernel image is available for execution on the device'",
        "FATAL: kernel `fmha_cutlassF_f32_aligned_64x64_rf_sm80` is for sm80-sm100, but was built for sm37",
        "FATAL: this function is for sm80, but was built for sm120",
        "hipErrorNoBinaryForGpu: Coudn't find binary for current devices!",
        '"hipErrorNoBinaryForGpu: Unable to find code object for all current devices!"',
        "RuntimeError: nvrtc: error: invalid value for --gpu-architecture (-arch)",
    ],
    "cuda-out-of-memory": [
        "ValueError: 5.00 GiB KV cache is needed, which is larger than the available KV cache memory (2.10 GiB).",
        "CUDA out of memory.",
        "RuntimeError: CUDA out of memory",
        "RuntimeError: HIP out of memory.",
        "RuntimeError: NPU out of memory. Tried to allocate 2.00 GiB (NPU 0; 60.97 GiB total capacity)",
        "RuntimeError: HIP error: out of memory",
        "RuntimeError: CUDA driver error: out of memory",
        "RuntimeError: cuda runtime error (2) : out of memory at /pytorch/aten/src/THC/generic/THCStorage.cu:58",
        "torch.cuda.OutOfMemoryError: Allocation on device 0 would exceed allowed memory. (out of memory)",
        "RuntimeError: Triton Error [CUDA]: out of memory",
        "RuntimeError: CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "RuntimeError: cuDNN error: CUDNN_STATUS_ALLOC_FAILED",
        "THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=663 error=2 : out of memory",
        "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.",
        "ValueError: Free memory on device (18.32/23.64 GiB) on startup is less than desired GPU memory utilization (0.9, 21.28 GiB).",
        "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (21120).",
        "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.",
        "Error out of memory at line 380 in file /mmfs1/gscratch/zlab/timdettmers/git/bitsandbytes/csrc/pythonInterface.cpp",
        "Out of memory error on GPU 0. Cannot allocate 172.000000MB memory on GPU 0, 23.486572GB memory has been allocated and available memory is only 167.062500MB.",
        "OSError: (External) CUDA error(2), out of memory.",
    ],
    "tensors-on-two-devices": [
        "RuntimeError: expected type torch.FloatTensor but got torch.cuda.FloatTensor",
        "RuntimeError: expected type torch.cuda.FloatTensor but got torch.FloatTensor",
        "RuntimeError: expected self and mask to be on the same device, but got mask on cuda:0 and self on cuda:1",
        "RuntimeError: Expected object of backend CUDA but got backend CPU for argument #2 'mat1'",
        "RuntimeError: Expected object of device type cuda but got device type cpu for argument #1 'self' in call to _th_addmm",
        "RuntimeError: Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the same",
        "RuntimeError: Input type (torch.cuda.FloatTensor) and weight type (torch.FloatTensor) should be the same",
        "RuntimeError: Input type (torch.cuda.HalfTensor) and weight type (CPUBFloat16Type) should be the same",
        "RuntimeError: Input type (CPUBFloat16Type) and weight type (CUDABFloat16Type) should be the same",
        "RuntimeError: Expected object of type torch.cuda.FloatTensor but found type torch.FloatTensor for argument #2 'mat1'",
        "RuntimeError: Expected object of type torch.FloatTensor but found type torch.cuda.FloatTensor for argument #2 'mat1'",
        "RuntimeError: Expected tensor for argument #1 'input' to have the same device as tensor for argument #2 'weight'",
        "RuntimeError: arguments are located on different GPUs at /pytorch/aten/src/THC/generic/THCTensorMathBlas.cu:255",
        "RuntimeError: Input, output and indices must be on the current device",
        "RuntimeError: Tensor for argument #2 'mat1' is on CPU, but expected it to be on GPU (while checking arguments for addmm)",
        "RuntimeError: expected device cuda:0 but got device cuda:1",
        "RuntimeError: expected device cpu but got device cuda:0",
        "RuntimeError: Input and hidden tensors are not at the same device, found input tensor at cuda:1",
        "RuntimeError: expected condition, x and y to be on the same device, but condition is on cuda:0",
        "RuntimeError: indices should be either on cpu or on the same device as the indexed tensor (cuda:1)",
        "RuntimeError: torch.cat(): all input tensors must be on the same device. Received cpu and cuda:0",
        "RuntimeError: binary_op(): expected both inputs to be on same device, but input a is on cuda:1 and input b is on cuda:0",
        "ValueError: Pointer argument (at 0) cannot be accessed from Triton (cpu tensor?)",
        "RuntimeError: expected backend CPU and dtype Float but got backend CUDA and dtype Float",
        "Some of weight/gradient/input tensors are located on different GPUs. Please move them to a single one.",
    ],
    "unused-parameters": [
        "This error indicates that your module has parameters that were not used in producing loss",
        "RuntimeError: Your training graph has changed in this iteration, e.g., one parameter is unused in first iteration, but then got used in the second iteration. this is not compatible with static_graph set to True.",
        "Parameters which did not receive grad for rank 0: head.bias, head.weight",
        "TypeError: _queue_reduction(): incompatible function arguments. The following argument types are supported:",
        "`torch.nn.parallel.DistributedDataParallel`, and by making sure all `forward` function outputs participate in calculating loss.",
        "producing loss. You can enable unused parameter detection by passing the keyword argument `find_unused_parameters=True`",
    ],
    "mat1-and-mat2-dtype": [
        "RuntimeError: self and mat2 must have the same dtype, but got BFloat16 and Float",
        "RuntimeError: expected scalar type BFloat16 but found Float",
        "RuntimeError: expected scalar type Half but found Float",
        "RuntimeError: expected scalar type Float but found Half",
        "RuntimeError: Expected object of scalar type Half but got scalar type Float for argument #2 'mat1' in call to _th_addmm",
        "RuntimeError: Expected object of scalar type Float but got scalar type Half for argument #2 'mat2' in call to _th_bmm_out",
        "RuntimeError: Input type (torch.cuda.FloatTensor) and weight type (torch.cuda.HalfTensor) should be the same",
        "RuntimeError: Expected query, key, and value to have the same dtype, but got query.dtype: float key.dtype: float",
        "RuntimeError: Found dtype Float but expected Half",
        "RuntimeError: Found dtype Half but expected Float",
        "RuntimeError: Found dtype BFloat16 but expected Float",
        "RuntimeError: Found dtype Float but expected BFloat16",
        "RuntimeError: Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: c10::Half and  query.dtype: c10::BFloat16 instead.",
    ],
    "still-on-meta": [
        "RuntimeError: Tensor on device meta is not on the expected device cuda:0!",
        "Cannot copy out of meta tensor; no data!",
        "RuntimeError: Tensor on device cuda:0 is not on the expected device meta!",
        "RuntimeError: Tensor.item() cannot be called on meta tensors",
        "RuntimeError: You can't move a model that has some modules offloaded to cpu or disk.",
        "ValueError: weight is on the meta device, we need a `value` to put in on 0.",
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and meta!",
        "RuntimeError: Expected all tensors to be on the same device, but got index is on meta, different from other tensors on cuda:0",
        "NotImplementedError: Could not run 'aten::_local_scalar_dense' with arguments from the 'Meta' backend.",
    ],
    "scalar-parameter": [
        "ValueError: FSDP doesn't support scalar parameters. Change scale to a 1D tensor with numel equal to 1.",
        "ValueError: fully_shard doesn't support salar parameters. Change log_multiplier to a 1D tensor with numel equal to 1.",
    ],
    "dataparallel-wrong-device": [
        "RuntimeError: all tensors must be on devices[0]",
        "AssertionError: Broadcast function not implemented for CPU tensors",
    ],
    "no-backend-for-cpu": [
        "RuntimeError: Tensors must be CUDA and dense",
        "AssertionError: A CPU backend must be enabled for async save; try initializing process group with 'cpu:gloo,cuda:nccl'",
    ],
    "not-a-tensor": ["RuntimeError: Invalid function argument. Expected parameter `tensor` to be of type torch.Tensor."],
    "half-a-kv-head": ["RuntimeError: shape '[2, 16, -1, 64]' is invalid for input of size 1024"],
    "view-global-heads": ["RuntimeError: shape '[1, -1, 8, 64]' is invalid for input of size 1024"],
    "xid": [
        "Unable to determine the device handle for GPU 0000:0B:00.0: GPU is lost.  Reboot the system to recover this GPU",
        "Unable to determine the device handle for GPU0000:03:00.0: Unknown Error",
        "[  617.3] nvidia-nvswitch0: SXid (PCI:0000:c1:00.0): 12028, Fatal, Link 37 egress non-posted PRIV error",
        "               NVRM: fallen off the bus and is not responding to commands.",
        "[   38.773115] NVRM: RmInitAdapter failed! (0x26:0xffff:1127)",
    ],
    "marked-ready-twice": [
        "AssertionError: The parameter 447 has already been reduced. Gradient computed twice for this partition."
    ],
    "nan-on-all-ranks": [
        "RuntimeError: Unexpected result inf on rank 3 at iteration 3 invocation 2 (message=found Inf in local grad norm for bucket 0)",
        "RuntimeError: Rank 3, node n1, device 3, iteration 12: Unexpected result inf (message=found Inf in local forward loss calculation)",
        "RuntimeError: Rank 3, node n1, device 3, iteration 12: Unexpected result nan (message=found NaN in local forward loss calculation)",
        "AssertionError: Rank 3: found NaN in local grad norm in backward pass before data-parallel communication collective.",
        "ValueError: The loss returned in `training_step` is nan.",
        "FloatingPointError: Loss became infinite or NaN at iteration=123!",
        "Loss is nan, stopping training",
        "WARNING: nan loss detected, ending training",
        "WARNING: non-finite loss, ending training  tensor([nan, 1.2, nan])",
        "FloatingPointError: Predicted boxes or scores contain Inf/NaN. Training has diverged.",
        "ValueError: Expected parameter logits (Tensor of shape (64, 2)) of distribution Categorical() to satisfy the constraint IndependentConstraint(Real(), 1), but found invalid values:",
        "RuntimeError: probability tensor contains either `inf`, `nan` or element < 0",
        "Loss is inf, stopping training",
        "NaN detected in output of encoder.layers.0, shape: torch.Size([512, 8])",
        "FloatingPointError: gradients are Nan/Inf",
    ],
    "loss-scale-at-minimum": [
        "FloatingPointError: Minimum loss scale reached (0.0001). Your loss is probably exploding.",
        "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 1.4582244039112795e-303",
        "[deepscale] OVERFLOW! Rank 0 Skipping step. Attempted loss scale: 0.0, reducing to 0.0",
        "[Rank 0] Overflow detected. Skipping step. Attempted loss scale: 1, reducing to 1",
        "[Rank 0] Overflow detected. Skipping step. Attempted loss scale: 1.0, reducing to 1.0",
        "Gradient overflow.  Skipping step, loss scaler 0 reducing loss scale to 0.0",
        "[2021-01-26 22:05:35,108] [INFO] [fused_optimizer.py:316:_update_scale] Reducing dynamic loss scale from 1 to 1",
        "[INFO] [fused_optimizer.py:316:_update_scale] Reducing dynamic loss scale from 1.0 to 1",
    ],
    "size-mismatch": [
        "AssertionError: req MetadataIndex(fqn='w', offset=torch.Size([0, 0]), index=0) mismatch sizes torch.Size([4, 8]) vs torch.Size([8, 8])",
        "ValueError: Size mismatch between saved torch.Size([32000, 4096]) and current: torch.Size([32001, 4096]) for model.embed",
        "CheckpointingException: Global shape mismatch for loaded (torch.Size([51200, 1024])) and expected ((50304, 1024)) tensor",
        "RuntimeError: While copying the parameter named fc.weight, whose dimensions in the model are torch.Size([10, 512]) and whose dimensions in the checkpoint are torch.Size([1000, 512]).",
        "size mismatch for head.weight: copying a param of torch.Size([1000, 768]) from checkpoint, where the shape is torch.Size([10, 768]) in current model.",
        'ValueError: Trying to set a tensor of shape torch.Size([0]) in "weight" (which has shape torch.Size([32000, 4096])), this look incorrect.',
        "AssertionError: Attempted to load weight (torch.Size([3600])) into parameter (torch.Size([3584]))",
        '\tYou may consider adding `ignore_mismatched_sizes=True` in the model `from_pretrained` method.',
    ],
    "module-prefix": [
        "RuntimeError: Missing key in checkpoint state_dict: model._orig_mod.layer.weight.",
        '\tMissing key(s) in state_dict: "_fsdp_wrapped_module.shared.weight", "_fsdp_wrapped_module.encoder.weight"',
        '\tUnexpected key(s) in state_dict: "_forward_module.fc.weight".',
        '        Missing key(s) in state_dict: "_model.module.device_indicator_param", "_model.module.field.aabb"',
        '\tUnexpected key(s) in state_dict: "unet._orig_mod.conv_in.weight", "unet._orig_mod.conv_in.bias".',
        "KeyError: 'missing keys in state_dict: \"{'module.conv1.weight'}\"'",
        "unexpected key in source state_dict: module.conv1.weight, module.bn1.weight",
    ],
    "weights-only": [
        "_pickle.UnpicklingError: Weights only load failed. Re-running `torch.load` with `weights_only` set to `False` will likely",
        "Check the documentation of torch.load to learn more about types accepted by default with weights_only https://pytorch.org",
        "(1) In PyTorch 2.6, we changed the default value of the `weights_only` argument in `torch.load` from `False` to `True`.",
        "(1) In PyTorch 2.6, we changed the default value of the weights_only argument in torch.load from False to True.",
        "Please file an issue with the following so that we can make `weights_only=True` compatible with your use case: WeightsUnpickler error: Unsupported operand 149",
    ],
    "child-failed": [
        "              CHILD PROCESS FAILED WITH NO ERROR_FILE                ",
        '  msg: "Process failed with exitcode 1"',
        "torch.multiprocessing.spawn.ProcessExitedException: process 0 terminated with exit code 1",
        "ERROR:torch.distributed.elastic.multiprocessing.api:failed (exitcode: 1) local_rank: 0 (pid: 16) of binary: python",
        "srun: error: gpu01: task 3: Exited with exit code 1",
        "Primary job  terminated normally, but 1 process returned",
        "mpirun detected that one or more processes exited with non-zero status, thus causing",
        "pdsh@master: worker-2: ssh exited with exit code 1",
        "PyTorchJob kfto-01 is restarting because 1 Master replica(s) failed.",
        "[rank: 1] Child process with PID 123 terminated with code 1. Forcefully terminating all other processes to avoid zombies",
        "subprocess.CalledProcessError: Command '['/usr/bin/python3', '-m', 'torch.distributed.run', 'train']' returned non-zero exit status 1.",
        "subprocess.CalledProcessError: Command 'torchrun --nproc_per_node 8 main' returned non-zero exit status 1.",
        "subprocess.CalledProcessError: Command '['deepspeed', '--num_gpus', '8', 'train']' returned non-zero exit status 1.",
        "subprocess.CalledProcessError: Command '['accelerate', 'launch', 'train']' returned non-zero exit status 1.",
        "slurmstepd: error: *** STEP 1234.0 ON n1 FAILED (non-zero exit code or other failure mode) ***",
        "slurmstepd: error: *** STEP 1234.0 ON n1 CANCELLED AT 2024-03-03T10:00:00 DUE TO TASK FAILURE ***",
        "Error: failed to run torchrun --nproc_per_node=8 --nnodes=1 train.py on 127.0.0.1, is localhost: True, exception: Encountered a bad command exit code!",
        "ERROR:composer.cli.launcher:Rank 4 crashed with exit code 1.",
        "ERROR:composer.cli.launcher:Global rank 0 (PID 8321) exited with code 1",
        "[2025-02-09 21:23:00] Received sigquit from a child process. It usually means the child failed.",
        "prterun detected that one or more processes exited with non-zero status, thus causing the job to be terminated.",
        "RuntimeError: Horovod detected that one or more processes exited with non-zero status, thus causing the job to be terminated.",
        "MPI_ABORT was invoked on rank 0 in communicator MPI_COMM_WORLD with errorcode 1.",
        "=   BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES",
        "srun: error: c001: task 1: Terminated",
    ],
    "connection-closed": [
        "torch.distributed.DistNetworkError: Failed to recv, got 0 bytes",
        "RuntimeError: NCCL communicator was aborted.",
        "DistBackendError: NCCL error in: ProcessGroupNCCL.cpp:1331, remote process exited or there was a network error, NCCL",
        "n1:53:79 [3] misc/socket.cc:538 NCCL WARN Net : Connection closed by remote peer draw4<59227>",
        "[rank12]:[W318 10:00:41.91 TCPStore.cpp:125] [c10d] recvValue failed on SocketImpl(fd=135): Connection reset by peer",
        "RuntimeError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by "
        "store->get('0'), but store->get('0') got error: Connection reset by peer",
        "RuntimeError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by "
        "store->get('0'), but store->get('0') got error: Broken pipe",
        "RuntimeError: [1] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by "
        "store->get('0'), but store->get('0') got error: Failed to recv, got 0 bytes.",
        "Socket recv failed while polling for opId=0x7f22ff731e10",
        "The node 'n1_30_0' has failed to send a keep-alive heartbeat to the rendezvous 'none' due to an error of type",
        "The node 'n1_30_0' has failed to shutdown the rendezvous 'none' due to an error of type RendezvousConnectionError.",
        "n1:21:21 [1] NCCL WARN Net : Call to recv from 10.0.0.2<4000> failed : Connection reset by peer",
        "n1:21:21 [1] NCCL WARN Net : Call to recv from 10.0.0.2<4000> failed : Broken pipe",
        "n1:21:21 [1] NCCL WARN Net : Call to send to 10.0.0.2<4000> failed : Connection reset by peer",
        "n1:21:21 [1] NCCL WARN Net : Call to send to 10.0.0.2<4000> failed : Broken pipe",
        "RuntimeError: Broken pipe",
        "An MPI communication peer process has unexpectedly disconnected.  This",
        "Unknown: Horovod has been shut down. This was caused by an exception on one of the ranks or an attempt to allreduce",
        "worker0-0d9gnb:15:91 [3] include/socket.h 398 NCCL WARN Call to write failed : Connection reset by peer.",
    ],
    "watchdog-timeout": [
        "[Rank 0] Work WorkNCCL(SeqNum=2, OpType=ALLREDUCE, TensorShape=[1], Timeout(ms)=5000) timed out in blocking wait (NCCL_BLOCKING_WAIT=1).",
        "[PG ID 0 PG GUID 0(default_pg) Rank 0] Work WorkNCCL(SeqNum=2, OpType=ALLREDUCE, NumelIn=1, NumelOut=1, Timeout(ms)=5000) timed out in blocking wait.",
        "RuntimeError: Rank 0 timed out in monitoredBarrier after 10000 ms.",
        "RuntimeError: Operation timed out!",
        "torch.distributed.DistStoreError: barrier timeout after 300000ms, key: exit_barrier",
        "RuntimeError: Timeout waiting for key: default_pg/0/0 after 1800000 ms",
        "[PG ID 0 PG GUID 0(default_pg) Rank 3]  failure detected by watchdog at work sequence id: 12 PG status: last enqueued work: 13, last completed work: 11",
        "RuntimeError: NCCL timeout when waiting for nonblocking call to become successful.",
        "RuntimeError: [3] is setting up NCCL communicator and retreiving ncclUniqueId from [0] via c10d key-value store by key '0', but store->get('0') got error: Timeout waiting for key: default_pg/0/0 after 1800000 ms",
        "RuntimeError: [Rank 0]: Rank 2 failed to pass monitoredBarrier in 5000 ms",
        "[E ProcessGroupGloo.cpp:144] [Rank 0]: Ranks 1, 2 failed to pass monitoredBarrier in 1800000 ms",
        "RuntimeError: Rank 3 successfully reached monitoredBarrier, but received errors while waiting for send/recv from rank 0.",
        "RuntimeError: Socket Timeout",
        "RuntimeError: [2] is setting up NCCL communicator and retrieving ncclUniqueId from [0] via c10d key-value store by key "
        "'0', but store->get('0') got error: Socket Timeout",
        "torch.distributed.DistStoreError: wait timeout after 600000ms",
        "  what():  Caught collective operation timeout: WorkNCCL(OpType=ALLREDUCE, Timeout(ms)=1800000) ran for 1803308 ms",
        "[E ProcessGroupNCCL.cpp:361] Some NCCL operations have failed or timed out. Due to the asynchronous nature of CUDA",
        "[PG 1 Rank 3] Exception (either an error or timeout) detected by watchdog at work: 1580, last enqueued NCCL work: 1582",
        "[PG 0 Rank 0] Received a dump signal due to a collective timeout from this local rank and we will try our best to dump",
        "[PG ID 0 Rank 5] Observed flight recorder dump signal from another rank via TCPStore.",
        "[1,0]<stderr>:[2021-02-11 10:12:13.456: W /tmp/horovod/common/stall_inspector.cc:105] One or more tensors were submitted to be reduced, gathered or broadcasted by subset of ranks and are waiting for remainder of ranks for more than 60 seconds.",
        "EI0006: 2024-08-05-18:15:21.270.506 Getting socket times out. Reason: Remote Rank did not send the data in time. Please check the reason for the rank being stuck",
        "EI0002: The wait execution of the Notify register times out. Reason: The Notify register has not received the Notify record from remote rank [4294967295].",
        "[E ProcessGroupNCCL.cpp:475] To avoid data inconsistency, we are taking the entire process down.",
        "Terminating the process after attempting to dump debug info, due to collective timeout or exception.",
        "[Error]: In the specified timeout waiting event, all tasks in the specified stream are not completed.",
    ],
    "segmentation-fault": [
        "ERROR:composer.cli.launcher:Rank 3 crashed with exit code -11.",
        "Global rank 3 (PID 2817) exited with code -11",
        "free(): invalid pointer",
        "double free or corruption (!prev)",
        "munmap_chunk(): invalid pointer",
        "Process finished with exit code -1073741819 (0xC0000005)",
        "trainer_1 exited with code 139",
        "command terminated with exit code 139",
        "      Exit Code:    139",
        "Fatal Python error: Segmentation fault",
        "run.sh: line 12: 12345 Segmentation fault      (core dumped) python train.py",
        "[node1:98   :0:98] Caught signal 11 (Segmentation fault: address not mapped to object at address (nil))",
        "[node1:12345] Signal: Segmentation fault (11)",
        "mpirun noticed that process rank 1 with PID 0 on node a exited on signal 11 (Segmentation fault).",
        "!!!!!!! Segfault encountered !!!!!!!",
        "*** SIGSEGV received at time=1741149596 on cpu 63 ***",
        "*** SIGSEGV (@0x0) received by PID 26955 (TID 0x7f28d7e0b740) from PID 0; stack trace: ***",
        "ERROR: Unexpected segmentation fault encountered in worker.",
        "subprocess.CalledProcessError: Command '['C:\\\\kohya\\\\python.exe', 'train.py']' returned non-zero exit status 3221225477.",
        "bash: line 1: 80675 Segmentation fault      ( python train.py )",
        "Segmentation fault",
        "Windows fatal exception: access violation",
        "  exitcode  : 3221225477 (pid: 18620)",
        "failed (exitcode: 3221225477) local_rank: 0 (pid: 5676) of binary: python.exe",
        "trainer_1 exited with code -1073741819",
        "exit status 139",
        "      exit code: 139",
        "    exitCode: 139",
        "=   KILLED BY SIGNAL: 11 (Segmentation fault)",
        "malloc(): memory corruption (fast)",
        "malloc(): unsorted double linked list corrupted",
        "corrupted size vs. prev_size",
        "corrupted double-linked list (not small)",
        "free(): double free detected in tcache 2",
        "free(): invalid next size (normal)",
        "Process finished with exit code 139 (interrupted by signal 11:SIGSEGV)",
        "fish: Job 1, 'python train.py' terminated by signal SIGSEGV (Address boundary error)",
        "[1]    12345 segmentation fault (core dumped)  python train.py",
    ],
    "aborted": [
        "ERROR:composer.cli.launcher:Rank 2 crashed with exit code -6.",
        "Process finished with exit code 134 (interrupted by signal 6: SIGABRT)",
        "Fatal Python error: Aborted",
        "run.sh: line 12: 12345 Aborted                 (core dumped) python train.py",
        "mpirun noticed that process rank 1 with PID 0 on node a exited on signal 6 (Aborted).",
        "*** SIGABRT received at time=1734086759 ***",
        "terminate called without an active exception",
        "srun: error: gpu01: task 3: Aborted (core dumped)",
        "[n1:40360] Signal: Aborted (6)",
        "run.sh: line 3: 12345 Aborted                 torchrun train.py",
        "trainer_1 exited with code 134",
        "      exit code: 134",
        "ERROR:composer.cli.launcher:Global rank 0 (PID 8321) exited with code -6",
        "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Aborted (signal 6)",
        "*** SIGABRT (@0x3e80000b1f2) received by PID 45554 (TID 0x7f0) from PID 45554; stack trace: ***",
    ],
    "killed-by-the-system": [
        "traceback : Signal 1 (SIGHUP) received by PID 4711",
        "ERROR:composer.cli.launcher:Rank 2 crashed with exit code -9.",
        "Process finished with exit code 137 (interrupted by signal 9: SIGKILL)",
        "subprocess.CalledProcessError: Command '['/usr/bin/python3', 'train.py']' died with <Signals.SIGKILL: 9>.",
        "srun: error: c002: task 0: Killed",
        "/var/spool/slurmd/job00191/slurm_script: line 28:  8156 Killed                  python3 main.py --epochs 400",
        "run.sh: line 3: 12345 Killed                  torchrun --nproc-per-node 8 train.py",
        "run.sh: line 3: 12345 Killed                  accelerate launch train.py",
        "run.sh: line 3: 12345 Killed                  deepspeed train.py",
        "trainer_1 exited with code 137",
        "command terminated with exit code 137",
        "      Exit Code:    137",
        "exit status 137",
        "      exit code: 137",
        "    exitCode: 137",
        "[1]    12345 killed     python train.py",
        "WARNING:torch.distributed.elastic.multiprocessing.api:Sending process 102241 closing signal SIGHUP",
        "ERROR:composer.cli.launcher:Global rank 0 (PID 8321) exited with code -9",
        "YOUR APPLICATION TERMINATED WITH THE EXIT STRING: Killed (signal 9)",
    ],
    "host-cannot-allocate": [
        "OSError: [Errno 12] Cannot allocate memory",
        "RuntimeError: [enforce fail at CPUAllocator.cpp:64] . DefaultCPUAllocator: can't allocate memory: you tried to allocate",
        "RuntimeError: [enforce fail at ..\\c10\\core\\CPUAllocator.cpp:72] data. DefaultCPUAllocator: not enough memory: you tried",
        "RuntimeError: $ Torch: not enough memory: you tried to allocate 1GB. Buy new RAM!",
        "numpy.core._exceptions._ArrayMemoryError: Unable to allocate 12.3 GiB for an array with shape (1024, 1024, 1024) and data type float32",
        "numpy.core._exceptions.MemoryError: Unable to allocate array with shape (24012, 10716) and data type float32",
        "RuntimeError: unable to mmap 280 bytes from file </torch_59534_1208885928>: Cannot allocate memory (12)",
        "RuntimeError: unable to mmap 4946278608 bytes from file <ckpts/model-00015-of-00017.safetensors>: Cannot allocate memory",
        "OSError: Memory mapping file failed: Cannot allocate memory",
    ],
    "host-out-of-memory": [
        "slurmstepd: error: Exceeded job memory limit at some point.",
        "slurmstepd: error: Exceeded step memory limit at some point.",
        "ray.exceptions.OutOfMemoryError: Task was killed due to the node running low on memory.",
        "node_manager.cc:3022: 1 Workers (tasks / actors) killed due to memory pressure (OOM), 0 Workers crashed due to other reasons",
        "=>> PBS: job killed: mem 66gb exceeded limit 64gb",
        "TERM_MEMLIMIT: job killed after reaching LSF memory usage limit.",
    ],
    "uniform-requires-grad": [
        "ValueError: Must flatten tensors with uniform requires_grad when use_orig_params=False",
        "AssertionError: expects all parameters to have same requires_grad",
        "ValueError: FlatParameter requires uniform requires_grad",
    ],
    "no-main-guard": [
        "            Attempt to start a new process before the current process",
        "        The “freeze_support()” line can be omitted if the program",
        "            This probably means that you are not using fork to start your child processes and you have",
        "    is not going to be frozen to produce an executable.''')",
    ],
    "not-implemented-for-half": ['"_amp_foreach_non_finite_check_and_unscale_cuda" not implemented for \'BFloat16'],
    "split-sizes": ["RuntimeError: Tensor's dim 0 does not divide equally across group size"],
    "sampler-and-shuffle": ["ValueError: sampler is mutually exclusive with shuffle"],
    "tied-weights": [
        "ValueError: Parameter 'model.embed_tokens.weight' is shared with a parameter already managed",
        "parameter already managed by another FSDP group. For shared/tied",
    ],
    "initialized-twice": ["RuntimeError: trying to initialize the default process group twice"],
    "no-sync-after-fully-shard": ["'FSDPLlamaForCausalLM' object has no attribute 'no_sync'"],
    "tensor-and-dtensor": [
        "RuntimeError: aten.copy_.default: got mixed torch.Tensor and DTensor",
        "runtimeerror: aten._foreach_norm_Scalar: got mixed torch.tensor and DTensor, need to convert all torch.tensor to DTensor",
    ],
    "context-already-set": ["context has already been set"],
    "memory-on-gpu-0": ["RuntimeError: Attempting to deserialize object on a CUDA device"],
    "unscale-fp16": ["ValueError: Attempting to unscale FP16 gradients"],
    "uniform-dtype": [
        "ValueError: FSDP expects uniform original parameter dtype",
        "ValueError: Must flatten tensors with the same dtype but got torch.float32 and torch.bfloat16",
        "ValueError: FlatParameter requires uniform dtype but got torch.float16 and torch.float32",
    ],
    "global-rank-not-in-group": [
        "RuntimeError: The global rank is not part of the group",
        "RuntimeError: The global rank 3 is not part of the group <torch.distributed.ProcessGroupNCCL object at 0x7f>",
    ],
    "output-list-length": [
        "RuntimeError: ProcessGroupGloo::gather: Incorrect output list size 2. Output list size should be 4, same as size of the process group.",
        "RuntimeError: ProcessGroupGloo::scatter: Incorrect input list size 2. Input list size should be 4, same as size of the process group.",
        "RuntimeError: Tensor list input to scatter/gather must match number of collective participants",
    ],
    "unscale-twice": [
        "RuntimeError: unscale_() has already been called on this optimizer since the last update",
        "RuntimeError: unscale_() is being called after step().",
    ],
    "collectives-differ": [
        "RuntimeError: Mismatch between collective operation types across ranks.This likely indicates an application bug where different ranks are calling different collectives. Rank 0 is calling collective: ALLREDUCE",
        "RuntimeError: Forward order differs across ranks: rank 0 is all-gathering 5 parameters while rank 1 is all-gathering 4 parameters",
        "init.cc:1247 NCCL WARN Mismatched collective detected, please check your collective calls at and around rank 39.",
        "Rank 0 is running collective: CollectiveFingerPrint(OpType=ALLREDUCE), but Rank 1 is running collective: REDUCE.",
        "RuntimeError: Mismatched MPI operations: One rank did an allreduce, but another rank did an allgather.",
    ],
    "in-place-placement": ["    placement changes are not supported. The input has placement (Shard(dim=1),)"],
    "checkpoint-half-written": [
        "RuntimeError: storage has wrong size: expected 4611686018427387904 got 512",
        "RuntimeError: [enforce fail at inline_container.cc:145] . PytorchStreamReader failed reading file data/94101839026144: invalid header or archive is corrupted",
        "_pickle.UnpicklingError: pickle data was truncated",
        "RuntimeError: unexpected EOF. The file might be corrupted.",
        "_pickle.UnpicklingError: invalid load key, '\\x00'.",
        "EOFError",
        "safetensors_rust.SafetensorError: Error while deserializing header: MetadataIncompleteBuffer",
    ],
    "weight-must-be-2-d": [
        "RuntimeError: size mismatch, got 13, 13x5120,0",
        "RuntimeError: weight should have at least three dimensions",
        "RuntimeError: mat2 must be a matrix, got 1-D tensor",
        "RuntimeError: Expected weight to be of same shape as normalized_shape, but got weight of shape [0] and normalized_shape = [3584]",
    ],
    "batchnorm-twice": [
        "by an inplace operation: [torch.cuda.FloatTensor [768]] is at version 3; expected version 2",
    ],
    "dataparallel-scalars": [
        "RuntimeError: grad can be implicitly created only for scalar outputs",
    ],
    "too-many-open-files": [
        "RuntimeError: received 3 items of ancdata",
    ],
    "extension-lock": [
        "Lock file exists in build directory: '/home/ann/.cache/torch_extensions/py310_cu121/nvdiffrast_plugin/lock'",
        'UserWarning: Waited on lock file "/home/ann/.cache/torch_extensions/py311_cu124/fused_adam/lock" for 60 seconds.',
        'Thread 0x00007f1c2a7fc740 (most recent call first):\n  File "/opt/env/lib/python3.11/site-packages/torch/utils/file_baton.py", line 49 in wait\n  File "/opt/env/lib/python3.11/site-packages/torch/utils/cpp_extension.py", line 2400 in _jit_compile\n',
        'Traceback (most recent call last):\n  File "/opt/env/lib/python3.11/site-packages/torch/utils/file_baton.py", line 49, in wait\n    time.sleep(self.wait_seconds)\nKeyboardInterrupt\n',
    ],
    "extension-not-built": [
        "/usr/bin/ld: cannot find -lcurand: No such file or directory",
        "/usr/bin/ld: cannot find -lcudart",
        "/opt/conda/compiler_compat/ld: cannot find -lcublas: No such file or directory",
        "the runtimeError: Error building extension 'fused_adam' with",
        "subprocess.CalledProcessError: Command '['ninja', '-v', '-j', '8']' returned non-zero exit status 1.",
        "RuntimeError: The current installed version of g++ (13.2.0) is greater than the maximum required version by CUDA 11.8. Please make sure to use an adequate version of g++ (>=6.0.0, <12.0).",
        "RuntimeError: CUDA was not found on the system, please set the CUDA_HOME or the CUDA_PATH",
        "RuntimeError: Error building extension 'cpu_adam'",
        "RuntimeError: Error compiling objects for extension",
        "The detected CUDA version (12.6) mismatches the version that was used to compile",
        "deepspeed.ops.op_builder.builder.CUDAMismatchException: >- DeepSpeed Op Builder: Installed CUDA version 11.5 does not match the version torch was compiled with 12.1, unable to compile cuda/cpp extensions without a matching cuda version.",
        "OSError: CUDA_HOME environment variable is not set. Please set it to your CUDA install root.",
        "deepspeed.ops.op_builder.builder.MissingCUDAException: CUDA_HOME does not exist, unable to compile CUDA op(s)",
        "/usr/local/cuda/include/crt/host_config.h:139:2: error: #error -- unsupported GNU version! gcc versions later than 11 are not supported!",
        "nvcc fatal   : Unsupported gpu architecture 'compute_90'",
        "subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.",
        "RuntimeError: Ninja is required to load C++ extensions (pip install ninja to get it)",
        "ImportError: /root/.cache/torch_extensions/py38_cu113/fused_adam/fused_adam.so: cannot open shared object file: No such file or directory",
        "FileNotFoundError: [Errno 2] No such file or directory: '/usr/local/cuda/bin/nvcc'",
        "RuntimeError: --cuda_ext was requested, but nvcc was not found.  Are you sure your environment has nvcc available?",
        "RuntimeError: Cuda extensions are being compiled with a version of Cuda that does not match the version used to compile Pytorch binaries.",
        "NameError: name 'bare_metal_version' is not defined",
        "ptxas fatal   : Value 'sm_89' is not defined for option 'gpu-name'",
        "ptxas /tmp/tmpqgu1f9dk.ptx, line 5; fatal   : Unsupported .version 8.6; current version is '8.5'",
        "ninja: build stopped: subcommand failed.",
        "cc1plus: fatal error: cuda_runtime.h: No such file or directory",
        "/env/deepspeed/ops/csrc/includes/gemm_test.h:6:10: fatal error: cuda_profiler_api.h: No such file or directory",
        "nvcc fatal   : Unsupported NVHPC compiler found. nvc++ is the only NVHPC compiler that is supported.",
    ],
    "folder-exists": [
        "[rank3]: FileExistsError: [Errno 17] File exists: '/scratch/exp/run_7/checkpoints/step_400'",
        "FileExistsError: [Errno 17] File exists: 'runs/Nov12_09-14-02_node7'",
    ],
    "gloo-device": [
        "RuntimeError: makeDeviceForHostname(): unsupported gloo device",
        "RuntimeError: makeDeviceForInterface(): unsupported gloo device",
    ],
    "gpu-busy": [
        "RuntimeError: CUDA error: CUDA-capable device(s) is/are busy or unavailable",
        "RuntimeError: CUDA error: all CUDA-capable devices are busy or unavailable",
    ],
    "horovod-not-built": [
        "ImportError: Extension horovod.torch has not been built.  If this is not expected, reinstall Horovod with HOROVOD_WITH_PYTORCH=1 to debug the build error.",
    ],
    "libuv": [
        "RuntimeError: use_libuv was requested but PyTorch was build without libuv support",
        "torch.distributed.DistStoreError: use_libuv was requested but PyTorch was built without libuv support, run with USE_LIBUV=0 to disable it.",
    ],
    "no-slot-on-host": [
        "ValueError: No slot '4' specified on host 'localhost'",
    ],
    "one-value-per-channel": [
        "ValueError: Expected more than 1 value per channel when training, got input size torch.Size([1, 512, 1, 1])",
    ],
    "open-mpi-slots": [
        "There are not enough slots available in the system to satisfy the 16 slots",
        "All nodes which are allocated for this job are already filled.",
    ],
    "pin-memory-thread-exited": [
        "RuntimeError: Pin memory thread exited unexpectedly",
        "RuntimeError: Caught RuntimeError in pin memory thread for device 0.",
        "TypeError: Caught TypeError in pin memory thread for device 3.",
    ],
    "collate-found-none": [
        "TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'NoneType'>",
        "TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found object",
        "TypeError: batch must contain tensors, numbers, dicts or lists; found <class 'NoneType'>",
        "TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <class 'torch_geometric.data.data.Data'>",
        "TypeError: default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found <U3",
        "RuntimeError: Could not infer dtype of NoneType",
        "TypeError: must be real number, not NoneType",
        "TypeError: object of type 'NoneType' has no len()",
        "TypeError: 'NoneType' object is not subscriptable",
    ],
    "index-put-dtypes": [
        "RuntimeError: Index put requires the source and destination dtypes match, got Half for the destination and Float for the source.",
        "RuntimeError: Index put requires the source and destination dtypes match, got BFloat16 for the destination and Float for the source.",
    ],
    "nvml-assert": [
        'RuntimeError: NVML_SUCCESS == r INTERNAL ASSERT FAILED at "../c10/cuda/CUDACachingAllocator.cpp":830, please report a bug to PyTorch.',
        'RuntimeError: NVML_SUCCESS == r INTERNAL ASSERT FAILED at "/opt/conda/conda-bld/pytorch_1695392035891/work/c10/cuda/CUDACachingAllocator.cpp":1154, please report a bug to PyTorch',
        'RuntimeError: NVML_SUCCESS == DriverAPI::get()->nvmlDeviceGetHandleByPciBusId_v2_( pci_id, &nvml_device) INTERNAL ASSERT FAILED at "../c10/cuda/CUDACachingAllocator.cpp":815, please report a bug to PyTorch.',
    ],
    "libcudart-missing": [
        "ImportError: libcudart.so.11.0: cannot open shared object file: No such file or directory",
        "OSError: libcudart.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libcudart.so.13: cannot open shared object file: No such file or directory",
        "python: error while loading shared libraries: libcudart.so.11.0: cannot open shared object file: No such file or directory",
        "ImportError: [address=0.0.0.0:44627, pid=1165786] libcudart.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libcublas.so.11: cannot open shared object file: No such file or directory",
        "ValueError: libcublas.so.*[0-9] not found in the system path ['', '/usr/lib/python311.zip', '/usr/lib/python3.11']",
        "ImportError: libcudnn.so.8: cannot open shared object file: No such file or directory",
        "OSError: libcurand.so.10: cannot open shared object file: No such file or directory",
        "OSError: libcufft.so.10: cannot open shared object file: No such file or directory",
        "ImportError: libcusparse.so.11: cannot open shared object file: No such file or directory",
        "ImportError: libcusolver.so.11: cannot open shared object file: No such file or directory",
        "ImportError: libnvrtc.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libcupti.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libnccl.so.2: cannot open shared object file: No such file or directory",
        "OSError: libnvToolsExt.so.1: cannot open shared object file: No such file or directory",
        "ImportError: libnvJitLink.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libtorch_cuda_cu.so: cannot open shared object file: No such file or directory",
        "ImportError: libc10_cuda.so: cannot open shared object file: No such file or directory",
        "ImportError: DLL load failed while importing flash_attn_2_cuda: The specified module could not be found.",
    ],
    "cublas-invalid-value": [
        "RuntimeError: CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`",
        "CUDA error: CUBLAS_STATUS_INVALID_VALUE when calling `cublasSgemmStridedBatched( handle, opa, opb, m, n, k, &alpha, a, lda, stridea, b, ldb, strideb, &beta, c, ldc, stridec, num_batches)`",
        "RuntimeError: CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasSgemm( handle, opa, opb, m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc)`",
        "RuntimeError: CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling cublasLtMatmul with transpose_mat1 1 transpose_mat2 0 m 4096 n 4 k 64",
    ],
    "nccl-invalid-argument": [
        "ncclInvalidArgument: Invalid value for an argument.",
        "torch.distributed.DistBackendError: NCCL error in: ../torch/csrc/distributed/c10d/ProcessGroupNCCL.cpp:2777, invalid argument (run with NCCL_DEBUG=WARN for details), NCCL version 2.21.5",
        "RuntimeError: NCCL error in: /pytorch/torch/lib/c10d/../c10d/NCCLUtils.hpp:39, invalid argument",
        "RuntimeError: NCCL Error 4: invalid argument",
        "n1:53:79 [3] init.cc:1702 NCCL WARN Invalid config blocking attribute value -2147483648",
    ],
    "bitsandbytes-setup": [
        "RuntimeError: CUDA Setup failed despite GPU being available. Please run the following command to get more information: python -m bitsandbytes",
        "CUDA SETUP: Required library version not found: libbitsandbytes_cuda123.so. Maybe you need to compile it from source?",
        "Could not find the bitsandbytes CUDA binary at PosixPath('/notebooks/bitsandbytes/bitsandbytes/libbitsandbytes_cuda124.so')",
        "bitsandbytes library load error: Configured CUDA binary not found at /usr/local/lib/python3.12/dist-packages/bitsandbytes/libbitsandbytes_cuda129.so",
        "CUDA Setup failed despite CUDA being available. Please run the following command to get more information:",
        "RuntimeError: Native code method attempted to call: lib.cquantize_blockwise_fp16_nf4()",
        "AttributeError: /opt/conda/lib/python3.10/site-packages/bitsandbytes/libbitsandbytes_cpu.so: undefined symbol: cget_col_row_stats",
        "AttributeError: /env/bitsandbytes/libbitsandbytes_cuda117.so: undefined symbol: cquantize_blockwise_fp16_fp4",
        "ERROR: python: undefined symbol: cudaRuntimeGetVersion",
    ],
    "flash-attn-not-installed": [
        "ModuleNotFoundError: No module named 'flash_attn'",
        "ImportError: FlashAttention2 has been toggled on, but it cannot be used due to the following error: the package flash_attn seems to be not installed. Please refer to the documentation",
        "ImportError: This modeling file requires the following packages that were not found in your environment: flash_attn. Run `pip install flash_attn`",
        "ImportError: This modeling file requires the following packages that were not found in your environment: einops, flash_attn. Run `pip install einops flash_attn`",
    ],
    "ssh-failed": [
        "ssh: connect to host node07 port 22: Connection timed out",
        "worker-1: ssh: connect to host worker-1 port 2222: No route to host",
        "ssh: Could not resolve hostname lm-horovod-job-worker-5.lm-horovod-job: Name or service not known",
        "Permission denied (publickey,gssapi-with-mic).",
        "root@10.0.0.2: Permission denied (publickey,password).",
        "node07: Host key verification failed.",
        "ssh not successful for host worker-1:",
        "RuntimeError: could not connect to some hosts via ssh",
        "RuntimeError: Using hostfile at /job/hostfile but host=node07 was not reachable via ssh. If you are running with a single node please remove /job/hostfile or setup passwordless ssh.",
        "subprocess.CalledProcessError: Command 'ssh -o PasswordAuthentication=no 10.0.0.2 hostname' returned non-zero exit status 255.",
        "subprocess.CalledProcessError: Command '['ssh node07 hostname -I']' returned non-zero exit status 255.",
        "subprocess.CalledProcessError: Command '['ssh', 'node07', 'hostname', '-I']' returned non-zero exit status 255.",
        "pdsh@node01: node07: ssh exited with exit code 255",
        "ORTE was unable to reliably start one or more daemons.",
        "PRTE was unable to reliably start one or more daemons.",
        "A daemon (pid 9923) died unexpectedly with status 255 while attempting",
        "pdcp@localhost: host: rcmd: socket: Permission denied",
        "kex_exchange_identification: Connection closed by remote host",
        "[mpiexec@node1] Error: Unable to run bstrap_proxy on node2 (pid 12, exit code 65280)",
        "localhost: Permission denied, please try again.",
        "Authentication refused: bad ownership or modes for directory /root/.ssh",
    ],
    "ray-without-gpus": [
        "ValueError: Cannot provide a placement group requiring 16 GPUs (placement_group_specs=[{'GPU': 1.0}]) within 1800 seconds.",
        "ValueError: The number of required GPUs exceeds the total number of available GPUs in the cluster.",
        "ValueError: Total available GPUs 8.0 is less than total desired GPUs 32",
        "ValueError: Resource pool global_pool: 8*1cannot be satisfied in this ray cluster",
        "INFO 04-01 02:46:00 ray_utils.py:214] Waiting for creating a placement group of specs for 10 seconds. specs=[{'node:10.0.0.2': 0.001, 'GPU': 1.0}, {'GPU': 1.0}].",
        "ValueError: Cannot provide a placement group of placement_group_specs=[{'GPU': 1.0}] within 1800 seconds. See `ray status` to make sure the cluster has enough resources.",
        "TimeoutError: Placement group creation timed out. Make sure your cluster either has enough resources or use an autoscaling cluster.",
        "ValueError: The number of required GPUs exceeds the total number of available GPUs in the placement group.",
        "(autoscaler +25s) Error: No available node types can fulfill resource request {'GPU': 8.0, 'CPU': 1.0}.",
        "ValueError: Current node has no GPU available. current_node_resource={'CPU': 1.0}. vLLM engine cannot start without GPU.",
        "ValueError: Current node has no GPU available.",
        "ValueError: Current node has no GPU available",
        "ValueError: Ray does not allocate any GPUs on the driver node. Consider adjusting the Ray placement group or running the driver on a GPU node.",
    ],
    "sizes-do-not-divide": [
        "AssertionError: world size (8) is not divisible by total_model_size (encoder_model_size=0 + decoder_model_size=16)",
        "AssertionError: num_layers=30 should be divisible by config.pipeline_model_parallel_size=4",
        "AssertionError: With uneven pipelineing the left over layers must be divisible by left over stages",
        "AssertionError: num_layers_per_pipeline_rank 5 should be divisible by vp_size 2",
        "[rank15]: AssertionError: num_layers should be divisible by pipeline_model_parallel_size",
        "AssertionError: Number of layers should be divisible by the pipeline-model-parallel size",
        "ValueError: number of layers should be divisible by the pipeline parallel size",
        "AssertionError: num_layers must be divisible by transformer_pipeline_model_parallel_size",
        "[rank0]: AssertionError: First dimension of the tensor should be divisible by tensor parallel size",
        "[rank0]: RuntimeError: world_size (1) is not divisible by 4",
        "RuntimeError: decoder world_size (8) is not divisible by expert_tensor_model_pipeline_parallel size (16)",
        "[rank0]: AssertionError: global batch size (128) is not divisible by micro batch size (4) times data parallel size (6)",
        "AssertionError: real_train_batch_size (5) must be divisible by minimal possible batch size (8)",
        "AssertionError: only support equal chunk. Got size of DataProto 10 and chunk 8.",
        "AssertionError: n_gpus (6) must be divisible by model_parallel_size (4) times context_parallel_size (1)",
        "AssertionError: rollout world_size: 6 is not divisible by infer_tp: 4",
        "AssertionError: number of layers of the model must be divisible pipeline model parallel size",
        "AssertionError: seq-length should be a multiple of 2 * context-parallel-size if context-parallel-size > 1.",
        "AssertionError: Number of experts should be a multiple of expert model parallel_size.",
        "RuntimeError: num_stages (3) must divide distributed world size (8)",
        "RuntimeError: The sizes `data_parallel_size=2` and `tensor_parallel_size=2` multiplied should equal the world size (2).",
        "ValueError: ParallelismConfig total_size (8) does not match num_processes (4). Please adjust dp_replicate_size/ dp_shard_size/tp_size/cp_size/sp_size.",
        "AssertionError: Invalid parallel dims: dp_replicate(1) * dp_shard(2) * cp(1) * tp(4) * pp(1) != WORLD_SIZE(4)",
        "AssertionError: Total batch size (2) must be divisible by the number of gpus (4)",
        "AssertionError: batch-size 64 not multiple of GPU count 3",
        "AssertionError: --batch-size 16 must be multiple of WORLD_SIZE",
        "AssertionError: Batch size 4 is wrong. It must be a multiple of # GPUs 3.",
        "ValueError: To use a `DataLoader` in `split_batches` mode, the batch size (3) needs to be a round multiple of the number of processes (2).",
        "AssertionError: n_physical_experts=256 must be divisible by ep_size=3. Adjust num_redundant_experts.",
        "ValueError: The global train batch size (7 x 1) must be evenly divisible by the number of generations per prompt (8). Given the current train batch size, the valid values for the number of generations are: [7].",
        "ValueError: generation_batch_size (12) must be divisible by num_generations (8).",
        "AssertionError: Number of experts (4) should be divisible by expert parallel size (8)",
        "AssertionError: The number of ulysses_size and ring_size should be equal to the world size.",
    ],
    "stop-iteration-in-a-replica": [
        "StopIteration: Caught StopIteration in replica 1 on device 1.",
        "Exception in main training loop: Caught StopIteration in replica 0 on device 0.",
        "StopIteration",
    ],
    "device-map-with-zero-3": [
        "ValueError: DeepSpeed Zero-3 is not compatible with `low_cpu_mem_usage=True` or with passing a `device_map`.",
    ],
    "flash-attention-ampere": [
        "RuntimeError: Expected is_sm90 || is_sm8x || is_sm75 to be true, but got false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)",
        "RuntimeError: Expected is_sm8x || is_sm75 to be true, but got false.",
        "RuntimeError: FlashAttention only supports Ampere GPUs or newer.",
    ],
    "layer-class-not-found": [
        "Exception: Could not find the transformer layer class to wrap in the model.",
    ],
    "no-sync-under-zero-2": [
        "[rank0]: AssertionError: no_sync context manager is incompatible with gradient partitioning logic of ZeRO stage 2",
    ],
    "not-contiguous": [
        "[rank0]: ValueError: Tensors must be contiguous",
        "NotImplementedError: FSDP does not support non-contiguous parameters yet: param.shape=torch.Size([4096, 4096]) param.stride()=(1, 4096)",
        "RuntimeError: input tensor has to be contiguous",
    ],
    "recomputed-values-differ": [
        "RuntimeError: aten.mm.default encountered during backward, but not found in storage",
        "RuntimeError: aten.mm.default invocation index 2 encountered during backward but not found in storage. This can happen if the operations in the checkpointed region are nondeterministic or depend on global state that changed between forward and backward.",
        "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: Recomputed values for the following tensors have different metadata than during the forward pass.",
        "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: A different number of tensors was saved during the original forward and recomputation.",
        "torch.utils.checkpoint.CheckpointError: torch.utils.checkpoint: trying to save more tensors during recomputation than during the original forward pass.",
        "recomputed metadata: {'shape': torch.Size([0]), 'dtype': torch.bfloat16, 'device': device(type='cuda', index=1)}",
        "Tip: To see a more detailed error message, either pass `debug=True` to",
        "AssertionError: Something went unexpectedly wrong in activation checkpoint. Please report this bug by filing an issue to PyTorch.",
    ],
    "tensors-share-memory": [
        "            Some tensors share memory, this will lead to duplicate memory on disk and potential differences when loading them again: [{'lm_head.weight', 'model.embed_tokens.weight'}].",
        "RuntimeError: The weights trying to be saved contained shared tensors [{'model.embed_tokens.weight', 'model.vision_embed_tokens.wte.weight'}] that are mismatching the transformers base configuration.",
        "'language_model.model.layers.6.attention_norm.weight'}] that are mismatching the transformers base configuration. Try saving using `safe_serialization=False` or remove this tensor sharing.",
    ],
    "file-opened-before-the-fork": [
        "KeyError: 'Unable to open object (wrong B-tree signature)'",
        "KeyError: 'Unable to open object (bad symbol table node signature)'",
        'KeyError: "Unable to synchronously open object (bad object header version number)"',
        "OSError: Can't read data (wrong B-tree signature)",
        "lmdb.BadRslotError: mdb_txn_renew: MDB_BAD_RSLOT: Invalid reuse of reader locktable slot",
    ],
    "dataparallel-scalar-argument": [
        "RuntimeError: chunk expects at least a 1-dimensional tensor",
    ],
    "sync-batchnorm-on-cpu": [
        "ValueError: SyncBatchNorm layers only work with GPU modules",
        "AssertionError: SyncBatchNorm layers only work with GPU modules",
        "ValueError: SyncBatchNorm expected input tensor to be on GPU",
        "ValueError: SyncBatchNorm expected input tensor to be on GPU or XPU or privateuseone",
    ],
    "ulysses-heads": [
        "AssertionError: num_heads (28) must be divisible by ulysses sequence size(8)",
        "AssertionError: num_attention_heads 28 must be divisible by ulysses_sp_size 8",
        "AssertionError: `num_heads` must be divisible by `ulysses_size`.",
        "AssertionError: `cfg.num_heads=40` cannot be divided evenly by `args.ulysses_size=3`.",
    ],
    "dataloader-worker-exited": [
        "RuntimeError: One or more background workers are no longer alive. Exiting. Please check the print statements above for the actual error message",
        "RuntimeError: MultiThreadedAugmenter.abort_event was set, something went wrong. Maybe one of your workers crashed. This is not the actual error message!",
        "[rank0]: RuntimeError: DataLoader worker (pid 3349014) is killed by signal: Terminated.",
    ],
    # networks, launchers, hardware and drivers
    "torchrun-not-found": [
        "bash: torchrun: command not found",
        "/bin/sh: 1: torchrun: not found",
        "train.sh: line 12: deepspeed: command not found",
        "/bin/sh: 1: deepspeed: not found",
        "bash: accelerate: command not found",
        "sh: 1: accelerate: not found",
        "bash: horovodrun: command not found",
        "bash: mpirun: command not found",
        "/bin/sh: mpirun: not found",
        "slurmstepd: error: execve(): torchrun: No such file or directory",
        "slurmstepd: error: execve(): accelerate: No such file or directory",
        "slurmstepd: error: execve(): deepspeed: No such file or directory",
        "slurmstepd: error: execve(): python: No such file or directory",
        "slurmstepd: error: execve(): /home/u/env/bin/python: No such file or directory",
        "slurmstepd: error: execve(): /opt/conda/bin/torchrun: No such file or directory",
        "slurmstepd: error: execve(): /usr/bin/python3.11: No such file or directory",
        "FileNotFoundError: [Errno 2] No such file or directory: 'torchrun'",
        "FileNotFoundError: [Errno 2] No such file or directory: 'mpirun'",
        "/usr/bin/python3: Error while finding module specification for 'torch.distributed.run' (ModuleNotFoundError: No module named 'torch')",
        "/usr/bin/python: No module named torch.distributed",
        "ModuleNotFoundError: No module named 'torch.distributed'",
        "RuntimeError: launcher 'pdsh' not installed.",
        "RuntimeError: launcher 'openmpi' not installed.",
        "torchrun: command not found",
        "Error while finding module specification for 'torch.distributed.launch' (ModuleNotFoundError: No module named 'torch.distributed')",
        'Error: failed to create containerd task: exec: "torchrun": executable file not found in $PATH: unknown',
        "mpirun was unable to find the specified executable file, and therefore",
        "[proxy:0:0@node1] HYDU_create_process (utils/launch/launch.c:74): execvp error on file python (No such file or directory)",
        "bash: line 1: python: command not found",
        "train.sh: 1: srun: not found",
        "FileNotFoundError: [Errno 2] No such file or directory: 'sbatch'",
    ],
    "no-more-threads": [
        "RuntimeError: can't start new thread",
        "OpenBLAS blas_thread_init: pthread_create failed for thread 50 of 64: Resource temporarily unavailable",
        "OpenBLAS blas_thread_init: pthread_create: Resource temporarily unavailable",
        "libgomp: Thread creation failed: Resource temporarily unavailable",
        "BlockingIOError: [Errno 11] Resource temporarily unavailable",
        "OMP: Error #34: System unable to allocate necessary resources for OMP thread:",
        "bash: fork: retry: Resource temporarily unavailable",
        "-bash: fork: retry: No child processes",
        "  what():  Resource temporarily unavailable",
        "what(): Resource temporarily unavailable",
        "pthread_create failed: Resource temporarily unavailable",
        "Unhandled exception: N5boost10wrapexceptINS_6system12system_errorEEE. what(): thread: Resource temporarily unavailable [system:11]",
        "runtime/cgo: pthread_create failed: Operation not permitted",
    ],
    "torch-without-distributed": [
        "AttributeError: module 'torch.distributed' has no attribute 'init_process_group'",
        "AttributeError: module 'torch.distributed' has no attribute 'is_initialized'",
        "AttributeError: module 'torch.distributed' has no attribute 'ReduceOp'",
        "AttributeError: module 'torch.distributed' has no attribute 'ProcessGroup'",
        "AttributeError: module 'torch.distributed' has no attribute 'Backend'",
        "AttributeError: module 'torch.distributed' has no attribute 'get_rank'",
        "AttributeError: module 'torch.distributed' has no attribute 'get_world_size'",
        "AttributeError: module 'torch.distributed' has no attribute 'group'",
        "AttributeError: module 'torch.distributed' has no attribute 'is_nccl_available'",
        "ModuleNotFoundError: No module named 'torch._C._distributed_c10d'; 'torch._C' is not a package",
        "AttributeError: module 'torch._C' has no attribute '_c10d_init'",
        "ImportError: cannot import name 'Store' from 'torch.distributed' (/home/nvidia/.local/lib/python3.8/site-packages/torch/distributed/__init__.py)",
    ],
    "mkl-threading-layer": [
        "Error: mkl-service + Intel(R) MKL: MKL_THREADING_LAYER=INTEL is incompatible with libgomp-a34b3233.so.1 library.",
    ],
    "peer-access": [
        "RuntimeError: CUDA error: peer access is not supported between these two devices",
        "Failed: Cuda error /workspace/csrc/custom_all_reduce.cuh:307 'peer access is not supported between these two devices'",
        "Failed: Cuda error /workspace/csrc/custom_all_reduce.cuh:364 'invalid argument'",
        "[TensorRT-LLM][ERROR] CUDA runtime error in error: peer access is not supported between these two devices",
        "Encountered an error: peer access is not supported between these two devices in tensorrt_llm::runtime::IpcMemory::allocateIpcMemory()",
        "NotImplementedError: Using RTX 4000 series doesn't support faster communication broadband via P2P or IB. Please set NCCL_P2P_DISABLE",
        "RuntimeError: CUDA error: peer mapping resources exhausted",
        "RuntimeError: cuda runtime error (60) : peer mapping resources exhausted at /pytorch/aten/src/THC/THCGeneral.cpp:164",
        "RuntimeError: CUDA_ERROR_TOO_MANY_PEERS: peer mapping resources exhausted",
        "cudaErrorTooManyPeers: peer mapping resources exhausted",
        "RuntimeError: CUDART error: peer access is not supported between these two devices",
        "RuntimeError: Can't enable access between nodes 0 and 1",
        "CUDARuntimeError: cudaErrorPeerAccessUnsupported: peer access is not supported between these two devices",
    ],
    "ptx-toolchain": [
        "torch.AcceleratorError: CUDA error: the provided PTX was compiled with an unsupported toolchain.",
        "Cuda failure: 222 the provided PTX was compiled with an unsupported toolchain.",
        "Search for `cudaErrorUnsupportedPtxVersion' in https://docs.nvidia.com/cuda/cuda-runtime-api/group__CUDART__TYPES.html for more information.",
        "RuntimeError: Triton Error [CUDA]: CUDA_ERROR_UNSUPPORTED_PTX_VERSION",
    ],
    # launchers, installs, workers of loaders and research repositories
    "torch-older-than-library": [
        " ModuleNotFoundError: No module named 'torch.distributed.device_mesh'",
        "ImportError: cannot import name 'DeviceMesh' from 'torch.distributed'",
        "ImportError: cannot import name 'DTensor' from 'torch.distributed.tensor'",
        "/usr/bin/python3: No module named torch.distributed.run",
        "AttributeError: module 'torch.utils._pytree' has no attribute 'register_pytree_node'. Did you mean: '_register_pytree_node'?",
        "ImportError: cannot import name 'GradScaler' from 'torch.amp' (/opt/torch/amp/__init__.py)",
        "ValueError: Due to a serious vulnerability issue in `torch.load`, even with `weights_only=True`, we now require users to upgrade torch to at least v2.6 in order to use the function.",
        "AttributeError: module 'torch.distributed' has no attribute 'reduce_scatter_tensor'",
    ],
    "compiled-part-missing": [
        "ModuleNotFoundError: No module named 'mmcv._ext'",
        "No module named 'mmcv._ext'",
        "ImportError: cannot import name '_C' from 'detectron2'",
        "ImportError: cannot import name '_C' from partially initialized module 'core.nn' (most likely due to a circular import) (/backup/mingjin/core/nn/__init__.py)",
        "NameError: name '_C' is not defined",
    ],
    "script-of-bash": [
        "tools/dist_train.sh: 8: Bad substitution",
        "scripts/dist_train.sh: 5: scripts/dist_train.sh: Bad substitution",
        "scripts/run_docred.sh: line 3: $'\\r': command not found",
        "-bash: ./train.sh: /bin/bash^M: bad interpreter: No such file or directory",
        "scripts/run_docred.sh: line 14: syntax error near unexpected token `$'do\\r''",
        "sh: 1: Bad substitution",
    ],
    "paging-file-too-small": [
        'OSError: [WinError 1455] The paging file is too small for this operation to complete. Error loading "D:\\Anaconda\\envs\\swin-train\\lib\\site-packages\\torch\\lib\\shm.dll" or one of its dependencies.',
        "ImportError: DLL load failed: The paging file is too small for this operation to complete.",
        "RuntimeError: Couldn't open shared file mapping: <torch_22884_2321048452>, error code: <1455>",
        "OSError: The paging file is too small for this operation to complete. (os error 1455)",
    ],
    "optimizer-before-sharding": [
        "ValueError: The optimizer does not seem to reference any FSDP parameters. HINT: Make sure to create the optimizer after setting up the model by referencing `self.trainer.model.parameters()` in the `configure_optimizers()` hook.",
    ],
    "ddp-not-needed": [
        "RuntimeError: replicas_[0].size() >= 1 ASSERT FAILED at /pytorch/torch/csrc/distributed/c10d/reducer.cpp:53",
    ],
    # DeepSpeed, Megatron, apex, flash-attn and the libraries of Hugging Face
    "is-not-divisible": [
        "AssertionError: 151851 is not divisible by 4",
        "[rank0]: AssertionError: 25 is not divisible by 4",
        "AssertionError: 32001 is not divisible by 2",
        "AssertionError: 49953 is not divisible by 8",
        "AssertionError: 50257 is not divisible by 4",
        "AssertionError: 6 is not divisible by 4",
        "AssertionError: 71 is not divisible by 2",
        "AssertionError: 8 is not divisible by 3",
        "AssertionError: 96 is not divisible by 64",
        "    assert numerator % denominator == 0",
    ],
    "library-older-than-torch": [
        "ModuleNotFoundError: No module named 'torch._six'",
        "ImportError: cannot import name 'container_abcs'",
        "ImportError: cannot import name 'container_abcs' from 'torch._six' (/opt/conda/lib/python3.8/site-packages/torch/_six.py)",
        "ImportError: cannot import name 'log' from 'torch.distributed.elastic.agent.server.api' (/root/miniconda3/lib/python3.11/site-packages/torch/distributed/elastic/agent/server/api.py)",
        "cannot import name 'log' from 'torch.distributed.elastic.agent.server.api'",
        "ImportError: cannot import name '_get_socket_with_port' from 'torch.distributed.elastic.agent.server.api'",
        "ModuleNotFoundError: No module named 'torchvision.transforms.functional_tensor'",
        "AttributeError: module 'torch.distributed' has no attribute 'deprecated'",
        "ModuleNotFoundError: No module named 'torch.distributed.pipeline'",
        "ModuleNotFoundError: No module named 'torch.distributed._spmd.api'",
    ],
    "zero-optimizer": [
        "deepspeed.runtime.zero.utils.ZeRORuntimeException: You are using ZeRO-Offload with a client provided optimizer (<class 'torch.optim.adamw.AdamW'>) which in most cases will yield poor performance.",
        "ZeRORuntimeException: You are using ZeRO-Offload with a client provided ",
        'AssertionError: You are using an untested ZeRO Optimizer. Please add <"zero_allow_untested_optimizer": true> in the configuration file to use it.',
        "AssertionError: zero stage 2 requires an optimizer",
        "ValueError: You cannot specify an optimizer in the config file and in the code at the same time. Please remove the optimizer from the config file or create `accelerate.utils.DummyOptim` in the code.",
        "ValueError: You cannot create a `DummyOptim` without specifying an optimizer in the config file.",
    ],
    "bf16-not-supported": [
        "ValueError: Your setup doesn't support bf16/gpu. You need torch>=1.10, using Ampere GPU with cuda>=11.0",
        "ValueError: Your setup doesn't support bf16/gpu.",
        "ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has compute capability 7.5.",
        "RuntimeError: Current CUDA Device does not support bfloat16. Please switch dtype to float16.",
        "ValueError: Type bf16 is not supported on your device.",
        "ValueError: bf16 mixed precision requires PyTorch >= 1.10 and a supported device.",
        "ptxas /tmp/compile-ptx-src-ac38de, line 523; error   : Feature '.bf16' requires .target sm_80 or higher",
        "ptxas /tmp/compile-ptx-src-ac38de, line 521; error   : Feature 'cvt.bf16.f32' requires .target sm_80 or higher",
    ],
    "no-valid-checkpoint": [
        "ValueError: Can't find a valid checkpoint at ./checkpoints/checkpoint-1500",
        "ValueError: No valid checkpoint found in output directory (outputs/run-1)",
        "ValueError: [deepspeed] failed to resume from checkpoint /outputs/checkpoint-5439",
        "ValueError: Can't find a valid checkpoint at /scratch/me/out/checkpoint-500",
        "[Errno 2] No such file or directory: './checkpoints/llava-v1.5-7b-pretrain/checkpoint-1500/trainer_state.json'",
    ],
    "model-parallel-group": [
        "AssertionError: tensor model parallel group is not initialized",
        "AssertionError: tensor model parallel group is already initialized",
        "[rank0]: AssertionError: pipeline_model parallel group is not initialized",
        "AssertionError: tensor and expert parallel group is not initialized",
        "AssertionError: data parallel group with context parallel combined is not initialized",
        "AssertionError: data parallel group-gloo is not initialized",
        "AssertionError: data parallel group-gloo with context parallel combined is not initialized",
        "AssertionError: FP8 amax reduction group is not initialized",
        "AssertionError: position embedding group is not initialized",
        "AssertionError: world group is not initialized",
    ],
    "apex-not-built": [
        "ModuleNotFoundError: No module named 'fused_layer_norm_cuda'",
        "ModuleNotFoundError: No module named 'amp_C'",
        "ModuleNotFoundError: No module named 'fused_weight_gradient_mlp_cuda'",
        "RuntimeError: ColumnParallelLinear was called with gradient_accumulation_fusion set to True but the custom CUDA extension fused_weight_gradient_mlp_cuda module is not found. To use gradient_accumulation_fusion you must install APEX with --cpp_ext and --cuda_ext.",
        "ImportError: cannot import name 'UnencryptedCookieSessionFactoryConfig' from 'pyramid.session' (unknown location)",
        "AssertionError: APEX and CUDA required for fused optimizers",
        "ImportError: Please install apex from https://www.github.com/nvidia/apex to run this example.",
        "ModuleNotFoundError: No module named 'apex'",
        "RuntimeError: apex.optimizers.FusedAdam requires cuda extensions",
    ],
    "flash-attention-dtype": [
        "RuntimeError: FlashAttention only support fp16 and bf16 data type",
        "RuntimeError: [address=0.0.0.0:37093, pid=1304] FlashAttention only support fp16 and bf16 data type",
        "RuntimeError: FlashAttention only supports fp16 and bf16 data type",
        "RuntimeError: FlashAttention only supports fp16, bf16, and fp8_e4m3 data type",
        "RuntimeError: Expected q_dtype == torch::kFloat16 || ((is_sm8x || is_sm90) && q_dtype == torch::kBFloat16) to be true, but got false.",
        "    assert qkv.dtype in [torch.float16, torch.bfloat16]",
    ],
    "torchvision-of-another-torch": [
        "RuntimeError: operator torchvision::nms does not exist",
        "RuntimeError: No such operator torchvision::nms",
        "RuntimeError: Couldn't load custom C++ ops. This can happen if your PyTorch and torchvision versions are incompatible, or if you had errors while compiling torchvision from source.",
        "NotImplementedError: Could not run 'torchvision::nms' with arguments from the 'CUDA' backend.",
        "RuntimeError: Detected that PyTorch and torchvision were compiled with different CUDA major versions. PyTorch has CUDA Version=13.0 and torchvision has CUDA Version=12.8.",
        "RuntimeError: Detected that PyTorch and torch_scatter were compiled with different CUDA versions. PyTorch has CUDA version 10.1 and torch_scatter has CUDA version 10.2. Please reinstall the torch_scatter that matches your PyTorch install.",
    ],
    "lightning-2-arguments": [
        "TypeError: Trainer.__init__() got an unexpected keyword argument 'gpus'",
        "TypeError: __init__() got an unexpected keyword argument 'gpus'",
        "NotImplementedError: Support for `training_epoch_end` has been removed in v2.0.0. `Net` implements this method.",
        "TypeError: Trainer.__init__() got an unexpected keyword argument 'resume_from_checkpoint'",
        "TypeError: __init__() got an unexpected keyword argument 'auto_lr_find'",
        "TypeError: __init__() got an unexpected keyword argument 'auto_scale_batch_size'",
        "TypeError: __init__() got an unexpected keyword argument 'track_grad_norm'",
        "TypeError: __init__() got an unexpected keyword argument 'flush_logs_every_n_steps'",
        "TypeError: __init__() got an unexpected keyword argument 'log_gpu_memory'",
        "TypeError: __init__() got an unexpected keyword argument 'multiple_trainloader_mode'",
        "TypeError: __init__() got an unexpected keyword argument 'reload_dataloaders_every_epoch'",
        "TypeError: __init__() got an unexpected keyword argument 'move_metrics_to_cpu'",
        "TypeError: __init__() got an unexpected keyword argument 'stochastic_weight_avg'",
        "TypeError: __init__() got an unexpected keyword argument 'weights_save_path'",
        "TypeError: __init__() got an unexpected keyword argument 'amp_level'",
        "TypeError: __init__() got an unexpected keyword argument 'amp_backend'",
        "TypeError: __init__() got an unexpected keyword argument 'tpu_cores'",
        "AttributeError: type object 'Trainer' has no attribute 'add_argparse_args'",
        "ValueError: You selected an invalid accelerator name: `accelerator='ddp'`. Available names are: cpu, cuda, hpu, ipu, mps, tpu.",
        "ModuleNotFoundError: No module named 'pytorch_lightning.utilities.distributed'",
        "ImportError: cannot import name 'rank_zero_only' from 'pytorch_lightning.utilities.distributed' (/x/pytorch_lightning/utilities/distributed.py)",
        "ModuleNotFoundError: No module named 'pytorch_lightning.metrics'",
    ],
    "shared-memory-object": [
        "RuntimeError: unable to open shared memory object </torch_16550_876314950> in read-write mode",
        "RuntimeError: unable to open shared memory object </torch_547_2991312382> in read/write mode",
        "RuntimeError: unable to open shared memory object",
        "RuntimeError: Shared memory manager connection has timed out at /opt/conda/conda-bld/pytorch/work/torch/lib/libshm/core.cpp:99",
    ],
    "restart-refused": [
        "  what():  [/opt/conda/conda-bld/pytorch_1544084119927/work/third_party/gloo/gloo/transport/tcp/pair.cc:724] connect [127.0.1.1]:3210: Connection refused",
        "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:208] timed out connecting: SO_ERROR: Connection refused, remote=[127.0.0.1]:14215",
        "RuntimeError: [/pytorch/third_party/gloo/gloo/transport/tcp/pair.cc:152] timed out connecting: SO_ERROR: No route to host, remote=[192.222.53.123]:2485, rank=0, size=2",
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.h:301] Connect timeout [10.0.0.2]:3410",
    ],
    "generator-on-another-device": [
        "RuntimeError: Expected a 'cuda' device type for generator but found 'cpu'",
        "RuntimeError: Expected a 'cuda:0' generator device but found 'cpu'",
        "RuntimeError: Expected a 'cpu' device type for generator but found 'cuda'",
    ],
    # torch itself: wrapping, checkpoints, optimizers, compiling
    "lazy-parameters": [
        "RuntimeError: Modules with uninitialized parameters can't be used with `DistributedDataParallel`. Run a dummy forward pass to correctly initialize the modules",
        "ValueError: Attempted to use an uninitialized parameter in <method 'numel' of 'torch._C.TensorBase' objects>. This error happens when you are using a `LazyModule` or explicitly manipulating `torch.nn.parameter.UninitializedParameter` objects.",
    ],
    "key-missing-in-checkpoint": [
        "RuntimeError: Missing key in checkpoint state_dict: optimizer.state.0.step.",
        "RuntimeError: Missing key in checkpoint state_dict: module.decoder.layers.self_attention.q_layernorm._extra_state/shard_0_16.",
        "RuntimeError: Missing key in checkpoint state_dict: model.2.weight",
        "    md = metadata.state_dict_metadata[fqn]",
    ],
    "shards-to-safetensors": [
        "RuntimeError: Attempted to access the data pointer on an invalid python storage.",
    ],
    "optimizer-state-dtype": [
        "RuntimeError: Tensors of the same index must be on the same device and the same dtype except `step` tensors that can be CPU and float32 notwithstanding",
        "RuntimeError: Tensors of the same index must be on the same device and the same dtype except `step` tensors that can be CPU and float32/64 notwithstanding",
        "AssertionError: If capturable=False, state_steps should not be CUDA tensors.",
        "AssertionError: If capturable=True, params and state_steps must be CUDA tensors.",
    ],
    "keys-of-another-model": [
        'Missing key(s) in state_dict: "upsample.up2.body.0.bias", "upsample.up2.body.0.weight".',
        'Unexpected key(s) in state_dict: "model", "optimizer", "epoch", "previous_best"',
        'RuntimeError: Error(s) in loading state_dict for DINO: Missing key(s) in state_dict: "input_proj.4.0.weight", "input_proj.4.0.bias".',
    ],
    "leaf-in-a-collective": [
        "RuntimeError: a leaf Variable that requires grad is being used in an in-place operation.",
        "RuntimeError: a leaf Variable that requires grad has been used in an in-place operation.",
        "RuntimeError: a view of a leaf Variable that requires grad is being used in an in-place operation.",
    ],
    "compiler-not-found": [
        "RuntimeError: Failed to find C compiler. Please specify via CC environment variable or set triton.knobs.build.impl.",
        "RuntimeError: Cannot find a working triton installation. More information on installing Triton can be found at https://github.com/openai/triton",
        "torch._inductor.exc.InductorError: InvalidCxxCompiler: No working C++ compiler found in torch._inductor.config.cpp.cxx: (None, 'g++')",
        "/tmp/tmps1rkq3y3/main.c:5:10: fatal error: Python.h: No such file or directory",
        "/tmp/tmpe68t6sye/cuda_utils.c:6:10: fatal error: Python.h: No such file or directory",
        "/usr/bin/ld: cannot find -lcuda: No such file or directory",
        "/usr/bin/ld: cannot find -lcuda",
        "subprocess.CalledProcessError: Command '['/usr/bin/gcc', '/tmp/tmpj_1fdcu9/main.c', '-O3', '-I/usr/local/cuda/include', '-shared', '-fPIC', '-lcuda', '-o', '/tmp/tmpj_1fdcu9/triton_.cpython-310-x86_64-linux-gnu.so']' returned non-zero exit status 1.",
        "/tmp/tmpn6cq/main.c:2:10: fatal error: cuda.h: No such file or directory",
    ],
    "dataparallel-outputs": [
        "RuntimeError: Gather got an input of invalid size: got [2, 3, 12, 256, 64], but expected [2, 4, 12, 256, 64] (gather at /opt/conda/conda-bld/pytorch_1544199946412/work/torch/csrc/cuda/comm.cpp:227)",
        "ValueError: gather got an input of invalid size: got 10x110x29, but expected 10x226x29",
        "RuntimeError: Input tensor at index 2 has invalid shape [2, 10, 12, 1024, 64], but expected [2, 11, 12, 1024, 64]",
        "RuntimeError: Expected all input tensors to have the same number of dimensions, but tensor at index 1has 1 dimensions, (expected 2)",
        "RuntimeError: tensor.ndimension() == static_cast<int64_t>(expected_size.size()) INTERNAL ASSERT FAILED at /x/torch/csrc/cuda/comm.cpp:220, please report a bug to PyTorch.",
    ],
    "no-inf-checks": [
        "AssertionError: Attempted step but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.",
        "AssertionError: Attempted unscale_ but _scale is None.  This may indicate your script did not use scaler.scale(loss or outputs) earlier in the iteration.",
    ],
    # from paging-file-too-small to the end, and what had no entry
    "renamed-by-every-rank": [
        "FileNotFoundError: [Errno 2] No such file or directory: './train_outputs_full2/model.pt.ep0.5000'",
        "OSError: [Errno 39] Directory not empty: 'out/checkpoint-500'",
    ],
    "unable-to-create-tensor": [
        "ValueError: expected sequence of length 15757 at dim 1 (got 16242)",
        "ValueError: Unable to create tensor, you should probably activate truncation and/or padding with 'padding=True' 'truncation=True' to have batched tensors with the same length.",
    ],
    "too-many-workers": [
        "UserWarning: Our suggested max number of worker in current system is 2, which is smaller than what this DataLoader is going to create.",
    ],
    "pmi-not-built": [
        "but OMPI was not built with SLURM's PMI support and therefore cannot",
        "PMI2_Init failed to initialize.  Return code: 14",
        "srun: error: Couldn't find the specified plugin name for mpi/pmix looking at all files",
        "srun: error: Invalid MPI type 'pmix', --mpi=list for acceptable types",
    ],
    "xformers-no-operator": [
        "NotImplementedError: No operator found for `memory_efficient_attention_forward` with inputs:",
        "    xFormers wasn't build with CUDA support",
        "    operator wasn't built - see `python -m xformers.info` for more info",
    ],
    "triton-out-of-resources": [
        "triton.runtime.errors.OutOfResources: out of resource: shared memory, Required: 65538, Hardware limit: 65536.",
        "triton.code_gen.OutOfResources: out of resource: shared memoryRequired: 110592Hardware limit: 101376",
        "OutOfResources: out of resource: shared memory, Required: 147456, Hardware limit: 101376.",
        "Exception: Capture cuda graph failed: out of resource: shared memory, Required: 131072, Hardware limit: 101376.",
        "RuntimeError: No valid triton configs. OutOfResources: out of resource: shared memory, Required: 131072, Hardware limit: 101376.",
    ],
    "checkpoint-of-another-mp": [
        "AssertionError: Loading a checkpoint for MP=0 but world size is 1",
        "AssertionError: Loading a checkpoint for MP=1 but world size is None",
        "AssertionError: tensor_model_parallel_size value from checkpoint (2) is not equal to the input argument value (1).",
    ],
    "glibcxx-not-found": [
        "ImportError: /lib64/libc.so.6: version `GLIBC_2.32' not found (required by /opt/flash_attn_2_cuda.so)",
        "OSError: /lib/x86_64-linux-gnu/libstdc++.so.6: version `CXXABI_1.3.15' not found",
    ],
    "grad-strides": [
        "[W reducer.cpp:320] Warning: Grad strides do not match bucket view strides. This may indicate grad was not created according to the gradient layout contract, or that the param's strides changed since DDP was constructed.  This is not an error, but may impair performance.",
    ],
    "buckets-not-ready": [
        "RuntimeError: next_bucket_ == buckets_.size() ASSERT FAILED at /pytorch/torch/csrc/distributed/c10d/reducer.cpp:419, please report a bug to PyTorch. Expected all buckets to be ready at the end of the backward pass.",
        "RuntimeError: ('In epilogue, next_bucket (0) != num_buckets (1).  ', 'This probably indicates some buckets were not allreduced.')",
    ],
    "one-memory-location": [
        "RuntimeError: unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.",
    ],
    # hangs to padded-metric, read again entry by entry
    "heads-not-divisible": [
        "ValueError: Total number of attention heads (28) must be divisible by tensor parallel size (8)",
        "Value error, Total number of attention heads (64) must be divisible by tensor parallel size (3).",
        "ValueError: num_attention_heads (28) must be a multiple of tensor_model_parallel_size (8).",
        "ValueError: num_query_groups (2) must be a multiple of tensor_model_parallel_size (4).",
        "ValueError: num_query_groups (6) must be a multiple or divisor of tensor_model_parallel_size (4).",
        "AssertionError: num_heads (52) must be divisible by mp_size (8)",
        "AssertionError: The number of attention heads must be divisible by tensor parallel size.",
        "AssertionError: The number of key_value heads must be divisible by tensor parallel size.",
        "AssertionError: The number of GQA groups must be divisible by tensor parallel size!",
        "ValueError: num_attention_heads must be divisible by tensor parallel size",
        "ValueError: num_key_value_heads must be divisible by tensor parallel size",
        "ValueError: num_heads must be divisible by tensor parallel size",
        "    assert self.total_num_heads % tp_size == 0",
        "    assert self.total_num_kv_heads % tp_size == 0",
        "    assert tp_size % self.total_num_kv_heads == 0",
        "    assert self.total_num_heads % attn_tp_size == 0",
        "    assert attn_tp_size % self.total_num_kv_heads == 0",
        "    assert num_heads % tp_size == 0",
    ],
    "fp8-alignment": [
        "Assertion failed: ret.lda % 16 == 0. Leading dimension requirement on A for FP8 GEMM. Caller must pad.",
        "RuntimeError: Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: (32x8).",
        "RuntimeError: Expected trailing dimension of mat_a to be divisible by 16 but got mat1 shape: (32x8).",
        "RuntimeError: Expected both dimensions of mat2 to be divisible by 16 but got torch.Size([768, 2])",
        "RuntimeError: Expected mat_b shape to be divisible by 16 but got mat_b shape: (32x15).",
        "AssertionError: FP8 execution requires 2D input matrices with height divisible by 8 and width divisible by 16, but got tensor with dims=[896, 712]",
        "ValueError: FP8 execution requires the product of all dimensions except the last to be divisible by 8 and the last dimension to be divisible by 16, but got tensor with dims=[30, 64]",
        "RuntimeError: MXFP8 requires tensor dims that are divisible by 32 (got shape=(7984, 3072))",
        "Assertion failed: flat_first_dim % MXFP8_BLOCK_SIZE == 0 && flat_last_dim % MXFP8_BLOCK_SIZE == 0.",
    ],
    "deepspeed-hostfile": [
        "[2023-06-06 02:44:00,164] [WARNING] [runner.py:191:fetch_hostfile] Unable to find hostfile, will proceed with training with local resources only.",
        "ValueError: Hostfile contains a bad entry: node1 lots=8, unable to proceed with launching",
        "ValueError: Hostfile contains multiple entries for node1, unable to proceed with launching",
        "[ERROR] [runner.py:180:fetch_hostfile] Hostfile contains duplicate hosts, unable to proceed with training.",
        "ValueError: Hostfile is empty or not formatted correctly, unable to proceed with launching.",
        "[ERROR] [runner.py:176:fetch_hostfile] Hostfile is not formatted correctly, unable to proceed with training.",
        "ValueError: Num nodes is >1 but no extra nodes available via hostfile",
        "ValueError: Hostname 'node7' not found in hostfile",
    ],
    "mesh-larger-than-the-job": [
        "RuntimeError: the new group's world size should be less or equal to the world size set by init_process_group",
    ],
    # what schedulers print
    "node-failed": [
        "srun: error: Node failure on gpu-3",
        "salloc: error: Node failure on worker-1",
        "slurmstepd: error: *** STEP 88.0 ON gpu016 CANCELLED AT 2026-02-02T01:02:03 DUE TO NODE FAILURE, SEE SLURMCTLD LOG FOR DETAILS ***",
    ],
}  # fmt: skip
WORDED_LINES = [(slug, text) for slug, texts in WORDED.items() for text in texts]


@pytest.mark.parametrize(("slug", "text"), WORDED_LINES, ids=[f"{slug} {text[:60]}" for slug, text in WORDED_LINES])
def test_other_words_of_one_trouble_lead_to_its_entry(slug, text):
    one = next(one for one in ENTRIES if one.slug == slug)
    verdict = said(shortest(one, text))
    assert leads(verdict, one), verdict
    assert slugs(verdict) == ({slug} if verdict.root and verdict.root.slug else set())


UNLIKE = {  # lines with similar words that another trouble prints
    "unrecognized-local-rank": [
        "LexerNoViableAltException: --local_dir=/data",
        "TypeError: main() got an unexpected keyword argument 'local_rank'",
        "train.py: error: ambiguous option: --local could match --local_dir, --local_files_only",
        "TypeError: TrainingArguments.__init__() got an unexpected keyword argument 'local_rank'",
        "LexerNoViableAltException: --num-gpus",
        "Could not override 'model.local'.",
    ],
    "attribute-hidden": [
        "AttributeError: 'MMDistributedDataParallel' object has no attribute '_use_replicated_tensor_module'",
    ],
    "module-prefix": [
        "RuntimeError: Missing key in checkpoint state_dict: module.decoder.layers.self_attention.q_layernorm._extra_state/shard_0_16.",
        "RuntimeError: Missing key in checkpoint state_dict: model.embed.weight.",
    ],
    "cuda-in-a-fork": [
        "ValueError: To train on TPU in Colab or Kaggle Kernel, the `Accelerator` should only be initialized inside your training function.",
        "RuntimeError: CUDA error: initialization error",
        "NCCL WARN Cuda failure 'initialization error'",
    ],
    "torch-without-cuda": [
        "AttributeError: module 'torch._C' has no attribute '_cuda_getCurrentRawStream'",
        "ImportError: cannot import name '_cuda_getCurrentRawStream' from 'torch._C' (/opt/torch/_C.so)",
        "RuntimeError: PyTorch was compiled without CUDA support",
        "RuntimeError: PyTorch is not linked with support for mps devices",
        "RuntimeError: Tried to instantiate class 'Net'",
        "TypeError: Can't instantiate abstract class Stream",
    ],
    "fewer-micro-batches-than-stages": [
        "ValueError: Interleaved 1F1B requires the number of microbatches to be a multiple of the number of rounds (2), but got 3.",
    ],
    "invalid-mesh-dim-names": [
        "RuntimeError: Cannot flatten a DeviceMesh without mesh_dim_names!",
    ],
    "address-in-use": [
        "torch.distributed.DistNetworkError: The server socket has failed to bind. port: 80, useIpv6: false, code: -13, name: EACCES, message: permission denied",
    ],
    "watchdog-timeout": [
        "TimeoutError: Timeout waiting for key: user_17",
        "OSError: Operation timed out",
        "EJ0001: 2024-05-21-11:57:54.167.645 Failed to initialize the HCCP process. Reason: Maybe the last training process is running.",
        "we are taking the whole node down for maintenance",
        "[Error]: all tasks in the specified stream are completed",
    ],
    "collectives-differ": [
        "UserWarning: Forward order differs from that of the first iteration on rank 0. Collectives are unchecked and may give incorrect results or hang.",
    ],
    "output-list-length": [
        "ValueError: Argument ``gather_list`` must be specified on destination rank.",
    ],
    "sync-batchnorm-on-cpu": [
        "SyncBatchNorm layers only work with GPU modules. Skipping the conversion because the device type is cpu.",
        'AttributeError: SyncBatchNorm is only supported within torch.nn.parallel.DistributedDataParallel',
    ],
    "dataparallel-scalar-argument": [
        'UserWarning: Was asked to gather along dimension 0, but all input tensors were scalars; will instead unsqueeze and return a vector.',
    ],
    "file-opened-before-the-fork": [
        'KeyError: "Unable to open object (object \'features\' doesn\'t exist)"',
        'OSError: Unable to open file (truncated file: eof = 96, sblock->base_addr = 0, stored_eof = 2048)',
    ],
    "cudnn-error": [
        "E tensorflow/stream_executor/cuda/cuda_dnn.cc:329] Could not create cudnn handle: CUDNN_STATUS_BAD_PARAM",
        "UserWarning: Plan failed with a CuDNNError: cuDNN error: CUDNN_STATUS_EXECUTION_FAILED",
        "ImportError: libcudnn.so.9: undefined symbol: cudnnGetVersion",
        "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasGemmStridedBatchedExFix`",
    ],
    "host-cannot-allocate": [
        "OSError: [Errno 12] Cannot allocate memory",
        "RuntimeError: unable to mmap 280 bytes from file </torch_1_2>: Invalid argument (22)",
        "Memory mapping file failed: Permission denied",
    ],
    "no-cuda-gpus": [
        "W tensorflow/stream_executor/platform/default/dso_loader.cc:64] Could not load dynamic library 'libcuda.so.1'; dlerror: libcuda.so.1: cannot open shared object file: No such file or directory",
        "ValueError: fp16 mixed precision requires a GPU (not 'mps').",
        "RuntimeError: 8-bit optimizers can only be used on CUDA devices",
        'docker: Error response from daemon: could not select device driver "" with capabilities: [[tpu]].',
        "nvidia-container-cli: requirement error: unsatisfied condition: brand = tesla",
        "RuntimeError: cuda runtime error (30) : unknown error at /pytorch/aten/src/THC/generic/THCTensorCopy.cpp:20",
        "nvidia-container-cli: mount error: file creation failed: /usr/bin/nvidia-smi",
    ],
    "batch-sizes-do-not-multiply": [
        "- ds scheduler.params.warmup_num_steps=100 vs hf warmup_steps=0",
        "- ds optimizer.params.lr=3e-05 vs hf learning_rate=5e-05",
        "ValueError: Please correct the following config values that mismatch the checkpoint:",
        "ValueError: Trainer: training requires a train_dataset.",
        "You have specified an optimizer and/or scheduler within the DeepSpeed config.",
    ],
    "zero-3-weights-missing": [
        "RuntimeError: The size of tensor a (0) must match the size of tensor b (5) at non-singleton dimension 1",
        "IndexError: pop from an empty deque",
    ],
    "device-map-with-zero-3": [
        "ValueError: You can't train a model that has been loaded with `device_map='auto'` in any distributed mode.",
    ],
    "extension-lock": [
        "Using /home/ann/.cache/torch_extensions/py310_cu121 as PyTorch extensions root...",
        "Loading extension module cpu_adam...",
        "KeyboardInterrupt",
    ],
    "extension-not-built": [
        "/usr/bin/ld: cannot find -laio: No such file or directory",
        "Installed CUDA version 12.6 does not match the version torch was compiled with 12.4 but since the APIs are compatible, accepting this combination",
        "The detected CUDA version (12.6) has a minor version mismatch with the version that was used to compile PyTorch (12.4). Most likely this shouldn't be a problem.",
        "Building extension module fused_adam...",
        "No CUDA runtime is found, using CUDA_HOME='/usr/local/cuda'",
        "AttributeError: 'DeepSpeedCPUAdam' object has no attribute 'ds_opt_adam'",
        "ImportError: libcudart.so.11.0: cannot open shared object file: No such file or directory",
        "`fused_weight_gradient_mlp_cuda` module not found. gradient accumulation fusion with weight gradient computation disabled.",
        "UserWarning: apex is not installed, so FusedLayerNorm falls back to torch",
        "ValueError: Unsupported version 8.6 of the file",
        "ninja: no work to do.",
    ],
    "flash-attention-ampere": [
        "RuntimeError: Expected is_sm90 || is_sm80 to be true, but got false.",
        "RuntimeError: FlashAttention only support fp16 and bf16 data type",
        "RuntimeError: CUDA error: no kernel image is available for execution on the device",
    ],
    "folder-exists": [
        "FileExistsError: [Errno 17] File exists: '/000003_locals'",
        "FileExistsError: [Errno 17] File exists: '/000000_barrier'",
        "FileExistsError: [Errno 17] File exists: 'tmp-checkpoint-20' -> 'checkpoint-20'",
        "FileNotFoundError: [Errno 2] No such file or directory: 'checkpoints/step_400'",
    ],
    "gloo-device": [
        "RuntimeError: [enforce fail at ../third_party/gloo/gloo/transport/tcp/device.cc:84] ifa != nullptr. Unable to find address for: eth9",
        "RuntimeError: Function argument device_ids not supported for the selected backend gloo",
    ],
    "gpu-busy": [
        "RuntimeError: CUDA error: invalid device ordinal",
        "RuntimeError: No CUDA GPUs are available",
        "ncclInvalidUsage: Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 50000",
    ],
    "horovod-not-built": [
        "ImportError: Extension horovod.tensorflow has not been built.",
        "ModuleNotFoundError: No module named 'horovod'",
    ],
    "layer-class-not-found": [
        "ValueError: fully_shard does not support containers that do not implement forward: ModuleList(",
    ],
    "libuv": [
        "NotImplementedError: The libuv TCPStore backend does not support initialization with an listen fd.",
        "W0210 10:00:00 site-packages/torch/distributed/elastic/multiprocessing/redirects.py:29] NOTE: Redirects are currently not supported in Windows or MacOs.",
    ],
    "no-slot-on-host": [
        "ValueError: Hostname 'worker-3' not found in hostfile",
        "There are not enough slots available in the system to satisfy the 4 slots that were requested by the application:",
    ],
    "no-sync-under-zero-2": [
        "AttributeError: 'FSDPLinear' object has no attribute 'no_sync'",
        "AssertionError: It is illegal to call Engine.step() inside no_sync context manager",
    ],
    "not-contiguous": [
        "ValueError: You are trying to save a non contiguous tensor: `lm_head.weight` which is not allowed.",
        "RuntimeError: expected mat_b to be contiguous in its last dimension, strides: 1, 30",
    ],
    "one-value-per-channel": [
        "ValueError: expected 4D input (got 2D input)",
        "RuntimeError: Expected to have finished reduction in the prior iteration before starting a new one.",
    ],
    "open-mpi-slots": [
        "ValueError: No slot '4' specified on host 'localhost'",
        "srun: error: Unable to create step for job 12: More processors requested than permitted",
    ],
    "pin-memory-thread-exited": [
        "UserWarning: 'pin_memory' argument is set as true but no accelerator is found, then device pinned memory won't be used.",
        "RuntimeError: cannot pin 'torch.cuda.FloatTensor' only dense CPU tensors can be pinned",
        "RuntimeError: DataLoader worker (pid(s) 4312) exited unexpectedly",
    ],
    "collate-found-none": [
        '  File "/app/data_utils/collate.py", line 12, in collate\n    return sample.image["a"]\nTypeError: \'NoneType\' object is not subscriptable',
        "TypeError: expected Tensor as element 1 in argument 0, but got NoneType",
        "TypeError: 'NoneType' object is not subscriptable",
        "TypeError: default_convert: found <class 'NoneType'>",
        "RuntimeError: Could not infer dtype of NoneType",
        "TypeError: must be real number, not NoneType",
        "TypeError: 'NoneType' object is not subscriptable",
    ],
    "index-put-dtypes": [
        "RuntimeError: scatter(): Expected self.dtype to be equal to src.dtype",
        "RuntimeError: index_add_(): self and source expected to have the same dtype, but got (self) Float and (source) BFloat16",
    ],
    "nvml-assert": [
        'RuntimeError: NVML_SUCCESS == DriverAPI::get()->nvmlInit_v2_() INTERNAL ASSERT FAILED at "../c10/cuda/CUDACachingAllocator.cpp":1123, please report a bug to PyTorch.',
        'RuntimeError: params.err == cudaErrorMemoryAllocation INTERNAL ASSERT FAILED at "../c10/cuda/CUDACachingAllocator.cpp":995, please report a bug to PyTorch.',
        'RuntimeError: nvmlReturn_t == r INTERNAL ASSERT FAILED at "../aten/src/ATen/cuda/PeerToPeerAccess.cpp":60, please report a bug to PyTorch.',
    ],
    "libcudart-missing": [
        "W tensorflow/stream_executor/platform/default/dso_loader.cc:64] Could not load dynamic library 'libcudart.so.11.0'; dlerror: libcudart.so.11.0: cannot open shared object file: No such file or directory",
        "ImportError: libcuda.so.1: cannot open shared object file: No such file or directory",
        "CUDA_SETUP: WARNING! libcudart.so not found in any environmental path. Searching in backup paths...",
        "UserWarning: failed to load the extension: libcudart.so.11.0: cannot open shared object file: No such file or directory",
        "Skipping import of cpp extensions due to ImportError: libcudart.so.12: cannot open shared object file: No such file or directory",
        "fused kernels are off, using PyTorch: ImportError: libcudart.so.12: cannot open shared object file: No such file or directory",
        "falling back to PyTorch: ImportError: libcudart.so.12: cannot open shared object file: No such file or directory",
        "Falling back to PyTorch: ImportError: libcudart.so.12: cannot open shared object file: No such file or directory",
        "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
        "ValueError: weights.pt not found in the system path",
        "c39f5cf046aa:4533:4533 [0] NCCL INFO NET/Plugin : dlerror=libnccl-net.so: cannot open shared object file: No such file or directory No plugin found (libnccl-net.so), using internal implementation",
        "UserWarning: Failed to load image Python extension: libtorch_cuda_cu.so: cannot open shared object file: No such file or directory",
        "ImportError: DLL load failed while importing _ssl: The specified module could not be found.",
    ],
    "cublas-invalid-value": [
        "cuBLAS failed with status CUBLAS_STATUS_INVALID_VALUE",
        "UserWarning: bgemm_internal_cublaslt error: CUBLAS_STATUS_INVALID_VALUE when calling cublasLtMatmul with transpose_mat1 1 transpose_mat2 0 m 8 n 8 k 8. Will attempt to recover by calling cublas instead.",
        "RuntimeError: CUDA error: CUBLAS_STATUS_NOT_SUPPORTED when calling `cublasLtMatmul(...)`",
        "RuntimeError: CUDA error: CUBLAS_STATUS_INTERNAL_ERROR when calling `cublasCreate(handle)`",
    ],
    "nccl-invalid-argument": [
        "node1:843:843 [5] transport/nvls.cc:157 NCCL WARN Cuda failure 1 'invalid argument'",
        "RuntimeError: CUDA error: invalid argument",
        "n1:53:79 [3] NCCL WARN Invalid NCCL_COMM_ID, please use format: <ipv4>:<port>",
    ],
    "bitsandbytes-setup": [
        "CUDA SETUP: Detected CUDA version 123",
        "WARNING: BNB_CUDA_VERSION=124 environment variable detected; loading libbitsandbytes_cuda124.so.",
        "CUDA SETUP: Loading binary /env/bitsandbytes/libbitsandbytes_cuda117.so...",
    ],
    "flash-attn-not-installed": [
        "ModuleNotFoundError: No module named 'flash_attn.flash_attention'",
        "ModuleNotFoundError: No module named 'flash_attn_2_cuda'",
        "WARNING flash_attn is not available: No module named 'flash_attn'",
        "flash_attn import failed, using sdpa: ModuleNotFoundError: No module named 'flash_attn'",
        "Skipping flash attention: ModuleNotFoundError: No module named 'flash_attn'",
        "falling back to sdpa: ModuleNotFoundError: No module named 'flash_attn'",
        "Falling back to sdpa: ModuleNotFoundError: No module named 'flash_attn'",
    ],
    "ssh-failed": [
        "pdsh@node01: node07: ssh exited with exit code 1",
        "A daemon (pid 12639) died unexpectedly with status 127 while attempting",
        "ConnectionRefusedError: [Errno 111] Connection refused",
        "PermissionError: [Errno 13] Permission denied: '/data/train.bin'",
        "socket.gaierror: [Errno -2] Name or service not known",
        "git@github.com: Permission denied (publickey).",
        "ssh: connect to host github.com port 22: Connection timed out",
        "bash: tools/dist_train.sh: Permission denied",
        "PermissionError: [Errno 13] Permission denied: '/root/.cache'",
        "A process was unable to open a file",
    ],
    "ray-without-gpus": [
        "ray.exceptions.ActorDiedError: The actor died unexpectedly before finishing this task.",
        "ValueError: Current node has no CPU available.",
        "INFO ray_utils.py: Ray allocated 2 GPUs on the driver node",
    ],
    "recomputed-values-differ": [
        "RuntimeError: Trying to backward through the graph a second time (or directly access saved tensors after they have already been freed).",
        "UserWarning: None of the inputs have requires_grad=True. Gradients will be None",
        "saved metadata of the checkpoint: {'format': 'pt'}",
        "torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly.",
        "To see a more detailed error message, set HYDRA_FULL_ERROR=1",
    ],
    "sizes-do-not-divide": [
        "RuntimeError: Mesh should not be bigger than default world size 4, but found 8",
        "ValueError: Total number of attention heads (14) must be divisible by tensor parallel size (4).",
        "NotImplementedError: Q_LEN 384 is not divisible by CP mesh world size 2 * BLOCK_SIZE 128",
        "AssertionError: 250682 is not divisible by 8",
        "AssertionError: hidden_size 100 is not divisible by num_heads 12",
        "ValueError: batch size (3) must be positive",
        "AssertionError: n_redundant_experts must be divisible by 2",
        "ValueError: num_generations must be at least 2",
    ],
    "stop-iteration-in-a-replica": [
        '  File "/opt/transformers/modeling_utils.py", line 7, in dtype\n    return next(self.parameters()).dtype\nStopIteration',
        '  File "/opt/torch/nn/parallel/replicate.py", line 88, in replicate\n    first = next(names)\nStopIteration',
        "RuntimeError: Caught RuntimeError in replica 0 on device 0.",
        "StopIteration",
        "StopIteration: Caught StopIteration in DataLoader worker process 0.",
        '  File "a.py", line 7, in forward\n    x = next(self.data)\nStopIteration',
    ],
    "tensors-share-memory": [
        "RuntimeError: unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.",
        "Removed shared tensor {'lm_head.weight'} while saving. This should be OK, but check by verifying that you don't receive any warning while reloading",
    ],
    "weight-must-be-2-d": [
        "RuntimeError: mat2 must be a matrix, got 3-D tensor",
        "RuntimeError: The size of tensor a (3) must match the size of tensor b (4) at non-singleton dimension 2",
        "RuntimeError: Expected weight to be of same shape as normalized_shape, but got weight of shape [512] and normalized_shape = [1024]",
        "RuntimeError: The size of tensor a (0) must match the size of tensor b (4096) at non-singleton dimension 2",
    ],
    "sigterm-without-a-checkpoint": [
        "slurmstepd: error: *** JOB 1234 ON n1 CANCELLED AT 2024-03-03T10:00:00 DUE TO TASK FAILURE ***",
        "submitit INFO (2022-07-12 04:18:45,881) - Job has not timed out. Ran 1 minutes out of requested 20 minutes.",
    ],
    "killed-by-the-system": [
        "=   KILLED BY SIGNAL: 9 (Killed)",
    ],
    "invalid-device-ordinal": [
        "ValueError: device_id cuda:0 is out of range. Please use a device index less than the number of accelerators available: 0.",
        "ValueError: World size (2) is larger than the number of available GPUs (0) in this node.",
        "THCudaCheck FAIL file=/pytorch/aten/src/THC/THCGeneral.cpp line=50 error=100 : no CUDA-capable device is detected",
        "IndexError: list index out of range",
    ],
    "nccl-internal-error": [
        "NCCL WARN NET/Socket : peer 10.0.0.1<38812> message truncated : receiving 1048576 bytes instead of 524288. If you believe your socket network is in healthy state, there may be a mismatch in collective sizes or environment settings",
    ],
    "nccl-system-error": [
        "NCCL WARN NET/IB : mlx5_4:1 Got async event : client reregistration",
        "NCCL WARN NET/OFI Only EFA provider is supported",
        "n1:53:79 [3] NCCL INFO NET/IB : No device found.",
        "n1:53:79 [3] NCCL WARN NET/IB : n1:1 GID table changed",
        "n1:53:79 [3] NCCL INFO Loaded NVML from libnvidia-ml.so.1",
    ],
    "nan-on-all-ranks": [
        "UserWarning: NaN or Inf found in input tensor.",
    ],
    "cuda-out-of-memory": [
        "RuntimeError: CUDA error: an illegal memory access was encountered at line 380 in file /mmfs1/gscratch/zlab/timdettmers/git/bitsandbytes/csrc/ops.cu",
        "W0810 10:52:37 device_context.cc:404] Please NOTE: device: 0, GPU Compute Capability: 6.1, Driver API Version: 11.4",
    ],
    # networks, launchers, hardware and drivers
    "no-kernel-image": [
        "cupy.cuda.compiler.CompileException: nvrtc: error: invalid value for --gpu-architecture (-arch)",
        "RuntimeError: hipErrorNoDevice: no ROCm-capable device is detected",
        "nvrtc: error: failed to open libnvrtc-builtins.so.11.1",
        "nvcc fatal   : Unsupported gpu architecture 'compute_89'",
    ],
    "kernel-failed": [
        "RuntimeError: CUDA error: unknown error",
        "train.sh: line 4: 30122 Illegal instruction     (core dumped) python train.py",
        "Bus error: misaligned address in the memory map",
        "CUSOLVER_STATUS_NOT_SUPPORTED",
        "CUFFT_ALLOC_FAILED",
    ],
    "host-not-resolved": [
        "n1:53:79 [0] NCCL WARN Net : error encountered when getting address info : Name or service not known",
        "ValueError: Unable to find interface for: audio",
        "RuntimeError: makeDeviceForHostname(): unsupported gloo device",
        "n1:53:79 [0] NCCL WARN Net : string is null",
    ],
    "torchrun-not-found": [
        "bash: ipython: command not found",
        "ImportError: python_utils: No module named accelerate",
        "bash: nvcc: command not found",
        "deepspeed: not found, so the default optimizer is used",
        "ModuleNotFoundError: No module named 'torch.distributed.tensor'",
        "ModuleNotFoundError: No module named 'torchvision'",
        "slurmstepd: error: execve(): ./run.sh: Permission denied",
        "slurmstepd: error: execve(): /home/u/env/bin/python: Permission denied",
        "slurmstepd: error: execve(): /tmp/slurmd/job2997814/slurm_script: No such file or directory",
        "ValueError: launcher of type pdsh is not supported",
        "ModuleNotFoundError: No module named 'torchmetrics'",
        "/usr/bin/python: No module named torchvision",
        "ninja: command not found",
        "/usr/bin/python3: No module named torch.distributed.run",
        "ModuleNotFoundError: No module named 'torch.distributed'; 'torch' is not a package",
        "mpirun was unable to start the specified application as it encountered an error",
        "bash: line 1: wandb: command not found",
        "FileNotFoundError: [Errno 2] No such file or directory: 'sbatch.log'",
    ],
    "no-more-threads": [
        "RuntimeError: threads can only be started once",
        "OSError: Unable to open file (unable to lock file, errno = 11, error message = 'Resource temporarily unavailable')",
        "OSError: [Errno 12] Cannot allocate memory",
        "PermissionError: [Errno 1] Operation not permitted",
    ],
    "torch-without-distributed": [
        "AttributeError: module 'torch.distributed' has no attribute 'launch'",
        "AttributeError: module 'torch.distributed' has no attribute 'tensor'",
        "ImportError: cannot import name 'Backend' from 'torch._C._distributed_c10d' (unknown location)",
        "AttributeError: module 'torch' has no attribute 'distributed'",
        "AttributeError: module 'torch.distributed' has no attribute 'deprecated'",
        "AttributeError: partially initialized module 'torch.distributed' has no attribute 'init_process_group' (most likely due to a circular import)",
    ],
    "mkl-threading-layer": [
        "OMP: Error #15: Initializing libiomp5md.dll, but found libiomp5md.dll already initialized.",
    ],
    "peer-access": [
        "Cuda failure 217 'peer access is not supported between these two devices'",
        "2019-07-25 09:33:34.093469: W tensorflow/core/common_runtime/gpu/gpu_device.cc:1597] Unable to enable peer access between device ordinals 0 and 9, status: Internal: CUDA_ERROR_TOO_MANY_PEERS: peer mapping resources exhausted",
        "RuntimeError: CUDA error: invalid argument",
        "tensorflow.python.framework.errors.InternalError: Internal: failed to enable peer access from 0x7f7b8c286310 to 0x7f7b8e226740: CUDA_ERROR_TOO_MANY_PEERS",
        "peer access from 0x7f76d46da2c0 to 0x7f76b4713830: CUDA_ERROR_TOO_MANY_PEERS: peer mapping resources exhausted",
        "RuntimeError: Can't enable access between users 0 and 1",
        "CUDART error: invalid device ordinal",
        "peer access is already enabled",
    ],
    "ptx-toolchain": [
        "RuntimeError: CUDA error: PTX JIT compilation failed",
        "ptxas fatal: Unsupported .version 8.5; current version is '8.4'",
    ],
    # launchers, installs, workers of loaders and research repositories
    "torch-older-than-library": [
        "ImportError: cannot import name 'Trainer' from 'transformers'",
        "WARNING: cannot import name 'DTensor' from 'torch.distributed.tensor', using plain tensors",
        "ModuleNotFoundError: No module named 'torch._C._distributed_c10d'; 'torch._C' is not a package",
        "ModuleNotFoundError: No module named 'torch.distributed.run'; 'torch.distributed' is not a package",
        "ModuleNotFoundError: No module named 'torch.distributed.pipeline'",
        "ModuleNotFoundError: No module named 'torch.distributed._spmd.api'",
        "ModuleNotFoundError: No module named 'torch.distributed.deprecated'",
        "ImportError: cannot import name 'deprecated' from 'torch.distributed' (/opt/conda/lib/python3.7/site-packages/torch/distributed/__init__.py)",
        "ModuleNotFoundError: No module named 'torch._six'",
        "AttributeError: module 'torch' has no attribute 'compiled_autograd_of_mine'",
    ],
    "compiled-part-missing": [
        "Warning:  multi_tensor_applier fused unscale kernel is unavailable, possibly because apex was installed without --cuda_ext --cpp_ext. Using Python fallback.  Original ImportError was: ModuleNotFoundError(\"No module named 'amp_C'\")",
        "ImportError: cannot import name '_C' from partially initialized module 'torch' (most likely due to a circular import)",
        "ImportError: cannot import name '_C' from partially initialized module 'config' (most likely due to a circular import) (CoTNet/config/__init__.py)",
        "ModuleNotFoundError: No module named 'mmcv'",
    ],
    "script-of-bash": [
        "train.sh: line 8: syntax error near unexpected token `done'",
        "run.sh: 3: python: not found",
        "run.sh: 3: [[: not found",
        "bash: torchrun: command not found",
        "train.sh: 1: srun: not found",
        "bash: /usr/bin/train: /usr/bin/python3.7: bad interpreter: No such file or directory",
    ],
    "paging-file-too-small": [
        'OSError: [WinError 126] The specified module could not be found. Error loading "C:\\torch\\lib\\fbgemm.dll" or one of its dependencies.',
        "RuntimeError: Couldn't open shared file mapping: <torch_13684_4004974554>, error code: <2>",
    ],
    "undefined-symbol": [
        "ImportError: DLL load failed while importing _ssl: The specified procedure could not be found.",
        "ImportError: /opt/lib/libfoo.so: symbol _ZNSt6thread, version GLIBCXX_3.4.30 not defined in file libstdc++.so.6 with link time reference",
        "ImportError: dlopen(/opt/lib/_ext.so, 2): Symbol not found: __ZNSt3__14__fs10filesystem4path17replace_extensionERKS2_",
        "UserWarning: Failed to load image Python extension: libtorch_cuda_cu.so: cannot open shared object file: No such file or directory",
        "ImportError: libGL.so.1: cannot open shared object file: No such file or directory",
        "ImportError: DLL load failed while importing _ssl: The specified module could not be found.",
        "UserWarning: undefined symbol x in the formula",
    ],
    "lambda-not-pickled": [
        "AttributeError: Can't get attribute 'Net' on <module '__main__' from 'serve.py'>",
    ],
    "file-handle-not-pickled": [
        "TypeError: cannot unpickle this object",
    ],
    "ddp-not-needed": [
        "RuntimeError: replicas_.size() >= 1 ASSERT FAILED at reducer.cpp:52",
    ],
    "optimizer-before-sharding": [
        "ValueError: optimizer got an empty parameter list",
    ],
    "rank-not-set": [
        '  File "train.py", line 12, in <module>\n    os.environ["RANK"] = str(args.rank)\nAttributeError: \'Namespace\' object has no attribute \'rank\'',
        '  File "train.py", line 12, in <module>\n    main(int(os.environ.get("LOCAL_RANK", 0)))\n  File "train.py", line 4, in main\n    steps = int(args.steps)\nTypeError: int() argument must be a string, a bytes-like object or a real number, not \'NoneType\'',
        "KeyError: 'rank'",
        "KeyError: 'SLURM_JOB_NAME'",
        '  File "../src/train.py", line 12, in <module>\n    FOLD = int(os.environ.get("FOLD"))\nTypeError: int() argument must be a string, a bytes-like object or a number, not \'NoneType\'',
        "AttributeError: 'Namespace' object has no attribute 'ranking'",
        "AttributeError: 'Namespace' object has no attribute 'local_rank'",
        "KeyError: 'SLURM'",
    ],
    "half-a-kv-head": [
        "AssertionError: hidden_size (100) must be divisible by mp_size (8)",
        "    assert self.total_num_layers % pp_size == 0",
        "ValueError: Total number of attention heads (28) must be divisible by tensor parallel size (8)",
    ],
    # DeepSpeed, Megatron, apex, flash-attn and the libraries of Hugging Face
    "is-not-divisible": [
        "AssertionError: hidden_size 100 is not divisible by num_heads 12",
        "AssertionError: world size (8) is not divisible by total_model_size (encoder_model_size=0 + decoder_model_size=16)",
        "RuntimeError: world_size (1) is not divisible by 4",
        "AssertionError: rollout world_size: 6 is not divisible by infer_tp: 4",
        "NotImplementedError: Q_LEN 384 is not divisible by CP mesh world size 2 * BLOCK_SIZE 128",
        "ValueError: 10 is not divisible by 3",
        "AssertionError: 100 samples is not divisible by 3",
        "AssertionError: 512 (batch size) is not divisible by 3",
        "AssertionError: 48 GPUs is not divisible by 5",
        "AssertionError: 1024 hidden units is not divisible by 12",
        "    assert numerator % 2 == 0",
    ],
    "library-older-than-torch": [
        "ModuleNotFoundError: No module named 'torch'",
        "ModuleNotFoundError: No module named 'six'",
        "WARNING: skipped, No module named 'torch._six'",
        "ImportError: cannot import name 'log' from 'utils'",
        "AttributeError: module 'torch.distributed' has no attribute 'device_mesh'",
    ],
    "zero-optimizer": [
        "[WARNING] [engine.py:1100] **** You are using ZeRO with an untested optimizer, proceed with caution *****",
        "ValueError: You cannot specify a scheduler in the config file and in the code at the same time.",
        "AttributeError: 'DummyOptim' object has no attribute 'step'",
    ],
    "bf16-not-supported": [
        "ValueError: --tf32 requires Ampere or a newer GPU arch, cuda>=11 and torch>=1.7",
        "WARNING 11-04 10:12:51 config.py:1563] Casting torch.bfloat16 to torch.float16.",
        "WARNING: Current CUDA Device does not support bfloat16. Please switch dtype to float16.",
        "ValueError: fp16 mixed precision requires a device in ('xpu', 'cuda') (not 'cpu').",
        'RuntimeError: "triu_tril_cuda_template" not implemented for \'BFloat16\'',
        "ptxas fatal   : Value 'sm_89' is not defined for option 'gpu-name'",
    ],
    "no-valid-checkpoint": [
        "INFO:trainer: No valid checkpoint found in output directory (out), begins anew",
        "No valid checkpoint found in output directory, starting from scratch",
        "There were missing keys in the checkpoint model loaded: ['lm_head.weight'].",
        "OSError: Error no file named pytorch_model.bin found in directory checkpoint-500",
        "Checkpoint not found for file release/mp_rank_00_001_dp_000/ at root /model",
        "FileNotFoundError: [Errno 2] No such file or directory: 'data/trainer_config.json'",
    ],
    "model-parallel-group": [
        "ValueError: Default process group has not been initialized, please make sure to call init_process_group.",
        "ValueError: trying to initialize the default process group twice!",
        "RuntimeError: Global rank 3 is not part of group <torch.distributed.distributed_c10d.ProcessGroup object>",
        "AssertionError: dataset group is not initialized",
        "ValueError: Process group 3 is not initialized in the world group map. Please initialize the group first.",
    ],
    "apex-not-built": [
        "ImportError: this sampler requires cuda extensions",
        "`fused_weight_gradient_mlp_cuda` module not found. gradient accumulation fusion with weight gradient computation disabled.",
        "Warning:  multi_tensor_applier fused unscale kernel is unavailable, possibly because apex was installed without --cuda_ext --cpp_ext. Using Python fallback.  Original ImportError was: ModuleNotFoundError(\"No module named 'amp_C'\")",
        "ModuleNotFoundError: No module named 'apex_ros'",
        "UserWarning: Please install apex from source to use fused layer norm",
        "Warning:  apex was installed without --cuda_ext.  FusedAdam will be unavailable.",
    ],
    "flash-attention-dtype": [
        "RuntimeError: FlashAttention only supports Ampere GPUs or newer.",
        "RuntimeError: FlashAttention forward only supports head dimension at most 256",
        "UserWarning: FlashAttention only supports fp16 and bf16 data type, falling back to sdpa",
        "Flash Attention 2 only supports torch.float16 and torch.bfloat16 dtypes, but the current dype in LlamaForCausalLM is torch.float32.",
        "RuntimeError: Expected is_sm8x || is_sm75 to be true, but got false.",
    ],
    "torchvision-of-another-torch": [
        "RuntimeError: operator torchaudio::forced_align does not exist",
        "UserWarning: Failed to load image Python extension: libtorch_cuda_cu.so: cannot open shared object file: No such file or directory",
        "RuntimeError: Couldn't load custom C++ ops. This can happen if your PyTorch and torchshifts versions are incompatible, or if you had errors while compiling torchshifts from source.",
        "RuntimeError: The detected CUDA version (10.1) mismatches the version that was used to compile PyTorch (12.1).",
    ],
    "lightning-2-arguments": [
        "TypeError: Model.__init__() got an unexpected keyword argument 'amp_level'",
        "TypeError: __init__() got an unexpected keyword argument 'tokenizer'",
        "TypeError: ScalingConfig.__init__() got an unexpected keyword argument 'gpus'",
        "TypeError: Summary.__init__() got an unexpected keyword argument 'weights_summary'",
        "LightningDeprecationWarning: Setting `Trainer(gpus=2)` is deprecated in v1.7 and will be removed in v2.0.",
        "TypeError: DataLoader.__init__() got an unexpected keyword argument 'resume_from_checkpoint'",
        "ValueError: You selected an invalid accelerator name: `accelerator='xpu'`. Available names are: auto, tpu, cuda, cpu, mps.",
        "ModuleNotFoundError: No module named 'pytorch_lightning'",
        "AttributeError: 'Trainer' object has no attribute 'optimizers'",
    ],
    "shared-memory-object": [
        "RuntimeError: unable to open shared memory object </torch_5566_0> in read-write mode: Too many open files (24)",
        "OSError: could not open shared library in read-write mode",
        "RuntimeError: unable to open shared memory object </torch_1_2> in read-write mode: No space left on device (28)",
        "RuntimeError: Connection to the shared memory server has timed out",
    ],
    "restart-refused": [
        "RuntimeError: [../third_party/gloo/gloo/transport/tcp/pair.cc:534] Connection closed by peer [127.0.0.1]:23456",
        "RuntimeError: [/x/third_party/gloo/gloo/transport/tcp/pair.cc:799] connect [172.31.71.170]:13195: Connection refused",
        "ssh: connect to host node1 port 22: Connection refused",
        "Timed out connecting: 10.0.0.2",
    ],
    "generator-on-another-device": [
        "ValueError: Cannot generate a cpu tensor from a generator of type cuda.",
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
    ],
    # torch itself: wrapping, checkpoints, optimizers, compiling
    "lazy-parameters": [
        "UserWarning: Lazy modules are a new feature under heavy development so changes to the API or functionality can happen at any moment.",
        "NotImplementedError: Cannot copy out of meta tensor; no data!",
    ],
    "key-missing-in-checkpoint": [
        "RuntimeError: Missing key in checkpoint state_dict: model._orig_mod.embed.weight.",
        "WARNING: keys missing in the checkpoint: ['lm_head.weight']",
        'RuntimeError: Error(s) in loading state_dict for Net: Missing key(s) in state_dict: "fc.weight".',
        "    md = model.state_dict_metadata",
    ],
    "shards-to-safetensors": [
        "RuntimeError: Cannot access data pointer of Tensor that doesn't have storage",
        "RuntimeError: Some tensors share memory, this will lead to duplicate memory on disk",
        "Safetensors save failed: Attempted to access the data pointer on an invalid python storage.. Trying fallback.",
    ],
    "optimizer-state-dtype": [
        "RuntimeError: expected dtype float for `weight` but got dtype c10::BFloat16",
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
        "ValueError: lr as a Tensor is not supported for capturable=False and foreach=True",
    ],
    "keys-of-another-model": [
        'Unexpected key(s) in state_dict: "module.conv.weight", "module.conv.bias".',
        'Missing key(s) in state_dict: "encoder.module.conv.weight".',
        "Some weights of the model checkpoint were not used when initializing BertModel: ['cls.predictions.bias']",
        "KeyError: 'state_dict'",
    ],
    "leaf-in-a-collective": [
        "RuntimeError: one of the variables needed for gradient computation has been modified by an inplace operation",
        "RuntimeError: Output 0 of SplitBackward0 is a view and is being modified inplace.",
        "warning: a view of a leaf Variable that requires grad is being used in an in-place operation., input_embeds[selected].shape=torch.Size([1025, 4096]), vit_embeds.shape=torch.Size([1025, 4096])",
    ],
    "compiler-not-found": [
        "/usr/bin/ld: cannot find -lcudadevrt",
        "WARNING: Failed to find C compiler, falling back to eager mode",
        "  psutil/_psutil_common.c:9:10: fatal error: Python.h: No such file or directory",
        "module.c:2:10: fatal error: Python.h: No such file or directory",
        "fatal error: numpy/arrayobject.h: No such file or directory",
        "RuntimeError: Triton Error [CUDA]: device kernel image is invalid",
        "ModuleNotFoundError: No module named 'triton.language'",
        "/usr/bin/ld: cannot find -lcudart",
        "subprocess.CalledProcessError: Command '['ninja', '-v']' returned non-zero exit status 1.",
    ],
    "dataparallel-outputs": [
        "TypeError: 'float' object is not iterable",
        "ValueError: ProcessGroupGloo::gather: invalid tensor size at index 0 (expected (4), got (3))",
        "ValueError: Input array at index 2 has invalid shape (2, 10)",
        "TypeError: __init__() missing 1 required positional argument: 'bar'",
    ],
    "tensors-on-two-devices": [
        "RuntimeError: expected backend CPU and dtype Float but got backend CPU and dtype Double",
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, meta and cuda:0!",
        "The shards are located on different hosts",
    ],
    "no-inf-checks": [
        "AttributeError: 'NoneType' object has no attribute '_scale'",
    ],
    "mat1-and-mat2-dtype": [
        "You are attempting to use Flash Attention 2.0 without specifying a torch dtype. This might lead to unexpected behaviour",
        "RuntimeError: FlashAttention only supports Ampere GPUs or newer.",
        "RuntimeError: Found dtype Double but expected Float",
        "RuntimeError: Found dtype Long but expected Float",
    ],
    "gradients-inconsistent": [
        "grad_norm of the workers: 0.3",
    ],
    # from paging-file-too-small to the end, and what had no entry
    "ray-actor-died": [
        "The node with node id: 3c1b has been added to the cluster",
        "raylet is starting",
    ],
    "renamed-by-every-rank": [
        '  File "/opt/lib/multiprocessing/util.py", line 133, in _remove_temp_dir\n    rmtree(tempdir)\n  File "/opt/lib/shutil.py", line 731, in rmtree\n    onerror(os.rmdir, path, sys.exc_info())\nOSError: [Errno 39] Directory not empty: \'/scratch/pymp-w7b1\'',
        "FileNotFoundError: [Errno 2] No such file or directory: 'data/train.json'",
        "OSError: [Errno 39] Directory not empty: 'data'",
    ],
    "unable-to-create-tensor": [
        "ValueError: expected sequence of length 2",
        "RuntimeError: stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1",
    ],
    "script-not-found": [
        "/usr/bin/python: Error while finding module specification for 'train.py' (ModuleNotFoundError: __path__ attribute not found on 'train' while trying to find 'train.py'). Try using 'train' instead of 'train.py' as the module name.",
        "ImportError: No module named tools.nnwrap",
        "bash: /home/trainer/miniconda3/etc/profile.d/conda.sh: No such file or directory",
        "bash: ./tools/dist_train.sh: Permission denied",
        "/usr/bin/python: Error while finding module specification for 'torch.distributed.run' (ModuleNotFoundError: No module named 'torch')",
        "cat: run.sh: No such file or directory",
        "ModuleNotFoundError: No module named 'tools'",
        "bash: /opt/conda/etc/profile.d/conda.sh: No such file or directory",
        "/usr/bin/python: Error while finding module specification for 'vllm.entrypoints.openai.api_server' (ModuleNotFoundError: No module named 'vllm')",
    ],
    "segmentation-fault": [
        "RuntimeError: memory corruption in the replay buffer",
        "Process finished with exit code 1",
        "ValueError: corrupted size of the image",
    ],
    "size-mismatch": [
        "AssertionError: Attempted to load a file twice",
        "assert loaded_shard_id in [0, 1]",
        "You may consider adding a prefix to the keys",
    ],
    "still-on-meta": [
        "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cuda:1!",
        "NotImplementedError: Could not run 'torchvision::nms' with arguments from the 'Meta' backend.",
    ],
    "unused-parameters": [
        "UserWarning: find_unused_parameters=True was specified in DDP constructor, but did not find any unused parameters in the forward pass.",
    ],
    "waiting-for-clients": [
        "INFO:torch.distributed.distributed_c10d:Added key: store_based_barrier_key:1 to store for rank: 0",
        "[W socket.cpp:697] [c10d] The client socket has failed to connect to [localhost]:29500 (errno: 99 - Cannot assign requested address).",
    ],
    "weights-only": [
        "FutureWarning: You are using `torch.load` with `weights_only=False` (the current default value), which uses the default pickle module implicitly.",
        "ValueError: Due to a serious vulnerability issue in `torch.load`, even with `weights_only=True`, we now require users to upgrade torch to at least v2.6",
    ],
    "zero-checkpoint-world-size": [
        "FileNotFoundError: [Errno 2] No such file or directory: 'ckpt/global_step5/mp_rank_00_model_states.pt'",
    ],
    "pmi-not-built": [
        "srun: error: node1: task 0: Exited with exit code 1",
        "Aug 18 20:57:02 computen1 slurmd[8713]: slurmd: error: MPI: Cannot create context for mpi/pmix_v4",
        "ImportError: libpmi2.so.0: cannot open shared object file: No such file or directory",
    ],
    "xformers-no-operator": [
        "UserWarning: No operator found for `memory_efficient_attention_forward`, falling back",
        "Could not enable memory efficient attention. Make sure xformers is installed correctly and a GPU is available: No operator found for `memory_efficient_attention_forward` with inputs:",
        "NotImplementedError: There were no tensor arguments to this function",
        "xFormers not available",
    ],
    "triton-out-of-resources": [
        "E0819 select_algorithm.py:1446] Runtime error during autotuning: out of resource: shared memory, Required: 131072, Hardware limit: 101376.",
        "RuntimeError: CUDA error: too many resources requested for launch",
        "W0306 14:40:15.990000 1719866 .venv/lib/python3.12/site-packages/torch/_inductor/select_algorithm.py:1517] [2/0] out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing block sizes or `num_stages` may help.",
        "E0819 12:00:00.000000 1 torch/_inductor/select_algorithm.py:5060] [0/0] No valid triton configs. OutOfResources: out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing block sizes or `num_stages` may help..",
        "[2024-01-01 00:00:00,000] torch._inductor.select_algorithm.autotuning: [ERROR] out of resource: shared memory, Required: 131072, Hardware limit: 101376.",
        "benchmark failed: out of resource: shared memory, Required: 196608, Hardware limit: 101376, so this size is left out",
        "Exception out of resource: shared memory, Required: 196608, Hardware limit: 101376. for benchmark choice TritonTemplateCaller(/tmp/x.py)",
        "OSError: [Errno 12] out of resources",
    ],
    "checkpoint-of-another-mp": [
        "Loading a checkpoint from step 100",
        "INFO Loading a checkpoint for MP=1",
        "AssertionError: num_layers value from checkpoint (24) is not equal to the input argument value (12).",
    ],
    "glibcxx-not-found": [
        "ImportError: version conflict: torch 2.1 not found",
        "ERROR: ld.so: object '/opt/libjemalloc.so' from LD_PRELOAD cannot be preloaded (/lib64/libc.so.6: version `GLIBC_2.34' not found (required by /opt/libjemalloc.so)): ignored.",
        "W tensorflow/stream_executor/platform/default/dso_loader.cc:60] Could not load dynamic library 'libcudart.so.11.0'; dlerror: /lib64/libstdc++.so.6: version `GLIBCXX_3.4.30' not found (required by /opt/libcudart.so.11.0)",
        "ImportError: libstdc++.so.6: cannot open shared object file: No such file or directory",
    ],
    # from paging-file-too-small to the end, and what had no entry
    "ulysses-heads": [
        "AssertionError: `num_heads` must be divisible by `num_kv_heads`",
    ],
    # from paging-file-too-small to the end, and what had no entry
    "tensor-and-dtensor": [
        "TypeError: got mixed torch.dtype and str",
    ],
    "xid": [
        "NVRM: loading NVIDIA UNIX x86_64 Kernel Module",
    ],
    "grad-strides": [
        "RuntimeError: strides should be multiple of 16 bytes",
    ],
    "buckets-not-ready": [
        "RuntimeError: bucket_count == per_bucket_sizes.size() INTERNAL ASSERT FAILED at \"../torch/csrc/distributed/c10d/reducer.cpp\":963, please report a bug to PyTorch",
    ],
    "one-memory-location": [
        "RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location. Please clone() the tensor before performing the operation.",
        "RuntimeError: unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please clone() the tensor before performing the operation.",
    ],
    "dataloader-bus-error": [
        "*** SIGTERM (@0x3e8000041c3) received by PID 16834 (TID 0x7f) from PID 16835; stack trace: ***",
    ],
    "aborted": [
        "*** Aborted at 1606524807 (unix time) try \"date -d @1606524807\" if you are using GNU date ***",
    ],
    "ddp-device-ids": [
        "ValueError: Your model contains `DTensor` parameters, which is incompatible with DDP. Maybe you loaded your model with `device_map='auto'`?",
        "AssertionError: found no DeviceMesh from dtensor args for aten.mm.default!",
        "AssertionError: found no DeviceMesh from dtensor args for c10d.broadcast_.default!",
    ],
    "dataloader-worker-exited": [
        "RuntimeError: DataLoader worker (pid 25902) is killed by signal: Segmentation fault",
    ],
    "shapes-differ": [
        "Rank 0 is running collective: CollectiveFingerPrint(OpType=ALLREDUCE, …), but Rank 1 is running collective: REDUCE.",
    ],
    # hangs to padded-metric, read again entry by entry
    "heads-not-divisible": [
        "AssertionError: hidden_size (100) must be divisible by mp_size (8)",
        "WARNING: num_attention_heads (28) must be a multiple of tensor_model_parallel_size (8), so heads are padded",
        "ValueError: hidden_size must be divisible by num_attention_heads",
        "AssertionError: The number of attention heads must be divisible by the number of GQA groups!",
        "    assert self.hidden_size % tp_size == 0",
    ],
    "fp8-alignment": [
        "Assertion failed: Leading dimension requirement on A for the GEMM",
        "AssertionError: embed_dim must be divisible by num_heads",
        "RuntimeError: Expected size of padding to be divisible by 16",
        "ValueError: image size must be divisible by 16",
        "Disabling FP8 execution for this layer",
        "FP8 execution requires 2D input matrices with height divisible by 8, so this layer runs in bfloat16",
        "E0819 12:00:00.000000 1 torch/_inductor/select_algorithm.py:5060] [0/0] Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: (32x8).. ",
        "INFO:root:Exception during fp8 op: Expected trailing dimension of mat1 to be divisible by 16 but got mat1 shape: (77x4).",
    ],
    "deepspeed-hostfile": [
        "Unable to find hostname, will proceed with localhost",
        "mpirun: Hostname 'a' not found in hostfile b",
        "using hostfile /job/hostfile",
        "A hostfile was provided that contains multiple definitions of the slot count for at least one node:",
    ],
    "loss-scale-at-minimum": [
        "OVERFLOW! Skipping step. Attempted loss scale: 16384",
        "[INFO] [fused_optimizer.py:316:_update_scale] Reducing dynamic loss scale from 16384 to 8192",
    ],
    "mesh-larger-than-the-job": [
        "RuntimeError: the new group's rank should be within the the world_size set by init_process_group",
    ],
    "nccl-unhandled-cuda-error": [
        "n1:53:79 [3] NCCL WARN Failed to malloc 64 bytes",
    ],
    "no-nccl": [
        "UserWarning: NCCL support is compiled",
        "UserWarning: PyTorch is not compiled with MPI support",
    ],
    "not-a-checkpoint": [
        "_pickle.UnpicklingError: invalid load key, 'x'.",
        r"_pickle.UnpicklingError: invalid load key, '\x00'.",
    ],
    "no-main-guard": [
        "the graph is going to be frozen",
    ],
    # what schedulers print
    "node-failed": [
        "slurmstepd: error: *** STEP 88.0 ON gpu016 CANCELLED AT 2026-02-02T01:02:03 DUE TO TIME LIMIT ***",
        "the job goes on after a node failure on gpu016",
    ],
}  # fmt: skip
UNLIKE_LINES = [(slug, text) for slug, texts in UNLIKE.items() for text in texts]


@pytest.mark.parametrize(("slug", "text"), UNLIKE_LINES, ids=[f"{slug} {text[:60]}" for slug, text in UNLIKE_LINES])
def test_similar_words_of_another_trouble_lead_elsewhere(slug, text):
    for log in (text, f"{HEAD}{text}"):
        assert slug not in slugs(said(log))


@pytest.mark.parametrize("name", REAL)
def test_a_rule_finds_its_error_and_none_with_similar_words(name):
    log, slug = REAL[name]
    verdict = said(log)
    assert (verdict.root.slug if verdict.root else None) == slug, verdict
    assert slug or verdict.sure == "no match"
    for finding in stated(verdict):
        assert finding.text in log


ALONE = [(one, pattern) for one in ENTRIES for pattern in one.alone]


@pytest.mark.parametrize(("one", "pattern"), ALONE, ids=[f"{one.slug} {pattern[:60]}" for one, pattern in ALONE])
def test_a_message_that_is_posted_without_its_traceback_is_likely(one, pattern):
    line = pattern.replace("*", " ")
    for log in (line, f"`{line}`", f"> {line}", f"[1,3]<stderr>: {line}"):
        verdict = said(log)
        assert (verdict.sure, verdict.root.slug) == ("likely", one.slug)
    for log in (f"{HEAD}{SAVED}{line}", "> ".join(f"\n{HEAD}{SAVED}{line}".splitlines(keepends=True))):
        assert one.slug not in slugs(said(log)), "its traceback shows another place"
    assert said(shortest(one, pattern)).sure == ("sure" if one.certain else "likely")


def test_a_verdict_is_a_sentence_with_who_what_where_and_who_waited():
    verdict = said(wrapped(2, SHUFFLE))
    what = "Rank 2 failed first: ValueError: sampler option is mutually exclusive with shuffle, at train.py:9."
    assert explain.sentence(verdict) == f"{what} Ranks 0, 1 and 3 only waited or lost their connection."
    assert explain.sentence(verdict) in explain.as_text(verdict, ENTRIES)
    assert explain.sentence(said("nothing")) == ""


def test_the_place_is_the_last_frame_outside_libraries():
    frames = (
        '  File "train.py", line 7, in main\n    f()\n  File "/x/site-packages/torch/a.py", line 9, in f\n    g()\n'
    )
    assert said(f"{HEAD}{frames}KeyError: 1").root.at == "train.py:7"
    library = frames.replace("train.py", "/usr/lib/python3.11/runpy.py")
    assert said(f"{HEAD}{library}KeyError: 1").root.at == "/x/site-packages/torch/a.py:9"


@pytest.mark.parametrize("name", SEEN)
def test_lines_that_people_post_lead_to_their_entry_and_to_no_certainty(name):
    log, slug = SEEN[name]
    verdict = said(log)
    assert (verdict.root.slug if verdict.root else None) == slug
    telling = ("host-out-of-memory", "xid")  # these lines are the proof
    assert verdict.sure == ("sure" if slug in telling else "likely" if slug else "no match")


def test_an_agent_that_finds_the_port_taken_and_goes_on_has_not_failed():
    """Agents of one job on one machine all try to listen; those that cannot become clients."""
    tried = f"[W socket.cpp:426] {SOCKET} bind to [::]:29500 {TAKEN}\n[E socket.cpp:462] {SOCKET} listen on any local network address.\n"
    assert (said(tried).sure, slugs(said(tried))) == ("no match", set())
    assert (said(tried + wrapped(2, SHUFFLE)).sure, slugs(said(tried + wrapped(2, SHUFFLE)))) == (
        "sure",
        {"sampler-and-shuffle"},
    )


def test_of_several_errors_the_verdict_gives_the_order_and_no_cause():
    """A rank may catch that its memory ran out and fail later, so that the first line need not be the cause."""
    full = "[rank0]: torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
    verdict = said(f"[rank0]: {HEAD}{full}\n[rank1]: {HEAD}[rank1]: {TWICE}\n")
    assert (verdict.sure, verdict.root) == ("unsure", None)
    assert [finding.slug for finding in verdict.others] == ["cuda-out-of-memory", "initialized-twice"]
    assert "From the top of the log:" in explain.as_text(verdict, ENTRIES)


NO_NAME = (
    "[W1127 07:18:27.1 socket.cpp:764] [c10d] The IPv6 network addresses of (node7, 29500) cannot be retrieved "
    "(gai error: -2 - Name or service not known).\n"
)
NOBODY = (
    f'{HEAD}  File "train.py", line 3, in <module>\n'
    '  File "/x/site-packages/torch/distributed/rendezvous.py", line 199, in _create_c10d_store\n'
    "torch.distributed.DistNetworkError: The client socket has timed out after 2000ms while trying to connect to "
    "(node7, 29500).\n"
)
NO_CARD = "n1:53:79 [0] NCCL WARN NET/IB : Unable to open device mlx5_3\n"
NO_GPU = "NVRM: GPU 0000:98:00.0: rm_init_adapter failed, device minor number 0\n"
NONE_LEFT = f"{HEAD}RuntimeError: No CUDA GPUs are available\n"
EARLY = {  # logs, how sure the verdict is, and what it names: the root, the others, and what follows
    "no name": (NO_NAME, "sure host-not-resolved", [], []),
    "nobody there": (NOBODY, "likely waiting-for-clients", [], []),
    "no name, so nobody": (NO_NAME * 3 + NOBODY, "sure host-not-resolved", [], ["waiting-for-clients"]),
    "a name that came late": (NO_NAME + f"[rank0]: {HEAD}[rank0]: {SHUFFLE}", "sure sampler-and-shuffle", ["host-not-resolved"], []),
    "a name that came late, and an error of its own": (NO_NAME + f"{HEAD}KeyError: 'label'", "no match ", ["host-not-resolved"], []),
    "another rank has no name": (
        f"[rank1]: {NO_NAME}" + "".join(f"[rank2]: {text}\n" for text in NOBODY.split("\n")),
        "likely waiting-for-clients", ["host-not-resolved"], [],
    ),
    "a GPU that did not start, and an error of its own": (f"{NO_GPU}{HEAD}KeyError: 'label'", "no match ", ["xid"], []),
    "a GPU that did not start, so none": (NO_GPU + NONE_LEFT, "sure xid", [], ["no-cuda-gpus"]),
    "a card that NCCL leaves out": (f"{NO_CARD}{HEAD}KeyError: 'label'", "no match ", ["nccl-system-error"], []),
    "the other way round": (NOBODY + NO_NAME, "likely waiting-for-clients", ["host-not-resolved"], []),
}  # fmt: skip


@pytest.mark.parametrize("name", EARLY)
def test_a_warning_is_the_cause_of_the_errors_that_follow_from_it_and_of_no_other(name):
    log, said_first, others, follow = EARLY[name]
    verdict = said(log)
    assert f"{verdict.sure} {verdict.root.slug}" == said_first
    assert [one.slug for one in verdict.others] == others
    assert [one.slug for one in verdict.consequences] == follow


def as_data(verdict: Verdict) -> dict:
    return json.loads(json.dumps(dataclasses.asdict(verdict) | {"sentence": explain.sentence(verdict, ENTRIES)}))


def test_the_script_says_the_same_as_python(in_the_script):
    logs = [recorded(name) for one in ENTRIES for name in (*one.broken, *one.fixed)]
    logs += [recorded(name) for name, one in PROJECT.snippets.items() if one.needs.expect or one.needs.log]
    logs += [wrapped(rank, error) for rank in range(4) for error in (SHUFFLE, TWICE, "KeyError: 'label'")]
    logs += ["\n".join(prefix + line for line in wrapped(1, SHUFFLE).split("\n")) for prefix in PREFIXES]
    logs += [
        *FOREIGN.values(),
        *(one.quoted.text for one in ENTRIES if one.quoted),
        wrapped(1, SHUFFLE) + wrapped(2, TWICE),
        GATHERS,
        GATHERS.replace("in full_tensor", "in barrier"),
        FIRST + IN_PASSING + THEN.format(TWICE),
        restarted("KeyError: 'y'"),
        restarted(SHUFFLE),
        restarted("RuntimeError: cannot connect"),
        *(log for log, *_ in COMPARED.values()),
        *ALIKE.values(),
        compared([3], 0),
        compared([1, 3], 2),
        wrapped(1, SHUFFLE + "\u2028a").replace("step()", "step()\u2028"),
        *("\n".join(map(line, range(900))) for line in SHAPES.values()),
        *(log for log, _ in SEEN.values()),
        *(log for log, _ in REAL.values()),
        *(shortest(next(one for one in ENTRIES if one.slug == slug), text) for slug, text in WORDED_LINES),
        *(f"{mark} {pattern}" for mark in ("", ">", "1:") for _, pattern in ALONE),
        *(f"{HEAD}{SAVED}{pattern}" for _, pattern in ALONE),
        *(log for log, *_ in EARLY.values()),
        *(
            one["lines"]
            for file in ("wild.yml", "wild_2.yml")
            for one in yaml.safe_load((ROOT / "tests/explain" / file).read_text())
        ),
        *(shortest(one, pattern) for one in TELLING for pattern in one.patterns),
    ]
    for log, there in zip(logs, in_the_script(logs), strict=True):
        assert there == as_data(said(log)), log[:400]


def test_the_script_reads_a_log_in_blocks_of_any_size(in_the_script):
    log = wrapped(1, SHUFFLE) + "x" * 120_000 + "\n" + wrapped(1, SHUFFLE).replace("\n", "\r\n")
    blocks = [log[at : at + 777] for at in range(0, len(log), 777)]
    assert in_the_script([log, blocks]) == [as_data(said(log))] * 2
    assert as_data(explain.explain(blocks, ENTRIES)) == as_data(said(log))


TIMED = """
require(process.argv[1]);
const { known, logs } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const explain = globalThis.Lockstep.explainer(known);
const least = (log) => Math.min(...[1, 2, 3].map(() => {
  const start = process.cpuUsage().user;
  explain(log);
  return process.cpuUsage(undefined).user - start;
}));
process.stdout.write(JSON.stringify(logs.map(least)));
"""


OPENED = """
require(process.argv[1]);
const { known, bytes } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const files = [{ name: "job.log", blob: new Blob([new Uint8Array(bytes)]) }];
globalThis.Lockstep.analyse(known, files, 7, () => {}, () => {}).then(({ verdict }) => process.stdout.write(JSON.stringify(verdict)));
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-be"])
def test_the_script_reads_the_encodings_that_windows_writes(encoding):
    log = wrapped(1, SHUFFLE)
    data = (("\ufeff" if encoding == "utf-16-be" else "") + log).encode(encoding)
    command = ["node", "-e", OPENED, str(ROOT / "docs/assets/explain.js")]
    asked = json.dumps({"known": known(), "bytes": list(data)})
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["root"] == as_data(said(log))["root"]


def test_blanks_within_a_line_take_no_time_in_the_script():
    def log(blanks: int) -> str:
        return "\n".join(
            f"another exception occurred:{' ' * blanks}x{chr(13) * blanks}x" for _ in range(200_000 // blanks)
        )

    asked = json.dumps({"known": known(), "logs": [log(500), log(20_000)]})
    command = ["node", "-e", TIMED, str(ROOT / "docs/assets/explain.js")]
    done = subprocess.run(command, input=asked, capture_output=True, text=True, check=True)
    short, long = json.loads(done.stdout)
    assert long < 5 * short + 5_000  # microseconds; as the square of the number it would take 40 times as long


def test_more_entries_take_the_script_no_more_time():
    log = "[rank0]: step 17 loss 0.123456 tokens/s 123456 mem 71.2GiB\n" * 100_000
    command = ["node", "-e", TIMED, str(ROOT / "docs/assets/explain.js")]
    few, all_of_them = (
        json.loads(
            subprocess.run(
                command,
                input=json.dumps({"known": known() | {"entries": entries}, "logs": [log]}),
                capture_output=True,
                text=True,
                check=True,
            ).stdout
        )[0]
        for entries in (known()["entries"][:1], known()["entries"])
    )
    assert all_of_them < 3 * few + 20_000  # microseconds; word by word it would take 10 times as long


def test_the_script_can_look_for_every_pattern():
    parts = [part for one in ENTRIES for part in one.parts]
    patterns = [pattern for part in parts for pattern in (*part.patterns, *part.where, *part.by_pid)]
    words = [max(pattern.split("*"), key=len) for pattern in (*patterns, *CLOSED)]
    assert min(map(len, words)) >= 6  # of each word it looks for the last six letters


def line(pattern: str) -> str:
    return pattern.replace("*", " x ")


CHAINS = [
    "During handling of the above exception, another exception occurred:",
    "The above exception was the direct cause of the following exception:",
]
ODD = ["\x1b[31mred\x1b[0m", "\x1b]0;title", "10%\r20%\r", "a\u2028b", "\u2029", "\x85", "\x0b\x0c\x1c", "\0\ufeff\xa0"]
ODD += [
    "&lt;&amp;gt;&quot",
    "&#39;&nbsp;",
    "é🙂ſİ٣",
    "x" * 400,
    " " * 90,
    "0" * 30,
    "  | ",
    "KeyError",
    "Failures:",
    "ErrorĲ: x",
    "a.b.C: x",
    "\t",
    "-1:",
]
ODD += [
    record(msg=f"a\n{UNKNOWN}", rank=1),
    record(log="KeyError: 7\n"),
    record(log=record(msg="b\nc")),
    record(msg=1),
    '{"msg": ',
]
LEFT, RANKS = st.sampled_from(["", "", *PREFIXES]), st.sampled_from(["", "[rank0]: ", "[rank0]: ", "[rank1]: "])
ERRORS = [line(pattern) for one in TELLING for pattern in (*one.patterns, *one.early)]
ERRORS += [f"RuntimeError: gloo/transport/tcp/pair.cc {words}" for words in CLOSED] + ["KeyError: 1", "KeyError: 2"]
ERRORS += ["torch.distributed.elastic.multiprocessing.errors.ChildFailedError:", "ValueError", f"    raise {TWICE}"]
ERRORS += [DONE.format(8411).strip(), DONE.format(8412).strip(), GROUP.format(0, 1, "3(tp)", 7).strip()]
ERRORS += [LATE.format("", *one).strip() for one in ((0, 7, "ALLREDUCE"), (1, 8, "ALLREDUCE"), (1, 7, "ALLGATHER"))]
FRAMES = [f'  File "a.py", line 3, {line(pattern)}' for one in TELLING for pattern in one.where] + ["    step()"]
HEADS = [*known()["heads"]] + [known()["traceback"]] * 4
LOCATED = st.sampled_from([(line(w), line(p)) for one in TELLING for w in one.where for p in one.patterns])


def block(rank: str, *parts: list[str]) -> list[str]:
    return [rank + text for part in parts for text in part]


def few(texts: list[str], most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(texts), max_size=most)


def filler(size: int) -> list[str]:
    return ["step"] * size


FAR = st.sampled_from([0, 0, 1, 2, 38, 39, 40, 41, 78, 79, 80, 81, 98, 99, 100, 101, 198, 199, 200, 201]).map(
    filler
) | st.just([""])
TRACE = st.builds(block, RANKS, few(CHAINS, 1), FAR, few(HEADS, 1), few(FRAMES, 2), FAR, few(ERRORS, 1))
KNOWN = st.builds(
    lambda rank, head, far, pair, back: block(rank, head, *([pair[:1], far, pair[1:]][:: 1 - 2 * back])),
    RANKS, few(HEADS, 1), FAR, LOCATED, st.booleans(),
)  # fmt: skip
SUMMARIES = st.builds(
    lambda rank, kept: wrapped(rank, SHUFFLE, 2).split("\n")[kept:], st.integers(0, 1), st.sampled_from([0, 8, 20])
)
BLOCKS = st.one_of(TRACE, TRACE, KNOWN, SUMMARIES, few(ODD, 3), few(ERRORS, 2), FAR, st.just([""]))


def joined(blocks: list[list[str]], left: str, end: str, mixed: random.Random | None) -> str:
    """The lines of blocks one after another, or those of all blocks in a mixed order that keeps the order of each."""
    lines = [text for lines in blocks for text in lines]
    if mixed:
        turns = [turn for turn, lines in enumerate(blocks) for _ in lines]
        mixed.shuffle(turns)
        rest = [iter(lines) for lines in blocks]
        lines = [next(rest[turn]) for turn in turns]
    return "".join(f"{left}{text}{end}" for text in lines)


LOGS = st.builds(
    joined, st.lists(BLOCKS, max_size=6), LEFT, st.sampled_from(["\n"] * 4 + ["\r\n"]), st.none() | st.randoms()
) | st.text(max_size=200)  # fmt: skip


LOGS |= st.builds(cut, LOGS, st.sampled_from([20, 40, 80]))


@settings(max_examples=500)
@given(log=LOGS, size=st.integers(min_value=1, max_value=500))
def test_the_script_says_the_same_of_any_log_in_blocks_of_any_size(in_the_script, log, size):
    blocks = [log[at : at + size] for at in range(0, len(log), size)]
    verdict = as_data(said(log))
    assert as_data(explain.explain(blocks, ENTRIES)) == verdict
    assert in_the_script([log, blocks]) == [verdict, verdict]
