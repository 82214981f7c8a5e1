"""Where a record comes from, in the words of a page: a machine of CI that signed it, or a person.

The record of a GPU whose digest stands in a signed manifest was made by the GPU job of CI; any other was recorded by
hand, and the commit that brought it says when and by whom. Records of the CPU need no signature: CI runs them again.
"""

from __future__ import annotations

import functools
import subprocess
from collections.abc import Iterator
from pathlib import Path

from lockstep.engine.machine import CPU
from lockstep.problem import Problem
from lockstep.record import manifest
from lockstep.record.manifest import BadManifest, Entry, Manifest, NoSshKeygen
from lockstep.record.record import RECORDS_FOLDER, BadRecord, Record, read_record, record_path

AGAIN = "run again by CI"
BY_HAND = "recorded by hand, not attested"


def words(root: Path, record: Record) -> str:
    """Where a record comes from, as the pages say it."""
    if record.profile == CPU:
        return AGAIN
    try:
        runner = signed_by(root, record)
    except NoSshKeygen:
        return "origin not verified: no ssh-keygen where this page was built"
    except OSError:  # a record that was never written
        return BY_HAND
    if runner:
        return f"made by the GPU job of CI, signed by {runner}"
    path = record_path(root, record.profile, record.snippet)
    saved = max(file.stat().st_mtime_ns for file in (root / RECORDS_FOLDER / record.profile).rglob("*.json"))
    commit = _commits(root, record.profile, saved).get(path.relative_to(root).as_posix())
    return f"{BY_HAND} ({commit})" if commit else BY_HAND


def signed_by(root: Path, record: Record) -> str:
    """The runner that signed a record as it lies under a root; empty if none did.

    Raises:
        NoSshKeygen: a manifest of its profile cannot be verified on this machine, and no other names it.
    """
    path = record_path(root, record.profile, record.snippet)
    entry = Entry(manifest.digest(path), record.key)
    unknown = None
    for file in _files(root, record.profile):
        try:
            signed = manifest.read(file)
        except NoSshKeygen as error:
            unknown = error
            continue
        except BadManifest:
            continue  # `problems` tells it
        if signed.entries.get(path.relative_to(root).as_posix()) == entry:
            return signed.runner
    if unknown:
        raise unknown
    return ""


def problems(root: Path) -> Iterator[Problem]:
    """Manifests that cannot be trusted or name nothing that is here, and records that differ from what was signed."""
    verified: dict[str, Manifest] = {}
    for file in _files(root):
        shown = file.relative_to(root).as_posix()
        try:
            verified[shown] = manifest.read(file)
        except BadManifest as error:
            yield Problem(shown, 0, f"{error}.", error.todo)
    entries = {pair for signed in verified.values() for pair in signed.entries.items()}
    now = {path: _entry(root, path) for path, _ in entries}
    for shown, signed in verified.items():
        if not any(now[path] == entry for path, entry in signed.entries.items()):
            yield Problem(shown, 0, "names no record as it is here.", "Delete it.")
        for path, entry in signed.entries.items():
            found = now[path]
            if found and found.key == entry.key and (path, found) not in entries:
                todo = f"Restore it with git, or let the GPU job record it again: {shown} names it."
                yield Problem(path, 0, f"is not as {signed.runner} signed it.", todo)


def prune(root: Path) -> list[str]:
    """Delete verified manifests of which every record was replaced; returns their paths."""
    outdated = []
    for file in _files(root):
        try:
            entries = manifest.read(file).entries
        except BadManifest:
            continue
        if not any(_entry(root, path) == entry for path, entry in entries.items()):
            file.unlink()
            outdated.append(file.relative_to(root).as_posix())
    return outdated


def _files(root: Path, profile: str = "*") -> list[Path]:
    """The manifests of a profile, or of all."""
    return sorted((root / RECORDS_FOLDER).glob(f"{profile}/*{manifest.SUFFIX}"))


def _entry(root: Path, path: str) -> Entry | None:
    """What a manifest would say of a record as it is now; None if it is not there or not whole."""
    profile, _, name = path.removeprefix(f"{RECORDS_FOLDER}/").partition("/")
    try:
        record = read_record(root, profile, name.removesuffix(".json") + ".py")
        return Entry(manifest.digest(root / path), record.key) if record else None
    except (BadRecord, OSError):
        return None


@functools.lru_cache(maxsize=16)
def _commits(root: Path, profile: str, saved: int) -> dict[str, str]:
    """The commit that last touched each record of a profile, with its author's date, by path: "3f2a91c04d, 2026-11-20".

    Empty where git knows no full history. A record that differs from its commit is left out. `saved` is when a record
    of the profile was last written, so that a server that runs on asks git again.
    """
    folder = f"{RECORDS_FOLDER}/{profile}"
    if _git(root, "rev-parse", "--is-shallow-repository").strip() != "false":
        return {}
    changed = _git(root, "diff", "--name-only", "--relative", "HEAD", "--", folder).splitlines()
    commits: dict[str, str] = {}
    commit = ""
    for line in _git(
        root, "log", "--format=@%h, %as", "--abbrev=10", "--name-only", "--relative", "--", folder
    ).splitlines():
        if line.startswith("@"):
            commit = line[1:]
        elif line and line not in changed:
            commits.setdefault(line, commit)
    return commits


def _git(root: Path, *words: str) -> str:
    try:
        command = ["git", "-c", "core.quotePath=false", *words]
        return subprocess.run(command, cwd=root, capture_output=True, check=True).stdout.decode("utf-8", "replace")
    except (OSError, subprocess.CalledProcessError):
        return ""
