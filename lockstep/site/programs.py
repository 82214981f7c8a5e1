"""All programs as an archive in a built site: unpacked, it is the folder in which the commands of the pages run."""

from __future__ import annotations

import re
from pathlib import Path

from markupsafe import Markup

from lockstep.project import Project
from lockstep.site import archive

NAME = "lockstep-programs.zip"
_HOME = re.compile(r'(<span class="ls-take-programs">).*?(</span>)', re.DOTALL)


def write(project: Project, site: Path) -> None:
    """Write the archive into a built site whose home page has a place for it, and link to it there.

    The same programs give the same bytes.
    """
    home = site / "index.html"
    text = home.read_text("utf-8") if home.is_file() else ""
    if not _HOME.search(text):
        return
    paths = [project.root / "LICENSE", *sorted((project.root / "snippets").rglob("*.py"))]
    files = {f"lockstep-programs/{path.relative_to(project.root).as_posix()}": path for path in paths if path.is_file()}
    archive.write(site / NAME, {name: path.read_bytes() for name, path in files.items()})
    link = Markup('<a href="./{}">zip, {:.1f} MB</a>').format(NAME, (site / NAME).stat().st_size / 1e6)
    words = Markup(
        "All programs: {}. Unpack it, install torch, and run the commands that stand with them in its folder."
    ).format(link)
    home.write_text(_HOME.sub(rf"\1{words}\2", text), "utf-8", newline="\n")
