"""Claims: what an expression reads from records and from torch, and what it says of what is not there."""

from __future__ import annotations

import pytest

from lockstep.expression import ExpressionError
from lockstep.question import claims
from lockstep.question.question import Question
from lockstep.record.record import RankRecord


@pytest.fixture
def ask(sandbox):
    """Evaluates a claim of a question about two ranks that print, and one about a job that failed."""
    sandbox.recorded(
        sandbox.snippet("print(one)", "topic/two.py", ranks=2),
        ranks=(RankRecord(0, ("rank 0: sends 1,234.5 GB", "a + b"), ()), RankRecord(0, ("rank 1: sends -2e3 GB",), ())),
    )
    sandbox.recorded(
        sandbox.snippet("raise ValueError(one)", "topic/bad.py", needs='expect = "ValueError"'),
        ranks=(RankRecord(1, ("before",), ("ValueError: 1",)),),
    )
    sandbox.snippet("print(one)", "topic/new.py")
    sandbox.snippet("print(one)", "topic/gpu.py", needs="gpus = 1")
    sandbox.recorded("topic/gpu.py", ranks=(RankRecord(0, ("at 2 ms",), ()),))
    sandbox.recorded("topic/gpu.py", "1xh200", ranks=(RankRecord(0, ("at 1 ms",), ()),))
    question = Question("docs/index.md", 3, run="topic/two.py", given={"N": 4})
    return lambda text: claims.evaluate(text, sandbox.project, question)


@pytest.mark.parametrize(
    ("claim", "value"),
    [
        ('value("sends {} GB")', 1234.5),
        ('value("sends {} GB", rank=1)', -2000),
        ('value("rank {}:", rank=1) + N', 5),
        ('value("sends {}") == 1234.5', True),
        ('says("a + b")', True),
        ('says("a + b", rank=1)', False),
        ('count("sends")', 2),
        ('value("at {} ms", of="topic/gpu.py")', 2),
        ('value("at {} ms", of="topic/gpu.py on 1xh200")', 1),
        ('raises("ValueError: 1", of="topic/bad.py")', True),
        ('raises("KeyError", of="topic/bad.py")', False),
        ('raises("hang")', False),
        ('exit(of="topic/bad.py") + exit(rank=1)', 1),
        ('says("sends") and not says("receives")', True),
        ('says("receives") or count("sends") == 2', True),
        (
            'torch("utils/data/distributed.py", "DistributedSampler.__iter__", "g.manual_seed(self.seed + self.epoch)")',
            True,
        ),
        ('torch("utils/data/distributed.py", "DistributedSampler.__iter__", "no such words")', False),
        ('torch("utils/data/distributed.py", "DistributedSampler", "shuffle:   bool = True")', True),
    ],
)
def test_the_value_of_a_claim(ask, claim, value):
    assert ask(claim) == value


@pytest.mark.parametrize(
    ("claim", "message"),
    [
        ('value("sends")', "asks for a value of 'sends', which has no {}"),
        ('value("gets {} GB")', "asks for 'gets {} GB', which topic/two.py did not print"),
        ('value("a + {}", rank=1)', "asks for 'a + {}', which rank 1 of topic/two.py did not print"),
        ('says("a", rank=2)', "asks for rank 2; there are 2"),
        ('says("a", of="topic/new.py")', "reads topic/new.py, which is not on record"),
        ('says("a", of="topic/gpu.py on 2xh100")', "reads topic/gpu.py on 2xh100, which is not on record"),
        ('says("a", of="topic/gone.py")', "reads topic/gone.py, which is not on record"),
        ("says(N)", "holds 'N', where a text or a whole number must be written out"),
        ('says("a", where=1)', "is no arithmetic"),
        ('open("x")', "which is no arithmetic it knows"),
        ('torch("nn/gone.py", "a", "b")', "cites torch/nn/gone.py, which is not in the installed torch"),
        ('torch("../../os.py", "a", "b")', "cites ../../os.py, which is outside of torch"),
        ('torch("utils/data/distributed.py", "DistributedSampler.gone", "b")', "which has no 'gone'"),
    ],
)
def test_what_has_no_value_says_why(ask, claim, message):
    with pytest.raises(ExpressionError) as error:
        ask(claim)
    assert message in str(error.value)


def test_a_record_of_another_program_is_none(sandbox, ask):
    path = sandbox.root / "snippets/topic/two.py"
    path.write_text(path.read_text("utf-8") + "\n# changed\n", "utf-8")
    with pytest.raises(ExpressionError, match="not on record"):
        ask('says("a")')
