"""The verb `plan`, as a login node runs it."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest
from sandbox import ROOT


def plan(*args: str) -> subprocess.CompletedProcess:
    command = [sys.executable, "-S", "-m", "lockstep", "plan", *args]  # -S: without site-packages
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_layouts_that_fit():
    done = plan("--model", "llama-3-8b", "--gpus", "8", "--batch", "64", "--rows", "2")
    assert done.returncode == 0, done.stderr
    _, first, second, *_ = done.stdout.splitlines()
    assert first.split()[3] == "8"
    assert len(second.split()) > 9
    assert "A rank holds 70.0 GiB of 71.2 that may be used:" in done.stdout


def test_a_layout_of_ones_own():
    done = plan("--model", "llama-3-70b", "--gpus", "64", "--batch", "64", "--layout", "tp=8", "fsdp=8", "recompute=1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[1].split()[:9] == ["1", "1", "1", "8", "1", "8", "1", "1", "1"]


def test_a_layout_that_cannot_run():
    done = plan("--gpus", "8", "--layout", "tp=3", "fsdp=2")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "pp · dp · fsdp · cp · tp is 1 · 1 · 2 · 1 · 3 = 6, and there are 8 GPUs.",
        "32 heads and 8 key heads do not both divide by tp, 3.",
        "The 8 GPUs of a host do not divide by tp, 3: a group would lie on two hosts.",
        "The MLP of 14,336 and the vocabulary of 128,256 do not both divide by tp, 3.",
        "The 8,192 tokens of a rank do not divide by tp, 3.",
    ]


def test_the_program_of_the_first_layout():
    done = plan("--gpus", "16", "--batch", "64", "--code")
    assert done.returncode == 0, done.stderr
    compile(done.stdout, "train.py", "exec")
    assert "--nnodes 2 --nproc-per-node 8" in done.stdout


def test_the_program_of_a_layout_that_does_not_fit_comes_with_a_warning():
    done = plan("--gpus", "8", "--batch", "8", "--layout", "dp=8", "--code")
    assert done.returncode == 1
    compile(done.stdout, "train.py", "exec")
    assert "GiB of 71.2 that may be used:" in done.stderr
    done = plan("--gpus", "1", "--batch", "1", "--code")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("Nothing fits. Weights, gradients and moments alone fill 2 GPUs: take more.")


def test_an_a100_has_no_fp8():
    done = plan("--cluster", "a100", "--batch", "64", "--set", "fp8=2")
    assert done.returncode == 1
    assert "A100, which have no arithmetic in fp8. Set fp8 1." in done.stdout


def test_nothing_fits_or_divides():
    assert plan("--model", "llama-3-405b", "--gpus", "8").returncode == 1
    done = plan("--gpus", "7")
    assert done.returncode == 1
    assert "A batch of 512 does not divide by dp · fsdp · micro-batch, 7. Take a batch of 511." in done.stdout
    assert plan("--gpus", "7", "--batch", "511").returncode == 0
    done = plan("--gpus", "12", "--batch", "60")
    assert "12 GPUs do not fill hosts of 8. Take 8 or 16 GPUs, or set the GPUs in a host (per_host)" in done.stdout


@pytest.mark.parametrize(
    ("args", "text"),
    [
        (("--model", "llama-3-8"), "'llama-3-8' is no model that has a name here. Did you mean llama-3-8b?"),
        (("--cluster", "tpu"), "'tpu' is no cluster that has a name here."),
        (("--gpus", "0"), "'0' is not a whole number of at least 1"),
        (("--layout", "tq=2"), "no number is called 'tq'. Did you mean tp?"),
        (("--layout", "tp=0"), "'tp=0': tp is a whole number of at least 1. Write it as tp=1."),
        (("--set", "layer=2"), "no number is called 'layer'. Did you mean layers or first_layers?"),
        (("--set", "xx=2"), "no number is called 'xx'. There is: layers, hidden,"),
        (("--set", "layers"), "'layers' has no value. Write NAME=NUMBER, such as layers=40"),
        (("--set", "layers=x"), "'layers=x': layers is a whole number of at least 1. Write it as layers=32."),
        (("--set", "per_host=0"), "'per_host=0': per_host is a whole number of at least 1. Write it as per_host=8."),
        (("--set", "memory=40"), "'memory=40': memory is a number of at least 1e+09. Write bytes, as memory=80e9."),
        (
            ("--set", "efficiency=5"),
            "'efficiency=5': efficiency is a number of at least 0.01 and at most 1. Write the part of",
        ),
        (("--layout", "tp=8", "tp=4"), "argument --layout: tp is given as 8 and as 4. Give it once."),
        (("--layout", "tp=8", "--layout", "tp=8"), "argument --layout: tp is given as 8 and as 8. Give it once."),
        (("--set", "layers=4", "--set", "layers=8"), "argument --set: layers is given as 4 and as 8. Give it once."),
        (("--set", "fp8=8"), "'fp8=8': fp8 is a number of at least 1 and at most 4. Write how many times as fast"),
        (("--set", "overlap=2"), "'overlap=2': overlap is a number of at least 0 and at most 1. Write the part of the"),
        (("--set", "inside=nan"), "'inside=nan': inside is a number of at least 1e+06"),
    ],
)
def test_bad_input(args, text):
    done = plan(*args)
    assert done.returncode == 2
    assert text in done.stderr


def test_numbers_of_a_model_of_ones_own():
    words = (
        "--set",
        "layers=16",
        "hidden=2048",
        "--set",
        "ffn=8192",
        "memory=40e9",
        "--gpus",
        "8",
        "--batch",
        "64",
        "--rows",
        "1",
    )
    done = plan(*words)
    assert done.returncode == 0, done.stderr
    assert "GiB of 33.5 that may be used" in done.stdout
    slower = plan(*words, "--set", "efficiency=0.2")
    assert float(slower.stdout.splitlines()[1].split()[10]) > 1.5 * float(done.stdout.splitlines()[1].split()[10])


def test_short_sequences_have_layouts_too():
    assert plan("--sequence", "100", "--gpus", "8").returncode == 0


def test_published_runs_and_names():
    assert "BLOOM 176B" in plan("--runs").stdout
    assert "qwen3-30b-a3b  Qwen3 30B-A3B" in plan("--list").stdout


def test_the_examples_of_the_page_are_what_it_prints():
    page = (ROOT / "docs/planner.md").read_text("utf-8")
    examples = re.findall(r"```console\n\$ python -m lockstep plan (.*)\n([^`]*)```", page)
    assert len(examples) == 3
    for command, text in examples:
        done = plan(*command.split())
        assert done.stdout + done.stderr == text
