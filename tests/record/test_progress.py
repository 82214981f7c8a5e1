"""What is seen while snippets run: a line for each that is done, and on a terminal which ones run."""

from __future__ import annotations

import io
import re

from lockstep.record.progress import Progress


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_line_for_each_that_is_done():
    stream = io.StringIO()
    progress = Progress(10, stream)
    for name, verdict, ok in (("a/one.py", "recorded", True), ("a/two.py", "failed", False)):
        progress.start(name)
        progress.finish(name, verdict, ok=ok)
    progress.close()
    lines = [re.sub(r"\d+\.\d s$", "0.0 s", line) for line in stream.getvalue().splitlines()]
    assert lines == ["[ 1/10] recorded     a/one.py  0.0 s", "[ 2/10] failed       a/two.py  0.0 s"]
    assert (progress.done, progress.failed) == (2, 1)


def test_a_terminal_shows_what_runs_and_is_left_clean():
    stream = Terminal()
    progress = Progress(5, stream)
    progress.start("a/one.py")
    progress.start("a/two.py")
    assert stream.getvalue().endswith("running a/one.py, a/two.py · 3 to go")
    progress.finish("a/one.py", "failed", ok=False)
    assert stream.getvalue().endswith("running a/two.py · 3 to go, 1 failed")
    progress.close()
    assert stream.getvalue().endswith("\r\x1b[K")


def test_a_line_is_never_wider_than_the_terminal(monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    stream = Terminal()
    Progress(1, stream).start("a/a_name_that_is_far_too_long.py")
    assert len(stream.getvalue().removeprefix("\r\x1b[K")) == 19
