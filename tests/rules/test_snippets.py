from __future__ import annotations

import dataclasses
import shutil
import subprocess
import sys

import pytest
from sandbox import ENVIRONMENT, ROOT, Sandbox, times_as_long

from lockstep.project import Project
from lockstep.record import markdown_program, notebook
from lockstep.record.notebook import NotebookRecord
from lockstep.record.proof import proof_path
from lockstep.record.record import record_path, write_record
from lockstep.record.trace import Lane, Step, Trace, trace_path, write_trace
from lockstep.rules.snippets import verify

PAGE = "# Page\n\n```run\ntopic/one.py\n```\n"
NOTEBOOK = "---\njupyter:\n  kernelspec: {name: python3}\n---\n"


@pytest.fixture
def sound(sandbox):
    sandbox.snippet("# region show\nprint(one)\n# endregion")
    sandbox.recorded()
    sandbox.page(PAGE)
    assert problems(sandbox) == []
    return sandbox


def problems(sandbox, **options):
    return [str(problem) for problem in verify(sandbox.project, **options)]


def test_a_line_is_no_wider_than_a_page_shows_it(sound):
    """A marker, which no page shows, may stand behind it. A title is set as text, and may be somewhat longer."""
    path = sound.root / "snippets/topic/one.py"

    def told(old: str, width: int) -> list[str]:
        text = path.read_text("utf-8")
        line = next(line for line in text.split("\n") if old in line)
        path.write_text(text.replace(line, line.replace(old, old + "0" * (width - len(line.partition("  #")[0])))))
        found = [line for line in problems(sound) if "letters" in line]
        path.write_text(text)
        return found

    title = path.read_text("utf-8").split("\n")[0]
    assert told(title[-10:], 140) == []
    assert told(title[-10:], 141)[0].startswith(
        "snippets/topic/one.py:1: this line has 141 letters without its marker;"
    )
    assert told("int(1", 120) == []
    assert told("int(1", 121)[0].endswith("at most 120 are shown well. Break it, or say it in fewer words.")


def test_a_trace_is_of_the_snippet_as_it_is_now(sound):
    snippet = sound.project.snippets["topic/one.py"]
    lane = Lane(steps=(Step(at=1, line=8),), end="has ended", at=2)
    trace = Trace(snippet=snippet.name, key=snippet.key, end="finished", files=(snippet.path,), lanes=(lane, lane))
    write_trace(sound.root, "cpu", trace)
    assert problems(sound) == []
    repair = "Run: nox -s trace -- topic/one.py"
    write_trace(sound.root, "cpu", dataclasses.replace(trace, key="0" * 64))
    assert problems(sound) == [f"snippets/traces/cpu/topic/one.json: its snippet changed since it was traced. {repair}"]
    trace_path(sound.root, "cpu", snippet.name).write_text("{}", "utf-8")
    assert problems(sound) == [f"snippets/traces/cpu/topic/one.json: has format null; this version reads 1. {repair}"]
    trace_path(sound.root, "cpu", snippet.name).unlink()
    write_trace(sound.root, "cpu", dataclasses.replace(trace, snippet="topic/two.py"))
    assert problems(sound) == [
        "snippets/traces/cpu/topic/two.json: is the trace of topic/two.py, which is not there. Delete it."
    ]


def test_a_snippet_was_run_without_its_key_line_as_it_is_now(sound):
    path = proof_path(sound.root, "cpu", "topic/one.py")
    proof = path.read_bytes()
    path.unlink()
    todo = "was not run without its key line since it changed. Run: nox -s prove -- topic/one.py"
    new = todo.replace("was not run without its key line since it changed", "has no proof on record")
    assert problems(sound) == [f"snippets/topic/one.py:6: {new}"]
    path.write_bytes(proof.replace(b'"assert"', b'"crash"'))
    assert problems(sound) == [f"snippets/topic/one.py:6: {todo}"]
    path.write_bytes(proof)
    (path.parent / "two.json").write_bytes(proof)
    assert problems(sound) == [
        "snippets/proved/cpu/topic/two.json: is the proof of topic/two.py, which is not there. Delete it."
    ]
    (path.parent / "two.json").unlink()
    sound.snippet("# region show\nprint(two := one)\n# endregion")
    assert len(problems(sound)) == 1  # its record is stale: to prove it comes after


@pytest.mark.parametrize(
    ("page", "problem"),
    [
        ("```run\ntopic/oen.py\n```", "docs/two.md:2: no snippet topic/oen.py. Did you mean topic/one.py?"),
        (
            "```run\ntopic/one.py\nregion: shwo\n```",
            "docs/two.md:3: topic/one.py has no region 'shwo'. Did you mean show?",
        ),
        (
            "```run\ntopic/one.py\n\nshow: most\n```",
            "docs/two.md:4: show: 'most' is wrong. Give it one of: all, code, output.",
        ),
        (
            "```run\n```",
            "docs/two.md:2: a run fence names no snippet. Write its path on the first line, such as ddp/step.py.",
        ),
        ("a\n\n```rnu\ntopic/one.py\n```", "docs/two.md:3: no fence is called 'rnu'. Did you mean run?"),
        (
            "```python\nx = 1\n```",
            "docs/two.md:1: this Python is not run. Put it in a file under snippets/ and show it with a run fence.",
        ),
        (
            "```{.py}\nx = 1\n```",
            "docs/two.md:1: this Python is not run. Put it in a file under snippets/ and show it with a run fence.",
        ),
        ("```\nx = 1\n```", "docs/two.md:1: this fence names no language. Name one; 'text' for none."),
        (
            NOTEBOOK + "- one\n\n    ```python\n    x = 1\n    ```",
            "docs/two.md:7: this Python is not run. Put it in a file under snippets/ and show it with a run fence.",
        ),
        (
            '```run title="x"\ntopic/one.py\n```',
            "docs/two.md:1: a run fence takes nothing behind its name. Write options below it, one a line.",
        ),
        ("```Run\ntopic/one.py\n```", "docs/two.md:1: no fence is called 'Run'. Did you mean run?"),
        ("```text\nx", "docs/two.md:1: this fence is never closed. End it with the same fence."),
        (
            "```run\ntopic/one.py\n\nText of the page",
            "docs/two.md:1: this fence is never closed. End it with the same fence.",
        ),
    ],
)
def test_a_page_problem_has_its_line(sound, page, problem):
    sound.page(page, "two.md")
    if notebook.is_notebook(page):
        executed(sound, page)
    assert problems(sound) == [problem]


def executed(sandbox, page: str, *outputs: str) -> None:
    """Write what the cells of the page `two.md` printed."""
    made = NotebookRecord(notebook.key(page), outputs, "2026-01-02", ENVIRONMENT)
    (sandbox.root / "docs/two.ipynb").write_text(notebook.ipynb(page, made), "utf-8")


def test_python_with_a_comment_of_its_run_is_run_by_pytest(sound):
    sound.page("<!-- lockstep: ranks=2 -->\n```python\nx = 1\n```", "two.md")
    assert problems(sound) == []


def test_no_page_of_ours_leaves_its_python_to_pytest():
    project = Project(ROOT)
    assert not [
        f"{path}:{fence.line}"
        for path, fences in project.fences.items()
        for fence in fences
        if markdown_program.is_said_how(project.texts[path], fence)
    ]


def test_a_notebook_is_a_record(sound):
    page = NOTEBOOK + "# Two\n\n```python\nx = 1\n```\n"
    sound.page(page, "two.md")
    assert problems(sound) == ["docs/two.md: has no executed notebook. Run: nox -s record -- two"]
    executed(sound, page, "1")
    assert problems(sound) == []
    sound.page(page + "\nMore.\n", "two.md")
    assert problems(sound) == ["docs/two.md: its notebook holds older text. Run: nox -s record -- --changed two"]
    sound.page(page.replace("1", "2"), "two.md")
    assert problems(sound) == ["docs/two.md: changed since it was executed. Run: nox -s record -- two"]
    (sound.root / "docs/two.md").unlink()
    assert problems(sound) == ["docs/two.ipynb: has no page that names a kernel. Delete it."]


def test_a_page_that_is_not_utf8(sound):
    (sound.root / "docs/two.md").write_bytes(b"\xff\xfe")
    assert problems(sound) == ["docs/two.md:1: cannot be read as UTF-8. Save it as UTF-8."]


def test_the_same_fence_twice_on_a_page(sound):
    sound.page(PAGE + "\nand\n\n```run\ntopic/one.py\n```\n", "two.md")
    assert problems(sound) == ["docs/two.md:9: shows topic/one.py a second time. Keep one, or show another region."]


def test_a_record_folder_that_is_a_file(sound):
    shutil.rmtree(sound.root / "snippets/recorded/cpu")
    (sound.root / "snippets/recorded/cpu").write_text("")
    assert "cannot be read" in problems(sound)[0]


def test_all_problems_at_once_and_sorted(sound):
    sound.page("```python\n```\n\n```run\nno.py\nfoo: 1\n```\n", "a.md")
    sound.snippet(name="topic/two.py")
    found = problems(sound)
    assert len(found) == 5
    assert [line.split(":")[:2] for line in found[:3]] == [["docs/a.md", "1"], ["docs/a.md", "5"], ["docs/a.md", "6"]]


def test_an_unshown_snippet(sound):
    sound.snippet(name="topic/two.py")
    sound.recorded("topic/two.py")
    assert problems(sound) == ["snippets/topic/two.py: is shown on no page. Show it with a run fence, or delete it."]


def test_a_snippet_that_changed_or_was_never_recorded(sound):
    sound.snippet("# region show\nprint(2)\n# endregion")
    assert problems(sound) == [
        "snippets/topic/one.py: changed since it was recorded on cpu. Run: nox -s record -- topic/one.py"
    ]
    record_path(sound.root, "cpu", "topic/one.py").unlink()
    assert problems(sound) == ["snippets/topic/one.py: has no record on cpu. Run: nox -s record -- topic/one.py"]


def test_a_damaged_record_is_told_once(sound):
    path = record_path(sound.root, "cpu", "topic/one.py")
    path.write_text(path.read_text().replace('"1"', '"2"'))
    assert problems(sound) == [
        "snippets/recorded/cpu/topic/one.json: was edited by hand: it does not match its own digest. "
        "Run: nox -s record -- topic/one.py"
    ]


def test_a_record_of_a_snippet_that_is_gone(sound):
    sound.snippet(name="topic/two.py")
    sound.recorded("topic/two.py")
    (sound.root / "snippets/topic/two.py").unlink()
    assert problems(sound) == [
        "snippets/proved/cpu/topic/two.json: is the proof of topic/two.py, which is not there. Delete it.",
        "snippets/recorded/cpu/topic/two.json: is the record of topic/two.py, which is not there. Delete it.",
    ]


def test_a_gpu_record_of_another_state_is_withdrawn_not_an_error(sound):
    sound.snippet("# region show\nprint(one)\n# endregion", needs="gpus = 1")
    sound.recorded()
    assert sound.project.awaiting("topic/one.py") == ["a GPU"]
    made = sound.recorded(profile="1xh200")
    assert sound.project.awaiting("topic/one.py") == []
    write_record(sound.root, dataclasses.replace(made, key="0" * 64))
    assert problems(sound) == []
    assert sound.project.awaiting("topic/one.py") == ["1xh200"]
    assert problems(sound, release=True) == [
        "snippets/topic/one.py: is not yet recorded on 1xh200. On such a machine, run: nox -s record -- topic/one.py"
    ]


def test_a_gpu_only_snippet_needs_no_cpu_record(sound):
    sound.snippet("# region show\nprint(one)\n# endregion", needs="gpus = 2\ncpu = false")
    record_path(sound.root, "cpu", "topic/one.py").unlink()
    assert problems(sound) == []


def test_time_grows_as_the_number_of_snippets_does(tmp_path):
    def project(count: int) -> Sandbox:
        (tmp_path / str(count)).mkdir()
        sandbox = Sandbox(tmp_path / str(count))
        for n in range(count):
            sandbox.recorded(sandbox.snippet(name=f"topic/s{n}.py"))
        sandbox.page("\n\n".join(f"```run\ntopic/s{n}.py\n```" for n in range(count)))
        return sandbox

    small, large = project(25), project(200)
    assert problems(large) == []
    assert times_as_long(lambda: problems(large), lambda: problems(small)) < 3 * 8


def test_verify_does_not_import_torch(sound):
    code = (
        "import sys; from lockstep.__main__ import main\n"
        f"assert main(['--root', {str(sound.root)!r}, 'verify']) == 0\n"
        "assert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_long_file_is_two_things(sound):
    sound.snippet("# region show\nprint(one)\n# endregion" + "\n" * 50)
    sound.recorded()
    sound.write("x = 1\n" * 60, "topic/_helper.py")
    assert problems(sound) == []
    sound.write("x = 1\n" * 61, "topic/_helper.py")
    what = "has 61 lines; at most 60 are shown well. Shorten it, or make two of it."
    assert problems(sound) == [f"snippets/topic/_helper.py:61: {what}"]
