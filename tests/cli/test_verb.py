"""A verb as data."""

from __future__ import annotations

import argparse

import pytest

from lockstep.cli.verb import Verb, shard, write
from lockstep.problem import LockstepError


def test_the_parser_of_a_verb_has_its_arguments_and_its_example():
    verb = Verb("go on", "Go on.", "go on 3", lambda project, args: 0, lambda parser: parser.add_argument("steps"))
    assert verb.parser().parse_args(["3"]).steps == "3"
    assert verb.parser().format_help().startswith("usage: python -m lockstep go on [-h] steps\n\nGo on.\n")
    assert verb.parser().format_help().endswith("Example:\n  python -m lockstep go on 3\n")


def test_a_part_counts_from_one():
    assert shard("2/4") == (2, 4)
    for wrong in ("0/4", "5/4", "a/b", "2", "-1/3"):
        with pytest.raises(argparse.ArgumentTypeError, match="is not i/n"):
            shard(wrong)


def test_a_file_that_cannot_be_written_is_a_problem(tmp_path):
    write(tmp_path / "a/b.txt", "x\n")
    assert (tmp_path / "a/b.txt").read_bytes() == b"x\n"
    with pytest.raises(LockstepError, match=r"/a: cannot be written: Is a directory\. Name another file\."):
        write(tmp_path / "a", "x")
