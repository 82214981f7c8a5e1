"""The web server of `serve`: files as they are now, and a port that is taken is told."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from sandbox import ROOT

from lockstep.problem import LockstepError
from lockstep.site.web_server import Server, bind, running


@pytest.fixture
def server(tmp_path) -> Iterator[Server]:
    with bind("127.0.0.1:0") as server, running(server):
        yield server


def ask(server: Server, path: str) -> tuple[int, str, str]:
    """Status, kind and text of an answer."""
    try:
        with urllib.request.urlopen(server.url + path, timeout=600) as answer:
            return answer.status, answer.headers["Content-Type"], answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers["Content-Type"], error.read().decode()


def test_files_are_served_as_they_are_now(server, tmp_path):
    (tmp_path / "a").mkdir()
    page = tmp_path / "a/index.html"
    page.write_text("one")
    server.site = tmp_path
    assert ask(server, "a/") == (200, "text/html", "one")
    page.write_text("two")
    assert ask(server, "a") == (200, "text/html", "two")
    assert ask(server, "a/../../etc/passwd")[0] == 404


def test_what_is_not_there_has_the_page_of_the_site(server, tmp_path):
    assert ask(server, "") == (
        404,
        "text/html; charset=utf-8",
        "The site could not be built yet; the terminal says why.",
    )
    (tmp_path / "404.html").write_text("Not found")
    server.site = tmp_path
    assert ask(server, "none/") == (404, "text/html; charset=utf-8", "Not found")


def test_a_browser_is_told_of_what_was_built(server):
    before = ask(server, "built")
    assert ask(server, "built") == before
    server.built += 1
    assert ask(server, "built")[2] == str(server.built) != before[2]


def test_no_file_is_sent_while_it_is_written(server, tmp_path):
    (tmp_path / "index.html").write_text("half")
    server.site = tmp_path
    with server.lock, socket.create_connection(server.server_address[:2]) as browser:
        browser.sendall(b"GET / HTTP/1.0\r\n\r\n")
        browser.settimeout(0.2)
        with pytest.raises(TimeoutError):
            browser.recv(1)
        (tmp_path / "index.html").write_text("whole")
    assert ask(server, "")[2] == "whole"


def test_nothing_is_printed(server, capfd):
    with socket.create_connection(server.server_address[:2]) as browser:
        browser.sendall(b"nonsense\r\n\r\n")
    ask(server, "none/")
    assert capfd.readouterr() == ("", "")


def test_a_signal_while_the_server_starts_leaves_no_thread_with_a_closed_socket():
    code = """
import os, signal, threading, time
from lockstep.engine.process import Stopped, stop_once
from lockstep.site import web_server
start, first = threading.Thread._bootstrap_inner, [True]
def late(thread):
    if first and first.pop():
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.2)
    start(thread)
threading.Thread._bootstrap_inner = late
stop_once()
try:
    with web_server.bind("127.0.0.1:0") as server, web_server.running(server):
        time.sleep(60)
except Stopped as stopped:
    print(stopped.code, flush=True)
time.sleep(0.4)  # a thread with a closed socket would say so now
"""
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, cwd=ROOT)
    assert (ended.stdout, ended.stderr) == ("130\n", "")


def test_a_taken_port_is_told(server):
    port = server.server_address[1]
    with pytest.raises(LockstepError) as error:
        bind(f"127.0.0.1:{port}")
    assert error.value.code == 2
    assert str(error.value) == (
        f"127.0.0.1:{port}: the port is taken. Stop what listens there, or: nox -s serve -- --dev-addr 127.0.0.1:{port + 1}"
    )


@pytest.mark.parametrize("address", ["8000", "localhost:", ":8000", "localhost:http", "localhost:70000"])
def test_what_is_no_address_is_told(address):
    with pytest.raises(LockstepError) as error:
        bind(address)
    assert str(error.value) == f"--dev-addr: '{address}' is no address. Write host and port, such as 127.0.0.1:8001."


def test_an_address_of_another_machine_is_told():
    with pytest.raises(LockstepError, match=r"192\.0\.2\.1:8000: cannot be listened at: "):
        bind("192.0.2.1:8000")
