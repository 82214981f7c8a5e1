"""Skeletons hold what the rules ask for, and nothing that the rules do not know."""

from __future__ import annotations

import pytest

from lockstep.explain.entry import STRIKES
from lockstep.markdown.modes import MODES
from lockstep.problem import LockstepError
from lockstep.question.kinds import KINDS
from lockstep.rules import skeleton
from lockstep.rules.skeleton import _FOLDER


def test_there_is_one_of_each_mode_and_of_known_kinds():
    assert {path.name for path in (_FOLDER / "topic").iterdir()} == set(MODES.values())
    assert {path.stem for path in (_FOLDER / "question").iterdir()} <= set(KINDS)
    assert STRIKES[0] in skeleton.error(skeleton.Project(_FOLDER), "x")["docs/errors/x.md"]


@pytest.mark.parametrize("ranks", [0, 2])
def test_a_snippet_is_sound(sandbox, ranks):
    skeleton.write(sandbox.root, skeleton.snippet("ddp/says_so.py", ranks))
    [snippet] = sandbox.project.snippets.values()
    assert (snippet.problems, snippet.command.ranks, len(snippet.key_lines)) == ((), ranks, 1)


def test_all_is_written_or_nothing(sandbox):
    sandbox.page("# Mine\n", "ddp/why.md")
    with pytest.raises(LockstepError) as error:
        skeleton.write(sandbox.root, skeleton.topic("ddp", "DDP"))
    assert str(error.value) == "docs/ddp/why.md: is there already. Choose another name, or delete it."
    assert [path.name for path in (sandbox.root / "docs/ddp").iterdir()] == ["why.md"]
    assert not (sandbox.root / "snippets/ddp").exists()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (skeleton.topic, ("FSDP", "FSDP")),
        (skeleton.topic, ("../fsdp", "FSDP")),
        (skeleton.topic, ("fsdp", 'The "FSDP"')),
        (skeleton.snippet, ("fsdp.py", 0)),
        (skeleton.snippet, ("fsdp/a-b.py", 0)),
        (skeleton.snippet, ("../a.py", 0)),
    ],
)
def test_a_bad_name_is_told(make, words):
    with pytest.raises(LockstepError, match="is no name for it"):
        make(*words)


@pytest.mark.parametrize(
    ("page", "above", "below"),
    [
        ("# Deep\n", "# Deep", ""),
        ("# Deep\n\n## More ranks\n\nText.\n\n\n", "# Deep\n\n## More ranks\n\nText.", ""),
        ("# Deep\n\n## More\n\n- [x](y.md)\n", "# Deep", "\n\n## More\n\n- [x](y.md)"),
        (
            "# Deep\n\n## Next\n\nA.\n\n## Myths\n\n## Takeaways\n\nB.\n## Neighbours\nC\n",
            "# Deep\n\n## Next\n\nA.\n\n## Myths",
            "\n\n## Takeaways\n\nB.\n## Neighbours\nC",
        ),
    ],
)
def test_a_page_shows_the_new_snippet_above_its_last_links(page, above, below):
    shown = "\n\nTO WRITE: what this run shows.\n\n```run\nddp/sums.py\n```"
    assert skeleton.showing("ddp/sums.py", page) == f"{above}{shown}{below}\n"
