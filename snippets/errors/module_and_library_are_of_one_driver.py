"""The version of the kernel module and the name of the driver's library tell whether both are of one driver.

$ python snippets/errors/module_and_library_are_of_one_driver.py
"""
import re
from pathlib import Path


# region check
def versions(module: Path, library: Path) -> tuple[str, ...]:
    said = re.search(r"Kernel Module +(?:for \w+ +)?([\d.]+)", module.read_text())
    name = library.resolve().name  # key line, else: name = library.name
    return tuple(text.strip(".") for text in (said.group(1), name.removeprefix("libnvidia-ml.so")))


def check(module="/proc/driver/nvidia/version", library="/usr/lib/x86_64-linux-gnu/libnvidia-ml.so.1"):
    loaded, installed = versions(Path(module), Path(library))
    print(f"loaded {loaded}, library {installed}:", "equal" if loaded == installed else "restart the host")
# endregion


# Copies of the two files as a host has them after an update of the driver that was not followed by a restart.
line = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  Thu Feb 22 01:44:30 UTC 2024\n"
Path("version").write_text(line)
Path("libnvidia-ml.so.550.144.03").touch()
Path("libnvidia-ml.so.1").symlink_to("libnvidia-ml.so.550.144.03")
check("version", "libnvidia-ml.so.1")
Path("version").write_text("NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.144.03  Release Build\n")
check("version", "libnvidia-ml.so.1")

assert versions(Path("version"), Path("libnvidia-ml.so.1")) == ("550.144.03", "550.144.03")
