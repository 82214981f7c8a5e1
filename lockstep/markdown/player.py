"""The player of a trace below a program: without a script, a table of what each rank does between two collectives.

The script of the page loads the player and the trace when the reader opens it; see `docs/assets/player.js`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from markupsafe import Markup

from lockstep.engine.machine import CPU
from lockstep.markdown import listing
from lockstep.record import output
from lockstep.record.trace import Lane, Op, Part, Trace, as_table, current_trace
from lockstep.snippet.snippet import Snippet

MOST_ROWS = 12  # of the table; a page holds several
NOTE = "Order between ranks is told only where a collective or a message forces it."


def html(path: str, snippet: Snippet) -> Markup:
    """The closed player of a program, for the page `path`; empty where the program has no trace."""
    trace = current_trace(snippet, CPU)
    if trace is None:
        return Markup("")
    below = path.removeprefix("docs/").removesuffix(".md").removesuffix("index")
    source = "../" * len([part for part in below.split("/") if part]) + asset(snippet.name)
    summary = Markup("<summary>Step through it: {} ranks<span>, line by line</span></summary>").format(len(trace.lanes))
    return Markup('<details class="ls-trace" data-trace="{}" data-name="{}" data-search-exclude>{}{}</details>').format(
        source, snippet.name, summary, table(trace)
    )


def asset(name: str) -> str:
    """Path of the script that holds the trace of a snippet, below the root of the site."""
    return f"assets/traces/{name.removesuffix('.py')}.js"


def script(snippet: Snippet, trace: Trace) -> str:
    """A trace as a script, which a page can load over file:// too; with the lines of its files, highlighted."""
    ran = {(step.file, step.line) for lane in trace.lanes for step in lane.steps}
    code = [_code(snippet, file, {line for of, line in ran if of == number}) for number, file in enumerate(trace.files)]
    data = json.dumps({**as_table(trace), "code": code}, ensure_ascii=False, separators=(",", ":"))
    return f"((globalThis.Lockstep ??= {{}}).traces ??= {{}})[{json.dumps(snippet.name)}] = {data};\n"


def _code(snippet: Snippet, file: str, ran: set[int]) -> tuple[int, list[str]]:
    """The number of the first line that ran, and the lines to the last one."""
    text = snippet.files[file].decode("utf-8", "replace")
    first, last = min(ran, default=1), max(ran, default=0)
    return first, listing.highlighted(text)[first - 1 : last]


def table(trace: Trace) -> Markup:
    """What each rank does: a row for each collective or message, with the lines that lead to it."""
    heads = Markup("").join(Markup('<th scope="col">rank {}</th>').format(n) for n in range(len(trace.lanes)))
    rows = Markup("").join(
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            head, Markup("").join(Markup("<td>{}</td>").format(cell) for cell in cells)
        )
        for head, cells in _rows(trace)
    )
    return Markup(
        '<div class="md-typeset__scrollwrap"><table><caption>{}</caption><thead><tr><th scope="col">Up to</th>{}</tr>'
        "</thead><tbody>{}</tbody></table></div>"
    ).format(NOTE, heads, rows)


def _rows(trace: Trace) -> Iterator[tuple[str, Sequence[str]]]:
    told = [0] * len(trace.lanes)  # steps of each rank that the rows before have told
    for op in trace.ops[:MOST_ROWS]:
        parts = {part.rank: part for part in op.parts}
        cells = []
        for rank, lane in enumerate(trace.lanes):
            part = parts.get(rank)
            upto = max(part.step + 1, told[rank]) if part else told[rank]
            here = f"inside line {lane.steps[part.step].line}" if part and upto == told[rank] else ""
            lines = lines_of(lane, told[rank], upto) or here
            cells.append("; ".join(filter(None, [lines, waiting(op, part) if part else absence(op, rank)])))
            told[rank] = upto
        yield name_of(op), cells
    if len(trace.ops) > MOST_ROWS:
        yield f"… {len(trace.ops) - MOST_ROWS} more", ["…"] * len(trace.lanes)
        told = [len(lane.steps) for lane in trace.lanes]
    yield "its end", [_end(lane, told[rank]) for rank, lane in enumerate(trace.lanes)]


def _end(lane: Lane, start: int) -> Markup:
    """The last lines of a rank, and how it ended: what an error says is set so, and the line it waits at as code."""
    more = f"{lane.cut} lines more" if lane.cut else ""
    words, _, code = lane.end.partition(": ")
    waits = Markup("{}: <code>{}</code>").format(words, code) if code else words
    end = Markup("<samp>{}</samp>").format(lane.error) if lane.error else waits
    return Markup("; ").join(filter(None, [lines_of(lane, start, len(lane.steps)), more, end]))


def name_of(op: Op) -> str:
    """An operation in words, such as `all_reduce SUM, 4 bytes`."""
    if op.name == "message":
        return f"message from rank {op.ranks[0]} to rank {op.ranks[1]}"
    names = list(dict.fromkeys(part.name or op.name for part in op.parts))
    size = f", {op.size:,} byte{'s' * (op.size != 1)}" if op.size else ""
    how = f" {op.how}" if op.how and len(names) == 1 else ""
    return " or ".join(names) + how + size


def waiting(op: Op, part: Part) -> str:
    """For whom a rank waits in an operation; empty where nobody comes later."""
    entered = {other.rank: other for other in op.parts}
    if part.leave is None:
        absent = [rank for rank in part.on if rank not in entered]
        if absent:
            return f"waits for ever: {output.rank_span(absent)} never come{'s' * (len(absent) == 1)}"
        others = {entered[rank].name for rank in part.on if entered[rank].name != part.name}
        return f"waits for ever: others are in {' and '.join(sorted(others))}" if others else "waits for ever"
    moment = part.done or part.leave
    late = [rank for rank in part.on if rank in entered and part.enter < entered[rank].enter < moment]
    last = max((entered[rank].enter for rank in late), default=0)
    late = [rank for rank in late if entered[rank].enter == last]
    return f"waits for {output.rank_span(late)}" if late else ""


def absence(op: Op, rank: int) -> str:
    """What to say of a rank that does not take part."""
    return "never comes" if rank in op.ranks else "is not in this group" if op.group else "takes no part"


def lines_of(lane: Lane, start: int, end: int) -> str:
    """The lines of some steps as spans, such as `lines 9–10, 13`."""
    spans: list[list[int]] = []
    for step in lane.steps[start:end]:
        if spans and step.line == spans[-1][-1] + 1:
            spans[-1] = [spans[-1][0], step.line]
        else:
            spans.append([step.line])
    words = ["–".join(map(str, span)) for span in spans]
    if len(words) > 6:
        words = [*words[:3], "…", *words[-2:]]
    several = len(spans) > 1 or (spans and len(spans[0]) > 1)
    return f"line{'s' * bool(several)} {', '.join(words)}" if words else ""
