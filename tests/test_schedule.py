"""The scheduler of the review page against PyPI `fsrs`, and the tests of all pure JavaScript."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from datetime import UTC, datetime, timedelta

import pytest
from fsrs import Card, Rating, Scheduler
from sandbox import ROOT

NODE = shutil.which("node")
MISSING = "Node is missing. Install it, such as: apt-get install nodejs"
needs_node = pytest.mark.skipif(NODE is None and not os.environ.get("CI"), reason=MISSING)

HISTORIES = 1_000
REVIEW_ALL = """
const { schedule } = require("./docs/assets/schedule.js");
const review = (history) => {
  let card = null;
  return history.map(([day, grade]) => (card = schedule(card, grade, day)));
};
const text = require("fs").readFileSync(0, "utf8");
process.stdout.write(JSON.stringify(JSON.parse(text).map(review)));
"""


def node(*arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    assert NODE, MISSING
    return subprocess.run(
        [NODE, *arguments], input=text, cwd=ROOT, capture_output=True, text=True, timeout=600, check=False
    )


def history(dice: random.Random) -> list[tuple[int, int]]:
    """Days and grades: 1 to 20 reviews, all on one day, soon, when due, or decades late; some readers only forget."""
    day, reviews = 20_000, []
    grades = dice.choice(([1, 2, 3, 4], [3], [1], [1, 1, 2], [3, 4], [2, 3], [4]))
    gaps = dice.choice(([0], [0, 1, 2, 30], [0, 1, 3, 10, 40, 400, 4_000], [5_000, 30_000]))
    for _ in range(dice.randint(1, 20)):
        reviews.append((day, dice.choice(grades)))
        day += dice.randint(0, dice.choice(gaps))
    return reviews


def reviewed(reviews: list[tuple[int, int]]) -> list[tuple[float, float, int]]:
    """Stability, difficulty and interval after each review, by PyPI `fsrs`."""
    scheduler = Scheduler(desired_retention=0.9, learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, found = Card(card_id=1), []
    for day, grade in reviews:
        at = datetime(1970, 1, 1, 12, tzinfo=UTC) + timedelta(days=day)
        card, _ = scheduler.review_card(card, Rating(grade), at)
        found.append((card.stability, card.difficulty, (card.due - at).days))
    return found


@needs_node
def test_the_scheduler_equals_fsrs_on_random_histories():
    dice = random.Random(20_261_120)
    histories = [history(dice) for _ in range(HISTORIES)]
    done = node("-e", REVIEW_ALL, text=json.dumps(histories))
    assert done.returncode == 0, done.stderr
    answers = json.loads(done.stdout)
    assert len(answers) == HISTORIES
    for reviews, cards in zip(histories, answers, strict=True):
        expected = reviewed(reviews)
        assert [card["due"] - card["last"] for card in cards] == [interval for _, _, interval in expected], reviews
        assert [card["s"] for card in cards] == pytest.approx([s for s, _, _ in expected], rel=1e-9), reviews
        assert [card["d"] for card in cards] == pytest.approx([d for _, d, _ in expected], rel=1e-9), reviews


@needs_node
def test_the_tests_in_javascript_pass():
    done = node("--test", *sorted(str(path) for path in (ROOT / "tests/js").glob("*.test.js")))
    assert done.returncode == 0, done.stdout + done.stderr
