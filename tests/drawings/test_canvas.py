from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from lockstep.drawings.canvas import BadDrawing, Canvas


def marks(canvas: Canvas) -> list[ET.Element]:
    root = ET.fromstring(canvas.svg("A drawing.", canvas.steps))
    return root.findall("g")


def test_a_mark_says_where_and_when_it_is_seen():
    canvas = Canvas(200, 100, steps=4)
    canvas.box(10, 20, 60, 30, "a < b", "r2", on=range(2, 4), hot=[3], moves={3: (5, 6)})
    (mark,) = marks(canvas)
    assert mark.get("class") == "r2 ls-some ls-moves s2 s3 h3"
    assert mark.get("style") == "--m3:translate(5px,6px);--m4:translate(5px,6px)"
    assert mark.find("text").text == "a < b"
    assert mark.find("rect").attrib == {"x": "10", "y": "20", "width": "60", "height": "30", "rx": "4"}


def test_a_mark_without_steps_is_always_there():
    canvas = Canvas(200, 100, steps=2)
    canvas.text(10, 20, "here")
    canvas.line([(0, 0), (5, 5), (9, 0)], "r1")
    canvas.arrow(0, 10, 50, 10)
    text, line, arrow = marks(canvas)
    assert [mark.get("class") for mark in (text, line, arrow)] == ["ink", "r1", "ink"]
    assert line.find("path").get("d") == "M0 0L5 5L9 0"
    assert arrow.find("path").get("marker-end") == "url(#ls-head-3)"


def test_the_head_of_an_arrow_is_there_for_arrows_alone():
    canvas = Canvas(200, 100)
    canvas.line([(0, 0), (5, 5)])
    assert "ls-head" not in canvas.svg("", 1)
    canvas.arrow(0, 10, 50, 10)
    assert canvas.svg("", 1).count('id="ls-head-2"') == 1


def test_the_drawing_has_a_text_alternative_and_a_still():
    root = ET.fromstring(Canvas(420, 200, steps=3).svg('Says "this" & that.', 2))
    assert root.attrib == {
        "viewBox": "0 0 420 200", "role": "img", "aria-label": 'Says "this" & that.', "data-still": "2",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("draw", "said"),
    [
        (lambda c: c.box(180, 0, 30, 10), "'a box' at 180, 0 leaves the canvas of 200 × 100"),
        (lambda c: c.box(0, 0, 30, 10, moves={2: (0, 95)}), "'a box' at 0, 95 leaves the canvas of 200 × 100"),
        (lambda c: c.box(0, 0, 30, 20, "a long label"), "the label 'a long label' is wider than its box of 30"),
        (lambda c: c.text(195, 50, "too far to the right"), "'too far to the right' at 204.36, 37 leaves the canvas"),
        (lambda c: c.text(5, 5, "x"), "'x' at 5.468, -8 leaves the canvas"),
        (lambda c: c.arrow(0, 0, 0, 101), "'an arrow' at 0, 0 leaves the canvas"),
        (lambda c: c.text(5, 50, "x", on=[4]), "there is no step 4 of 3"),
        (lambda c: c.text(5, 50, "x", hot=[0]), "there is no step 0 of 3"),
        (lambda c: c.text(5, 50, "x", moves={7: (1, 1)}), "there is no step 7 of 3"),
    ],
)
def test_what_nobody_could_see_is_refused(draw, said):
    with pytest.raises(BadDrawing, match="^" + re.escape(said)):
        draw(Canvas(200, 100, steps=3))


def test_a_drawing_of_one_step_is_cropped_to_what_it_shows():
    canvas = Canvas(100, 100, steps=2)
    canvas.box(0, 20, 10, 10)
    canvas.box(0, 80, 10, 10, on=[1])
    canvas.box(0, 20, 10, 10, moves={2: (0, 30)})
    canvas.crop(2)
    assert 'viewBox="0 14 100 52"' in canvas.svg("", 2)  # from 20 to 60, and 6 around


def test_many_boxes_are_one_mark_and_stay_inside():
    canvas = Canvas(100, 40, steps=2)
    canvas.boxes([(0, 0, 10, 10), (20, 0, 10, 10)], "r0", on=[2])
    canvas.boxes([], "r1")
    assert len(canvas.marks) == 1
    assert canvas.svg("", 1).count("<rect") == 2
    with pytest.raises(BadDrawing, match="leaves the canvas"):
        canvas.boxes([(0, 0, 10, 10), (95, 0, 10, 10)])
