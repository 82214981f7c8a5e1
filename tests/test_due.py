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


def test_what_the_newest_commit_and_those_of_the_day_before_it_changed(tmp_path):
    assert changed(tmp_path, "kept") is None  # no repository

    def git(*words, hour=0):
        date = f"2026-01-{2 + hour // 24:02}T{hour % 24:02}:00:00Z"
        env = os.environ | {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
        command = ["git", "-c", "user.name=a", "-c", "user.email=a@b", *words]
        subprocess.run(command, cwd=tmp_path, check=True, env=env, capture_output=True)

    def commit(path, hour):
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text("x")
        git("add", ".")
        git("commit", "-qm", path, hour=hour)

    git("init", "-q", "-b", "main")
    commit("kept/first", 0)
    assert changed(tmp_path, "kept") is None  # a commit without one before it, as in a shallow clone
    git("checkout", "-q", "-b", "branch")
    commit("kept/branch", 1)
    git("checkout", "-q", "main")
    for path, hour in (("kept/old", 2), ("kept/new", 50), ("other/new", 51), ("kept/newest", 60)):
        commit(path, hour)
    assert changed(tmp_path, "kept") == {"kept/new", "kept/newest"}
    git("merge", "-q", "branch", hour=61)
    assert changed(tmp_path, "kept") == {"kept/new", "kept/newest", "kept/branch"}
