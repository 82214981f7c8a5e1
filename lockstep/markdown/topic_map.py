"""The `map` fence of the home page: the topics in the order of the navigation, and what each one builds on.

Each topic has a `name` as the navigation has it, a sentence (`says`), if it builds on others, `after`, and in `paths`
which place it has on a path through the map, such as `{fits: 2}`. The map is drawn in columns: a topic stands to the
right of all that it builds on. On a narrow screen it is a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from markupsafe import Markup

from lockstep.markdown import practice
from lockstep.markdown.conversion import Conversion
from lockstep.page import Fence
from lockstep.problem import BlockProblem, LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import yaml_lines

HOME = "docs/index.md"
LONGEST = 100  # characters of a sentence: a column has room for four lines of it
MOST = 8, 10  # columns, and topics in one of them: the style sheet has places for no more
_KEYS = ("name", "says", "after", "paths")
PATHS = {"fits": "My model fits on one GPU", "big": "My model does not fit", "cluster": "I operate the cluster"}
_ROOM = 0.12  # of a column, between a topic and the next column, where the lines run


@dataclass(frozen=True, kw_only=True)
class Topic:
    """A topic on the map. `line` is where the fence names it, counted from the first line of its body."""

    slug: str
    name: str
    says: str
    after: tuple[str, ...]
    line: int
    paths: tuple[tuple[str, int], ...] = ()


def topics(project: Project) -> list[Topic]:
    """The topics of the map as far as they can be read; none where there is no map."""
    return [topic for fence in _fences(project, HOME) for topic in _known(project, fence)]


def _fences(project: Project, path: str) -> list[Fence]:
    page = project.pages.get(path)
    return [fence for fence in page.ours if fence.kind == "map"] if page else []


def _known(project: Project, fence: Fence) -> list[Topic]:
    """The topics of a map, read once: every page asks for them."""
    key = ("map", *fence.body)
    if key not in project.kept:
        project.kept[key] = _read(fence, [])
    return project.kept[key]


def _read(fence: Fence, problems: list[BlockProblem]) -> list[Topic]:
    table = yaml_lines.parse(fence.body, problems)
    return [_topic(slug, table[slug], table.lines[slug], problems) for slug in table]


def _topic(slug: str, fields: Any, line: int, problems: list[BlockProblem]) -> Topic:
    if not isinstance(fields, yaml_lines.Table):
        problems.append((line, f"{slug} is no topic with keys.", "Write 'name:' and 'says:' below it, indented."))
        fields = yaml_lines.Table()
    else:
        for key in fields.keys() - set(_KEYS):
            problems.append((fields.lines[key], f"a topic has no key {key!r}.", did_you_mean(key, _KEYS)))
        for key in ("name", "says"):
            if not isinstance(fields.get(key, ""), str) or not fields.get(key):
                problems.append((line, f"{slug} has no {key!r}.", f"Add '{key}: …'."))
    after, says = fields.get("after", []), str(fields.get("says", ""))
    if not isinstance(after, list) or not all(isinstance(each, str) for each in after):
        problems.append((fields.lines["after"], "after is no list.", "Write 'after: [ddp]'."))
        after = []
    paths = fields.get("paths", {})
    if not _are_places(paths):
        known = ", ".join(PATHS)
        problems.append((fields.lines["paths"], "paths names no places.", f"Write 'paths: {{fits: 2}}', of {known}."))
        paths = {}
    if len(says) > LONGEST:
        todo = f"Say it in {LONGEST}."
        problems.append((fields.lines["says"], f"the sentence has {len(says)} characters.", todo))
    name, places = str(fields.get("name", slug)), tuple((str(path), int(place)) for path, place in paths.items())
    return Topic(slug=slug, name=name, says=says, after=tuple(map(str, after)), line=line, paths=places)


def _are_places(paths: Any) -> bool:
    return isinstance(paths, Mapping) and all(path in PATHS and str(place).isdecimal() for path, place in paths.items())


def problems(project: Project) -> Iterator[Problem]:
    """What is wrong with the map of a project: its words, topics that are not there, circles, a second map."""
    for path in project.pages:
        for fence in _fences(project, path):
            yield from _problems(project, path, fence)


def _problems(project: Project, path: str, fence: Fence) -> list[Problem]:
    found: list[BlockProblem] = []
    if path != HOME or fence is not _fences(project, HOME)[0]:
        found.append((-1, "there is one map, on the home page.", "Take this one out."))
    on_map = _read(fence, found)
    known = [topic.slug for topic in on_map]
    folders = {page.split("/")[1] for page in project.texts if page.count("/") == 2}
    for topic in on_map:
        if f"docs/{topic.slug}/index.md" not in project.texts:
            found.append((topic.line, f"no topic {topic.slug}.", did_you_mean(topic.slug, folders)))
        for before in topic.after:
            if before not in known:
                found.append((topic.line, f"{before} is not on the map.", did_you_mean(before, known)))
    if not found and (circle := _circle(on_map)):
        what = f"these build on each other: {', '.join(topic.slug for topic in circle)}."
        found.append((circle[0].line, what, "Take an 'after' away."))
    if not found and any(size > most for size, most in zip(_size(on_map), MOST, strict=True)):
        found.append((-1, f"the map has more than {MOST[0]} columns or {MOST[1]} topics in one.", "Build on less."))
    return fence.placed(path, found)


def _circle(on_map: Sequence[Topic]) -> list[Topic]:
    """Topics that can stand in no column, because what they build on builds on them."""
    placed, left = set[str](), list(on_map)
    while ready := [topic for topic in left if placed.issuperset(topic.after)]:
        placed |= {topic.slug for topic in ready}
        left = [topic for topic in left if topic not in ready]
    return left


def columns(on_map: Sequence[Topic]) -> list[list[Topic]]:
    """The topics in columns, each to the right of what it builds on and beside it, else in the order of the map."""
    depth: dict[str, int] = {}
    left = list(on_map)
    while left:
        topic = next(each for each in left if all(before in depth for before in each.after))
        depth[topic.slug] = 1 + max((depth[before] for before in topic.after), default=-1)
        left.remove(topic)
    found: list[list[Topic]] = []
    places: dict[str, int] = {}
    for number in range(max(depth.values(), default=-1) + 1):
        column = [topic for topic in on_map if depth[topic.slug] == number]
        column.sort(key=lambda topic: fmean([places[before] for before in topic.after] or [0.0]))
        places |= {topic.slug: row for row, topic in enumerate(column)}
        found.append(column)
    return found


def _size(on_map: Sequence[Topic]) -> tuple[int, int]:
    found = columns(on_map)
    return len(found), max(map(len, found), default=0)


def direct(on_map: Sequence[Topic]) -> list[tuple[str, str]]:
    """Pairs of a topic and one that builds on it, without those that follow from two others."""
    after = {topic.slug: topic.after for topic in on_map}

    def behind(slug: str) -> set[str]:
        return {each for before in after[slug] for each in (before, *behind(before))}

    return [
        (before, topic.slug)
        for topic in on_map
        for before in topic.after
        if not any(before in behind(other) for other in topic.after)
    ]


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """The map as Markdown: a list of the topics, with the lines between them drawn behind.

    Raises:
        LockstepError: something is wrong with it.
    """
    if wrong := _problems(conversion.project, conversion.path, fence):
        raise LockstepError(wrong)
    on_map = _read(fence, [])
    found = columns(on_map)
    rows = max(map(len, found))
    places = {
        topic.slug: (column, 2 * row + 1)  # two rows of the grid for each
        for column, topics in enumerate(found, 1)
        for row, topic in enumerate(topics)
    }
    lines = ['<div class="ls-chart" markdown="1">', "", *_paths(on_map), '<div class="ls-map" markdown="1">', ""]
    lines += [_drawn(direct(on_map), places, len(found), 2 * rows), ""]
    lines += ['<ul markdown="1">']
    for topic in on_map:
        lines += _item(conversion.project, topic, {each.slug: each.name for each in on_map}, *places[topic.slug])
    return ["", *lines, "</ul>", "", "</div>", "", "</div>", ""]


def _paths(on_map: Sequence[Topic]) -> list[str]:
    """A choice of paths, of which the style sheet shows one; nothing where no topic is on one."""
    if not any(topic.paths for topic in on_map):
        return []
    choice = Markup('<label><input type="radio" name="ls-path" value="{}"{}> {}</label>')
    choices = [choice.format("", Markup(" checked"), "All topics")]
    choices += [choice.format(path, "", says) for path, says in PATHS.items()]
    legend = Markup("<legend>Show a path</legend>")
    return [str(Markup('<fieldset class="ls-paths">{}{}</fieldset>').format(legend, Markup("").join(choices))), ""]


def _item(project: Project, topic: Topic, names: Mapping[str, str], column: int, row: int) -> list[str]:
    after = " and ".join(f"[{names[before]}]({before}/index.md)" for before in topic.after)
    bar = practice.progress(project, topic.slug)
    cards = f" [Cards]({topic.slug}/recall.md)" if f"docs/{topic.slug}/recall.md" in project.pages else ""
    return [
        str(Markup('<li class="ls-column-{} ls-row-{}" markdown="block">').format(column, row)),
        f"**[{topic.name}]({topic.slug}/index.md)**{_steps(topic)}",
        "",
        topic.says + (str(Markup(" <span>After {}.</span>").format(after)) if after else ""),
        "",
        f"{bar}{cards}",
        "</li>",
    ]


def _steps(topic: Topic) -> Markup:
    step = Markup(' <i class="ls-step ls-path-{0}" title="{1}. on this path">{1}</i>')
    return Markup("").join(step.format(path, place) for path, place in topic.paths)


def _drawn(lines: Sequence[tuple[str, str]], places: Mapping[str, tuple[int, int]], width: int, height: int) -> str:
    """The lines of the map in a drawing that is stretched behind it: a unit is a column wide and half a topic high."""
    paths = Markup("")
    for before, topic in lines:
        (left, top), (right, bottom) = places[before], places[topic]
        drawn = f"M{left - _ROOM:g} {top}"
        if right > left + 1:  # between the topics of the columns that it crosses, not behind one
            gap = bottom + (1 if top >= bottom else -1)
            drawn += _bend(left, top, gap) + f"H{right - 1 - _ROOM:g}"
            top = gap
        drawn += _bend(right - 1, top, bottom)
        paths += Markup('<path vector-effect="non-scaling-stroke" d="{}"/>').format(drawn)
    box = f"0 0 {width} {height}"
    svg = Markup(
        '<svg aria-hidden="true" fill="none" stroke-width="1.5" viewBox="{}" preserveAspectRatio="none">{}</svg>'
    )
    return Markup("<div>{}</div>").format(svg.format(box, paths))


def _bend(right: int, start: int, end: int) -> str:
    """The curve from one height to another, in the room to the left of a column."""
    middle = right - _ROOM / 2
    return f"C{middle:g} {start} {middle:g} {end} {right} {end}"
