"""A hook of MkDocs for notebook pages: mkdocs-jupyter renders what the cells printed, MkDocs all else on the page.

Nothing is executed here: what the cells printed is on record in the `.ipynb` beside the page (see `record.notebook`).
mkdocs-jupyter would put over 600 KB of style and script on each page, and its Markdown knows no question, no link to
another page and no figure. So it renders the executed notebook through a template of ours, which shows the outputs
alone; the page is rendered by MkDocs like any other, and each output then takes its place below its cell.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs_jupyter.config import settings

from lockstep.project import Project, find_root
from lockstep.record import notebook
from lockstep.record.notebook import Notebook

_CELL = "<!--cell-->"  # what the template puts before, between and after the outputs
_PLACE = '<div class="ls-printed" data-cell="{}"></div>'
log = get_plugin_logger("lockstep")


def on_startup(**_: Any) -> None:
    """Have mkdocs-jupyter render with our template, and without a line for each page."""
    settings.templates_dir = str(Path(__file__).parent / "templates")
    logging.getLogger("mkdocs.mkdocs-jupyter").setLevel(logging.WARNING)


@event_priority(-100)  # after mkdocs-jupyter has taken all executed notebooks for pages of their own
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make the executed notebook the source that mkdocs-jupyter finds for its page, and itself a download.

    Raises:
        PluginError: notebooks are not on record as they are now; one line for each.
    """
    notebooks = list(Project(find_root()).notebooks.values())
    problems = [problem for one in notebooks if (problem := one.stale())]
    problems += notebook.unclaimed(find_root(), notebooks)
    if problems:
        raise PluginError("\n".join(map(str, sorted(problems))))
    for one in notebooks:
        if problem := one.outdated():
            log.warning("%s", problem)
        _claim(one, files, config)
    return files


def _claim(one: Notebook, files: Files, config: MkDocsConfig) -> None:
    page = files.get_file_from_path(one.path.removeprefix("docs/"))
    executed = files.get_file_from_path(one.file.relative_to(one.root / "docs").as_posix())
    if page is None or executed is None:  # `exclude_docs` leaves it out
        return
    files.remove(executed)
    files.append(File(executed.src_uri, config.docs_dir, config.site_dir, config.use_directory_urls))
    page.content_string = one.text
    page.abs_src_path = str(one.file)


@event_priority(-100)  # after mkdocs-jupyter has put its own `render` on the pages it takes
def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> Page:
    """Have MkDocs render a notebook page, with what mkdocs-jupyter makes of its outputs."""
    convert = vars(page).pop("render", None)
    if convert:
        page.render = lambda config, files: _render(page, convert, config, files)  # type: ignore[method-assign]
    return page


def _render(page: Page, convert: Callable[..., None], config: MkDocsConfig, files: Files) -> None:
    convert(config, files)
    outputs = (page.content or "").split(_CELL)[1:-1]
    places = [_PLACE.format(number) if output else "" for number, output in enumerate(outputs)]
    page.markdown = notebook.below_cells(page.markdown or "", places)
    Page.render(page, config, files)
    place = re.compile(_PLACE.format(r"(\d+)"))
    page.content = place.sub(lambda match: outputs[int(match[1])], page.content or "")
