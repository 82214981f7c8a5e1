"""The volumes of the book: whole chapters in their order, as few and as even as the order allows; links name the other volume."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from lockstep.paper.volumes import in_volumes, name_other_volumes

PAGE = 2000  # letters


def chapters(*pages: int) -> list[ET.Element]:
    made = []
    for number, count in enumerate(pages):
        chapter = ET.Element("chapter", {"id": f"{number}/"})
        ET.SubElement(chapter, "p").text = "a" * (count * PAGE - 1)
        made.append(chapter)
    return made


@pytest.mark.parametrize(
    ("pages", "split"),
    [
        ([50], [[50]]),
        ([50] * 8, [[50] * 8]),
        ([50] * 9, [[50] * 5, [50] * 4]),
        ([50] * 30, [[50] * 8, [50] * 8, [50] * 8, [50] * 6]),
        ([50] * 6 + [60, 230, 10], [[50] * 6, [60, 230, 10]]),
        ([10, 500, 10], [[10], [500], [10]]),
        ([399, 1, 399, 1], [[399, 1], [399, 1]]),
    ],
)
def test_volumes_are_few_and_even(pages, split):
    made = chapters(*pages)
    volumes = in_volumes(made, 400)
    assert [one for volume in volumes for one in volume] == made
    sizes = [[len("".join(chapter.itertext())) // PAGE + 1 for chapter in volume] for volume in volumes]
    assert sizes == split


def test_a_page_of_errors_holds_more():
    made = chapters(300, 90)
    made[0].set("data-kind", "errors")
    assert len(in_volumes(made, 300)) == 1
    made[0].set("data-kind", "topic")
    assert len(in_volumes(made, 300)) == 2


def test_a_link_into_another_volume_names_it():
    first = ET.fromstring('<book><p id="a"/><a href="#a"/><a href="#b"/><a href="https://b"/></book>')
    last = ET.fromstring('<book><p id="b"/><a href="#a"/><a href="#b"/></book>')
    name_other_volumes([first, last])
    assert [link.get("data-volume") for volume in (first, last) for link in volume.iter("a")] == [
        None,
        "2",
        None,
        "1",
        None,
    ]
