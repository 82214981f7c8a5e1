"""`serve`: a saved snippet is run again and its page shows the new output."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from sandbox import ROOT, descendants, reap_orphans

from lockstep.record.record import record_path

pytestmark = pytest.mark.torch


@pytest.mark.usefixtures("nothing_left")
@pytest.mark.skipif(sys.platform != "linux", reason="uses the warm engine")
def test_a_saved_snippet_is_on_its_page(sandbox, tmp_path):
    before = descendants()
    shutil.copytree(ROOT / "docs/assets", sandbox.root / "docs/assets")
    config = (ROOT / "mkdocs.yml").read_text("utf-8")
    start, end = config.index("nav:"), config.index("markdown_extensions:")
    (sandbox.root / "mkdocs.yml").write_text(config[:start] + config[end:], "utf-8")
    (sandbox.root / "lockstep").symlink_to(ROOT / "lockstep")  # holds the templates
    sandbox.page("# Page\n\n```run\ntopic/one.py\n```\n")
    sandbox.snippet("print('first output')")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    log = open(tmp_path / "log", "w+")  # noqa: SIM115
    process = subprocess.Popen(
        [sys.executable, "-m", "lockstep", "--root", str(sandbox.root), "serve", "--", "--dev-addr", address],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"},
        stdout=log,
        stderr=log,
    )
    try:
        wait_for(f"http://{address}/", "first output", process)
        sandbox.snippet("print('second output')")
        wait_for(f"http://{address}/", "second output", process)
        kept = record_path(sandbox.root, "cpu", "topic/one.py").read_bytes()
        sandbox.snippet("one = 2\nprint('never proved')")
        deadline = time.monotonic() + 20
        while "the claim is not proved" not in (tmp_path / "log").read_text() and time.monotonic() < deadline:
            time.sleep(0.2)
        assert "the claim is not proved" in (tmp_path / "log").read_text()
        assert record_path(sandbox.root, "cpu", "topic/one.py").read_bytes() == kept
    finally:
        process.terminate()
        process.wait(30)
        log.close()
        reap_orphans(before)


def wait_for(address: str, text: str, process: subprocess.Popen) -> None:
    """Ask for a page until it holds a text."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(address, timeout=5) as answer:
                if f"<samp>{text}</samp>" in answer.read().decode():
                    return
        except (urllib.error.URLError, OSError):
            pass
        time.sleep(0.3)
    raise AssertionError(f"{address} never showed {text!r}")
