"""The rules for what the site says of torch: each kind of mistake is told once, at its line."""

from __future__ import annotations

import pytest

from lockstep.question import torch_source
from lockstep.record.record import RankRecord
from lockstep.rules import citations

SAMPLER = "utils/data/distributed.py"
ROW = f'{{file: {SAMPLER}, symbol: DistributedSampler.__init__, parameter: shuffle, value: "True", pages: %s}}'


@pytest.fixture
def told(sandbox):
    """A function from a page, and the rows of a fence on another one, to all that the rules say."""

    sandbox.snippet('print("mean 2.5")', "ddp/averages.py")
    sandbox.recorded("ddp/averages.py", ranks=(RankRecord(0, ("mean 2.5",), ()),))

    def told(text: str, rows: str = "") -> list[str]:
        sandbox.page(f"# Page\n\n{text}\n", "ddp/index.md")
        sandbox.page(f"# Defaults\n\n```torch\n{rows}\n```\n" if rows else "# Home\n")
        return [str(problem) for rule in citations.RULES for problem in rule(sandbox.project)]

    return told


def cite(symbol: str = "DistributedSampler.__iter__", words: str = "g.manual_seed(self.seed + self.epoch)") -> str:
    return f'[`torch/{SAMPLER}`](torch:{SAMPLER}#{symbol} "{words}")'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (cite(), None),
        (cite("DistributedSampler.gone"), "which has no 'gone'"),
        (cite(words="g.manual_seed(0)"), "does not say 'g.manual_seed(0)'"),
        (cite("", ""), "names no file or no symbol"),
        (cite(words="g.manual_seed(0)").replace("[`", "[30 times `"), "30 of '30 times `torch/"),
        (f"See `torch/{SAMPLER}`.", f"torch/{SAMPLER} is named but not cited"),
        ("See torch/nn/gone.py.", "which is not in the installed torch"),
        ("See distributed.py:120.", "'distributed.py:120' is a bare line number"),
        ("See `reducer.cpp`, line 7.", "is a bare line number"),
        (f"[a](https://github.com/a/b/blob/{'0' * 40}/c/d.py#L7), [b](https://github.com/a/b/blob/v1.2/d.py#L7)", None),
        ("[a](https://github.com/a/b/blob/main/c/d.py#L7)", "is a bare line number"),
        (f"[a](https://github.com/pytorch/pytorch/blob/{'0' * 40}/torch/d.py#L7)", "is a bare line number"),
        ("```\ndistributed.py:120\n```", None),  # what a program prints
    ],
)
def test_a_citation_is_looked_up(told, text, said):
    problems = told(text)
    assert bool(problems) is bool(said)
    if said:
        assert any(said in problem and problem.startswith("docs/ddp/index.md:3: ") for problem in problems)


SHUFFLES = "A sampler shuffles by default."
BOUND = "{ddp/index.md: [A sampler shuffles by default]}"
PROGRAM = "programs:\n- {program: ddp/%s.py, check: '%s', pages: {ddp/index.md: [It warns of the size]}}"


@pytest.mark.parametrize(
    ("text", "rows", "said"),
    [
        (SHUFFLES, f"defaults:\n- {ROW % BOUND}", None),
        (
            SHUFFLES,
            f"defaults:\n- {ROW.replace('True', 'False') % BOUND}",
            "docs/index.md:5: shuffle of DistributedSampler.__init__ is True by default, not False."
            " It is stated on docs/ddp/index.md.",
        ),
        (
            SHUFFLES,
            f"defaults:\n- {ROW.replace('shuffle', 'gone') % BOUND}",
            "which has no such default. It is stated on docs/ddp/index.md.",
        ),
        (
            "It shuffles.",
            f"defaults:\n- {ROW % BOUND}",
            "docs/index.md:5: docs/ddp/index.md does not say 'A sampler shuffles by default'.",
        ),
        (f"{SHUFFLES} {SHUFFLES}", f"defaults:\n- {ROW % BOUND}", "stands 2 times on docs/ddp/index.md."),
        (SHUFFLES, f"defaults:\n- {ROW % '{ddp/index.md: [by default]}'}", "'by default' is short. Name 4 words"),
        (
            f"{SHUFFLES} It warns.",
            f"defaults:\n- {ROW % BOUND}",
            "docs/ddp/index.md:3: 'warns' is bound to nothing in torch.",
        ),
        ("It warns of it.", "others:\n- {why: of another tool, pages: {ddp/index.md: [It warns of it]}}", None),
        ("It warns.", f"warnings:\n- {{file: {SAMPLER}, symbol: DistributedSampler, words: no such}}", "does not say"),
        ("It warns of the size.", PROGRAM % ("averages", 'says("mean 2.5")'), None),
        ("It warns of the size.", PROGRAM % ("averages", 'says("mean 3.5")'), "does not do what this says"),
        ("It warns of the size.", PROGRAM % ("gone", 'says("mean 2.5")'), "ddp/gone.py is no program on record."),
        ("It warns of the size.", PROGRAM % ("averages", "2 +"), "the check '2 +' is no arithmetic."),
        ("It warns of the size.", PROGRAM % ("averages", "2"), "does not do what this says"),
    ],
)
def test_a_statement_is_bound_to_a_row(told, text, rows, said):
    problems = told(text, rows)
    assert bool(problems) is bool(said)
    if said:
        assert any(said in problem for problem in problems)


def test_without_torch_only_the_form_is_checked_and_that_is_told(told, sandbox, monkeypatch):
    monkeypatch.setattr(torch_source, "_folder", lambda: None)
    assert told(cite(words="no such words")) == []
    assert citations.unchecked(sandbox.project) == "1 citations of torch were not checked: it is not installed."
    monkeypatch.undo()
    assert citations.unchecked(sandbox.project) == ""


QUOTED = """
```error
strikes = "data"
says = ["Attempted to get default timeout"]
cause = "No NCCL."
fix = "Use gloo."

[quoted]
file = "torch/distributed/distributed_c10d.py"
%s
text = "%s"
```
"""


@pytest.mark.parametrize(
    ("place", "message", "said"),
    [
        (
            'symbol = "_get_default_timeout"',
            "Attempted to get default timeout for nccl backend",
            "prints no such message",
        ),
        (
            'symbol = "_get_default_timeout"',
            "Attempted to get default timeout for nccl backend, but NCCL support is not compiled",
            None,
        ),
        ('symbol = "_get_timeout"', "Attempted", "which has no '_get_timeout'"),
        ("line = 12", "Attempted", "names no symbol"),
    ],
)
def test_a_quotation_is_looked_up(sandbox, place, message, said):
    sandbox.page(f"# Attempted\n{QUOTED % (place, message)}", "errors/no-nccl.md")
    problems = [str(problem) for rule in citations.RULES for problem in rule(sandbox.project)]
    assert bool(problems) is bool(said)
    if said:
        assert any(said in problem and problem.startswith("docs/errors/no-nccl.md:") for problem in problems)
