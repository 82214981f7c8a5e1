"""The plugin of MkDocs for a site that is not this one: the extension, its problems in one list, styles and scripts.

    plugins: [search, lockstep]

This site itself names the hooks in mkdocs.yml, because its theme knows the scripts and styles of each page.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markupsafe import Markup
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import BasePlugin
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

from lockstep.site import build_problems
from lockstep.site.style import assets, style

STYLE = "assets/lockstep.css"
_SCRIPTS = ("element", "state", "question")  # of a page with questions, in this order
_ON_DEMAND = ("schedule", "numbers", "formula", "fresh", "forget", "keys")
_KINDS = ("question-explain", "question-line", "question-order")


class LockstepPlugin(BasePlugin):
    """Turns on all that a page with runs and questions needs."""

    def on_startup(self, command: str, dirty: bool) -> None:
        """Let Ctrl-C end a build without a traceback."""
        build_problems.on_startup(command)

    def on_shutdown(self) -> None:
        """End without a look for garbage."""
        build_problems.on_shutdown()

    def on_config(self, config: MkDocsConfig) -> None:
        """Add the extension and the stylesheet.

        Raises:
            PluginError: the pages are in a folder of another name than docs/, by which all of Lockstep knows them.
        """
        if Path(config.docs_dir).name != "docs":
            todo = "Rename it: Lockstep reads pages in docs/, with snippets/ beside it."
            raise PluginError(f"docs_dir: {config.docs_dir} is not called docs. {todo}")
        if "lockstep" not in config.markdown_extensions:
            config.markdown_extensions.append("lockstep")
        config.extra_css.insert(0, STYLE)  # the site's own come later, and rule

    def on_serve(self, server: LiveReloadServer, config: MkDocsConfig, **_: Any) -> LiveReloadServer:
        """Build again when a snippet or a record is saved, too."""
        snippets = config.mdx_configs["lockstep"]["build"].project.root / "snippets"
        if snippets.is_dir():
            server.watch(str(snippets))
        return server

    def on_pre_build(self, config: MkDocsConfig) -> None:
        """Read the project once for all pages."""
        build_problems.on_pre_build(config)

    def on_files(self, files: Files, config: MkDocsConfig) -> Files:
        """Add the stylesheet and the scripts."""
        files.append(File.generated(config, STYLE, content=style()))
        for name in (*_SCRIPTS, *_ON_DEMAND, *_KINDS):
            files.append(File.generated(config, f"assets/{name}.js", content=(assets() / f"{name}.js").read_bytes()))
        return build_problems.on_files(files, config)

    def on_page_content(self, html: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
        """Load the scripts of questions on the pages that have some. Our styles look for a class of Material."""
        if config.theme.name != "material":
            html = str(Markup('<div class="md-typeset ls-plain">{}</div>').format(Markup(html)))
        if "<ls-question" not in html:
            return html
        addresses = (get_relative_url(f"assets/{name}.js", page.url) for name in _SCRIPTS)
        script = Markup('\n<script defer src="{}"></script>')
        return html + str(Markup("").join(map(script.format, addresses)))

    def on_env(self, env: Any, config: MkDocsConfig, **_: Any) -> None:
        """End the build if there are problems; all of them have been told."""
        build_problems.on_env(env, config)

    def on_build_error(self, error: Exception, **_: Any) -> None:
        """Tell of a full disk in one line."""
        build_problems.on_build_error(error)
