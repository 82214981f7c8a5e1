"""The site as `serve` shows it: built whole at first, then page by page.

Pages are built anew by MkDocs' dirty mode, which takes those whose built file is older than their source. Such a build
knows only the pages that it renders, so it gets the files of the whole build. What is collected from other pages (menu,
search, strips of a topic, review, evidence) stays as it was in the last whole build.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files

from lockstep.problem import LockstepError
from lockstep.site.build_problems import END

RELOAD = "assets/reload.js"
_SOURCE = Path(__file__).parent / "templates/serve/reload.js"
_INDEX = "search/search_index.json"
_PAGE = re.compile(r"^(?:Error \w+ page|Doc file) '([^']+)':? *")
_NOT_IN_NAV = re.compile(r"^  - (\S+)$")
_DIRTY = "A 'dirty' build is being performed"


class Preview:
    """The built site of a project. `site` is its folder below `folder`; None until it was built once."""

    def __init__(self, root: Path, folder: Path, url: str) -> None:
        self.root, self.folder, self.url = root, folder, url
        self.site: Path | None = None
        self.is_stale = True  # as a whole
        self._config = MkDocsConfig()
        self._files = Files([])

    def build(self) -> list[str]:
        """Build the whole site in a new folder, and use it if there was no error. Returns problems."""
        site = Path(tempfile.mkdtemp(prefix="site-", dir=self.folder))
        kept, config = _Files(), MkDocsConfig()

        def whole() -> None:
            nonlocal config
            config = load_config(str(self.root / "mkdocs.yml"), site_dir=str(site), site_url=self.url)
            config.extra_javascript.append(RELOAD)
            config.plugins["lockstep/serve"] = kept
            config.plugins.on_startup(command="serve", dirty=False)
            build(config)

        done, problems = _told(whole)
        self.is_stale = not done
        if done:
            old, self.site, self._config, self._files = self.site, site, config, kept.files
            site = old or site / "none"
        shutil.rmtree(site, ignore_errors=True)
        return problems

    def update(self, pages: Collection[str]) -> list[str]:
        """Build pages, given as `ddp/index.md`, and copy assets that were saved. Returns problems.

        A page that cannot be built stays as it is; the others are built.
        """
        assert self.site is not None
        built = [Path(self._files.src_uris[page].abs_dest_path) for page in pages]
        before = {path: path.read_bytes() for path in built if path.is_file()}
        for path in before:
            os.utime(path, (0, 0))
        with _unchanged(self.site / _INDEX):
            done, problems = _told(lambda: build(self._config, dirty=True))
        if done:
            return problems
        for path, content in before.items():
            path.write_bytes(content)
        if len(pages) < 2:
            return problems
        return list(dict.fromkeys(problem for page in pages for problem in self.update([page])))

    def known(self, pages: Collection[str]) -> list[str]:
        """Those of some paths below docs/ that are pages of the site."""
        known = {file.src_uri for file in self._files.documentation_pages()}
        return sorted(known.intersection(pages))


class _Files(BasePlugin):
    """Keeps the files of the first build for the later ones, and adds what reloads a page."""

    def __init__(self) -> None:
        self.files = Files([])

    @event_priority(-1000)  # after all other plugins have added theirs
    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        if not len(self.files):
            files.append(File.generated(config, RELOAD, abs_src_path=str(_SOURCE)))
            self.files = files
        return self.files


class _Messages(logging.Handler):
    """What MkDocs warns of, in our words: `docs/ddp/index.md: contains a link ...`."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        for line in _PAGE.sub(r"docs/\1: ", record.getMessage()).splitlines():
            if not line.startswith((_DIRTY, END)) and not line.rstrip().endswith(
                ":"
            ):  # a head: the next says what is wrong
                todo = "Name its topic on the map in docs/index.md, or the page in nav of mkdocs.yml."
                self.lines.append(_NOT_IN_NAV.sub(rf"docs/\1: is not in the navigation. {todo}", line))


def _told(work: Callable[[], None]) -> tuple[bool, list[str]]:
    """Whether MkDocs did some work, and what it warned of or what was wrong."""
    messages = _Messages()
    logger = logging.getLogger("mkdocs")
    logger.addHandler(messages)
    try:
        work()
    except LockstepError as error:
        return False, [str(problem) for problem in error.problems]
    except (Exception, SystemExit) as error:  # MkDocs' Abort is a SystemExit
        return False, messages.lines or [str(error)]
    finally:
        logger.removeHandler(messages)
    return True, messages.lines


@contextlib.contextmanager
def _unchanged(path: Path) -> Iterator[None]:
    """Restore a file afterwards: a dirty build writes a search index of its own pages only."""
    content = path.read_bytes() if path.is_file() else b""
    try:
        yield
    finally:
        if content:
            path.write_bytes(content)
