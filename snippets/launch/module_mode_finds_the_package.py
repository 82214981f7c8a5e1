"""With -m torchrun starts a module of a package, whose relative imports then work; the same file as a script fails.

$ python snippets/launch/module_mode_finds_the_package.py
"""
# /// script
# [tool.lockstep]
# timeout = 120
# ///
import subprocess
import sys
from pathlib import Path

Path("package").mkdir()
Path("package/model.py").write_text("name = 'a model'\n")
Path("package/train.py").write_text("from .model import name\nprint('found', name)\n")

# region launch
torchrun = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--redirects", "0"]
ways = {
    "script": ["package/train.py"],
    "module": ["-m", "package.train"],  # key line, else: "module": ["package/train.py"],
    "program": ["--no-python", "echo", "any program"],
}
said = {}
for way, words in ways.items():
    job = subprocess.run([*torchrun, *words], capture_output=True, text=True)
    said[way] = job.stdout.strip() or next(x for x in job.stderr.split("\n") if "ImportError" in x)
    print(f"{way}: {said[way].partition('rank0]: ')[2] or said[way]}")
# endregion

assert said["module"] == "found a model"  # shows: module-relative
assert "attempted relative import" in said["script"]  # shows: script-import
assert "found" not in said["script"]  # refutes: script-works
assert "ImportError" not in said["module"]  # refutes: module-fails
assert said["program"] == "any program"  # shows: no-python
