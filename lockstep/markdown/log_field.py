"""The field to paste a log into: a `log` fence, with sample logs from records and all that the script knows."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from lockstep.explain import calls, clues, log, records, verdict
from lockstep.explain.entry import Entry, entries
from lockstep.markdown.conversion import Conversion
from lockstep.markdown.errors import shown
from lockstep.markdown.inline import escaped, inline, json_script
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.question import programs

# The whole field is in the page, so that nothing moves when the script loads.
_FIELD = Markup("""\
<p class="ls-unscripted">With JavaScript, a field to paste a log into stands here. A terminal has the same:
<code>python -m lockstep explain &lt; job.log</code></p>
{samples}<label for="ls-log">Paste the log of the job, all ranks, from the first error on, or drop files here</label>
<textarea id="ls-log" rows="9" spellcheck="false" autocomplete="off"></textarea>
<p class="ls-buttons"><button type="button" class="ls-button ls-main">Find the cause</button>
<button type="button" class="ls-button">Open files</button>
<button type="button" class="ls-button">Clear</button><input type="file" multiple hidden></p>
<p class="ls-quiet">The log stays on your machine; nothing is sent. In a terminal:
<code>python -m lockstep explain &lt; job.log</code></p>
<div class="ls-verdict" tabindex="-1" role="region" aria-label="What the log says" hidden></div>
""")
Sample = tuple[str, str]  # its name on a button, and the log


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """A `log` fence as HTML that the builder leaves alone.

    Raises:
        LockstepError: a line of the fence names no program with a log on record.
    """
    project = conversion.project
    samples, known = list(_samples(project, conversion.path, fence)), list(entries(project.texts))
    field = conversion.md.htmlStash.store(str(html(known, samples)))
    return [field, "", *(answers(conversion.path, known, samples) if samples else [])]


def _samples(project: Project, path: str, fence: Fence) -> Iterator[Sample]:
    for number, line in enumerate(fence.body, fence.line + 1):
        name, _, title = line.partition(": ")
        program = project.snippets.get(name)
        record = programs.record_of(project, program) if program else None
        lines = programs.terminal(program, record) if program and record else []
        if not lines or not title:
            todo = (
                did_you_mean(name, project.snippets)
                if not program
                else "Write 'errors/x.py: Name', of a job with a log."
            )
            raise LockstepError([Problem(path, number, f"log: {line!r} is no sample with a log on record.", todo)])
        yield title, "\n".join(lines)


def answers(path: str, known: list[Entry], samples: Sequence[Sample]) -> Iterator[str]:
    """What the field says of each sample, as a table in Markdown: the page shows it before anybody presses a button."""
    titles = {entry.slug: shown(entry) for entry in known}
    yield "| Sample | Length | What this page says of it | Entry |"
    yield "| --- | --- | --- | --- |"
    for name, text in samples:
        found = verdict.explain(text, known)
        slug = found.root.slug if found.root else ""
        page = posixpath.relpath(f"docs/errors/{slug}.md", posixpath.dirname(path))
        link = f"[{titles[slug]}]({page})" if slug else "none"
        said = escaped(verdict.sentence(found, known))
        yield f"| **{escaped(name)}** | {len(text.splitlines())} lines | {said} | {link} |"


def html(entries: list[Entry], samples: Sequence[Sample] = ()) -> Markup:
    """The field with the entries and samples; without a script it says what to type."""
    known = {
        "entries": [_data(part) for entry in entries for part in entry.parts],
        "samples": [text for _, text in samples],
        **log.SHARED,
        **clues.SHARED,
        **calls.SHARED,
        **records.SHARED,
        **verdict.SHARED,
    }
    button = Markup('<button type="button" class="ls-button">{}</button> ')
    buttons = Markup("").join(button.format(title) for title, _ in samples)
    row = Markup('<p class="ls-samples">Samples, from real runs: {}</p>\n').format(buttons) if samples else ""
    script = json_script("application/json", known)
    return Markup("<div><ls-explain data-search-exclude>{}{}</ls-explain></div>").format(
        _FIELD.format(samples=row), script
    )


def _data(entry: Entry) -> dict[str, Any]:
    """What the script knows of an entry."""
    return {
        "slug": entry.slug,
        "title": entry.title,
        "cause": inline(entry.cause),
        "fix": inline(entry.fix),
        "patterns": entry.patterns,
        "waits": "@timeout" in entry.says,
        "stacks": "@stack" in entry.says,
        "where": entry.where,
        "isAlone": bool(entry.alone),
        "byPid": entry.by_pid,
        "unless": entry.unless,
        "then": entry.then,
        "explains": entry.explains,
        "rows": dict(entry.rows),
        "advice": entry.advice,
        "what": entry.what,
        "outside": entry.outside,
        "role": entry.role,
        "ends": entry.strikes == "shutdown",
        "certain": entry.certain,
    }
