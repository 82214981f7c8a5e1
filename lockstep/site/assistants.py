"""What a built site offers to programs that read: llms.txt, topics as plain text, claims, errors and rules as JSON.

See llmstxt.org. It is made of the same records as the pages, and written when a site is finished.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lockstep.explain.entry import FOLDER, STRIKES, read_entry
from lockstep.markdown import topic_map
from lockstep.project import Project
from lockstep.site import facts, plain_text

SKILL = Path(__file__).parent / "templates/assistants/SKILL.md"
_MOST = 60  # pages of errors in a file, so that an assistant can read one whole
FILES = ("llms.txt", "llms/*", "claims/*", "errors.json", "rules.json", "SKILL.md")
_MACHINES = "docs/machines/"
_TABLES = {"names": "The same thing in Accelerate, Trainer, Lightning and DeepSpeed", "defaults": "Defaults of torch"}


def write(project: Project, site: Path) -> None:
    """Write all of it into a built site."""
    for name, text in _texts(project):
        path = site / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8", newline="\n")


def _texts(project: Project) -> Iterator[tuple[str, str]]:
    topics = topic_map.topics(project)
    for topic in topics:
        yield f"llms/{topic.slug}.txt", plain_text.topic(project, topic.slug)
    for name, pages in _error_files(project).items():
        yield name, _pages(project, pages)
    yield "llms/machines.txt", _pages(project, [p for p in project.pages if p.startswith(_MACHINES) and _teaches(p)])
    for name in _TABLES:
        if f"docs/{name}.md" in project.pages:
            yield f"llms/{name}.txt", plain_text.page(project, f"docs/{name}.md")
    claims = {name: facts.claim(project, snippet) for name, snippet in facts.claims(project).items()}
    for name, claim in claims.items():
        yield f"claims/{name.removesuffix('.py')}.json", _json(claim)
    listed = [{"name": name, "claim": claim["claim"], "page": claim["page"]} for name, claim in claims.items()]
    yield "claims/index.json", _json({"format": facts.FORMAT, "claims": listed})
    yield "errors.json", _json({"format": facts.FORMAT, "errors": facts.all_errors(project)})
    yield "rules.json", _json({"format": facts.FORMAT, "rules": facts.all_rules()})
    yield "SKILL.md", SKILL.read_text("utf-8")
    yield "llms.txt", _overview(project, topics, len(claims))


def _strikes(project: Project, path: str) -> str:
    """When the error of a page strikes; "" of a page on several errors."""
    entry = read_entry(path, project.texts[path])
    return entry.strikes if entry else ""


def _error_files(project: Project) -> dict[str, list[str]]:
    """The files of errors with their pages: those on several errors, then those of each time at which errors strike.

    A time with many errors has several files, such as `llms/errors-forward.txt` and `llms/errors-forward-2.txt`.
    """
    errors = [path for path in project.pages if path.startswith(f"{FOLDER}/") and _teaches(path)]
    files = {}
    for when in ("", *STRIKES):
        pages = [path for path in errors if _strikes(project, path) == when]
        for number, start in enumerate(range(0, len(pages), _MOST), 1):
            name = "-".join(("errors", *filter(None, (when, str(number) if number > 1 else ""))))
            files[f"llms/{name}.txt"] = pages[start : start + _MOST]
    return files


def _teaches(path: str) -> bool:
    return not path.endswith(("/recall.md", "/challenge.md"))


def _pages(project: Project, paths: list[str]) -> str:
    return "\n\n".join(plain_text.page(project, path) for path in paths)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _overview(project: Project, topics: list[topic_map.Topic], claims: int) -> str:
    """The text of llms.txt."""
    lines = [
        "# Lockstep",
        "",
        "> Training PyTorch models on many GPUs and machines: programs that ran, with what each rank printed.",
        "",
        "Each claim has a program, its command, and its output by rank, with the machine, the version of torch and",
        "the date. Most ran on CPU processes over gloo and say so; a simulation says SIMULATED. Questions and their",
        "answers are left out of these files.",
        "",
        "## Topics",
        "",
        *(f"- [{topic.name}](llms/{topic.slug}.txt): {topic.says}" for topic in topics),
        "",
        "## Errors and machines",
        "",
        "- [Jobs that hang, dumps, logs and scripts](llms/errors.txt): how to find the error.",
        *_error_lines(project),
        "- [Errors as JSON](errors.json): the patterns of each message, its cause and its fix.",
        "- [Several machines, and a GPU](llms/machines.txt): hosts that fail, Slurm, memory, a thousand ranks.",
        "",
        "## Data",
        "",
        f"- [Claims](claims/index.json): {claims} claims. Each has a file, such as claims/{_first(project)}.json.",
        "- [Rules](rules.json): the mistakes that `python -m lockstep check-script` finds in a script.",
        "- [SKILL.md](SKILL.md): when to look up what.",
        "",
        "## Optional",
        "",
        *(f"- [{says}](llms/{name}.txt)" for name, says in _TABLES.items() if f"docs/{name}.md" in project.pages),
    ]
    return "\n".join(lines) + "\n"


def _error_lines(project: Project) -> list[str]:
    """A link for each file of errors that strike at one time, with their number."""
    return [
        f"- [Errors: {name.removeprefix('llms/errors-').removesuffix('.txt').replace('-', ', ')}]({name}): "
        f"{len(pages)} messages with cause and fix."
        for name, pages in _error_files(project).items()
        if name != "llms/errors.txt"
    ]


def _first(project: Project) -> str:
    return next(iter(facts.claims(project)), "TOPIC/NAME.py").removesuffix(".py")
