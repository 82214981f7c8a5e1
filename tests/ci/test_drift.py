"""What another version of torch changes: parts of machines, and the issue that is made of them."""

from __future__ import annotations

import pytest

from lockstep.ci import drift
from lockstep.ci.drift import Part
from lockstep.problem import LockstepError

ENVIRONMENT = {"torch": "2.14.0", "python": "3.12.1", "cpu": "A"}
B = "snippets/topic/b.py: prints something else."
A = "snippets/topic/a.py: ends otherwise."


def part(*lines: str, **changes: str) -> Part:
    return Part(ENVIRONMENT | changes, "".join(f"{line}\n" for line in lines))


def test_what_a_machine_kept_is_read_again_line_by_line(tmp_path, monkeypatch):
    monkeypatch.setattr(drift.machine, "environment", lambda profile: {"torch": "2.14.0", "of": profile})
    folder = tmp_path / "new" / "parts"
    assert drift.parts(folder) == []
    drift.keep([B, '    -"é" <b>', "    +\t`2`"], folder / "2.json")
    drift.keep([], folder / "1.json")
    (folder / "log.txt").write_text("no part", "utf-8")
    environment = {"torch": "2.14.0", "of": "cpu"}
    assert drift.parts(folder) == [
        Part(environment, ""),
        Part(environment, f'{B}\n    -"é" <b>\n    +\t`2`\n'),
    ]


@pytest.mark.parametrize(
    ("lines", "changes"),
    [
        ([], []),
        (["", "  "], []),
        ([A], [(A, [])]),
        (["    1 snippets", A], [("    1 snippets", []), (A, [])]),
        ([A, "", B], [(A, []), (B, [])]),
        (
            [A, "    rank 0:", "      @@ -1 +1 @@", "      -1", "      +  2", "      ", "    rank 1:", B],
            [(A, ["rank 0:", "@@ -1 +1 @@", "-1", "+  2", "", "rank 1:"]), (B, [])],
        ),
    ],
)
def test_a_change_is_a_problem_and_the_diff_below_it(lines, changes):
    """Signs of the diff come first, so that its colors show; what a rank printed keeps its own indent."""
    assert list(drift.changes("".join(f"{line}\n" for line in lines))) == changes


def test_where_nothing_changed_there_is_nothing_to_report():
    assert drift.report([part(), part()], 2) == ""
    assert drift.report([], 0) == ""


@pytest.mark.parametrize(("received", "missing"), [([part(), part()], "1 of 3"), ([], "3 of 3")])
def test_where_a_part_is_missing_nobody_knows(received, missing):
    with pytest.raises(LockstepError) as told:
        drift.report(received, 3)
    assert str(told.value) == f"drift: {missing} parts did not report. Run the failed jobs again."
    assert told.value.code == 1


def test_a_report_names_the_versions_and_counts_the_changes_of_all_parts():
    text = drift.report([part(B), part(), part(A, python="3.13.0"), part(cpu="B")], 4)
    head, *sections = text.split("\n<details>")
    assert head == (
        "Run cold with torch 2.14.0, python 3.12.1; torch 2.14.0, python 3.13.0, "
        "2 of the snippets are not as on record.\n"
    )
    assert [section.partition("</code>")[0] for section in sections] == [
        "<summary><code>snippets/topic/a.py",
        "<summary><code>snippets/topic/b.py",
    ]


def test_what_did_change_is_told_even_if_a_part_is_missing():
    text = drift.report([part(A)], 3)
    assert "1 of the snippets are not as on record. 2 of 3 parts did not report, so there may be more.\n" in text


def test_a_section_is_safe_to_show_whatever_was_printed():
    text = drift.report(
        [part("snippets/<a>.py: prints <b> & more: x.", "    rank 0:", "      +```", "      -</details>")], 1
    )
    assert text.endswith(
        "<details><summary><code>snippets/&lt;a&gt;.py</code> prints &lt;b&gt; &amp; more: x.</summary>\n\n"
        "````diff\nrank 0:\n+```\n-</details>\n````\n\n</details>\n"
    )
    assert drift.report([part(A)], 1).endswith("</code> ends otherwise.</summary>\n\n</details>\n")


@pytest.mark.parametrize(
    ("count", "note"), [(40, ""), (41, "... and 1 lines more\n"), (400, "... and 360 lines more\n")]
)
def test_a_long_diff_is_cut_and_says_by_how_much(count, note):
    text = drift.report([part(A, *(f"      +line {number}" for number in range(count)))], 1)
    assert text.count("+line ") == 40
    assert f"+line 39\n{note}```\n" in text
