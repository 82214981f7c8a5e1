from __future__ import annotations

import pytest

from lockstep.cli.command_line import main
from lockstep.record import what_if


def test_a_program_of_one_process_has_no_variants(sandbox, capsys):
    sandbox.snippet()
    assert main(["--root", str(sandbox.root), "what-if"]) == 0
    assert capsys.readouterr().err == "cpu: no variants to run.\n"


@pytest.mark.torch
def test_changed_runs_what_has_variants_of_another_state(sandbox, capsys):
    name = sandbox.snippet(ranks=2)
    sandbox.recorded()
    assert main(["--root", str(sandbox.root), "what-if", "--changed"]) == 0
    assert what_if.names(sandbox.root, "cpu") == []
    what_if.path_of(sandbox.root, "cpu", name).parent.mkdir(parents=True)
    what_if.path_of(sandbox.root, "cpu", name).write_text("{}", "utf-8")
    assert main(["--root", str(sandbox.root), "what-if", "--changed"]) == 0
    assert what_if.read(sandbox.root, "cpu", name)
    assert main(["--root", str(sandbox.root), "what-if", "--changed"]) == 0
    assert capsys.readouterr().err.endswith("cpu: no variants to run.\n")
