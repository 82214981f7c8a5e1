"""Errors, which are all printed as `path:line: what is wrong. What to do.`"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

# Characters that nobody sees, or that a terminal or a browser obeys: controls but for tab and line feed, those that
# turn the direction of reading, joiners, fillers, tags, and halves of a surrogate pair.
INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e"
    "\u2060-\u206f\u3164\ud800-\udfff\ufeff\uffa0\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong, where it is, and how to fix it.

    Attributes:
        path: file, relative to the root of the project, with `/` on every system.
        line: 1-based line; 0 for the whole file.
        what: one sentence that says what is wrong.
        todo: one sentence that says what to do; may be empty if `what` says it.
    """

    path: str
    line: int
    what: str
    todo: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}" if self.line else self.path
        return visible(f"{place}: {self.what} {self.todo}".rstrip())


def by_nox() -> bool:
    """Whether commands are sessions of nox here, as in this project."""
    return Path("noxfile.py").is_file()


def command(verb: str, *words: str) -> str:
    """A verb as it is typed here: by nox where a noxfile is, as in this project, else by Python."""
    if by_nox():
        verb = verb.replace("-", "_")  # a session is a function of the noxfile
        return " ".join(("nox -s", verb, *(["--", *words] if words else [])))
    return " ".join(("python -m lockstep", verb, *words))


def building() -> str:
    """How a site is built here."""
    return "nox -s site" if by_nox() else "mkdocs build"


def visible(text: str) -> str:
    """A text with each invisible character as its escape, such as `\\u202e`."""
    return INVISIBLE.sub(lambda match: match[0].encode("unicode_escape", "surrogatepass").decode("ascii"), text)


# A problem within a fenced block: its line in the block (0-based), what is wrong, and what to do.
BlockProblem = tuple[int, str, str]


class LockstepError(Exception):
    """Bad input that stops a command: the problems to print, and the exit code.

    The code is 1 for problems of the project and 2 for a wrong use of the command.
    """

    def __init__(self, problems: Iterable[Problem], code: int = 2) -> None:
        self.problems = sorted(set(problems))
        self.code = code
        super().__init__("\n".join(map(str, self.problems)))


def failure(path: str, line: int, error: Exception, rule: str = "") -> Problem:
    """A bug of Lockstep as a problem of the file at which it shows, so that it hides nothing of the next."""
    what = f"lockstep itself failed here{rule and f', in the rule {rule}'}: {error!r}"
    return Problem(path, line, f"{what[:300]}.", "Report it with this file.")


_LISTED = 12  # names that a sentence lists


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """A sentence that names the known word closest to a wrong one, or lists the known words.

    Of paths, those that go on as the wrong one begins come first, then those of its folder, by their last part.
    """
    known = sorted(name for name in known if not name.rpartition("/")[2].startswith("_"))  # no modules of snippets
    if not known:
        return "There is none yet."
    longer = [name for name in known if "/" in wrong and name.startswith(wrong.removesuffix(".py"))]
    if len(longer) > 1:
        return _listed(longer)
    folder = wrong.rpartition("/")[0]
    beside = [name for name in known if folder and name.rpartition("/")[0] == folder]
    for names in (longer, _close(wrong, beside), _close(wrong, known)):
        if names:
            return f"Did you mean {names[0]}?"
    return _listed(beside or known)


def _close(wrong: str, names: Iterable[str]) -> list[str]:
    """The names whose last part is close to that of a wrong one; of several the closest as a whole."""
    by_last: dict[str, list[str]] = {}
    for name in names:
        by_last.setdefault(_last(name), []).append(name)
    close = [name for last in difflib.get_close_matches(_last(wrong), by_last) for name in by_last[last]]
    return difflib.get_close_matches(wrong, close, n=1, cutoff=0)


def _last(name: str) -> str:
    return name.rpartition("/")[2].removesuffix(".py")


def _listed(names: list[str]) -> str:
    more = len(names) - _LISTED
    return f"There is: {', '.join(names[:_LISTED])}{f' and {more} more' if more > 0 else ''}."
