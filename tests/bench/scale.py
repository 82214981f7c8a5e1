"""How much a benchmark measures: all of it, or the least that reaches each of its lines."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Scale:
    """Sizes and repetitions.

    Attributes:
        runs: of one snippet, of which the median counts; `jobs` those of the job of four ranks.
        sample: `$` lines that stand for all; 0 for every one.
        builds: of the site, of which the median counts; `rounds` those of pages of questions, the least of them.
        projects: how many snippets and pages each synthetic project has.
        questions: how many on how many pages, and what to call it.
        visits: of a page in a browser.
        smoke: of a small site, without the peers where they are not installed.
    """

    runs: int = 10
    jobs: int = 5
    job: str = "ddp/averages_gradients.py"
    sample: int = 12
    builds: int = 5
    projects: tuple[int, ...] = (10, 100, 1000)
    questions: tuple[tuple[int, int, str], ...] = (
        (1, 1, "1 question, CPU ms of the whole build"),
        (100, 1, "100 questions on a page, CPU ms each"),
        (1000, 100, "1,000 questions on 100 pages, CPU ms each"),
        (400, 1, "400 questions on a page, CPU ms each"),
    )
    rounds: int = 3
    visits: int = 3
    smoke: bool = False


SMOKE = Scale(
    runs=1,
    jobs=1,
    job="ddp/wrapping_needs_a_group.py",
    sample=1,
    builds=1,
    projects=(2,),
    questions=Scale.questions[:2],
    rounds=1,
    visits=1,
    smoke=True,
)


_PAGE = """# A page

```run
{name}
```

```quiz
id: one
kind: card
level: beginner
ask: How many?
back: One.
proof: {name}
```
"""


@contextlib.contextmanager
def small(root: Path) -> Iterator[Path]:
    """A site of one page that shows one snippet of one process, with the tool and the settings of this checkout."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        shutil.copytree(root / "docs/assets", copy / "docs/assets")
        shutil.copytree(root / "lockstep", copy / "lockstep", ignore=shutil.ignore_patterns("__pycache__"))
        config = (root / "mkdocs.yml").read_text("utf-8")
        start, end = config.index("nav:\n"), config.index("markdown_extensions:\n")
        (copy / "mkdocs.yml").write_text(config[:start] + config[end:], "utf-8")
        (copy / "docs/index.md").write_text(_PAGE.format(name=SMOKE.job), "utf-8")
        for path in (SMOKE.job, f"recorded/cpu/{SMOKE.job.removesuffix('.py')}.json"):
            (copy / "snippets" / path).parent.mkdir(parents=True)
            shutil.copy(root / "snippets" / path, copy / "snippets" / path)
        yield copy
