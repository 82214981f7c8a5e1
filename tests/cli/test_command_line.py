"""The command line: its help, what it says of a word it does not know, exit codes."""

from __future__ import annotations

import errno
import os
import re
import shlex
import sys
from dataclasses import replace
from types import SimpleNamespace

import pytest
from sandbox import Sandbox

from lockstep.cli import command_line
from lockstep.cli.command_line import GROUPS, VERBS


def test_help_names_each_group_and_each_verb_with_its_sentence(capsys):
    with pytest.raises(SystemExit, match="0"):
        command_line.main(["--help"])
    lines = capsys.readouterr().out.splitlines()
    assert [line[:-1] for line in lines if line.endswith(":") and line[0] != " "] == [*GROUPS, "options"]
    for verb in VERBS.values():
        assert f"  {verb.name:<14}{verb.text}" in lines
        assert len(verb.name) < 14
    assert max(map(len, lines)) <= 120


@pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)
def test_each_verb_has_help_with_an_example_that_can_be_typed(verb, capsys):
    with pytest.raises(SystemExit, match="0"):
        command_line.main([*verb.name.split(), "--help"])
    said = capsys.readouterr().out
    assert said.startswith(f"usage: python -m lockstep {verb.name} ")
    assert verb.text in said
    assert f"Example:\n  python -m lockstep {verb.example}" in said
    words = shlex.split(re.sub(r" [<>] \S+", "", verb.example))
    assert command_line.parse(words).call == verb.call


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["records"], "there is no command 'records'. Did you mean record?"),
        (["drift", "checks"], "there is no command 'drift checks'. Did you mean drift check?"),
        ([], "which COMMAND? --help lists them all."),
        (["record", "--shard", "3/2"], "'3/2' is not i/n with 1 <= i <= n, such as 2/4"),
        (["record", "--shard", "x"], "'x' is not i/n"),
        (["run"], "the following arguments are required: PATH"),
        (["verify", "--fast"], "unrecognized arguments: --fast"),
    ],
)
def test_wrong_usage_is_exit_2_and_says_what_is_meant(words, said, capsys):
    with pytest.raises(SystemExit) as stopped:
        command_line.main(words)
    assert stopped.value.code == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err


@pytest.mark.parametrize(
    ("number", "todo"),
    [
        (errno.ENOSPC, "Make room, or name another."),
        (errno.ENOENT, "Create it first, or name another."),
        (errno.EACCES, "Get permission for it, or name another."),
        (errno.ENOTDIR, "Name another."),
    ],
)
def test_what_the_system_refuses_has_its_own_advice(number, todo, capsys, monkeypatch):
    def refuse(*_):
        raise OSError(number, os.strerror(number), "some/file")

    monkeypatch.setitem(command_line.VERBS, "hang", replace(VERBS["hang"], call=refuse))
    assert command_line.main(["hang", "x"]) == 2
    assert capsys.readouterr().err == f"some/file: {os.strerror(number)}. {todo}\n"


@pytest.mark.parametrize(("words", "code"), [(["ci"], 2), (["ci", "--help"], 0)])
def test_the_first_word_of_two_lists_what_may_follow(words, code, capsys):
    with pytest.raises(SystemExit) as stopped:
        command_line.main(words)
    assert stopped.value.code == code
    told = capsys.readouterr()
    assert [line.split()[1] for line in (told.err + told.out).splitlines() if line.startswith("  ci ")] == [
        "plan",
        "propose",
        "review",
        "issue",
    ]


@pytest.mark.parametrize("words", [["record", "topic/none.py"], ["run", "topic"], ["check", "--profile", "1xh200"]])
def test_what_a_verb_cannot_do_is_exit_2(sandbox, words):
    for name in ("topic/one.py", "topic/two.py"):
        sandbox.snippet(name=name)
    result = sandbox.lockstep(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_is_no_project(tmp_path):
    result = Sandbox.lockstep(SimpleNamespace(root=tmp_path), "verify")
    assert result.returncode == 2
    assert "holds no docs/ and snippets/." in result.stderr
    assert "The two folders have these names in each project." in result.stderr


def test_a_library_that_is_missing_is_named_and_a_module_of_ours_is_a_bug(sandbox, monkeypatch, capsys):
    def missing(name: str):
        def call(project, args):
            raise ModuleNotFoundError(name=name)

        return call

    words = ["--root", str(sandbox.root), "verify"]
    monkeypatch.setitem(VERBS, "verify", replace(VERBS["verify"], call=missing("mkdocs")))
    monkeypatch.chdir(sandbox.root)
    assert command_line.main(words) == 2
    assert (
        f"{sys.executable}: has no mkdocs. Install the package with its extra, lockstep[docs]: it holds what a site "
        in capsys.readouterr().err
    )
    (sandbox.root / "noxfile.py").touch()
    assert command_line.main(words) == 2
    assert f"{sys.executable}: has no mkdocs. nox has an environment " in capsys.readouterr().err
    monkeypatch.setitem(VERBS, "verify", replace(VERBS["verify"], call=missing("lockstep.gone")))
    with pytest.raises(ModuleNotFoundError):
        command_line.main(words)
