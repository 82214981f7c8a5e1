"""Records that come together by copying files: what is copied, and what is left out and told."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from sandbox import ENVIRONMENT

from lockstep.ci import collect
from lockstep.problem import LockstepError, Problem
from lockstep.record import notebook
from lockstep.record.notebook import NotebookRecord
from lockstep.record.record import RECORDS_FOLDER, BadRecord, RankRecord, read_record, record_path, write_record
from tests.record.test_shard import commit, git, machine

ONE = "topic/one.py"
CPU, GPU = (f"{RECORDS_FOLDER}/{profile}/topic/one.json" for profile in ("cpu", "1xh200"))


@pytest.fixture
def folder(tmp_path_factory) -> Path:
    """Where records of other machines lie, or are to be copied to."""
    return tmp_path_factory.mktemp("records")


@pytest.fixture
def gpu(sandbox, folder):
    """A snippet of a GPU, and its record as another machine sends it."""
    sandbox.snippet(needs="gpus = 1")
    made = sandbox.recorded()
    made = dataclasses.replace(made, profile="1xh200", environment=made.environment | {"gpu": "NVIDIA H200"})
    write_record(folder, made)
    return made


def take(sandbox, folder: Path) -> tuple[list[str], list[str]]:
    """What is copied, and what is told."""
    known = {name: snippet.key for name, snippet in sandbox.project.snippets.items()}
    copied, problems = collect.take(folder, sandbox.root, known)
    return copied, [str(problem) for problem in problems]


def test_only_what_a_machine_made_is_copied(sandbox, tmp_path_factory):
    """Whole folders must not be copied: each machine also holds the old records of what the others have made anew."""
    for name in ("topic/a.py", "topic/b.py"):
        sandbox.snippet(name=name)
        sandbox.recorded(name)
    commit(sandbox)
    other = machine(sandbox, tmp_path_factory.mktemp("machine") / "checkout")
    assert collect.new_records(other) == []
    made = dataclasses.replace(read_record(other, "cpu", "topic/b.py"), seconds=7.0)
    write_record(other, made)
    write_record(other, dataclasses.replace(made, snippet="topic/c.py", profile="1xh200"))
    broken = other / RECORDS_FOLDER / "cpu/topic/d.json"
    broken.write_text("{", "utf-8")
    broken.with_name(".part-x.json").write_text("{", "utf-8")
    copied, problems = collect.collect(other, sandbox.root)
    assert copied == ["snippets/recorded/1xh200/topic/c.json", "snippets/recorded/cpu/topic/b.json"]
    (problem,) = map(str, problems)
    assert problem.startswith("snippets/recorded/cpu/topic/d.json: is not a whole record: it is no JSON: ")
    assert problem.endswith("; not copied. Record it again.")
    for path in copied:
        assert (sandbox.root / path).read_bytes() == (other / path).read_bytes()
    assert [collect.profile_and_snippet(path) for path in copied] == [("1xh200", "topic/c.py"), ("cpu", "topic/b.py")]
    assert git(sandbox.root, "status", "--short").split() == ["M", copied[1], "??", "snippets/recorded/1xh200/"]


def test_collecting_needs_a_checkout(tmp_path):
    with pytest.raises(LockstepError, match=r"git does not answer: .*not a git repository"):
        collect.new_records(tmp_path)


def test_what_is_not_new_or_no_record_is_not_listed(sandbox):
    for name in ("topic/a.py", "topic/b.py", "topic/c.py"):
        sandbox.snippet(name=name)
        sandbox.recorded(name)
    commit(sandbox)
    assert collect.new_records(sandbox.root) == []
    record_path(sandbox.root, "cpu", "topic/a.py").unlink()
    sandbox.recorded("topic/b.py", "1xh200")
    for path in ("cpu/topic/notes.txt", "cpu/topic/.part.json", "1xh200/0123456789ab.signed"):
        (sandbox.root / RECORDS_FOLDER / path).write_text("{}", "utf-8")
    for path in ("docs/new.ipynb", "docs/a é.ipynb", "other.json", "new.ipynb"):
        (sandbox.root / path).write_text("{}", "utf-8")
    assert collect.new_records(sandbox.root) == [
        "docs/a é.ipynb",
        "docs/new.ipynb",
        "snippets/recorded/1xh200/0123456789ab.signed",
        "snippets/recorded/1xh200/topic/b.json",
    ]


def test_notebooks_are_copied_with_the_text_that_is_there(sandbox, tmp_path_factory):
    """What another machine says the cells printed is taken; the text and the code are of the page that is here."""
    page = "---\nkernelspec: {name: python3}\n---\n# Try\n\n```python\nprint(1)\n```\n"
    sandbox.page(page, "topic/try.md")
    sandbox.page(page, "topic/project.md")
    commit(sandbox)
    other = machine(sandbox, tmp_path_factory.mktemp("machine") / "checkout")
    made = NotebookRecord(notebook.key(page), ("1",), "2026-01-02", ENVIRONMENT)
    (other / "docs/topic/try.ipynb").write_text(notebook.ipynb(page.replace("# Try", "# Buy"), made), "utf-8")
    (other / "docs/topic/project.ipynb").write_text("{}", "utf-8")
    folder = tmp_path_factory.mktemp("records")
    copied, problems = collect.collect(other, folder)
    assert copied == ["docs/topic/try.ipynb"]
    assert [str(problem) for problem in problems] == [
        "docs/topic/project.ipynb: is no executed notebook, or is of another version; not copied. Record it again."
    ]
    assert collect.collect(other, folder, skip="cpu") == ([], [])
    known = {page.path: "" for page in sandbox.project.notebooks.values()}
    assert collect.take(folder, sandbox.root, {}) == (
        [],
        [Problem(copied[0], 0, "is the record of nothing here; left out.")],
    )
    assert collect.take(folder, sandbox.root, known) == (copied, [])
    assert (sandbox.root / copied[0]).read_text("utf-8") == notebook.ipynb(page, made)
    sandbox.page(page.replace("print(1)", "print(2)"), "topic/try.md")
    assert "is of another state of its page" in str(collect.take(folder, sandbox.root, known)[1])


def test_a_profile_may_be_left_where_it_is(sandbox, folder):
    sandbox.snippet(needs="gpus = 1")
    commit(sandbox)
    sandbox.recorded()
    sandbox.recorded(profile="1xh200")
    assert collect.collect(sandbox.root, folder, skip="cpu") == ([GPU], [])
    assert not (folder / CPU).exists()
    assert collect.collect(sandbox.root, folder) == ([GPU, CPU], [])


def test_of_gpus_only_signed_records_are_copied_where_that_is_asked(sandbox, folder, signer):
    sandbox.snippet(needs="gpus = 1")
    commit(sandbox)
    sandbox.recorded()
    sandbox.recorded(profile="1xh200")
    copied, (problem,) = collect.collect(sandbox.root, folder, signed=True)
    assert copied == [CPU]
    assert str(problem).startswith(f"{GPU}: is not signed by a runner of CI; left out. Let the GPU job")
    signer.allow()
    manifest = signer.sign(sandbox.root, GPU)
    assert collect.collect(sandbox.root, folder, signed=True) == (
        [manifest.relative_to(sandbox.root).as_posix(), GPU, CPU],
        [],
    )
    assert (folder / manifest.relative_to(sandbox.root)).read_bytes() == manifest.read_bytes()


def test_a_file_that_is_the_record_of_nothing_here_is_left_out(sandbox, folder):
    sandbox.snippet()
    made = sandbox.recorded()
    record_path(sandbox.root, "cpu", ONE).unlink()
    write_record(folder, made)
    text = (folder / CPU).read_text("utf-8")
    strange = [
        ".github/workflows/x.yml",
        "cpu/topic/one.json",
        "docs/index.ipynb",
        "snippets/recorded/cpu/topic/one.py",
        "snippets/recorded/cpu/topic/two.json",
        "snippets/recorded/cpu/x/topic/one.json",
        "snippets/recorded/one.signed",
        "snippets/topic/one.py",
    ]
    for path in strange:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    copied, told = take(sandbox, folder)
    assert copied == [CPU]
    assert told == [f"{path}: is the record of nothing here; left out." for path in strange]
    assert read_record(sandbox.root, "cpu", ONE) == made
    assert [path for path in strange if (sandbox.root / path).exists()] == ["snippets/topic/one.py"]
    assert (sandbox.root / "snippets/topic/one.py").read_text("utf-8") != text


def test_a_folder_without_files_brings_nothing(sandbox, folder):
    (folder / "empty").mkdir()
    assert take(sandbox, folder) == ([], [])


def test_a_record_that_is_broken_leaves_the_one_that_is_there(sandbox, folder):
    sandbox.snippet()
    made = sandbox.recorded()
    (folder / CPU).parent.mkdir(parents=True)
    (folder / CPU).write_text("{", "utf-8")
    copied, (told,) = take(sandbox, folder)
    assert copied == []
    assert told.startswith(f"{CPU}: is not a whole record: ")
    assert told.endswith("; not copied. Record it again.")
    assert read_record(sandbox.root, "cpu", ONE) == made


def test_the_record_of_a_gpu_needs_the_signature_of_a_runner(sandbox, folder, gpu, signer):
    unsigned = f"{GPU}: is not signed by a runner of CI; left out. Let the GPU job of CI record it, or commit it by hand: pages say which."
    assert take(sandbox, folder) == ([], [unsigned])
    signer.allow()
    signed = signer.sign(folder, GPU).relative_to(folder).as_posix()
    assert take(sandbox, folder) == ([signed, GPU], [])
    assert read_record(sandbox.root, "1xh200", ONE) == gpu
    write_record(folder, dataclasses.replace(gpu, ranks=(RankRecord(0, ("9999 GB/s",), ()),)))  # after it was signed
    assert take(sandbox, folder) == ([signed], [unsigned])
    assert read_record(sandbox.root, "1xh200", ONE) == gpu


def test_a_signature_is_for_one_state_of_the_snippet(sandbox, folder, gpu, signer):
    signer.allow()
    signer.sign(folder, GPU)
    sandbox.snippet("print(2)", needs="gpus = 1")
    _, (told,) = take(sandbox, folder)
    assert told.startswith(f"{GPU}: was signed for another state of its snippet; left out.")
    assert read_record(sandbox.root, "1xh200", ONE) is None


def test_a_manifest_of_nobody_we_know_is_left_out_with_its_records(sandbox, folder, gpu, signer):
    line = signer.allow()
    signed = signer.sign(folder, GPU).relative_to(folder).as_posix()
    signer.signers.write_text("# none\n", "utf-8")
    copied, told = take(sandbox, folder)
    assert copied == []
    assert [text.partition(";")[0] for text in told] == [
        f"{signed}: has no valid signature of a key in .github/allowed_signers",
        f"{GPU}: is not signed by a runner of CI",
    ]
    signer.signers.write_text(line, "utf-8")
    assert take(sandbox, folder) == ([signed, GPU], [])


@pytest.mark.parametrize(
    ("path", "profile", "snippet"),
    [
        (CPU, "cpu", ONE),
        ("snippets/recorded/1xh200/deep/a/b.json", "1xh200", "deep/a/b.py"),
        ("snippets/recorded/1xh200/0123456789ab.signed", "1xh200", ""),
        ("docs/topic/try.ipynb", "cpu", "docs/topic/try.md"),
    ],
)
def test_a_path_says_the_profile_and_the_snippet(path, profile, snippet):
    assert collect.profile_and_snippet(path) == (profile, snippet)


def test_a_record_is_read_by_its_path(sandbox):
    sandbox.snippet()
    made = sandbox.recorded()
    page = "---\nkernelspec: {name: python3}\n---\n```python\nprint(1)\n```\n"
    executed = NotebookRecord(notebook.key(page), ("1",), "2026-01-02", ENVIRONMENT)
    (sandbox.root / "docs/try.ipynb").write_text(notebook.ipynb(page, executed), "utf-8")
    assert collect.read(sandbox.root, CPU) == made
    assert collect.read(sandbox.root, "docs/try.ipynb") == executed
    assert collect.read(sandbox.root, GPU) is None
    (sandbox.root / "docs/try.ipynb").write_text("{}", "utf-8")
    (sandbox.root / CPU).write_text("{", "utf-8")
    for path in (CPU, "docs/try.ipynb"):
        with pytest.raises(BadRecord):
            collect.read(sandbox.root, path)
