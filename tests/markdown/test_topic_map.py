"""The map of topics: what is wrong with it is told, each topic stands right of what it builds on, for thirty topics too."""

from __future__ import annotations

import re

import pytest
from sandbox import ROOT

from lockstep.markdown.topic_map import PATHS, columns, direct, problems, topics
from lockstep.problem import LockstepError
from lockstep.project import Project

THIRTY = {  # topics of the field, and what each builds on
    "data-parallel": "", "ddp": "", "collectives": "", "launch": "ddp", "batch-size": "ddp", "checkpoints": "ddp",
    "data": "ddp", "debug": "launch", "precision": "batch-size", "scaling": "batch-size", "metrics": "data",
    "large-models": "ddp collectives", "placements": "collectives", "fsdp": "large-models", "offload": "fsdp",
    "tensor-parallel": "placements", "sequence-parallel": "tensor-parallel", "pipeline": "large-models",
    "context-parallel": "sequence-parallel fsdp", "experts": "placements", "mesh": "fsdp tensor-parallel",
    "choose": "mesh pipeline experts", "compile": "fsdp", "elastic": "launch checkpoints", "slurm": "launch",
    "profiling": "scaling", "overlap": "profiling", "fp8": "precision fsdp", "lora": "fsdp",
    "inference": "tensor-parallel",
}  # fmt: skip


def fence(after: dict[str, str]) -> str:
    lines = ["```map"]
    for slug, before in after.items():
        lines += [
            f"{slug}:",
            f"  name: {slug.upper()}",
            "  says: It averages.",
            f"  after: [{', '.join(before.split())}]",
        ]
    return "\n".join(["# Home", "", *lines, "```", ""])


@pytest.fixture
def mapped(sandbox, monkeypatch):
    """A project whose home page has a map of topics that are there."""

    monkeypatch.chdir(sandbox.root)

    def write(after: dict[str, str]):
        for slug in after:
            sandbox.page("# A sheet\n", f"{slug}/index.md")
            sandbox.page("# Cards\n", f"{slug}/recall.md")
        sandbox.page(fence(after))
        return sandbox.project

    return write


def test_a_topic_stands_right_of_what_it_builds_on(mapped):
    project = mapped({"a": "", "b": "a", "c": "", "d": "b c", "e": "a"})
    names = [[topic.slug for topic in column] for column in columns(topics(project))]
    assert names == [["a", "c"], ["b", "e"], ["d"]]


def test_a_line_that_follows_from_two_others_is_left_out(mapped):
    assert direct(topics(mapped({"a": "", "b": "a", "c": "a b"}))) == [("a", "b"), ("b", "c")]


def test_thirty_topics_have_a_place_each(mapped, sandbox):
    project = mapped(THIRTY)
    assert list(problems(project)) == []
    places = re.findall(r'class="ls-column-(\d+) ls-row-(\d+)"', sandbox.html())
    taken = {(column, int(row) + half) for column, row in places for half in (0, 1)}
    assert (len(places), len(taken)) == (len(THIRTY), 2 * len(THIRTY))


def test_columns_begin_at_the_top_and_lines_cross_them_between_topics(mapped, sandbox):
    mapped({"a": "", "b": "a", "c": "a", "d": "b", "e": "d", "f": "c d", "g": "c"})
    html = sandbox.html()
    assert re.findall(r'class="ls-column-(\d+) ls-row-(\d+)"', html) == [("1", "1"), ("2", "1"), ("2", "3"), ("3", "1"), ("4", "1"), ("4", "3"), ("3", "3")]  # fmt: skip
    lines = re.findall(r'<path vector-effect="non-scaling-stroke" d="(.*?)"', html)
    (far,) = (line for line in lines if "H" in line)  # from c, past the third column, to f
    assert far == "M1.88 3C1.94 3 1.94 4 2 4H2.88C2.94 4 2.94 3 3 3"


def test_an_item_says_what_a_topic_is_and_after_which_one_to_read_it(mapped, sandbox):
    mapped({"a": "", "b": "", "c": "a b"})
    html = re.sub(r"\s+", " ", sandbox.html("index.md", "md_in_html"))
    assert (
        '<a href="c/index.md">C</a></strong></p> <p>It averages. <span>After <a href="a/index.md">A</a> and <a href="b/index.md">B</a>.</span></p>'
        in html
    )
    assert html.count("<path") == 2
    assert html.count("0 questions</ls-progress>") == 3


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  name: B\n", "", "8: b has no 'name'. Add 'name: …'."),
        ("  says: It averages.\n  after: [a]", "  after: [a]", "8: b has no 'says'. Add 'says: …'."),
        ("  name: B\n", "  names: B\n  name: B\n", "9: a topic has no key 'names'. Did you mean name?"),
        ("after: [a]", "after: a", "11: after is no list. Write 'after: [ddp]'."),
        ("after: [a]", "after: [c]", "8: c is not on the map. There is: a, b."),
        ("after: []", "after: [b]", "4: these build on each other: a, b. Take an 'after' away."),
        ("b:\n", "bb:\n", "8: no topic bb. Did you mean b?"),
        ("It averages.\n  after: [a]", "It averages. " * 9 + "\n  after: [a]", "10: the sentence has 116 characters. Say it in 100."),
        ("a:\n  name: A\n  says: It averages.\n  after: []\n", "a: A\n", "4: a is no topic with keys. Write 'name:' and 'says:' below it, indented."),
        ("a:\n", "a:\n", ""),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(mapped, sandbox, old, new, told):
    mapped({"a": "", "b": "a"})
    text = fence({"a": "", "b": "a"})
    assert old in text
    sandbox.page(text.replace(old, new, 1))
    found = [str(problem) for problem in problems(sandbox.project)]
    assert [problem for problem in found if told in problem] == ([f"docs/index.md:{told}"] if told else found)
    assert bool(found) == bool(told)


def test_a_second_map_and_one_on_another_page_are_told(mapped, sandbox):
    mapped({"a": ""})
    text = fence({"a": ""})
    sandbox.page(text + text)
    sandbox.page(text, "a/index.md")
    assert sorted(str(problem) for problem in problems(sandbox.project)) == [
        "docs/a/index.md:3: there is one map, on the home page. Take this one out.",
        "docs/index.md:11: there is one map, on the home page. Take this one out.",
    ]


def test_a_map_without_room_is_told(mapped):
    names = "abcdefghi"
    (problem,) = problems(mapped({name: " ".join(names[:number]) for number, name in enumerate(names)}))
    assert "more than 8 columns" in str(problem)


def test_a_map_with_a_problem_is_not_on_the_page(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    sandbox.page("# Home\n\n```map\nnone:\n  name: None\n  says: It averages.\n```\n")
    with pytest.raises(LockstepError, match="no topic none"):
        sandbox.html()


def test_a_path_through_the_map_is_the_one_that_the_page_tells():
    """The numbers on the map, and the table below it; what is no topic of the map stands in the table alone."""
    text = (ROOT / "docs/index.md").read_text("utf-8")
    rows = re.findall(r"(?m)^\| .* \| (\[.*) \|$", text.partition("Three ways through the topics:")[2])
    on_map = topics(Project(ROOT))
    for path, row in zip(PATHS, rows, strict=True):
        told = dict(enumerate(re.findall(r"\(([a-z-]+)/index\.md\)", row), 1))
        assert {place: topic.slug for topic in on_map for name, place in topic.paths if name == path} == {
            place: slug for place, slug in told.items() if slug in {topic.slug for topic in on_map}
        }


def test_a_path_is_shown_by_a_choice_and_a_wrong_one_is_told(mapped, sandbox):
    project = mapped({"a": "", "b": "a"})
    assert "ls-paths" not in sandbox.html()
    text = project.texts["docs/index.md"].replace("  after: [a]", "  after: [a]\n  paths: {big: 3}")
    sandbox.page(text)
    html = sandbox.html()
    assert html.count('type="radio"') == 1 + len(PATHS)
    assert '<i class="ls-step ls-path-big" title="3. on this path">3</i>' in html
    for wrong in ("{bug: 3}", "{big: x}", "[big]"):
        sandbox.page(text.replace("{big: 3}", wrong))
        assert [str(problem) for problem in problems(sandbox.project)] == [
            "docs/index.md:12: paths names no places. Write 'paths: {fits: 2}', of fits, big, cluster."
        ]
