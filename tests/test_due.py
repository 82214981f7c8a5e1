"""What is due today: all within as many days as there are shares, and about as much each day."""

from __future__ import annotations

import os
import subprocess

from due import DAY, changed, due, is_due

NAMES = [f"topic/program_{number}.py" for number in range(300)]


def test_each_is_due_on_one_day_of_a_round():
    for days in (2, 3, 10):
        assert all(sum(is_due(name, days, day) for day in range(20, 20 + days)) == 1 for name in NAMES)


def test_about_as_many_are_due_each_day():
    counts = [sum(is_due(name, 10, day) for name in NAMES) for day in range(10)]
    assert max(counts) < 1.5 * len(NAMES) / 10


def test_what_is_due_keeps_its_order():
    assert due(NAMES, 3) == [name for name in NAMES if is_due(name, 3, DAY)]


def test_what_the_commits_of_the_last_day_changed(tmp_path):
    assert changed(tmp_path, "kept") is None  # no repository

    def commit(path, hour):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x")
        date = f"2026-01-{2 + hour // 24:02}T{hour % 24:02}:00:00Z"
        words = ["git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", path, f"--date={date}"]
        subprocess.run(["git", "add", "."], cwd=tmp_path, check=True)
        subprocess.run(words, cwd=tmp_path, check=True, env=os.environ | {"GIT_COMMITTER_DATE": date})

    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    for path, hour in (("kept/old", 0), ("kept/new", 30), ("other/new", 31), ("kept/newest", 40)):
        commit(path, hour)
    assert changed(tmp_path, "kept") == {"kept/new", "kept/newest"}
