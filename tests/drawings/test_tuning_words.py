"""What the figures of fine-tuning say in words is what their records say."""

from __future__ import annotations

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
WORDS = ("zero", "one", "two", "three", "four", "five")


def printed(snippet: str, rank: int = 0) -> list[str]:
    record = json.loads((ROOT / "snippets/recorded/cpu" / f"{snippet}.json").read_text())
    return record["ranks"][rank]["stdout"]


def steps(page: str, snippet: str) -> list[str]:
    """The words below the first figure on a page that is drawn from a program."""
    text = (ROOT / "docs" / page).read_text()
    fences = re.findall(r"```figure\n(.*?)```", text, re.DOTALL)
    fence = next(fence for fence in fences if f"data: [{snippet}.py]" in fence)
    return re.findall(r'^  - "(.*)"$', fence, re.MULTILINE)


def test_bytes_are_twice_half_and_vanish():
    snippet = "fine-tuning/bytes_of_full_adapters_and_four_bits"
    held = [[int(number) for number in re.findall(r"(\d+) B", line)] for line in printed(snippet)]
    (weights, _, adam), half, (same, *small), _, (packed, *_), _ = held
    full, adapters, bits = steps("fine-tuning/visual.md", snippet)
    assert adam == 2 * weights
    assert "Adam holds twice as many bytes as the weights" in full
    assert [2 * part for part in half] == held[0]
    assert "each part is half" in full
    assert weights <= same < 1.1 * weights
    assert max(small) < weights / 4
    assert "the weights are as large as before, gradients and Adam nearly vanish" in adapters
    assert adapters in steps("fine-tuning/index.md", snippet)
    assert packed < weights / 4
    assert "now the weights are small" in bits


def test_each_block_has_its_own_bits():
    snippet = "fine-tuning/nf4_keeps_a_number_in_four_bits"
    found = dict(re.findall(r"block (\d+): ([\d.]+) bits", "\n".join(printed(snippet))))
    for step in steps("fine-tuning/visual.md", snippet):
        block, words = step.split(":", 1)
        assert all(bits == found[block] for bits in re.findall(r"\d+\.\d+", words))


def test_ranks_are_done_when_they_say():
    snippet = "fine-tuning/all_ranks_generate_until_the_last_is_done"
    tokens, passes = map(int, re.findall(r"(\d) (?:tokens|passes)", printed(snippet)[0]))
    (step,) = steps("fine-tuning/visual.md", snippet)
    assert f"Rank 0 is done after {WORDS[tokens]} tokens, and still meets rank 1 in all {WORDS[passes]} passes" in step
    snippet = "errors/longer_answer_waits_for_its_layers"
    (tokens,) = map(int, re.findall(r"(\d) tokens", printed(snippet, rank=1)[0]))
    (step,) = steps("errors/generate-hangs.md", snippet)
    assert f"Rank 1 is done after {WORDS[tokens]} tokens" in step


def test_trainers_send_what_inference_holds():
    snippet = "fine-tuning/weights_travel_to_inference_in_another_layout"
    (step,) = steps("fine-tuning/visual.md", snippet)
    assert "holds (2, 8) of (4, 8)" in printed(snippet)[0]
    assert "gather their rows" in step
    assert "holds (4, 4) of (4, 8)" in printed(snippet, rank=2)[0]
    assert "each sends columns to one rank" in step
