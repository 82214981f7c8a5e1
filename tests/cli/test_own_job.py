"""The verbs for a job of one's own, as a login node runs them."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest
import yaml
from sandbox import ROOT

from lockstep.cli import own_job
from lockstep.problem import LockstepError
from lockstep.project import Project

LOG = "[rank1]: ValueError: sampler option is mutually exclusive with shuffle\n"


def explained(log: bytes, *args: str, cwd=ROOT) -> subprocess.CompletedProcess:
    return subprocess.run(
        [sys.executable, "-S", "-m", "lockstep", "explain", *args],
        input=log,
        capture_output=True,
        cwd=cwd,
        env={"PYTHONPATH": str(ROOT)},
        check=False,
    )  # -S: without site-packages, as on a cluster


def test_explain_finds_the_cause_with_the_standard_library_alone(tmp_path):
    done = explained(LOG.encode())
    assert done.returncode == 0, done.stderr
    text = done.stdout.decode()
    assert text.startswith("sure: It is the only error in this log that does not follow from another.\n")
    assert "line 1, rank 1: ValueError: sampler option" in text
    assert "Page:  docs/errors/sampler-and-shuffle.md" in text
    (tmp_path / "job.log").write_text(LOG, "utf-8")
    assert explained(b"", str(tmp_path / "job.log")).stdout == done.stdout


def test_explain_works_outside_of_a_project_and_reads_a_folder_of_ranks(tmp_path):
    (tmp_path / "rank_0.log").write_text("[rank0]: RuntimeError: Connection closed by peer\n")
    (tmp_path / "rank_1.log").write_text(LOG.replace("[rank1]: ", ""))
    done = explained(b"", str(tmp_path), cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert f"{tmp_path}/rank_1.log:1, rank 1: ValueError: sampler option" in done.stdout.decode()


def test_explain_says_what_to_do_where_the_error_index_is_not_there(tmp_path, monkeypatch):
    monkeypatch.setattr(own_job, "__file__", str(tmp_path / "lockstep/cli/own_job.py"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LockstepError, match=r"holds no docs/errors/, the error index\. Run it in a clone"):
        own_job.VERBS[0].call(Project(tmp_path), None)


def test_explain_says_how_many_entries_a_site_of_ones_own_has(tmp_path):
    for folder in ("docs/errors", "snippets"):
        (tmp_path / folder).mkdir(parents=True)
    page = (ROOT / "docs/errors/unused-parameters.md").read_text("utf-8")
    (tmp_path / "docs/errors/own.md").write_text(page, "utf-8")
    done = explained(LOG.encode(), cwd=tmp_path)
    assert done.returncode == 1
    assert f"{tmp_path}/docs/errors: 1 entry was read, of this project alone. " in done.stderr.decode()
    assert explained(LOG.encode()).stderr == b""


PAST = "from torch.utils.data import DataLoader\nDataLoader(d, sampler=s, shuffle=True)\n"


def checked(cwd, package, *args: str, site: str = "") -> str:
    command = [sys.executable, "-S", "-m", "lockstep", "check-script", "-", *args]
    env = {"PYTHONPATH": str(package), "SITE_URL": site}
    return subprocess.run(command, input=PAST, capture_output=True, text=True, cwd=cwd, check=False, env=env).stdout


@pytest.mark.parametrize("form", ["text", "github", "sarif"])
def test_a_report_names_a_page_that_its_reader_can_open(tmp_path, form):
    wheel, page = tmp_path / "wheel", "errors/sampler-and-shuffle"
    shutil.copytree(ROOT / "lockstep", wheel / "lockstep", ignore=shutil.ignore_patterns("__pycache__"))
    assert f"(docs/{page}.md)" in checked(ROOT, ROOT, "--format", form)
    assert f"({ROOT}/docs/{page}.md)" in checked(tmp_path, ROOT, "--format", form)
    assert f"({page} on the site of Lockstep)" in checked(tmp_path, wheel, "--format", form)
    assert f"(https://example.org/a/{page}/)" in checked(
        tmp_path, wheel, "--format", form, site="https://example.org/a/"
    )


def test_explain_says_that_nothing_matches(tmp_path):
    done = explained(b"\xff nothing of torch\n", "-")
    assert (done.returncode, done.stdout.decode()) == (
        1,
        "no match: No error that is known here is in standard input. Give the whole logs of all ranks, from the first "
        "error on.\nIf the job stands still: python -m lockstep hang DUMPS\nPage:  docs/errors/hangs.md\n",
    )
    done = explained(b"", str(tmp_path / "none.log"))
    assert done.returncode == 2
    assert "none.log: cannot be read: No such file or directory" in done.stderr.decode()


def test_explain_goes_on_without_a_file_that_cannot_be_read(tmp_path):
    (tmp_path / "job.log").write_text(LOG, "utf-8")
    done = explained(b"", str(tmp_path / "job.log"), str(tmp_path / "none.log"))
    assert done.returncode == 2
    assert done.stdout.decode().startswith("sure: ")
    assert done.stderr.decode().endswith(
        "none.log: cannot be read: No such file or directory. Name logs, or a folder of them.\n"
    )


def test_the_hook_of_pre_commit_checks_what_it_is_given(tmp_path):
    (hook,) = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert f"- id: {hook['id']}" in (ROOT / "docs/errors/script.md").read_text(encoding="utf-8")
    script = tmp_path / "train.py"
    script.write_text("loader = DataLoader(data, sampler=DistributedSampler(data), shuffle=True)\n")
    words = [sys.executable, *hook["entry"].split()[1:], str(script)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "sampler-and-shuffle" in done.stdout


def hang(*args: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-S", "-m", "lockstep", "hang", *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_the_page_on_dumps_shows_what_the_command_prints():
    page = (ROOT / "docs/errors/dumps.md").read_text(encoding="utf-8")
    shown = re.findall(r"```console\n\$ python -m lockstep hang (.*)\n((?:.*\n)*?)```", page)
    assert len(shown) >= 3
    recorded = len(list((ROOT / "tests/explain/hang/dumps").iterdir()))
    assert f"in each of {recorded} recorded hangs" in page
    for args, output in shown:
        done = hang(*args.split())
        assert done.stdout + done.stderr == output, args


def test_hang_tells_its_exit_code(tmp_path):
    assert hang("tests/explain/hang/dumps/stuck_in_a_pair_3").returncode == 0
    assert hang("tests/explain/hang/dumps/stuck_in_a_pair_3/rank_2").returncode == 1  # it waits in nothing
    done = hang(str(tmp_path / "rank_0"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith("rank_0: cannot be read: No such file or directory. Name files, or a folder of them.\n")
