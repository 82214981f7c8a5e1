"""Measure the budgets on this machine: `nox -s bench` prints them and writes bench.json.

All figures are CPU seconds, user and system, of a process and all it started: on a shared machine they move less than
wall time. Ratios compare two ways in the same run. Nothing here says how fast a GPU is.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from lockstep.engine import machine
from lockstep.engine.engine import Engine
from lockstep.project import Project, find_root
from lockstep.record.proof import Kill, write_proof
from lockstep.snippet.snippet import Snippet, read_snippet
from tests.bench import build as bench_build
from tests.bench import load as bench_load
from tests.bench import quiz as bench_quiz
from tests.bench.build import Figures, cpu, env, python, said
from tests.bench.scale import SMOKE, Scale, small

_SYNTHETIC = (
    '"""One is one.\n\n$ {command} snippets/s/{name}.py\n"""\none = int(1)  # key line\nprint(one)\nassert one == 1\n'
)
_RENDER = """
import markdown, pathlib
md = markdown.Markdown(extensions=["lockstep", "pymdownx.superfences"])
for page in pathlib.Path("docs").glob("*.md"):
    assert "ls-run" in md.reset().convert(page.read_text())
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run all benchmarks; returns 1 when a budget is missed."""
    parser = argparse.ArgumentParser("python -m tests.bench.bench", description=__doc__)
    parser.add_argument("--all", action="store_true", help="run every $ line cold, not a sample of 12 (15 minutes)")
    parser.add_argument("--smoke", action="store_true", help="the least of everything, of a small site: does it run?")
    args = parser.parse_args(argv)
    if args.smoke:
        with small(find_root()) as root:
            return measure(root, SMOKE)
    return measure(find_root(), replace(Scale(), sample=0) if args.all else Scale())


def measure(root: Path, scale: Scale) -> int:
    """Print each figure as it is measured and write all to bench.json; returns 1 when a budget is missed or a part fails."""
    figures: dict[str, object] = {"machine": machine.environment(machine.CPU)}
    print(", ".join(f"{name} {value}" for name, value in machine.environment(machine.CPU).items()))
    bad = False
    for part in (_engine, _everything, bench_build.measure, _growth, bench_quiz.measure, bench_load.measure):
        try:
            measured = part(root, scale)
        except (RuntimeError, subprocess.SubprocessError) as error:  # the other parts can be measured all the same
            print(f"{part.__module__}.{part.__name__}: {error}", flush=True)
            bad = True
            continue
        for name, (value, budget) in measured.items():
            figures[name] = {"value": round(value, 4), "budget": budget}
            missed = budget is not None and value > budget
            bad |= missed and not scale.smoke  # the least of everything is too small to hold a budget
            verdict = "" if budget is None else "MISSED" if missed else "ok"
            print(f"{name:<72} {value:10.3f} {'' if budget is None else f'<= {budget:g}':>9} {verdict}", flush=True)
    (root / "bench.json").write_text(json.dumps(figures, indent=1) + "\n", "utf-8")
    return int(bad)


def _engine(root: Path, scale: Scale) -> Figures:
    """What one more snippet costs when the fork server is up, and four ranks of DDP against torchrun."""
    with tempfile.TemporaryDirectory() as folder:
        tiny = _synthetic(Path(folder), 1)[0]
        start = cpu(lambda: _run_alone(tiny))
        with Engine() as engine:
            marginal = statistics.median(engine.run(tiny)[0].cpu for _ in range(scale.runs))
            warm = statistics.median(engine.run(read_snippet(root, scale.job))[0].cpu for _ in range(scale.jobs))
    with Engine(cold=True) as engine:
        cold = statistics.median(engine.run(read_snippet(root, scale.job))[0].cpu for _ in range((scale.jobs + 1) // 2))
    return {
        "fork server: start and one snippet, CPU s": (start, None),
        "warm: one more snippet, CPU s": (marginal, 0.2),
        "four ranks of DDP, warm, CPU s": (warm, None),
        "four ranks of DDP, torchrun, CPU s": (cold, None),
        "four ranks of DDP, warm over torchrun": (warm / cold, 1 / 20),
    }


def _run_alone(one: Snippet) -> None:
    with Engine() as engine:
        engine.run(one)


def _everything(root: Path, scale: Scale) -> Figures:
    """Recording all snippets from nothing, each run twice, against running each $ line once in turn."""
    snippets = [one for one in Project(root).snippets.values() if one.needs.cpu]
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copytree(root / "snippets", copy / "snippets", ignore=shutil.ignore_patterns("recorded"))
        (copy / "docs").mkdir()
        start, ended = time.monotonic(), []
        warm = cpu(lambda: ended.append(said("lockstep", "--root", str(copy), "record", root=root)))
        wall = time.monotonic() - start
        recorded = sum(1 for _ in copy.glob("snippets/recorded/cpu/**/*.json"))
    if ended[0].returncode:  # what it cost is measured; which snippets failed is worth knowing
        print(ended[0].stdout + ended[0].stderr, flush=True)
    sample = snippets[:: max(1, len(snippets) // (scale.sample or len(snippets)))]
    with Engine(cold=True) as engine:
        cold = sum(engine.run(one)[0].cpu for one in sample) * len(snippets) / len(sample)
    how = "all" if sample == snippets else f"scaled up from {len(sample)}"
    return {
        f"all {len(snippets)} snippets, recorded from nothing, CPU s": (warm, None),
        f"all {len(snippets)} snippets, recorded from nothing, wall s": (wall, None),
        "recorded from nothing: snippets that failed": (len(snippets) - recorded, 0),
        f"each $ line in turn ({how}), CPU s": (cold, None),
        "recorded from nothing over each $ line in turn": (warm / cold, 1 / 6),
    }


def _growth(root: Path, scale: Scale) -> Figures:
    """More and more snippets and pages: CPU milliseconds for each, and peak memory."""
    figures: Figures = {}
    for count in scale.projects:
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder)
            for snippet in _synthetic(copy, count):
                write_proof(snippet, machine.CPU, [Kill(line, "assert", "line 8") for line in snippet.key_lines])
            recorded = cpu(lambda: python("lockstep", "--root", str(copy), "record", root=root))  # noqa: B023
            verified = cpu(lambda: python("lockstep", "--root", str(copy), "verify", root=root))  # noqa: B023
            rendered = cpu(lambda: subprocess.run([sys.executable, "-c", _RENDER], cwd=copy, check=True, env=env()))  # noqa: B023
            peak = _peak("--root", str(copy), "verify", root=root)
        figures[f"{count} snippets: record, CPU ms each"] = (recorded / count * 1000, None)
        figures[f"{count} snippets: verify, CPU ms each"] = (verified / count * 1000, None)
        figures[f"{count} snippets: render a page, CPU ms each"] = (rendered / count * 1000, None)
        figures[f"{count} snippets: verify, peak MiB"] = (peak, None)
    return figures


def _peak(*args: str, root: Path) -> float:
    """Peak memory of one command in MiB, as the command itself reads it when it is done."""
    code = (
        "import resource, runpy, sys\ntry:\n    runpy.run_module('lockstep', run_name='__main__', alter_sys=True)\n"
        "except SystemExit:\n    pass\nprint(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *args], cwd=root, capture_output=True, text=True, check=True)
    return int(done.stdout.split()[-1]) / (1024 if sys.platform == "linux" else 1 << 20)


def _synthetic(root: Path, count: int) -> list[Snippet]:
    """A project of small snippets, each shown on a page of its own."""
    for folder in ("docs", "snippets/s"):
        Path(root, folder).mkdir(parents=True)
    for number in range(count):
        source = _SYNTHETIC.format(command="python", name=f"n{number}")
        Path(root, f"snippets/s/n{number}.py").write_text(source, "utf-8")
        Path(root, f"docs/p{number}.md").write_text(f"# Page\n\n```run\ns/n{number}.py\n```\n", "utf-8")
    return [read_snippet(root, f"s/n{number}.py") for number in range(count)]


if __name__ == "__main__":
    sys.exit(main())
