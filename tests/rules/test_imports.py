"""Submodules of torch that a snippet uses must be imported by it where `import torch` does not load them."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from lockstep.problem import LockstepError
from lockstep.rules import imports
from lockstep.rules.snippets import verify

ABSENT = frozenset({"torch.distributed.pipelining", "torch.distributed.tensor", "torch.numa"})
NAME = "topic/one.py"


def found(sandbox, body: str) -> list[str]:
    sandbox.snippet(body)
    return [str(problem) for problem in imports.problems(sandbox.project.snippets[NAME], ABSENT)]


@pytest.mark.parametrize(
    "body",
    [
        "import torch\ntorch.distributed.pipelining.SplitPoint",
        "import torch.distributed as dist\ndist.pipelining.SplitPoint",
        "from torch import distributed\ndistributed.pipelining.SplitPoint",
        "import torch\nwith torch.distributed.pipelining.f() as x:\n    pass",
    ],
)
def test_a_use_without_an_import_is_found_with_its_line(sandbox, body):
    [problem] = found(sandbox, body)
    line = sandbox.line_of("pipelining")
    what = "uses torch.distributed.pipelining, which import torch does not load."
    assert problem == f"snippets/{NAME}:{line}: {what} Import it: import torch.distributed.pipelining"


@pytest.mark.parametrize(
    "body",
    [
        "import torch\nimport torch.distributed.pipelining\ntorch.distributed.pipelining.SplitPoint",
        "import torch\nfrom torch.distributed.pipelining import SplitPoint\ntorch.distributed.pipelining",
        "import torch\nfrom torch.distributed import pipelining\npipelining.SplitPoint\ntorch.distributed.pipelining",
        "import torch\nfrom torch.distributed.pipelining.stage import x\ntorch.distributed.pipelining.y",
        "import torch\ntorch.tensor([1]).numa",
        "import torch\ntorch.distributed.tensors",
        "import other as torch\ntorch.distributed.tensor",
        "x = (1).real",
    ],
)
def test_what_is_imported_or_is_no_such_module_is_fine(sandbox, body):
    assert found(sandbox, body) == []


def test_an_import_and_a_use_in_a_module_beside_it_count(sandbox):
    (sandbox.root / "snippets/topic").mkdir(parents=True)
    helper = sandbox.root / "snippets/topic/_helper.py"
    helper.write_text("import torch\ntorch.numa.x\n", "utf-8")
    [problem] = found(sandbox, "import torch\nimport _helper")
    assert problem.startswith("snippets/topic/_helper.py:2: uses torch.numa,")
    helper.write_text("import torch.numa\n", "utf-8")
    assert found(sandbox, "import torch\nimport _helper\ntorch.numa.x") == []


def test_verify_tells_it(sandbox, monkeypatch):
    monkeypatch.setattr(imports, "_absent", lambda version: ABSENT)
    monkeypatch.setattr(imports.machine, "environment", lambda profile: {"torch": "2.13.0"})
    sandbox.snippet("import torch\ntorch.numa.x")
    assert any("uses torch.numa, which import torch does not load." in str(p) for p in verify(sandbox.project))


def test_without_torch_nothing_is_said(sandbox, monkeypatch):
    monkeypatch.setattr(imports.machine, "environment", lambda profile: {})
    sandbox.snippet("import torch\ntorch.numa.x")
    assert list(imports.imports_are_written(sandbox.project)) == []


def test_torch_is_asked_once_for_a_version(tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "CACHE", tmp_path / ".cache")
    asked = []

    def run(command, **options):
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, json.dumps(["torch.a"]), "")

    monkeypatch.setattr(imports.subprocess, "run", run)
    for version in ("0.1", "0.1", "0.2"):
        imports._absent.cache_clear()
        assert imports._absent(version) == {"torch.a"}
    assert len(asked) == 2
    imports._absent.cache_clear()


def test_a_torch_that_cannot_be_imported_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(imports, "CACHE", tmp_path)
    monkeypatch.setattr(imports, "_ASK", "raise ImportError('no libtorch')")
    with pytest.raises(LockstepError, match="cannot import torch: ImportError: no libtorch"):
        imports._absent("0.3")


@pytest.mark.torch
def test_what_torch_leaves_out_is_what_a_new_interpreter_cannot_reach():
    absent = imports._absent(imports.machine.environment("cpu")["torch"])
    assert {f"torch.distributed.{name}" for name in ("pipelining", "checkpoint", "tensor", "fsdp")} <= absent
    assert not {"torch.nn.functional", "torch.multiprocessing", "torch.distributed", "torch.compiler"} & absent
    program = "import torch\nfor name in %r:\n  try: eval(name)\n  except AttributeError: print(name)"
    names = sorted(absent)[::40]
    done = subprocess.run([sys.executable, "-c", program % names], capture_output=True, text=True, check=True)
    assert done.stdout.split() == names
