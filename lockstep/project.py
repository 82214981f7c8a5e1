"""The whole project as data: its snippets, its pages' fences, where each snippet is shown. Reads once, runs nothing."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lockstep import page
from lockstep.page import OURS, Fence
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.record import record
from lockstep.record.record import BadRecord, Record
from lockstep.snippet import embed, snippet
from lockstep.snippet.embed import Embed
from lockstep.snippet.snippet import Snippet


@dataclass(frozen=True)
class Project:
    """A checkout. `root` holds docs/ and snippets/."""

    root: Path

    @functools.cached_property
    def snippets(self) -> dict[str, Snippet]:
        """All snippets by name, with what is wrong with each."""
        return {name: snippet.read(self.root, name) for name in snippet.names(self.root)}

    def find(self, name: str) -> Snippet | None:
        """One snippet by its name, without reading all."""
        if not name or not (self.root / "snippets" / name).is_file():
            return None
        return snippet.read(self.root, name)

    @functools.cached_property
    def pages(self) -> dict[str, Page]:
        """The pages that are text, by their path under the root."""
        found = {}
        for path in page.pages(self.root / "docs"):
            with contextlib.suppress(OSError, UnicodeDecodeError):
                found[path.relative_to(self.root).as_posix()] = _page(path, path.stat().st_mtime_ns)
        return found

    @functools.cached_property
    def fences(self) -> dict[str, list[Fence]]:
        """Fenced blocks of every page, by its path under the root."""
        return {path: one.fences for path, one in self.pages.items()}

    @functools.cached_property
    def texts(self) -> dict[str, str]:
        """Text of every page, by its path under the root."""
        return {path: one.text for path, one in self.pages.items()}

    @functools.cached_property
    def shown(self) -> dict[str, list[str]]:
        """Pages that show each snippet, with a run fence or as the program of a question."""
        found: dict[str, list[str]] = {}
        for path, one in self.pages.items():
            for name in dict.fromkeys(name for name, _ in one.shown):
                found.setdefault(name, []).append(path)
        return found

    @functools.cached_property
    def places(self) -> dict[str, tuple[str, str]]:
        """Page and anchor where each snippet is best seen: in its own topic, with its output, not in a question."""
        found: dict[str, tuple[bool, bool, str, str]] = {}
        for path, one in self.pages.items():
            for name, anchor in one.shown:
                elsewhere = not path.startswith(f"docs/{name.partition('/')[0]}/")
                place = (elsewhere, not anchor.startswith("run-"), path, anchor)
                found[name] = min(place, found.get(name, place))
        return {name: (path, anchor) for name, (_, _, path, anchor) in found.items()}

    def blocks(self, *kinds: str) -> Iterator[tuple[str, Fence]]:
        """All fences of some kinds, each with its page."""
        for path, fences in self.fences.items():
            yield from ((path, fence) for fence in fences if fence.kind in kinds)

    def embeds(self) -> Iterator[tuple[str, Fence, Embed]]:
        """All `run` fences: page, fence, what it asks for."""
        for path, fence in self.blocks("run"):
            yield path, fence, embed.parse(fence.body)

    def select(self, wanted: list[str]) -> list[Snippet]:
        """The snippets a command line names, in its order: files, folders, with or without `snippets/` and `.py`.

        All of them, if it names none.

        Raises:
            LockstepError: a word names no snippet, or a snippet that cannot be read.
        """
        chosen: dict[str, Snippet] = {} if wanted else dict(self.snippets)
        problems = []
        for word in wanted:
            plain = self._inside(word).replace("\\", "/").removeprefix("./").removeprefix("snippets/").rstrip("/")
            found = [
                n for n in self.snippets if plain in ("", ".", n, n.removesuffix(".py")) or n.startswith(plain + "/")
            ]
            if not found:
                problems.append(Problem(word, 0, "no such snippet.", did_you_mean(plain, self.snippets)))
            chosen |= {name: self.snippets[name] for name in found}
        if problems:
            raise LockstepError(problems)
        problems = [problem for one in chosen.values() for problem in one.problems]
        if problems:
            raise LockstepError(problems, code=1)
        return list(chosen.values())

    def _inside(self, word: str) -> str:
        """An absolute path as one below the root, as an editor or a tab key gives it; other words as they are."""
        path = Path(word)
        with contextlib.suppress(ValueError):  # it lies elsewhere: no such snippet
            return path.resolve().relative_to(self.root.resolve()).as_posix() if path.is_absolute() else word
        return word

    def record(self, one: Snippet, profile: str) -> Record | None:
        """The record of a snippet if it is whole and of the snippet as it is now; else None."""
        try:
            found = record.read(self.root, profile, one.name)
        except BadRecord:
            return None
        return found if found and found.key == one.key else None

    def awaiting(self, name: str) -> list[str]:
        """GPU profiles on which a snippet is not yet recorded as it is now; "a GPU" where there is no record at all."""
        one = self.snippets[name]
        if not one.needs.gpus:
            return []
        profiles = [profile for profile in record.profiles(self.root) if profile != "cpu"]
        recorded = [profile for profile in profiles if name in record.names(self.root, profile)]
        return [profile for profile in recorded if self.record(one, profile) is None] if recorded else ["a GPU"]


@dataclass(frozen=True)
class Page:
    """A page. `shown` are the snippets on it, each with the id it stands at."""

    text: str
    fences: list[Fence]
    shown: list[tuple[str, str]]

    @functools.cached_property
    def ours(self) -> list[Fence]:
        """Its fences that we render."""
        return [block for block in self.fences if block.kind in OURS]

    @functools.cached_property
    def headings(self) -> dict[str, str]:
        """Headings by their id."""
        return page.headings(self.text)

    @functools.cached_property
    def anchors(self) -> list[str]:
        """Ids that a link can lead to: headings, runs, questions, figures and calculators."""
        words = [pair for block in self.fences if block.kind == "quiz" for pair in embed.quiz_lines(block.body)]
        ids = [f"q-{value}" for key, value in words if key == "id"]
        runs = [anchor for _, anchor in self.shown if anchor.startswith("run-")]
        ids += [f"calc-{value}" for key, value in self._values("calculator") if key == "id"]
        ids += [f"fig-{value.replace('_', '-')}" for key, value in self._values("figure") if key == "draw"]
        return [*self.headings, *runs, *ids]

    def _values(self, kind: str) -> Iterator[tuple[str, str]]:
        """Keys with their values in the fences of a kind."""
        for block in self.fences:
            for line in block.body if block.kind == kind else ():
                key, _, value = line.partition(":")
                yield key, value.partition("#")[0].strip()


@functools.lru_cache(maxsize=4096)
def _page(path: Path, saved: int) -> Page:
    """One page; a file that has not been saved since is not read again: a build asks for it from many others."""
    text = path.read_text("utf-8-sig")
    fences = list(page.fences(text))
    return Page(text, fences, [pair for block in fences for pair in _shown(block)])


def _shown(block: Fence) -> Iterator[tuple[str, str]]:
    """Snippets that a fence shows, each with the id it stands at."""
    if block.kind == "run":
        asked = embed.parse(block.body)
        yield asked.name, asked.anchor
    elif block.kind == "quiz":
        words = list(embed.quiz_lines(block.body))
        anchor = next((f"q-{value}" for key, value in words if key == "id"), "")
        yield from ((value, anchor) for key, value in words if key != "id")


def find_root(start: Path | None = None) -> Path:
    """The nearest folder, from `start` upwards, that holds docs/ and snippets/; `start` itself if there is none."""
    start = (start or Path.cwd()).resolve()
    return next((f for f in (start, *start.parents) if (f / "docs").is_dir() and (f / "snippets").is_dir()), start)
