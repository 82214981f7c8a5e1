"""The environment of snippets, by allow-list: nothing else of a person's environment can end in a record."""

from __future__ import annotations

import os
import re

_ALLOWED = re.compile(
    r"PATH|HOME|USER|LOGNAME|SHELL|LANG|LANGUAGE|LC_[A-Z]+|TZ|TERM|TMPDIR|TEMP|TMP"
    r"|VIRTUAL_ENV|PYTHONPATH|PYTHONHOME|LD_LIBRARY_PATH|DYLD_\w+"
    r"|SYSTEMROOT|WINDIR|COMSPEC|PATHEXT"  # Windows starts nothing without these
    r"|(CUDA|NVIDIA|NCCL)_\w+"  # how GPUs of this machine are reached
    r"|LOCKSTEP_\w+"
)


def allowed() -> dict[str, str]:
    """The variables of this process that a snippet may see."""
    return {name: value for name, value in os.environ.items() if _ALLOWED.fullmatch(name.upper())}
