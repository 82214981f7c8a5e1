"""The environment of this machine and the profiles it can record, found without importing torch."""

from __future__ import annotations

import functools
import importlib.metadata
import importlib.util
import os
import platform
import re
import runpy
import subprocess
import sys
from pathlib import Path

CPU = "cpu"


@functools.cache
def _gpus() -> tuple[tuple[str, str], ...]:
    """Identifier and name of each NVIDIA GPU that this process may use and that is of the same model as the first.

    Empty if there is no driver or if torch is built without CUDA. `CUDA_VISIBLE_DEVICES`, which a scheduler may set, is
    respected; numbers in it are taken as those of the driver.
    """
    if not _torch().get("cuda"):
        return ()
    try:
        table = subprocess.run(
            ["nvidia-smi", "--query-gpu=index,uuid,name", "--format=csv,noheader"],
            capture_output=True,
            text=True,
            timeout=30,
            check=True,
        ).stdout
    except (OSError, subprocess.SubprocessError):
        return ()
    rows = [tuple(part.strip() for part in line.split(",", 2)) for line in table.splitlines() if line.strip()]
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES")
    if allowed is not None:
        rows = [row for row in rows if {row[0], row[1]} & set(allowed.split(","))]
    return tuple((uuid, name) for _, uuid, name in rows if name == rows[0][2])


def gpus() -> tuple[str, ...]:
    """Names of the GPUs of this machine, as the driver gives them."""
    return tuple(name for _, name in _gpus())


def visible() -> tuple[str, ...]:
    """Identifiers of the GPUs for `CUDA_VISIBLE_DEVICES`. CUDA may number GPUs in another order than the driver."""
    return tuple(uuid for uuid, _ in _gpus())


def profiles() -> list[str]:
    """Profiles that this machine can record: `cpu`, and one that is named after its GPUs, such as `1xh200`."""
    return [CPU, *([gpu_profile(gpus())] if gpus() else [])]


def gpu_profile(names: tuple[str, ...]) -> str:
    """The profile of GPUs with these names, such as `2xh100` for two GPUs "NVIDIA H100 80GB HBM3"."""
    word = next((w for w in names[0].split() if re.search(r"\d", w)), names[0])
    return f"{len(names)}x{re.sub(r'[^a-z0-9]+', '-', word.lower()).strip('-')}"


def gpu_count(profile: str) -> int:
    """Number of GPUs of a profile: 0 for `cpu`, 2 for `2xh100`."""
    match = re.match(r"(\d+)x", profile)
    return int(match[1]) if match else 0


def environment(profile: str) -> dict[str, str]:
    """Description of this machine as records keep it and pages show it. Values are text; empty ones are left out."""
    torch = _torch()
    facts = {
        "torch": torch.get("__version__", ""),
        "python": platform.python_version(),
        "os": f"{platform.system()} {platform.machine()}",
        "cpu": _cpu_name(),
        "cores": str(os.cpu_count() or 1),
    }
    if profile != CPU:
        facts |= {"gpu": gpus()[0] if gpus() else "", "cuda": torch.get("cuda") or "", "nccl": _nccl()}
    return {name: value for name, value in facts.items() if value}


@functools.cache
def _torch() -> dict:
    """The constants of torch/version.py, read without importing torch."""
    spec = importlib.util.find_spec("torch")
    path = Path(spec.origin).parent / "version.py" if spec and spec.origin else None
    return runpy.run_path(str(path)) if path and path.is_file() else {}


def has_torch() -> bool:
    """Whether snippets can run in this interpreter."""
    return bool(_torch())


def _nccl() -> str:
    for name in ("nvidia-nccl-cu13", "nvidia-nccl-cu12"):
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return ""


def _cpu_name() -> str:
    if sys.platform == "linux":
        match = re.search(r"(?m)^model name\s*: (.+)$", Path("/proc/cpuinfo").read_text("utf-8", "replace"))
        if match:
            return re.sub(r"\s+", " ", re.sub(r"\((R|TM)\)|CPU|@.*", "", match[1])).strip()
    return platform.processor() or platform.machine()
