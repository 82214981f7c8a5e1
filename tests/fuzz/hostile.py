"""Inputs that somebody would send who wants to break the tools, and what must hold for each of them."""

from __future__ import annotations

import contextlib
import copy
import json
import os
import re
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st

from lockstep.problem import INVISIBLE

EACH_RUN = 500  # inputs of a kind in the suite
INPUTS = int(os.environ.get("LOCKSTEP_FUZZ", EACH_RUN))
MOST_SECONDS = 5  # of CPU time for one input
MARK = "ls-mark"  # an element or attribute of this name in HTML comes from a text that was not escaped

# In the suite the inputs are the same each time, so that a change that has nothing to do with it never fails; the
# nightly run tries others each night.
fuzz = settings(
    max_examples=INPUTS,
    derandomize=INPUTS == EACH_RUN,
    database=None,
    deadline=None,
    phases=[Phase.explicit, Phase.generate] + [Phase.shrink] * (INPUTS > EACH_RUN),
    suppress_health_check=list(HealthCheck),
    print_blob=True,
)

_SIGNS = (
    f"<{MARK}>", f"</script><{MARK}>", f"</samp><{MARK}>", f'" {MARK}="', f"' {MARK}='", f"--><{MARK}>", "<!--", "&lt;", "&#60;",
    "]]>", "\u202e", "\u2066", "\u200b", "\x00", "\x1b]", "\x1b[2J", "\r", "\n", "\n\n", "\u2028", "\ud800", "\ufeff", "\x02wzxhzdk:0\x03",
    "\n\n{ls-end}\n\n", "\n\n{ls-open script|src=x}\n\n", "{ls-part why}", "? ", "[a]: b\n", "{a: b}: c\n", "{0}", "{}", "%s", "\\", "\\1", "`", "```", "~~~", "---\n", "- ", ": ", "#",
    "|", "[", "]", "{", "}", "](javascript:x)", "&a", "*a", "!!python/object:x ", "%YAML 9", "²", "٣", "1e999", "-1", "9" * 30, "nan",
    "0x10", "../../x", "/etc/passwd", "é", "null", "true", "~", "Traceback (most recent call last):", "$(x)", "((((", "a*" * 20,
)  # fmt: skip
text = st.lists(st.sampled_from(_SIGNS) | st.text(max_size=8), max_size=4).map("".join)
line = text.map(lambda said: INVISIBLE.sub("", said).replace("\n", " "))  # that a record may hold
value = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | text | st.sampled_from([10**300, -1, 0, 1, 2, 255, 256]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(text, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def mangled(draw: st.DrawFn, samples: list[str]) -> str:
    """One of the samples with a few of its words replaced, removed, repeated or exchanged with signs."""
    words = re.split(r"(\s+|\b)", draw(st.sampled_from(samples)))
    for _ in range(draw(st.integers(0, 4))):
        start = draw(st.integers(0, len(words)))
        end = start + draw(st.integers(0, 6))
        moved = draw(st.integers(0, len(words)))
        words[start:end] = draw(
            st.sampled_from([[], words[start:end] * 2, words[moved : moved + 4]]) | text.map(lambda t: [t])
        )
    return "".join(words)


def _places(part: Any) -> Iterator[tuple[Any, Any]]:
    """Each value in a table of JSON, as the dict or list that holds it and its key or index."""
    for key in sorted(part) if isinstance(part, dict) else range(len(part)):
        yield part, key
        if isinstance(part[key], dict | list):
            yield from _places(part[key])


@st.composite
def altered(draw: st.DrawFn, samples: list[dict]) -> dict:
    """One of the samples of JSON with a few of its values replaced, removed or added; most often a text is longer."""
    table = {"": copy.deepcopy(draw(st.sampled_from(samples)))}
    for _ in range(draw(st.integers(1, 3))):
        part, key = draw(st.sampled_from(list(_places(table))))
        change = draw(st.integers(0, 9))
        if change == 0 and part is not table:
            del part[key]
        elif change == 1 and isinstance(part[key], dict):
            part[key][draw(text)] = draw(value)
        elif isinstance(part[key], str) and change < 8:
            part[key] += draw(text)
        elif isinstance(part[key], list) and change < 5:
            part[key].append(draw(text | st.sampled_from(part[key] or [0])))
        else:
            part[key] = draw(value)
    return table[""]


@st.composite
def outspoken(draw: st.DrawFn, samples: list[dict]) -> dict:
    """One of the samples of records with other texts, most of which a record may hold."""
    table = copy.deepcopy(draw(st.sampled_from(samples)))
    for _ in range(draw(st.integers(1, 4))):
        rank = draw(st.sampled_from(table["ranks"]))
        lines = draw(st.sampled_from([rank["stdout"], rank["stderr"], rank.get("stack", []), table["log"]]))
        lines[draw(st.integers(0, len(lines))) :] = [draw(line | line | text)]
        table["environment"][draw(st.sampled_from(["cpu", "cores", "torch", "python"]))] = (
            draw(line).strip()[:90] or "x"
        )
        table["earlier"]["2.1"] = draw(line)
    return table


def as_json(table: object) -> bytes:
    """JSON as Python writes it, with what is no JSON, such as NaN and halves of surrogate pairs."""
    return json.dumps(table, ensure_ascii=False).encode("utf-8", "surrogatepass")


def encodable(text: str) -> str:
    """A text that a file can hold, without halves of surrogate pairs."""
    return text.encode("utf-8", "replace").decode("utf-8")


@contextlib.contextmanager
def in_time() -> Iterator[None]:
    """Fails if what is below takes more than a few seconds of CPU time."""
    start = time.thread_time()
    yield
    seconds = time.thread_time() - start
    assert seconds < MOST_SECONDS, f"{seconds:.1f} s"


class _Marks(HTMLParser):
    """Looks for elements and attributes that no template of ours has."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element."""
        if MARK in (tag, *(name for name, _ in attrs)):
            self.seen.append(self.get_starttag_text() or tag)


def unescaped(html: str) -> list[str]:
    """The elements of HTML that come from a text that was not escaped."""
    parser = _Marks()
    parser.feed(html)
    parser.close()
    return parser.seen
