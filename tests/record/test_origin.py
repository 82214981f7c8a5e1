"""Where records come from: what a page says, and what `verify` finds where a record or a manifest was changed."""

from __future__ import annotations

import dataclasses
import re
import shutil

import pytest
from signing import COMMIT

from lockstep.record import manifest, origin
from lockstep.record.manifest import NoSshKeygen
from lockstep.record.record import RankRecord, read_record, record_path, write_record
from lockstep.record.recorder import check_one, record_one
from lockstep.rules.snippets import verify
from lockstep.snippet.snippet import read_snippet
from tests.record.test_shard import git

PATH = "snippets/recorded/1xh200/topic/one.json"


@pytest.fixture
def record(sandbox, signer):
    """The record of a GPU, which nobody has signed."""
    sandbox.snippet(needs="gpus = 1")
    sandbox.page("# One\n\n```run\ntopic/one.py\n```\n")
    sandbox.recorded()
    signer.allow()
    return sandbox.recorded(profile="1xh200")


def committed(sandbox, when: str = "2026-03-04T12:00:00Z") -> str:
    """Commit all; returns the first digits of the commit."""
    if not (sandbox.root / ".git").exists():
        git(sandbox.root, "init", "-q", "-b", "main")
    git(sandbox.root, "add", "-A")
    git(sandbox.root, "commit", "-qm", "All", "--date", when)
    return git(sandbox.root, "rev-parse", "HEAD")[:10]


def found(sandbox) -> list[str]:
    return [str(problem) for problem in origin.problems(sandbox.root)]


def test_a_signed_record_names_its_runner(sandbox, signer, record):
    assert origin.words(sandbox.root, record) == "recorded by hand, not attested"
    signer.sign(sandbox.root, PATH)
    assert origin.words(sandbox.root, record) == "made by the GPU job of CI, signed by gpu-1"
    assert found(sandbox) == []
    assert verify(sandbox.project, release=True) == []


def test_a_record_of_the_cpu_says_that_it_is_run_again(sandbox, record):
    assert origin.words(sandbox.root, read_record(sandbox.root, "cpu", "topic/one.py")) == "run again by CI"


def test_a_record_by_hand_names_the_commit_that_brought_it(sandbox, record):
    commit = committed(sandbox)
    assert origin.words(sandbox.root, record) == f"recorded by hand, not attested ({commit}, 2026-03-04)"
    assert verify(sandbox.project, release=True) == []
    changed = dataclasses.replace(record, seconds=9.0)
    write_record(sandbox.root, changed)
    assert origin.words(sandbox.root, changed) == "recorded by hand, not attested"  # no commit has it yet
    sandbox.snippet(name="topic/two.py")
    git(sandbox.root, "checkout", "-q", PATH)
    committed(sandbox, "2026-05-06T12:00:00Z")  # of something else
    assert origin.words(sandbox.root, record) == f"recorded by hand, not attested ({commit}, 2026-03-04)"


def test_without_the_history_no_commit_is_named(sandbox, record, tmp_path_factory):
    committed(sandbox)
    sandbox.page("# Two\n", "two.md")
    committed(sandbox)
    folder = tmp_path_factory.mktemp("shallow") / "checkout"
    git(sandbox.root, "clone", "-q", "--depth", "1", sandbox.root.as_uri(), str(folder))
    assert origin.words(folder, record) == "recorded by hand, not attested"
    shutil.rmtree(folder / ".git")  # as a zip
    (folder / PATH).touch()
    assert origin.words(folder, record) == "recorded by hand, not attested"


def test_without_ssh_keygen_the_page_says_so_and_verify_fails(sandbox, signer, record, monkeypatch):
    path = signer.sign(sandbox.root, PATH)
    signer.signers.write_text(signer.signers.read_text("utf-8") + "# new\n", "utf-8")  # not from the cache
    monkeypatch.setenv("PATH", str(signer.folder))
    assert origin.words(sandbox.root, record) == "origin not verified: no ssh-keygen where this page was built"
    shown = path.relative_to(sandbox.root).as_posix()
    assert found(sandbox) == [
        f"{shown}: is not verified: this machine has no ssh-keygen. Install OpenSSH, 8.2 or newer."
    ]
    with pytest.raises(NoSshKeygen):
        origin.signed_by(sandbox.root, record)


CHANGES = {
    "output": {"ranks": (RankRecord(0, ("9999 GB/s",), ()),)},
    "seconds": {"seconds": 0.25},
    "date": {"date": "2026-01-03"},
    "command": {"command": "python x"},
    "environment": {"environment": {"torch": "9.9.9", "python": "3.11.7", "cpu": "A", "cores": "2"}},
    "log": {"log": ("x",)},
}


@pytest.mark.parametrize("field", CHANGES)
def test_an_edited_record_is_found_though_its_own_digest_is_right(sandbox, signer, record, field):
    path = signer.sign(sandbox.root, PATH).relative_to(sandbox.root).as_posix()
    edited = dataclasses.replace(record, **CHANGES[field])
    write_record(sandbox.root, edited)
    problem = f"Restore it with git, or let the GPU job record it again: {path} names it."
    assert found(sandbox) == [
        f"{path}: names no record as it is here. Delete it.",
        f"{PATH}: is not as gpu-1 signed it. {problem}",
    ]
    assert {f"{PATH}: is not as gpu-1 signed it. {problem}"} <= set(map(str, verify(sandbox.project)))
    assert origin.words(sandbox.root, edited) == "recorded by hand, not attested"


@pytest.mark.torch
def test_an_edited_record_of_the_cpu_is_found_by_running_it_again(sandbox, engine):
    """Whatever was recomputed: its own digest is right, and all that can be verified without running passes."""
    name = sandbox.snippet("print(one)\nprint('x' * one)")
    sandbox.page("# One\n\n```run\ntopic/one.py\n```\n")
    snippet = read_snippet(sandbox.root, name)
    assert record_one(engine, snippet).verdict == "recorded"
    record = read_record(sandbox.root, "cpu", name)
    [rank] = record.ranks
    for edited in (("1", "y"), ("1",), ("1", "x", ""), ("9999 GB/s", "x")):
        write_record(sandbox.root, dataclasses.replace(record, ranks=(dataclasses.replace(rank, stdout=edited),)))
        assert [p for p in verify(sandbox.project, release=True) if "no proof on record" not in p.what] == []
        outcome = check_one(engine, snippet)
        assert outcome.verdict == "different", edited
        assert "prints something else than its record on cpu." in str(outcome.problems[0])
    for edited in ({"first": 0, "ranks": (dataclasses.replace(rank, exit=1),)}, {"ranks": (rank, rank)}):
        write_record(sandbox.root, dataclasses.replace(record, **edited))
        assert check_one(engine, snippet).problems, edited
    write_record(sandbox.root, record)
    assert check_one(engine, snippet).verdict == "as on record"


def test_an_old_signed_record_does_not_pass_for_a_changed_snippet(sandbox, signer, record):
    """Neither as it is, since it is of another state, nor with the new key written into it."""
    signer.sign(sandbox.root, PATH)
    sandbox.snippet("print(one)  # anew", needs="gpus = 1")
    snippet = sandbox.project.snippets["topic/one.py"]
    assert sandbox.project.record(snippet, "1xh200") is None
    problems = [str(problem) for problem in verify(sandbox.project, release=True)]
    assert any("topic/one.py: is not yet recorded on 1xh200." in problem for problem in problems)
    replayed = dataclasses.replace(record, key=snippet.key)
    write_record(sandbox.root, replayed)
    assert sandbox.project.record(snippet, "1xh200") == replayed
    assert origin.words(sandbox.root, replayed) == "recorded by hand, not attested"


def test_a_signed_record_does_not_pass_for_another_snippet(sandbox, signer, record):
    signer.sign(sandbox.root, PATH)
    sandbox.snippet(name="topic/two.py", needs="gpus = 1")
    copy = dataclasses.replace(record, snippet="topic/two.py")
    write_record(sandbox.root, copy)
    assert origin.words(sandbox.root, copy) == "recorded by hand, not attested"


def test_a_broken_manifest_signs_nothing_and_verify_fails(sandbox, signer, record):
    path = signer.sign(sandbox.root, PATH)
    path.write_text(path.read_text("utf-8").replace(COMMIT, "d" * 40), "utf-8")
    assert origin.words(sandbox.root, record) == "recorded by hand, not attested"
    [problem] = map(str, verify(sandbox.project))
    shown = path.relative_to(sandbox.root).as_posix()
    assert problem.startswith(f"{shown}: was changed after gpu-1 signed it. Let the GPU job of CI record again, or")


def test_a_record_by_hand_after_a_change_of_the_snippet_takes_the_place_of_a_signed_one(sandbox, signer, record):
    path = signer.sign(sandbox.root, PATH).relative_to(sandbox.root).as_posix()
    sandbox.snippet("print(one)  # anew", needs="gpus = 1")
    by_hand = sandbox.recorded(profile="1xh200")
    assert origin.words(sandbox.root, by_hand) == "recorded by hand, not attested"
    assert found(sandbox) == [f"{path}: names no record as it is here. Delete it."]
    assert origin.prune(sandbox.root) == [path]
    assert found(sandbox) == []


def test_a_second_run_signs_what_it_made_and_the_first_keeps_the_rest(sandbox, signer, record):
    sandbox.snippet(name="topic/two.py", needs="gpus = 1")
    other = sandbox.recorded("topic/two.py", "1xh200")
    signer.sign(sandbox.root, PATH, PATH.replace("one", "two"))
    again = dataclasses.replace(record, seconds=2.0)
    write_record(sandbox.root, again)
    signer.sign(sandbox.root, PATH)
    assert [origin.signed_by(sandbox.root, made) for made in (again, other)] == ["gpu-1", "gpu-1"]
    assert found(sandbox) == []
    assert origin.prune(sandbox.root) == []


def test_the_page_says_it_in_the_line_of_the_machine(sandbox, signer, record, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    signer.sign(sandbox.root, PATH)
    lines = re.findall(r'<p class="ls-where"><b>.*?</p>', sandbox.html())
    ends = [re.findall(r"<span>([^<]*(?:<time.*?</time>)?)</span>", line)[-1] for line in lines]
    assert ends == ["run again by CI", "made by the GPU job of CI, signed by gpu-1"]


def test_a_checkout_with_line_ends_of_windows_verifies(sandbox, signer, record):
    signer.sign(sandbox.root, PATH)
    path = record_path(sandbox.root, "1xh200", "topic/one.py")
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert origin.signed_by(sandbox.root, record) == "gpu-1"
    assert manifest.digest(path)
