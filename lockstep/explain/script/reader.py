"""Read the facts of a script from its syntax tree: what surrounds each line, and what each variable holds there."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lockstep.explain.script.event import Event, Facts
from lockstep.explain.script.names import (
    asks_for_a_rank,
    canonical,
    conditions,
    dotted,
    first_ranks,
    gives_a_rank,
    imports,
    is_a_rank,
    last,
    names_in,
    number,
    one_rank,
)

COLLECTIVES = frozenset(
    {
        *("all_gather", "all_gather_into_tensor", "all_gather_object", "all_reduce", "all_reduce_coalesced"),
        *(
            "all_to_all",
            "all_to_all_single",
            "barrier",
            "broadcast",
            "broadcast_object_list",
            "gather",
            "gather_object",
        ),
        *("monitored_barrier", "new_group", "reduce", "reduce_scatter", "reduce_scatter_tensor", "scatter"),
        "scatter_object_list",
    }
)
KINDS = {  # what a call returns, by the last part of its name
    "DistributedDataParallel": "ddp",
    "DataParallel": "data-parallel",
    "FullyShardedDataParallel": "fsdp1",
    "DistributedSampler": "distributed-sampler",
    "DataLoader": "loader",
    "GradScaler": "scaler",
    "init_process_group": "group",
    "SummaryWriter": "writer",
}
_LIBRARIES = {  # what a call by the whole name returns
    "accelerate.Accelerator": "accelerator",
    "transformers.Trainer": "trainer",
    "transformers.Seq2SeqTrainer": "trainer",
    "lightning.Trainer": "trainer",
    "lightning.pytorch.Trainer": "trainer",
    "pytorch_lightning.Trainer": "trainer",
}
_METHODS = {  # of them, to which all ranks must come
    "accelerator": ["gather"],
    "trainer": ["evaluate", "fit", "predict", "test", "train", "validate"],
}
_OF_ACCELERATE = frozenset({"wait_for_everyone", "gather_for_metrics"})  # collectives by names that nobody else has
_OPTIMIZERS = {
    *("SGD", "Adam", "AdamW", "Adagrad", "RMSprop", "Adadelta", "Adamax", "NAdam", "RAdam", "LBFGS", "Muon"),
    "ZeroRedundancyOptimizer",
}
_BETWEEN_TWO = frozenset({"send", "recv", "isend", "irecv", "batch_isend_irecv"})
_EVALUATION = re.compile(
    r"(?:^|_)(?:val|valid|validate|validation|eval|evaluate|evaluation|test|infer|inference|sample|predict)(?:_|$)"
)
_LOADER = re.compile(r"loader|batches|dataloader", re.I)
_SCALER = re.compile(r"^(?:grad_|amp_|loss_)?scaler$")
_SIGNS = {ast.Add: "+=", ast.Mult: "*=", ast.Div: "/="}
_MOVES = {"to", "cuda", "cpu", "train", "eval", "half", "float", "bfloat16", "double", "requires_grad_"}
_FRAMES = 3_000  # of Python, which reading may nest; a chain of elif takes three a link
SHARED = {  # the page has them too
    "collectives": sorted(COLLECTIVES),
    "kinds": KINDS,
    "libraries": _LIBRARIES,
    "methods": _METHODS,
    "ofAccelerate": sorted(_OF_ACCELERATE),
    "optimizers": sorted(_OPTIMIZERS),
    "betweenTwo": sorted(_BETWEEN_TWO),
    "evaluation": _EVALUATION.pattern,
    "loader": _LOADER.pattern,
    "scaler": _SCALER.pattern,
    "moves": sorted(_MOVES),
}


def facts(tree: ast.Module) -> Facts:
    """Read the facts of a syntax tree.

    Raises:
        RecursionError: it is nested too deep.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _FRAMES))
    try:
        return _Reader(tree).read()
    finally:
        sys.setrecursionlimit(before)


@dataclass(frozen=True)
class _Place:
    """What surrounds a statement, as it is passed down."""

    around: frozenset[str] = frozenset({"module"})
    tests: tuple[str, ...] = ()
    over: str = ""
    over_kinds: frozenset[str] = frozenset()
    scope: str = ""
    branch: int = 0  # the `if` that some ranks take, by its number
    in_class: str = ""

    def adding(self, *words: str) -> _Place:
        return replace(self, around=self.around | set(words))


class _Reader:
    def __init__(self, tree: ast.Module) -> None:
        self._tree = tree
        self._nodes = list(ast.walk(tree))
        self._imported = imports(self._nodes)
        self._started = _ranks_started(self._nodes)
        self._kinds: dict[str, frozenset[str]] = {}  # by scope and variable; that of the last assignment so far
        self._events: list[Event] = []
        self._branch = 0
        self._branch_of_test: dict[ast.If, int] = {}
        self._branch_of: dict[int, int] = {}  # by the number of an event
        self._branches_with: dict[tuple[str, str], set[int]] = {}  # by the scope and the last name of events
        self._functions = {
            node.name: node for node in self._nodes if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        }
        self._meeting = self._functions_that_meet()

    def read(self) -> Facts:
        self._body(self._tree.body, _Place())
        events = [self._met_by_both(index, event) for index, event in enumerate(self._events)]
        called = self._called_by_all()
        events = [
            replace(event, around=event.around | {"called"}) if event.scope.rpartition(".")[2] in called else event
            for event in events
        ]
        events = [
            replace(event, rests_on=self._rests_on(event, events)) if event.name == "break" else event
            for event in events
        ]
        return Facts(tuple(events), self._words())

    def _words(self) -> frozenset[str]:
        """The words that occur as names, as texts that could be names, and as what is imported."""
        words = {
            node.value
            for node in self._nodes
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.isidentifier()
        }
        words |= {node.id for node in self._nodes if isinstance(node, ast.Name)}
        words |= {node.attr for node in self._nodes if isinstance(node, ast.Attribute)}
        words |= {self._imported[word].rpartition(".")[2] for word in words & self._imported.keys()}
        words |= {part for name in self._imported.values() for part in name.split(".")[:-1]}
        words |= {name for name in self._imported.values() if "." not in name}
        words |= {node.arg for node in self._nodes if isinstance(node, (ast.keyword, ast.arg)) and node.arg}
        return frozenset(words)

    def _rests_on(self, end: Event, events: list[Event]) -> frozenset[str]:
        """The names that the tests around an early end rest on, through assignments and methods of its function."""
        steps = [
            (_changes(event), names_in(event.receiver, *event.args, *event.keywords.values()))
            for event in events
            if event.scope == end.scope
        ]
        found: set[str] = set()
        more = names_in(*end.tests) - self._imported.keys()
        while more:
            found |= more
            taken = {name for changed, names in steps if changed & found for name in names}
            more = taken - found - self._imported.keys()
        return frozenset(found)

    def _called_by_all(self) -> set[str]:
        """Functions that a line which all ranks reach calls or hands on; and the module itself, as an empty name."""
        found, todo = {""}, [""]
        events_of: dict[str, list[Event]] = {}
        for event in self._events:
            events_of.setdefault(event.scope.rpartition(".")[2], []).append(event)
        while todo:
            for event in events_of.get(todo.pop(), []):
                if "some-ranks" not in event.around:
                    names = {event.last, *event.args, *event.keywords.values()} & self._functions.keys() - found
                    found |= names
                    todo += names
        return found

    # Which functions of this file hold a collective that every caller must reach

    def _functions_that_meet(self) -> set[str]:
        calls = {name: set(self._plain_calls(node.body)) for name, node in self._functions.items()}
        found: set[str] = set()
        while True:
            more = {
                name
                for name, called in calls.items()
                if name not in found and any(self._is_collective(call) or call in found for call in called)
            }
            if not more:
                return found
            found |= more

    def _plain_calls(self, body: list[ast.stmt]) -> Iterator[str]:
        """Names of the calls in a body, but for those in a branch, in a function inside, or after an early return."""
        for statement in body:
            if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.Try)):
                if isinstance(statement, ast.If) and _ends(statement.body):
                    return
                continue
            parts = [statement] if not hasattr(statement, "body") else [*_heads(statement)]
            for part in parts:
                for node in ast.walk(part):
                    if isinstance(node, ast.Call) and not any(word.arg == "group" for word in node.keywords):
                        yield self._short(node)
            yield from self._plain_calls(getattr(statement, "body", []))

    def _short(self, node: ast.Call) -> str:
        """A call as a name to look up: that of a function here or of a method of `self`, else with its module."""
        text = dotted(node.func)
        if text.count(".") == 1 and text.startswith(("self.", "cls.")):
            return text.partition(".")[2]
        return canonical(text, self._imported)

    def _is_collective(self, name: str) -> bool:
        head, _, short = name.rpartition(".")
        if head and short in _OF_ACCELERATE:
            return True
        return short in COLLECTIVES and head.rpartition(".")[2] in ("distributed", "dist")

    def _asks(self, test: ast.expr, place: _Place) -> bool:
        """Whether some ranks find a test true and others do not, by its names or by what a variable in it holds."""
        return asks_for_a_rank(test) or any("rank" in self._kinds_of(dotted(part), place) for part in conditions(test))

    # Statements

    def _body(self, body: list[ast.stmt], place: _Place) -> None:
        for statement in body:
            self._statement(statement, place)
            if not isinstance(statement, ast.If) or not self._some_leave(statement, place):
                continue
            if _is_and(statement.test):  # all ranks may come to the lines below
                place = replace(place, branch=place.branch or -self._branch_of_test[statement])
            else:
                self._branch += 1
                place = replace(place.adding("some-ranks"), branch=self._branch)

    def _some_leave(self, node: ast.If, place: _Place) -> bool:
        """Whether some ranks end here, and the lines below are for the others."""
        return _ends(node.body) and not node.orelse and self._asks(node.test, place) and node in self._branch_of_test

    def _statement(self, statement: ast.stmt, place: _Place) -> None:
        method = getattr(self, f"_on_{type(statement).__name__.lower()}", None)
        if method:
            method(statement, place)
            return
        for _, value in ast.iter_fields(statement):
            for node in value if isinstance(value, list) else [value]:
                if isinstance(node, ast.stmt):
                    self._statement(node, place)
                elif isinstance(node, ast.expr):
                    self._expression(node, place)
                elif isinstance(node, (ast.ExceptHandler, ast.match_case)):
                    self._body(node.body, place)

    def _on_functiondef(self, node: ast.FunctionDef, place: _Place) -> None:
        for decorator in node.decorator_list:
            self._expression(decorator, place)
        words = {"function"}
        if _EVALUATION.search(node.name):
            words.add("evaluation")
        if any(_stops_gradients(decorator) for decorator in node.decorator_list):
            words.add("no-grad")
        inside = _Place(frozenset(words), scope=f"{place.in_class}{node.name}", in_class=place.in_class)
        for name in (argument.arg for argument in node.args.args if _SCALER.match(argument.arg)):
            self._learn(name, self._kinds_of(name, replace(inside, scope="")) | {"given-scaler"}, inside)
        self._body(node.body, inside)

    _on_asyncfunctiondef = _on_functiondef

    def _on_classdef(self, node: ast.ClassDef, place: _Place) -> None:
        self._body(node.body, replace(place, in_class=f"{node.name}."))

    def _on_if(self, node: ast.If, place: _Place) -> None:
        self._expression(node.test, place)
        text = ast.unparse(node.test)
        inside = replace(place, tests=(*place.tests, text))
        if "__name__" in text:
            self._body(node.body, inside.adding("guarded"))
            return
        if not self._asks(node.test, place):
            # with an else, the other ranks may make their own group there
            self._body(node.body, inside if node.orelse else inside.adding(*self._few(node.test)))
            self._body(node.orelse, replace(place, tests=(*place.tests, f"not ({text})")))
            return
        if self._both_send_first(node):
            place, inside = place.adding("both-send"), inside.adding("both-send")
        self._branch += 1
        branch = self._branch_of_test[node] = self._branch
        self._body(node.body, replace(inside.adding("some-ranks"), branch=branch))
        alternative = replace(place, tests=(*place.tests, f"not ({text})"))
        if _is_and(node.test):  # all ranks may come here
            self._body(node.orelse, replace(alternative, branch=place.branch or -branch))
            return
        self._branch += 1
        self._body(node.orelse, replace(alternative.adding("some-ranks"), branch=self._branch))

    def _few(self, test: ast.expr) -> tuple[str, ...]:
        """What stands around the lines that a first few ranks come to."""
        few = first_ranks(test)
        if not few:
            return ()
        return ("few-ranks", "left-out") if few < self._started else ("few-ranks",)

    def _both_send_first(self, node: ast.If) -> bool:
        """Whether two ranks begin with a blocking send to each other: one in the `if`, the other in the `else`."""
        one, other, below = one_rank(node.test), None, node.orelse
        if len(below) == 1 and isinstance(below[0], ast.If):
            other, below = one_rank(below[0].test), below[0].body
            if other is None:
                return False
        there = self._sends_first_to(node.body)
        is_sent = one is not None and there not in (None, one) and self._sends_first_to(below) == one
        return is_sent and other in (None, there)

    def _sends_first_to(self, body: list[ast.stmt]) -> int | None:
        """The rank to which a body sends before it receives."""
        calls = [node for statement in body for node in ast.walk(statement) if isinstance(node, ast.Call)]
        pairs = [call for call in calls if self._is_between_two(call)]
        pairs.sort(key=lambda call: (call.lineno, call.col_offset))
        is_plain = any(isinstance(statement, ast.Expr) and statement.value in pairs[:1] for statement in body)
        if not is_plain or last(pairs[0].func) != "send" or all("recv" not in last(call.func) for call in pairs):
            return None
        told = [*pairs[0].args[1:2], *(word.value for word in pairs[0].keywords if word.arg == "dst")]
        return number(told[0]) if told else None

    def _is_between_two(self, call: ast.Call) -> bool:
        head, _, name = canonical(dotted(call.func), self._imported).rpartition(".")
        return name in _BETWEEN_TWO and head.rpartition(".")[2] in ("distributed", "dist")

    def _on_match(self, node: ast.Match, place: _Place) -> None:
        self._expression(node.subject, place)
        is_rank = is_a_rank(node.subject) or "rank" in self._kinds_of(dotted(node.subject), place)
        is_parted = False  # whether a case has taken a rank, so that the cases below are for the others
        for case in node.cases:
            is_parted = is_parted or (is_rank and _takes_a_rank(case.pattern))
            self._branch += is_parted
            self._body(case.body, replace(place.adding("some-ranks"), branch=self._branch) if is_parted else place)

    def _on_for(self, node: ast.For, place: _Place) -> None:
        self._expression(node.iter, place)
        over, target = ast.unparse(node.iter), ast.unparse(node.target)
        words = {"loop"}
        kinds = self._kinds_of(dotted(_looped(node.iter)), place)
        if "epoch" in target.lower() or re.search(r"\bepochs?\b|num_epochs|max_epochs", over):
            words.add("epochs")
        elif "loader" in kinds or _LOADER.search(over):
            words.add("batches")
        inside = replace(place.adding(*words), over=over, over_kinds=self._made(node.iter, place), tests=())
        self._body(node.body, self._counted(node.iter, inside))
        self._body(node.orelse, place)

    def _counted(self, over: ast.expr, place: _Place) -> _Place:
        """The place in a loop: ranks come to it unequally often where its range ends at the rank.

        Where another loop of the function counts by the rank too, each rank may come equally often to both together.
        """
        if not isinstance(over, ast.Call) or dotted(over.func) != "range":
            return place
        known = [any(self._is_known_rank(node, place) for node in ast.walk(part)) for part in over.args]
        if not any(known):
            return place
        self._branch += 1
        is_all = len(over.args) == 1 and self._is_known_rank(over.args[0], place)
        return replace(place.adding("some-ranks") if is_all else place, branch=self._branch)

    def _is_known_rank(self, node: ast.AST, place: _Place) -> bool:
        """Whether this is the number of the rank by what gave it, and not by its name, which a matrix may have too."""
        return isinstance(node, ast.expr) and (gives_a_rank(node) or "rank" in self._kinds_of(dotted(node), place))

    def _on_while(self, node: ast.While, place: _Place) -> None:
        self._expression(node.test, place)
        inside = replace(place.adding("loop"), tests=(), over="", over_kinds=frozenset())
        if self._asks(node.test, place):
            self._branch += 1
            inside = replace(inside.adding("some-ranks"), branch=self._branch)
        self._body(node.body, inside)
        self._body(node.orelse, place)

    def _on_with(self, node: ast.With, place: _Place) -> None:
        words = set()
        for item in node.items:
            self._expression(item.context_expr, place)
            if _stops_gradients(item.context_expr):
                words.add("no-grad")
            if any(last(call.func) == "no_sync" for call in ast.walk(item.context_expr) if isinstance(call, ast.Call)):
                words.add("no-sync")
        self._body(node.body, place.adding(*words))

    def _on_break(self, node: ast.Break, place: _Place) -> None:
        self._add(Event(name="break"), node, place)

    def _on_continue(self, node: ast.Continue, place: _Place) -> None:
        self._add(Event(name="continue"), node, place)

    def _on_assert(self, node: ast.Assert, place: _Place) -> None:
        for part in filter(None, (node.test, node.msg)):
            self._expression(part, place)
        self._add(Event(name="assert", args=(ast.unparse(node.test),)), node, place)

    def _on_delete(self, node: ast.Delete, place: _Place) -> None:
        for target in node.targets:
            self._expression(target, place)
            if isinstance(target, ast.Attribute):
                self._add(Event(name=f"del .{target.attr}", receiver=dotted(target.value)), node, place)

    def _on_assign(self, node: ast.Assign, place: _Place) -> None:
        for target in node.targets:
            self._assigned(target, node.value, place, node)

    def _on_annassign(self, node: ast.AnnAssign, place: _Place) -> None:
        if node.value:
            self._assigned(node.target, node.value, place, node)

    def _on_augassign(self, node: ast.AugAssign, place: _Place) -> None:
        self._expression(node.value, place)
        sign = _SIGNS.get(type(node.op))
        if sign:
            event = Event(
                name=sign, target=dotted(node.target) or ast.unparse(node.target), args=(ast.unparse(node.value),)
            )
            self._add(event, node, place)

    def _assigned(self, target: ast.expr, value: ast.expr, place: _Place, node: ast.stmt) -> None:
        if isinstance(target, (ast.Tuple, ast.List)):
            values = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            if len(values) == len(target.elts):
                for one, its in zip(target.elts, values, strict=True):
                    self._assigned(one, its, place, node)
                return
            self._expression(value, place, target=", ".join(filter(None, map(dotted, target.elts))))
            for one in target.elts:
                self._forget(dotted(one), place)
                if dotted(one):
                    self._add(Event(name=f"= {dotted(one)}", target=dotted(one)), node, place)
            return
        name = dotted(target)
        self._expression(value, place, target=name)
        if isinstance(target, ast.Attribute):
            receiver = dotted(target.value)
            event = Event(
                name=f"= .{target.attr}",
                receiver=receiver,
                kinds=self._kinds_of(receiver, place),
                args=(ast.unparse(value),),
                target=name,
            )
            self._add(event, node, place)
        if isinstance(target, ast.Name):
            self._add(Event(name=f"= {name}", args=(ast.unparse(value),), target=name), node, place)
        if isinstance(target, ast.Subscript):
            what = Event(name=f"= {dotted(target.value)}[]", args=(ast.unparse(target.slice), ast.unparse(value)))
            self._add(what, node, place)
        if name:
            self._learn(name, self._made(value, place), place)

    # Expressions

    def _expression(self, node: ast.expr, place: _Place, *, target: str = "", used: bool = True) -> None:
        if isinstance(node, ast.Lambda):
            return  # it runs later, or not at all
        if isinstance(node, ast.BoolOp):
            self._joined(node, place)
            return
        if isinstance(node, ast.IfExp) and self._asks(node.test, place):
            self._expression(node.test, place)
            for part in (node.body, node.orelse):
                self._branch += 1
                self._expression(part, replace(place.adding("some-ranks"), branch=self._branch))
            return
        if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant):
            self._expression(node.test, place)
            self._expression(node.body, place.adding(*self._few(node.test)))
            return
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                self._expression(child, place)
            elif isinstance(child, ast.keyword):
                self._expression(child.value, place)
            elif isinstance(child, ast.comprehension):
                self._expression(child.iter, place)
        if isinstance(node, ast.Call):
            self._call(node, place, target, used)

    def _joined(self, node: ast.BoolOp, place: _Place) -> None:
        """What `and` or `or` joins: after `rank == 0 and` some ranks go on."""
        for value in node.values:
            self._expression(value, place)
            if self._asks(value, place):
                self._branch += 1
                place = replace(place.adding("some-ranks"), branch=self._branch)

    def _on_expr(self, node: ast.Expr, place: _Place) -> None:
        self._expression(node.value, place, used=False)

    def _call(self, node: ast.Call, place: _Place, target: str, used: bool) -> None:
        text = dotted(node.func)
        receiver = text.rpartition(".")[0]
        if not text and isinstance(node.func, ast.Attribute):
            receiver = ast.unparse(node.func.value)
        name = canonical(text, self._imported) if text else f"?.{last(node.func)}"
        keywords = {word.arg: ast.unparse(word.value) for word in node.keywords if word.arg}
        if any(word.arg is None for word in node.keywords):
            keywords["**"] = ""
        if any(isinstance(arg, ast.Starred) for arg in node.args):
            keywords["*"] = ""
        if last(node.func) == "fully_shard" and node.args:
            self._learn(dotted(node.args[0]), self._kinds_of(dotted(node.args[0]), place) | {"fully-shard"}, place)
        if last(node.func) in ("DDP", "DistributedDataParallel") and node.args:
            self._learn(dotted(node.args[0]), frozenset({"inside-ddp"}), place)
        called = self._kinds_of(text, place) if text else frozenset[str]()
        kinds = self._kinds_of(receiver, place) | {f"is-{kind}" for kind in called}
        short = self._short(node)
        is_met = any(last(node.func) in _METHODS.get(kind, ()) for kind in kinds)
        meets = (self._is_collective(name) and "group" not in keywords) or is_met or short in self._meeting
        event = Event(
            name=name,
            receiver=receiver,
            kinds=frozenset(kinds),
            args=tuple(ast.unparse(arg) for arg in node.args),
            keywords=keywords,
            arg_kinds=self._made(node.args[0], place) if node.args else frozenset(),
            given=frozenset[str]().union(*(self._made(arg, place) for arg in _given(node))),
            target=target,
            used=used,
            meets=meets,
        )
        self._add(event, node, place)

    def _add(self, event: Event, node: ast.AST, place: _Place) -> None:
        event = replace(
            event,
            line=getattr(node, "lineno", 1),
            column=getattr(node, "col_offset", 0) + 1,
            around=place.around,
            tests=place.tests,
            over=place.over,
            over_kinds=place.over_kinds,
            scope=place.scope,
        )
        if place.branch:
            self._branch_of[len(self._events)] = place.branch
            self._branches_with.setdefault((event.scope, event.last), set()).add(place.branch)
        self._events.append(event)

    def _met_by_both(self, index: int, event: Event) -> Event:
        """A collective that other ranks call in a branch of their own: then all of them meet.

        A branch below 0 is where all ranks may come but those of the branch above 0, so it answers that one alone.
        """
        mine = self._branch_of.get(index, 0)
        if mine <= 0 or not event.meets:
            return event
        for branch in self._branches_with[event.scope, event.last]:
            if branch != mine and (branch > 0 or branch == -mine):
                return replace(event, around=event.around - {"some-ranks"})
        return event

    # Kinds of variables

    def _learn(self, name: str, kinds: frozenset[str], place: _Place) -> None:
        if name:
            self._kinds[self._key(name, place)] = kinds

    def _forget(self, name: str, place: _Place) -> None:
        if name:
            self._kinds.pop(self._key(name, place), None)

    def _key(self, name: str, place: _Place) -> str:
        return name if name.startswith("self.") else f"{place.scope}:{name}"

    def _kinds_of(self, name: str, place: _Place) -> frozenset[str]:
        if not name:
            return frozenset()
        owner = f"{name}.".rpartition(".module.")[0]
        if owner:
            return frozenset(f"inside-{kind}" for kind in self._kinds_of(owner, place))
        found = self._kinds.get(self._key(name, place))
        return self._kinds.get(f":{name}", frozenset()) if found is None else found

    def _chosen(self, sides: tuple[ast.expr, ast.expr], place: _Place) -> frozenset[str]:
        """What a choice is: `DDP(net) if many else net` is the wrapper, `m.module if wrapped else m` what it holds."""
        kinds = [self._made(side, place) for side in sides]
        for side, kind in zip(sides, kinds, strict=True):
            if isinstance(side, ast.Call) and "ddp" in kind:
                return kind
        inner = [kind for kind in kinds if any(name.startswith("inside-") for name in kind)]
        return inner[0] if inner else kinds[0] | kinds[1]

    def _made(self, value: ast.expr, place: _Place) -> frozenset[str]:
        """What a value is: the kind of a call, of a variable, or of either side of a choice."""
        if isinstance(value, ast.IfExp):
            return self._chosen((value.body, value.orelse), place)
        if isinstance(value, ast.BoolOp):
            return frozenset[str]().union(*(self._made(part, place) for part in value.values))
        if isinstance(value, ast.Call):
            name = last(value.func)
            whole = canonical(dotted(value.func), self._imported)
            real = whole.rpartition(".")[2] or name
            if gives_a_rank(value):
                return frozenset({"rank"})
            if whole in _LIBRARIES and "some-ranks" not in place.around:  # what some ranks make waits for nobody
                return frozenset({_LIBRARIES[whole]})
            if real in KINDS:
                return frozenset({KINDS[real]})
            if real in _OPTIMIZERS:
                return frozenset({"optimizer"})
            if real == "state_dict" and isinstance(value.func, ast.Attribute):
                return frozenset(f"state-of-{kind}" for kind in self._made(value.func.value, place))
            if name in _MOVES and isinstance(value.func, ast.Attribute):
                return self._made(value.func.value, place)
            if real in ("compile", "fully_shard", "convert_sync_batchnorm") and value.args:
                more = {"fully-shard"} if real == "fully_shard" else set()
                return self._made(value.args[0], place) | more
            if real == "parameters" and isinstance(value.func, ast.Attribute):
                return frozenset(f"parameters-of-{kind}" for kind in self._made(value.func.value, place))
            return frozenset()
        return self._kinds_of(dotted(value), place)


def _ranks_started(nodes: list[ast.AST]) -> int:
    """How many ranks the script starts, by the least number that it names; 0 where it names none, or takes one."""
    told = [node.value for node in nodes if isinstance(node, ast.keyword) and node.arg in ("nprocs", "world_size")]
    for node in nodes:
        if isinstance(node, ast.Assign) and "world_size" in map(dotted, node.targets):
            told.append(node.value)
    found = [number(value) for value in told if dotted(value) != "world_size"]
    return min((count or 0 for count in found), default=0)


def _changes(event: Event) -> set[str]:
    """The names that an event may give a new value: a target, the owner of a method, a thing that is called."""
    owner = event.receiver if "(" not in event.receiver else ""
    return names_in(event.target, owner, event.name)


def _given(node: ast.Call) -> list[ast.expr]:
    """All arguments, and what stands in a dict or a list among them."""
    found = [*node.args, *(word.value for word in node.keywords)]
    for value in list(found):
        if isinstance(value, ast.Dict):
            found += value.values
        elif isinstance(value, (ast.List, ast.Tuple)):
            found += value.elts
    return found


def _heads(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement with a body: what it loops over, or the contexts that it enters."""
    for _, value in ast.iter_fields(statement):
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.expr):
                yield node
            elif isinstance(node, ast.withitem):
                yield node.context_expr


def _looped(node: ast.expr) -> ast.expr:
    """The thing that is looped over, inside `enumerate`, `tqdm` and the like."""
    while isinstance(node, ast.Call) and node.args and last(node.func) in ("enumerate", "tqdm", "iter", "zip"):
        node = node.args[0]
    return node


def _stops_gradients(node: ast.expr) -> bool:
    called = node.func if isinstance(node, ast.Call) else node
    return last(called) in ("no_grad", "inference_mode")


def _takes_a_rank(pattern: ast.pattern) -> bool:
    """Whether a `case` is for a number, as `case 0` and `case 0 | 1` are."""
    if isinstance(pattern, ast.MatchOr):
        return any(_takes_a_rank(part) for part in pattern.patterns)
    return isinstance(pattern, ast.MatchValue) and isinstance(pattern.value, ast.Constant)


def _is_and(test: ast.expr) -> bool:
    return isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And)


def _ends(body: list[ast.stmt]) -> bool:
    final = body[-1] if body else None
    if isinstance(final, ast.Expr) and isinstance(final.value, ast.Call):
        return dotted(final.value.func) in ("sys.exit", "exit", "quit", "os._exit")
    return isinstance(final, (ast.Return, ast.Continue, ast.Break, ast.Raise))
