"""The lanes of ranks, from a trace: where each rank runs, where it waits and for whom, and where the ranks meet.

Places follow the order that collectives and messages force, so times are not to scale, and the drawing says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from textwrap import wrap

from lockstep.drawings import meetings
from lockstep.drawings.canvas import BadDrawing
from lockstep.drawings.meetings import Meet, Meeting
from lockstep.drawings.wide_canvas import WideCanvas, width_of
from lockstep.record.trace import Lane, Trace

_LEFT, _RIGHT = 17.0, 98.0  # percent: the lanes
_LANE, _ROW, _BAR = 44, 17, 10  # pixels: from lane to lane, from line to line of text, height of a bar
_MOST, _NAMES = 8, 6  # meetings, half of it where a hang needs room; lines of names
_WIDEST = 38  # characters of a note
_WAITING, _RUNNING = 6, 2  # the widest step in moments, where some rank waits and where none does
_OPEN = 0.6  # share of the lanes that a wait without an end has

Lines = Sequence[tuple[float, float]]  # from where to where lines run, in percent
Row = tuple[float, float, int, Meeting, str]  # from and to in percent, line of text counted from below, its anchor


def draw(trace: Trace, code: Sequence[str] = (), value: str = "", lines: Sequence[str] = ()) -> WideCanvas:
    """A lane for each rank; `code` is the lines of the program.

    Args:
        value: a name whose values are written below the lanes; without it, what goes into a collective and comes out.
        lines: texts of lines of the program; with them, only the meetings of these lines are drawn.

    Raises:
        BadDrawing: no rank meets another at a line that a text of `lines` names.
    """
    for text in lines:
        if not meetings.of(trace, code, [text]):
            raise BadDrawing(f"no ranks meet at a line with {text!r}")
    found = meetings.of(trace, code, lines)
    first, shown = _told(found, trace.end == "hang")
    shown = _side_by_side(shown)
    part = f"Meetings {first + 1} to {first + len(shown)} of {len(found)}." if len(found) > len(shown) else ""
    part = part or ("Other lines are left out." if lines else "")
    notes = [line for note in [*_notes(trace, shown, value), part] for line in wrap(note, _WIDEST)]
    places = _places(trace, shown)
    rows = _named(shown, places)
    top = _ROW * (max((row for _, _, row, _, _ in rows), default=-1) + 1) + 10
    canvas = WideCanvas(top + _LANE * len(trace.lanes) + _ROW * len(notes) + 8)
    for meeting in shown:
        _join(canvas, meeting, places, top)
    for _, _, row, meeting, anchor in rows:
        _name(canvas, meeting, anchor, top - 10 - _ROW * row, _middle(top, min(meeting.ranks)), places)
    for rank, lane in enumerate(trace.lanes):
        values = meetings.values(trace, rank, value) if value else meetings.given_and_got(shown, rank)
        _lane(canvas, rank, lane, shown, places, _middle(top, rank))
        _write_values(canvas, rank, values, shown, places, _middle(top, rank))
    for number, note in enumerate(notes):
        canvas.words(1, top + _LANE * len(trace.lanes) + _ROW * (number + 1), note, "quiet")
    canvas.values = _in_words(trace, shown)
    return canvas


def _told(found: Sequence[Meeting], is_hang: bool) -> tuple[int, Sequence[Meeting]]:
    """The meetings that are drawn and how many come before.

    Of a hang the last ones, else those with the most waiting, and of these the most different ones.
    """
    if is_hang:
        first = max(0, len(found) - _MOST // 2)
        return first, found[first:]
    waits = [sum(bool(meet.waits_for) for meet in meeting.meets) for meeting in found]
    kinds = [(meeting.name, meeting.note, meeting.ranks) for meeting in found]

    def told(start: int) -> tuple[int, int, int]:
        part = slice(start, start + _MOST)
        return sum(waits[part]), len(set(kinds[part])), -start

    first = max(range(max(1, len(found) - _MOST + 1)), key=told)
    return first, found[first : first + _MOST]


def _side_by_side(shown: Sequence[Meeting]) -> list[Meeting]:
    """The meetings, those at one moment apart where the lanes of their ranks interleave: their lines would be one."""
    result: list[Meeting] = []
    for meeting in shown:
        while any(_are_one_line(meeting, other) for other in result):
            later = [replace(m, enter=m.enter + 0.5, leave=m.leave and m.leave + 0.5) for m in meeting.meets]
            meeting = replace(meeting, meets=tuple(later))
        result.append(meeting)
    return result


def _are_one_line(one: Meeting, other: Meeting) -> bool:
    is_same_moment = max(m.leave or m.enter for m in one.meets) == max(m.leave or m.enter for m in other.meets)
    between = max(min(one.ranks), min(other.ranks)), min(max(one.ranks), max(other.ranks))
    return is_same_moment and between[0] < between[1]


def _middle(top: float, rank: int) -> float:
    return top + _LANE * rank + 24


def _places(trace: Trace, shown: Sequence[Meeting]) -> dict[float, float]:
    """The x of each moment at which a rank begins, enters, leaves or ends, in percent."""
    meets = [meet for meeting in shown for meet in meeting.meets]
    waits = [(meet.enter, meet.leave) for meet in meets if meet.leave and meet.waits_for]
    first = min((meet.enter for meet in meets), default=2) - 2
    ends = {lane.at for lane in trace.lanes if not _stands(lane)}
    moments = {max(1, first)} | {moment for moment in ends if moment > first}
    moments |= {moment for meet in meets for moment in (meet.enter, meet.leave) if moment}
    ordered = sorted(moments)
    gaps = []
    for before, after in pairwise(ordered):
        is_waiting = any(enter <= before and after <= leave for enter, leave in waits)
        gaps.append(_WAITING if is_waiting else min(after - before, _RUNNING))
    right = _RIGHT - (_OPEN * (_RIGHT - _LEFT) if trace.end == "hang" else 0)
    unit, x, places = (right - _LEFT) / max(1, sum(gaps)), _LEFT, dict[float, float]()
    for moment, gap in zip(ordered, [*gaps, 0], strict=True):
        places[moment] = round(x, 1)
        x += gap * unit
    return places


def _x(meet: Meet, places: dict[float, float]) -> float:
    """Where the mark of a rank stands: where it leaves, or where it entered and stands for ever."""
    return places[meet.leave or meet.enter]


def _named(shown: Sequence[Meeting], places: dict[float, float]) -> list[Row]:
    """The place of each name above the lanes, that of a hang first. No line to a mark runs through a name.

    A name without a place is left out; the text alternative has them all.
    """
    rows: list[Row] = []
    for meeting in sorted(shown, key=lambda meeting: (not meeting.is_stuck, -_last_x(meeting, places))):
        x, wide = _last_x(meeting, places), width_of(meeting.name)
        lefts = {"middle": x - wide / 2, "start": x + 1, "end": x - 1 - wide}
        spans = [(left, row, anchor) for row in range(_NAMES) for anchor, left in lefts.items()]
        for left, row, anchor in spans:
            is_free = not any(_is_taken(left, row, wide, x, other, places) for other in rows)
            if 0 <= left <= 100 - wide and is_free:
                rows.append((left, left + wide, row, meeting, anchor))
                break
    return rows


def _last_x(meeting: Meeting, places: dict[float, float]) -> float:
    return max(_x(meet, places) for meet in meeting.meets)


def _is_taken(left: float, row: int, wide: float, x: float, other: Row, places: dict[float, float]) -> bool:
    """Whether a name at a place meets another one, or the line of one runs through the other."""
    start, stop, their_row, meeting, _ = other
    if row == their_row:
        return left < stop + 1 and start < left + wide + 1
    return start - 1 < x < stop + 1 if row > their_row else left - 1 < _last_x(meeting, places) < left + wide + 1


def _name(canvas: WideCanvas, meeting: Meeting, anchor: str, y: float, lane: float, places: dict[float, float]) -> None:
    x = _last_x(meeting, places)
    canvas.rule(x, y + 3 if anchor == "middle" else y - 10, x, lane, "quiet")
    beside = {"start": 1, "middle": 0, "end": -1}[anchor]
    canvas.words(x + beside, y, meeting.name, "hot" if meeting.is_stuck else "ink", anchor)


def _join(canvas: WideCanvas, meeting: Meeting, places: dict[float, float], top: float) -> None:
    """A line from rank to rank; dashed where the ranks made different calls."""
    points = [(_x(meet, places), _middle(top, meet.rank)) for meet in meeting.meets]
    for (x1, y1), (x2, y2) in pairwise(points):
        canvas.rule(x1, y1, x2, y2, "ink dash" if meeting.is_mixed else "ink")


def _lane(
    canvas: WideCanvas, rank: int, lane: Lane, shown: Sequence[Meeting], places: dict[float, float], y: float
) -> None:
    """A bar where the rank runs, stripes where it waits, a mark where it meets others, an end."""
    x, css = _LEFT, f"r{rank}"
    lines = _lines_below(rank - 1, shown, places), _lines_below(rank, shown, places)
    meets = [meet for meeting in shown for meet in meeting.meets if meet.rank == rank]
    canvas.words(1, y + 4, f"rank {rank}", css)
    for meet in meets:
        if meet.waits_for:
            _bar(canvas, x, places[meet.enter], y, css)
            x = places[meet.leave] if meet.leave else _RIGHT
            _wait(canvas, (places[meet.enter], x), y, css, meet, lines)
    last = max((_x(meet, places) for meet in meets), default=_LEFT)
    stop = last if _stands(lane) else places[lane.at]
    _bar(canvas, x, stop, y, css)
    if _stands(lane) and x < _RIGHT:
        _wait(canvas, (stop, _RIGHT), y, css, None, lines)
    elif not _stands(lane):
        canvas.rule(stop, y - 9, stop, y + 9, css)
    for meet in meets:
        canvas.dot(_x(meet, places), y, f"{css} soft" if meet.leave else "hot")


def _stands(lane: Lane) -> bool:
    return lane.end.startswith("waits for ever")


def _bar(canvas: WideCanvas, start: float, stop: float, y: float, css: str) -> None:
    if stop > start:
        canvas.bar(start, y - _BAR / 2, stop - start, _BAR, f"{css} full")


def _wait(
    canvas: WideCanvas, span: tuple[float, float], y: float, css: str, meet: Meet | None, lines: tuple[Lines, Lines]
) -> None:
    """Stripes, above them for whom the rank waits, below them in what call it stands for ever."""
    canvas.rule(span[0], y, span[1], y, f"{css} stripes")
    who = ", ".join(map(str, meet.waits_for)) if meet else ""
    texts = (f"waits for {ranks_in_words(meet.waits_for)}", f"waits for {who}") if meet else ("waits for ever",)
    _write_inside(canvas, span, y - 9, (*texts, "waits"), lines[0])
    if meet and not meet.leave:
        _write_inside(canvas, span, y + 18, (f"in {meet.call}",), lines[1])


def _write_inside(canvas: WideCanvas, span: tuple[float, float], y: float, texts: Iterable[str], lines: Lines) -> None:
    """The first of some texts for which there is room between two places and through which no line runs."""
    middle = sum(span) / 2
    for text in texts:
        half = width_of(text) / 2
        is_struck = any(left < middle + half and middle - half < right for left, right in lines)
        if 2 * half <= span[1] - span[0] - 3 and not is_struck:
            canvas.words(middle, y, text, "ink", "middle")
            return


def _write_values(
    canvas: WideCanvas,
    rank: int,
    values: Iterable[meetings.Moment],
    shown: Sequence[Meeting],
    places: dict[float, float],
    y: float,
) -> None:
    """Values below a lane, each beside its moment, as far as there is room and no line runs through it."""
    lines, last, free = _lines_below(rank, shown, places), "", _LEFT
    for moment, is_before, text in values:
        x = next((places[other] for other in sorted(places) if other >= moment), _RIGHT)
        left = x - 2 - width_of(text) if is_before else x + 2
        right = left + width_of(text)
        struck = any(start < right and left < stop for start, stop in lines)
        if text != last and left >= free and right <= 100 and not struck:
            at, anchor = (right, "end") if is_before else (left, "start")
            canvas.words(at, y + 18, text, f"r{rank}", anchor)
            last, free = text, right + 2


def _lines_below(rank: int, shown: Sequence[Meeting], places: dict[float, float]) -> Lines:
    """From where to where, in percent, lines run between a lane and the one below it, also those from names."""
    pairs = [
        (one, other) for meeting in shown for one, other in pairwise(meeting.meets) if one.rank <= rank < other.rank
    ]
    spans = [sorted((_x(one, places), _x(other, places))) for one, other in pairs]
    spans += [[_last_x(meeting, places)] * 2 for meeting in shown if min(meeting.ranks) > rank]
    return [(start - 0.5, stop + 0.5) for start, stop in spans]


def _notes(trace: Trace, shown: Sequence[Meeting], value: str) -> list[str]:
    """What stands below the lanes."""
    notes = [note for note in dict.fromkeys(meeting.note for meeting in shown) if note]
    ends: dict[str, list[int]] = {}
    for rank, lane in enumerate(trace.lanes):
        if lane.end != "has ended" and not _stands(lane):
            ends.setdefault(lane.end.split(":")[0], []).append(rank)
    notes += [f"{ranks_in_words(ranks).capitalize()}: {end}." for end, ranks in ends.items()]
    if value:
        notes.append(f"Numbers: {value}.")
    elif any(meetings.given_and_got(shown, rank) for rank in range(len(trace.lanes))):
        notes.append("Numbers: what goes in, what comes out.")
    waits = any(meet.waits_for for meeting in shown for meet in meeting.meets)
    apart = "" if shown else " The ranks never meet."
    return [*notes, f"Order, not time.{' Striped: it waits.' if waits else ''}{apart}"]


def ranks_in_words(ranks: Sequence[int]) -> str:
    """Such as "rank 2" or "ranks 1, 2"."""
    return f"rank{'s' * (len(ranks) > 1)} {', '.join(map(str, ranks))}"


def _in_words(trace: Trace, shown: Sequence[Meeting]) -> str:
    """What the drawing shows, for who cannot see it."""
    met = []
    for meeting in shown:
        waits = [
            f"rank {meet.rank} waits for {ranks_in_words(meet.waits_for)}" for meet in meeting.meets if meet.waits_for
        ]
        there = ranks_in_words(meeting.ranks)
        met.append(f"{meeting.name} with {there}" + "".join(f", {wait}" for wait in waits))
    ends = [f"rank {rank} {lane.end}" for rank, lane in enumerate(trace.lanes)]
    order = f" In order: {'. '.join(met)}." if met else " They never meet."
    return f"{order} In the end {'; '.join(ends)}."
