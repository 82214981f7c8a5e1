"""A project in which `verify` found nothing wrong is not checked again while all that it reads is as it was."""

from __future__ import annotations

import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from sandbox import ENVIRONMENT, ROOT

from lockstep.cli.command_line import main
from lockstep.rules import everything, unchanged
from lockstep.rules.unchanged import VERDICT, digest

AGAIN = "Nothing has changed since this was checked."
# Prints each file that a verb opened, and each program that it started.
AUDIT = """
import json, os, sys
seen = []
def hook(event, arguments):
    if event == "open" and isinstance(arguments[0], str | bytes):
        seen.append(os.path.abspath(os.fsdecode(arguments[0])))
    elif event in ("subprocess.Popen", "os.system", "os.posix_spawn", "os.exec", "socket.connect"):
        seen.append(f"{event} {arguments}")
sys.addaudithook(hook)
from lockstep.cli.command_line import main
code = main(["--root", sys.argv[1], "verify"])
print(json.dumps(sorted(set(seen))))
sys.exit(code)
"""


@pytest.fixture
def sound(sandbox):
    """A project without a problem, which `verify --changed` has checked."""
    sandbox.page("# Home\n\nText.\n")
    assert verify(sandbox) == 0
    return sandbox


def verify(sandbox, *words: str) -> int:
    return main(["--root", str(sandbox.root), "verify", "--changed", *words])


def test_what_has_not_changed_is_not_checked_again(sound, monkeypatch, capsys):
    monkeypatch.setattr(everything, "problems", None)  # a check would end with an error
    assert verify(sound) == 0
    assert capsys.readouterr().err.splitlines()[-1] == AGAIN


@pytest.mark.parametrize(
    "change",
    [
        lambda root: (root / "docs/index.md").write_text("# Home\n\nText!\n"),
        lambda root: (root / "docs/index.md").rename(root / "docs/other.md"),
        lambda root: (root / "docs/new").mkdir(),
        lambda root: (root / "snippets/build").mkdir(),
        lambda root: (root / "docs/.hidden.md").write_text("text"),
        lambda root: (root / "docs/data.bin").symlink_to("index.md"),
        lambda root: (root / "docs/index.md").chmod(0) or (root / "docs/index.md").unlink(),
        lambda root: (root / "mkdocs.yml").write_text("site_name: x\n"),
        lambda root: (root / ".github").mkdir() or (root / ".github/allowed_signers").write_text("a key"),
    ],
)
def test_a_file_or_folder_that_changed_is_seen(sound, change):
    before = digest(sound.root)
    change(sound.root)
    assert digest(sound.root) != before


def test_a_file_that_becomes_a_link_to_its_own_content_is_seen(sound):
    page, before = sound.root / "docs/index.md", digest(sound.root)
    page.rename(sound.root.parent / "index.md")
    page.symlink_to(sound.root.parent / "index.md")
    assert digest(sound.root) != before


def test_another_python_package_or_source_of_lockstep_is_seen(sound, monkeypatch, tmp_path):
    before = {digest(sound.root)}
    installed = [SimpleNamespace(name="torch", version="2.13.0"), *importlib.metadata.distributions()]
    with monkeypatch.context() as patch:
        patch.setattr(importlib.metadata, "distributions", lambda: installed)
        before.add(digest(sound.root))
    with monkeypatch.context() as patch:
        patch.setattr(sys, "version", "3.99.0")
        before.add(digest(sound.root))
    copy = tmp_path / "lockstep"
    shutil.copytree(ROOT / "lockstep/rules", copy / "rules")
    monkeypatch.setattr(unchanged, "PACKAGE", copy)
    before.add(digest(sound.root))
    (copy / "rules/links.py").write_text("")
    before.add(digest(sound.root))
    assert len(before) == 5


def test_a_file_that_a_link_leads_to_is_seen_and_a_folder_is_never_the_same(sound, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    target = outside / "target.yml"
    target.write_text("site_name: x\n")
    (sound.root / "mkdocs.yml").symlink_to(target)
    before = digest(sound.root)
    assert digest(sound.root) == before
    target.write_text("site_name: y\n")
    assert digest(sound.root) != before
    (sound.root / "snippets/recorded").symlink_to(outside)
    assert digest(sound.root) != digest(sound.root)


def test_torch_of_another_place_and_an_edited_one_are_seen(sound, monkeypatch, tmp_path):
    before = {digest(sound.root)}
    other = tmp_path / "torch/__init__.py"
    other.parent.mkdir()
    other.write_text("")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "torch", raising=False)
    before.add(digest(sound.root))
    other.write_text("version = 1")
    before.add(digest(sound.root))
    assert len(before) == 3


def test_names_cannot_stand_for_other_files(sound):
    (sound.root / "a").write_text("")
    (sound.root / "b").write_text("")
    before = digest(sound.root)
    (sound.root / "b").unlink()
    content = unchanged._content(sound.root / "a")
    (sound.root / "a").rename(sound.root / f"a {content}\nb")
    assert digest(sound.root) != before


def test_what_python_keeps_of_modules_changes_nothing(sound):
    before = digest(sound.root)
    sound.write("", "__pycache__/one.cpython-311.pyc")
    assert digest(sound.root) == before


def test_a_problem_is_told_each_time(sound, capsys):
    sound.page("# Home\n\n[gone](gone.md)\n")
    for _ in range(2):
        assert verify(sound) == 1
        assert "gone.md" in capsys.readouterr().out


def test_a_file_that_is_saved_while_it_is_read_is_checked_again(sound, monkeypatch, capsys):
    def problems(project, release):
        sound.page("# Home\n\nNew text.\n")
        yield from ()

    sound.page("# Home\n\nOther text.\n")
    with monkeypatch.context() as patch:
        patch.setattr(everything, "problems", problems)
        assert verify(sound) == 0
    sound.page("# Home\n\nOther text.\n")
    assert verify(sound) == 0
    assert capsys.readouterr().err.splitlines()[-1] != AGAIN


def test_a_release_is_always_checked(sound, capsys):
    assert verify(sound, "--release") == 0
    assert capsys.readouterr().err.splitlines()[-1] != AGAIN


@pytest.mark.parametrize("kept", [b"", b"\xff\xfe", b"0\n0 problems\n"])
def test_a_verdict_that_is_broken_or_of_another_state_counts_for_nothing(sound, kept, capsys):
    (sound.root / VERDICT).write_bytes(kept)
    assert verify(sound) == 0
    assert capsys.readouterr().err.splitlines()[-1] != AGAIN


def test_where_nothing_can_be_kept_all_is_checked_each_time(sound, capsys):
    shutil.rmtree(sound.root / ".cache")
    (sound.root / ".cache").write_text("a file")
    assert verify(sound) == verify(sound) == 0
    assert AGAIN not in capsys.readouterr().err


def test_verify_alone_keeps_no_verdict(sandbox):
    sandbox.page("# Home\n\nText.\n")
    assert main(["--root", str(sandbox.root), "verify"]) == 0
    assert not (sandbox.root / VERDICT).exists()


@pytest.mark.torch
def test_verify_reads_nothing_that_the_digest_leaves_out():
    """Of this project: each file that it opens is in the digest, or belongs to Python or to a package."""
    command = [sys.executable, "-c", AUDIT, str(ROOT)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    folders = [*(ROOT / name for name in unchanged.FOLDERS), unchanged.PACKAGE]
    known = {str(path) for folder in folders for path in unchanged.entries(folder)}
    known |= {str(path) for path in ROOT.iterdir()}
    of_python = tuple(f"{Path(folder)}{os.sep}" for folder in {sys.prefix, sys.base_prefix, sys.exec_prefix})
    others = [
        path
        for path in json.loads(done.stdout.splitlines()[-1])
        if path not in known and not path.startswith(of_python) and "__pycache__" not in path
    ]
    # The first is of the version of torch; of the second no rule takes anything.
    assert [path for path in others if not path.startswith(f"{ROOT}/.cache/absent-")] in ([], ["/proc/cpuinfo"])
    assert f"{ROOT}/docs/index.md" in known
