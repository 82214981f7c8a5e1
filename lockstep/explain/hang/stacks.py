"""Where a program stands, of the stack that `py-spy dump` prints, or of the frames that a flight recorder keeps."""

from __future__ import annotations

import re
from collections.abc import Iterable

_THREAD = re.compile(r"^Thread .*", re.MULTILINE)
_FRAME = re.compile(r"^\s+(.+) \((.+):(\d+)\)$", re.MULTILINE)
_LIBRARY = re.compile(
    r"(\A|/)(site-packages|dist-packages|python3\.\d+)/|\A(torch/|(threading|selectors|runpy|queue)\.py)|\A<"
)


def where(text: str) -> str:
    """The line of the program at which the main thread stands; empty where a text is not of py-spy."""
    threads = list(_THREAD.finditer(text))
    if not text.lstrip().startswith("Process ") or not threads:
        return ""
    ends = [*(thread.start() for thread in threads[1:]), len(text)]
    blocks = [text[thread.start() : end] for thread, end in zip(threads, ends, strict=True)]
    main = next((block for block in blocks if "MainThread" in block.partition("\n")[0]), blocks[0])
    frames = ((file, line, name) for name, file, line in _FRAME.findall(main))
    return innermost(frames) or "outside of the program"


def innermost(frames: Iterable[tuple[str, str, str]]) -> str:
    """The first frame that is not of torch or Python, as "file:line, function"; empty if there is none.

    Args:
        frames: file, line and function of each, from the inside.
    """
    own = ((file, line, name) for file, line, name in frames if not _LIBRARY.search(file))
    file, line, name = next(own, ("", "", ""))
    return f"{file.rpartition('/')[2]}:{line}, {name}" if file else ""
