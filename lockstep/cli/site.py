"""Verbs that serve, finish and check a built site. They import late: their libraries are in the group `site`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from lockstep.cli import snippets
from lockstep.cli.verb import Verb, site_folder, write
from lockstep.explain import entry
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project


def _serve(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import serve

    snippets.need_torch()
    return serve.serve(project.root, args.dev_addr)


def _finish(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import assistants, finish, programs

    finish.check(args.site)
    finish.add_programs(project, args.site)
    assistants.write(project, args.site)
    programs.write(project, args.site)
    done = finish.finish(args.site, os.environ.get("SITE_URL", ""))
    if args.to:
        finish.put_in_place(args.site, args.to)
    print(f"{args.to or args.site}: {done}", file=sys.stderr)
    return 0


def _offline(_: Project, args: argparse.Namespace) -> int:
    from lockstep.site import finish, offline

    finish.check(args.site)
    path = offline.write_zip(args.site)
    offline.offer(args.site)
    offline.fill_worker(args.site)  # the pages have changed
    print(f"{path}: {path.stat().st_size / 1e6:.1f} MB", file=sys.stderr)
    return 0


def _links(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import built, links

    faults = (links.elsewhere if args.elsewhere else links.within)(project.root, args.site)
    return built.tell(project.root, args.site, faults)


def _html(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import built, html_check

    return built.tell(project.root, args.site, html_check.faults(args.site))


def _nav(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import nav

    write(args.path, nav.written_out(project))
    return 0


def _mcp(project: Project, args: argparse.Namespace) -> int:
    try:
        from lockstep.site.mcp_server import server
    except ModuleNotFoundError as error:
        if not error.name or error.name.partition(".")[0] != "mcp":
            raise
        todo = 'Install it: python -m pip install "mcp>=1.20,<2"'
        raise LockstepError([Problem("mcp", 0, "is not installed.", todo)]) from error
    if not (project.root / entry.FOLDER).is_dir():
        todo = "Run it in a clone of Lockstep, or name one: python -m lockstep --root CLONE mcp."
        raise LockstepError([Problem(str(project.root), 0, f"holds no {entry.FOLDER}/, the error index.", todo)])
    server(project).run()
    return 0


def _of_serve(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--dev-addr", default="127.0.0.1:8000", metavar="HOST:PORT", help="default: %(default)s")


def _of_finish(parser: argparse.ArgumentParser) -> None:
    site_folder(parser)
    parser.add_argument("--as", dest="to", type=Path, metavar="FOLDER", help="then put it in the place of this one")


def _of_links(parser: argparse.ArgumentParser) -> None:
    site_folder(parser)
    parser.add_argument("--elsewhere", action="store_true", help="those to other hosts, as .github/lychee.toml says")


def _of_nav(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="FILE", help="where to write the settings")


VERBS = (
    Verb(
        "serve",
        "Serve the site; a saved snippet runs again and its page reloads.",
        "serve --dev-addr 127.0.0.1:8001",
        _serve,
        _of_serve,
        tidies=True,
    ),
    Verb(
        "finish",
        "Complete a built site: pack it, write robots.txt, fill the worker.",
        "finish site",
        _finish,
        _of_finish,
    ),
    Verb(
        "offline", "Write a zip of a built site that is read without a network.", "offline site", _offline, site_folder
    ),
    Verb("html", "Check that the pages of a built site are valid HTML.", "html site", _html, site_folder),
    Verb(
        "links", "Check where the links of a built site lead.", "links site --elsewhere", _links, _of_links, tidies=True
    ),
    Verb("mcp", "Answer an assistant that speaks the Model Context Protocol, from this checkout.", "mcp", _mcp),
    Verb("nav", "Write mkdocs.yml with all of nav, for a builder that runs no hook.", "nav .mkdocs.yml", _nav, _of_nav),
)
