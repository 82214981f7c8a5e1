"""The whole project as data: its snippets, its pages, its records, and where each snippet is shown. Runs nothing."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lockstep import page as pages
from lockstep.page import BadPage, Fence, Page
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.record.notebook import Notebook, is_notebook
from lockstep.record.record import BadRecord, Record, read_record, recorded_names, recorded_profiles
from lockstep.snippet.embed import Embed, parse_embed
from lockstep.snippet.snippet import Snippet, is_name, read_snippet, snippet_names


@dataclass(frozen=True)
class Project:
    """A checkout. `root` holds docs/ and snippets/."""

    root: Path

    @functools.cached_property
    def snippets(self) -> dict[str, Snippet]:
        """All snippets by name, with what is wrong with each."""
        return {name: self._read(name) for name in snippet_names(self.root)}

    def find(self, name: str) -> Snippet | None:
        """A snippet by its name, or None. It is read once, and other snippets are not read."""
        if name in self._snippets_read:
            return self._snippets_read[name]
        return self._read(name) if is_name(name) and (self.root / "snippets" / name).is_file() else None

    def _read(self, name: str) -> Snippet:
        if name not in self._snippets_read:
            self._snippets_read[name] = read_snippet(self.root, name)
        return self._snippets_read[name]

    @functools.cached_property
    def _snippets_read(self) -> dict[str, Snippet]:
        return {}

    @functools.cached_property
    def kept(self) -> dict[tuple, Any]:
        """What others work out of the project once, such as its questions: it lives as long as this object."""
        return {}

    @functools.cached_property
    def pages(self) -> dict[str, Page]:
        """The pages that can be read, by their path under the root."""
        return {path: page for path, page in self._pages_read.items() if isinstance(page, Page)}

    @property
    def bad_pages(self) -> list[Problem]:
        """Why each of the other pages is not read."""
        bad = ((path, page) for path, page in self._pages_read.items() if isinstance(page, BadPage))
        return [Problem(path, page.line, page.what, page.todo) for path, page in bad]

    @functools.cached_property
    def _pages_read(self) -> dict[str, Page | BadPage]:
        by_path: dict[str, Page | BadPage] = {}
        for path in pages.pages(self.root / "docs"):
            shown = path.relative_to(self.root).as_posix()
            try:
                by_path[shown] = pages.read(path)
            except BadPage as error:
                by_path[shown] = error
        return by_path

    @functools.cached_property
    def fences(self) -> dict[str, list[Fence]]:
        """Fenced blocks of every page, by its path under the root."""
        return {path: page.fences for path, page in self.pages.items()}

    @functools.cached_property
    def texts(self) -> dict[str, str]:
        """Text of every page, by its path under the root."""
        return {path: page.text for path, page in self.pages.items()}

    @functools.cached_property
    def notebooks(self) -> dict[str, Notebook]:
        """The pages whose `python` fences are cells, by their name on a command line: ddp/try."""
        notebooks = (Notebook(self.root, path, text) for path, text in self.texts.items() if is_notebook(text))
        return {notebook.name: notebook for notebook in notebooks}

    @functools.cached_property
    def shown(self) -> dict[str, list[str]]:
        """Pages that show each snippet, with a run fence or as the program of a question."""
        by_snippet: dict[str, list[str]] = {}
        for path, page in self.pages.items():
            for name in dict.fromkeys(name for name, _ in page.shown):
                by_snippet.setdefault(name, []).append(path)
        return by_snippet

    @functools.cached_property
    def places(self) -> dict[str, tuple[str, str]]:
        """Page and anchor where each snippet is best seen: in its own topic, with its output, not in a question."""
        best: dict[str, tuple[bool, bool, str, str]] = {}
        for path, page in self.pages.items():
            for name, anchor in page.shown:
                elsewhere = not path.startswith(f"docs/{name.partition('/')[0]}/")
                place = (elsewhere, not anchor.startswith("run-"), path, anchor)
                best[name] = min(place, best.get(name, place))
        return {name: (path, anchor) for name, (_, _, path, anchor) in best.items()}

    def blocks(self, *kinds: str) -> Iterator[tuple[str, Fence]]:
        """All fences of some kinds, each with its page."""
        if kinds not in self._blocks:
            self._blocks[kinds] = [
                (path, fence) for path, fences in self.fences.items() for fence in fences if fence.kind in kinds
            ]
        yield from self._blocks[kinds]

    @functools.cached_property
    def _blocks(self) -> dict[tuple[str, ...], list[tuple[str, Fence]]]:
        return {}

    def further(self, kind: str) -> Iterator[Problem]:
        """A problem for each fence of a kind but the first, where a site shall have one."""
        places = [(path, fence.line) for path, fence in self.blocks(kind)]
        for path, line in places[1:]:
            what = f"{kind}: there is one at {places[0][0]}:{places[0][1]} too."
            yield Problem(path, line, what, "Keep one, and link to it.")

    def embeds(self) -> Iterator[tuple[str, Fence, Embed]]:
        """All `run` fences: page, fence, what it asks for."""
        for path, fence in self.blocks("run"):
            yield path, fence, parse_embed(fence.body)

    def missing(self, path: str, fence: Fence) -> list[Problem]:
        """What is wrong with a `run` fence: with what it says, or with what it asks for."""
        embed = parse_embed(fence.body)
        snippet = self.find(embed.name)
        problems = list(embed.problems) if fence.closed else []  # of an open one, the lines below are text
        if embed.name and snippet is None:
            todo = did_you_mean(embed.name, self.snippets)
            problems.append((_line_of(fence, embed.name), f"no snippet {embed.name}.", todo))
        elif snippet and embed.region and embed.region not in snippet.regions:
            what = f"{embed.name} has no region {embed.region!r}."
            problems.append((_line_of(fence, "region"), what, did_you_mean(embed.region, snippet.regions)))
        if embed.before and self.find(embed.before) is None:
            todo = did_you_mean(embed.before, self.snippets)
            problems.append((_line_of(fence, embed.before), f"no snippet {embed.before}.", todo))
        return fence.placed(path, problems)

    def select(self, wanted: list[str]) -> list[Snippet]:
        """The snippets a command line names, in its order: files, folders, with or without `snippets/` and `.py`.

        All of them, if it names none. Those that cannot be read are among them, with their problems.

        Raises:
            LockstepError: a word names no snippet.
        """
        chosen: dict[str, Snippet] = {} if wanted else dict(self.snippets)
        problems = []
        for word in wanted:
            plain = re.sub(r"^snippets(/|$)", "", self._inside(word))
            names = [
                n for n in self.snippets if plain in ("", ".", n, n.removesuffix(".py")) or n.startswith(plain + "/")
            ]
            if not names and not self.select_notebooks([word]):
                known = [*self.snippets, *self.notebooks]
                problems.append(Problem(word, 0, "no such snippet or notebook.", did_you_mean(plain, known)))
            chosen |= {name: self.snippets[name] for name in names}
        if problems:
            raise LockstepError(problems)
        return list(chosen.values())

    def select_notebooks(self, wanted: list[str]) -> list[Notebook]:
        """The notebooks a command line names: pages, their `.ipynb`, folders, with or without `docs/`; or all."""
        if not wanted:
            return list(self.notebooks.values())
        plain = [re.sub(r"^docs(/|$)|\.(ipynb|md)$", "", self._inside(word)) for word in wanted]
        return [
            notebook
            for name, notebook in self.notebooks.items()
            if any(word in ("", ".", name) or name.startswith(f"{word}/") for word in plain)
        ]

    def _inside(self, word: str) -> str:
        """A word of a command line as a path below the root: an editor or a tab key gives an absolute one."""
        path = Path(word)
        with contextlib.suppress(ValueError):  # it lies elsewhere: no such snippet
            word = path.resolve().relative_to(self.root.resolve()).as_posix() if path.is_absolute() else word
        return word.replace("\\", "/").removeprefix("./").rstrip("/")

    @functools.cached_property
    def profiles(self) -> list[str]:
        """Profiles with a record, that of the CPU first."""
        return recorded_profiles(self.root)

    @functools.cached_property
    def _recorded(self) -> dict[str, frozenset[str]]:
        """The names of all snippets with a record, by profile."""
        return {profile: frozenset(recorded_names(self.root, profile)) for profile in self.profiles}

    def record(self, snippet: Snippet, profile: str) -> Record | None:
        """The record of a snippet if it is whole and of the snippet as it is now; else None."""
        place = (snippet.name, snippet.key, profile)
        if place not in self._records_read:
            with contextlib.suppress(BadRecord):
                self._records_read[place] = read_record(self.root, profile, snippet.name)
        record = self._records_read.get(place)
        return record if record and record.key == snippet.key else None

    @functools.cached_property
    def _records_read(self) -> dict[tuple[str, str, str], Record | None]:
        return {}

    def records(self, snippet: Snippet) -> list[Record]:
        """The records of a snippet as it is now: of the CPU first, then of each other profile."""
        return [record for profile in self.profiles if (record := self.record(snippet, profile))]

    def awaiting(self, name: str) -> list[str]:
        """GPU profiles on which a snippet is not yet recorded as it is now; "a GPU" where there is no record at all."""
        snippet = self.snippets[name]
        if not snippet.needs.gpus:
            return []
        profiles = [profile for profile in self.profiles if profile != "cpu"]
        recorded = [profile for profile in profiles if name in self._recorded[profile]]
        return [profile for profile in recorded if self.record(snippet, profile) is None] if recorded else ["a GPU"]


def _line_of(fence: Fence, word: str) -> int:
    """The line of a body, from 0, that starts with a word."""
    return next((number for number, line in enumerate(fence.body) if line.strip().startswith(word)), 0)


def find_root(start: Path | None = None) -> Path:
    """The nearest folder, from `start` upwards, that holds docs/ and snippets/; `start` itself if there is none."""
    start = (start or Path.cwd()).resolve()
    return next((f for f in (start, *start.parents) if (f / "docs").is_dir() and (f / "snippets").is_dir()), start)
