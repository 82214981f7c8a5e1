"""Runs the command of a cold job, isolated where that is possible, and leaves no process of it behind. Linux only.

    python -m lockstep.engine.keeper SETTINGS COMMAND…

SETTINGS is JSON with the scratch folder, the folders to keep and to hide (see `sandbox.isolate`; null without a
sandbox), and the descriptor to which the keeper writes how the command ended. In a sandbox the keeper has a child, the
first process of the sandbox, which does the work. Otherwise it is a child subreaper, so that orphans come to it.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from lockstep.engine import sandbox
from lockstep.engine.process import STRAY_GRACE, become_subreaper, die_with_parent, kill_children


def main(settings: dict, command: list[str]) -> None:
    """Run a command to its end, then end all that it left."""
    os.set_inheritable(settings["report"], False)
    if settings["kept"] is None:
        become_subreaper()
    else:
        sandbox.separate_children()
        if first := os.fork():
            os.waitpid(first, 0)
            return
        die_with_parent(signal.SIGKILL, 0)  # a parent outside of the namespace has the number 0
        sandbox.isolate(Path(settings["scratch"]), settings["kept"], settings["hidden"])
    os.chdir(settings["scratch"])
    _keep(command, settings["report"])


def _keep(command: list[str], report: int) -> None:
    pid = os.fork()
    if pid == 0:
        try:
            os.setsid()  # so that a command which signals its process group does not reach the keeper
            os.execvp(command[0], command)
        finally:
            os._exit(127)
    ended, status = 0, 0
    while ended != pid:
        ended, status = os.waitpid(-1, 0)
    strays = kill_children(STRAY_GRACE)
    os.write(report, json.dumps({"exit": os.waitstatus_to_exitcode(status), "strays": strays}).encode())


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
