"""A drawing on paper: the marks of one step alone, at their places, in colours that need no style sheet."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper import svg_still

SHAPES = "<rect/><circle/><path/><text/>"


def still(marks: str, number: int = 1, attributes: str = "") -> ET.Element:
    """A drawing of these marks at a step, as a program that draws reads it, without the names of its namespace."""
    drawn = svg_still.step(ET.fromstring(f"<svg {attributes}>{marks}</svg>"), number)
    return ET.fromstring(drawn.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def painted(classes: str, number: int = 1) -> dict[str, dict[str, str]]:
    """How each shape of a mark with these classes is painted."""
    return {shape.tag: shape.attrib for shape in still(f'<g class="{classes}">{SHAPES}</g>', number)[0]}


def test_a_drawing_is_shown_at_its_step():
    svg = ET.fromstring(
        '<svg role="img"><g class="r0 ls-moves" style="--m2:translate(5px,0px)"><rect/></g><g class="ink ls-some s1"><text/></g></svg>'
    )
    first, second = svg_still.step(svg, 1), svg_still.step(svg, 2)
    assert "<text" in first
    assert "<text" not in second
    assert 'transform="translate(5 0)"' in second
    assert "transform" not in first
    assert f'stroke="{svg_still.RANKS[0]}"' in first
    looks = svg_still.step(ET.fromstring('<svg><g class="hot dash"><rect/></g><g class="r1 h1"><path/></g></svg>'), 1)
    assert looks.count(f'stroke="{svg_still.HOT}"') == 2
    assert looks.count("stroke-dasharray") == 1
    assert "var(" not in first + second


def test_a_drawing_as_wide_as_its_page_gets_the_width_of_paper():
    marks = '<g class="r0 full"><rect x="50%"/></g><g class="r0 stripes"><line x1="10%"/></g>'
    still = svg_still.step(ET.fromstring(f'<svg width="100%" height="40">{marks}</svg>'), 1)
    assert 'viewBox="0 0 420 40"' in still
    assert 'x="210"' in still
    assert 'x1="42"' in still
    assert f'fill="{svg_still.RANKS[0]}"' in still
    assert 'stroke-dasharray="2 3"' in still


def test_a_drawing_stands_alone_and_the_page_keeps_its_own():
    svg = ET.fromstring(
        '<svg role="img" aria-label="a" data-still="2"><marker/><g class="r0 ls-some s1"><rect/></g></svg>'
    )
    before = ET.tostring(svg)
    drawn = svg_still.step(svg, 2)
    assert ET.tostring(svg) == before
    assert drawn == (
        '<svg xmlns="http://www.w3.org/2000/svg" font-family="IBM Plex Sans" font-size="13">'
        f'<marker fill="{svg_still.INK}" /></svg>'
    )


def test_a_mark_of_several_steps_is_in_these_and_in_no_other():
    marks = '<g class="ls-some s2 s12"><rect/></g><g class="ink"><text/></g>'
    assert [len(still(marks, number)) for number in (1, 2, 3, 12)] == [1, 2, 1, 2]


def test_a_mark_moves_to_its_place_of_the_step():
    marks = '<g style="--m2:translate(5px,-7.5px);--m12:translate(0px,1px)"><rect/></g>'
    places = [still(marks, number)[0].attrib for number in (1, 2, 12)]
    assert places == [{}, {"transform": "translate(5 -7.5)"}, {"transform": "translate(0 1)"}]


def test_a_rank_is_its_colour_around_a_tint_of_it():
    shapes = painted("r0")
    colour = svg_still.RANKS[0]
    assert shapes["rect"] == {"fill": "#d8e7f2", "stroke": colour, "stroke-width": "1.5"}
    assert shapes["circle"] == {"fill": "#ffffff", "stroke": colour, "stroke-width": "2"}
    assert shapes["path"] == {"fill": "none", "stroke": colour, "stroke-width": "2"}
    assert shapes["text"] == {"fill": "#000000"}


@pytest.mark.parametrize(
    ("classes", "colour"),
    [
        ("", svg_still.INK),
        ("r8", svg_still.INK),
        ("quiet", svg_still.LINE),
        ("r7 quiet", svg_still.RANKS[7]),
        ("hot", svg_still.HOT),
        ("r2 h1", svg_still.HOT),
        ("r2 h2", svg_still.RANKS[2]),
    ],
)
def test_what_is_lit_at_a_step_is_more_than_the_colour_of_its_rank(classes, colour):
    assert painted(classes)["path"]["stroke"] == colour


def test_a_lit_box_glows_and_has_a_thick_edge():
    assert painted("r2 h1")["rect"] == {"fill": svg_still.GLOW, "stroke": svg_still.HOT, "stroke-width": "2.5"}


def test_soft_is_white_inside_and_full_has_no_edge():
    assert painted("r1 soft")["rect"]["fill"] == "#ffffff"
    assert painted("r1 full")["rect"] == {"fill": svg_still.RANKS[1]}


def test_words_are_grey_where_they_are_quiet_and_bold_where_they_are_hot():
    assert painted("quiet")["text"] == {"fill": svg_still.QUIET}
    assert painted("hot")["text"] == {"fill": "#000000", "font-weight": "600"}
