"""The book in volumes: whole chapters in their order, so that a volume can be bound and is typeset in little memory."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Sequence

MOST_PAGES = 400  # of a volume
# Letters of text on a page, with what its questions put at the back. Entries of the error index ask little, and
# stand in two columns: 268 pages held 1,140,000 letters.
_LETTERS = 2000
_LETTERS_OF_ERRORS = 4000


def in_volumes(chapters: Sequence[ET.Element], most: int = MOST_PAGES) -> list[list[ET.Element]]:
    """The chapters in as few volumes as hold them, as even as their order allows.

    Args:
        chapters: in their order.
        most: pages of a volume; a chapter with more has a volume of its own.
    """
    pages = list(map(_pages, chapters))
    number = len(_filled(pages, most))
    sums = {sum(pages[first:beyond]) for first in range(len(pages)) for beyond in range(first + 1, len(pages) + 1)}
    least = min(limit for limit in sums | {most} if limit >= max(pages) and len(_filled(pages, limit)) <= number)
    return [[chapters[place] for place in places] for places in _filled(pages, least)]


def _pages(chapter: ET.Element) -> int:
    letters = _LETTERS_OF_ERRORS if chapter.get("data-kind") == "errors" else _LETTERS
    return sum(map(len, chapter.itertext())) // letters + 1


def _filled(pages: Sequence[int], most: int) -> list[list[int]]:
    """The places of chapters, volume by volume: the next volume begins with the chapter that this one cannot hold."""
    volumes = list[list[int]]()
    room = 0
    for place, size in enumerate(pages):
        if size > room or not volumes:
            volumes.append([])
            room = most
        volumes[-1].append(place)
        room -= size
    return volumes


def name_other_volumes(volumes: Sequence[ET.Element]) -> None:
    """Set `data-volume` of each link that leads into another volume to the number of that volume."""
    own = [{element.get("id", "") for element in volume.iter()} for volume in volumes]
    homes = {name: number for number, names in enumerate(own, 1) for name in names}
    for number, volume in enumerate(volumes, 1):
        for link in volume.iter("a"):
            home = homes.get(link.get("href", "").removeprefix("#"))
            if link.get("href", "").startswith("#") and home not in (None, number):
                link.set("data-volume", str(home))
