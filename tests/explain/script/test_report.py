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
from lockstep.explain.script.check import check, check_source
from lockstep.explain.script.rule import rules

SCRIPT = HEAD + "model = DDP(net, device_ids=[0])\n"
PAGE = ROOT / "docs" / "errors" / "script.md"


def reports(path: str = "train.py", text: str = SCRIPT):
    return check_source(source.parse(path, text.encode()))


def run(*args: str, cwd=ROOT) -> subprocess.CompletedProcess:
    command = [sys.executable, "-S", "-m", "lockstep", "check-script", *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False, env={"PYTHONPATH": str(ROOT)})


def test_text_is_one_line_with_place_rule_what_what_to_do_and_page():
    line = report.as_text(reports())
    assert re.fullmatch(r"train\.py:8:9: device-ids-constant: [^\n]+\. [^\n]+\. \(docs/errors/[a-z-]+\.md\)", line)


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


def test_a_comment_ignores_one_rule_or_all():
    assert not reports(text=SCRIPT.replace("\n", "  # lockstep: ignore\n"))
    assert not reports(text=SCRIPT.rstrip() + "  # lockstep: ignore[device-ids-constant] one GPU here\n")
    assert reports(text=SCRIPT.rstrip() + "  # lockstep: ignore[no-sampler]\n")


def test_a_bug_of_a_rule_hides_no_other_file(tmp_path, monkeypatch):
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text(SCRIPT)
    monkeypatch.setattr(report.Rule, "search", lambda rule, facts: 1 / 0)
    found, problems = check([str(tmp_path)])
    assert not found
    assert len(problems) == 2


def test_the_command_needs_the_standard_library_alone_and_no_project(tmp_path):
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "two.py").write_text("print 1\n")
    done = run("train.py", "two.py", cwd=tmp_path)
    assert done.returncode == 2, done.stderr
    assert done.stdout.startswith("train.py:8:9: device-ids-constant")
    assert done.stderr.startswith("two.py:1:1: is not Python 3")
    assert run("train.py", cwd=tmp_path).returncode == 1
    (tmp_path / "train.py").write_text("x = 1\n")
    assert run("train.py", cwd=tmp_path).returncode == 0
    assert run("--rules", cwd=tmp_path).stdout.count("\n") == len({rule.name for rule in rules()})


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
