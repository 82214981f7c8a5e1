"""Verbs that print the book and the sheets, and export the questions."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from lockstep.cli.verb import Verb, site_folder, write
from lockstep.project import Project


def _pdf(project: Project, args: argparse.Namespace) -> int:
    from lockstep.paper import pdf
    from lockstep.site import offline

    for path, size in pdf.write(args.site, project):
        print(f"{path}: {size / 1e6:.1f} MB")
    offline.fill_worker(args.site)  # the pages link to the book now
    return 0


def _export(project: Project, args: argparse.Namespace) -> int:
    from lockstep.site import export

    text = export.as_json(project) if args.format == "json" else export.as_anki(project)
    write(args.path, text)
    print(f"{args.path}: {text.count(chr(10))} lines", file=sys.stderr)
    return 0


def _of_export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("format", choices=("json", "anki"), help="the bank as JSON, or a text file that Anki imports")
    parser.add_argument("path", type=Path, metavar="FILE")


VERBS = (
    Verb("pdf", "Print a built site: the book, and each sheet on one leaf.", "pdf site", _pdf, site_folder),
    Verb("export", "Write all questions for other tools.", "export anki site/lockstep-anki.txt", _export, _of_export),
)
