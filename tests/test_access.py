"""Who reads with a keyboard, a screen reader, large text or own colours: what Chromium tells them, and what it shows."""

from __future__ import annotations

import re

import pytest
from browsing import COLOURS, needs_chromium, violations
from conftest import ROOT
from playwright.sync_api import Page, expect

pytestmark = [needs_chromium, pytest.mark.browser]

SHEET, CHALLENGE, VISUAL, NOTEBOOK = "ddp/", "ddp/challenge/", "ddp/visual/", "ddp/try/"
ENTRY, ERRORS, REVIEW, NUMBERS = "errors/no-main-guard/", "errors/", "review/", "scaling/perf/"

# What is heard, in this order; other things may stand in between. "text" is plain text, all else a role and a name.
QUESTION = ["link Question", "group ", "radio ", "radio ", "group How sure", "button Sure", "button Check", "button Hint"]
ORDER = {
    "": ["heading ", "figure", "group Output", "text rank 0", "text rank 3", "contentinfo"],
    SHEET: [
        *("link Skip to content", "banner", "radiogroup Colours", "radio Light", "search", "main", "navigation Navigation"),
        *("link DistributedDataParallel", "list", "navigation Table of contents", "link At a glance"),
        *("heading DistributedDataParallel", "navigation Modes of this topic", "link Learn", "text The one thing"),
        *("figure", "text Four ranks", "button Copy the code", "text import", "DisclosureTriangle Whole file"),
        *("text torchrun --nproc-per-node 4", "group Output", "text rank 0", "text rank 1", "text rank 2"),
        *("text rank 3", "text CPU, ", "link Card", "button Reveal", "heading At a glance", "table", "columnheader call"),
        *("rowheader wrap", "cell DDP(model)", "rowheader memory", *QUESTION, "contentinfo", "navigation Footer", "status"),
    ],
    CHALLENGE: ["heading Challenge", "heading 5 problems", "group Time for each", "radio No timer", "button Start"],
    VISUAL: ["figure", "image Time axis", "group Step", "radio 1: Forward (fwd)", "radio 6: The optimizer", "Figcaption"],
    NUMBERS: ["group Efficiency", "spinbutton Time on 1 GPU min", "term Speed-up", "status", "button Copy link", "table"],
    ENTRY: ["heading An attempt", "term Cause", "definition", "term Cure", "definition", "heading Cause", "figure"],
    ERRORS: ["heading Errors", "textbox Paste the log", "button Find the cause", "button Open a file", "heading Launch"],
    NOTEBOOK: ["heading Try", "link Download the notebook", "navigation Modes", "heading ", "button Copy the code", *QUESTION[:3]],
    REVIEW: ["heading Review", "heading Nothing here yet", "heading Study a topic", "combobox Topic", "button Study"],
}
READ = {"banner", "main", "contentinfo", "search"}


def heard(page: Page) -> list[tuple[str, int]]:
    """Role and name of all that Chromium tells a screen reader, in its order; of a heading its level."""
    tree = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
    nodes = {node["nodeId"]: node for node in tree}
    found = list[tuple[str, int]]()

    def visit(node: dict) -> None:
        role = "" if node["ignored"] else node["role"]["value"]
        said = " ".join(f"{node.get('name', {}).get('value', '')}".split())
        about = " ".join(f"{node.get('description', {}).get('value', '')}".split())
        level = next((one["value"]["value"] for one in node.get("properties", ()) if one["name"] == "level"), 0)
        if role not in ("", "none", "generic", "InlineTextBox", "RootWebArea"):
            role = {"StaticText": "text", "LabelText": "label"}.get(role, role)
            found.append((f"{role} {said}{': ' * bool(about)}{about}", level if role == "heading" else 0))
        if role != "text":
            for child in node.get("childIds", ()):
                visit(nodes[child]) if child in nodes else None

    visit(tree[0])
    return found


@pytest.mark.parametrize("path", ORDER)
def test_a_screen_reader_hears_a_page_in_order(visit, path):
    page = visit(path, reduced_motion="reduce")
    page.wait_for_function("!document.querySelector(':not(:defined)')")
    told = heard(page)
    rest = iter(told)
    for wanted in ORDER[path]:
        assert any(said.startswith(wanted) for said, _ in rest), f"{wanted!r} is not heard at its place"
    levels = [level for _, level in told if level]
    assert levels.count(1) == levels[0] == 1
    assert all(level <= before + 1 for before, level in zip(levels, levels[1:], strict=False)), levels
    landmarks = [said for said, _ in told if said.split()[0] in {*READ, "navigation", "region", "form", "complementary"}]
    assert len(landmarks) == len(set(landmarks)) and READ <= {said.split()[0] for said in landmarks}, landmarks
    assert not [said for said, _ in told if re.fullmatch(r"(link|button|radio|checkbox|textbox|combobox) ", said)]
