"""The `schedule-player` fence: a reader chooses a schedule of a pipeline, ranks and micro-batches, and sees a timeline.

Its one line names the program that ran each size and printed what each rank did. `docs/assets/schedule-player.js`
places these actions in time as `place` does here; a test compares the two. Without a script and on paper it is a table
of all sizes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from lockstep.markdown.inline import json_script
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, command, did_you_mean
from lockstep.project import Project
from lockstep.question.programs import record_of
from lockstep.record.record import Record

ID = "schedule-player"
TITLE = "What each rank does, and when"
COST = {"F": 1, "B": 2, "I": 1, "W": 1}  # slots of a forward, a whole backward, its halves for inputs and for weights
_LINE = re.compile(r"rank (\d+): (\w+), p (\d+), m (\d+), stages \[([\d, ]*)\]: (?:refused|((?:[FBIWfbiw][0-9a-f])+))")
_ACTION = re.compile(r"([A-Za-z])(.)")
Size = tuple[str, int, int]  # schedule, ranks, micro-batches


@dataclass(frozen=True)
class Rank:
    """One rank of a run: its stages, and its actions as `F0f1b1B0`, where a small letter is of its later stage."""

    stages: tuple[int, ...]
    actions: str

    def __iter__(self) -> Iterator[tuple[str, int, int]]:
        """Each action: its kind, its stage, its micro-batch."""
        for letter, number in _ACTION.findall(self.actions):
            yield letter.upper(), self.stages[letter.islower()], int(number, 16)


@dataclass(frozen=True)
class Timeline:
    """A run in slots, if sending takes no time. A forward of all layers of a rank is one slot, a backward two.

    Attributes:
        starts: of each action, by rank.
        length: until the last rank is done.
        idle: by rank.
        stored: the most micro-batches by rank whose backward is not complete, in units of all its layers.
    """

    starts: list[list[float]]
    length: float
    idle: list[float]
    stored: list[float]


def problems(project: Project) -> list[Problem]:
    """What is wrong with the fences of a project."""
    found = list[Problem]()
    for path, fence in project.blocks("schedule-player"):
        try:
            _runs(project, path, fence)
        except LockstepError as error:
            found += error.problems
    return [*found, *project.further("schedule-player")]


def html(project: Project, path: str, fence: Fence) -> Markup:
    """Render one fence. `path` is its page.

    Raises:
        LockstepError: something is wrong with it.
    """
    runs = _runs(project, path, fence)
    data = {" ".join(map(str, size)): [[rank.stages, rank.actions] for rank in ranks] for size, ranks in runs.items()}
    return Markup(  # in a <div>, because Markdown puts unknown elements into a paragraph
        '<div><ls-schedule id="{id}" role="group" aria-labelledby="{id}-title">'
        '<p class="ls-schedule-title" id="{id}-title">{title}</p>{table}{script}</ls-schedule></div>'
    ).format(id=ID, title=TITLE, table=_table(runs), script=json_script("application/json", data))


def _runs(project: Project, path: str, fence: Fence) -> dict[Size, list[Rank]]:
    """What each rank did, by size; an empty list where torch refused the size.

    Raises:
        LockstepError: the fence names no program that printed it.
    """
    name = " ".join(fence.body).strip()
    snippet = project.find(name)
    record = record_of(project, snippet) if snippet else None
    if snippet is None:
        what, todo = f"no snippet {name}.", did_you_mean(name, project.snippets)
    elif record is None:
        what, todo = f"{name} has no current record.", f"Run: {command('record', name)}"
    elif found := read(record):
        return found
    else:
        what, todo = f"{name} prints no actions of ranks.", "Print 'rank 0: GPipe, p 2, m 4, stages [0]: F0F1…'."
    raise LockstepError([Problem(path, fence.line + 1, f"schedule-player: {what}", todo)])


def read(record: Record) -> dict[Size, list[Rank]]:
    """The runs that a program printed, by size."""
    found = dict[Size, list[Rank]]()
    for ran in record.ranks:
        for number, name, p, m, stages, actions in _LINE.findall("\n".join(ran.stdout)):
            ranks = found.setdefault((name, int(p), int(m)), [])
            if actions and int(number) == len(ranks):
                ranks.append(Rank(tuple(map(int, stages.split(","))), actions))
    return found


def place(ranks: Sequence[Rank]) -> Timeline:
    """When each action starts: as soon as its rank is free and its input is there."""
    each = 1 / len(ranks[0].stages)
    last = max(max(rank.stages) for rank in ranks)
    todo = [list(rank) for rank in ranks]
    starts, free, done = [list[float]() for _ in ranks], [0.0] * len(ranks), dict[tuple[str, int, int], float]()
    moved = True
    while moved:
        moved = False
        for rank, actions in enumerate(todo):
            while len(starts[rank]) < len(actions):
                kind, stage, number = actions[len(starts[rank])]
                before = stage - 1 if kind == "F" else stage + 1
                needs = "F" if kind == "F" else "B", before, number
                if kind != "W" and 0 <= before <= last and needs not in done:
                    break
                start = max(free[rank], 0 if kind == "W" else done.get(needs, 0))
                starts[rank].append(start)
                free[rank] = start + COST[kind] * each
                done["B" if kind == "I" else kind, stage, number] = free[rank]
                moved = True
    length = max(free)
    busy = [sum(COST[kind] for kind, *_ in actions) * each for actions in todo]
    return Timeline(starts, length, [length - one for one in busy], [_stored(actions) * each for actions in todo])


def _stored(actions: Sequence[tuple[str, int, int]]) -> int:
    """The most forwards whose backward is not complete."""
    now = most = 0
    for kind, *_ in actions:
        now += {"F": 1, "I": 0}.get(kind, -1)
        most = max(most, now)
    return most


def _table(runs: dict[Size, list[Rank]]) -> Markup:
    """The idle share of all time and the micro-batches on the fullest rank, by size."""
    names = list(dict.fromkeys(name for name, *_ in runs))
    sizes = dict.fromkeys((p, m) for _, p, m in runs)
    head = Markup("").join(Markup('<th scope="col">{}</th>').format(name) for name in ("ranks · micro-batches", *names))
    row = Markup('<tr><th scope="row">{} · {}</th>{}</tr>')
    cell = Markup("<td>{}</td>")
    rows = (row.format(p, m, Markup("").join(cell.format(_said(runs[name, p, m])) for name in names)) for p, m in sizes)
    return Markup(
        '<details class="ls-schedule-cases" open><summary>Idle of all time, micro-batches stored at most</summary>'
        "<table><thead><tr>{}</tr></thead><tbody>{}</tbody></table></details>"
    ).format(head, Markup("").join(rows))


def _said(ranks: Sequence[Rank]) -> str:
    if not ranks:
        return "refused"
    line = place(ranks)
    return f"{100 * sum(line.idle) / len(ranks) / line.length:.1f} %, {max(line.stored):g}"
