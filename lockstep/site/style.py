"""The styles of a site that is not this one: how runs and questions look, in the colours of its own theme."""

from __future__ import annotations

import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

_RUNS = ("/* A run: ", "/* The head of an error entry")  # where the rules for runs begin and end in our own styles
_RANKS = re.compile(r"(?m)(?:^ +--ls-[rb]\d: .*\n)+")  # the colours of ranks: for light first, then for dark
_BASE = """\
/* Runs and questions of Lockstep. The colours are those of the theme, but for one a rank. */
:root, [data-md-color-scheme] {
  --ls-beat: 0.4rem; --ls-card: 0.76rem; --ls-small: 0.7rem; --ls-tiny: 0.64rem; --ls-mono: 0.66rem; --ls-round: 0.1rem;
  --ls-pad: 0.8rem; --ls-line: var(--md-default-fg-color--lightest, #ddd); --ls-panel: var(--md-default-bg-color, #fff);
  --ls-quiet: var(--md-default-fg-color--light, #555);
}
"""
_CARDS = """\
.md-typeset :is(.ls-run, .ls-q) {
  margin: 1.2rem 0 1.6rem; border: 1px solid var(--ls-line); border-radius: var(--ls-round);
}
.md-typeset :is(.ls-file, .ls-trace) > summary { background: transparent; }
.ls-veil-all, .ls-veil { display: none; } /* their script is not here */
.ls-twice { display: none; } /* the question above shows the same code */
.ls-plain { /* a theme other than Material: the colours that Material gives */
  --md-accent-fg-color: #1f5fa8; --md-default-fg-color: #222; --md-default-fg-color--light: #555;
  --md-default-fg-color--lightest: #ddd; --md-default-bg-color: #fff; --md-code-font-family: monospace;
  --md-code-bg-color: #f5f5f5; --md-code-hl-color: #1f5fa8; --md-code-hl-color--light: #1f5fa81a;
}
"""


def assets() -> Traversable:
    """The folder of our scripts and styles: part of an installed package, and docs/assets in a checkout."""
    checkout = Path(__file__).parents[2] / "docs/assets"
    return checkout if (checkout / "lockstep.css").is_file() else resources.files("lockstep.assets")


def style() -> str:
    """The text of the stylesheet."""
    ours = (assets() / "lockstep.css").read_text("utf-8")
    light, dark, *_ = _RANKS.findall(ours)
    begin, end = _RUNS
    runs = begin + ours.partition(begin)[2].partition(end)[0]
    questions = (assets() / "question.css").read_text("utf-8")
    palette = f":root, [data-md-color-scheme] {{\n{light}}}\n[data-md-color-scheme=slate] {{\n{dark}}}\n"
    return "\n".join([_BASE + palette, runs, questions, _CARDS])
