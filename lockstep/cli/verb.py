"""A verb of the command line as data: its name, its help, its arguments, its function."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.record.record import replace


def no_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the verb takes no arguments."""


@dataclass(frozen=True)
class Verb:
    """One command.

    Attributes:
        name: one word, or two such as "ci plan".
        text: one sentence that says what it does.
        example: a command line without `python -m lockstep`.
        call: takes the project and the arguments; returns the exit code.
        arguments: adds its arguments to its parser.
        anywhere: works without a project; then the one it is given is the folder that it was called in.
        tidies: Ctrl-C lets it end what it has started; another verb has nothing to end, and the kernel ends it.
    """

    name: str
    text: str
    example: str
    call: Callable[[Project, argparse.Namespace], int]
    arguments: Callable[[argparse.ArgumentParser], None] = no_arguments
    tidies: bool = False
    anywhere: bool = False

    def parser(self) -> argparse.ArgumentParser:
        """The parser of its arguments, with the example below its help."""
        parser = argparse.ArgumentParser(
            f"python -m lockstep {self.name}",
            description=self.text,
            epilog=f"Example:\n  python -m lockstep {self.example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        self.arguments(parser)
        return parser


def site_folder(parser: argparse.ArgumentParser) -> None:
    """Add the argument of each verb that works on a built site."""
    parser.add_argument("site", type=Path, metavar="SITE", help="folder of the built site")


def write(path: Path, text: str) -> None:
    """Write a file that a command line names, and the folders above it. An old one stays until the new one is whole.

    Raises:
        LockstepError: it cannot be written.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_file() or not path.exists():
            replace(path, text)
        else:  # such as /dev/stdout
            path.write_text(text, "utf-8", newline="\n")
    except OSError as error:
        what = f"cannot be written: {error.strerror}."
        raise LockstepError([Problem(str(path), 0, what, "Name another file.")]) from error


def opened(path: str) -> BinaryIO:
    """A file that an argument names, open to be read.

    Raises:
        ArgumentTypeError: it cannot be read.
    """
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{path} cannot be read: {error.strerror}") from error


def count(text: str) -> int:
    """Read how many of something, at least one: `8`, `8,192`."""
    digits = text.replace(",", "")
    if not (digits.isdecimal() and len(digits) <= 18) or int(digits) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least 1")
    return int(digits)


def jobs(text: str) -> int:
    """Read a number of jobs."""
    if not (text.isdecimal() and len(text) <= 3 and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 999")
    return int(text)


def shard(text: str) -> tuple[int, int]:
    """Read `2/4` as (2, 4)."""
    index, _, count = text.partition("/")
    if not (index.isdecimal() and count.isdecimal() and 1 <= int(index) <= int(count)):
        raise argparse.ArgumentTypeError(f"{text!r} is not i/n with 1 <= i <= n, such as 2/4")
    return int(index), int(count)


def share(text: str) -> tuple[int, int]:
    """Read `3/10` as (3, 10), and `auto/10` as (0, 10)."""
    head, _, count = text.partition("/")
    return (0, shard(f"1/{count}")[1]) if head == "auto" else shard(text)
