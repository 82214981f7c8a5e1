from __future__ import annotations

import xml.etree.ElementTree as ET

from lockstep.question.rendering import add


def test_an_element_is_the_last_child():
    root = ET.Element("div")
    add(root, "p")
    link = add(root, "a", "x y", href="z")
    assert ET.tostring(root, "unicode") == '<div><p /><a class="x y" href="z" /></div>'
    assert root[-1] is link
