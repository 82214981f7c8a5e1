"""Find the verb, read its arguments, call it, print what is wrong, exit with 0 (fine), 1 (problems) or 2 (usage)."""

from __future__ import annotations

import argparse
import errno
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from lockstep.cli import machines, new, own_job, paper, plan, site, snippets, what_if
from lockstep.cli.verb import Verb
from lockstep.engine.process import Stopped, stop_once
from lockstep.problem import LockstepError, Problem, by_nox, did_you_mean
from lockstep.project import Project, find_root

GROUPS: dict[str, tuple[Verb, ...]] = {
    "Snippets": (*snippets.VERBS, *what_if.VERBS),
    "Your own job": (*own_job.VERBS, *plan.VERBS),
    "Site": site.VERBS,
    "Paper and export": paper.VERBS,
    "Many machines and CI": machines.VERBS,
    "New": new.VERBS,
}
VERBS = {verb.name: verb for verbs in GROUPS.values() for verb in verbs}
_PURPOSE = "Cheat sheets on training PyTorch models on many GPUs, with every output printed by the code beside it."
_TODO = {  # where the system refuses to read or write
    errno.ENOSPC: "Make room, or name another.",
    errno.EDQUOT: "Make room, or name another.",
    errno.ENOENT: "Create it first, or name another.",
    errno.EACCES: "Get permission for it, or name another.",
    errno.EPERM: "Get permission for it, or name another.",
    errno.EROFS: "Name another that can be written.",
}
_WIDTH = 14  # of the column of names


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code."""
    args = parse(argv)
    if args.tidies:
        stop_once()
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # a console may lack a character
    try:
        project = Project(args.root or Path.cwd()) if args.anywhere else _project(args.root)
        code = args.call(project, args)
        if not sys.stdout.closed:  # as a server of assistants leaves it
            sys.stdout.flush()  # a full disk is told here, in words, and not by the interpreter at its end
        return code
    except LockstepError as error:
        print(error, file=sys.stderr)
        return error.code
    except ModuleNotFoundError as error:
        if not error.name or error.name.startswith("lockstep"):
            raise
        todo = (
            "nox has an environment with all that is needed: nox -l lists its sessions."
            if by_nox()
            else "Install the package with its extra, lockstep[docs]: it holds what a site needs."
        )
        print(Problem(sys.executable, 0, f"has no {error.name}.", todo), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of the pipe, such as head, has ended
        _print_no_more()
        return 1
    except OSError as error:  # what a verb reads or writes; a full disk, a folder that is a file
        place = error.filename or getattr(args, "path", None) or getattr(args, "site", None) or "standard output"
        todo = _TODO.get(error.errno or 0, "Name another.")
        print(Problem(str(place), 0, f"{error.strerror or error}.", todo), file=sys.stderr)
        if place == "standard output":
            _print_no_more()
        return 2
    except Stopped as stopped:
        print("\nStopped. Records that were finished are kept.", file=sys.stderr, flush=True)
        return stopped.code


def _print_no_more() -> None:
    """Let what is still to be flushed to standard output vanish: nobody can take it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def parse(argv: Sequence[str] | None = None) -> argparse.Namespace:
    """The arguments of a command line, with `call`, `tidies` and `anywhere` of its verb, and `root`, or None.

    Raises:
        SystemExit: help was asked for (0), or the usage is wrong (2); it has been printed.
    """
    parser = _parser()
    args = parser.parse_args(argv)
    if not args.words:
        parser.error("which COMMAND? --help lists them all.")
    verb, rest = _find(parser, *args.words)
    known = argparse.Namespace(call=verb.call, tidies=verb.tidies, anywhere=verb.anywhere, root=args.root)
    return verb.parser().parse_args(rest, known)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "python -m lockstep",
        usage="%(prog)s [-h] [--root FOLDER] COMMAND ...",
        description=f"{_PURPOSE}\n\n{_overview(GROUPS)}",
        epilog="python -m lockstep COMMAND --help says what a command takes, with an example.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        add_help=False,
    )
    parser.add_argument("-h", "--help", action="help", help="print this")
    parser.add_argument(
        "--root", type=Path, metavar="FOLDER", help="the one that holds docs/ and snippets/; else found from here"
    )
    parser.add_argument("words", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    return parser


def _overview(groups: dict[str, tuple[Verb, ...]]) -> str:
    """The verbs by their groups, a line each."""
    parts = [[f"{name}:", *(f"  {verb.name:<{_WIDTH}}{verb.text}" for verb in verbs)] for name, verbs in groups.items()]
    return "\n\n".join("\n".join(lines) for lines in parts)


def _find(parser: argparse.ArgumentParser, word: str, *rest: str) -> tuple[Verb, tuple[str, ...]]:
    """The verb of a command line, and what stands behind it."""
    pair = " ".join([word, *rest[:1]])
    if pair in VERBS:
        return VERBS[pair], rest[1:]
    if word in VERBS:
        return VERBS[word], rest
    family = tuple(verb for name, verb in VERBS.items() if name.startswith(f"{word} "))
    if family and rest[:1] in ((), ("-h",), ("--help",)):
        print(_overview({f"python -m lockstep {word}": family}), file=sys.stdout if rest else sys.stderr)
        parser.exit(0 if rest else 2)
    wrong, known = (pair, [verb.name for verb in family]) if family else (word, [*VERBS])
    parser.error(f"there is no command {wrong!r}. {did_you_mean(wrong, known)} --help lists them all.")


def _project(root: Path | None) -> Project:
    folder = root.resolve() if root else find_root()
    if not (folder / "docs").is_dir() or not (folder / "snippets").is_dir():
        todo = "Run it inside the project, or name it with --root. The two folders have these names in each project."
        raise LockstepError([Problem(str(folder), 0, "holds no docs/ and snippets/.", todo)])
    return Project(folder)
