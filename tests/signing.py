"""A machine that signs records: a key that lives as long as a test, and a list of signers of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from lockstep.record import manifest

COMMIT = "c" * 40


class Signer:
    """The key of a runner, and the list of signers that the code under test takes for the repository's."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.signers = folder, folder / "allowed_signers"
        self.signers.write_text("# none\n", "utf-8")
        self.key = self.new_key("key")

    def new_key(self, name: str) -> Path:
        command = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(self.folder / name)]
        subprocess.run(command, check=True)
        return self.folder / name

    def allow(self, runner: str = "gpu-1", key: Path | None = None) -> str:
        """Add a line to the list of signers; returns it."""
        public = (key or self.key).with_suffix(".pub").read_text("utf-8").strip()
        line = f'{runner} namespaces="{manifest.NAMESPACE}" {public}\n'
        with self.signers.open("a", encoding="utf-8") as file:
            file.write(line)
        return line

    def sign(self, root: Path, *paths: str, runner: str = "gpu-1") -> Path:
        return manifest.sign(root, paths, key=self.key, runner=runner, commit=COMMIT)


@pytest.fixture
def signer(tmp_path_factory, monkeypatch) -> Signer:
    """A signer that is not allowed yet."""
    if not shutil.which("ssh-keygen") and not os.environ.get("CI"):
        pytest.skip("no ssh-keygen")
    signer = Signer(tmp_path_factory.mktemp("signer"))
    monkeypatch.setattr(manifest, "SIGNERS", signer.signers)
    return signer
