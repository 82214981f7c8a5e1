"""The keeper of a cold job: it says how the command ended and how many processes it left; `test_sandbox` sees the rest."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from sandbox import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the keeper is for Linux")


@pytest.mark.parametrize(
    ("command", "report"),
    [
        ("exit 3", {"exit": 3, "strays": 0}),
        ("kill -9 $$", {"exit": -9, "strays": 0}),
        ("setsid sleep 1200 >/dev/null & exit 0", {"exit": 0, "strays": 1}),
    ],
)
def test_how_a_command_ended_is_reported(tmp_path, command, report):
    reader, writer = os.pipe()
    settings = {"scratch": str(tmp_path), "kept": None, "hidden": [], "report": writer}
    words = [sys.executable, "-S", "-m", "lockstep.engine.keeper", json.dumps(settings), "sh", "-c", command]
    subprocess.run(words, cwd=ROOT, pass_fds=[writer], check=True, timeout=600)
    os.close(writer)
    with open(reader, "rb") as said:
        assert json.loads(said.read()) == report
