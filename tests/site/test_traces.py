"""The traces of a built site."""

from __future__ import annotations

import os

from lockstep.record.trace import Lane, Step, Trace, write_trace
from lockstep.site import traces


def test_each_trace_of_a_snippet_as_it_is_becomes_a_script(sandbox, tmp_path):
    for name in ("topic/one.py", "topic/two.py"):
        sandbox.snippet(name=name, ranks=2)
        snippet = sandbox.project.snippets[name]
        lane = Lane(steps=(Step(at=1, line=6),), end="has ended", at=2)
        trace = Trace(snippet=name, key=snippet.key, end="finished", files=(snippet.path,), lanes=(lane, lane))
        write_trace(sandbox.root, "cpu", trace)
    sandbox.snippet("print(2)", name="topic/two.py", ranks=2)
    traces.write(sandbox.project, tmp_path)
    (script,) = tmp_path.rglob("*.js")
    assert script.relative_to(tmp_path).as_posix() == "assets/traces/topic/one.js"
    assert script.read_text("utf-8").startswith('((globalThis.Lockstep ??= {}).traces ??= {})["topic/one.py"] = {')


def test_a_trace_that_is_in_the_site_is_not_written_again(sandbox, tmp_path):
    sandbox.snippet(ranks=2)
    snippet = sandbox.project.snippets["topic/one.py"]
    lane = Lane(steps=(Step(at=1, line=6),), end="has ended", at=2)
    write_trace(sandbox.root, "cpu", Trace(snippet.name, snippet.key, "finished", (snippet.path,), (lane, lane)))
    traces.write(sandbox.project, tmp_path)
    (script,) = tmp_path.rglob("*.js")
    script.write_text("kept")
    traces.write(sandbox.project, tmp_path)
    assert script.read_text() == "kept"
    os.utime(script, (0, 0))  # older than the trace
    traces.write(sandbox.project, tmp_path)
    assert script.read_text() != "kept"
