"""What if: below a program, what it does without its key line; a script shows its other variants when asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from lockstep.engine.machine import CPU
from lockstep.project import Project
from lockstep.record import output, told, what_if
from lockstep.record.what_if import SAME, Told, Variant, WhatIfs
from lockstep.snippet import edit
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Region, Snippet

_MARKER = re.compile(r"^\s*# (end)?region\b.*$")


def html(project: Project, snippet: Snippet, span: Region) -> Markup:
    """The folded note below a program; empty where it has no variants as it is now."""
    variants = what_if.current(snippet, CPU)
    if variants is None or not variants.variants:
        return Markup("")
    key = next(filter(None, map(variants.of_line, snippet.key_lines)), None)
    text = _in_words(project, snippet, key) if key else Markup("")
    title = "Without the key line" if key else "What if"
    block = Markup(
        '<details class="ls-file ls-what-if" data-what-if="{}" data-count="{}" data-lines="{}">'
        '<summary data-asks="{}" data-offers="{}">{}</summary><p>{}</p></details>'
    )
    places = list(_places(snippet, span, variants))
    asks, offers = _asks(snippet, variants, len(places))
    return block.format(_name(snippet), snippet.command.ranks, " ".join(places), asks, offers, title, text)


def _asks(snippet: Snippet, variants: WhatIfs, lines: int) -> tuple[str, str]:
    """What a reader can ask of a program, and of how much: `What if a line were missing?`, `7 lines, 1 to 8 ranks`."""
    counts = sorted({snippet.command.ranks, *(variant.count for variant in variants.variants if not variant.edit)})
    ranks = f"{counts[0]} to {counts[-1]} ranks" if len(counts) > 1 else ""
    if lines:
        several = f"{lines} line{'s' * (lines > 1)}"
        return "What if a line were missing?", ", ".join(filter(None, [several, ranks]))
    return ("What if there were other ranks?" if ranks else "What if a line were another?"), ranks


def _places(snippet: Snippet, span: Region, variants: WhatIfs) -> Iterator[str]:
    """For each shown line with a variant `first-last:line`: its place among the shown lines, from 0, and its number."""
    numbers = range(span.first, span.last + 1)
    shown = [number for number in numbers if not _MARKER.match(snippet.lines[number - 1])]
    while shown and not without_marker(snippet.lines[shown[0] - 1]).strip():
        shown.pop(0)  # the page leaves out empty lines at the top
    edited = {variant.edit.line for variant in variants.variants if variant.edit and not variant.edit.label}
    spans = {snippet.span_at(line): line for line in edited}
    for (first, last), line in sorted(spans.items()):
        if first in shown and last in shown:
            yield f"{shown.index(first)}-{shown.index(last)}:{line}"


def _in_words(project: Project, snippet: Snippet, variant: Variant) -> Markup:
    """What the ranks do, in one line: those with the same end together, and the first line that differs."""
    if variant.end == SAME:
        return Markup("The program does the same.")
    ends: dict[Markup, list[int]] = {}
    for number, rank in enumerate(variant.ranks):
        end = Markup("<samp>{}</samp>").format(rank.end) if rank.end else Markup("finished")
        ends.setdefault(end, []).append(number)
    said = Markup("{}: {}")
    text = Markup("; ").join(said.format(output.rank_span(ranks), end) for end, ranks in ends.items())
    before = told.recorded(snippet, project.record(snippet, CPU))
    new = (told.first_new(*pair) for pair in zip(variant.ranks, before, strict=False))
    number, line = next(((number, line) for number, line in enumerate(new) if line), (0, ""))
    return text + (Markup("; rank {} prints <samp>{}</samp>").format(number, line) if line else Markup("")) + "."


def script(project: Project, snippet: Snippet) -> str:
    """All variants of a program as a script, which loads over file:// too; empty where it has none."""
    variants = what_if.current(snippet, CPU)
    if variants is None or not variants.variants:
        return ""
    before = told.recorded(snippet, project.record(snippet, CPU))
    stays = edit.stays(snippet)
    table = [_table(variant, before, _change(snippet, variant, stays)) for variant in variants.variants]
    name, data = (json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in (_name(snippet), table))
    return f"((globalThis.Lockstep ??= {{}}).whatIf ??= {{}})[{name}] = {data};\n"


def _name(snippet: Snippet) -> str:
    return snippet.name.removesuffix(".py")


def _change(snippet: Snippet, variant: Variant, stays: dict[int, str]) -> dict[str, Any]:
    """Which line a variant edits, what stands there, what instead, and why the program does the same; or nothing."""
    change = variant.edit
    if change is None:
        return {}
    code = edit.code_of(snippet.lines[snippet.span_at(change.line)[0] - 1])
    no_part = "This line has no part in how it ends." if variant.end == SAME and snippet.needs.expect else ""
    why = stays.get(change.line, no_part)
    return {"line": change.line, "text": change.text, "label": change.label, "code": code, "why": why}


def _table(variant: Variant, before: Sequence[Told], change: dict[str, Any]) -> dict[str, Any]:
    """A variant as the script reads it: only what is not empty, and the ranks with the same output together."""
    groups: dict[tuple[Told, bool], list[int]] = {}
    for number, rank in enumerate(variant.ranks):
        is_same = number < len(before) and _is_same(rank, before[number])
        groups.setdefault((rank, is_same), []).append(number)
    ranks = [
        {"ranks": ranks, "who": output.rank_span(ranks), "lines": rank.lines, "end": rank.end, "same": is_same}
        for (rank, is_same), ranks in groups.items()
    ]
    whole: dict[str, Any] = {"count": variant.count, "end": variant.end, "ranks": ranks, **change}
    return {name: value for name, value in whole.items() if value or name == "count"}


def _is_same(rank: Told, before: Told) -> bool:
    """Whether a rank did as on record; of a long output the part that is kept decides."""
    kept = [line for line in rank.lines if line != "…"]
    is_whole = len(kept) == len(rank.lines)
    same_lines = tuple(kept) == before.lines if is_whole else set(kept) <= set(before.lines)
    return same_lines and rank.end == before.end
