"""What a built site needs beside its pages, whoever built it: all that `nox -s site` does after the builder."""

from __future__ import annotations

from pathlib import Path

from lockstep.project import Project
from lockstep.site.built import pages
from lockstep.site.offline import fill_worker
from lockstep.site.pack import pack
from lockstep.site.publish import publish


def finish(site: Path, project: Project, site_url: str) -> str:
    """Pack a built site, lead old addresses on, and tell its worker which files to keep; returns what was done.

    Args:
        site: folder of the site, as a builder left it.
        project: what it was built from.
        site_url: where it will be, or empty.

    Raises:
        LockstepError: there is no built site, or an alias is no address.
    """
    pages(site)
    saved = pack(site)
    moved = publish(site, project, site_url)
    kept = fill_worker(site) / 1e6
    return f"scripts and styles {saved} bytes smaller, {moved} old addresses lead on, the worker keeps {kept:.1f} MB"
