"""A project reads each file once, and says what a `run` fence asks for in vain."""

from __future__ import annotations

from lockstep.page import Fence
from lockstep.project import Project


def test_a_snippet_and_its_record_are_read_once(sandbox):
    sandbox.snippet()
    sandbox.recorded()
    project = sandbox.project
    snippet = project.find("topic/one.py")
    assert project.find("topic/one.py") is snippet
    assert project.records(snippet) == [project.record(snippet, "cpu")]
    assert project.records(snippet)[0] is project.records(snippet)[0]


def test_a_project_made_later_sees_what_was_saved(sandbox):
    sandbox.snippet()
    sandbox.recorded()
    first = sandbox.project.find("topic/one.py").key
    sandbox.snippet("print(one + one)")
    snippet = Project(sandbox.root).find("topic/one.py")
    assert snippet.key != first
    assert Project(sandbox.root).records(snippet) == []


def test_what_is_not_there_is_none(sandbox):
    sandbox.snippet()
    assert [sandbox.project.find(name) for name in ("", "topic", "topic/two.py")] == [None] * 3


def test_nothing_outside_of_snippets_is_found_by_a_name(sandbox):
    """A page would show it, and nothing has run it."""
    sandbox.snippet()
    (sandbox.root / "outside.py").write_bytes((sandbox.root / "snippets/topic/one.py").read_bytes())
    (sandbox.root / "snippets/topic/_part.py").write_text("x = 1\n")
    names = ["../outside.py", "../../../etc/passwd", "/etc/passwd", "topic/../topic/one.py", "./topic/one.py"]
    names += ["topic//one.py", "topic/_part.py", "x" * 5_000, "é" * 200 + ".py", "topic/one\0.py"]
    assert [name for name in names if sandbox.project.find(name)] == []


def test_what_a_run_fence_asks_for_in_vain(sandbox):
    sandbox.snippet("# region loop\nprint(one)\n# endregion")

    def missing(*body: str) -> list[str]:
        return [str(problem) for problem in sandbox.project.missing("docs/x.md", Fence(4, "run", body))]

    assert missing("topic/one.py", "region: loop") == []
    assert missing("", "topic/tow.py") == ["docs/x.md:6: no snippet topic/tow.py. There is: topic/one.py."]
    assert missing("topic/one.py", "show: all", "region: lop") == [
        "docs/x.md:7: topic/one.py has no region 'lop'. Did you mean loop?"
    ]
    assert missing() == [
        "docs/x.md:5: a run fence names no snippet. Write its path on the first line, such as ddp/step.py."
    ]
