"""What the workflows ask of GitHub: an issue for a label, a pull request with records, outputs of a step."""

from __future__ import annotations

import dataclasses
import sys

import pytest

from lockstep.ci import github
from lockstep.problem import LockstepError
from lockstep.record.record import RECORDS_FOLDER, read_record, record_path, write_record
from tests.record.test_shard import git

ONE = f"{RECORDS_FOLDER}/cpu/topic/one.json"


class Forge:
    """Takes the place of `call`: notes what would leave this machine, and lets git do the rest."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.bodies: list[str] = []
        self.listed = ""
        self.real = github.call

    def __call__(self, root, *words, body=""):
        if words[0] == "git" and "push" not in words:
            return self.real(root, *words, body=body)
        self.asked.append(" ".join(words))
        self.bodies += [body] if body else []
        return self.listed if words[2] == "list" else ""


@pytest.fixture
def forge(monkeypatch) -> Forge:
    forge = Forge()
    monkeypatch.setattr(github, "call", forge)
    return forge


@pytest.fixture
def committed(sandbox):
    """A project on a branch, with one record of the CPU."""
    sandbox.snippet(needs="gpus = 1")
    sandbox.recorded()
    git(sandbox.root, "init", "-q", "-b", "main")
    git(sandbox.root, "add", "-A")
    git(sandbox.root, "commit", "-qm", "All")
    return sandbox


def test_a_program_runs_at_the_root_with_a_text_on_its_input(tmp_path):
    (tmp_path / "here").touch()
    program = "import os, sys; print(os.listdir(), ascii(sys.stdin.buffer.read())); print()"
    assert github.call(tmp_path, sys.executable, "-c", program, body="é") == "['here'] b'\\xc3\\xa9'"
    invalid = "import sys; sys.stdout.buffer.write(bytes([65, 255]))"
    assert github.call(tmp_path, sys.executable, "-c", invalid) == "A\N{REPLACEMENT CHARACTER}"


def test_a_program_that_fails_is_told_with_its_reason_and_no_more_than_three_words(tmp_path):
    with pytest.raises(LockstepError) as told:
        github.call(tmp_path, sys.executable, "-c", "raise SystemExit('no token')", "secret")
    assert str(told.value) == (
        f"{sys.executable} -c raise SystemExit('no token'): failed: no token The log of this step says more."
    )
    assert told.value.code == 1
    with pytest.raises(LockstepError, match=r"^no-such-program x: failed: .*No such file.* The log of this step"):
        github.call(tmp_path, "no-such-program", "x")


def test_a_gpu_runner_starts_if_there_is_one_and_something_to_record(sandbox):
    sandbox.snippet(name="topic/cpu.py")
    assert github.plan(sandbox.project, "gpu-1") == (False, "All GPU records are current.")
    for name in ("topic/a.py", "topic/b.py"):
        sandbox.snippet(name=name, needs="gpus = 1")
    assert github.plan(sandbox.project, "gpu-1") == (
        True,
        "2 snippets are not yet recorded on a GPU; gpu-1 runs what it can.",
    )
    assert github.plan(sandbox.project, "") == (
        False,
        "2 snippets are not yet recorded on a GPU, and no runner is named: set the variable GPU_RUNNER. "
        "The site is published from the records there are.",
    )
    for name in ("topic/a.py", "topic/b.py"):
        sandbox.recorded(name, "1xh200")
    assert github.plan(sandbox.project, "gpu-1") == (False, "All GPU records are current.")


def test_a_proposal_has_a_row_for_each_profile_and_names_each_file(sandbox):
    paths = []
    for name, profile, environment in (
        ("topic/a.py", "cpu", {"cpu": "A"}),
        ("topic/b.py", "cpu", {"cpu": "B"}),
        ("topic/c.py", "cpu", {"cpu": "A"}),
        ("topic/a.py", "1xh200", {"gpu": "NVIDIA H200"}),
    ):
        sandbox.snippet(name=name, needs="gpus = 1")
        made = sandbox.recorded(name, profile)
        write_record(sandbox.root, dataclasses.replace(made, environment=made.environment | environment))
        paths.append(record_path(sandbox.root, profile, name).relative_to(sandbox.root).as_posix())
    signed = f"{RECORDS_FOLDER}/1xh200/0123456789ab.signed"
    text = github.proposal([*paths, signed], sandbox.project, "https://host/run/7")
    table, _, rest = text.partition("\n\n")
    assert table.split("\n") == [
        "| Profile | Records | Recorded with |",
        "| --- | ---: | --- |",
        "| cpu | 3 | A, torch 2.13.0; B, torch 2.13.0 |",
        "| 1xh200 | 1 | NVIDIA H200, torch 2.13.0 |",
    ]
    assert "Made by https://host/run/7. What could not be recorded is named in its log.\n" in rest
    assert rest.endswith("\n".join(f"- `{path}`" for path in [*paths, signed]))  # a manifest is no record
    assert "Made by" not in github.proposal(paths, sandbox.project, "")


def sent(folder, sandbox, **changes) -> None:
    """Another machine has run the snippet anew."""
    write_record(folder, dataclasses.replace(read_record(sandbox.root, "cpu", "topic/one.py"), **changes))


@pytest.mark.parametrize(
    ("listed", "asked"),
    [
        ("", "gh pr create --head records/main --base main --title Records of cpu --body-file -"),
        ("12\n9", "gh pr edit 12 --title Records of cpu --body-file -"),
    ],
)
def test_new_records_are_one_pull_request_that_is_updated(committed, tmp_path_factory, forge, listed, asked):
    folder = tmp_path_factory.mktemp("records")
    sent(folder, committed, seconds=9.0)
    (committed.root / "docs/left.md").write_text("not for this commit", "utf-8")
    forge.listed = listed
    assert github.propose(committed.project, folder, "main", "https://host/run/7") == []
    assert forge.asked == [
        "gh auth setup-git",
        "git push --quiet --force origin HEAD:refs/heads/records/main",
        "gh pr list --head records/main --base main --json number --jq .[].number",
        asked,
    ]
    (body,) = forge.bodies
    assert "| cpu | 1 | A, torch 2.13.0 |" in body
    assert "https://host/run/7" in body
    shown = git(committed.root, "show", "--format=%an: %s", "--name-only").split("\n")
    assert [line for line in shown if line] == ["github-actions[bot]: Records of cpu", ONE]


def test_what_is_no_record_is_reported_and_the_rest_is_proposed(committed, tmp_path_factory, forge):
    folder = tmp_path_factory.mktemp("records")
    sent(folder, committed, seconds=9.0)
    (folder / "setup.py").write_text("x", "utf-8")
    problems = github.propose(committed.project, folder, "main", "")
    assert [str(problem) for problem in problems] == ["setup.py: is the record of nothing here; left out."]
    assert not (committed.root / "setup.py").exists()
    assert len(forge.bodies) == 1


@pytest.mark.parametrize("files", ["none", "the same"])
def test_without_a_new_record_nothing_is_asked(committed, tmp_path_factory, forge, capsys, files):
    folder = tmp_path_factory.mktemp("records")
    if files == "the same":
        sent(folder, committed)
    else:  # what lies ready to be committed is no record
        committed.page("# Two\n", "two.md")
        git(committed.root, "add", "-A")
    before = git(committed.root, "rev-parse", "HEAD")
    assert github.propose(committed.project, folder, "main", "") == []
    assert capsys.readouterr().out == "Nothing to propose: no record is new.\n"
    assert (forge.asked, git(committed.root, "rev-parse", "HEAD")) == ([], before)


LIST = "gh issue list --label links --json number --jq .[].number"


@pytest.mark.parametrize(
    ("listed", "text", "asked"),
    [
        ("", "", []),
        ("", " \n", []),
        ("5\n3", " \n", ["gh issue close 5 --comment All is well again."]),
        ("5\n3", "Bad.", ["gh issue edit 5 --title Dead links --body-file -"]),
        (
            "",
            "Bad.",
            [
                "gh label create links --force --description Kept by a workflow, which also closes it",
                "gh issue create --label links --title Dead links --body-file -",
            ],
        ),
    ],
)
def test_a_label_has_one_issue_which_is_open_while_there_is_a_text(tmp_path, forge, listed, text, asked):
    forge.listed = listed
    github.issue(tmp_path, text, "links", "Dead links")
    assert forge.asked == [LIST, *asked]
    assert forge.bodies == ([text] if text.strip() else [])


@pytest.mark.parametrize("listed", ["", "5"])
def test_an_issue_is_never_longer_than_github_takes(tmp_path, forge, listed):
    forge.listed = listed
    github.issue(tmp_path, "a line\n" * 20_000, "links", "Dead links")
    (body,) = forge.bodies
    assert len(body) < 65_536


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("a", "```text\na\n```\n"),
        ("a\n\n", "```text\na\n```\n"),
        ("", "```text\n\n```\n"),
        ("`a` ``b``", "```text\n`a` ``b``\n```\n"),
        ("```\na\n```", "````text\n```\na\n```\n````\n"),
        ("x `````` y ```", "```````text\nx `````` y ```\n```````\n"),
    ],
)
def test_a_fence_is_longer_than_any_in_the_text(text, block):
    assert github.fenced(text) == block


def test_a_fence_says_its_kind():
    assert github.fenced("-a\n+b", "diff") == "```diff\n-a\n+b\n```\n"


def test_a_body_is_cut_to_what_the_forge_takes():
    assert github.cut("a\n" * 10) == "a\n" * 10
    long = github.cut("a line\n" * 20_000)
    assert len(long) < 65_536
    assert long.endswith("a line\n\nMore than fits here: the log of the run has the rest.\n")
    full = "x" * (github.LIMIT - 1) + "\n"
    assert github.cut(full) == full


def test_of_one_line_that_is_too_long_only_the_note_is_left():
    assert github.cut("x" * 70_000) == "\n\nMore than fits here: the log of the run has the rest.\n"


def test_outputs_of_a_step_are_added_to_its_file_or_shown(tmp_path, monkeypatch, capsys):
    monkeypatch.delenv("GITHUB_OUTPUT", raising=False)
    github.output(run="true", why="Größe über 1")
    assert capsys.readouterr().out == "run=true\nwhy=Größe über 1\n"
    path = tmp_path / "output"
    path.write_text("first=1\n", "utf-8")
    monkeypatch.setenv("GITHUB_OUTPUT", str(path))
    github.output(run="true", why="Größe über 1")
    assert path.read_text("utf-8") == "first=1\nrun=true\nwhy=Größe über 1\n"
    assert capsys.readouterr().out == ""
