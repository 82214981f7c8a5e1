from __future__ import annotations

import re

import pytest
from sandbox import ROOT

from lockstep.drawings.canvas import MOST_STEPS, BadDrawing, Canvas
from lockstep.markdown import figure
from lockstep.page import Fence
from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.record.record import RankRecord

SOUND = """draw: tests
data: [topic/one.py]
still: 2
alt: Two boxes.
steps:
  - The **first**, `x`.
  - The second."""


@pytest.fixture
def drawing(monkeypatch):
    """A drawing `tests` that shows what rank 0 printed."""

    def draw(records):
        canvas = Canvas(420, 100, steps=2)
        canvas.box(0, 0, 90, 30, records["topic/one.py"].ranks[0].stdout[0] if records else "nothing")
        return canvas

    drawings = {"tests": draw}
    monkeypatch.setattr(figure, "DRAWINGS", drawings)
    return drawings


@pytest.fixture
def project(sandbox, drawing, monkeypatch):
    sandbox.snippet()
    sandbox.recorded(ranks=(RankRecord(0, ("printed 7",), ()),))
    monkeypatch.chdir(sandbox.root)
    return sandbox


def rendered(sandbox, text: str) -> str:
    return figure.html(sandbox.project, "docs/index.md", Fence(1, "figure", tuple(text.split("\n"))))


def test_a_fence_becomes_a_drawing_with_a_button_a_step(project):
    html = rendered(project, SOUND)
    assert "printed 7" in html
    assert 'aria-label="Two boxes." data-still="2"' in html
    assert html.count('type="radio"') == 2
    assert html.count(" checked") == 1
    assert '<li id="fig-tests-1" class="s1">The <strong>first</strong>, <code>x</code>.</li>' in html
    assert 'aria-describedby="fig-tests-2"' in html
    assert "Drawn from what <code>topic/one.py</code> printed. <span>Paper shows step 2.</span>" in html


def test_a_drawing_without_records_says_where_it_comes_from(project):
    html = rendered(project, SOUND.replace("data: [topic/one.py]", "source: The rule `a + b`."))
    assert "<figcaption>The rule <code>a + b</code>. <span>" in html


def test_a_chart_has_one_step_and_nothing_to_choose(project, drawing):
    drawing["tests"] = lambda records: Canvas(420, 100)
    text = SOUND.replace("still: 2\n", "").replace("\n  - The second.", "")
    html = rendered(project, text)
    assert '<ol><li id="fig-tests-1" class="s1">The <strong>first</strong>, <code>x</code>.</li></ol>' in html
    assert "<fieldset>" not in html
    assert "<figcaption>Drawn from what <code>topic/one.py</code> printed.</figcaption>" in html


def test_a_drawing_gets_the_records_of_all_profiles_the_first_by_the_name_alone(project, drawing):
    project.snippet(needs="gpus = 1")
    project.recorded()
    project.recorded(profile="1xh200")
    seen = {}
    drawing["tests"] = lambda records: (seen.update(records), Canvas(420, 100, steps=2))[1]
    rendered(project, SOUND)
    assert {key: one.profile for key, one in seen.items()} == {
        "topic/one.py": "cpu",
        "1xh200/topic/one.py": "1xh200",
    }


def test_what_only_a_gpu_runs_may_be_not_yet_recorded(project, drawing):
    project.snippet(needs="gpus = 1\ncpu = false")
    html = rendered(project, SOUND)
    assert "nothing" in html
    assert "<figcaption>Nothing is on record yet. <span>" in html


FAULTS = [
    ("draw: tests", "draw: test", 2, "no draw is called 'test'. Did you mean tests?"),
    ("draw: tests\n", "", 2, "'draw' is missing. Add 'draw:' with one of: tests, timeline."),
    ("alt: Two boxes.\n", "", 2, "'alt' is missing. Add 'alt:'."),
    ("still: 2", "still: 3", 4, "there is no step '3'. Name the step that paper shows."),
    ("still: 2", "stil: 2", 4, "a figure has no key 'stil'. Did you mean still?"),
    ("[topic/one.py]", "[topic/two.py]", 3, "no snippet topic/two.py. There is: topic/one.py."),
    ("data: [topic/one.py]\n", "", 2, "has not one of 'data' and 'source'. Name the snippets it is drawn from, or say what from."),
    ("The second.", "A [link](x.md).", 6, "a text holds a link, which no builder checks here. Link below the fence."),
    ("\n  - The second.", "", 2, "tests has 2 steps, and 1 are told. Tell each step."),
    ("still: 2", "lines: [x]\nstill: 2", 4, "'lines' is of a timeline. Leave it out, or write 'draw: timeline'."),
    ("still: 2", "value: x\nstill: 2", 4, "'value' is of a timeline. Leave it out, or write 'draw: timeline'."),
    ("\n  - The second.", "\n  - x" * 9, 6, f"has 10 steps. Take {MOST_STEPS} at most."),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "line", "said"), FAULTS)
def test_what_is_wrong_is_told_with_its_line(project, old, new, line, said):
    text = SOUND.replace(old, new).replace("still: 2", "still: 1" if "second" in old else "still: 2")
    project.page(f"```figure\n{text}\n```\n")
    found = [str(problem) for problem in figure.problems(project.project)]
    assert f"docs/index.md:{line}: figure: {said}" in found
    with pytest.raises(LockstepError, match="figure: "):
        rendered(project, text)


def test_a_stale_record_is_told(project):
    project.snippet("print(one + 1)")
    project.page(f"```figure\n{SOUND}\n```\n")
    said = "docs/index.md:3: figure: topic/one.py has no current record. Run: python -m lockstep record topic/one.py"
    assert [str(problem) for problem in figure.problems(project.project)] == [said]


def test_a_bad_drawing_is_told(project, drawing):
    def draw(records):
        raise BadDrawing("'a box' leaves the canvas")

    drawing["tests"] = draw
    project.page(f"```figure\n{SOUND}\n```\n")
    said = "docs/index.md:2: figure: tests: 'a box' leaves the canvas. Fix the drawing."
    assert [str(problem) for problem in figure.problems(project.project)] == [said]


def test_a_drawing_that_lacks_a_record_or_finds_nothing_in_it_is_told(project, drawing):
    missing = "2: figure: tests: is drawn from topic/two.py, which 'data' does not name or which is not on record."
    drawing["tests"] = lambda records: records["topic/two.py"]
    with pytest.raises(LockstepError, match=missing):
        rendered(project, SOUND)
    for broken in (lambda records: float("x"), lambda records: [][1], lambda records: next(iter(())), lambda _: 1 / 0):
        drawing["tests"] = broken
        with pytest.raises(LockstepError, match="2: figure: tests cannot be drawn from its records: "):
            rendered(project, SOUND)


def test_a_name_or_a_step_in_other_signs_is_told(project):
    with pytest.raises(LockstepError, match="4: figure: there is no step '²'"):
        rendered(project, SOUND.replace("still: 2", "still: ²"))
    with pytest.raises(LockstepError, match=r"2: figure: no snippet topic/two\.py"):
        rendered(project, SOUND.replace("[topic/one.py]", r'["topic/tw\x6f.py"]'))


def test_the_style_sheet_knows_every_step():
    css = (ROOT / "docs/assets/figure.css").read_text("utf-8")
    for step in range(1, MOST_STEPS + 1):
        assert f'[value="{step}"]:checked) .s{step} ' in css
        assert css.count(f'[data-still="{step}"] .ls-some:not(.s{step})') == 2  # paper, and no :has()
    assert f".s{MOST_STEPS + 1} " not in css


COLLECTIVES = ("all_reduce", "all_gather", "reduce_scatter", "all_to_all", "broadcast", "barrier")


def test_the_words_of_a_timeline_name_no_collective_that_is_not_drawn():
    project, compared = Project(ROOT), 0
    for path, fence in project.blocks("figure"):
        told = "\n".join(fence.body).partition("\nalt:")[2].lower().replace("-", "_")
        if fence.body[0] != f"draw: {figure.TIMELINE}" or "gloo runs" in told:  # gloo has another name for some
            continue
        svg = re.search(r"<svg.*?</svg>", figure.html(project, path, fence), re.DOTALL)[0]
        drawn = svg.partition(" In order:")[2] + svg.partition(">")[2]  # without the author's words, which come before
        missing = [name for name in COLLECTIVES if name in told and name not in drawn]
        assert not missing, (path, fence.body[1], missing)
        compared += any(name in told for name in COLLECTIVES)
    assert compared > 50


def test_the_words_of_a_timeline_name_no_waiting_rank_that_is_not_drawn_so():
    """A drawing has order and no time, so it shows a wait only where the program's order forces one."""
    project, compared = Project(ROOT), 0
    for path, fence in project.blocks("figure"):
        if fence.body[0] != f"draw: {figure.TIMELINE}":
            continue
        told = " ".join(fence.body).partition(" alt:")[2]
        waiting = re.findall(r"[Rr]anks? ((?:\d, )*\d(?: and \d)?) waits?\b", told)
        svg = re.search(r"<svg.*?</svg>", figure.html(project, path, fence), re.DOTALL)[0]
        drawn = svg.partition(" In order:")[2]
        missing = [rank for ranks in waiting for rank in re.findall(r"\d", ranks) if f"rank {rank} waits" not in drawn]
        assert not missing, (path, fence.body[1], missing)
        compared += bool(waiting)
    assert compared > 20


ONE = "draw: tests\ndata: [topic/one.py]\nstep: 2\nalt: Two boxes.\nsteps: [The second.]"


def test_one_step_of_a_drawing_is_shown_alone(project):
    html = rendered(project, ONE)
    assert '<svg viewBox="0 0 420 36" role="img" aria-label="Two boxes." data-still="2">' in html  # 100 high in all
    assert '<input type="radio" value="2" checked hidden>' in html
    assert '<li class="s2">The second.</li>' in html
    assert "<fieldset>" not in html


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("step: 2", "step: 3", "figure: tests has 2 steps, and none is step 3. Name another."),
        ("step: 2", "step: x", "figure: step 'x' is not one step with one text. Give its number and text."),
        ("[The second.]", "[One., Two.]", "figure: step '2' is not one step with one text. Give its number and text."),
    ],
)
def test_a_wrong_step_is_told(project, old, new, message):
    with pytest.raises(LockstepError, match=re.escape(message)):
        rendered(project, ONE.replace(old, new))


VARIED = """draw: tests
data: [topic/one.py]
vary: Ranks
kind: calculation
still: 2
alt: Two boxes.
steps:
  - "*1 rank*: all."
  - "*8 ranks*: an eighth."
"""


def test_the_steps_may_be_the_values_of_a_parameter_to_drag(project, drawing):
    drawing["tests"] = lambda records: Canvas(420, 100, parameter=[1, 8])
    html = rendered(project, VARIED)
    assert '<fieldset class="ls-vary" style="--n:2"><legend>Ranks</legend><input type="range" min="1" max="2"' in html
    assert re.findall(r"<span>(\d)</span>", html) == ["1", "8"]
    assert 'value="2" checked aria-describedby' in html  # the value that paper shows stands first
    assert "Each value is calculated. Drawn from what" in html
    assert "<span>Ranks: paper shows 8.</span>" in html


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("kind: calculation\n", "", 2, "'kind' is missing. Add 'kind:' with one of: calculation, run, simulation."),
        ("kind: calculation", "kind: guess", 5, "no kind is called 'guess'."),
        ("vary: Ranks\n", "", 4, "'kind' is of the values of 'vary'. Leave it out, or add 'vary:'."),
        ("*8 ranks*", "*81 ranks*", 8, "the text of Ranks 8 is '*81 ranks*: an eighth.'. Begin it with 8."),
        ("*8 ranks*", "Many ranks", 8, "the text of Ranks 8 is 'Many ranks: an eighth.'. Begin it with 8."),
    ],
)
def test_what_is_wrong_with_a_parameter_is_told_with_its_line(project, drawing, old, new, line, said):
    drawing["tests"] = lambda records: Canvas(420, 100, parameter=[1, 8])
    project.page(f"```figure\n{VARIED.replace(old, new)}```\n")
    assert any(
        str(problem).startswith(f"docs/index.md:{line}: figure: {said}") for problem in figure.problems(project.project)
    )


def test_a_stale_record_of_a_parameter_is_told(project, drawing):
    project.snippet("print(one + 1)")
    project.page(f"```figure\n{VARIED}```\n")
    said = "docs/index.md:3: figure: topic/one.py has no current record. Run: python -m lockstep record topic/one.py"
    assert [str(problem) for problem in figure.problems(project.project)] == [said]


def test_a_parameter_has_a_name_and_nothing_else_has(project, drawing):
    with pytest.raises(LockstepError, match=r"tests is a drawing of steps in time\. Leave 'vary' out\."):
        rendered(project, VARIED)
    drawing["tests"] = lambda records: Canvas(420, 100, parameter=[1, 8])
    with pytest.raises(LockstepError, match=r"tests is a drawing of a parameter\. Name it: 'vary: Ranks'\."):
        rendered(project, SOUND)


def test_a_changed_number_of_a_run_is_another_drawing():
    """The drawings of a parameter take each value from a record, so no value is drawn that was not printed."""
    project, compared = Project(ROOT), 0
    for path, fence in project.blocks("figure"):
        if any(line.startswith("vary:") for line in fence.body):
            drawn = figure.html(project, path, fence)
            name = next(iter(re.findall(r"data: \[(.*?)[,\]]", "\n".join(fence.body))))
            record = project.record(project.snippets[name], "cpu")
            numbers = re.findall(r"\d[\d,.]*\d|\d", "\n".join(line for rank in record.ranks for line in rank.stdout))
            values = re.findall(r"<span>([\d,.]+)[^<]*</span></label>", drawn)
            compared += bool(values)  # some parameters are words
            assert {value.replace(",", "") for value in values} <= {number.replace(",", "") for number in numbers}, name
    assert compared > 10
