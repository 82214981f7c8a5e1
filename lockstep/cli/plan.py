"""The verb `plan`: which layouts fit a model on a cluster."""

from __future__ import annotations

import argparse
import difflib
import sys
from collections.abc import Collection, Mapping
from typing import Any

from lockstep.cli.verb import Verb, count
from lockstep.explain.plan import layouts, presets, program, report, rules
from lockstep.explain.plan.estimate import estimate
from lockstep.problem import did_you_mean
from lockstep.project import Project

_JOB = ("gpus", "sequence", "batch")
_EXAMPLE = {**next(iter(presets.models().values())).values, "per_host": 8}
_COUNTS = tuple(_EXAMPLE)
_MAY_BE_0 = ("ffn", "experts", "top_k", "expert_ffn", "dense", *presets.PLAIN)
_MEASURES = {  # and the least of each
    "memory": 1e9,
    "flops": 1e9,
    "fp8": 1,
    "inside": 1e6,
    "between": 1e6,
    "overlap": 0,
    "efficiency": 0.01,
}
_MOST = {"fp8": 4, "efficiency": 1, "overlap": 1}
_UNITS = {
    "memory": "bytes, as memory=80e9",
    "flops": "operations a second, as flops=989e12",
    "fp8": "how many times as fast the matrices compute, as fp8=2",
    "inside": "bytes a second, as inside=450e9",
    "between": "bytes a second, as between=50e9",
    "overlap": "the part of the exchange of experts that runs beside the computing, as overlap=0.8",
    "efficiency": "the part of flops that is reached, as efficiency=0.4",
}
_ALONE = {"pp": 1, "stages": 1, "dp": 1, "fsdp": 1, "cp": 1, "tp": 1, "ep": 1, "micro_batch": 1, "recompute": 0}


def _plan(_: Project, args: argparse.Namespace) -> int:
    if args.runs:
        print(report.of_runs())
        return 0
    if args.list:
        print(
            "\n".join(
                f"{preset.name}  {preset.title}"
                for preset in (*presets.models().values(), *presets.clusters().values())
            )
        )
        return 0
    job = {**args.model.values, **args.cluster.values, **{name: getattr(args, name) for name in _JOB}, **dict(args.set)}
    if args.layout:
        return _own(job, {**_ALONE, **dict(args.layout)}, args.code)
    found, smallest = layouts.plans(job, args.rows)
    if args.code and found:
        print(program.program({**job, **found[0].layout}), end="")
        return 0
    out = sys.stderr if args.code else sys.stdout  # what follows is no program
    print(report.as_text(job, found, smallest), file=out)
    if not found and smallest is None:
        print("\n".join(rules.faults({**job, **_ALONE, "fsdp": job["gpus"]})), file=out)
    return 0 if found else 1


def _own(job: Mapping[str, float], layout: Mapping[str, int], is_code: bool) -> int:
    """What there is to say of one layout."""
    at = {**job, **layout}
    wrong = rules.faults(at)
    for fault in wrong:
        print(fault, file=sys.stderr)
    if wrong:
        return 1
    plan = layouts.Plan(dict(layout), estimate(at))
    fits = plan.estimate.memory["total"] <= layouts.FIT * job["memory"]
    if is_code:
        print(program.program(at), end="")
    if not is_code or not fits:
        told = [report.table(job, [plan]), report.parts(at, plan.estimate)]
        print("\n\n".join(told), file=sys.stderr if is_code else sys.stdout)
    return 0 if fits else 1


def _preset(kind: Mapping[str, presets.Preset], what: str, text: str) -> presets.Preset:
    if text not in kind:
        raise argparse.ArgumentTypeError(f"{text!r} is no {what} that has a name here. {did_you_mean(text, kind)}")
    return kind[text]


def _model(text: str) -> presets.Preset:
    return _preset(presets.models(), "model", text)


def _cluster(text: str) -> presets.Preset:
    return _preset(presets.clusters(), "cluster", text)


def _part(text: str) -> tuple[str, int]:
    """`tp=8` as ("tp", 8)."""
    name, value = _parts(text, layouts.NAMES, "tp=8")
    if not value.isdecimal() or int(value) < (name != "recompute"):
        least = int(name != "recompute")
        what = f"{text!r}: {name} is a whole number of at least {least}."
        raise argparse.ArgumentTypeError(f"{what} Write it as {name}={least}.")
    return name, int(value)


def _parts(text: str, known: Collection[str], example: str) -> tuple[str, str]:
    """The name and the value of NAME=NUMBER.

    Raises:
        argparse.ArgumentTypeError: there is no value, or no such name.
    """
    name, equals, value = text.partition("=")
    if name not in known:
        close = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
        todo = f"Did you mean {' or '.join(close)}?" if close else f"There is: {', '.join(known)}."
        raise argparse.ArgumentTypeError(f"no number is called {name!r}. {todo}")
    if not equals or not value:
        raise argparse.ArgumentTypeError(f"{text!r} has no value. Write NAME=NUMBER, such as {example}.")
    return name, value


def _number(text: str) -> tuple[str, float]:
    """`layers=40` as ("layers", 40), and `memory=80e9` as ("memory", 8e10)."""
    name, value = _parts(text, (*_COUNTS, *_MEASURES), "layers=40 or memory=80e9")
    least = _MEASURES.get(name, 0 if name in _MAY_BE_0 else 1)
    try:
        number = float(value)
    except ValueError:
        number = -1
    most = _MOST.get(name, 1e18)
    if not least <= number <= most or (name in _COUNTS and number != int(number)):
        kind = "a whole number" if name in _COUNTS else "a number"
        limit = f" and at most {most:g}" if name in _MOST else ""
        todo = _UNITS.get(name) or f"it as {name}={_EXAMPLE.get(name) or int(least):g}"
        raise argparse.ArgumentTypeError(f"{text!r}: {name} is {kind} of at least {least:g}{limit}. Write {todo}.")
    return name, int(number) if name in _COUNTS else number


class _EachOnce(argparse.Action):
    """A list of NAME=NUMBER, which may be given in several parts, and each name once."""

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, option_string: Any = None
    ) -> None:
        """Add the values, or refuse a name that was there already.

        Raises:
            argparse.ArgumentError: a name is there twice.
        """
        given = dict(getattr(namespace, self.dest) or {})
        for name, value in values:
            if name in given:
                raise argparse.ArgumentError(
                    self, f"{name} is given as {given[name]:g} and as {value:g}. Give it once."
                )
            given[name] = value
        setattr(namespace, self.dest, list(given.items()))


def _of_plan(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--model", type=_model, metavar="MODEL", default="llama-3-8b", help="default: llama-3-8b")
    parser.add_argument("--cluster", type=_cluster, metavar="CLUSTER", default="h100", help="default: h100")
    parser.add_argument("--gpus", type=count, default=8, help="default: 8")
    parser.add_argument("--sequence", type=count, default=8192, metavar="TOKENS", help="default: 8192")
    parser.add_argument("--batch", type=count, default=512, metavar="SEQUENCES", help="of one step; default: 512")
    text = "other numbers of the model or the cluster, such as layers=40 or memory=80e9 (bytes), or efficiency=0.4: "
    text += ", ".join((*_COUNTS, *_MEASURES))
    parser.add_argument(
        "--set", nargs="+", action=_EachOnce, type=_number, default=[], metavar="NAME=NUMBER", help=text
    )
    text = "a layout of your own, such as tp=8 pp=4 fsdp=2; what is left out is 1"
    parser.add_argument("--layout", nargs="+", action=_EachOnce, type=_part, metavar="NAME=NUMBER", help=text)
    parser.add_argument("--code", action="store_true", help="print the torch program of the first layout, or of yours")
    parser.add_argument("--rows", type=count, default=8, help="layouts to show; default: 8")
    parser.add_argument("--runs", action="store_true", help="compare with published runs")
    parser.add_argument("--list", action="store_true", help="list the models and the clusters that have names")


VERBS = (
    Verb(
        "plan",
        "Find the layouts that fit a model on a cluster, with memory by part and a step time.",
        "plan --model llama-3-70b --cluster h100 --gpus 256 --batch 1024",
        _plan,
        _of_plan,
        anywhere=True,
    ),
)
