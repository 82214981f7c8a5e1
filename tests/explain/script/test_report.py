"""Reports in each format, and what the page on `check-script` says of them."""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
from collections import Counter

from explain.script.cases import HEAD
from sandbox import ROOT

from lockstep.explain.script import report, source
from lockstep.explain.script.check import check_source
from lockstep.explain.script.rule import rules

SCRIPT = HEAD + "model = DDP(net, device_ids=[0])\n"
PAGE = ROOT / "docs" / "errors" / "script.md"


def reports(path: str = "train.py", text: str = SCRIPT):
    return check_source(source.parse(path, text.encode()))


def run(*args: str, cwd=ROOT, given: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-S", "-m", "lockstep", "check-script", *args]
    environment = {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=given, capture_output=True, text=True, cwd=cwd, check=False, env=environment)


def test_text_is_one_line_with_place_level_rule_what_what_to_do_and_page():
    line = report.as_text(reports())
    assert re.fullmatch(
        r"train\.py:8:9: error: device-ids-constant: [^\n]+\. [^\n]+\. \(docs/errors/[a-z-]+\.md\)", line
    )


def test_a_hostile_path_stays_one_annotation():
    (line,) = report.as_github(reports("a,b::\n%.py")).splitlines()
    assert line.startswith("::error file=a%2Cb%3A%3A")


def test_json_and_sarif_hold_the_same():
    (one,) = json.loads(report.as_json(reports()))
    (result,) = json.loads(report.as_sarif(reports()))["runs"][0]["results"]
    assert result["ruleId"] == one["rule"] == "device-ids-constant"
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"]) == (one["line"], one["column"]) == (8, 9)
    assert json.loads(report.as_json([])) == []


def test_a_report_on_a_notebook_names_the_line_of_the_file_and_the_cell():
    cells = [
        {"cell_type": "markdown", "source": ["model = DDP(net)\n", "model = DDP(net, device_ids=[0])"]},
        {"cell_type": "code", "source": HEAD.splitlines(keepends=True)},
        {"cell_type": "code", "outputs": [], "source": ["net = None\n", "model = DDP(net, device_ids=[0])"]},
    ]
    text = json.dumps({"cells": cells, "nbformat": 4}, indent=1)
    (line,) = [at for at, row in enumerate(text.split("\n"), 1) if "device_ids" in row and at > 10]
    (one,) = reports("a.ipynb", text)
    (annotation,) = report.as_github([one]).splitlines()
    assert annotation.startswith(
        f"::error file=a.ipynb,line={line},title=device-ids-constant::Cell 3, line 2: Each rank takes"
    )
    (told,) = json.loads(report.as_json([one]))
    assert (told["line"], told["column"], told["place"]) == (line, 9, "a.ipynb:cell 3:2:9")
    (result,) = json.loads(report.as_sarif([one]))["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["region"] == {"startLine": line}
    assert result["message"]["text"].startswith("Cell 3, line 2: ")


def test_a_notebook_without_a_line_for_each_line_is_reported_at_its_first_line():
    source = [*HEAD.splitlines(keepends=True), "model = DDP(net, device_ids=[0])"]
    for cell in (source, "".join(source)):
        notebook = {"cells": [{"cell_type": "code", "source": cell}], "nbformat": 4}
        texts = [json.dumps(notebook), json.dumps(notebook, indent=1)][: 1 if cell is source else 2]
        for text in texts:
            (one,) = reports("a.ipynb", text)
            assert report.as_github([one]).startswith("::error file=a.ipynb,line=1,title=")
            assert "::Cell 1, line 8: " in report.as_github([one])


def test_the_command_needs_the_standard_library_alone_and_no_project(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "two.py").write_text("print 1\n")
    done = run("train.py", "two.py", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout.startswith("train.py:8:9: error: device-ids-constant")
    assert done.stderr.startswith("two.py:1:1: is not Python 3")
    assert run("train.py", cwd=tmp_path).returncode == 1
    (tmp_path / "train.py").write_text("x = 1\n")
    assert run("train.py", cwd=tmp_path).returncode == 0
    assert run("--rules", cwd=tmp_path).stdout.count("\n") == len({rule.name for rule in rules()})


def test_a_dash_reads_standard_input_in_each_format(tmp_path):
    done = run("-", given=SCRIPT, cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    assert done.stdout.startswith("<stdin>:8:9: error: device-ids-constant: ")
    (one,) = json.loads(run("-", "--format", "json", given=SCRIPT).stdout)
    assert (one["path"], one["place"]) == ("<stdin>", "<stdin>:8:9")
    assert run("-", "--format", "github", given=SCRIPT).stdout.startswith("::error file=<stdin>,line=8,")
    (result,) = json.loads(run("-", "--format", "sarif", given=SCRIPT).stdout)["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%3Cstdin%3E"
    assert run("-", given="print 1\n").stderr.startswith("<stdin>:1:1: is not Python 3")


def test_no_path_is_told_what_to_name():
    done = run()
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "check-script: has no script. Name files or folders, or - to read standard input.\n"


def test_what_the_page_shows_is_what_the_command_prints():
    blocks = re.findall(
        r"```console\n\$ python -m lockstep check-script ([^\n]*)\n(.*?)```", PAGE.read_text("utf-8"), re.S
    )
    assert len(blocks) >= 2
    for arguments, shown in blocks:
        done = run(*arguments.split())
        assert done.stdout + done.stderr == shown


def test_the_page_lists_each_rule_with_its_level_and_its_page():
    text = PAGE.read_text("utf-8")
    for rule in rules():
        page = rule.page.removeprefix("errors/") if rule.page.startswith("errors/") else f"../{rule.page}"
        assert f"| [`{rule.name}`]({page}) | {rule.level} | " in text
        assert rule.name == "old-name" or f"| {rule.what.replace('{name}', 'this call')} |" in text


def test_the_page_counts_the_verdicts_on_new_rules_as_they_are():
    with (ROOT / "tests/explain/script/verdicts_of_new_rules.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert {row["verdict"] for row in rows} == {"right"}
    assert f'repositories: [{len(rows)}](= "given") reports, all right' in PAGE.read_text("utf-8")
    examples = [row for row in rows if row["repository"] == "pytorch/examples" and "tensor_parallel" in row["path"]]
    assert len(examples) == 3
    assert "Three examples of" in PAGE.read_text("utf-8")
    assert {row["rule"] for row in rows} <= {rule.name for rule in rules()}


def test_the_page_counts_the_verdicts_as_they_are():
    with (ROOT / "tests/explain/script/verdicts.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    verdicts = [row["verdict"] for row in rows]
    right = verdicts.count("right")
    assert all(verdict == "right" or verdict.startswith("wrong: ") for verdict in verdicts)
    assert f"| {len(verdicts)} | {right} | {len(verdicts) - right} |" in PAGE.read_text("utf-8")
    repository, most = Counter(row["repository"] for row in rows).most_common(1)[0]
    assert f'[{most}](= "given") of the reports are from one repository, {repository}.' in PAGE.read_text("utf-8")
    assert right / len(verdicts) >= 0.95
