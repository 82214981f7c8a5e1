"""The web server of `serve`: files of a folder that may change at any time, read anew for each request."""

from __future__ import annotations

import contextlib
import errno
import http.server
import io
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from lockstep.problem import LockstepError, Problem, command

_STOPS = {signal.SIGINT, signal.SIGTERM}
_NOTHING = "The site could not be built yet; the terminal says why."


class Server(http.server.ThreadingHTTPServer):
    """Serves `site`, once there is one. `built` changes with each build, so that browsers notice.

    Hold `lock` while files of the site are being written.
    """

    daemon_threads = True

    def __init__(self, host: str, port: int) -> None:
        self.site: Path | None = None
        self.built = time.time_ns()
        self.lock = threading.Lock()
        super().__init__((host, port), _Handler)

    @property
    def url(self) -> str:
        """Where it answers."""
        return "http://{}:{}/".format(*self.server_address[:2])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: a browser went away in the middle of an answer."""


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        if self.path == "/built":
            self._answer(200, "text/plain", str(self.server.built).encode())
        else:
            super().do_GET()

    def send_head(self) -> BinaryIO | None:  # type: ignore[override]
        with self.server.lock:  # no file is read while it is written
            self.directory = str(self.server.site or os.devnull)
            file = super().send_head()
            if file is None:
                return None
            with file:
                return io.BytesIO(file.read())

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = self.server.site and self.server.site / "404.html"
        if code == 404:
            self._answer(404, "text/html", page.read_bytes() if page and page.is_file() else _NOTHING.encode())
        else:
            super().send_error(code, message, explain)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Print nothing for each request."""

    def _answer(self, code: int, kind: str, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def bind(address: str) -> Server:
    """A server that listens at an address such as 127.0.0.1:8000; it answers when it is `running`.

    Raises:
        LockstepError: the address is none, or the port is taken.
    """
    host, _, port = address.rpartition(":")
    if not host or not port.isdecimal() or int(port) > 65535:
        todo = "Write host and port, such as 127.0.0.1:8001."
        raise LockstepError([Problem("--dev-addr", 0, f"{address!r} is no address.", todo)])
    try:
        return Server(host, int(port))
    except OSError as error:
        what, todo = f"cannot be listened at: {error.strerror}.", "Name another with --dev-addr."
        if error.errno == errno.EADDRINUSE:
            what = "the port is taken."
            todo = f"Stop what listens there, or: {command('serve', '--dev-addr', f'{host}:{int(port) + 1}')}"
        raise LockstepError([Problem(address, 0, what, todo)]) from error


@contextlib.contextmanager
def running(server: Server) -> Iterator[None]:
    """Answer requests meanwhile. A signal waits until the thread that answers has started, and then stops it."""
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _STOPS)
    thread.start()
    try:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield
    finally:
        server.shutdown()
        thread.join()
