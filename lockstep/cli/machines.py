"""Verbs for records of many machines and for the workflows; they need the standard library alone."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from lockstep.ci import collect, drift, github, review, sbom
from lockstep.cli import snippets
from lockstep.cli.verb import Verb, shard
from lockstep.engine import machine
from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.record import manifest
from lockstep.record.manifest import NoSshKeygen


def _collect(project: Project, args: argparse.Namespace) -> int:
    try:
        copied, problems = collect.collect(project.root, args.folder, args.skip, args.signed)
    except OSError as error:
        what = f"cannot be written: {error.strerror}."
        raise LockstepError([Problem(str(args.folder), 0, what, "Make room.")]) from error
    for problem in problems:
        print(problem)
    print(f"{args.folder}: {len(copied)} records copied", file=sys.stderr)
    return 1 if problems else 0


def _sign(project: Project, args: argparse.Namespace) -> int:
    """Sign the records of GPUs that differ from the commit, a manifest for each profile."""
    if not manifest.RUNNER.fullmatch(args.runner):
        what, todo = "is no name of a runner.", "It has letters, digits, '-', '_' and '.', 64 at most."
        raise LockstepError([Problem(args.runner or "--runner", 0, what, todo)])
    if not args.key.is_file():
        what, todo = "is no file.", "Name the private key of this machine; in CI the variable GPU_SIGNING_KEY does."
        raise LockstepError([Problem(f"--key {args.key}", 0, what, todo)])
    commit = github.call(project.root, "git", "rev-parse", "HEAD")
    by_profile: dict[str, list[str]] = {}
    for path in collect.new_records(project.root):
        profile, name = collect.profile_and_snippet(path)
        if name and profile != machine.CPU:
            by_profile.setdefault(profile, []).append(path)
    for profile, paths in by_profile.items():
        try:
            signed = manifest.sign(project.root, paths, key=args.key, runner=args.runner, commit=commit)
        except NoSshKeygen as error:
            raise LockstepError([Problem(profile, 0, "is not signed: there is no ssh-keygen.", error.todo)]) from error
        print(f"{profile}: {len(paths)} records signed, {signed.name}", file=sys.stderr)
    return 0


def _plan(project: Project, args: argparse.Namespace) -> int:
    wanted, why = github.plan(project, os.environ.get("GPU_RUNNER", ""))
    print(f"::notice::{why}")
    github.output(record=str(wanted).lower(), commit=github.call(project.root, "git", "rev-parse", "HEAD"))
    return 0


def _propose(project: Project, args: argparse.Namespace) -> int:
    run = "{GITHUB_SERVER_URL}/{GITHUB_REPOSITORY}/actions/runs/{GITHUB_RUN_ID}"
    where = run.format_map(os.environ) if "GITHUB_RUN_ID" in os.environ else ""
    problems = github.propose(project, args.folder, args.base, where)
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def _review(project: Project, args: argparse.Namespace) -> int:
    print(review.changes(project, args.base), end="")
    return 0


def _issue(project: Project, args: argparse.Namespace) -> int:
    text = args.file.read_text("utf-8")
    shown = f"{args.fence}\n\n{github.fenced(text)}" if args.fence and text.strip() else text
    github.issue(project.root, shown, args.label, args.title)
    return 0


def _sbom(project: Project, args: argparse.Namespace) -> int:
    try:
        args.path.write_text(sbom.bill((project.root / sbom.LOCK).read_text("utf-8")), "utf-8", newline="\n")
    except OSError as error:
        what = f"{error.strerror}."
        raise LockstepError(
            [Problem(str(error.filename or args.path), 0, what, "nox -s lock writes the lock.")]
        ) from error
    return 0


def _drift_check(project: Project, args: argparse.Namespace) -> int:
    by_profile = snippets.outcomes(project, "check", profile=machine.CPU, part=args.shard, cold=True)
    outcomes = [outcome for of_profile in by_profile for outcome in of_profile]
    drift.keep(snippets.lines(outcomes), args.path)
    return 1 if any(outcome.verdict == snippets.UNREADABLE for outcome in outcomes) else 0


def _drift_report(_: Project, args: argparse.Namespace) -> int:
    print(drift.report(drift.parts(args.folder), args.of), end="")
    return 0


def _of_collect(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a checkout, or an empty folder")
    parser.add_argument("--skip", default="", metavar="PROFILE", help="leave out the records of this profile")
    parser.add_argument("--signed", action="store_true", help="of GPUs, only records that a runner has signed")


def _of_sign(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--key", type=Path, required=True, metavar="FILE", help="private SSH key of this machine")
    parser.add_argument("--runner", required=True, metavar="NAME", help="of this machine in .github/allowed_signers")


def _of_propose(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what `collect` copied on other machines")
    parser.add_argument("--base", required=True, help="the branch that the records are of")


def _of_review(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--base", required=True, metavar="COMMIT", help="what the branch goes into")


def _of_issue(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="what it says; empty: all is well")
    parser.add_argument("--label", required=True)
    parser.add_argument("--title", required=True)
    parser.add_argument("--fence", metavar="LINE", help="the file is plain text: show it in a fence below this line")


def _of_sbom(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("path", type=Path, metavar="FILE", help="where to write it")


def _of_drift_check(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shard", type=shard, metavar="i/n")
    parser.add_argument("path", type=Path, metavar="FILE", help="where to keep what it found")


def _of_drift_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="what the parts have kept")
    parser.add_argument("--of", type=int, required=True, metavar="N", help="how many parts there are")


VERBS = (
    Verb(
        "collect",
        "Copy the records that this machine made to another checkout.",
        "collect ../main",
        _collect,
        _of_collect,
        tidies=True,
    ),
    Verb(
        "sign",
        "Sign the GPU records that this machine made.",
        "sign --key ~/.ssh/lockstep-records --runner h200-1",
        _sign,
        _of_sign,
    ),
    Verb("ci plan", "Say whether a GPU runner is to be started; GPU_RUNNER names it.", "ci plan", _plan, tidies=True),
    Verb(
        "ci propose",
        "Open or renew the pull request with records.",
        "ci propose records --base main",
        _propose,
        _of_propose,
        tidies=True,
    ),
    Verb(
        "ci review",
        "Print what a branch changes in records, as Markdown.",
        "ci review --base main",
        _review,
        _of_review,
    ),
    Verb(
        "ci issue",
        "Open, renew or close the one issue of a label.",
        'ci issue links.txt --label links --title "Dead links"',
        _issue,
        _of_issue,
        tidies=True,
    ),
    Verb("sbom", "Write what the lock installs as CycloneDX.", "sbom site/sbom.json", _sbom, _of_sbom),
    Verb(
        "drift check",
        "Check a part of the records with the torch that is installed; keep it.",
        "drift check 2/4 parts/2.json",
        _drift_check,
        _of_drift_check,
        tidies=True,
    ),
    Verb(
        "drift report",
        "Print what another torch changes, as the text of an issue.",
        "drift report parts --of 4 > issue.md",
        _drift_report,
        _of_drift_report,
    ),
)
