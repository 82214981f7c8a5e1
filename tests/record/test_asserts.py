"""What the head of a snippet asserts of its run: each word on a run that does it, and on one that does not."""

from __future__ import annotations

import pytest

from lockstep.project import Project
from lockstep.record import asserts
from lockstep.record.prove import without_key_lines
from lockstep.record.record import RankRecord
from lockstep.record.recorder import record_one
from lockstep.rules.snippets import asserts_hold
from lockstep.snippet.snippet import read_snippet

BODY = "loss = {}\nloss['image']"  # lines 11 and 12 of a snippet with one assert in its head
FAILED = RankRecord(
    1,
    ("rank 0: loaded 1,024 images", "rank 0: saved"),
    (
        "UserWarning: slow",
        "Traceback (most recent call last):",
        '  File "snippets/topic/one.py", line 12, in <module>',
        "KeyError: 'image'",
    ),
)
WAITS = RankRecord(None, ("rank 1: loaded 512 images",), (), 11, stack=('  File "x.py", line 3 in _sync_buffers',))


def head(*texts):
    return "asserts = [" + ", ".join(f"'{text}'" for text in texts) + "]"


def judged(sandbox, *texts, ranks=(FAILED, WAITS)):
    snippet = read_snippet(sandbox.root, sandbox.snippet(BODY, ranks=2, needs=head(*texts)))
    assert snippet.problems == ()
    return [str(problem) for problem in asserts.problems(snippet, 0, ranks)]


@pytest.mark.parametrize(
    "text",
    [
        'says("saved") and says("saved", rank=0) and not says("saved", rank=1)',
        'count("loaded") == 2 and count("loaded", rank=1) == 1',
        'value("loaded {} images") == 1024 and value("loaded {} images", rank=1) == 512',
        'before("loaded", "saved") and not before("saved", "loaded") and not before("loaded", "saved", rank=1)',
        'complains("UserWarning") and not complains("UserWarning", rank=1)',
        'raises("KeyError", rank=0) and raises() and raises("exit 1") and not raises(rank=1)',
        'raises("KeyError", at="image") and not raises("KeyError", at="loss = {}") and not raises("ValueError")',
        'waits("loss = {}", rank=1) and waits("_sync_buffers") and waits(rank=1) and not waits(rank=0)',
        "first() == 0 and first() != 1",
    ],
)
def test_a_word_tells_a_run_that_does_it_from_one_that_does_not(sandbox, text):
    assert judged(sandbox, text) == []
    assert len(judged(sandbox, f"not ({text})")) == 1


def test_what_does_not_hold_is_told_at_its_line(sandbox):
    assert judged(sandbox, 'says("saved")', 'says("lost")') == [
        'snippets/topic/one.py:7: the run does not do what this asserts: says("lost") (the claim is not proved). '
        "Fix the program or its claim."
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('shouts("saved")', "is no arithmetic it knows. Fix the assert."),
        ('says("saved", rank=2)', "asks for rank 2; there are 2. Fix the assert."),
        ('value("sold {}") == 1', "asks for 'sold {}', which was not printed. Fix the assert."),
        ('value("sold") == 1', "asks for a value of 'sold', which has no {}. Fix the assert."),
        ('count("loaded")', "is a number, 2. Compare it with what it must be."),
        ('says("saved"', "is no arithmetic. Fix the assert."),
    ],
)
def test_an_assert_that_says_nothing_is_told(sandbox, text, told):
    assert [problem.endswith(told) for problem in judged(sandbox, text)] == [True]


def test_first_is_no_rank_where_none_failed(sandbox):
    snippet = read_snippet(sandbox.root, sandbox.snippet(needs=head("first() == -1")))
    assert asserts.problems(snippet, None, [RankRecord(0, (), ())]) == []


def test_verify_finds_a_record_that_does_not_hold(sandbox):
    name = sandbox.snippet(needs=head('says("1")'))
    sandbox.recorded(name, ranks=(RankRecord(0, ("1",), ()),))
    assert list(asserts_hold(Project(sandbox.root))) == []
    sandbox.recorded(name, ranks=(RankRecord(0, ("2",), ()),))
    assert [problem.line for problem in asserts_hold(Project(sandbox.root))] == [7]


def test_a_head_alone_proves(sandbox):
    """A program that fails reaches no assert of its own; without any assert it proves nothing."""
    source = '"""It fails.\n\n$ python snippets/topic/one.py\n"""\n{}raise ValueError("no")  # key line\n'
    block = "# /// script\n# [tool.lockstep]\n# expect = 'ValueError: no'\n{}# ///\n"
    bare = read_snippet(sandbox.root, sandbox.write(source.format(block.format(""))))
    assert [problem.what for problem in bare.problems] == ["proves nothing: it has no assert."]
    told = block.format("# asserts = ['raises(\"ValueError\")']\n")
    assert read_snippet(sandbox.root, sandbox.write(source.format(told))).problems == ()


@pytest.mark.torch
def test_a_run_of_which_an_assert_does_not_hold_is_not_recorded(sandbox, engine):
    snippet = read_snippet(sandbox.root, sandbox.snippet(needs=head('says("2")')))
    outcome = record_one(engine, snippet)
    assert (outcome.verdict, [problem.line for problem in outcome.problems]) == ("failed", [7])


@pytest.mark.torch
def test_without_the_key_line_an_assert_of_the_head_kills_and_must_fail(sandbox, engine):
    body = "loss = 3  # key line, else: loss = 4\nprint(f'loss {loss}')\nprint('end')"
    source = sandbox.snippet(body, needs=head('says("loss 3")'))
    path = sandbox.root / "snippets" / source
    path.write_text(path.read_text("utf-8").replace("one = int(1)  # key line", "one = int(1)"), "utf-8")
    kills, problems = without_key_lines(engine, read_snippet(sandbox.root, source))
    assert ([(kill.by, kill.what) for kill in kills], problems) == ([("assert", "line 7")], [])

    path.write_text(path.read_text("utf-8").replace('"loss 3")\']', '"loss 3")\', \'says("end")\']'), "utf-8")
    _, problems = without_key_lines(engine, read_snippet(sandbox.root, source))
    assert [str(problem).partition(": ")[2] for problem in problems] == [
        "this assert holds without the key line too: says(\"end\"). Join it by 'and' with what the key line brings."
    ]
