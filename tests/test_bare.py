"""A bare GPU machine: `record --profile auto` with Python and torch alone. Driver, torch and torchrun are stubs here."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from sandbox import ROOT

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a GPU machine has Linux")

# Python as it is without any installed package (-S) and without what the environment adds (-I).
BOOT = f"""
import atexit, runpy, sys
sys.path[:0] = [{str(ROOT)!r}, sys.argv.pop(1)]
ours = {{"lockstep", "__main__", *sys.stdlib_module_names}}
atexit.register(lambda: print("foreign:", *{{name.partition(".")[0] for name in sys.modules}} - ours, file=sys.stderr))
runpy.run_module("lockstep", run_name="__main__", alter_sys=True)
"""
TORCHRUN = """
import os, subprocess, sys
ranks, script = int(sys.argv[sys.argv.index("--nproc-per-node") + 1]), sys.argv[-1]
jobs = []
for rank in range(ranks):
    folder = f"{os.environ['PET_LOG_DIR']}/run/attempt_0/{rank}"
    os.makedirs(folder)
    with open(f"{folder}/stdout.log", "w") as out, open(f"{folder}/stderr.log", "w") as err:
        env = os.environ | {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(ranks)}
        jobs.append(subprocess.Popen([sys.executable, script], env=env, stdout=out, stderr=err))
sys.exit(any([job.wait() for job in jobs]))
"""
SEES = "import os, torch.version\nprint(os.environ['CUDA_VISIBLE_DEVICES'], torch.version.cuda, os.environ.get('RANK'))"


@pytest.fixture
def bare(sandbox, tmp_path_factory):
    """Run the command line on a machine with some GPUs. Returns the process."""
    machine = tmp_path_factory.mktemp("bare")
    for path, text in {
        "lib/torch/__init__.py": "",
        "lib/torch/version.py": "__version__ = '2.11.0+cu130'\ncuda = '13.0'",
        "lib/torch/distributed/__init__.py": "",
        "lib/torch/distributed/run.py": TORCHRUN,
        "bin/nvidia-smi": "#!/bin/sh\ncat $(dirname $0)/gpus",
    }.items():
        (machine / path).parent.mkdir(parents=True, exist_ok=True)
        (machine / path).write_text(text)
    (machine / "bin/nvidia-smi").chmod(0o755)

    def bare(*args, gpus=1):
        (machine / "bin/gpus").write_text("".join(f"{n}, GPU-{n}, NVIDIA H200\n" for n in range(gpus)))
        paths = {"PATH": f"{machine}/bin:{os.environ['PATH']}", "PYTHONPATH": f"{machine}/lib"}
        command = [sys.executable, "-I", "-S", "-c", BOOT, f"{machine}/lib", "--root", str(sandbox.root), *args]
        return subprocess.run(
            command, capture_output=True, text=True, timeout=600, check=False, env={**os.environ, **paths}
        )

    return bare


def records(sandbox, profile):
    folder = sandbox.root / "snippets/recorded" / profile
    return {path.stem: json.loads(path.read_text()) for path in folder.rglob("*.json")}


def test_one_command_records_what_its_gpu_can_run(sandbox, bare):
    for name, ranks, needs in (
        ("topic/one.py", 0, "gpus = 1\ncpu = false"),
        ("topic/shared.py", 2, "gpus = 1\ncpu = false"),
        ("topic/pair.py", 2, "gpus = 2\ncpu = false"),
        ("topic/plain.py", 0, ""),
    ):
        sandbox.snippet(SEES, name, ranks, needs)
    sandbox.recorded("topic/plain.py")
    done = bare("record", "--profile", "auto")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "cpu: nothing to record." in done.stderr  # it is current, and another machine's
    assert "1xh200: 2 snippets to record, cold." in done.stderr
    made = records(sandbox, "1xh200")
    assert sorted(made) == ["one", "shared"]
    assert [rank["stdout"] for rank in made["one"]["ranks"]] == [["GPU-0 13.0 None"]]
    assert [rank["stdout"] for rank in made["shared"]["ranks"]] == [["GPU-0 13.0 0"], ["GPU-0 13.0 1"]]
    found = made["one"]["environment"]
    assert (found["gpu"], found["torch"], found["cuda"]) == ("NVIDIA H200", "2.11.0+cu130", "13.0")
    assert records(sandbox, "cpu")["plain"]["date"] == "2026-01-02"
    assert done.stderr.splitlines()[-1] == "foreign:"  # no module but ours and Python's own


def test_on_two_gpus_each_job_gets_as_many_as_it_takes(sandbox, bare):
    for name, ranks, gpus in (("topic/one.py", 0, 1), ("topic/two.py", 2, 2)):
        sandbox.snippet(
            SEES.replace("'CUDA_VISIBLE_DEVICES']", "'CUDA_VISIBLE_DEVICES'].count('GPU')"),
            name,
            ranks,
            f"gpus = {gpus}\ncpu = false",
        )
    done = bare("record", "--profile", "auto", gpus=2)
    assert done.returncode == 0, done.stdout + done.stderr
    made = records(sandbox, "2xh200")
    assert {name: one["ranks"][0]["stdout"] for name, one in made.items()} == {
        "one": ["1 13.0 None"],
        "two": ["2 13.0 0"],
    }


def test_what_it_prints_there_is_held_to_the_record_of_a_cpu(sandbox, bare):
    sandbox.snippet("print(1 + 1)", needs="gpus = 1")
    sandbox.recorded()
    done = bare("record", "--profile", "auto", "topic/one.py")
    assert done.returncode == 1
    assert "topic/one.py: rank 0, line 1: '1' on cpu, '2' on 1xh200. Fix it, so that both" in done.stdout
    assert sorted(records(sandbox, "1xh200")) == ["one"]  # kept, to be looked at


@pytest.mark.parametrize(
    "args", [("list",), ("check", "--profile", "1xh200"), ("explain", os.devnull), ("collect", "records"), ("--help",)]
)
def test_the_other_commands_of_a_gpu_machine(sandbox, bare, args):
    sandbox.snippet(SEES, needs="gpus = 1\ncpu = false")
    bare("record")
    done = bare(*args)
    assert "Traceback" not in done.stderr
    assert done.stderr.splitlines()[-1] == "foreign:"
