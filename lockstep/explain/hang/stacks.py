"""Where a program stands: of the stack that `py-spy dump` or faulthandler prints, or of a flight recorder's frames."""

from __future__ import annotations

import re
from collections.abc import Iterable

_THREAD = re.compile(r"^Thread .*", re.MULTILINE)
_FRAME = re.compile(r"^\s+(.+) \((.+):(\d+)\)$", re.MULTILINE)
_FAULT_THREAD = r"(?:Current thread|Thread|Stack)\b[^\n]*\(most recent call first\):$"
_FAULT = re.compile(rf"\s*(?:Timeout \([\d:.]+\)!\s+)?{_FAULT_THREAD}", re.MULTILINE)
_FAULT_THREADS = re.compile(rf"^{_FAULT_THREAD}", re.MULTILINE)
_FAULT_FRAME = re.compile(r'^  File "(.+)", line (\d+) in (.+)$', re.MULTILINE)
_LIBRARY = re.compile(
    r"(\A|/)(site-packages|dist-packages|python3\.\d+)/|\A(torch/|(threading|selectors|runpy|queue)\.py)|\A<"
)


def where(text: str) -> str:
    """The line of the program at which the main thread stands; empty where a text has no stack."""
    if _FAULT.match(text):
        return _of_faulthandler(text)
    threads = list(_THREAD.finditer(text))
    if not text.lstrip().startswith("Process ") or not threads:
        return ""
    ends = [*(thread.start() for thread in threads[1:]), len(text)]
    blocks = [text[thread.start() : end] for thread, end in zip(threads, ends, strict=True)]
    main = next((block for block in blocks if "MainThread" in block.partition("\n")[0]), blocks[0])
    frames = ((file, line, name) for name, file, line in _FRAME.findall(main))
    return innermost(frames) or "outside of the program"


def _of_faulthandler(text: str) -> str:
    """The line of the main thread. It is the last one: faulthandler begins with the newest, and appends to a file."""
    last = [thread.start() for thread in _FAULT_THREADS.finditer(text)][-1]
    return innermost(_FAULT_FRAME.findall(text[last:])) or "outside of the program"


def innermost(frames: Iterable[tuple[str, str, str]]) -> str:
    """The first frame that is not of torch or Python, as "file:line, function"; empty if there is none.

    Args:
        frames: file, line and function of each, from the inside.
    """
    own = ((file, line, name) for file, line, name in frames if not _LIBRARY.search(file))
    file, line, name = next(own, ("", "", ""))
    return f"{file.rpartition('/')[2]}:{line}, {name}" if file else ""
