"""The logs of a job as one: files, folders of them, standard input, each packed with gzip or not.

`docs/assets/explain.js` puts files together in the same way, see `analyse` there.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import sys
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, cast

from lockstep.explain import log
from lockstep.problem import LockstepError, Problem

LARGEST = 4 << 30  # characters of one log that was packed: a small file can unpack to any size
_RANK = re.compile(
    r"(?:rank|worker|proc(?:ess)?|local_rank)[-_.]?(?P<named>[0-9]{1,5})(?![0-9])"
    r"|(?:^|/)(?P<folder>[0-9]{1,5})/(?:stderr|stdout)\.log(?:\.gz)?$",  # of torchrun --log-dir
    re.IGNORECASE,
)
_GZIP = b"\x1f\x8b"
_TODO = "Name logs, or a folder of them."
_UNPACK = "Take what can be unpacked: zcat {} | python -m lockstep explain"


class Logs:
    """Logs that are read one after the other, with the name and the first line of each.

    A line of several logs gets the rank that the name of its file tells, as `[rank3]: `.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._files = _files(paths)
        self._starts: list[int] = []  # lines before each file

    def blocks(self) -> Iterator[str]:
        """The text of all of them in blocks.

        Raises:
            LockstepError: one cannot be read.
        """
        if not self._files:
            yield from _blocks("standard input", contextlib.nullcontext(sys.stdin.buffer))
        elif len(self._files) == 1:
            yield from _blocks(str(self._files[0]), self._files[0])
        else:
            yield from self._one_by_one()

    def _one_by_one(self) -> Iterator[str]:
        lines = 0
        for path in self._files:
            self._starts.append(lines)
            last = "\n"
            prefix = _prefix(path)
            for text in filter(None, _blocks(str(path), path)):
                lines += text.count("\n")
                start = prefix if last == "\n" else ""
                last = text[-1]
                yield start + text[:-1].replace("\n", f"\n{prefix}") + last
            if last != "\n":
                lines += 1
                yield "\n"

    def place(self, line: int) -> str:
        """A line of the whole, from 1, in words: of several files with the name of its file."""
        if not self._starts:
            return f"line {line}"
        at = max(index for index, start in enumerate(self._starts) if start < line)
        return f"{self._files[at]}:{line - self._starts[at]}"


def _prefix(path: Path) -> str:
    rank = _RANK.search(path.as_posix())
    return f"[rank{rank['named'] or rank['folder']}]: " if rank else ""


def _blocks(name: str, source: Path | contextlib.AbstractContextManager[BinaryIO]) -> Iterator[str]:
    read = 0
    try:
        with source.open("rb") if isinstance(source, Path) else source as stream:
            is_packed = stream.peek(2).startswith(_GZIP)  # type: ignore[attr-defined]  # a buffered reader has it
            data = cast("BinaryIO", gzip.GzipFile(fileobj=stream)) if is_packed else stream
            for text in log.blocks(data):
                read += len(text)
                if is_packed and read > LARGEST:
                    raise _refused(name, f"unpacks to more than {LARGEST >> 30} GB.", _UNPACK.format(name))
                yield text
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _refused(name, f"is no whole gzip file: {str(error).rstrip('.')}.", _UNPACK.format(name)) from error
    except OSError as error:
        raise _refused(name, f"cannot be read: {error.strerror}.", _TODO) from error


def _files(paths: Iterable[Path]) -> list[Path]:
    """Files, of a folder all logs below it, in the order of the numbers in their names."""
    found = []
    for path in paths:
        inside = sorted(_below(path), key=_order) if path.is_dir() else [path]
        if not inside:
            raise _refused(str(path), "holds no log.", _TODO)
        found += inside
    return found


def _below(folder: Path) -> Iterator[Path]:
    """The files of text in a folder: checkpoints and the like hold null characters. A pipe may never end."""
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for path in (Path(parent, name) for name in names if not name.startswith(".")):
            with contextlib.suppress(OSError):
                if path.is_file() and (_is_packed(path) or b"\0" not in _head(path)):
                    yield path


def _head(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(4096)


def _is_packed(path: Path) -> bool:
    return _head(path).startswith(_GZIP) and path.suffix == ".gz" and path.suffixes[-2:-1] != [".tar"]


def _order(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", path.as_posix())]


def _refused(name: str, what: str, todo: str) -> LockstepError:
    return LockstepError([Problem(name, 0, what, todo)])
