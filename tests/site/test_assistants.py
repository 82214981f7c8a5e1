"""What a built site offers to programs: each link of llms.txt leads to a file, and each file is made of the records."""

from __future__ import annotations

import json
import re

import pytest
from sandbox import ROOT

from lockstep.explain.entry import entries
from lockstep.markdown import topic_map
from lockstep.project import Project
from lockstep.site import assistants, facts

PROJECT = Project(ROOT)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    site = tmp_path_factory.mktemp("site")
    assistants.write(PROJECT, site)
    return site


def test_each_link_of_the_overview_is_a_file(site):
    text = (site / "llms.txt").read_text("utf-8")
    assert text.startswith("# Lockstep\n\n> ")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert [link for link in links if not (site / link).is_file()] == []
    assert [f"llms/{topic.slug}.txt" in links for topic in topic_map.topics(PROJECT)].count(False) == 0


def test_each_link_of_a_text_is_relative_and_leads_to_a_page(site):
    pages = {facts.address(path) for path in PROJECT.pages}
    for path in sorted(site.glob("llms/*.txt")):
        prose = re.sub(r"(?s)```.*?```|`[^`\n]*`", "", path.read_text("utf-8"))
        links = [link for link in re.findall(r"\]\(([^()\s]+)", prose) if not re.match(r"https?:|mailto:|#", link)]
        assert [link for link in links if not link.startswith("../")] == []
        assert [link for link in links if link.removeprefix("../").partition("#")[0] not in pages] == []


def test_errors_are_in_files_by_the_time_at_which_they_strike_and_each_is_in_one(site):
    files = {path.name: path.read_text("utf-8") for path in site.glob("llms/errors*.txt")}
    assert "errors.txt" in files
    assert max(map(len, files.values())) < 250_000  # in one file they were 600,000
    overview = (site / "llms.txt").read_text("utf-8")
    assert [name for name in files if f"](llms/{name})" not in overview] == []
    for error in entries(PROJECT.texts):
        homes = [name for name, text in files.items() if f"\n# {error.title}\n" in f"\n{text}"]
        assert len(homes) == 1, error.title
        assert re.fullmatch(rf"errors-{error.strikes}(-[2-9])?\.txt", homes[0])
    assert "It hangs" in files["errors.txt"]


def test_each_claim_has_a_file_and_the_index_names_them_all(site):
    listed = json.loads((site / "claims/index.json").read_text("utf-8"))["claims"]
    files = {path.relative_to(site / "claims").with_suffix(".py").as_posix() for path in site.glob("claims/*/*.json")}
    assert [claim["name"] for claim in listed] == list(facts.claims(PROJECT))
    assert files == set(facts.claims(PROJECT))


def test_all_files_are_left_out_of_the_zip(site):
    from fnmatch import fnmatch

    names = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    assert [name for name in names if not any(fnmatch(name, pattern) for pattern in assistants.FILES)] == []


def test_the_skill_names_only_what_there_is(site):
    text = assistants.SKILL.read_text("utf-8")
    assert re.match(r"---\nname: lockstep\ndescription: .{20,1024}\n---\n", text)
    assert text.count("\n") <= 100
    named = set(re.findall(r"`((?:llms|claims)/[a-z/]+\.\w+|errors\.json)`", text))
    assert len(named) == 5
    assert [name for name in named if not (site / name).is_file()] == []
    for field in re.findall(r"`([a-z_]+)`", text.partition("## What a claim says")[2].partition("##")[0]):
        assert (
            f'"{field}"' in (ROOT / "docs" / facts.CLAIM_SCHEMA).read_text("utf-8") or field == "cpu" or field == "hang"
        )
