"""Shows which snippets run, how many are left and what failed: one live line on a terminal, plain lines elsewhere."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from typing import TextIO


class Progress:
    """Counts work done of a known total. Safe to call from several threads."""

    def __init__(self, total: int, stream: TextIO | None = None) -> None:
        self.total, self.done, self.failed = total, 0, 0
        self.stream = stream or sys.stderr
        self.live = self.stream.isatty()
        self.running: dict[str, float] = {}
        self._lock = threading.Lock()

    def start(self, name: str) -> None:
        """A snippet begins to run."""
        with self._lock:
            self.running[name] = time.monotonic()
            self._draw()

    def finish(self, name: str, verdict: str, ok: bool = True) -> None:
        """A snippet is done; `verdict` is one word or two: recorded, as on record, failed."""
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
            self._draw()

    def close(self) -> None:
        """Leave nothing behind on the terminal."""
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
    """Prints whole lines as they come, each behind its rank."""

    def __init__(self, ranks: int) -> None:
        self.ranks = ranks
        self.parts: dict[tuple[int, str], bytes] = {}

    def add(self, rank: int, stream: str, data: bytes) -> None:
        """Take what a rank wrote to a stream; print the lines that are whole."""
        *lines, self.parts[rank, stream] = (self.parts.get((rank, stream), b"") + data).split(b"\n")
        for line in lines:
            self._print(rank, stream, line)

    def flush(self) -> None:
        """Print what is left without a line end."""
        for (rank, stream), part in self.parts.items():
            if part:
                self._print(rank, stream, part)

    def _print(self, rank: int, stream: str, line: bytes) -> None:
        prefix = f"[{rank}] " if self.ranks else ""
        print(prefix + line.decode("utf-8", "backslashreplace"), file=getattr(sys, stream), flush=True)
