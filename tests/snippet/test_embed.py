import pytest
from hypothesis import given
from hypothesis import strategies as st

from lockstep.snippet.embed import OPTIONS, parse_embed


def test_reads_snippet_and_options():
    asked = parse_embed(["ddp/x.py", "", "region: step", "show: code", "stderr: true"])
    assert (asked.name, asked.region, asked.show, asked.stderr) == ("ddp/x.py", "step", "code", True)
    assert asked.problems == ()


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        (["x.py", "regoin: a"], (1, "a run fence has no option 'regoin'.", "Did you mean region?")),
        (["x.py", "region: a", "region: b"], (2, "the option 'region' stands twice.", "Keep one.")),
        (["x.py", "show: no"], (1, "show: 'no' is wrong.", "Give it one of: all, code, output.")),
        (["x.py", "region:"], (1, "region: '' is wrong.", "Give it a value.")),
        (["x.py", "region"], (1, "a run fence has no option 'region'.", "Did you mean region?")),
        ([], (0, "a run fence names no snippet.", "Write its path on the first line, such as ddp/step.py.")),
    ],
)
def test_what_is_wrong_has_its_line(body, problem):
    assert parse_embed(body).problems == (problem,)


LINES = st.one_of(st.text(max_size=20), st.sampled_from(["", "x.py", "show: code", "region: a", "stderr: maybe"]))


@given(st.lists(LINES, max_size=5))
def test_any_body_is_read_or_refused(body):
    asked = parse_embed(body)
    name, *options = [line.strip() for line in body if line.strip()] or [""]
    unknown = [line for line in options if line.partition(":")[0].strip() not in OPTIONS]
    assert asked.name == name
    assert len(asked.problems) >= len(unknown) + (not name)
