"""The field to paste a script into: a `script-field` fence, with programs of this site as samples."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from markupsafe import Markup

from lockstep.explain.script import check, names, reader, source
from lockstep.explain.script.rule import Pattern, Rule, rules
from lockstep.markdown.conversion import Conversion
from lockstep.markdown.inline import json_script
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.project import Project
from lockstep.snippet.key_line import without_marker
from lockstep.snippet.snippet import Snippet

# The whole field is in the page, so that nothing moves when the script loads.
_FIELD = Markup("""\
<p class="ls-unscripted">With JavaScript, a field to paste a script into stands here. A terminal has the same:
<code>python -m lockstep check-script train.py</code></p>
{samples}<label for="ls-script">Paste a training script, or drop a .py or .ipynb file here</label>
<textarea id="ls-script" rows="9" spellcheck="false" autocomplete="off"></textarea>
<p class="ls-buttons"><button type="button" class="ls-button ls-main">Check the script</button>
<button type="button" class="ls-button">Open a file</button>
<button type="button" class="ls-button">Clear</button><input type="file" accept=".py,.ipynb" hidden></p>
<p class="ls-quiet">The script stays on your machine; nothing is sent, and nothing of it is run. In a terminal:
<code>python -m lockstep check-script train.py</code></p>
<p class="ls-verdict-head" role="status"></p>
<div class="ls-reports" role="region" aria-label="Reports" hidden></div>
""")
_MARKER = re.compile(r"\s*# (end)?region\b")
Sample = tuple[str, str]  # its name on a button, and the script


def write(conversion: Conversion, fence: Fence) -> list[str]:
    """A `script-field` fence as HTML that the builder leaves alone.

    Raises:
        LockstepError: a line of the fence names no program.
    """
    samples = list(_samples(conversion.project, conversion.path, fence))
    return [conversion.md.htmlStash.store(str(html(samples)))]


def _samples(project: Project, path: str, fence: Fence) -> Iterator[Sample]:
    for number, line in enumerate(fence.body, fence.line + 1):
        name, _, title = line.partition(": ")
        program = project.snippets.get(name)
        if not program or not title:
            todo = did_you_mean(name, project.snippets) if not program else "Write 'errors/x.py: Name'."
            raise LockstepError([Problem(path, number, f"script-field: {line!r} is no sample.", todo)])
        yield title, _as_shown(program)


def _as_shown(program: Snippet) -> str:
    """A program without what is for the recorder: its head and the markers of lines and regions."""
    lines = map(without_marker, program.lines[program.body_line - 1 :])
    return "\n".join(line for line in lines if not _MARKER.match(line)).strip() + "\n"


def html(samples: Sequence[Sample] = ()) -> Markup:
    """The field with the samples; without a script it says what to type."""
    button = Markup('<button type="button" class="ls-button">{}</button> ')
    buttons = Markup("").join(button.format(title) for title, _ in samples)
    row = Markup('<p class="ls-samples">Samples, broken on purpose: {}</p>\n').format(buttons) if samples else ""
    data = {"samples": [text for _, text in samples], "largest": source.LARGEST}
    script = json_script("application/json", data)
    return Markup("<div><ls-check data-search-exclude>{}{}</ls-check></div>").format(_FIELD.format(samples=row), script)


def known() -> dict[str, Any]:
    """All that the script of the page searches for."""
    shared = (names.SHARED, reader.SHARED, source.SHARED, check.SHARED)
    found: dict[str, Any] = {"rules": [_plain(rule) for rule in rules()]}
    for one in shared:
        found.update(one)
    return found


def script() -> str:
    """The same as a script, which loads over file:// too."""
    return (
        f"(globalThis.Lockstep ??= {{}}).checked = {json.dumps(known(), ensure_ascii=False, separators=(',', ':'))};\n"
    )


def _plain(thing: Rule | Pattern) -> dict[str, Any]:
    """A rule or a pattern without what is empty, and without what the page says of the rule."""
    found = {}
    for field in dataclasses.fields(thing):
        value = getattr(thing, field.name)
        if field.name in ("page", "broken", "fixed") or value is None:
            continue
        if field.name in ("meets", "used") or value:
            found[field.name] = _as_json(value)
    return found


def _as_json(value: Any) -> Any:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(one) if isinstance(one, Pattern) else one for one in value]
    return value
