"""Records what torch says of the calls of a job: python tests/explain/hang/record_logs.py [NAME ...]

Each program of tests/explain/hang/detail runs on real ranks over gloo with TORCH_DISTRIBUTED_DEBUG=DETAIL; its name ends
in the number of ranks. What they print is kept beside it, without what torchrun prints and with paths cut to what stands
in the repository. Of the programs in APART each rank has a log of its own, as `torchrun --log-dir` writes it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent / "detail"
APART = {"other_shape_4", "one_raises_3"}
DEBUG = os.environ | {"TORCH_DISTRIBUTED_DEBUG": "DETAIL", "OMP_NUM_THREADS": "1"}


def clean(text: str) -> str:
    """A log without paths of the machine."""
    text = re.sub(r"/[^\s\"]*/(?=site-packages/)|" + re.escape(f"{FOLDER}/"), "", text)
    return "".join(line for line in text.splitlines(keepends=True) if "^^^" not in line)


def record(program: Path) -> None:
    """Run a program, and keep what its ranks print."""
    number = program.stem.rpartition("_")[2]
    with tempfile.TemporaryDirectory() as folder:
        apart = ["--redirects", "3", "--log-dir", folder] if program.stem in APART else ["--tee", "3"]
        command = ["torchrun", *apart, "--nproc-per-node", number, str(program)]
        done = subprocess.run(command, env=DEBUG, capture_output=True, text=True, timeout=600, check=False)
        if program.stem not in APART:
            said = "".join(line for line in (done.stdout + done.stderr).splitlines(True) if line.startswith("[default"))
            program.with_suffix(".log").write_text(clean(said))
            return
        target = program.with_suffix("")
        shutil.rmtree(target, ignore_errors=True)
        target.mkdir()
        for path in Path(folder).rglob("stderr.log"):
            (target / f"rank_{path.parent.name}.log").write_text(clean(path.read_text()))


if __name__ == "__main__":
    programs = sorted(FOLDER.glob("*.py"))
    for program in programs:
        if not sys.argv[1:] or program.stem in sys.argv[1:]:
            record(program)
            print(program.stem, flush=True)
