"""`serve`: a saved snippet is run again and its page shows the new output; what is built is what was saved."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sandbox import ROOT, Sandbox, descendants, reap_orphans

from lockstep.engine import scratch
from lockstep.record import what_if
from lockstep.record.record import record_path
from lockstep.record.trace import Lane, Step, Trace, write_trace
from lockstep.site import serve
from lockstep.site.serve import Follower, concerned, saved, saves
from lockstep.site.web_server import bind
from tests.site.test_preview import RUN, small_site

QUIZ = """
```quiz
kind: predict
id: what-it-prints
level: beginner
ask: What does it print?
run: topic/one.py
answer: {rank: 0, line: 1}
wrong:
  - {text: "`second output`", why: No.}
  - {text: "`other output`", why: No.}
why: It says so.
```
"""


class Counted:
    """In place of a preview: what was asked of it."""

    site, is_stale = None, False

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def build(self) -> list[str]:
        self.asked.append("all")
        return []

    def update(self, pages: list[str]) -> list[str]:
        self.asked.append(pages)
        return []

    def known(self, pages: set[str]) -> list[str]:
        return sorted(page for page in pages if page != "assets/a.md")


class Queue:
    """In place of the thread that records: which snippets it got."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def submit(self, _: Any, snippets: list) -> None:
        self.names += [snippet.name for snippet in snippets]


@pytest.fixture
def three(sandbox) -> Sandbox:
    """Three pages; one snippet stands on two of them, and imports a module."""
    sandbox.page(RUN)
    sandbox.page(f"# Two\n{QUIZ}", "ddp/two.md")
    sandbox.page("# Three\n", "ddp/three.md")
    sandbox.snippet("import _helper")
    sandbox.write("one = 1\n", "topic/_helper.py")
    sandbox.snippet(name="topic/other.py")
    return sandbox


def taken(sandbox: Sandbox, changed: set[str], moved: set[str] = frozenset(), **preview: Any) -> tuple[list, list[str]]:
    """What is built and which snippets are recorded when files are saved."""
    counted, queue = Counted(), Queue()
    vars(counted).update(preview)
    with bind("127.0.0.1:0") as server:
        Follower(sandbox.root, counted, server, None, queue).take(changed, moved)
    return counted.asked, queue.names


@pytest.mark.parametrize(
    ("changed", "built"),
    [
        ("docs/ddp/two.md", [["ddp/two.md"]]),
        ("docs/ddp/three.ipynb", [["ddp/three.md"]]),
        ("docs/assets/a.css", [[]]),
        ("snippets/recorded/cpu/topic/one.json", [["ddp/two.md", "index.md"]]),
        ("snippets/recorded/1xh200/topic/one.json", [["ddp/two.md", "index.md"]]),
        ("snippets/recorded/cpu/topic/other.json", []),
        ("snippets/topic/one.py", []),  # its record follows
        ("mkdocs.yml", ["all"]),
        ("lockstep/site/theme/main.html", ["all"]),
    ],
)
def test_only_what_a_saved_file_concerns_is_built(three, changed, built, capsys):
    assert taken(three, {changed})[0] == built


def test_a_new_page_takes_a_whole_build(three, capsys):
    assert taken(three, {"docs/new.md", "docs/ddp/two.md"}, {"docs/new.md"})[0] == ["all"]
    assert taken(three, {"snippets/recorded/cpu/topic/one.json"}, {"snippets/recorded/cpu/topic/one.json"})[0] != [
        "all"
    ]


def test_a_whole_build_that_failed_is_tried_again(three, capsys):
    assert taken(three, {"docs/ddp/two.md"}, is_stale=True)[0] == ["all"]


def test_a_snippet_is_recorded_when_a_file_it_runs_with_is_saved(three, capsys):
    assert taken(three, {"snippets/topic/one.py"})[1] == ["topic/one.py"]
    assert taken(three, {"snippets/topic/_helper.py"})[1] == ["topic/one.py"]
    assert taken(three, {"docs/ddp/two.md"})[1] == []


def test_what_a_saved_snippet_takes_from_its_page_is_told(three, capsys):
    snippet = three.project.snippets["topic/one.py"]
    lanes = (Lane(steps=(Step(at=1, line=6),), end="has ended", at=2),) * 2
    trace = Trace(snippet=snippet.name, key=snippet.key, end="finished", files=(snippet.path,), lanes=lanes)
    write_trace(three.root, "cpu", trace)
    what_if.write(snippet, "cpu", [])

    def told() -> list[str]:
        three.recorded()
        Follower(three.root, Counted(), None, None, Queue()).record([three.project.snippets["topic/one.py"]])
        return capsys.readouterr().out.splitlines()

    assert told() == []
    three.snippet("import _helper\nprint(2)")
    assert told() == ["snippets/topic/one.py: changed since its variants ran. Run: nox -s what_if -- topic/one.py"]


@pytest.mark.parametrize("folder", ["traces", "what-if"])
def test_a_trace_or_variants_are_shown_unless_the_record_is_still_to_come(three, folder):
    changed = {f"snippets/{folder}/cpu/topic/one.json"}
    assert concerned(three.project, changed) == set()
    three.recorded()
    assert concerned(three.project, changed) == {"index.md", "ddp/two.md"}


def test_a_page_waits_for_the_trace_of_a_new_record(three, monkeypatch, capsys):
    three.snippet(ranks=2)
    snippet = three.project.snippets["topic/one.py"]
    lanes = (Lane(steps=(Step(at=1, line=6),), end="has ended", at=2),) * 2
    traced = Trace(snippet=snippet.name, key=snippet.key, end="finished", files=(snippet.path,), lanes=lanes)
    write_trace(three.root, "cpu", traced)
    three.snippet("import _helper\nprint(2)", ranks=2)
    snippet = three.project.snippets["topic/one.py"]
    at = "snippets/recorded/cpu/topic/one.json"
    preview, server, did = Counted(), SimpleNamespace(lock=nullcontext(), built=0), []
    follower = Follower(three.root, preview, server, None, Queue())

    def for_each(work, engine, snippets, progress):
        did.append(work.__name__)
        if work.__name__ == "record_one" and snippets:
            three.recorded()
        follower.take({at}, set())

    monkeypatch.setattr(serve.recorder, "for_each", for_each)
    follower.record([snippet])
    assert did == ["record_one", "trace_one"]
    assert preview.asked == []  # neither while the trace was to come
    os.utime(three.root / at, (0, 0))
    follower.record([snippet])
    assert (three.root / at).stat().st_mtime > 0  # without a trace the record is seen again
    follower.take({at}, set())
    assert preview.asked == [["ddp/two.md", "index.md"]]


def test_a_snippet_that_needs_a_gpu_is_shown_as_it_is(three):
    three.snippet(needs="gpus = 1\ncpu = false")
    assert concerned(three.project, {"snippets/topic/one.py"}) == {"index.md", "ddp/two.md"}


def test_files_that_an_editor_keeps_for_a_moment_are_no_saves(three):
    (three.root / "mkdocs.yml").touch()
    before = saved(three.root)
    assert "docs/ddp/two.md" in before
    for name in (".two.md.swp", "two.md~", "__pycache__/a.pyc", ".ipynb_checkpoints/two.md"):
        three.page("", f"ddp/{name}")
    assert saved(three.root) == before


def test_saves_are_told_when_no_more_come(monkeypatch):
    states = iter([{"a": 1}, {"a": 2}, {"a": 3, "b": 1}, {"a": 3, "b": 1}, {"a": 3, "b": 1}, {}, {}])
    monkeypatch.setattr(serve, "saved", lambda _: next(states))
    monkeypatch.setattr(serve, "_POLL", 0)
    found = saves(Path(), {"a": 1})
    assert next(found) == ({"a", "b"}, {"b"})
    assert next(found) == ({"a", "b"}, {"a", "b"})


@pytest.mark.parametrize(("code", "told"), [("x = 1\n", ""), ("x = (\n", "lockstep/x.py:1: is not Python: ")])
def test_code_that_is_half_written_is_not_started_with(three, capsys, code, told):
    (three.root / "lockstep").mkdir()
    (three.root / "lockstep/x.py").write_text(code)
    assert Follower(three.root, None, None, None, None)._is_sound("lockstep/x.py") is not told.startswith("lock")
    assert capsys.readouterr().out.startswith(told)


@contextmanager
def served(sandbox: Sandbox, log: Path) -> Iterator[tuple[subprocess.Popen, str]]:
    """The command on a free port: its process and its address."""
    before = descendants()
    small_site(sandbox)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "serve", "--dev-addr", address]
    with log.open("w") as out:
        process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=out, stderr=out
        )
        try:
            yield process, f"http://{address}/"
        finally:
            process.kill()
            process.wait()
            reap_orphans(before)


def wait_for(process: subprocess.Popen, holds: Any) -> None:
    """Wait until something holds, as long as the command goes on."""
    deadline = time.monotonic() + 300
    while not holds():
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.1)


def text_of(address: str) -> str:
    try:
        with urllib.request.urlopen(address, timeout=600) as answer:
            return answer.read().decode()
    except (urllib.error.URLError, OSError):
        return ""


@pytest.mark.torch
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.skipif(sys.platform != "linux", reason="uses the warm engine")
def test_a_saved_snippet_is_on_its_page(sandbox, tmp_path):
    log = tmp_path / "log"
    with served(sandbox, log) as (process, address):
        sandbox.snippet("print('first output')")
        wait_for(process, lambda: "<samp>first output</samp>" in text_of(address))
        sandbox.snippet("print('second output')")
        wait_for(process, lambda: "<samp>second output</samp>" in text_of(address))
        kept = record_path(sandbox.root, "cpu", "topic/one.py").read_bytes()
        sandbox.snippet("one = 2\nprint('never proved')")
        wait_for(process, lambda: "the claim is not proved" in log.read_text())
        assert record_path(sandbox.root, "cpu", "topic/one.py").read_bytes() == kept
        assert "<samp>second output</samp>" in text_of(address)
        process.send_signal(signal.SIGINT)
        assert process.wait(300) == 130
    said = log.read_text()
    assert said.count("all pages: built") == 1
    assert "\nindex.md: built" in said
    for other in ("INFO", "WARNING", "Material", "MkDocs", "Traceback"):
        assert other not in said


@pytest.mark.torch
@pytest.mark.usefixtures("nothing_left")
@pytest.mark.skipif(sys.platform != "linux", reason="uses the warm engine")
def test_a_changed_print_that_breaks_a_question_is_told_and_the_server_goes_on(sandbox, tmp_path):
    log = tmp_path / "log"
    with served(sandbox, log) as (process, address):
        sandbox.snippet("print('first output')")
        sandbox.page(RUN + QUIZ)
        wait_for(process, lambda: "<ls-question" in text_of(address))
        sandbox.snippet("print('second output')")
        wait_for(process, lambda: "docs/index.md:" in log.read_text())
        assert "<samp>first output</samp>" in text_of(address)
        sandbox.page(RUN + QUIZ.replace("second output", "third output"))
        wait_for(process, lambda: "<samp>second output</samp>" in text_of(address))
    with scratch.folder():  # it was killed: no process outlives it, and the next start removes its folders
        pass


def test_a_taken_port_is_told_before_anything_else(sandbox):
    with bind("127.0.0.1:0") as server:
        address = f"127.0.0.1:{server.server_address[1]}"
        done = sandbox.lockstep("serve", "--dev-addr", address)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith(f"{address}: the port is taken. Stop what listens there, or: nox -s serve -- ")
    assert len(done.stderr.splitlines()) == 1
