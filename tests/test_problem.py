import pytest
from sandbox import ROOT

from lockstep.problem import LockstepError, Problem, building, command, did_you_mean


def test_reads_path_line_what_todo():
    assert str(Problem("docs/a.md", 4, "is wrong.", "Fix it.")) == "docs/a.md:4: is wrong. Fix it."


def test_the_whole_file_has_no_line():
    assert str(Problem("docs/a.md", 0, "is wrong.")) == "docs/a.md: is wrong."


def test_problems_are_sorted_and_told_once():
    later, sooner = Problem("b", 1, "x."), Problem("a", 9, "x.")
    assert LockstepError([later, sooner, later]).problems == [sooner, later]


def test_suggests_the_closest_or_lists_what_there_is():
    assert did_you_mean("averge", ["average", "gather"]) == "Did you mean average?"
    assert did_you_mean("zzz", ["average", "gather"]) == "There is: average, gather."
    assert did_you_mean("zzz", []) == "There is none yet."


def test_a_list_that_is_cut_says_so():
    names = [f"name{number:02}" for number in range(14)]
    assert did_you_mean("zzz", names) == f"There is: {', '.join(names[:12])} and 2 more."
    assert did_you_mean("zzz", names[:12]) == f"There is: {', '.join(names[:12])}."


SNIPPETS = ["batch/a_sum.py", "batch/b.py", "ddp/_model.py", "ddp/copies.py", "ddp/sums_here.py", "ddp/sums_there.py"]


@pytest.mark.parametrize(
    ("wrong", "advice"),
    [
        ("ddp/cop", "Did you mean ddp/copies.py?"),
        ("ddp/sums", "There is: ddp/sums_here.py, ddp/sums_there.py."),
        ("ddp/sums_heer.py", "Did you mean ddp/sums_here.py?"),
        ("batch/copies.py", "Did you mean ddp/copies.py?"),
        ("copies", "Did you mean ddp/copies.py?"),
        ("ddp/_model", "There is: ddp/copies.py, ddp/sums_here.py, ddp/sums_there.py."),
        ("batch/zzz.py", "There is: batch/a_sum.py, batch/b.py."),
    ],
)
def test_a_path_is_sought_in_its_folder_and_by_its_last_part(wrong, advice):
    assert did_you_mean(wrong, SNIPPETS) == advice


def test_a_site_of_somebody_else_is_told_the_verb_and_this_project_the_session_of_nox(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert command("record", "--changed", "a.py") == "python -m lockstep record --changed a.py"
    assert command("verify") == "python -m lockstep verify"
    (tmp_path / "noxfile.py").touch()
    assert command("record", "--changed", "a.py") == "nox -s record -- --changed a.py"
    assert command("verify") == "nox -s verify"
    assert command("what-if", "a.py") == "nox -s what_if -- a.py"


def test_a_site_of_somebody_else_is_built_by_its_builder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert building() == "mkdocs build"
    (tmp_path / "noxfile.py").touch()
    assert building() == "nox -s site"


def test_no_other_module_writes_a_session_of_nox_into_its_advice():
    """The bill of materials is written from a lock that only this project has."""
    naming = {path.name for path in (ROOT / "lockstep").rglob("*.py") if "nox -s " in path.read_text("utf-8")}
    assert naming == {"problem.py", "snippets.py", "machines.py"}
    snippets = (ROOT / "lockstep/cli/snippets.py").read_text("utf-8")
    assert snippets.count("nox -s ") == 1
    assert 'nox -s record." if by_nox()' in snippets
