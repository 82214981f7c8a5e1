"""What a run printed, by rank, and where it ran, as HTML that needs no script. It reads records and runs nothing."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence

from markupsafe import Markup

from lockstep.engine.job import signal_name
from lockstep.engine.machine import CPU, gpu_count
from lockstep.markdown import told_above
from lockstep.record import origin, output
from lockstep.record.record import RankRecord, Record
from lockstep.snippet.embed import Embed
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

_BACKEND = re.compile(r"init_process_group\(\s*(?:backend=)?[\"']([\w:,]+)[\"'](?!\s+if\b)")


def output_rows(snippet: Snippet, record: Record, embed: Embed, above: told_above.Messages | None = None) -> Markup:
    """What each rank printed; for a job with several rendezvous, one part for each. `above` is not said again."""
    if any(rank.rounds for rank in record.ranks):
        return _by_round(snippet, record)
    errors = folded([_error(snippet, rank, embed) for rank in record.ranks])
    if above and not embed.stderr:
        pairs = zip(errors, record.ranks, strict=True)
        errors = [told_above.shortened(lines, told_above.message(snippet, rank), above) for lines, rank in pairs]
    stacks = [output.short_stack(rank.stack, snippet.path) for rank in record.ranks]
    parts = zip(record.ranks, errors, stacks, strict=True)
    return rows(snippet, record, [(*rank.stdout, *error, *stack) for rank, error, stack in parts])


def _by_round(snippet: Snippet, record: Record) -> Markup:
    """What was printed between one rendezvous and the next, by the ranks of that time."""
    places = [(number, rank, met) for number, rank in enumerate(record.ranks) for met in rank.rounds]
    html = Markup("")
    for count in sorted({met.number for _, _, met in places}):
        here = sorted((met.rank, number, rank, met) for number, rank, met in places if met.number == count)
        size = here[0][3].world_size
        html += Markup('<p class="ls-round">Rendezvous {}: world size {}</p>').format(count + 1, size)
        for at, number, rank, met in here:
            later = [other for other in rank.rounds if other.number > count]
            stdout = rank.stdout[met.stdout : later[0].stdout if later else None]
            stderr = rank.stderr[met.stderr : later[0].stderr if later else None]
            error = output.raised(stderr, snippet.path)
            lines = (*stdout, *([f"{error.type}: {error.text}"] if error else ()))
            html += _row(snippet, [at], lines, "" if later else _ending(snippet, record, number), rank.host)
    return _output("ls-out", html, snippet)


def _output(style: str, html: Markup, snippet: Snippet) -> Markup:
    block = Markup('<div class="{}" role="group" aria-label="Output">{}</div>{}')
    return block.format(style, html, _simulated(snippet))


def folded(said: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Messages of ranks. A long one that differs from another only in its numbers is replaced by a reference."""
    first: dict[str, int] = {}
    short = []
    for number, lines in enumerate(said):
        same = first.setdefault(told_above.alike(lines), number)
        is_new = lines == said[same] or not told_above.is_long(lines)
        short.append(lines if is_new else (f"… as rank {same}, but for numbers",))
    return short


def rows(snippet: Snippet, record: Record, said: Sequence[tuple[str, ...]]) -> Markup:
    """Lines by rank. Ranks with the same lines share a row."""
    groups: dict[tuple[tuple[str, ...], str], list[int]] = {}
    for number, lines in enumerate(said):
        groups.setdefault((lines, _ending(snippet, record, number)), []).append(number)
    places = [{record.ranks[rank].host for rank in ranks} for ranks in groups.values()]
    hosts = ["".join(names) if len(names) == 1 else "" for names in places]
    pairs = zip(groups.items(), hosts, strict=True)
    html = Markup("").join(_row(snippet, ranks, *row, host) for (row, ranks), host in pairs)
    named = not any(hosts) and all(
        "".join(lines[:1]).startswith(f"rank {ranks[0]}") for (lines, _), ranks in groups.items()
    )
    style = "ls-out ls-named" if named and len(groups) == len(record.ranks) else "ls-out"  # "rank 0 ..."
    return _output(style, html, snippet)


def _row(snippet: Snippet, ranks: list[int], lines: tuple[str, ...], ending: str, host: str) -> Markup:
    who = Markup("")
    if snippet.command.ranks:
        chips = Markup("").join(Markup('<i class="ls-r{}"></i>').format(rank % 8) for rank in ranks)
        spans = Markup('<span class="ls-chips" aria-hidden="true">{}</span><span>{}</span>')
        who = spans.format(chips, _named(snippet, output.rank_span(ranks)))
        who += Markup('<span class="ls-host">{}</span>').format(host) if host else ""
        who = Markup('<div class="ls-who">{}</div>').format(who)
    text = "\n".join(lines)
    style = Markup(' class="ls-columns"') if output.in_columns(lines) else ""
    body = Markup("<pre{}><samp>{}</samp></pre>").format(style, text) if text else ""
    note = Markup('<p class="ls-end">{}</p>').format(ending) if ending else ""
    if not body and not note:
        note = Markup('<p class="ls-quiet">printed nothing</p>')
    return Markup('<div class="ls-rank">{}<div class="ls-said">{}{}</div></div>').format(who, body, note)


def _named(snippet: Snippet, ranks: str) -> str:
    """What ranks are called: those of a job array are jobs, which know nothing of each other."""
    slurm = snippet.command.slurm
    return ranks.replace("rank", "job") if slurm and slurm.array else ranks


def _error(snippet: Snippet, rank: RankRecord, embed: Embed) -> tuple[str, ...]:
    """What a rank wrote to standard error, where it is asked for; else the exception that it raised."""
    if embed.stderr:
        return tuple(map(without_marker, output.of_program(rank.stderr)))
    error = output.raised(rank.stderr, snippet.path)
    return tuple(without_marker(line) for line in output.short_traceback(error, snippet.path)) if error else ()


def _ending(snippet: Snippet, record: Record, number: int) -> str:
    """How a rank ended, where it did not simply finish."""
    rank = record.ranks[number]
    if record.end == "hang" and rank.exit is None:
        where = f"line {rank.line}: {without_marker(snippet.lines[rank.line - 1]).strip()}" if rank.line else "exit"
        return f"still waiting after {snippet.needs.timeout:g} s at {where}"
    if snippet.command.slurm and rank.exit in (-signal.SIGTERM, -signal.SIGKILL) and record.first != number:
        return f"ended by Slurm ({signal_name(-rank.exit)}), because another task failed"
    if rank.exit == -signal.SIGTERM and record.first != number:
        return "ended by the launcher (SIGTERM), because another rank failed"
    if rank.exit == -signal.SIGKILL and rank.host:
        return "its host was killed"
    if rank.exit is not None and rank.exit < 0:
        return f"killed by {signal_name(-rank.exit)}"
    return f"exit status {rank.exit}" if rank.exit and not output.raised(rank.stderr, snippet.path) else ""


def profile_name(profile: str) -> str:
    """A profile as a tab names it: `CPU`, `2 × H200`."""
    count = gpu_count(profile)
    return f"{count} × {profile.partition('x')[2].upper()}" if count else "CPU"


def provenance(snippet: Snippet, record: Record) -> Markup:
    """Where it ran: device and ranks, and on demand backend, torch, Python, seconds, date and origin."""
    env = record.environment
    device = f"CPU, {env['cpu']}, {env['cores']} cores"
    if count := gpu_count(record.profile):
        device = f"{snippet.needs.gpus} of " * (snippet.needs.gpus < count) + profile_name(record.profile)
    ranks = snippet.command.ranks
    backend = _backend(snippet, record.profile)
    facts = [
        f"{ranks} rank{'s' * (ranks > 1)} over {backend}"
        if ranks and backend
        else _named(snippet, f"{ranks} ranks")
        if ranks
        else "one process",
        *([env["hosts"]] if "hosts" in env else ()),
        f"torch {env.get('torch', '?')}",
        *(f"{name.upper()} {env[name]}" for name in ("cuda", "nccl") if name in env),
        f"Python {env['python']}",
        f"{record.seconds:.1f} s",
    ]
    items = Markup("").join(Markup("<span>{}</span>").format(fact) for fact in facts)
    when = Markup('<span>recorded <time datetime="{0}">{0}</time></span>').format(record.date)
    made = Markup("<span>{}</span>").format(origin.words(snippet.root, record))
    line = Markup('<p class="ls-where"><b>{}</b>{}{}{}</p>').format(device, items, when, made)
    chip = Markup("<b>{}</b>, {}").format(profile_name(record.profile), facts[0])
    return Markup('<details class="ls-file ls-ran"><summary>{}</summary>{}</details>').format(chip, line)


def _simulated(snippet: Snippet) -> Markup:
    """A label for a run in which one process stood in for several ranks; else empty."""
    ranks = snippet.needs.simulates
    label = Markup('<p class="ls-where ls-simulated">SIMULATED: one process stands in for up to {:,} ranks</p>')
    return label.format(ranks) if ranks else Markup("")


def _backend(snippet: Snippet, profile: str) -> str:
    """The backend a snippet asks for; where it leaves the choice to torch, what torch takes for the device."""
    if "init_process_group" not in snippet.source and "init_device_mesh" not in snippet.source:
        return ""
    match = _BACKEND.search(snippet.source)
    return match[1] if match else "gloo" if profile == CPU else "nccl"
