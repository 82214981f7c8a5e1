"""Manifests of records: signed with a key, read only where the signature holds, refused with a reason otherwise."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
from sandbox import ROOT
from signing import COMMIT

from lockstep.problem import LockstepError
from lockstep.record import manifest
from lockstep.record.manifest import BadManifest, Entry
from lockstep.snippet.snippet import read_snippet

PATH = "snippets/recorded/1xh200/topic/one.json"


@pytest.fixture
def signed(sandbox, signer):
    """The file of a manifest of one record."""
    sandbox.snippet(needs="gpus = 1")
    sandbox.recorded(profile="1xh200")
    signer.allow()
    return signer.sign(sandbox.root, PATH)


def refused(path) -> str:
    with pytest.raises(BadManifest) as caught:
        manifest.read(path)
    return f"{caught.value}. {caught.value.todo}"


def test_what_is_signed_is_what_is_read(sandbox, signed):
    entry = Entry(manifest.digest(sandbox.root / PATH), read_snippet(sandbox.root, "topic/one.py").key)
    assert manifest.read(signed) == manifest.Manifest("gpu-1", COMMIT, {PATH: entry})
    assert re.fullmatch(r"snippets/recorded/1xh200/[0-9a-f]{12}\.signed", signed.relative_to(sandbox.root).as_posix())


def test_a_person_verifies_it_with_openssh_alone(signed, signer):
    text, begin, signature = signed.read_text("utf-8").partition("-----BEGIN SSH SIGNATURE-----\n")
    (signer.folder / "signature").write_text(begin + signature, "utf-8")
    words = ["-f", str(signer.signers), "-I", "gpu-1", "-n", "lockstep-records", "-s", str(signer.folder / "signature")]
    done = subprocess.run(
        ["ssh-keygen", "-Y", "verify", *words], input=text, text=True, capture_output=True, check=False
    )
    assert done.stdout.startswith('Good "lockstep-records" signature for gpu-1'), done.stderr


@pytest.mark.parametrize("field", ["runner", "commit", "digest", "key", "path"])
def test_a_change_of_each_field_is_found(signed, signer, field):
    signer.signers.write_text("# none\n", "utf-8")
    signer.allow("gpu-1,gpu-2")  # else a change of the name would be found for another reason
    text = signed.read_text("utf-8")
    changed = {
        "runner": text.replace("runner gpu-1", "runner gpu-2"),
        "commit": text.replace(COMMIT, "d" * 40),
        "digest": re.sub(r"\n[0-9a-f]{64} ", f"\n{'0' * 64} ", text),
        "key": re.sub(r" [0-9a-f]{64} ", f" {'0' * 64} ", text),
        "path": text.replace("/one.json", "/two.json"),
    }[field]
    assert changed != text
    signed.write_text(changed, "utf-8")
    assert re.match(r"was changed after gpu-[12] signed it\. Let the GPU job of CI record again, or", refused(signed))


def test_a_changed_signature_is_found(signed):
    text = signed.read_text("utf-8")
    place = text.index("\n-----END") - 6
    signed.write_text(text[:place] + ("A" if text[place] != "A" else "B") + text[place + 1 :], "utf-8")
    assert refused(signed).startswith("was changed after gpu-1 signed it.")


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.partition("-----BEGIN")[0],
        lambda text: "",
        lambda text: text + "more\n",
        lambda text: "\n" + text,
        lambda text: text.replace("runner gpu-1", "runner *"),
        lambda text: text.replace("runner gpu-1", "runner gpu-1 <b>"),
        lambda text: text.replace("-----BEGIN SSH SIGNATURE-----\n", "-----BEGIN SSH SIGNATURE-----\n" * 2),
    ],
)
def test_what_is_no_whole_manifest_is_refused(signed, change):
    signed.write_text(change(signed.read_text("utf-8")), "utf-8")
    assert refused(signed).startswith("is no whole manifest.")


def test_a_file_that_is_too_large_or_no_text_is_refused(signed):
    signed.write_bytes(b"\xff")
    assert refused(signed).startswith("cannot be read: ")
    signed.write_bytes(b"a" * (1 << 20) + b"a")
    assert refused(signed).startswith("is larger than 1048576 bytes.")
    signed.unlink()
    assert refused(signed).startswith("cannot be read: ")
    os.mkfifo(signed)  # to read it would take for ever
    assert refused(signed).startswith("is no plain file.")


def test_a_key_that_is_not_on_the_list_is_refused(signed, signer):
    signer.signers.write_text("# none\n", "utf-8")
    assert refused(signed).startswith("has no valid signature of a key in .github/allowed_signers.")


def test_the_key_of_another_runner_is_refused(signed, signer):
    signer.signers.write_text("# none\n", "utf-8")
    signer.allow("gpu-2")
    assert refused(signed).startswith("names the runner gpu-1, but is signed with the key of gpu-2.")


def test_a_signature_for_another_purpose_is_refused(signed, signer):
    text, _, _ = signed.read_text("utf-8").partition("-----BEGIN")
    words = ["ssh-keygen", "-Y", "sign", "-f", str(signer.key), "-n", "git"]
    made = subprocess.run(words, input=text, text=True, capture_output=True, check=True)
    signed.write_text(text + made.stdout, "utf-8")
    assert refused(signed).startswith("was changed after gpu-1 signed it.")


def test_without_ssh_keygen_nothing_counts_as_signed(signed, signer, sandbox, monkeypatch):
    monkeypatch.setenv("PATH", str(signer.folder))
    signer.signers.write_text(signer.signers.read_text("utf-8") + "# new\n", "utf-8")  # not from the cache
    assert refused(signed) == "is not verified: this machine has no ssh-keygen. Install OpenSSH, 8.2 or newer."
    with pytest.raises(manifest.NoSshKeygen):
        signer.sign(sandbox.root, PATH)


def test_without_the_list_of_signers_nothing_counts_as_signed(signed, signer):
    signer.signers.unlink()
    assert refused(signed).endswith("cannot be read. Restore it with git.")


def test_a_key_that_is_not_on_the_list_does_not_sign_and_the_line_is_told(sandbox, signer):
    sandbox.snippet(needs="gpus = 1")
    sandbox.recorded(profile="1xh200")
    with pytest.raises(LockstepError) as caught:
        signer.sign(sandbox.root, PATH)
    said, _, line = str(caught.value).partition("Add this line to .github/allowed_signers: ")
    assert said.startswith(f"{signer.key}: what it signs has no valid signature of a key in .github/allowed_signers.")
    assert line == signer.allow().strip()
    assert manifest.read(signer.sign(sandbox.root, PATH)).runner == "gpu-1"


@pytest.mark.parametrize("content", [None, "no key"])
def test_a_key_that_cannot_be_read_is_told(sandbox, signer, content):
    sandbox.snippet(needs="gpus = 1")
    sandbox.recorded(profile="1xh200")
    signer.key = signer.folder / "other"
    if content:
        signer.key.write_text(content, "utf-8")
    with pytest.raises(LockstepError, match=r"other: cannot sign: .*\. Name the file of a private ed25519 key"):
        signer.sign(sandbox.root, PATH)


def test_only_whole_records_are_signed(sandbox, signer):
    sandbox.snippet(needs="gpus = 1")
    with pytest.raises(LockstepError, match=r"one\.json: is not there\. Record it first\."):
        signer.sign(sandbox.root, PATH)
    sandbox.recorded(profile="1xh200")
    (sandbox.root / PATH).write_text("{}", "utf-8")
    with pytest.raises(LockstepError, match=r"one\.json: is not a whole record: .* Record it again\."):
        signer.sign(sandbox.root, PATH)


def test_the_list_of_the_repository_says_how_a_key_gets_in():
    lines = (ROOT / ".github/allowed_signers").read_text("utf-8").splitlines()
    keys = [line for line in lines if line and not line.startswith("#")]
    assert manifest.SIGNERS == ROOT / ".github/allowed_signers"
    assert all(re.fullmatch(r'[\w.-]+ namespaces="lockstep-records" ssh-ed25519 [\w+/=]+', line) for line in keys)
    assert "How a key gets in" in "".join(lines)
