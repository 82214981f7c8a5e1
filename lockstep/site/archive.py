"""A zip archive whose bytes depend on what it holds alone."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest of a zip; with the time of the build no two zips would be equal


def write(path: Path, files: Mapping[str, bytes]) -> None:
    """Write files into an archive by their names; a killed build leaves no half of one in its place."""
    part = path.with_name(f"{path.name}.part")
    try:
        with zipfile.ZipFile(part, "w") as archive:
            for name, data in sorted(files.items()):
                entry = zipfile.ZipInfo(name, _EPOCH)
                entry.create_system, entry.external_attr = 3, 0o644 << 16  # the same on each system
                archive.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
