"""The steps that complete a built site, after MkDocs or any other builder."""

from __future__ import annotations

import shutil
from pathlib import Path

from lockstep.problem import LockstepError, Problem
from lockstep.project import Project
from lockstep.site import tool_data, traces, what_if_files
from lockstep.site.built import pages
from lockstep.site.offline import fill_worker
from lockstep.site.pack import pack


def finish(site: Path, site_url: str) -> str:
    """Pack a built site, write robots.txt and the list of files for the worker; returns what was done, as a sentence.

    Args:
        site: folder of the site, as a builder left it.
        site_url: where it will be, or empty.

    Raises:
        LockstepError: there is no built site.
    """
    pages(site)
    saved = pack(site)
    write_robots(site, site_url)
    kept = fill_worker(site) / 1e6
    return f"scripts and styles {saved} bytes smaller, the worker keeps {kept:.1f} MB"


def check(site: Path) -> None:
    """Make sure that a site can be finished, before anything is written into it.

    Raises:
        LockstepError: there is no built site, or it is of other documentation.
    """
    pages(site)
    if not (site / "worker.js").is_file():
        what = "holds no worker.js, so it is no site of this project."
        raise LockstepError([Problem(str(site), 0, what, "Publish yours as MkDocs has built it.")])


def add_programs(project: Project, site: Path) -> None:
    """Write what loads on demand, such as the traces of programs, if the builder ran no hook that does."""
    for data in (traces, what_if_files, tool_data):
        if not (site / data.FOLDER).is_dir():
            data.write(project, site)


def put_in_place(new: Path, site: Path) -> None:
    """Put a built site in the place of an older one, which was whole until now."""
    old = site.with_name(f"{site.name}.old")
    shutil.rmtree(old, ignore_errors=True)  # of a build that was killed
    if site.exists():
        site.rename(old)
    new.rename(site)
    shutil.rmtree(old, ignore_errors=True)


def write_robots(site: Path, site_url: str) -> None:
    """Write robots.txt, which names the site map where the site has an address."""
    site_map = f"Sitemap: {site_url.rstrip('/')}/sitemap.xml\n" if site_url else ""
    (site / "robots.txt").write_text(f"User-agent: *\nAllow: /\n{site_map}", "utf-8", newline="\n")
