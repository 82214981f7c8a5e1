"""The rule for numbers in prose: what binds one, what is no result, and that a changed number is found."""

from __future__ import annotations

import pytest

from lockstep.markdown.number_link import GIVEN, number_links
from lockstep.project import Project, find_root
from lockstep.record.record import RankRecord
from lockstep.rules import numerals, results

RUN = "```run\nddp/sends.py\n```"


@pytest.fixture
def told(sandbox):
    """A function from the text of a page, below a run that sends 28 GB in 7 steps, to all that the rules say."""
    sandbox.snippet('print("sends 28 GB in 7 steps")', "ddp/sends.py")
    sandbox.recorded("ddp/sends.py", ranks=(RankRecord(0, ("sends 28 GB in 7 steps",), ()),))

    def told(text: str) -> list[str]:
        sandbox.page(f"# Page\n\n{text}\n", "ddp/index.md")
        sandbox.page("# Deep\n\nIt takes 42 steps (arXiv 1706.02677).\n\n## More\n\nNo number.\n", "ddp/deep.md")
        return [str(problem) for rule in numerals.RULES for problem in rule(sandbox.project)]

    return told


@pytest.mark.parametrize(
    "text",
    [
        f"{RUN}\n\nEach rank sends 28 GB.",
        '[704 GPU hours](= "88 * 8") are lost.',
        '[about 51,000](= "16384 * 3.1 + 300") hours',
        """[28 GB](= "value('sends {} GB', of='ddp/sends.py')")""",
        """[from 1 to 28](= "1 < 28 and value('sends {} GB', of='ddp/sends.py') == 28")""",
        '[3,200](= "given") samples',
        "If those steps took 88 hours a day, on 8 days that is 704 hours.",
        "It takes [42 steps](deep.md#deep).",
        "It runs on [rank 7](deep.md#more).",
        "Rank 3 and ranks 4, 5 and 6 wait for rank 11, on torch 2.13, since 2.6, in 2024.",
        "It ran on 512 GPUs with 16,384 processes.",
        "Take 3,200 samples and 77 batches.",
        "They report 5,762 tokens (Goyal et al. 2017, arXiv 1706.02677).",
        '[It waits 30 minutes](torch:distributed/constants.py#default_pg_timeout "minutes=30").',
        "`sleep 17` and `f(99)` are code; $2^{10}$ is a formula.",
        "1. First\n2. Second\n\n## Problem 12: Slow",
        "```text\n4711 lines\n```",
    ],
)
def test_a_bound_number_and_one_that_is_no_result_are_silent(told, text):
    assert not told(text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{RUN}\n\nEach rank sends 29 GB.", "index.md:7: 29 is bound to nothing"),
        (f"{RUN}\n\nIt takes 28 hours.", "28 is bound to nothing"),  # the run says 28 of something else
        (f"{RUN}\n\n## Next\n\nEach rank sends 28 GB.", "index.md:9: 28 is bound to nothing"),
        ("The loss\nfalls by 17 %.", "index.md:4: 17 is bound to nothing"),
        ("| a | b |\n| --- | --- |\n| x | 17 |", "index.md:5: 17 is bound to nothing"),
        ('[705 GPU hours](= "88 * 8")', "[705 GPU hours]: its claim '88 * 8' gives 704"),
        ('[about 53,000](= "16384 * 3.1 + 300")', "gives 51,090.4"),
        ('[16,777,217](= "2 ** 24")', "gives 16,777,216"),
        ("""[29 GB](= "value('sends {} GB', of='ddp/sends.py')")""", "gives 28"),
        ("""[29 GB](= "value('takes {} GB', of='ddp/sends.py')")""", "did not print"),
        ("[29 GB](= \"value('sends {} GB')\")", "names none"),
        ("It takes [43 steps](deep.md#deep).", "'43 steps' does not stand at deep.md#deep"),
        ("It takes [42 steps](deep.md#more).", "'42 steps' does not stand at deep.md#more"),
        ("[17 of them](index.md#page) fail.", "'17 of them' does not stand at index.md#page"),
        ('[from 2 to 28](= "1 < 28")', "2 does not stand in its claim"),
        ('[from 1 to 28](= "28 < 1")', "is not so"),
        ('[from 1 to 28](= "28")', "holds 2 numbers"),
        ('[28](= "twenty")', "is not given"),
        ("| 8 hours | 9 days | 73 |", "8 is bound to nothing"),
    ],
)
def test_a_number_that_nothing_gives_is_told(told, text, said):
    assert any(said in problem for problem in told(text))


def test_each_bound_number_of_the_site_is_found_when_it_is_changed():
    project = Project(find_root())
    links = [link for page in project.pages.values() for link in number_links(page.text) if link.claim != GIVEN]
    changed = 0
    for link in {(link.text, link.claim) for link in links}:
        for numeral in results.NUMERAL.finditer(link[0]):
            other = f"{2 * float(numeral[0].replace(',', '')) + 3.7:.1f}"
            text = link[0][: numeral.start()] + other + link[0][numeral.end() :]
            assert numerals._wrong(project, text, link[1]), f"{link[0]} may be {text}"
            changed += 1
    assert changed > 100
