"""From choices to a launch command: the script says the same, torchrun takes each line, and ranks meet by the others."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import rjsmin
from hypothesis import given, settings
from hypothesis import strategies as st
from sandbox import ROOT

from lockstep.markdown import launch_command
from lockstep.markdown.launch_command import START, command

NODE = """
const { launchCommand, launchAsked } = require(process.argv[1]);
const { known, asked } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = asked.map((choices) => {
  const { blocks, flags, wrong } = launchCommand(known, choices);
  return { blocks, flags, wrong, asked: launchAsked(known, choices) };
});
process.stdout.write(JSON.stringify(answers));
"""
HARD = 'it\'s a "long"\nname $HOME.py'  # a name with all that a shell would read
VALUES = {
    "launcher": list(launch_command.OPTIONS["launcher"]),
    "hosts": ["1", "3"],
    "most": ["", "4"],
    "processes": ["1", "8"],
    "script": ["train.py", HARD, "-x.py"],
    "arguments": ["", """--name 'a $b' "it's" --epochs=3 x\\ y '' --long aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"""],
    "gpus": ["yes", "no"],
    "meet": ["c10d", "static"],
    "restarts": ["0", "3"],
    "logs": ["none", "files", "both"],
}
WORDS = ["--name", "a $b", "it's", "--epochs=3", "x y", "", "--long", "a" * 36]  # the second of the arguments
BAD = [
    {"launcher": "none"},
    {"hosts": "0"},
    {"hosts": "-1"},
    {"hosts": "02"},
    {"hosts": "two"},
    {"hosts": "\u0662"},
    {"processes": "1.5"},
    {"processes": ""},
    {"processes": "257"},
    {"hosts": "3", "most": "2"},
    {"hosts": "2", "most": "x"},
    {"hosts": "2", "port": "80"},
    {"hosts": "2", "address": "node 0"},
    {"hosts": "2", "address": "-a"},
    {"hosts": "2", "address": "a; rm -r b"},
    {"hosts": "2", "id": ""},
    {"restarts": "-1"},
    {"logs": "files", "folder": "a b"},
    {"logs": "all"},
    {"script": ""},
    {"script": " "},
    {"script": "~/train.py"},
    {"script": "a\x00.py"},
    {"script": "a\ud800.py"},
    {"script": "a\ud800.py"},
    {"arguments": "'a"},
    {"arguments": 'a "b'},
    {"arguments": "a \\"},
    {"arguments": "$HOME"},
    {"arguments": '"$HOME"'},
    {"arguments": "a > b"},
    {"arguments": "~/data"},
    {"arguments": "a # b"},
    {"arguments": "*.pt"},
    {"arguments": "-- a"},
    {"hosts": "17", "meet": "static"},
    {"hosts": "2", "meet": "static", "restarts": "1"},
    {"launcher": "hand", "hosts": "17"},
    {"launcher": "srun", "logs": "both"},
    {"launcher": "sbatch", "cpus": "0"},
    {"launcher": "spawn", "processes": "0"},
]


def all_choices() -> list[dict[str, str]]:
    return [dict(zip(VALUES, values, strict=True)) for values in itertools.product(*VALUES.values())]


SCRIPT = ROOT / "docs/assets/launch.js"


def in_the_script(asked: list[dict[str, str]], script: Path = SCRIPT) -> list[dict]:
    """What the script makes of choices."""
    given = json.dumps({"known": launch_command.SHARED, "asked": asked})
    run = ["node", "-e", NODE, str(script)]
    return json.loads(subprocess.run(run, input=given, capture_output=True, text=True, check=True).stdout)


def in_python(choices: dict[str, str]) -> dict:
    made = command(choices)
    return {
        "blocks": [{"where": block.where, "text": block.text} for block in made.blocks],
        "flags": [list(pair) for pair in made.flags],
        "wrong": made.wrong,
        "asked": launch_command.asked(choices),
    }


@pytest.mark.parametrize("how", ["as written", "packed"])
def test_the_script_says_the_same_of_all_combinations(tmp_path, how):
    script = tmp_path / "launch.js"
    text = SCRIPT.read_text("utf-8")
    script.write_text(text if how == "as written" else rjsmin.jsmin(text), "utf-8")
    asked = [*all_choices(), *BAD]
    for choices, there in zip(asked, in_the_script(asked, script), strict=True):
        assert in_python(choices) == there, choices


SIGNS = st.text(st.sampled_from("ab -'\"\\$`~#*;\n\t\x0b\x1f\ufeff\u2028é\U0001f600/.0:"), max_size=8)


@settings(max_examples=20, deadline=None)
@given(
    st.lists(
        st.dictionaries(st.sampled_from(list(START)), SIGNS | st.integers(-1, 20).map(str), max_size=6), max_size=20
    )
)
def test_the_script_says_the_same_of_whatever_is_typed(asked):
    for choices, there in zip(asked, in_the_script(asked), strict=True):
        assert in_python(choices) == there, choices


@pytest.mark.parametrize("choices", BAD, ids=repr)
def test_from_bad_input_no_command_follows_but_a_sentence(choices):
    made = command(choices)
    assert made.blocks == made.flags == []
    assert made.wrong
    assert all(sentence.endswith(".") and "{" not in sentence for sentence in made.wrong)


def test_a_choice_that_does_not_count_is_not_read():
    assert command({"port": "none", "address": "-", "id": "", "cpus": "x", "folder": " "}).wrong == []
    assert command({"launcher": "spawn", "hosts": "many", "logs": "?"}).wrong == []


def test_each_flag_of_a_command_is_explained_and_each_explanation_is_used():
    used = set()
    for choices in all_choices():
        if choices["script"] != "train.py" or choices["arguments"]:
            continue
        made = command(choices)
        names = {name for name, _ in made.flags}
        used |= names
        text = "\n".join(block.text for block in made.blocks)
        flags = {part.partition("=")[0] for part in shlex.split(text, comments=True) if part.startswith("--")}
        explained = {part for name in names for part in name.split() if part.startswith("--")}
        assert flags <= explained, choices
    assert used == set(launch_command.FLAGS)


def words(line: str) -> list[str]:
    """A command as a shell splits it."""
    return shlex.split(line.replace(" \\\n    ", " "))


def torchrun_lines(choices: dict[str, str]) -> list[list[str]]:
    """The words behind torchrun in each command of it."""
    lines = []
    for block in command(choices).blocks:
        text = block.text.replace('"$first"', "node0").replace('"$SLURM_JOB_ID"', "job1")
        if "torchrun" in text:
            split = words(text[text.index("torchrun ") :])
            lines.append(split[1:])
    return lines


@pytest.mark.torch
def test_torchrun_takes_each_of_its_lines_and_the_values_come_back():
    from torch.distributed.run import config_from_args, get_args_parser

    parser, seen = get_args_parser(), 0
    for choices in all_choices():
        for host, line in enumerate(torchrun_lines(choices)):
            taken = parser.parse_args(line)
            seen += 1
            script = choices["script"]
            assert taken.training_script == ("./-x.py" if script == "-x.py" else script)
            assert taken.training_script_args == (WORDS if choices["arguments"] else [])
            assert taken.nproc_per_node == choices["processes"]
            assert taken.max_restarts == int(choices["restarts"])
            hosts, most = choices["hosts"], choices["most"] if choices["launcher"] == "torchrun" else ""
            alone = hosts == "1" and not most
            assert taken.standalone == alone
            assert taken.nnodes == ("1:1" if alone else f"{hosts}:{most}" if most else hosts)
            if not alone and (most or choices["meet"] == "c10d" or choices["launcher"] == "sbatch"):
                meets = (taken.rdzv_backend, taken.rdzv_endpoint, taken.rdzv_id)
                assert meets == ("c10d", "node0:29500", "job1")
            elif not alone:
                at = (taken.master_addr, taken.master_port, taken.node_rank)
                assert at == ("node0", 29500, host)
            files, tee = (str(getattr(taken, name)) for name in ("redirects", "tee"))
            assert (files, tee) == {"none": ("0", "0"), "files": ("3", "0"), "both": ("0", "3")}[choices["logs"]]
            config, _, its = config_from_args(taken)
            assert config.nproc_per_node == int(choices["processes"])
            assert its[-len(WORDS) :] == WORDS or not choices["arguments"]
    assert seen > 1000


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is missing")
def test_bash_takes_each_text_and_gives_the_words_back(tmp_path):
    """All programs are replaced by one that prints its words: what a shell makes of each block."""
    wanted = {}
    for choices in all_choices():
        by_hand_to_files = choices["launcher"] == "hand" and choices["logs"] == "files"  # nothing is printed
        if choices["launcher"] == "spawn" or by_hand_to_files:
            continue
        for block in command(choices).blocks:
            script = "./-x.py" if choices["script"] == "-x.py" else choices["script"]
            wanted[block.text] = [script, *(WORDS if choices["arguments"] else [])]
    del wanted["sbatch job.sh"]
    stubs = "scontrol() { echo node0; }; seq() { echo 0; }; mkdir() { :; }; tee() { cat; }\n"
    stubs += (
        'told() { printf "%s\\0" "$@"; }; torchrun() { told "$@"; }; python() { told "$@"; }; srun() { told "$@"; }\n'
    )
    file = tmp_path / "all.sh"
    file.write_text(stubs + "".join(f"{text}\nwait\nprintf 'NEXT\\0'\n" for text in wanted))
    done = subprocess.run(["bash", file], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stderr == ""
    *told, rest = done.stdout.split("NEXT\0")
    assert rest == ""
    for (text, ending), said in zip(wanted.items(), told, strict=True):
        assert said.split("\0")[:-1][-len(ending) :] == ending, text


def free_port() -> str:
    with socket.socket() as one:
        one.bind(("localhost", 0))
        return str(one.getsockname()[1])


TRAIN = """
import os, sys
import torch
import torch.distributed as dist

dist.init_process_group("gloo")
total = torch.ones(1) * (dist.get_rank() + 1)
dist.all_reduce(total)
line = f"rank {dist.get_rank()} of {dist.get_world_size()}: {total.item():g} {sys.argv[1:]} {os.environ['LOCAL_RANK']}"
os.write(1, f"{line}\\n".encode())  # in one piece: all ranks have one terminal
dist.destroy_process_group()
"""
STUBS = {  # of Slurm: one host, two tasks
    "srun": """#!/bin/bash
while [[ $1 == --* ]]; do shift; done
for task in 0 1; do
  SLURM_PROCID=$task SLURM_LOCALID=$task SLURM_NTASKS=2 "$@" &
done
wait
""",
    "scontrol": "#!/bin/bash\necho localhost\n",
}


def files(folder: Path, choices: dict[str, str]) -> list[str]:
    """Write what the choices ask to write, and return what is to be typed, host by host."""
    folder.mkdir(exist_ok=True)
    (folder / HARD).write_text(TRAIN)
    typed = []
    for block in command(choices).blocks:
        if block.where.startswith("Write to "):
            (folder / block.where.removeprefix("Write to ")).write_text(block.text + "\n")
        else:
            typed.append(block.text)
    return typed


def typed(folder: Path, lines: list[str]) -> list[str]:
    """What is printed when the lines are typed at once, each on a host of its own; sorted."""
    stubs = folder / "bin"
    stubs.mkdir()
    for name, text in STUBS.items():
        (stubs / name).write_text(text)
        (stubs / name).chmod(0o755)
    for name, text in {"python": f'exec {sys.executable} "$@"', "sbatch": 'exec bash "$@"'}.items():
        (stubs / name).write_text(f"#!/bin/bash\n{text}\n")
        (stubs / name).chmod(0o755)
    (stubs / "torchrun").write_text(f'#!/bin/bash\nexec {sys.executable} -m torch.distributed.run "$@"\n')
    (stubs / "torchrun").chmod(0o755)
    environment = {**os.environ, "PATH": f"{stubs}:{os.environ['PATH']}", "OMP_NUM_THREADS": "1"}
    environment |= {"SLURM_JOB_NODELIST": "localhost", "SLURM_JOB_ID": "7"}
    jobs = [
        subprocess.Popen(
            ["bash", "-c", line],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        for line in lines
    ]
    try:
        return sorted(line for job in jobs for line in job.communicate(timeout=600)[0].splitlines())
    finally:
        for job in jobs:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(job.pid, signal.SIGKILL)
            job.stdout.close()
            job.wait()


TWO = [f"rank {rank} of 2: 3 ['--name', 'a b'] {{}}" for rank in (0, 1)]
LAUNCHES = {
    "torchrun": {"processes": "2"},
    "torchrun-static": {"hosts": "2", "processes": "1", "meet": "static"},
    "srun": {"launcher": "srun", "processes": "2"},
    "spawn": {"launcher": "spawn", "processes": "2"},
    "hand": {"launcher": "hand", "processes": "2"},
    "hand-2-hosts": {"launcher": "hand", "hosts": "2", "processes": "1"},
}


@pytest.mark.torch
@pytest.mark.parametrize("name", LAUNCHES)
def test_two_ranks_meet(tmp_path, name):
    choices = {
        "script": HARD,
        "arguments": "--name 'a b'",
        "address": "localhost",
        "port": free_port(),
        **LAUNCHES[name],
    }
    lines = files(tmp_path, choices)
    local = (0, 0) if choices.get("hosts") == "2" else (0, 1)
    assert typed(tmp_path, lines) == [line.format(rank) for line, rank in zip(TWO, local, strict=True)]


@pytest.mark.torch
@pytest.mark.parametrize("launcher", ["torchrun", "hand"])
@pytest.mark.parametrize("logs", ["files", "both"])
def test_the_output_of_each_rank_goes_to_a_file(tmp_path, launcher, logs):
    choices = {"launcher": launcher, "processes": "2", "script": HARD, "port": free_port(), "logs": logs}
    said = typed(tmp_path, files(tmp_path, choices))
    pattern = "*/*/stdout.log" if launcher == "torchrun" else "rank_*.log"
    written = sorted(line for path in tmp_path.glob(f"logs/{pattern}") for line in path.read_text().splitlines())
    written += [path.read_text().strip() for path in tmp_path.glob("logs/*/*/*/stdout.log")]
    assert sorted(written) == [f"rank {rank} of 2: 3 [] {rank}" for rank in (0, 1)]
    assert len(said) == (0 if logs == "files" else 2)


def slurm_is_silent() -> str:
    """Why nothing can ask Slurm; "" where its controller answers."""
    if shutil.which("sbatch") is None:
        return "sbatch is missing"
    done = subprocess.run(["scontrol", "ping"], capture_output=True, text=True, check=False, timeout=600)
    return "" if "is UP" in done.stdout else "no controller of Slurm answers"


def test_sbatch_takes_the_files(tmp_path):
    if reason := slurm_is_silent():
        pytest.skip(reason)
    for launcher, logs in itertools.product(("sbatch", "srun"), ("none", "files")):
        choices = {"launcher": launcher, "processes": "1", "cpus": "1", "gpus": "no", "logs": logs}
        files(tmp_path, choices)
        run = ["sbatch", "--test-only", "job.sh"]
        done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=600)
        assert done.returncode == 0, done.stderr
