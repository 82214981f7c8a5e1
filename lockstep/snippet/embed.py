"""Read the body of a `run` fence: the name of a snippet, a region of it, and the parts to show. Runs nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lockstep.problem import BlockProblem, did_you_mean

OPTIONS = {"region": None, "from": None, "show": ("all", "code", "output"), "stderr": ("true", "false")}


@dataclass(frozen=True)
class Embed:
    """The parsed body of a `run` fence.

    Attributes:
        name: name of the snippet, such as "ddp/averages_gradients.py".
        region: the region to show; empty for the whole file.
        before: the snippet from which the difference is shown; empty to show the code.
        show: "all", "code" or "output".
        stderr: whether what ranks wrote to standard error is shown too.
        problems: what is wrong with the body.
    """

    name: str = ""
    region: str = ""
    before: str = ""
    show: str = "all"
    stderr: bool = False
    problems: tuple[BlockProblem, ...] = ()

    @property
    def anchor(self) -> str:
        """The id of the run on its page, such as "run-ddp-averages-gradients-step"."""
        shown = "" if self.show == "all" else self.show
        words = [self.name.removesuffix(".py"), self.region, shown]
        return re.sub(r"[^a-z0-9]+", "-", " ".join(["run", *filter(None, words)]).lower())


def parse_embed(body: Sequence[str]) -> Embed:
    """Read the body of a `run` fence: the snippet on the first line, then `option: value` lines."""
    name, values, problems = "", {}, []
    for number, line in enumerate(body):
        if not line.strip():
            continue
        if not name:
            name = line.strip()
            continue
        option, colon, value = (part.strip() for part in line.partition(":"))
        allowed = OPTIONS.get(option)
        if option not in OPTIONS or not colon:
            problems.append((number, f"a run fence has no option {option!r}.", did_you_mean(option, OPTIONS)))
        elif option in values:
            problems.append((number, f"the option {option!r} stands twice.", "Keep one."))
        elif not value or (allowed and value not in allowed):
            todo = f"Give it one of: {', '.join(allowed)}." if allowed else "Give it a value."
            problems.append((number, f"{option}: {value!r} is wrong.", todo))
        else:
            values[option] = value
    if not name:
        problems.append((0, "a run fence names no snippet.", "Write its path on the first line, such as ddp/step.py."))
    return Embed(
        name=name,
        region=values.get("region", ""),
        before=values.get("from", ""),
        show=values.get("show", "all"),
        stderr=values.get("stderr") == "true",
        problems=tuple(problems),
    )
