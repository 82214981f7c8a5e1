"""The guard: processes that bear a mark end with the process that guards them, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
import uuid

import pytest
from sandbox import ROOT, descendants, reap_orphans, until

from lockstep.engine.guard import MARK, guarded
from lockstep.engine.process import marked

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere nothing is guarded")
OWNER = """
import os, subprocess, sys
from lockstep.engine.guard import MARK, guarded
with guarded(sys.argv[1]):
    subprocess.Popen(["sleep", "600"], env={**os.environ, MARK: sys.argv[1]}, stdout=subprocess.DEVNULL)
    print("up", flush=True)
    sys.stdin.read()
"""


def test_who_is_killed_takes_the_guarded_along():
    before, value = descendants(), uuid.uuid4().hex
    command = [sys.executable, "-c", OWNER, value]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as owner:
        assert owner.stdout.readline() == b"up\n"
        until(lambda: marked(MARK, value))  # its mark shows when its program has begun
        assert len(marked(MARK, value)) == 1
        owner.kill()
    until(lambda: not marked(MARK, value))
    reap_orphans(before)


def test_who_ends_by_itself_leaves_them_and_no_guard():
    before, value = descendants(), uuid.uuid4().hex
    with subprocess.Popen(["sleep", "600"], env={**os.environ, MARK: value}) as sleeper:
        with guarded(value):
            assert descendants() > before
        assert sleeper.poll() is None
        sleeper.kill()
    assert descendants() <= before
