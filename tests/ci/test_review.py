"""What a pull request changes in records, as its summary: by rank, the outputs first, bounded, escaped."""

from __future__ import annotations

import dataclasses

import pytest

from lockstep.ci import github, review
from lockstep.problem import LockstepError
from lockstep.record.record import RankRecord, record_path, write_record
from tests.record.test_shard import git


@pytest.fixture
def base(sandbox) -> str:
    """The commit that a branch left: three records of the CPU."""
    for name in ("topic/a.py", "topic/b.py", "topic/c.py"):
        sandbox.snippet(name=name, needs="gpus = 1")
        sandbox.recorded(name)
    git(sandbox.root, "init", "-q", "-b", "main")
    commit(sandbox)
    return "main"


def commit(sandbox, branch: str = "") -> None:
    if branch:
        git(sandbox.root, "checkout", "-q", "-b", branch)
    git(sandbox.root, "add", "-A")
    git(sandbox.root, "commit", "-qm", "All")


def printed(record, *lines: str):
    return dataclasses.replace(record, ranks=(RankRecord(0, lines, ()),))


def test_it_shows_what_ranks_print_and_where_records_come_from(sandbox, signer, base):
    record = sandbox.recorded("topic/a.py")
    write_record(sandbox.root, dataclasses.replace(record, seconds=9.0))
    write_record(sandbox.root, printed(sandbox.recorded("topic/b.py"), "<b>`2`", "```"))
    record_path(sandbox.root, "cpu", "topic/c.py").unlink()
    sandbox.recorded("topic/a.py", "1xh200")
    signer.allow()
    sandbox.recorded("topic/b.py", "1xh200")
    signer.sign(sandbox.root, "snippets/recorded/1xh200/topic/b.json")
    commit(sandbox, "branch")
    text = review.changes(sandbox.project, base)
    assert text.startswith("6 files of records changed.\n")
    summaries = [line for line in text.splitlines() if line.startswith("<details>")]
    folder = "<details><summary><code>snippets/recorded"
    assert summaries[0].startswith(f"{folder}/1xh200/")
    assert summaries[1].startswith(f"{folder}/1xh200/topic/a.json</code> new, recorded by hand, not attested (")
    gpu = "new, made by the GPU job of CI, signed by gpu-1</summary>"
    assert summaries[2:] == [
        f"{folder}/1xh200/topic/b.json</code> {gpu}",
        f"{folder}/cpu/topic/b.json</code> changed, run again by CI</summary>",
        f"{folder}/cpu/topic/c.json</code> deleted</summary>",
        f"{folder}/cpu/topic/a.json</code> changed, run again by CI</summary>",  # no rank prints something else
    ]
    assert "\n````diff\n" in text
    assert "\n-  1\n+  <b>`2`\n+  ```\n````\n" in text
    assert "\n-seconds: 0.5\n+seconds: 9.0\n" in text
    assert '"stdout"' not in text


def test_what_main_changed_meanwhile_is_no_matter(sandbox, base):
    git(sandbox.root, "checkout", "-q", "-b", "branch")
    git(sandbox.root, "checkout", "-q", "main")
    write_record(sandbox.root, printed(sandbox.recorded("topic/a.py"), "2"))
    commit(sandbox)
    git(sandbox.root, "checkout", "-q", "branch")
    assert review.changes(sandbox.project, base) == "No record changed.\n"


def test_it_fits_into_a_summary_and_says_what_it_leaves_out(sandbox, base, monkeypatch):
    for name in ("topic/a.py", "topic/b.py", "topic/c.py"):
        write_record(sandbox.root, printed(sandbox.recorded(name), *(f"line {number}" for number in range(200))))
    commit(sandbox, "branch")
    text = review.changes(sandbox.project, base)
    assert text.count(" lines more\n```") == 3
    monkeypatch.setattr(review, "LIMIT", 1700)
    text = review.changes(sandbox.project, base)
    assert len(text) <= 1700
    assert text.endswith("2 more do not fit here: git diff shows them.\n")
    assert text.count("```") % 2 == 0
    assert github.LIMIT < 2**20  # of a summary of GitHub


def test_a_record_that_is_none_and_bytes_that_are_no_text_show(sandbox, base):
    record_path(sandbox.root, "cpu", "topic/a.py").write_bytes(b'{"a": "\xff"}\n')
    commit(sandbox, "branch")
    text = review.changes(sandbox.project, base)
    assert "a.json</code> changed, not a whole record</summary>" in text
    assert '+{"a": "\N{REPLACEMENT CHARACTER}"}' in text


def test_an_unknown_base_is_told(sandbox, base):
    with pytest.raises(LockstepError, match=r"^--base: no commit is called none\. Fetch it, or name another\.$"):
        review.changes(sandbox.project, "none")
