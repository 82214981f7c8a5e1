"""Shows which snippets run, how many are left and how many failed: one live line on a terminal, else plain lines."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Sequence
from typing import TextIO


class Progress:
    """Counts finished snippets of a known total. Several threads may call it."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done, self.failed = total, 0, 0
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.running: dict[str, float] = {}
        self._lock = threading.Lock()

    def start(self, name: str) -> None:
        """Note that a snippet begins to run."""
        with self._lock:
            self.running[name] = time.monotonic()
            self._draw()

    def finish(self, name: str, verdict: str, ok: bool = True, said: Sequence[str] = ()) -> None:
        """Note that a snippet is done, and print on standard output what is `said` of it.

        `verdict` is a word or two, such as recorded, as on record or failed.
        """
        with self._lock:
            seconds = time.monotonic() - self.running.pop(name, time.monotonic())
            self.done += 1
            self.failed += not ok
            width = len(str(self.total))
            self._clear()
            print(
                f"[{self.done:{width}}/{self.total}] {verdict:<12} {name}  {seconds:.1f} s",
                file=self.stream,
                flush=True,
            )
            for line in said:
                print(line, flush=True)
            self._draw()

    def close(self) -> None:
        """Clear the live line on the terminal."""
        with self._lock:
            self._clear()

    def _draw(self) -> None:
        if not self.live or not self.running:
            return
        left = self.total - self.done - len(self.running)
        failed = f", {self.failed} failed" if self.failed else ""
        text = f"running {', '.join(self.running)} · {left} to go{failed}"
        self._clear()
        print(text[: shutil.get_terminal_size().columns - 1], end="", file=self.stream, flush=True)

    def _clear(self) -> None:
        if self.live:
            print("\r\x1b[K", end="", file=self.stream, flush=True)


class RankPrinter:
    """Prints whole lines as they arrive, each with its rank in front."""

    def __init__(self, ranks: int) -> None:
        self.ranks = ranks
        self.parts: dict[tuple[int, str], bytes] = {}

    def add(self, rank: int, stream: str, data: bytes) -> None:
        """Add output of a rank to a stream, and print the lines that are complete."""
        *lines, self.parts[rank, stream] = (self.parts.get((rank, stream), b"") + data).split(b"\n")
        for line in lines:
            self._print(rank, stream, line)

    def flush(self) -> None:
        """Print the remaining output, which has no line end."""
        for (rank, stream), part in self.parts.items():
            if part:
                self._print(rank, stream, part)

    def _print(self, rank: int, stream: str, line: bytes) -> None:
        prefix = f"[{rank}] " if self.ranks else ""
        print(prefix + line.decode("utf-8", "backslashreplace"), file=getattr(sys, stream), flush=True)
