"""Manifests: what the GPU job of CI says that it recorded, signed by the machine that ran it.

One file for each run and profile, `snippets/recorded/<profile>/<digest>.signed`: the runner's name, the commit of the
snippets, and for each record its digest, the key of its snippet and its path; below them an SSH signature over all of
that. OpenSSH signs and verifies (`ssh-keygen -Y`), so no library is needed, and a person can verify without this code.
"""

from __future__ import annotations

import functools
import hashlib
import re
import stat
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from lockstep.problem import LockstepError, Problem
from lockstep.record import record
from lockstep.record.record import RECORDS_FOLDER, BadRecord, read_record

SUFFIX = ".signed"
SIGNERS = Path(__file__).parents[2] / ".github/allowed_signers"  # of the code that verifies, not of what is verified
NAMESPACE = "lockstep-records"
RUNNER = re.compile(r"[A-Za-z0-9][\w.-]{0,63}", re.A)
_LIMIT = 1 << 20  # bytes of a manifest; a line has some 200
_BEGIN = "-----BEGIN SSH SIGNATURE-----\n"
_SIGNATURE = re.compile(r"(?:[A-Za-z0-9+/=]+\n)+-----END SSH SIGNATURE-----\n")
_TEXT = re.compile(
    r"lockstep records 1\n"
    rf"runner (?P<runner>{RUNNER.pattern})\n"
    r"commit (?P<commit>[0-9a-f]{40,64})\n"
    rf"(?P<lines>(?:[0-9a-f]{{64}} [0-9a-f]{{64}} {RECORDS_FOLDER}/[^\n]+\.json\n)+)",
    re.A,
)
_AGAIN = "Let the GPU job of CI record again, or delete it: its records then count as recorded by hand."


@dataclass(frozen=True)
class Entry:
    """One record of a manifest: the digest of its file, and the key of the snippet that it is of."""

    digest: str
    key: str


@dataclass(frozen=True)
class Manifest:
    """A manifest whose signature was verified. `entries` are by the path of the record, relative to the root."""

    runner: str
    commit: str
    entries: dict[str, Entry]


class BadManifest(Exception):
    """A manifest that cannot be trusted. The message says why, and `todo` what to do."""

    def __init__(self, what: str, todo: str = _AGAIN) -> None:
        super().__init__(what)
        self.todo = todo


class NoSshKeygen(BadManifest):
    """Nothing can be said of a signature on this machine."""

    def __init__(self) -> None:
        super().__init__("is not verified: this machine has no ssh-keygen", "Install OpenSSH, 8.2 or newer.")


def digest(path: Path) -> str:
    """The digest of a record's file, the same on each system: line ends of Windows count as those of others.

    Raises:
        OSError: it cannot be read.
    """
    return hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()


def sign(root: Path, paths: Sequence[str], *, key: Path, runner: str, commit: str) -> Path:
    """Write a manifest of records of one profile, signed with an SSH key; returns its path.

    Args:
        root: of the checkout with the records.
        paths: of the records, relative to `root`.
        key: file of a private key without a passphrase.
        runner: name of this machine, as `SIGNERS` has it.
        commit: of the snippets.

    Raises:
        LockstepError: a record or the key cannot be read, or the signature would not be accepted.
        NoSshKeygen: this machine has none.
    """
    lines = [_line(root, path) for path in sorted(paths)]
    text = "\n".join(["lockstep records 1", f"runner {runner}", f"commit {commit}", *lines, ""])
    code, signature, said = _ssh_keygen("-Y", "sign", "-f", str(key), "-n", NAMESPACE, data=text)
    if code:
        what = f"cannot sign: {(said.strip().splitlines() or ['ssh-keygen fails'])[-1]}."
        todo = "Name the file of a private ed25519 key without a passphrase, such as ssh-keygen -t ed25519 makes."
        raise LockstepError([Problem(str(key), 0, what, todo)], code=1)
    try:
        verify(text + signature)
    except BadManifest as error:
        public = " ".join(_ssh_keygen("-y", "-f", str(key))[1].split()[:2])
        todo = f'Add this line to .github/allowed_signers: {runner} namespaces="{NAMESPACE}" {public}'
        raise LockstepError([Problem(str(key), 0, f"what it signs {error}.", todo)], code=1) from error
    name = hashlib.sha256(text.encode()).hexdigest()[:12] + SUFFIX
    path = root.joinpath(*Path(paths[0]).parts[:3], name)
    record.replace(path, text + signature)
    return path


def _line(root: Path, path: str) -> str:
    """The line of a record in a manifest."""
    profile, _, name = path.removeprefix(f"{RECORDS_FOLDER}/").partition("/")
    try:
        found = read_record(root, profile, name.removesuffix(".json") + ".py")
    except BadRecord as error:
        raise LockstepError([Problem(path, 0, f"{error}.", "Record it again.")], code=1) from error
    if found is None:
        raise LockstepError([Problem(path, 0, "is not there.", "Record it first.")], code=1)
    return f"{digest(root / path)} {found.key} {path}"


def read(path: Path) -> Manifest:
    """A manifest, if its signature holds.

    Raises:
        BadManifest: it cannot be read, is no manifest, or is signed by nobody in `SIGNERS`.
    """
    try:
        facts = path.stat()
        if not stat.S_ISREG(facts.st_mode):  # a pipe may never end
            raise BadManifest("is no plain file")
        if facts.st_size > _LIMIT:
            raise BadManifest(f"is larger than {_LIMIT} bytes")
        return verify(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise BadManifest(f"cannot be read: {error}") from error


def verify(signed: str) -> Manifest:
    """A manifest from its text, if the signature below it holds.

    Raises:
        BadManifest: see `read`.
    """
    try:
        verified = _verify(signed, SIGNERS, SIGNERS.read_text("utf-8"))
    except OSError as error:
        raise BadManifest(f"is not verified: {SIGNERS} cannot be read", "Restore it with git.") from error
    if isinstance(verified, BadManifest):
        raise verified
    return verified


@functools.lru_cache(maxsize=256)
def _verify(signed: str, signers: Path, _: str) -> Manifest | BadManifest:
    """Verify once for each content of a manifest and of the list of signers; a build asks for each record."""
    text, begin, signature = signed.partition(_BEGIN)
    match = _TEXT.fullmatch(text)
    if not match or not _SIGNATURE.fullmatch(signature):
        return BadManifest("is no whole manifest")
    try:
        reason = _fault(text, begin + signature, signers, match["runner"])
    except NoSshKeygen as error:
        return error
    rows = [line.split(" ", 2) for line in match["lines"].splitlines()]
    entries = {path: Entry(digest, key) for digest, key, path in rows}
    return BadManifest(reason) if reason else Manifest(match["runner"], match["commit"], entries)


def _fault(text: str, signature: str, signers: Path, runner: str) -> str:
    """Why a signature does not hold for a runner; empty if it holds."""
    with tempfile.TemporaryDirectory(prefix="lockstep-") as folder:
        path = Path(folder, "signature")
        path.write_text(signature, "utf-8", newline="\n")
        options = ["-f", str(signers), "-s", str(path)]
        code, _, _ = _ssh_keygen("-Y", "verify", *options, "-I", runner, "-n", NAMESPACE, data=text)
        if not code:
            return ""
        owners = _ssh_keygen("-Y", "find-principals", *options)[1].replace(",", " ").split()
    if not owners:
        return "has no valid signature of a key in .github/allowed_signers"
    if runner not in owners:
        return f"names the runner {runner}, but is signed with the key of {', '.join(owners)}"
    return f"was changed after {runner} signed it"


def _ssh_keygen(*words: str, data: str = "") -> tuple[int, str, str]:
    """The exit code, standard output and standard error of ssh-keygen.

    Raises:
        NoSshKeygen: there is none.
    """
    command = ["ssh-keygen", *words]
    try:
        done = subprocess.run(command, input=data.encode(), capture_output=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoSshKeygen from error
    return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")
