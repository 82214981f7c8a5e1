"""A built site without a network: as a zip to unpack, and as files that the service worker keeps.

Over file:// a browser opens no page by the name of its folder, starts no worker and reads no JSON. So in the zip each
link names a file, the search index is a script, and each page runs `templates/offline/folder.js` before the theme.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re
from collections.abc import Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from markupsafe import Markup

from lockstep.problem import LockstepError, Problem, building
from lockstep.site import archive, assistants

_ZIP = "lockstep-offline.zip"
_SCRIPTS = Path(__file__).parent / "templates/offline"
_KEEP = '<!doctype html><meta charset="utf-8"><title>Storage</title><script src="keep.js"></script>\n'
_OF_A_HOST = ("404.html", "robots.txt", "sitemap.xml*", "worker.js", "*.map", f"{_ZIP}*", "assets/javascripts/lunr/*")
_FOR_A_SERVER = (*_OF_A_HOST, *assistants.FILES)  # a reader without a network has the pages themselves
_ON_REQUEST = ("*.pdf", "*.zip", "*.txt", "questions.json", "search/search_index.js")  # kept once they were asked for
_LINK = re.compile(r'(<(?:a|link)\s[^>]*?\bhref=")([^"#]+)')
_DOWNLOAD = re.compile(r'<a download="" href="([^":]*\.ipynb)"')
_PRELOAD = re.compile(r'\s*<link rel="preload"[^>]*\scrossorigin[^>]*>')  # the style holds its fonts
_FONT = re.compile(r'url\("?([^":)]+\.woff2)"?\)')
_OFFER = re.compile(r'(<div class="md-copyright">.*?</p>\n)(?:<p class="ls-offer">.*?</p>\n)?', re.DOTALL)
_HOME = re.compile(r'(<span class="ls-take-zip">).*?(</span>)', re.DOTALL)
_FILES = re.compile(r"^const FILES = \{.*\};", re.MULTILINE)


def write_zip(site: Path) -> Path:
    """Write `lockstep-offline.zip` into a built site; the same site gives the same bytes.

    Raises:
        LockstepError: there is no built site, or none of MkDocs.
    """
    files = _read(site, _FOR_A_SERVER, needs="search/search_index.json")
    index = json.loads(files.pop("search/search_index.json"))
    for section in index["docs"]:
        section["location"] = _named(section["location"])
    rewritten = {name: _page(name, files) for name in files if name.endswith(".html")}
    rewritten |= {name: _style(name, files) for name in files if name.endswith(".css")}
    rewritten["search/search_index.js"] = f"var __index = {json.dumps(index, ensure_ascii=False)};"
    rewritten["assets/keep.html"] = _KEEP
    rewritten |= {f"assets/{script.name}": script.read_text("utf-8") for script in _SCRIPTS.iterdir()}
    files |= {name: text.encode("utf-8") for name, text in rewritten.items()}
    archive.write(site / _ZIP, {f"lockstep/{name}": data for name, data in files.items()})
    return site / _ZIP


def offer(site: Path) -> None:
    """Link to the zip on the home page and in each footer. Call it after `write_zip`, so that no link is dead."""
    size = (site / _ZIP).stat().st_size / 1e6
    for page in (path for path in site.rglob("*.html") if path.name != "404.html"):  # 404 is shown at any address
        up = posixpath.relpath(site.as_posix(), page.parent.as_posix())
        link = Markup('<a href="{}/{}">zip, {:.0f} MB</a>').format(up, _ZIP, size)
        offered = Markup('<p class="ls-offer">To read without a network: {}</p>\n').format(link)
        whole = Markup("The site as a folder: {}; unpack it and open index.html.").format(link)
        text = _OFFER.sub(lambda match: match[1] + str(offered), page.read_text("utf-8"))  # noqa: B023
        text = _HOME.sub(lambda match: match[1] + str(whole) + match[2], text)  # noqa: B023
        page.write_text(text, "utf-8", newline="\n")


def fill_worker(site: Path) -> int:
    """Write into the worker of a built site the address and digest of each file it keeps. Returns the bytes of these.

    Raises:
        LockstepError: there is no built site.
    """
    files = _read(site, (*_FOR_A_SERVER, *_ON_REQUEST), needs="worker.js")
    ordered = sorted(files, key=lambda name: (name.endswith(".html"), name))  # a page needs its styles and scripts
    kept = {re.sub(r"(^|/)index\.html$", r"\1", name): hashlib.sha256(files[name]).hexdigest()[:12] for name in ordered}
    worker = site / "worker.js"
    filled = _FILES.sub(lambda _: f"const FILES = {json.dumps(kept)};", worker.read_text("utf-8"))
    worker.write_text(filled, "utf-8", newline="\n")
    return sum(map(len, files.values()))


def _read(site: Path, without: Sequence[str], needs: str) -> dict[str, bytes]:
    """The files of a built site by their addresses, without those that match a pattern."""
    if not (site / needs).is_file():
        raise LockstepError([Problem(str(site), 0, f"holds no {needs}.", f"Build the site first: {building()}")])
    names = {path.relative_to(site).as_posix(): path for path in site.rglob("*") if path.is_file()}
    return {
        name: path.read_bytes()
        for name, path in names.items()
        if not any(fnmatch(name, pattern) for pattern in without)
    }


def _page(name: str, files: Mapping[str, bytes]) -> str:
    """A page whose links name files, and whose head has what a folder needs."""

    def download(match: re.Match) -> str:  # a browser shows a linked file, but saves a data: address
        name_of_file = Markup(posixpath.basename(match[1]))
        return Markup('<a download="{}" href="{}"').format(name_of_file, _data(name, match[1], files))

    html = _HOME.sub(r"\1\2", files[name].decode("utf-8"))
    html = _OFFER.sub(r"\1", _PRELOAD.sub("", _DOWNLOAD.sub(download, html)))
    html = _LINK.sub(lambda match: match[1] + _named(match[2]), html)
    html = html.replace("default-src 'none';", "default-src 'none'; frame-src 'self';")
    html = html.replace("font-src 'self'", "font-src data:")
    script = Markup('<script src="{}assets/folder.js"></script></head>').format("../" * name.count("/"))
    return html.replace("</head>", script, 1)


def _style(name: str, files: Mapping[str, bytes]) -> str:
    """A style sheet that holds its fonts. They load with it, so the text can wait for them."""
    css = _FONT.sub(lambda match: f'url("{_data(name, match[1], files)}")', files[name].decode("utf-8"))
    return re.sub(r"font-display:\s*optional", "font-display:block", css)


def _data(name: str, address: str, files: Mapping[str, bytes]) -> str:
    """A file as a data: address. With this type a browser saves a link to it, and Firefox accepts it as a font."""
    path = posixpath.normpath(posixpath.join(posixpath.dirname(name), address))
    return f"data:application/octet-stream;base64,{base64.b64encode(files[path]).decode('ascii')}"


def _named(address: str) -> str:
    """An address that names a folder with the file it means: `../ddp/#a` is `../ddp/index.html#a`."""
    path, mark, part = address.partition("#")
    if ":" in path or not re.search(r"(^|/|^\.|/\.|\.\.)$", path):
        return address
    return f"{path.rstrip('/')}/index.html{mark}{part}".removeprefix("/")
