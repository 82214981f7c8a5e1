"""The totals of the evidence page follow from what is on record."""

from __future__ import annotations

import re
from dataclasses import replace

from lockstep.markdown import board
from lockstep.record.record import write_record


def figures(project) -> dict[str, str]:
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", board.totals(project)))


def test_totals_count_programs_records_ranks_and_what_awaits_a_gpu(sandbox):
    assert board.age(sandbox.project) == board.awaiting(sandbox.project) == board.machines(sandbox.project) == ""
    assert figures(sandbox.project)["oldest record"] == "none"
    sandbox.recorded(sandbox.snippet())
    sandbox.recorded(sandbox.snippet(name="topic/four.py", ranks=4))
    sandbox.snippet(name="gpu/one.py", needs="gpus = 1\ncpu = false")
    shown = figures(sandbox.project)
    assert (shown["programs proved"], shown["records"], shown["ranks run"]) == ("2 of 3", "2", "5")
    assert shown["runs without a key line, killed by an assert"] == "2"
    gpu = sandbox.snippet(name="gpu/proved.py", needs="gpus = 1\ncpu = false")
    sandbox.recorded(gpu, "1xh200")
    assert figures(sandbox.project)["runs without a key line, killed by an assert"] == "3"
    assert (shown["programs that await a GPU"], shown["questions decided by a run"]) == ("1", "0")
    assert '<li data-filter="topic=gpu&amp;status=awaits+a+GPU">Gpu <b>1</b></li>' in board.awaiting(sandbox.project)
    assert "cpu: A, torch 2.13.0, Python 3.11.7 <b>2</b>" in board.machines(sandbox.project)


def test_a_record_is_old_by_its_date_or_its_torch(sandbox):
    dates = {"a/new.py": ("2026-06-01", "2.13.0+cpu"), "a/near.py": ("2026-03-03", "2.13.0+cu130"),
             "a/late.py": ("2026-03-02", "2.13.0"), "a/torch.py": ("2026-05-30", "2.12.1")}  # fmt: skip
    for name, (date, torch) in dates.items():
        record = sandbox.recorded(sandbox.snippet(name=name))
        changed = replace(record, date=date, environment=record.environment | {"torch": torch})
        write_record(sandbox.root, changed)
    sandbox.snippet(name="a/gpu.py", needs="gpus = 1")
    sandbox.recorded("a/gpu.py")
    record = sandbox.recorded("a/gpu.py", "1xh200")
    write_record(sandbox.root, replace(record, date="2026-06-01", environment=record.environment | {"torch": "2.11.0"}))
    cpu = sandbox.recorded("a/gpu.py")
    write_record(sandbox.root, replace(cpu, date="2026-05-31"))
    assert board.old(sandbox.project) == {("a/late.py", "cpu"): "date", ("a/torch.py", "cpu"): "torch"}
    assert "with torch 2.11.0 on 1xh200 and 2.13.0 on cpu." in board.age(sandbox.project)
    assert "more than 90 days older: 1 and of another torch: 1." in board.age(sandbox.project)


def test_totals_say_how_they_make_up_the_rows(sandbox):
    sandbox.recorded(sandbox.snippet())
    sandbox.snippet(name="a/stale.py")
    sandbox.recorded(sandbox.snippet(name="a/gpu.py", needs="gpus = 1\ncpu = false"), "1xh200")
    sandbox.snippet(name="a/gpus.py", needs="gpus = 2\ncpu = false")
    text = board.words(sandbox.project)
    assert "still missing: 2 + 2 = 4 rows." in text
    assert text.endswith("Each record of a GPU was made on one H200, none on several GPUs.")
    sandbox.recorded("a/gpus.py", "2xh200")
    assert board.words(sandbox.project).endswith("3 + 1 = 4 rows.")
    assert [status for _, _, status in board.unrecorded(sandbox.project)] == ["stale"]
    assert "No record is more than 90 days older" in board.age(sandbox.project)
