"""A hook of MkDocs for notebook pages: mkdocs-jupyter renders the outputs of cells, MkDocs the rest of the page.

Nothing is executed here: what the cells printed is on record in the `.ipynb` beside the page (see `record.notebook`).
mkdocs-jupyter would put over 600 KB of style and script on each page, and its Markdown knows no question, no link to
another page and no figure. So it renders the executed notebook through a template of ours, which shows the outputs
alone; the page is rendered by MkDocs like any other, and each output then takes its place below its cell.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.plugins import event_priority, get_plugin_logger
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs_jupyter.config import settings

from lockstep.markdown.conversion import Build
from lockstep.record.notebook import Notebook, below_cells, unclaimed

_CELL = "<!--cell-->"  # what the template puts before, between and after the outputs
_PLACE = Markup('<div class="ls-printed" data-cell="{}"></div>')
log = get_plugin_logger("lockstep")


def on_startup(**_: Any) -> None:
    """Have mkdocs-jupyter render with our template, and without a line for each page."""
    settings.templates_dir = str(Path(__file__).parent / "templates")
    logging.getLogger("mkdocs.mkdocs-jupyter").setLevel(logging.WARNING)


@event_priority(-100)  # after mkdocs-jupyter has taken all executed notebooks for pages of their own
def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Make each executed notebook the source that mkdocs-jupyter finds for its page, and a download itself."""
    build = _build(config)
    notebooks = list(build.project.notebooks.values())
    build.tell(unclaimed(build.project.root, notebooks))
    for notebook in notebooks:
        page = files.get_file_from_path(notebook.path.removeprefix("docs/"))
        executed = files.get_file_from_path(f"{notebook.name}.ipynb")
        if page and executed:
            files.remove(executed)
            files.append(File(executed.src_uri, config.docs_dir, config.site_dir, config.use_directory_urls))
            page.abs_src_path = str(notebook.file)
    return files


def on_page_read_source(page: Page, config: MkDocsConfig) -> str | None:
    """Give a notebook page the text of its own file."""
    notebook = _notebook(page, config)
    return notebook.text if notebook else None


@event_priority(-100)  # after mkdocs-jupyter has put its own `render` on the pages it takes
def on_pre_page(page: Page, config: MkDocsConfig, files: Files) -> Page:
    """Have a notebook page rendered with what its cells printed; one that is stale is a problem of the build."""
    convert, notebook = vars(page).pop("render", None), _notebook(page, config)
    if notebook and (stale := notebook.stale()):
        _build(config).tell([stale])
    elif notebook and convert:
        if outdated := notebook.outdated():
            log.warning("%s", outdated)
        page.render = lambda config, files: _render(page, convert, config, files)  # type: ignore[method-assign]
    return page


def _build(config: MkDocsConfig) -> Build:
    return config.mdx_configs["lockstep"]["build"]


def _notebook(page: Page, config: MkDocsConfig) -> Notebook | None:
    return _build(config).project.notebooks.get(PurePosixPath(page.file.src_uri).with_suffix("").as_posix())


def _render(page: Page, convert: Callable[..., None], config: MkDocsConfig, files: Files) -> None:
    convert(config, files)
    outputs = (page.content or "").split(_CELL)[1:-1]
    places = [str(_PLACE.format(number)) if output else "" for number, output in enumerate(outputs)]
    page.markdown = below_cells(page.markdown or "", places)
    Page.render(page, config, files)
    place = re.compile(_PLACE.format(Markup(r"(\d+)")))
    page.content = place.sub(lambda match: outputs[int(match[1])], page.content or "")
