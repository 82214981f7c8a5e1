"""Where the links of a built site lead, as lychee sees it: within the site, without a network, or to other hosts."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from lockstep.problem import LockstepError, Problem
from lockstep.site.built import Fault, pages

_CANONICAL = re.compile(r'<link rel="canonical" href="(https?:[^"]+)"')
_PERMANENT = {301, 308}
Report = dict[str, Any]  # what lychee writes: links by page and by what came of them
Link = dict[str, Any]  # one of these links


def within(root: Path, site: Path) -> Iterator[Fault]:
    """Links that lead to no page, file or fragment of the site; those of README.md to no file."""
    pages(site)
    with _mounted(site) as (folder, options):
        wanted = ["--config", os.devnull, "--offline", "--include-fragments", "--index-files", "index.html", *options]
        report = _lychee(root, site, *wanted, "--root-dir", str(folder))
        for page, link in _links(site, report, "error_map"):
            path, _, fragment = link["url"].partition("#")
            if path == "error:":  # lychee's address of what it cannot read as one
                what = f"a link cannot be read: {link['status'].get('details', link['status']['text'])}."
                yield Fault(page, link["span"]["line"], what, "Write a whole address, or take it out.")
                continue
            place = Path(unquote(urlsplit(path).path))
            base = next((base for base in (site.resolve(), folder, root) if place.is_relative_to(base)), Path("/"))
            if base == Path("/") and page.endswith(".txt"):
                continue  # an example of an address, such as that of a store: a text has no other mark for code
            shown = place.relative_to(base).as_posix() + f"#{fragment}" * bool(fragment)
            what = f"a link leads to {shown}, which is not there."
            yield Fault(page, link["span"]["line"], what, "Fix it.", f"#{fragment}" if fragment else place.stem)


def elsewhere(root: Path, site: Path) -> Iterator[Fault]:
    """Links to other hosts that lead nowhere or to a page that has moved. A host that does not answer is reported once.

    Raises:
        LockstepError: no host answered.
    """
    pages(site)
    report = _lychee(root, site, "--config", ".github/lychee.toml", "--scheme", "http", "--scheme", "https")
    bad = [*_links(site, report, "error_map"), *_links(site, report, "timeout_map")]
    if bad and not report["successful"] and not any("code" in link["status"] for _, link in bad):
        hosts = len({urlsplit(link["url"]).netloc for _, link in bad})
        what = f"no link was checked: none of {hosts} hosts answered."
        raise LockstepError([Problem(site.as_posix(), 0, what, "Try again with a network.")])
    for page, link in bad:
        url, status = link["url"], link["status"]
        what = f"{urlsplit(url).netloc} does not answer: {status.get('details', status['text'])}."
        if "code" in status:
            what = f"{url} answers {status['text'].rpartition(': ')[2]}."
        yield Fault(page, link["span"]["line"], what, "Link to what took its place, or take the link out.", url)
    moved = list(_moved(site, report))
    _forget(root / ".lycheecache", {fault.text for fault in moved})
    yield from moved


def _moved(site: Path, report: Report) -> Iterator[Fault]:
    """Links that are answered from another address for good."""
    for page, link in _links(site, report, "success_map"):
        steps = link.get("redirects", {}).get("redirects", [])
        if steps and all(step["code"] in _PERMANENT for step in steps):
            what = f"{link['url']} has moved to {steps[-1]['url']}."
            yield Fault(page, link["span"]["line"], what, "Write the new address.", link["url"])


def _forget(cache: Path, urls: set[str]) -> None:
    """Remove addresses that have moved from lychee's cache, which would call them sound the next time."""
    if urls and cache.is_file():
        lines = cache.read_text("utf-8").splitlines(keepends=True)
        cache.write_text("".join(line for line in lines if line.rsplit(",", 2)[0] not in urls), "utf-8")


@contextlib.contextmanager
def _mounted(site: Path) -> Iterator[tuple[Path, list[str]]]:
    """A folder that holds the site under the path of its address, and the options that make lychee use it."""
    home = _CANONICAL.search((site / "index.html").read_text("utf-8"))
    path = urlsplit(home[1]).path.strip("/") if home else ""
    with tempfile.TemporaryDirectory() as folder:
        mount = Path(folder, path or "site")
        mount.parent.mkdir(parents=True, exist_ok=True)
        mount.symlink_to(site.resolve(), target_is_directory=True)
        options = ["--remap", f"{re.escape(home[1])} {mount.as_uri()}/"] if home else []
        yield Path(folder) if path else mount, options


def _links(site: Path, report: Report, kind: str) -> Iterator[tuple[str, Link]]:
    """Links of a kind, each with its page: a path under the site, or README.md."""
    for path, links in report[kind].items():
        inside = Path(path).is_relative_to(site.resolve())
        page = Path(path).relative_to(site.resolve()).as_posix() if inside else path
        yield from ((page, link) for link in links)


def _lychee(root: Path, site: Path, *options: str) -> Report:
    """What lychee reports.

    Raises:
        LockstepError: it could not do its work.
    """
    program = Path(sys.executable).with_name("lychee" + ".exe" * (os.name == "nt"))
    words = [str(program), *options, "--no-progress", "-v", "--format", "json", str(site.resolve())]
    words += ["README.md"] if (root / "README.md").is_file() else []
    done = subprocess.run(words, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 2):  # 2: some links are bad
        raise LockstepError([Problem("lychee", 0, done.stderr.partition("\n\nStack")[0].strip())])
    return json.loads(done.stdout)
