"""The logs of a job as one: files, folders of them, standard input, each packed with gzip or not.

`docs/assets/explain.js` puts files together in the same way, see `analyse` there.
"""

from __future__ import annotations

import codecs
import contextlib
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, cast

from lockstep.explain import log
from lockstep.problem import LockstepError, Problem

LARGEST = 4 << 30  # characters of one log that was packed: a small file can unpack to any size
STDIN = Path("-")
_RANK = re.compile(
    r"(?:rank|worker|proc(?:ess)?)[-_.]?(?P<named>[0-9]{1,5})(?![0-9])"
    r"|(?:^|/)(?P<folder>[0-9]{1,5})/(?:stderr|stdout)\.log(?:\.gz)?$",  # of torchrun --log-dir
    re.IGNORECASE,
)
_ATTEMPT = re.compile(r"(?:^|/)attempt_(?P<number>[0-9]{1,4})/")  # of torchrun --log-dir
_GZIP = b"\x1f\x8b"
_TODO = "Name logs, or a folder of them."
_COPY = "What could be unpacked was read. Copy the file again, and give it the whole one."
_HEAD = 4096  # bytes of a file that tell whether it is text
_READ, _PACKED = 1 << 20, 1 << 14  # bytes that are read at once; packed ones become 1,000 times as many at most
_ODD = re.compile("[\x01-\x07\x0e-\x1a\x1c-\x1f\x7f\ufffd]")  # not: null, blanks, and the escape of colours
_MOST_ODD = 0.3  # part of a text in an old encoding


class Logs:
    """Logs that are read one after the other, with the name and the first line of each.

    A line of several logs gets the rank that the name of its file tells, as `[rank3]: `. What is wrong with one log
    is added to `problems`, and the others are read all the same.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self.problems: list[Problem] = []
        self._files = _by_attempt(list(self._found(paths)))
        self._starts: list[int] = []  # lines before each file

    @property
    def name(self) -> str:
        """What was read, in words."""
        return _name(self._files[0]) if len(self._files) == 1 else f"these {len(self._files)} logs"

    def blocks(self) -> Iterator[str]:
        """The text of all of them in blocks.

        Raises:
            LockstepError: there is no text in any of them.
        """
        several = len(self._files) > 1
        has_text = False
        for text in self._one_by_one() if several else chain.from_iterable(map(self._read, self._files)):
            has_text = has_text or bool(text)
            yield text
        if not has_text:
            told = {problem.path for problem in self.problems}
            empty = [name for name in map(_name, self._files) if name not in told]
            raise LockstepError([*self.problems, *(_problem(name, "is empty.", _TODO) for name in empty)])

    def _found(self, paths: Iterable[Path]) -> Iterator[Path]:
        """Files, of a folder all logs below it, in the order of the numbers in their names."""
        for path in list(paths) or [STDIN]:
            inside = sorted(_below(path), key=_order) if path.is_dir() else [path]
            if not inside:
                self.problems.append(_problem(str(path), "holds no log.", _TODO))
            yield from inside

    def _one_by_one(self) -> Iterator[str]:
        lines, before = 0, None
        for path in self._files:
            attempt = _attempt(path)
            if before is not None and attempt is not None and attempt > before:
                lines += 1
                yield f"{log.ATTEMPT}\n"
            before = attempt
            self._starts.append(lines)
            last = "\n"
            prefix = _prefix(path)
            for text in filter(None, self._read(path)):
                lines += text.count("\n")
                start = prefix if last == "\n" else ""
                last = text[-1]
                yield start + text[:-1].replace("\n", f"\n{prefix}") + last
            if last != "\n":
                lines += 1
                yield "\n"

    def _read(self, path: Path) -> Iterator[str]:
        """The text of a file, up to what is wrong with it."""
        try:
            with contextlib.nullcontext(sys.stdin.buffer) if path == STDIN else path.open("rb") as stream:
                yield from _texts(cast("BinaryIO", stream))
        except (EOFError, zlib.error) as error:
            self.problems.append(_problem(_name(path), f"is no whole gzip file: {error}.", _COPY))
        except OSError as error:
            self.problems.append(_problem(_name(path), f"cannot be read: {error.strerror}.", _TODO))
        except _Refused as error:
            self.problems.append(_problem(_name(path), *error.args))

    def place(self, line: int) -> str:
        """A line of the whole, from 1, in words: of several files with the name of its file."""
        if not self._starts:
            return f"line {line}"
        at = max(index for index, start in enumerate(self._starts) if start < line)
        return f"{_name(self._files[at])}:{line - self._starts[at]}"


def _attempt(path: Path) -> int | None:
    """The number of the attempt that torchrun writes into the name of a folder."""
    match = _ATTEMPT.search(path.as_posix())
    return int(match["number"]) if match else None


def _by_attempt(paths: list[Path]) -> list[Path]:
    """Files in the order of their attempts; what belongs to none, such as the log of torchrun, comes last."""
    numbers = {path: _attempt(path) for path in paths}
    if len({*numbers.values()} - {None}) < 2:
        return paths
    return sorted(paths, key=lambda path: (numbers[path] is None, numbers[path] or 0))


def _prefix(path: Path) -> str:
    rank = _RANK.search(path.as_posix())
    return f"[rank{rank['named'] or rank['folder']}]: " if rank else ""


class _Refused(Exception):
    """What is wrong with a file, and what to do."""


def _texts(stream: BinaryIO) -> Iterator[str]:
    is_packed = stream.peek(2).startswith(_GZIP)  # type: ignore[attr-defined]  # a buffered reader has it
    parts = _unpacked(stream) if is_packed else iter(lambda: stream.read(_READ), b"")
    first = next(parts, b"")
    if not _is_text(first[:_HEAD]):
        raise _Refused("is not text.", "Name what the job printed, not a checkpoint or a dump.")
    read = 0
    for text in log.blocks(chain([first], parts)):
        read += len(text)
        if is_packed and read > LARGEST:
            raise _Refused(
                f"unpacks to more than {LARGEST >> 30} GB.", "So much was read. Give it the part with the error."
            )
        yield text


def _unpacked(stream: BinaryIO) -> Iterator[bytes]:
    """What a gzip file holds, all of it up to the place at which it is cut or broken.

    Raises:
        EOFError, zlib.error: it is cut, or broken.
    """
    unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
    ended = False
    while data := stream.read(_PACKED):
        while data and (data := data.lstrip(b"\0") if ended else data):  # a tape ends in null bytes
            if ended:
                unpack = zlib.decompressobj(16 + zlib.MAX_WBITS)
            before = unpack.copy()
            try:
                yield unpack.decompress(data)
            except zlib.error:
                for at in range(len(data)):  # up to the byte that is wrong
                    yield before.decompress(data[at : at + 1])
                raise
            ended, data = unpack.eof, unpack.unused_data
    if not ended:
        raise EOFError("it is cut")


def _is_text(head: bytes) -> bool:
    """Whether bytes may be text: null bytes alone are no sign, since a log on a network disk may have holes."""
    if head.startswith(log.UTF_16):
        return True
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head)
    odd = len(_ODD.findall(text))
    return odd <= _MOST_ODD * len(text) and not (odd and "\0" in text)


def _name(path: Path) -> str:
    return "standard input" if path == STDIN else str(path)


def _below(folder: Path) -> Iterator[Path]:
    """The files of text in a folder: checkpoints and the like hold null characters. A pipe may never end."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(parent, name) for name in names if not name.startswith(".")):
            with contextlib.suppress(OSError):
                if path.is_file() and (_is_packed(path) or _is_text(_head(path))):
                    yield path


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(_HEAD)


def _is_packed(path: Path) -> bool:
    return _head(path).startswith(_GZIP) and path.suffix == ".gz" and path.suffixes[-2:-1] != [".tar"]


def _order(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.as_posix())]


def _problem(name: str, what: str, todo: str) -> Problem:
    return Problem(name, 0, what, todo)
