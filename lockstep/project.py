"""The whole project as data: its snippets, its pages' fences, where each snippet is shown. Reads once, runs nothing."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lockstep import embed, page, record, snippet
from lockstep.embed import Embed
from lockstep.page import Fence
from lockstep.problem import LockstepError, Problem, did_you_mean
from lockstep.record import BadRecord, Record
from lockstep.snippet import Snippet


@dataclass(frozen=True)
class Project:
    """A checkout. `root` holds docs/ and snippets/."""

    root: Path

    @functools.cached_property
    def snippets(self) -> dict[str, Snippet]:
        """All snippets by name, with what is wrong with each."""
        return {name: snippet.read(self.root, name) for name in snippet.names(self.root)}

    @functools.cached_property
    def fences(self) -> dict[str, list[Fence]]:
        """Fenced blocks of every page, by its path under the root."""
        return {path: list(page.fences(text)) for path, text in self.texts.items()}

    @functools.cached_property
    def texts(self) -> dict[str, str]:
        """The pages that are text, by their path under the root."""
        found = {}
        for path in page.pages(self.root):
            with contextlib.suppress(OSError, UnicodeDecodeError):
                found[path.relative_to(self.root).as_posix()] = path.read_text("utf-8-sig")
        return found

    @functools.cached_property
    def shown(self) -> dict[str, list[str]]:
        """Pages that show each snippet."""
        found: dict[str, list[str]] = {}
        for path, _, asked in self.embeds():
            if path not in found.setdefault(asked.name, []):
                found[asked.name].append(path)
        return found

    def embeds(self) -> Iterator[tuple[str, Fence, Embed]]:
        """All `run` fences: page, fence, what it asks for."""
        for path, fences in self.fences.items():
            for fence in fences:
                if fence.kind == "run":
                    yield path, fence, embed.parse(fence.body)

    def select(self, wanted: list[str]) -> list[Snippet]:
        """The snippets a command line names: files, folders, with or without `snippets/` and `.py`. All, if none.

        Raises:
            LockstepError: a word names no snippet, or a snippet that cannot be read.
        """
        chosen: dict[str, Snippet] = {} if wanted else dict(self.snippets)
        problems = []
        for word in wanted:
            plain = word.replace("\\", "/").removeprefix("./").removeprefix("snippets/").rstrip("/")
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
        return [chosen[name] for name in sorted(chosen)]

    def record(self, one: Snippet, profile: str) -> Record | None:
        """The record of a snippet if it is whole and of the snippet as it is now; else None."""
        try:
            found = record.read(self.root, profile, one.name)
        except BadRecord:
            return None
        return found if found and found.key == one.key else None


def find_root(start: Path | None = None) -> Path:
    """The nearest folder, from `start` upwards, that holds docs/ and snippets/; `start` itself if there is none."""
    start = (start or Path.cwd()).resolve()
    return next((f for f in (start, *start.parents) if (f / "docs").is_dir() and (f / "snippets").is_dir()), start)
