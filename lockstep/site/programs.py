"""All programs as an archive in a built site: unpacked, it is the folder in which the commands of the pages run."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from markupsafe import Markup

from lockstep.project import Project

NAME = "lockstep-programs.zip"
_HOME = re.compile(r'(<span class="ls-take-programs">).*?(</span>)', re.DOTALL)
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest of a zip; with the time of the build no two zips would be equal


def write(project: Project, site: Path) -> None:
    """Write the archive into a built site whose home page has a place for it, and link to it there.

    The same programs give the same bytes.
    """
    home = site / "index.html"
    text = home.read_text("utf-8") if home.is_file() else ""
    if not _HOME.search(text):
        return
    paths = [project.root / "LICENSE", *sorted((project.root / "snippets").rglob("*.py"))]
    with zipfile.ZipFile(site / NAME, "w") as archive:
        for path in filter(Path.is_file, paths):
            entry = zipfile.ZipInfo(f"lockstep-programs/{path.relative_to(project.root).as_posix()}", _EPOCH)
            entry.create_system, entry.external_attr = 3, 0o644 << 16  # the same on each system
            archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    link = Markup('<a href="./{}">zip, {:.1f} MB</a>').format(NAME, (site / NAME).stat().st_size / 1e6)
    words = Markup(
        "All programs: {}. Unpack it, install torch, and run the commands that stand with them in its folder."
    ).format(link)
    home.write_text(_HOME.sub(rf"\1{words}\2", text), "utf-8", newline="\n")
