"""The workflows: what starts them, what they may do, what they call; and their steps, run here with a `gh` that notes."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from sandbox import ROOT

from lockstep.ci import drift
from lockstep.cli import command_line
from lockstep.record.record import RECORDS_FOLDER, RankRecord, read_record, write_record
from tests.record.test_shard import git

FOLDER = ROOT / ".github/workflows"
WORKFLOWS = {path.stem: yaml.load(path.read_text("utf-8"), yaml.BaseLoader) for path in sorted(FOLDER.glob("*.yml"))}
JOBS = [(flow, job) for flow, table in WORKFLOWS.items() for job in table["jobs"]]
GPU = "${{ vars.GPU_RUNNER }}"
READ = {"contents": "read"}
PROPOSE = {"contents": "write", "pull-requests": "write"}
PERMISSIONS = {
    ("fuzz", "fuzz"): READ,
    ("gpu", "plan"): READ,
    ("gpu", "record"): READ,
    ("gpu", "propose"): PROPOSE,
    ("gpu-label", "ask"): {"actions": "write"},
    ("links", "links"): READ,
    ("links", "tell"): READ | {"issues": "write"},
    ("record", "shard"): READ,
    ("record", "propose"): PROPOSE,
    ("site", "review"): READ,
    ("site", "test"): READ,
    ("site", "build"): READ | {"pages": "read"},
    ("site", "publish"): {"pages": "write", "id-token": "write", "attestations": "write"},
    ("weekly", "check"): READ,
    ("weekly", "tell"): READ | {"issues": "write"},
}


def steps(flow: str, job: str) -> list[dict]:
    return WORKFLOWS[flow]["jobs"][job]["steps"]


def shells() -> Iterator[tuple[str, str, dict]]:
    yield from ((flow, job, step) for flow, job in JOBS for step in steps(flow, job) if "run" in step)


def triggers(flow: str) -> dict:
    on = WORKFLOWS[flow]["on"]
    return on if isinstance(on, dict) else {on: {}}


def test_every_job_may_do_what_it_needs_and_no_more():
    assert {pair: WORKFLOWS[pair[0]]["jobs"][pair[1]]["permissions"] for pair in JOBS} == PERMISSIONS
    assert all(table["permissions"] == {} for table in WORKFLOWS.values())
    assert all("timeout-minutes" in WORKFLOWS[flow]["jobs"][job] for flow, job in JOBS)


def test_no_job_that_runs_snippets_can_write():
    """A job with a token that writes calls `lockstep ci`, git and gh, but no snippet and no test."""
    for flow, job, step in shells():
        if any(right == "write" for right in PERMISSIONS[flow, job].values()):
            assert not re.search(r"lockstep (record|check)|drift check|nox|pip|\.ci/run", step["run"])


def test_a_pull_request_starts_nothing_on_a_gpu_machine():
    """Whoever opens one, from a fork or not: the file that names the GPU machine knows no such event."""
    for flow, table in WORKFLOWS.items():
        runners = {job["runs-on"] for job in table["jobs"].values()}
        if set(triggers(flow)) - {"push", "workflow_dispatch", "schedule"}:
            assert set(triggers(flow)) <= {"push", "pull_request"}, flow  # no pull_request_target, workflow_run, ...
            assert runners == {"ubuntu-latest"}, flow
        assert runners <= {"ubuntu-latest", GPU}
    assert [(flow, job) for flow, job in JOBS if WORKFLOWS[flow]["jobs"][job]["runs-on"] == GPU] == [("gpu", "record")]
    assert WORKFLOWS["gpu"]["jobs"]["record"]["environment"] == "gpu"
    assert triggers("gpu")["push"]["branches"] == ["main"]


def test_the_gpu_machine_gets_no_secret_and_a_branch_of_this_repository():
    assert "secrets." not in "".join(path.read_text("utf-8") for path in FOLDER.iterdir())
    assert "github.token" not in json.dumps(steps("gpu", "record"))
    assert steps("gpu", "plan")[0]["with"]["ref"].startswith("refs/heads/")  # never refs/pull/


def test_checkouts_leave_no_token_behind_and_actions_are_named_by_commit():
    named = {}
    for path in FOLDER.iterdir():
        for action, ref in re.findall(r"uses: (\S+?)@(.*)", path.read_text("utf-8")):
            assert re.fullmatch(r"actions/[\w-]+", action), action  # GitHub's own, nobody else's
            assert re.fullmatch(r"[0-9a-f]{40}  # v\d+\.\d+\.\d+", ref), f"{path.name}: {action}@{ref}"
            assert named.setdefault(action, ref) == ref
    for flow, job in JOBS:
        for step in steps(flow, job):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] == "false", (flow, job)


def test_what_a_shell_runs_is_shell_and_holds_no_expression():
    """A branch may be named `$(...)`: values come in as variables, which no shell reads as code."""
    for flow, job, step in shells():
        assert "${{" not in step["run"], (flow, job)
        checked = subprocess.run(["bash", "-n"], input=step["run"], capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_every_command_is_there():
    sessions = set(re.findall(r"(?m)^def (\w+)\(session\)", (ROOT / "noxfile.py").read_text("utf-8")))
    seen = set()
    for flow, job, step in shells():
        text = re.sub(r'"\$[A-Z_]+"', "1", re.sub(r'"\$[A-Z_]+/\$[A-Z_]+"|"\$SHARD"', "1/2", step["run"]))
        for line in re.split(r"&&|\|\||\n", text):
            words = shlex.split(line.partition(" >")[0], comments=True)
            if words[:2] == ["nox", "-s"]:
                cut = words.index("--") if "--" in words else len(words)
                assert set(words[2:cut]) <= sessions, (flow, job)
                if cut < len(words):
                    command_line.parse([words[2], *words[cut + 1 :]])
            elif words[1:2] == ["-m"] and words[2] != "pip":
                assert words[2] == "lockstep"
                command_line.parse(words[3:])
                seen.add(words[5] if words[3] == "--root" else words[3])
            elif words and "/" in words[0] and "python" not in words[0] and not words[0].startswith(".nox/"):
                assert os.access(ROOT / words[0], os.X_OK)
    assert seen == {"ci", "collect", "drift", "html", "links", "record", "sbom", "sign"}


def test_each_change_has_a_tenth_of_the_lines_typed_and_fails_with_them():
    step = next(step for step in steps("site", "test") if "-s typed" in step.get("run", ""))
    assert "||" not in step["run"]
    assert not {"if", "continue-on-error"} & step.keys()


def test_as_many_parts_are_made_as_are_asked_for():
    jobs = {flow: next(iter(WORKFLOWS[flow]["jobs"].values())) for flow in ("record", "weekly")}
    assert jobs["record"]["strategy"]["matrix"]["shard"] == ["1", "2", "3", "4"]
    parts = [str(number + 1) for number in range(int(WORKFLOWS["weekly"]["env"]["PARTS"]))]
    assert jobs["weekly"]["strategy"]["matrix"]["part"] == parts
    for flow, table in jobs.items():  # one commit for all, or their parts do not fit together
        assert table["steps"][0]["with"]["ref"] == "${{ github.sha }}", flow


TOKEN = re.compile(r"'[^']*'|&&|\|\||==|!=|!|\(|\)|[\w.-]+(?:\(\))?")
WORDS = {"&&": " and ", "||": " or ", "!": " not ", "==": "==", "!=": "!=", "(": "(", ")": ")"}


def value(expression: str, known: dict[str, object]) -> object:
    """An expression of a workflow, as far as ours go; what is not known is nothing."""
    text = re.sub(r"^\$\{\{|\}\}$", "", expression.strip())
    words = (WORDS.get(word) or (word if word[0] == "'" else repr(known.get(word))) for word in TOKEN.findall(text))
    return eval("".join(words), {"__builtins__": {}})


def event(head: str, label: str) -> dict[str, object]:
    return {
        "github.event.label.name": label,
        "github.event.pull_request.head.repo.full_name": head,
        "github.repository": "us/lockstep",
    }


@pytest.mark.parametrize(
    ("head", "label", "asked"),
    [
        ("us/lockstep", "gpu", True),
        ("us/lockstep", "bug", False),
        ("them/lockstep", "gpu", False),
        (None, "gpu", False),  # the fork is gone
    ],
)
def test_the_label_counts_on_branches_of_this_repository(head, label, asked):
    assert value(WORKFLOWS["gpu-label"]["jobs"]["ask"]["if"], event(head, label)) is asked


def test_a_gpu_run_is_asked_for_and_told_apart_from_none():
    jobs = WORKFLOWS["gpu"]["jobs"]
    assert value(jobs["record"]["if"], {"needs.plan.outputs.record": "true"}) is True
    assert value(jobs["record"]["if"], {"needs.plan.outputs.record": "false"}) is False
    for result, cancelled, runs in (
        ("success", False, True),
        ("failure", False, True),  # what was recorded before is not lost
        ("skipped", False, False),
        ("success", True, False),
    ):
        assert value(jobs["propose"]["if"], {"needs.record.result": result, "cancelled()": cancelled}) is runs
    assert value(steps("gpu", "plan")[0]["with"]["ref"].partition("heads/")[2], {"github.ref_name": "main"}) == "main"


def test_only_a_push_to_main_publishes():
    jobs = WORKFLOWS["site"]["jobs"]
    assert jobs["publish"]["needs"] == "build"
    rule = jobs["build"]["if"]
    for name, ref, publishes in (
        ("push", "refs/heads/main", True),
        ("pull_request", "refs/pull/7/merge", False),
        ("push", "refs/heads/records/main", False),
    ):
        assert value(rule, {"github.event_name": name, "github.ref": ref}) is publishes


def test_what_is_published_names_its_repository():
    env = next(step["env"] for step in steps("site", "build") if "nox -s site" in step.get("run", ""))
    known = {"github.server_url": "https://github.com", "github.repository": "team/lockstep"}
    assert [value(part, known) for part in env["REPO_URL"].split("/")] == ["https://github.com", "team/lockstep"]
    assert env["EDIT_URI"] == "edit/main/docs/"


def test_nightlies_are_tried_where_their_index_is_known():
    for job in ("check", "tell"):
        channels = WORKFLOWS["weekly"]["jobs"][job]["strategy"]["matrix"]["channel"]
        inner = re.sub(r"fromJSON\((.*)\)", r"\1", channels)
        assert json.loads(value(inner, {})) == ["newest"]
        assert json.loads(value(inner, {"vars.TORCH_NIGHTLY_INDEX": "x"})) == ["newest", "nightly"]


GH = """#!/bin/bash
if [ "$2" = list ]; then echo "$LISTED"; fi
{ printf '%s\\n' "$*"; if [[ "$*" == *"--body-file -"* ]]; then sed 's/^/    /'; fi; } >>"$TOOLS/log"
"""


class Runner:
    """A machine that runs steps of a workflow in a checkout: python3, git, bash, and tools that note how they are called."""

    def __init__(self, checkout: Path, tools: Path) -> None:
        self.checkout, self.tools = checkout, tools
        self.temp, self.log, self.known = tools / "temp", tools / "log", dict[str, object]()
        self.temp.mkdir(parents=True)
        self.tool("gh", GH)
        self.tool("python3", f'#!/bin/bash\nexec {shlex.quote(sys.executable)} "$@"\n')

    def tool(self, name: str, text: str) -> None:
        (self.tools / name).write_text(text, "utf-8")
        (self.tools / name).chmod(0o755)

    def run(self, flow: str, job: str, word: str, **env: str) -> subprocess.CompletedProcess:
        """Run the step that holds a word, with its variables, as GitHub does."""
        [step] = [step for step in steps(flow, job) if word in step.get("run", "")]
        given = WORKFLOWS[flow].get("env", {}) | step.get("env", {})
        own = {
            name: re.sub(r"\$\{\{.*?\}\}", lambda match: str(value(match[0], self.known) or ""), text)
            for name, text in given.items()
        }
        base = {
            "TOOLS": str(self.tools),
            "LISTED": "",
            "RUNNER_TEMP": str(self.temp),
            "GITHUB_REPOSITORY": "us/lockstep",
        }
        return subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
            cwd=self.checkout,
            env=os.environ | base | own | env | {"PATH": f"{self.tools}:{os.environ['PATH']}"},
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )

    def called(self) -> list[str]:
        """What was asked of gh since the last time."""
        text = self.log.read_text("utf-8") if self.log.exists() else ""
        self.log.unlink(missing_ok=True)
        return text.splitlines()


@pytest.fixture
def runner(sandbox, tmp_path_factory) -> Runner:
    """A project with the tool in it, pushed to a bare repository; the checkout is a clone of that."""
    sandbox.snippet(name="topic/one.py", needs="gpus = 1")
    sandbox.recorded()
    sandbox.page("# One\n")
    shutil.copytree(ROOT / "lockstep", sandbox.root / "lockstep", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / ".gitignore", sandbox.root)
    (sandbox.root / ".github").mkdir()
    (sandbox.root / ".github/allowed_signers").write_text("# none\n", "utf-8")
    git(sandbox.root, "init", "-q", "-b", "main")
    git(sandbox.root, "add", "-A")
    git(sandbox.root, "commit", "-qm", "All")
    folder = tmp_path_factory.mktemp("runner")
    git(folder, "clone", "-q", "--bare", str(sandbox.root), "origin.git")
    git(folder, "clone", "-q", "origin.git", "checkout")
    return Runner(folder / "checkout", folder / "tools")


@pytest.fixture
def branch(runner) -> Path:
    """The checkout of a branch below that of main. What runs is main's code: the branch's would fail."""
    folder = runner.checkout / "branch"
    git(runner.checkout, "clone", "-q", "../origin.git", "branch")
    (folder / "lockstep/__init__.py").write_text("raise SystemExit('this is code of the branch')\n", "utf-8")
    git(folder, "commit", "-qam", "A tool of its own")
    return folder


def test_the_label_asks_for_a_run_of_the_commit_that_has_it(runner):
    head = git(runner.checkout, "rev-parse", "HEAD").strip()
    runner.known = {
        "github.head_ref": "feature/$(touch x)",
        "github.event.pull_request.head.sha": head,
        "github.token": "t",
    }
    assert runner.run("gpu-label", "ask", "gh workflow").returncode == 0
    asked = "workflow run gpu.yml --repo us/lockstep --ref main --field branch=feature/$(touch x)"
    assert runner.called() == [f"{asked} --field commit={head}"]


def test_a_commit_runs_if_a_branch_has_it_and_what_was_pushed_later_does_not(runner):
    labelled = git(runner.checkout, "rev-parse", "HEAD").strip()
    (runner.checkout / "later.py").touch()
    git(runner.checkout, "add", "-A")
    git(runner.checkout, "commit", "-qm", "Later")
    runner.known = {"inputs.commit": labelled, "github.sha": "main"}
    assert runner.run("gpu", "plan", "git checkout").returncode == 0
    assert git(runner.checkout, "rev-parse", "HEAD").strip() == labelled
    runner.known["inputs.commit"] = "0" * 40
    assert runner.run("gpu", "plan", "git checkout").returncode != 0


def test_a_branch_runs_by_its_commit_alone():
    rule = WORKFLOWS["gpu"]["jobs"]["plan"]["if"]
    for known, runs in (
        ({}, True),  # a push
        ({"inputs.branch": "main"}, True),
        ({"inputs.branch": "feature"}, False),  # which of its commits?
        ({"inputs.branch": "feature", "inputs.commit": "abc"}, True),
    ):
        assert bool(value(rule, known)) is runs


def test_without_a_runner_it_is_said_what_is_missing(runner):
    output = runner.tools / "output"
    done = runner.run("gpu", "plan", "ci plan", GITHUB_OUTPUT=str(output))
    assert done.stdout == (
        "::notice::1 snippets are not yet recorded on a GPU, and no runner is named: set the variable GPU_RUNNER. "
        "The site is published from the records there are.\n"
    )
    head = git(runner.checkout, "rev-parse", "HEAD")
    assert output.read_text("utf-8") == f"record=false\ncommit={head}"
    runner.known = {"vars.GPU_RUNNER": "h200"}
    done = runner.run("gpu", "plan", "ci plan")
    assert (
        done.stdout
        == f"::notice::1 snippets are not yet recorded on a GPU; h200 runs what it can.\nrecord=true\ncommit={head}"
    )
    gpu = dataclasses.replace(read_record(runner.checkout, "cpu", "topic/one.py"), profile="1xh200")
    write_record(runner.checkout, gpu)
    assert "All GPU records are current." in runner.run("gpu", "plan", "ci plan").stdout


def signers_of(checkout: Path) -> Path:
    return checkout / ".github/allowed_signers"


def test_records_of_a_gpu_become_a_pull_request(runner, branch, signer):
    """From what the GPU machine has recorded to what a person sees; what is no record does not come through."""
    runner.known = {"vars.GPU_SIGNING_KEY": str(signer.key)}
    made = read_record(runner.checkout, "cpu", "topic/one.py")
    gpu = dataclasses.replace(made, profile="1xh200", environment=made.environment | {"gpu": "NVIDIA H200"})
    write_record(runner.checkout, gpu)
    write_record(runner.checkout, dataclasses.replace(made, seconds=9.0))  # the CPU of that machine is no matter
    refused = runner.run("gpu", "record", "lockstep sign", RUNNER_NAME="gpu-1")
    assert (refused.returncode, signer.allow().strip() in refused.stderr) == (1, True), refused.stderr
    shutil.copy(signer.signers, signers_of(runner.checkout))
    assert runner.run("gpu", "record", "lockstep sign", RUNNER_NAME="gpu-1").returncode == 0
    assert runner.run("gpu", "record", "lockstep collect").returncode == 0
    parts = runner.temp / "records"
    assert [path.name for path in (parts / RECORDS_FOLDER).iterdir()] == ["1xh200"]
    [signed] = (parts / RECORDS_FOLDER).glob("*/*.signed")
    git(runner.checkout, "checkout", "-q", ".")
    git(runner.checkout, "clean", "-qfd")
    shutil.copy(signer.signers, signers_of(runner.checkout))
    runner.known = {"github.token": "t", "github.ref_name": "main"}
    done = runner.run("gpu", "propose", "ci propose", GITHUB_SERVER_URL="https://host", GITHUB_RUN_ID="7")
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    called = runner.called()
    assert called[:3] == [
        "auth setup-git",
        "pr list --head records/main --base main --json number --jq .[].number",
        "pr create --head records/main --base main --title Records of 1xh200 --body-file -",
    ]
    assert "    | 1xh200 | 1 | NVIDIA H200, torch 2.13.0 |" in called
    assert (
        "    Made by https://host/us/lockstep/actions/runs/7. What could not be recorded is named in its log." in called
    )
    assert any("Approve the workflows of this pull request" in line for line in called)
    changed = git(branch, "diff", "--name-only", "HEAD~1", "origin/records/main").split()
    assert changed == [f"snippets/recorded/1xh200/{signed.name}", "snippets/recorded/1xh200/topic/one.json"]

    for name, text in (
        (".github/workflows/x.yml", "on: push"),
        ("snippets/topic/one.py", "x"),
        ("lockstep/ci/github.py", "x"),
    ):
        (parts / name).parent.mkdir(parents=True, exist_ok=True)
        (parts / name).write_text(text, "utf-8")
    write_record(parts, dataclasses.replace(gpu, snippet="topic/none.py"))
    write_record(parts, dataclasses.replace(made, seconds=1.0))
    done = runner.run("gpu", "propose", "ci propose", LISTED="12")
    assert done.returncode == 1
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == [
        ".github/workflows/x.yml",
        "lockstep/ci/github.py",
        "snippets/recorded/1xh200/topic/none.json",
        "snippets/topic/one.py",
    ]
    assert "pr edit 12 --title Records of 1xh200, cpu --body-file -" in runner.called()
    changed.append("snippets/recorded/cpu/topic/one.json")
    assert git(branch, "diff", "--name-only", "HEAD~2", "origin/records/main").split() == changed


def test_what_no_runner_signed_is_not_taken(runner, branch, signer):
    """A forged record, by itself, with the manifest of another, and with a key that only the branch allows."""
    made = read_record(runner.checkout, "cpu", "topic/one.py")
    gpu = dataclasses.replace(made, profile="1xh200", environment=made.environment | {"gpu": "NVIDIA H200"})
    parts, path = runner.temp / "records", "snippets/recorded/1xh200/topic/one.json"

    def refused() -> list[str]:
        done = runner.run("gpu", "propose", "ci propose")
        assert (done.returncode, runner.called()) == (1, []), done.stdout + done.stderr
        return [line for line in done.stdout.splitlines() if line != "Nothing to propose: no record is new."]

    write_record(parts, gpu)
    unsigned = f"{path}: is not signed by a runner of CI; left out. Let the GPU job of CI record it, or commit it by"
    assert [line.startswith(unsigned) for line in refused()] == [True]

    signer.allow()
    shutil.copy(signer.signers, signers_of(branch))  # a branch cannot allow its own key
    signed = signer.sign(parts, path).relative_to(parts).as_posix()
    lines = refused()
    assert lines[0].startswith(f"{signed}: has no valid signature of a key in .github/allowed_signers; left out.")
    assert lines[1].startswith(unsigned)

    shutil.copy(signer.signers, signers_of(runner.checkout))
    write_record(parts, dataclasses.replace(gpu, ranks=(RankRecord(0, ("9999 GB/s",), ()),)))  # after it was signed
    assert [line.startswith(unsigned) for line in refused()] == [True]

    write_record(parts, gpu)
    with (branch / "snippets/topic/one.py").open("a", encoding="utf-8") as file:
        file.write("# anew\n")  # an old artifact does not pass for a changed snippet
    assert refused()[0].startswith(f"{path}: was signed for another state of its snippet; left out.")


@pytest.mark.parametrize(
    ("key", "name", "told"),
    [
        ("", "gpu-1", "--key .: is no file. Name the private key of this machine; in CI the variable GPU_SIGNING_KEY"),
        ("none", "gpu-1", "--key none: is no file."),
        ("snippets/topic/one.py", "*", "*: is no name of a runner. It has letters, digits, '-', '_' and '.'"),
        ("snippets/topic/one.py", "", "--runner: is no name of a runner."),
        ("snippets/topic/one.py", "gpu-1", "snippets/topic/one.py: cannot sign: "),
    ],
)
def test_without_a_key_the_gpu_job_says_what_is_missing(runner, key, name, told):
    runner.known = {"vars.GPU_SIGNING_KEY": key}
    write_record(
        runner.checkout, dataclasses.replace(read_record(runner.checkout, "cpu", "topic/one.py"), profile="1xh200")
    )
    done = runner.run("gpu", "record", "lockstep sign", RUNNER_NAME=name)
    assert done.returncode > 0
    assert done.stderr.startswith(told), done.stderr
    done = runner.run("gpu", "record", "lockstep collect")
    assert (done.returncode, (runner.temp / "records").exists()) == (1, False)
    assert "one.json: is not signed by a runner of CI; left out." in done.stdout


def test_no_record_no_pull_request(runner, branch):
    (runner.temp / "records").mkdir()
    done = runner.run("record", "propose", "ci propose", GITHUB_REF_NAME="main")
    assert (done.returncode, done.stdout) == (0, "Nothing to propose: no record is new.\n")
    assert runner.called() == []


def test_a_step_that_cannot_push_fails_with_its_reason(runner, branch):
    made = read_record(runner.checkout, "cpu", "topic/one.py")
    write_record(runner.temp / "records", dataclasses.replace(made, seconds=9.0))
    git(branch, "remote", "set-url", "origin", str(runner.tools / "none.git"))
    done = runner.run("record", "propose", "ci propose", GITHUB_REF_NAME="main")
    assert done.returncode == 1
    assert "git push --quiet: failed: fatal: " in done.stderr


def kept(folder: Path, number: int, told: str = "") -> None:
    folder.mkdir(exist_ok=True)
    environment = {"torch": "2.14.0", "python": "3.12.1"}
    (folder / f"{number}.json").write_text(json.dumps({"environment": environment, "told": told}), "utf-8")


TOLD = """snippets/topic/b.py: prints something else than its record on cpu. If the new output is right: nox -s record -- topic/b.py
    rank 0:
      @@ -1 +1 @@
      -a `2` <b>
      +```3
"""


def test_one_issue_tells_what_another_torch_changes_and_is_closed(runner):
    parts = runner.temp / "parts"
    runner.known = {"matrix.channel": "nightly", "github.token": "t"}
    for number in (1, 2, 3):
        kept(parts, number)
    done = runner.run("weekly", "tell", "drift report", LISTED="5")
    assert (done.returncode, runner.called()) == (1, [])  # nobody knows: the issue stays as it is
    assert "1 of 4 parts did not report. Run the failed jobs again." in done.stderr
    kept(parts, 2, TOLD)
    assert runner.run("weekly", "tell", "drift report").returncode == 0
    called = runner.called()
    title = "With the nightly torch, snippets are not as on record"
    assert called[:2] == [
        "issue list --label torch-nightly --json number --jq .[].number",
        "label create torch-nightly --force --description Kept by a workflow, which also closes it",
    ]
    assert called[2] == f"issue create --label torch-nightly --title {title} --body-file -"
    assert called[3].strip() == (
        "Run cold with torch 2.14.0, python 3.12.1, 1 of the snippets are not as on record. "
        "1 of 4 parts did not report, so there may be more."
    )
    assert [line.strip() for line in called[5:]] == [
        "<details><summary><code>snippets/topic/b.py</code> prints something else than its record on cpu. "
        "If the new output is right: nox -s record -- topic/b.py</summary>",
        "",
        "````diff",
        "rank 0:",
        "@@ -1 +1 @@",
        "-a `2` <b>",
        "+```3",
        "````",
        "",
        "</details>",
    ]
    runner.run("weekly", "tell", "drift report", LISTED="5")
    assert f"issue edit 5 --title {title} --body-file -" in runner.called()
    kept(parts, 2)
    kept(parts, 4)
    assert runner.run("weekly", "tell", "drift report", LISTED="5").returncode == 0
    assert runner.called()[1:] == ["issue close 5 --comment All is well again."]
    runner.run("weekly", "tell", "drift report")
    assert runner.called() == ["issue list --label torch-nightly --json number --jq .[].number"]


@pytest.mark.torch
def test_a_part_is_checked_with_the_torch_that_is_there(runner):
    runner.known = {"matrix.part": "1"}
    with (runner.checkout / "snippets/topic/one.py").open("a", encoding="utf-8") as file:
        file.write("print('two')\n")
    done = runner.run("weekly", "check", "drift check", PARTS="1")
    assert done.returncode == 0, done.stderr
    [part] = drift.parts(runner.temp / "parts")
    [(what, diff)] = drift.changes(part.told)
    assert what.startswith("snippets/topic/one.py: prints something else than its record on cpu.")
    assert (diff, part.environment["torch"][:2]) == (["rank 0:", "@@ -1 +1,2 @@", " 1", "+two"], "2.")
    (runner.checkout / "snippets/topic/one.py").write_text("x = (", "utf-8")
    (runner.temp / "parts/1.json").unlink()
    done = runner.run("weekly", "check", "drift check", PARTS="1")
    assert done.returncode == 1
    assert "is not Python" in done.stdout


def test_bad_links_are_an_issue_until_they_are_fixed(runner):
    for said, code, listed, expected in (
        ("README.md:3: dead ``` link", 1, "", ["label create links", "issue create --label links", "    ````text"]),
        ("README.md:3: dead link", 1, "9", ["issue edit 9", "    ```text"]),
        ("", 0, "9", ["issue close 9"]),
        ("", 0, "", []),
    ):
        runner.tool("nox", f"#!/bin/bash\nprintf '%s' '{said}'\nexit {code}\n")
        assert runner.run("links", "links", "nox -s links").returncode == 0
        shutil.move(runner.checkout / "links.txt", runner.temp / "links.txt")
        assert runner.run("links", "tell", "ci issue", LISTED=listed).returncode == 0
        called = runner.called()
        assert all(any(line.startswith(start) for line in called) for start in expected), called
        assert len([line for line in called if line[:1] != " "]) == 1 + len([e for e in expected if e[:1] != " "])
    runner.tool("nox", "#!/bin/bash\nexit 2\n")
    assert runner.run("links", "links", "nox -s links").returncode == 1  # without a network nothing was checked
    assert WORKFLOWS["links"]["jobs"]["tell"]["needs"] == "links"  # and the issue stays
    assert "if" not in WORKFLOWS["links"]["jobs"]["tell"]
