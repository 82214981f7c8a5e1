"""What is read from a syntax tree: where each event stands, what each variable holds there, and who must come."""

from __future__ import annotations

import ast
import sys
import textwrap

import pytest

from lockstep.explain.script.event import Event, Facts
from lockstep.explain.script.reader import facts

HEAD = """\
import torch
import torch.distributed as dist
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel as DDP
from torch.utils.data import DataLoader
"""


def read(text: str) -> Facts:
    return facts(ast.parse(HEAD + textwrap.dedent(text)))


def events(text: str, last: str) -> list[Event]:
    """The events of a script that have this last name."""
    return [event for event in read(text).events if event.last == last]


def event(text: str, last: str = "f") -> Event:
    (found,) = events(text, last)
    return found


def around(text: str, last: str = "f") -> set[str]:
    """What surrounds an event, but for the words that stand around most of them."""
    return set(event(text, last).around) - {"module", "function", "called"}


def some(text: str, last: str = "barrier") -> list[bool]:
    """Of each event of this name, whether only some ranks come to it."""
    return ["some-ranks" in event.around for event in events(text, last)]


def test_a_call_is_told_whole():
    found = event("for x in rows:\n    if x:\n        y = a.b.f(x, *more, 2, key=z, **rest)\n")
    assert (found.name, found.receiver, found.target) == ("a.b.f", "a.b", "y")
    assert found.args == ("x", "*more", "2")
    assert found.keywords == {"key": "z", "**": "", "*": ""}
    assert (found.line, found.column) == (8, 13)
    assert (found.over, found.tests, found.scope, found.used, found.meets) == ("rows", ("x",), "", True, False)


@pytest.mark.parametrize(
    ("text", "name", "receiver"),
    [
        ("dist.f()", "torch.distributed.f", "dist"),
        ("DDP.f()", "torch.nn.parallel.DistributedDataParallel.f", "DDP"),
        ("g(x).f()", "?.f", "g(x)"),
        ("rows[0].f()", "?.f", "rows[0]"),
        ("f()", "f", ""),
    ],
)
def test_a_call_has_its_name_as_imported_and_its_receiver_as_written(text, name, receiver):
    found = event(text)
    assert (found.name, found.receiver) == (name, receiver)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("x = 1", [("= x", "", ("1",), "x")]),
        ("x: int = 1", [("= x", "", ("1",), "x")]),
        ("x: int", []),
        ("a.b.c = 1", [("= .c", "a.b", ("1",), "a.b.c")]),
        ("x[i] = 1", [("= x[]", "", ("i", "1"), "")]),
        ("x, y.z = 1, 2", [("= x", "", ("1",), "x"), ("= .z", "y", ("2",), "y.z")]),
        ("x, y = pair", [("= x", "", (), "x"), ("= y", "", (), "y")]),
        ("x = y = 1", [("= x", "", ("1",), "x"), ("= y", "", ("1",), "y")]),
        ("x += 1", [("+=", "", ("1",), "x")]),
        ("x[0] /= 2", [("/=", "", ("2",), "x[0]")]),
        ("x -= 1", []),
        ("del a.b, c, d[0]", [("del .b", "a", (), "")]),
        ("assert x > 0, y", [("assert", "", ("x > 0",), "")]),
        ("while x:\n    break\n    continue", [("break", "", (), ""), ("continue", "", (), "")]),
    ],
)
def test_what_is_set_deleted_and_asserted_is_an_event(text, told):
    found = [(event.name, event.receiver, event.args, event.target) for event in read(text).events]
    assert found == told


def test_arguments_come_before_the_call_that_takes_them():
    assert [event.name for event in read("f(g(x), key=h(), *[i() for j in k()])").events] == ["g", "i", "k", "h", "f"]


def test_a_value_is_used_unless_the_call_is_a_statement():
    assert [event("f()").used, event("x = f()").used, event("g(f())").used, event("return_(f)", "return_").used] == [
        False, True, True, False,
    ]  # fmt: skip


def test_the_body_of_a_lambda_runs_later_or_not_at_all():
    assert events("g(lambda: f())", "f") == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("f()", set()),
        ("for x in rows:\n    f()", {"loop"}),
        ("for x in rows:\n    pass\nelse:\n    f()", set()),
        ("while x:\n    f()", {"loop"}),
        ("for epoch in range(3):\n    f()", {"loop", "epochs"}),
        ("for i in range(args.epochs):\n    f()", {"loop", "epochs"}),
        ("for x in train_loader:\n    f()", {"loop", "batches"}),
        ("data = DataLoader(s)\nfor i, x in enumerate(tqdm(data)):\n    f()", {"loop", "batches"}),
        ("data = DataLoader(s)\ndata = list(s)\nfor x in data:\n    f()", {"loop"}),
        ("for epoch in e:\n    for x in loader:\n        f()", {"loop", "epochs", "batches"}),
        ("with torch.no_grad():\n    f()", {"no-grad"}),
        ("with torch.inference_mode(), open(p):\n    f()", {"no-grad"}),
        ("with model.no_sync():\n    f()", {"no-sync"}),
        ("with model.no_sync() if x else null():\n    f()", {"no-sync"}),
        ("if __name__ == '__main__':\n    f()", {"guarded"}),
        ("@torch.no_grad()\ndef g():\n    f()\ng()", {"no-grad"}),
        ("def validate(m):\n    f()\nvalidate(m)", {"evaluation"}),
        ("def revalidated(m):\n    f()\nrevalidated(m)", set()),
        ("try:\n    f()\nexcept E:\n    pass", set()),
        ("try:\n    pass\nexcept E:\n    for x in y:\n        f()", {"loop"}),
    ],
)
def test_what_stands_around_a_line(text, words):
    assert around(text) == words


def test_a_loop_knows_what_it_goes_over_and_only_the_tests_within_it():
    found = event(
        "if a:\n    for x in DataLoader(s):\n        if b:\n            pass\n        else:\n            f()\n"
    )
    assert (found.over, found.tests, found.over_kinds) == ("DataLoader(s)", ("not (b)",), {"loader"})
    assert event("for x in rows:\n    while y:\n        f()\n").over == ""


def test_the_scope_is_that_of_the_function_with_its_class():
    text = "class A:\n    def g(self):\n        def h():\n            f()\n"
    assert event(text).scope == "A.h"
    assert event("async def g():\n    await f()\n").scope == "g"
    assert "module" not in event(text).around


@pytest.mark.parametrize(
    ("text", "is_called"),
    [
        ("f()", True),
        ("def g():\n    f()\ng()", True),
        ("def g():\n    f()", False),
        ("def g():\n    f()\nmp.spawn(g)", True),
        ("def g():\n    f()\nstart(target=g)", True),
        ("def g():\n    f()\ndef h():\n    g()\nh()", True),
        ("def g():\n    f()\nif rank == 0:\n    g()", False),
        ("def g():\n    f()\ndef h():\n    g()\nif rank == 0:\n    h()", False),
    ],
)
def test_a_function_is_called_where_a_line_that_all_ranks_reach_calls_it_or_hands_it_on(text, is_called):
    assert ("called" in event(text).around) == is_called


BARRIER = "dist.barrier()"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"if rank == 0:\n    {BARRIER}", [True]),
        (f"if x:\n    {BARRIER}", [False]),
        (f"if rank == 0:\n    pass\nelse:\n    {BARRIER}", [True]),
        (f"if rank == 0:\n    {BARRIER}\nelse:\n    {BARRIER}", [False, False]),
        (f"if rank == 0:\n    {BARRIER}\nelif x:\n    {BARRIER}", [False, False]),
        (f"if rank == 0 and x:\n    {BARRIER}\nelse:\n    {BARRIER}", [False, False]),
        (f"if rank == 0 and x:\n    pass\nelse:\n    {BARRIER}", [False]),
        (f"if rank == 0 and x:\n    pass\nelse:\n    {BARRIER}\nif rank == 1:\n    {BARRIER}", [False, True]),
        (f"if rank == 0:\n    {BARRIER}\nif rank != 0:\n    {BARRIER}", [False, False]),
        (f"def g():\n    if rank == 0:\n        return\n    {BARRIER}\ng()", [True]),
        (f"def g():\n    if rank == 0:\n        {BARRIER}\n        return\n    {BARRIER}\ng()", [False, False]),
        (f"def g():\n    if rank == 0 and x:\n        return\n    {BARRIER}\ng()", [False]),
        (f"def g():\n    if rank == 0:\n        return\n    else:\n        pass\n    {BARRIER}\ng()", [False]),
        (f"for x in y:\n    if rank == 0:\n        continue\n    {BARRIER}", [True]),
        (f"if rank != 0:\n    sys.exit()\n{BARRIER}", [True]),
        (f"if rank != 0:\n    g()\n{BARRIER}", [False]),
        (f"while rank == 0:\n    {BARRIER}", [True]),
        (f"for i in range(dist.get_rank()):\n    {BARRIER}", [True]),
        (f"for i in range(8):\n    {BARRIER}", [False]),
        (f"for i in range(rank):\n    {BARRIER}", [False]),  # it may be that of a matrix
        (f"x = {BARRIER} if rank == 0 else None", [True]),
        (f"x = rank == 0 and {BARRIER}", [True]),
        (f"x = {BARRIER} and rank == 0", [False]),
        (f"mine = dist.get_rank()\nif mine:\n    {BARRIER}", [True]),
        (f"mine = dist.get_rank()\nmine = 3\nif mine:\n    {BARRIER}", [False]),
        (f"match rank:\n    case 0:\n        {BARRIER}\n    case _:\n        pass", [True]),
        (f"match rank:\n    case 0:\n        pass\n    case _:\n        {BARRIER}", [True]),
        (f"match rank:\n    case 0 | 1:\n        {BARRIER}\n    case _:\n        {BARRIER}", [False, False]),
        (f"match rank:\n    case _:\n        {BARRIER}", [False]),
        (f"match x:\n    case 0:\n        {BARRIER}", [False]),
    ],
)
def test_only_some_ranks_come_to_a_collective(text, found):
    """Not where the others make the same call in a branch of their own: then all of them meet."""
    assert some(text) == found


def test_calls_of_two_functions_do_not_meet():
    text = f"def g():\n    if rank == 0:\n        {BARRIER}\ndef h():\n    if rank == 1:\n        {BARRIER}\ng()\nh()\n"
    assert some(text) == [True, True]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("start(world_size=4)\nif rank < 2:\n    f()", {"few-ranks", "left-out"}),
        ("start(nprocs=4)\nif rank <= 1:\n    f()", {"few-ranks", "left-out"}),
        ("world_size = 2\nif rank < 2:\n    f()", {"few-ranks"}),
        ("start(world_size=4)\nstart(nprocs=2)\nif rank < 2:\n    f()", {"few-ranks"}),  # it may start two alone
        ("start(world_size=size)\nif rank < 2:\n    f()", {"few-ranks"}),
        ("world_size = 4\nstart(world_size=world_size)\nif rank < 2:\n    f()", {"few-ranks", "left-out"}),
        ("start(world_size=4)\nif rank < 2:\n    f()\nelse:\n    g()", set()),
        ("start(world_size=4)\nx = f() if rank < 2 else None", {"few-ranks", "left-out"}),
        ("start(world_size=4)\nx = f() if rank < 2 else g()", set()),
    ],
)
def test_a_first_few_ranks_leave_others_out_where_the_script_starts_more(text, words):
    assert around(text) == words


SENDS = "if rank == 0:\n    dist.send(a, 1)\n    dist.recv(b, 1)\n{}:\n    dist.send(a, 0)\n    dist.recv(b, 0)\n"


@pytest.mark.parametrize(
    ("text", "is_both"),
    [
        (SENDS.format("else"), True),
        (SENDS.format("elif rank == 1"), True),
        (SENDS.format("elif rank == 2"), False),
        (SENDS.format("elif x"), False),
        (SENDS.format("else").replace("send", "isend"), False),
        (SENDS.format("else").replace("dist.", "mail."), False),
        (SENDS.format("else").replace("a, 1", "a, 2"), True),  # the else is for rank 2 as well
        (SENDS.format("elif rank == 1").replace("a, 1", "a, 2"), False),
        (SENDS.format("else").replace("a, 0", "a, 1"), False),
        (SENDS.format("else").replace("a, 1", "a, 0"), False),
        (SENDS.format("else").replace("a, 1", "a, dst=1"), True),
        (SENDS.format("else").replace("a, 1", "a"), False),
    ],
)
def test_two_ranks_begin_with_a_send_to_each_other(text, is_both):
    found = [event for event in read(text).events if event.last in ("send", "isend")]
    assert ["both-send" in event.around for event in found] == [is_both] * 2


@pytest.mark.parametrize(
    ("text", "meets"),
    [
        ("dist.f = 1\ndist.all_reduce(x)", True),
        ("torch.distributed.all_reduce(x)", True),
        ("dist.all_reduce(x, group=pair)", False),
        ("jax.all_reduce(x)", False),
        ("all_reduce(x)", False),
        ("from torch.distributed import all_reduce\nall_reduce(x)", True),
        ("def all_reduce(x):\n    dist.barrier()\nall_reduce(x)", True),
        ("def all_reduce(x):\n    if y:\n        dist.barrier()\nall_reduce(x)", False),
        ("def all_reduce(x):\n    if y:\n        return\n    dist.barrier()\nall_reduce(x)", False),
        ("def all_reduce(x):\n    with y:\n        for z in g():\n            dist.barrier()\nall_reduce(x)", True),
        ("def all_reduce(x):\n    dist.barrier(group=x)\nall_reduce(x)", False),
        ("def all_reduce(x):\n    def g():\n        dist.barrier()\nall_reduce(x)", False),
        ("def g():\n    dist.barrier()\ndef all_reduce(x):\n    g()\nall_reduce(x)", True),
        (
            "class A:\n    def g(self):\n        self.all_reduce()\n    def all_reduce(self):\n        dist.barrier()",
            True,
        ),
    ],
)
def test_all_ranks_must_come_to_a_collective_and_to_a_function_that_holds_one(text, meets):
    assert event(text, "all_reduce").meets == meets


@pytest.mark.parametrize(
    ("text", "last", "meets"),
    [
        ("import accelerate\na = accelerate.Accelerator()\na.gather(x)", "gather", True),
        ("a.gather(x)", "gather", False),
        ("a.wait_for_everyone()", "wait_for_everyone", True),
        ("wait_for_everyone()", "wait_for_everyone", False),
        ("from transformers import Trainer\nt = Trainer(m)\nt.train()", "train", True),
        ("from transformers import Trainer\nt = Trainer(m)\nt.save()", "save", False),
        ("from transformers import Trainer\nif rank == 0:\n    t = Trainer(m)\n    t.train()", "train", False),
        ("from mine import Trainer\nt = Trainer(m)\nt.train()", "train", False),
    ],
)
def test_the_methods_of_libraries_to_which_all_ranks_must_come(text, last, meets):
    """What some ranks make for themselves waits for nobody."""
    assert event(text, last).meets == meets


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("m = DDP(net)\nm.f()", {"ddp"}),
        ("m = DDP(net)\nm.module.f()", {"inside-ddp"}),
        ("m = DDP(net)\nm.module.encoder.f()", {"inside-ddp"}),
        ("m = DDP(net)\nm.module_list.f()", set()),
        ("m = DDP(net)\nnet.f()", {"inside-ddp"}),
        ("m = DDP(net)\nm = Net()\nm.f()", set()),
        ("m = DDP(net)\nm, n = build()\nm.f()", set()),
        ("m, n = DDP(net), Net()\nm.f()", {"ddp"}),
        ("m = DDP(net).cuda().train()\nm.f()", {"ddp"}),
        ("m = torch.compile(DDP(net))\nm.f()", {"ddp"}),
        ("m = DDP(net) if x else other\nm.f()", {"ddp"}),
        ("m = DDP(net) if x else net\nm.f()", {"ddp"}),
        ("m = net if x else DDP(net)\nm.f()", {"ddp"}),
        ("m = DDP(net)\nm.modules.f()", set()),
        ("m = DDP(net)\nm.module.module_list.f()", {"inside-ddp"}),
        ("m = x and DDP(net) or FSDP(net)\nm.f()", {"ddp", "fsdp1"}),
        ("w = DDP(net)\nm = w.module if x else w\nm.f()", {"inside-ddp"}),
        ("m = DDP(net)\ndef g():\n    m.f()", {"ddp"}),
        ("def g():\n    m = DDP(net)\ndef h():\n    m.f()", set()),
        ("class A:\n    def g(self):\n        self.m = DDP(net)\n    def h(self):\n        self.m.f()", {"ddp"}),
        ("fully_shard(net)\nnet.f()", {"fully-shard"}),
        ("m = fully_shard(net)\nm.f()", {"fully-shard"}),
        ("o = torch.optim.AdamW(net.parameters())\no.f()", {"optimizer"}),
        ("s = torch.amp.GradScaler('cuda')\ns.f()", {"scaler"}),
        ("def g(scaler):\n    scaler.f()", {"given-scaler"}),
        ("def g(scalers):\n    scalers.f()", set()),
        ("m = DDP(net)\nf()", set()),
    ],
)
def test_what_the_owner_of_a_method_is(text, kinds):
    assert {kind for kind in event(text).kinds if not kind.startswith("is-")} == kinds


def test_what_is_called_and_what_is_given_have_kinds_too():
    head = "m = DDP(net)\no = torch.optim.SGD(m.parameters())\n"
    assert event(f"{head}m(x)", "m").kinds == {"is-ddp"}
    found = event(f"{head}f(m, o, [1], key=o.state_dict(), more={{'a': m.state_dict()}})")
    assert found.arg_kinds == {"ddp"}
    assert found.given == {"ddp", "optimizer", "state-of-optimizer", "state-of-ddp"}
    assert event(head, "SGD").arg_kinds == {"parameters-of-ddp"}
    assert event("f(dist.get_rank())").arg_kinds == {"rank"}
    assert event(f"{head}f(x, m)").arg_kinds == set()


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("if loss < best:\n    break", {"loss", "best"}),
        ("stop = loss < best\nif stop:\n    break", {"stop", "loss", "best"}),
        ("stop.update(loss)\nif stop.hit:\n    break", {"stop", "loss"}),
        ("x = loss\nstop = x\nif stop:\n    break", {"stop", "x", "loss"}),
        ("other = loss\nif stop:\n    break", {"stop"}),
        ("if torch.isnan(loss):\n    break", {"loss"}),
        ("break", set()),
    ],
)
def test_an_early_end_rests_on_what_its_tests_rest_on(body, names):
    found = event(f"for row in rows:\n{textwrap.indent(body, '    ')}", "break")
    assert {name.partition(".")[0] for name in found.rests_on} == names


def test_an_assignment_of_another_function_decides_nothing():
    text = "def g():\n    stop = loss\ndef h():\n    for row in rows:\n        if stop:\n            break\n"
    assert event(text, "break").rests_on == {"stop"}


def test_words_are_names_arguments_imports_and_texts_that_could_be_names():
    found = read(
        "import a.b as c\nfrom pytest import mark as m\nx.y(z=1, k='word', l='two words')\nm\ndef g(arg): pass\n"
    )
    assert {"a", "x", "y", "z", "k", "l", "word", "pytest", "mark", "m", "arg"} <= found.words
    assert not {"two", "two words", "w", "b"} & found.words
    assert facts(ast.parse("")) == Facts((), frozenset())


@pytest.fixture
def limit():
    """The levels that Python nests calls, as it comes from its maker."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(1_000)
    yield 1_000
    sys.setrecursionlimit(before)


def chain(links: int) -> str:
    return "if x:\n    pass\n" + "".join(f"elif x == {number}:\n    f({number})\n" for number in range(links))


def test_a_long_chain_of_elif_is_read_and_python_stays_as_it_was(limit):
    assert len(events(chain(400), "f")) == 400
    assert sys.getrecursionlimit() == limit


def test_a_chain_that_is_too_long_is_told_and_python_stays_as_it_was(limit):
    with pytest.raises(RecursionError):
        read(chain(1_500))
    assert sys.getrecursionlimit() == limit
