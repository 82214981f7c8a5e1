"""The bill of materials: all of the lock, the same each time, as the action that attests takes it."""

from __future__ import annotations

import json
import uuid

from lockstep.ci import sbom
from lockstep.cli.command_line import main
from tests.sandbox import ROOT

LOCK = """torch==2.13.0+cpu \\
    --hash=sha256:aa
pytest==9.2.0 \\
    --hash=sha256:bb
no-such_package==1.0
"""


def test_a_bill_names_each_package_with_its_version():
    bill = json.loads(sbom.bill(LOCK))
    assert [component["purl"] for component in bill["components"]] == [
        "pkg:pypi/no-such-package@1.0",
        "pkg:pypi/pytest@9.2.0",
        "pkg:pypi/torch@2.13.0%2Bcpu",
    ]
    assert bill["components"][1]["licenses"] == [{"expression": "MIT"}]
    assert "licenses" not in bill["components"][0]  # not installed here


def test_a_bill_is_what_the_action_takes_and_the_same_each_time():
    bill = json.loads(sbom.bill(LOCK))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert uuid.UUID(bill["serialNumber"]).version == 5
    assert sbom.bill(LOCK) == sbom.bill(LOCK) != sbom.bill(LOCK + "x==1\n")


def test_the_verb_writes_the_bill_of_the_lock_or_says_that_there_is_none(sandbox, tmp_path, capsys):
    path = tmp_path / "sbom.json"
    assert main(["--root", str(ROOT), "sbom", str(path)]) == 0
    text = (ROOT / sbom.LOCK).read_text("utf-8")
    assert len(json.loads(path.read_text("utf-8"))["components"]) == text.count("==")
    assert main(["--root", str(sandbox.root), "sbom", str(path)]) == 2
    assert ".ci/requirements.txt: No such file or directory. nox -s lock writes the lock." in capsys.readouterr().err
