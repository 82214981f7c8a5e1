"""Nothing changed: verify and build, against Material alone with the same content pasted into the pages by hand."""

from __future__ import annotations

import os
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from lockstep.engine import machine
from lockstep.markdown import listing
from lockstep.page import Fence
from lockstep.project import Project
from lockstep.question import bank
from lockstep.question.question import Question
from lockstep.question.rendering import Part
from lockstep.record import notebook
from lockstep.site import nav
from lockstep.snippet.snippet import Snippet
from tests.bench.scale import Scale

CODE = "py"  # not "python", which is a cell on the page of a notebook
Figures = dict[str, tuple[float, float | None]]


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of this process and of all it waited for."""

    def used() -> float:
        return sum(
            u.ru_utime + u.ru_stime for u in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
        )

    before = used()
    work()
    return used() - before


def python(*args: str, root: Path) -> None:
    """Run a module of this Python in a folder.

    Raises:
        RuntimeError: it failed; with the last lines of what it said.
    """
    done = said(*args, root=root)
    if done.returncode:
        last = "\n".join((done.stdout + done.stderr).splitlines()[-20:])
        raise RuntimeError(f"{' '.join(args)} exited with {done.returncode}:\n{last}")


def said(*args: str, root: Path) -> subprocess.CompletedProcess[str]:
    """Run a module of this Python in a folder, however it ends."""
    command = [sys.executable, "-m", *args]
    return subprocess.run(command, cwd=root, check=False, env=env(), capture_output=True, text=True)


def run_verify(root: Path, *options: str) -> None:
    """Verify a project, whatever it finds.

    Raises:
        RuntimeError: it came to no end.
    """
    done = said("lockstep", "verify", *options, root=root)
    if " problems" not in done.stderr:
        raise RuntimeError(done.stderr)


def env() -> dict[str, str]:
    """The environment of what is measured: this checkout, no banner."""
    return {**os.environ, "NO_MKDOCS_2_WARNING": "1", "PYTHONPATH": str(Path(__file__).parents[2])}


def measure(root: Path, scale: Scale) -> Figures:
    """Build three copies of the site: ours, with the fences left as typed, and with their content pasted.

    `nox -s site` verifies what has changed. So the budget is of a build in which nothing has since the last one; the
    whole check is measured beside it.
    """
    with tempfile.TemporaryDirectory() as folder:
        ours, plain, pasted = (Path(folder, name) for name in ("ours", "plain", "pasted"))
        config, alone = (root / "mkdocs.yml").read_text("utf-8"), _without_ours(nav.written_out(Project(root)))
        for copy in (ours, plain, pasted):
            shutil.copytree(root / "docs", copy / "docs")
            shutil.copytree(root / "snippets", copy / "snippets")
            shutil.copytree(root / "lockstep", copy / "lockstep")
            (copy / "mkdocs.yml").write_text(config if copy == ours else alone, "utf-8")
        _paste(pasted)
        times: dict[str, list[float]] = {"verify": [], "changed": [], "ours": [], "plain": [], "pasted": []}
        run_verify(ours, "--changed")
        for _ in range(scale.builds):
            times["verify"].append(cpu(lambda: run_verify(ours)))
            times["changed"].append(cpu(lambda: run_verify(ours, "--changed")))
            for name, copy in (("ours", ours), ("plain", plain), ("pasted", pasted)):
                times[name].append(_built(copy))
    verify, changed, built, plain_cpu, pasted_cpu = (statistics.median(values) for values in times.values())
    return {
        "verify, all of it, CPU s": (verify, None),
        "nothing changed: verify --changed, CPU s": (changed, None),
        "nothing changed: build, CPU s": (built, None),
        "Material alone, our fences left as they are typed, CPU s": (plain_cpu, None),
        "Material alone, code, outputs and questions pasted into the pages, CPU s": (pasted_cpu, None),
        # No budget: with the fences as typed Material has a third of the HTML to build, so this compares two sites.
        "verify and build over Material alone, fences as typed": ((verify + built) / plain_cpu, None),
        "verify and build over Material alone, all of it pasted": ((verify + built) / pasted_cpu, None),
        "nothing changed: verify --changed and build over Material alone, all of it pasted": (
            (changed + built) / pasted_cpu,
            1.2,
        ),
    }


def _built(copy: Path) -> float:
    """CPU seconds of a build into a new folder, as `nox -s site` makes it."""
    with tempfile.TemporaryDirectory() as site:
        return cpu(lambda: python("mkdocs", "build", "-q", "-d", f"{site}/new", root=copy))


def _without_ours(config: str) -> str:
    """The configuration of the site without the extension, the hooks and the templates of this package."""
    config = re.sub(r"(?m)^  - mkdocs-jupyter:\n(?: {4,}.*\n)*", "", config)
    return "".join(
        line for line in config.splitlines(True) if not re.match(r"  - lockstep$|hooks:|  custom_dir:", line)
    )


def _paste(copy: Path) -> None:
    """Do by hand what the fences do. Figures and calculators stay as typed: nobody would draw them by hand."""
    project = Project(copy)
    found = {(one.path, one.line): one for one in bank.questions(project)[0]}
    for path, fences in project.fences.items():
        lines = (copy / path).read_text("utf-8").split("\n")
        for fence in reversed(fences):
            text: list[str] | None = None
            if fence.kind == "run":
                text = _pasted_run(project, fence)
            elif fence.kind == "quiz":
                text = _pasted_quiz(project, found[path, fence.line])
            elif fence.kind == "review":
                text = [line for one in found.values() for line in _pasted_quiz(project, one)]
            if text is not None:
                lines[fence.line - 1 : fence.line + 1 + len(fence.body)] = text
        whole = "\n".join(lines)
        executed = notebook.read((copy / path).with_suffix(".ipynb"))
        if executed:
            whole = notebook.below_cells(whole, [_pasted_output(output) for output in executed.outputs])
        (copy / path).write_text(whole, "utf-8")


def _pasted_output(output: str) -> str:
    return "\n".join(["~~~~~~~~ {.text .ls-printed}", output, "~~~~~~~~"]) if output else ""


def _pasted_run(project: Project, fence: Fence) -> list[str]:
    one = project.snippets[fence.body[0].strip()]
    region = next((o.partition(":")[2].strip() for o in fence.body if o.startswith("region:")), "")
    span = one.regions.get(region)
    code = one.lines[span.first - 1 : span.last] if span else one.lines
    whole = _folded(_fenced(CODE, one.lines))
    command = _fenced("bash", [one.command.text])
    return [
        f"**{one.claim}**",
        "",
        *_fenced(CODE, code),
        *whole,
        *command,
        *_fenced("text", _printed(project, one)),
    ]


def _pasted_quiz(project: Project, question: Question) -> list[str]:
    program = project.find(question.run)
    code = _fenced(CODE, listing.lines_of(program, question.region)) if program else []
    output = _fenced("text", _printed(project, program)) if program and question.told_by_its_run else []
    answer = [*_pasted(question.note_back()), *output]
    return ["", *question.ask.split("\n"), "", *code, *_pasted(question.note_front()), *_folded(answer)]


def _pasted(parts: list[Part]) -> list[str]:
    """The parts of a note as lines of Markdown."""
    lines = []
    for part in parts:
        lines += part.split("\n") if isinstance(part, str) else [f"1. {_one_line(text)}" for text in part.texts]
        lines.append("")
    return lines


def _printed(project: Project, one: Snippet) -> list[str]:
    made = project.record(one, machine.CPU)
    return [line for rank in made.ranks for line in rank.stdout] if made else []


def _fenced(kind: str, lines: list[str]) -> list[str]:
    return [f"```{kind}", *lines, "```", ""]


def _folded(lines: list[str]) -> list[str]:
    return ["??? note", "", *(f"    {line}" for line in lines), ""]


def _one_line(text: str) -> str:
    return " ".join(text.split())
