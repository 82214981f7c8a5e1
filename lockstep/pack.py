"""Take comments and white space out of the scripts and styles of a built site: a quarter less to load.

The sources in docs/assets/ work as they are, so a site that is not packed, such as the one `serve` shows, is the same.
"""

from __future__ import annotations

from pathlib import Path

import rcssmin
import rjsmin

_PACKERS = {".js": rjsmin.jsmin, ".css": rcssmin.cssmin}


def pack(site: Path) -> int:
    """Pack our own files of a built site in place; those of the theme are packed already. Returns the bytes saved."""
    saved = 0
    for path in sorted((site / "assets").iterdir()):
        if path.suffix in _PACKERS:
            text = path.read_text("utf-8")
            packed = _PACKERS[path.suffix](text)
            path.write_text(packed, "utf-8", newline="\n")
            saved += len(text) - len(packed)
    return saved
