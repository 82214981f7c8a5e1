"""Reports of mistakes as text, for GitHub's annotations, as JSON, and as SARIF 2.1.0."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from urllib.parse import quote

from lockstep.explain.script.check import Report
from lockstep.explain.script.rule import Rule, rules
from lockstep.problem import visible

_GITHUB = {"error": "error", "warning": "warning", "note": "notice"}


Named = Callable[[str], str]  # a page of the site, as a report names it


def as_text(reports: Sequence[Report], named: Named = "docs/{}".format) -> str:
    """`path:line:column: level: rule: what. What to do. (page)`, a line each."""
    return "\n".join(
        visible(f"{report.place}: {report.rule.level}: {report.rule.name}: {_says(report, named)}")
        for report in reports
    )


def as_github(reports: Sequence[Report], named: Named = "docs/{}".format) -> str:
    """Workflow commands that put each report beside its line."""
    return "\n".join(
        f"::{_GITHUB[report.rule.level]} file={_property(report.path)},line={report.in_file},{_column(report)}"
        f"title={_property(report.rule.name)}::{_data(_located(report, named))}"
        for report in reports
    )


def as_json(reports: Sequence[Report], _: Named = str) -> str:
    """A list of objects, one a report. The page is that of the repository, by which a tool knows it."""
    return json.dumps([_object(report) for report in reports], indent=1, ensure_ascii=False)


def as_sarif(reports: Sequence[Report], named: Named = "docs/{}".format) -> str:
    """A log of SARIF 2.1.0, which code hosts and editors read."""
    known = {rule.name: rule for rule in rules()}
    driver = {"name": "lockstep check-script", "rules": [_described(rule, named) for rule in known.values()]}
    results = [
        {
            "ruleId": report.rule.name,
            "level": report.rule.level,
            "message": {"text": _located(report, named)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": _uri(report.path)},
                        "region": _region(report),
                    }
                }
            ],
        }
        for report in reports
    ]
    runs = [{"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}]
    schema = "https://json.schemastore.org/sarif-2.1.0.json"
    return json.dumps({"$schema": schema, "version": "2.1.0", "runs": runs}, indent=1, ensure_ascii=False)


FORMATS = {"text": as_text, "github": as_github, "json": as_json, "sarif": as_sarif}


def table() -> str:
    """All rules by name: level, what, page; `old-name` once."""
    known = {rule.name: rule for rule in rules()}
    lines = [f"{name:<30}{rule.level:<9}{rule.what}" for name, rule in known.items() if name != "old-name"]
    old = [rule.what.removesuffix(" is deprecated.") for rule in rules() if rule.name == "old-name"]
    return "\n".join([*lines, f"{'old-name':<30}{'note':<9}{', '.join(old)} are deprecated."])


def _says(report: Report, named: Named) -> str:
    return f"{report.what} {report.rule.todo} ({named(report.rule.page)})"


def _located(report: Report, named: Named) -> str:
    """What a report says where a reader is shown its line alone: of a notebook with the cell."""
    return f"{report.cell}: {_says(report, named)}" if report.cell else _says(report, named)


def _column(report: Report) -> str:
    return "" if report.cell else f"col={report.column},"  # a column of the JSON of a notebook says nothing


def _region(report: Report) -> dict[str, int]:
    column = {} if report.cell else {"startColumn": report.column}
    return {"startLine": report.in_file, **column}


def _object(report: Report) -> dict[str, object]:
    return {
        "path": report.path,
        "line": report.in_file,
        "column": report.column,
        "place": report.place,
        "rule": report.rule.name,
        "level": report.rule.level,
        "what": report.what,
        "todo": report.rule.todo,
        "page": f"docs/{report.rule.page}",
    }


def _described(rule: Rule, named: Named) -> dict[str, object]:
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.what.replace("{name}", "this call")},
        "help": {"text": f"{rule.todo} ({named(rule.page)})"},
        "defaultConfiguration": {"level": rule.level},
    }


def _uri(path: str) -> str:
    return quote(path.replace("\\", "/"), safe="/:", errors="surrogateescape")


def _data(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
