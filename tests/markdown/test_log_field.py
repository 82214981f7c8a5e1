"""The field to paste a log into: the entries and samples that the page gives the script."""

from __future__ import annotations

import json
import re

import pytest
from sandbox import ROOT

from lockstep.explain import entry
from lockstep.markdown import log_field
from lockstep.page import fences
from lockstep.problem import LockstepError
from lockstep.project import Project

PROJECT = Project(ROOT)
ENTRIES = list(entry.entries(PROJECT.texts))


def samples(line: str) -> list[log_field.Sample]:
    [fence] = fences(f"```log\n{line}\n```\n")
    return list(log_field._samples(PROJECT, "docs/log.md", fence))


def test_the_field_knows_all_entries_and_works_without_a_script():
    html = log_field.html(ENTRIES, [("One", "KeyError: </script>")])
    known = json.loads(re.search(r"<script[^>]*>(.*)</script>", html)[1])
    assert [known_entry["slug"] for known_entry in known["entries"]] == [
        part.slug for one in ENTRIES for part in one.parts
    ]
    assert known["samples"] == ["KeyError: </script>"]
    assert "python -m lockstep explain &lt; job.log" in html
    assert html.count("nothing is sent") == 1


def test_a_sample_is_the_log_of_a_run_on_record():
    [(title, log)] = samples("errors/four_ranks_job_1.py: One bad sample")
    assert title == "One bad sample"
    assert "KeyError: 'label'" in log


def test_the_page_shows_what_it_says_of_each_sample():
    lines = samples("errors/four_ranks_job_1.py: One | bad_sample") + samples("errors/four_ranks_job_5.py: Models")
    head, _, bad, differ = log_field.answers("docs/log.md", ENTRIES, lines)
    assert head.count("|") == bad.count("|") - 1 == differ.count("|")  # one is escaped
    assert r"**One \| bad\_sample** | 93 lines | Rank 2 failed first: KeyError: 'label'" in bad
    assert bad.endswith("| none |")
    assert "(errors/models-differ.md)" in differ


@pytest.mark.parametrize(
    "line", ["errors/none.py: A", "errors/both_processes_come.py: B", "errors/four_ranks_job_1.py"]
)
def test_what_is_no_sample_is_told_with_its_line(line):
    with pytest.raises(LockstepError, match=re.escape(f"docs/log.md:2: log: {line!r}")):
        samples(line)
