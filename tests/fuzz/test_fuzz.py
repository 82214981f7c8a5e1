"""Thousands of broken inputs of each kind: no traceback, no hang, no text that is not escaped in HTML.

Each function under test may refuse an input with the project's own problems; any other exception fails.
`nox -s fuzz` tries 20,000 of each kind.
"""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sandbox import ENVIRONMENT, ROOT, Sandbox

from lockstep.cli import command_line
from lockstep.markdown import errors, evidence, figure, json_ld, run_fence, run_output
from lockstep.page import Fence, Page
from lockstep.problem import INVISIBLE, LockstepError
from lockstep.project import Project
from lockstep.question import bank, yaml_lines
from lockstep.record import notebook, record
from lockstep.record.record import BadRecord, RankRecord
from lockstep.rules import snippets
from tests.fuzz.hostile import (
    INPUTS,
    MARK,
    MOST_SECONDS,
    altered,
    as_json,
    encodable,
    fuzz,
    in_time,
    mangled,
    outspoken,
    text,
    unescaped,
)
from tests.markdown.test_decision_tree import TREE
from tests.question import asking

RAISED = ("Traceback (most recent call last):", '  File "snippets/topic/two.py", line 9, in <module>', "ValueError: no")
FIGURE = """draw: bench_matmul
data: [topic/two.py]
alt: A chart.
steps:
  - All of it."""
STEPS = """draw: data_parallel
data: [topic/two.py]
alt: A drawing.
steps: [one, two, three, four, five, six, seven, eight, nine]"""


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Sandbox:
    """A sound project, with a question of each kind and an entry of the error index."""
    sandbox = asking.make_sound(Sandbox(tmp_path_factory.mktemp("fuzz")))
    asking.page(sandbox, *asking.ALL, head="# Page\n\n```map\ntopic:\n  name: TOPIC\n  says: It averages.\n```\n\n")
    shown = "".join(f"```run\ntopic/{name}.py\n```\n\n" for name in ("one", "two", "broken"))
    sandbox.page(f"# Topic\n\n{shown}", "topic/index.md")
    return sandbox


@pytest.fixture(scope="module")
def samples(site) -> list[dict]:
    """Sound records of topic/two.py as tables of JSON: of a run that passed, that failed, that hung, on a GPU."""
    ranks = {
        "passed": [RankRecord(0, ("64: 1.0 (0.9 to 1.1) TFLOP/s", "128: 2.0 (1.9 to 2.1) TFLOP/s"), ()), RankRecord(0, ("2",), ())],
        "failed": [RankRecord(1, ("2",), RAISED), RankRecord(-15, (), ())],
        "hung": [RankRecord(None, (), (), 9, stack=("Thread (most recent call first):", '  File "x.py", line 1 in f'), host="node0"), RankRecord(0, ("2",), ())],
        "rounds": [RankRecord(0, ("a", "b"), (), rounds=tuple(record.Round(n, 0, 2, n, 0) for n in (0, 1))), RankRecord(0, ("c",), (), rounds=(record.Round(0, 1, 2, 0, 0),))],
    }  # fmt: skip
    tables = []
    path = record.record_path(site.root, "cpu", "topic/two.py")
    for name, of_rank in ranks.items():
        made = site.recorded("topic/two.py", ranks=tuple(of_rank))
        made = record.dataclasses.replace(
            made, first=0 if name == "failed" else None, log=("[rank1]: no",), earlier={"2.1": "E: no"}
        )
        record.write_record(site.root, made)
        tables.append(json.loads(path.read_text("utf-8")))
    return tables


def told(problems) -> None:
    """Each problem is one line of visible characters."""
    assert problems
    assert not any(INVISIBLE.search(str(problem)) or "\n" in str(problem) for problem in problems), problems


def shown(site: Sandbox) -> list[str]:
    """All HTML that a project makes of its records; a part that says what is wrong adds nothing."""
    project = Project(site.root)
    html = []
    for kind, body in (
        ("run", "topic/two.py"),
        ("run", "topic/two.py\nstderr: true\nshow: output"),
        ("figure", FIGURE),
        ("figure", STEPS),
    ):
        module = run_fence if kind == "run" else figure
        try:
            html.append(module.html(project, "docs/index.md", Fence(1, kind, tuple(body.split("\n")))))
        except LockstepError as error:
            told(error.problems)
    snippet = project.find("topic/two.py")
    for made in project.records(snippet):
        html += [errors._earlier(*pair) for pair in made.earlier.items()]
        html.append(run_output.rows(snippet, made, [rank.stdout for rank in made.ranks]))
    return html


@fuzz
@given(data=st.data())
def test_records(site, samples, data):
    table = data.draw(altered(samples) | outspoken(samples))
    if isinstance(table, dict) and data.draw(st.integers(0, 9)):
        table["digest"] = record._digest(
            {name: part for name, part in table.items() if name not in ("format", "digest")}
        )
    content = as_json(table) if data.draw(st.integers(0, 19)) else data.draw(st.binary(max_size=99))
    record.record_path(site.root, "cpu", "topic/two.py").write_bytes(content)
    record._read.cache_clear()
    with in_time():
        try:
            made = record.read_record(site.root, "cpu", "topic/two.py")
        except BadRecord as error:
            told([error])
            made = None
        problems = list(snippets.records_are_whole(Project(site.root)))
        assert bool(problems) == (made is None)
        if problems:
            told(problems)
        else:
            lines = [line for rank in made.ranks for line in (*rank.stdout, *rank.stderr, *rank.stack)]
            assert not any(
                map(INVISIBLE.search, [*lines, *made.log, *made.earlier.values(), *made.environment.values()])
            )
            html = shown(site)
            assert not any(map(unescaped, html)), html
            evidence.programs(Project(site.root))


NOTEBOOK = "---\nkernelspec: {name: python3}\n---\n# Try\n\n```python\nprint(1)\n```\n"


@fuzz
@given(data=st.data())
def test_executed_notebooks(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "fuzz.ipynb"
    made = notebook.NotebookRecord(notebook.key(NOTEBOOK), ("1",), "2026-01-02", ENVIRONMENT)
    path.write_bytes(as_json(data.draw(altered([json.loads(notebook.ipynb(NOTEBOOK, made))]))))
    with in_time():
        read = notebook.read(path)
        assert read is None or not any(map(INVISIBLE.search, read.outputs))


BLOCKS = [
    "```run\ntopic/two.py\nregion: loop\nshow: output\n```",
    f"```figure\n{FIGURE}\n```",
    f"```figure\n{STEPS}\nstill: 2\n```",
    "```map\ntopic:\n  name: TOPIC\n  says: It averages.\n```",
    "```challenge\ntopic: topic\nbadge: Badge\nseconds: 120\nattempts: 2\n```",
    "```review\n```",
    "```evidence\n```",
    "```errors\n```",
    "```launch\n```",
    f"```decide\n{TREE}\n```",
    *(f"```quiz\n{body}\n```" for body in asking.ALL),
]
MORE = [
    f"```{fence.kind}\n" + "\n".join(fence.body) + "\n```"
    for path in (
        "docs/ranks/index.md",
        "docs/large-models/perf.md",
        "docs/errors/watchdog-timeout.md",
        "docs/data-parallel/perf.md",
    )
    if (ROOT / path).is_file()
    for fence in Page((ROOT / path).read_text("utf-8")).ours
    if fence.kind in ("error", "calculator")
]


@fuzz
@given(body=mangled(BLOCKS + MORE), around=st.sampled_from(["{}", "- a\n\n    {}", "> {}", "# A\n\n{}\n\nb"]))
def test_fences(site, monkeypatch_module, body, around):
    site.page(encodable(around.replace("{}", body)), "topic/why.md")
    with in_time():
        try:
            html = site.html("topic/why.md")
        except LockstepError as error:
            told(error.problems)
        else:
            assert not any(f"{MARK}=" in tag for tag in unescaped(html)), html


@pytest.fixture(scope="module")
def monkeypatch_module(site):
    """Converting a page finds the project from the folder it runs in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(site.root)
        yield patch


HEADS = [
    "---\ntitle: A title\ndescription: What it says.\nlevel: beginner\nsearch: {boost: 2}\n---\n\n# A title\n\nText.\n",
    "---\ntitle: 'A'\njupyter:\n  kernelspec: {name: python3}\n---\n# A\n\n```python\n1\n```\n",
    '---\ntitle: "A"\n# comment\nkey: |\n  more\n  lines\n---\n\n## B {#b}\n',
    "\n---\ntitle: A\n---\n",
]


@fuzz
@given(source=mangled(HEADS))
def test_front_matter(site, monkeypatch_module, source):
    site.page(encodable(source), "topic/deep.md")
    with in_time():
        project = Project(site.root)
        page = project.pages.get("docs/topic/deep.md")
        if page is None:
            told(project.bad_pages)
            return
        assert all(isinstance(part, str) for pair in page.front.items() for part in pair)
        assert page.title is not None
        assert notebook.is_notebook(page.text) in (True, False)
        data = json_ld.of_page(project, "docs/topic/deep.md")
        assert "<" not in str(json_ld.json_script("x", data)).removeprefix('<script type="x">').removesuffix(
            "</script>"
        )
        list(snippets.fences_are_known(project))
        try:
            html = site.html("topic/deep.md")
        except LockstepError as error:
            told(error.problems)
        else:
            assert not any(f"{MARK}=" in tag for tag in unescaped(html)), html


@fuzz
@given(source=mangled(asking.ALL) | text)
def test_yaml_of_questions(site, source):
    body = encodable(source).split("\n")
    with in_time():
        problems = []
        table = yaml_lines.parse(body, problems)
        assert all(0 <= line <= len(body) for line, _, _ in problems)
        assert set(table.lines) == set(table)
        project = Project(site.root)
        question, wrong = bank.read(project, "docs/index.md", 3, body)
        if not wrong:
            list(question.problems(project))
            question.entry(str)


STATE = {
    "app": "lockstep",
    "version": 1,
    "questions": {"one": {"key": "k", "at": "2026-01-02T03:04:05Z", "result": "right", "first": True, "sure": None, "ticked": [0], "of": 3, "text": "t", "card": {"s": 1.5, "d": 2.5, "last": 1, "due": 2, "n": 1}}},
    "badges": {"ddp": {"name": "B", "at": "2026-01-02"}},
    "settings": {"timer": "double"},
}  # fmt: skip
PROGRESS = """
const box = {};
globalThis.localStorage = { getItem: (key) => box[key] ?? null, setItem: (key, value) => { box[key] = String(value); }, removeItem: (key) => delete box[key] };
require(process.argv[1]);
const { validate, merge, read, update } = globalThis.Lockstep;
const own = JSON.parse(process.argv[2]);
let kept = 0, slowest = 0;
for (const text of JSON.parse(require("fs").readFileSync(0, "utf8"))) {
  const start = process.cpuUsage();
  const { state, problems } = validate(text);
  if (Boolean(state) === problems.length > 0) throw new Error(`neither kept nor refused: ${text}`);
  if (state) {
    kept += 1;
    for (const both of [merge(own, state), merge(state, own)]) {
      const again = validate(JSON.stringify(both));
      if (!again.state) throw new Error(`${again.problems} after a merge with ${text}`);
      if (!both.questions.one) throw new Error(`an answer is lost with ${text}`);
    }
    update((mine) => Object.assign(mine, merge(mine, state)));
  }
  if (Object.prototype.evil !== undefined) throw new Error(`the prototype was changed by ${text}`);
  box.lockstep = text;
  if (!read().questions) throw new Error(`no state after ${text}`);
  delete box.lockstep;
  slowest = Math.max(slowest, process.cpuUsage(start).user / 1e6);
}
console.log(JSON.stringify({ kept, slowest }));
"""


@pytest.mark.skipif(not shutil.which("node"), reason="needs Node")
def test_progress_files():
    """One process of Node tries them all."""
    texts = []

    @fuzz
    @given(altered([STATE]).map(lambda table: as_json(table).decode("utf-8", "replace")) | mangled([json.dumps(STATE)]))
    def gather(text):
        texts.append(encodable(text))

    gather()
    command = ["node", "-e", PROGRESS, str(ROOT / "docs/assets/state.js"), json.dumps(STATE)]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    told = json.loads(done.stdout)
    assert len(texts) >= INPUTS * 0.9
    assert 0 < told["kept"] < len(texts)
    assert told["slowest"] < MOST_SECONDS


LOGS = [
    "[rank1]: Traceback (most recent call last):\n[rank1]:   File \"a.py\", line 3, in <module>\n[rank1]: ValueError: it is 2 and not one\n",
    "[rank0]:[E1122 10:00:00.1 ProcessGroupNCCL.cpp:629] [Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=4, OpType=ALLREDUCE, NumelIn=1, Timeout(ms)=600000)\n",
    "[rank3]: RuntimeError: [3] Detected mismatch: Rank 3 has 128 params, while rank 0 has inconsistent 0 params.\n",
    "  File \"x.py\", line 7 in f\nThread 0x7f (most recent call first):\n\x1b[31mW0101 00:00:00.000000 1 torch/distributed\x1b[0m\n",
    "torch.cuda.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.\r\n" * 3,
]  # fmt: skip


@pytest.fixture(scope="module")
def index(tmp_path_factory) -> Sandbox:
    """A project with a few entries of the error index."""
    sandbox = Sandbox(tmp_path_factory.mktemp("errors"))
    for path in sorted((ROOT / "docs/errors").glob("*.md"))[::8]:
        sandbox.page(path.read_text("utf-8"), f"errors/{path.name}")
    return sandbox


@fuzz
@given(log=st.lists(mangled(LOGS), max_size=4).map("".join))
def test_logs(index, log):
    project, args = Project(index.root), command_line.parse(["explain"])
    with pytest.MonkeyPatch.context() as patch, in_time():
        patch.setattr(
            sys, "stdin", io.TextIOWrapper(io.BufferedReader(io.BytesIO(log.encode("utf-8", "surrogatepass"))))
        )
        patch.setattr(sys, "stdout", io.StringIO())
        try:
            assert args.call(project, args) in (0, 1)
        except LockstepError:  # which says that this is no text
            assert not log or "\x00" in log
