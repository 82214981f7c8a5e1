"""The navigation: what is derived stands where the settings say, and what it omits is told."""

from __future__ import annotations

import pytest
from sandbox import ROOT

from lockstep.problem import LockstepError
from lockstep.project import Project
from lockstep.site import nav

HOME = """# Home

See [one](one/index.md) and [two](two/index.md).

```map
two:
  name: Number two
  says: It averages.
one:
  name: The one
  says: It averages.
```
"""
ERROR = """---
title: "{title}"
---
# {title}

```error
strikes = "{strikes}"
```
"""


@pytest.fixture
def project(sandbox) -> Project:
    """Two topics, of which one has no Deep, and three entries."""
    sandbox.page(HOME)
    for topic in ("one", "two"):
        for name in ("index", "recall", "why", *(["deep"] if topic == "two" else [])):
            sandbox.page(f"---\ntitle: The {topic}\n---\n# {topic}\n", f"{topic}/{name}.md")
    for slug, strikes, title in (
        ("c", "backward", "Beta"),
        ("a", "launch", "Alpha"),
        ("b", "backward", "a.length <= b"),
    ):
        sandbox.page(ERROR.format(strikes=strikes, title=title), f"errors/{slug}.md")
    return sandbox.project


def test_topics_stand_as_on_the_map_with_what_it_calls_them(project):
    assert nav.topics(project) == [
        {"Number two": ["two/index.md", {"Why": "two/why.md"}, {"Deep": "two/deep.md"}, {"Recall": "two/recall.md"}]},
        {"The one": ["one/index.md", {"Why": "one/why.md"}, {"Recall": "one/recall.md"}]},
    ]


def test_errors_stand_by_when_they_strike_and_titles_are_html(project):
    assert nav.errors(project) == [
        {"Launch": ["errors/a.md"]},
        {"Backward": [{"a.length &lt;= b": "errors/b.md"}, "errors/c.md"]},
    ]


def test_what_is_derived_stands_where_the_settings_say(project):
    items = ["index.md", {"All": ["{topics}", {"More": ["x.md"]}]}, {"Errors": "{errors}"}, "{errors}"]
    assert nav.whole(project, items) == [
        "index.md",
        {"All": [*nav.topics(project), {"More": ["x.md"]}]},
        {"Errors": "{errors}"},  # in a list only
        *nav.errors(project),
    ]


def test_a_page_that_it_omits_is_told(sandbox, project):
    assert nav.omitted(project) == []  # no settings, no navigation
    settings = "x: !ENV [A, 1]\ny: !!python/name:a.b\nnav:\n  - Home: index.md\n  - '{topics}'\n"
    (sandbox.root / "mkdocs.yml").write_text(settings, "utf-8")
    assert nav.omitted(project) == ["docs/errors/a.md", "docs/errors/b.md", "docs/errors/c.md"]
    (sandbox.root / "mkdocs.yml").write_text(settings + "  - Errors: ['{errors}']\n", "utf-8")
    assert nav.omitted(project) == []


def test_settings_that_are_no_yaml_are_told(sandbox):
    (sandbox.root / "mkdocs.yml").write_text("a: 1\nnav: [\n", "utf-8")
    with pytest.raises(LockstepError, match=r"mkdocs.yml:3: is not YAML: .*\. Fix it\."):
        nav.omitted(sandbox.project)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        (b"- a\n", "its nav is no list of pages."),
        (b"x\n", "its nav is no list of pages."),
        (b"nav: x\n", "its nav is no list of pages."),
        (b"nav: [1, 2]\n", "its nav is no list of pages."),
        (b"nav: [null, {A: null}]\n", "its nav is no list of pages."),
        (b"a: &a [x]\nnav: [*a, *a]\n", "its nav is no list of pages."),
        (b"nav: &a [{A: *a}]\n", "its nav is no list of pages."),
        (b"nav: [{2026-01-01: x}]\n", "its nav is no list of pages."),
        (b"nav: [{2026-13-45: x}]\n", "is not YAML that can be read."),
        (b"nav: [" + b"9" * 5_000 + b"]\n", "is not YAML that can be read."),
        (b"nav: " + b"[" * 3_000 + b"]" * 3_000, "is not YAML that can be read."),
        (b"nav: [\xe9]\n", "is not YAML that can be read."),
        (b"\x00", "is not YAML that can be read."),
    ],
)
def test_a_nav_that_is_none_is_told(sandbox, settings, said):
    (sandbox.root / "mkdocs.yml").write_bytes(settings)
    with pytest.raises(LockstepError, match=rf"^mkdocs\.yml: {said}"):
        nav.omitted(sandbox.project)


def test_for_another_builder_the_settings_are_written_out(sandbox, project):
    settings = "a: 1\nnav:\n  - Home: index.md  # why\n  - '{topics}'\nb: !ENV [A, 1]\n"
    (sandbox.root / "mkdocs.yml").write_text(settings, "utf-8")
    lines = nav.written_out(project).splitlines()
    assert (lines[:4], lines[-1]) == (["a: 1", "nav:", "- Home: index.md", "- Number two:"], "b: !ENV [A, 1]")


def test_the_site_leads_to_each_of_its_pages():
    assert nav.omitted(Project(ROOT)) == []
