"""Ctrl-C and SIGTERM end whatever runs: soon, with 130 or 143 as a shell tells it, without a traceback, children too."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

import pytest
from sandbox import ROOT, descendants, reap_orphans, until

from lockstep.cli.command_line import VERBS
from lockstep.engine.process import descendants as descendants_of
from tests.site.test_build_problems import CONFIG

NUMBERS = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
LATE = 300  # seconds; a second where nothing else runs


@contextmanager
def running(root, *words: str, **options) -> Iterator[subprocess.Popen]:
    before = descendants()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=root,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **options,
    )
    try:
        yield process
        reap_orphans(before)
        assert descendants() <= before
    finally:
        process.kill()
        with suppress(subprocess.TimeoutExpired):  # what outlived it may hold its pipes; then the test has failed
            process.communicate(timeout=LATE)


def stopped(process: subprocess.Popen, number: int, codes: Sequence[int]) -> None:
    """Send the signal; the process ends with one of some codes and without a traceback."""
    process.send_signal(number)
    _, said = process.communicate(timeout=LATE)
    assert process.returncode in codes
    assert "Traceback" not in said


def test_who_starts_processes_ends_them_and_the_kernel_ends_the_others():
    tidy = {verb.name for verb in VERBS.values() if verb.tidies}
    assert {"record", "check", "prove", "run", "serve", "links", "ci propose", "drift check"} <= tidy
    assert not {"verify", "export", "pdf", "finish", "offline", "explain", "list"} & tidy


@NUMBERS
def test_verify(sandbox, number):
    for page in range(2000):  # more problems than a pipe takes, so that it is still at work
        (sandbox.root / f"docs/{page}.md").write_text("    code\n")
    with running(ROOT, "lockstep", "--root", str(sandbox.root), "verify") as process:
        process.stdout.readline()
        stopped(process, number, [-number])


@pytest.mark.torch
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
@pytest.mark.parametrize(
    ("verb", "number"),
    [
        ("record", signal.SIGINT),
        ("check", signal.SIGTERM),
        ("prove", signal.SIGINT),
        ("trace", signal.SIGTERM),
        ("what-if", signal.SIGINT),
    ],
)
def test_a_verb_in_the_middle_of_a_snippet(sandbox, verb, number):
    sandbox.snippet("import time\ntime.sleep(300)", ranks=2, needs="timeout = 300")
    if verb != "record":
        sandbox.recorded()
    with running(ROOT, "lockstep", "--root", str(sandbox.root), verb, "topic") as process:
        until(lambda: len(descendants_of(process.pid)) >= 4)  # a server, a leader, its ranks
        stopped(process, number, [128 + number])


@NUMBERS
def test_explain_while_it_waits_for_more_of_a_log(number):
    with running(ROOT, "lockstep", "explain", stdin=subprocess.PIPE) as process:
        process.stdin.write("[rank1]: ValueError: x\n" * 100_000)  # more than a pipe takes, so it has begun to read
        process.stdin.flush()
        stopped(process, number, [-number])


@NUMBERS
def test_a_cold_run_of_nested_processes(sandbox, number):
    body = "import subprocess, sys\nprint('up', flush=True)\n"
    body += "subprocess.run([sys.executable, '-c', 'import os; os.setsid(); os.system(\"sleep 300\")'])"
    sandbox.snippet(body, needs="timeout = 300")
    with running(ROOT, "lockstep", "--root", str(sandbox.root), "run", "--cold", "topic") as process:
        assert process.stdout.readline() == "up\n"
        stopped(process, number, [128 + number])


@NUMBERS
def test_serve(sandbox, number):
    (sandbox.root / "mkdocs.yml").write_text(CONFIG)
    (sandbox.root / "theme").mkdir()
    (sandbox.root / "theme/main.html").write_text("{{ page.content }}")
    sandbox.page("# A\n")
    with running(ROOT, "lockstep", "--root", str(sandbox.root), "serve", "--dev-addr", "127.0.0.1:0") as process:
        while "http://" not in (line := process.stdout.readline()):
            assert line, "it ended early"
        stopped(process, number, [128 + number])


@NUMBERS
def test_a_build_in_the_middle_of_a_regular_expression(sandbox, number):
    (sandbox.root / "mkdocs.yml").write_text(CONFIG)
    (sandbox.root / "theme").mkdir()
    (sandbox.root / "theme/main.html").write_text("{{ page.content }}")
    sandbox.page("# A\n\n" + ("[" * 250 + "\n\n") * 1_100, "z.md")  # Python-Markdown takes seconds for it
    sandbox.page("# A\n\n```run\ntopic/none.py\n```\n")
    with running(sandbox.root, "mkdocs", "build", "-q") as process:
        assert "no snippet" in process.stderr.readline()
        stopped(process, number, [-number])
