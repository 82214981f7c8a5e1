"""Verbs that make the skeleton of a topic, a snippet, an error entry or a site, and say what to do next."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path

from lockstep.cli.verb import Verb, count, write
from lockstep.problem import LockstepError, Problem, command, did_you_mean
from lockstep.project import Project


def _topic(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import skeleton

    files = skeleton.topic(args.topic, args.title)
    skeleton.write(project.root, files)
    print(*files, sep="\n")
    print(f"\nNext: put this on the map in docs/index.md,\n\n{skeleton.on_the_map(args.topic, args.title)}")
    print(f"then run: {command('record', args.topic)}\nWhat is left to write: {command('verify')}")
    return 0


def _snippet(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import skeleton

    name = f"{args.name.removesuffix('.py')}.py"
    files = skeleton.snippet(name, args.ranks)
    page = args.page or f"docs/{name.partition('/')[0]}/deep.md"
    if page not in project.pages:
        todo = f"Name one with --page. {did_you_mean(page, project.pages)}"
        raise LockstepError([Problem(page, 0, "does not exist, so it cannot show the snippet.", todo)])
    skeleton.write(project.root, files)
    shown = skeleton.showing(name, project.texts[page])
    (project.root / page).write_text(shown, "utf-8", newline="\n")
    line = shown[: shown.index(f"```run\n{name}\n")].count("\n") + 1
    print(f"snippets/{name}\n{page}:{line}: shows it\n\nNext: {command('record', name)}")
    print(f"Then: {command('prove', name)}\nWhat is left to write: {command('verify')}")
    return 0


def _error(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import skeleton

    files = skeleton.error(project, args.slug)
    skeleton.write(project.root, files)
    names = [path.removeprefix("snippets/") for path in files if path.startswith("snippets/")]
    print(*files, sep="\n")
    print(f"\nNext: {command('record', *names)}\nWhat is left to write: {command('verify')}")
    return 0


def _site(project: Project, args: argparse.Namespace) -> int:
    from lockstep.rules import skeleton

    files = skeleton.site(args.title)
    skeleton.write(args.folder, files)
    print(*(args.folder / path for path in files), sep="\n")
    print(f"\nNext: cd {shlex.quote(str(args.folder))}\n  python -m lockstep record\n  python -m lockstep prove")
    print("  python -m lockstep verify\n  mkdocs serve")
    return 0


def _style(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site.style import style

    write(args.file, style())
    return 0


def _of_site(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", metavar="FOLDER", type=Path, help="where it is made")
    parser.add_argument("--title", metavar="TITLE", default="Proved", help="the name of the site (default: Proved)")


def _of_style(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="the stylesheet, such as docs/lockstep.css")


def _of_topic(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("topic", metavar="FOLDER", help="its folder below docs/ and snippets/")
    parser.add_argument("title", metavar="TITLE", help="what the map and the navigation call it")


def _of_snippet(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="TOPIC/NAME.py", help="the name says the claim")
    parser.add_argument(
        "--ranks", type=count, default=0, metavar="N", help="ranks that torchrun starts (default: none)"
    )
    parser.add_argument("--page", metavar="PAGE", help="the page that shows it (default: deep.md of its topic)")


def _of_error(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("slug", metavar="NAME", help="of its page in docs/errors/")


VERBS = (
    Verb("new topic", "Make the nine pages of a topic, to be written.", 'new topic fsdp "FSDP"', _topic, _of_topic),
    Verb(
        "new snippet",
        "Make a snippet that holds, and show it on a page.",
        "new snippet fsdp/shards_at_rest.py --ranks 2",
        _snippet,
        _of_snippet,
    ),
    Verb(
        "new error", "Make an entry of the error index, with its programs.", "new error no-barrier", _error, _of_error
    ),
    Verb(
        "new site",
        "Make a site of your own, with one snippet of two ranks.",
        "new site mydocs",
        _site,
        _of_site,
        anywhere=True,
    ),
    Verb(
        "new style",
        "Write the stylesheet of runs, for a builder that loads no plugin.",
        "new style docs/lockstep.css",
        _style,
        _of_style,
        anywhere=True,
    ),
)
