"""A hook of MkDocs: what the search knows beyond the text of the pages goes into the search index."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

WORDS = Path(__file__).parent / "search.yml"
_TERM = re.compile(r'<h3 class="ls-term" id="([^"]+)".*?(?=<h[23]|\Z)', re.DOTALL)
_PAGE = re.compile(r'<a [^>]*href="\.\./((?!errors/)[^":#]+/)')


def on_post_build(config: Mapping[str, Any]) -> None:
    """Add synonyms, the words of each page, and what teaches a term to the index that the search plugin has written."""
    index = Path(config["site_dir"]) / "search/search_index.json"
    data = json.loads(index.read_text("utf-8"))
    data["config"] |= yaml.safe_load(WORDS.read_text("utf-8"))
    glossary = Path(config["site_dir"]) / "glossary/index.html"
    data["config"]["teaches"] = _teaching(glossary.read_text("utf-8")) if glossary.is_file() else {}
    index.write_text(json.dumps(data, separators=(",", ":")), "utf-8")


def _teaching(glossary: str) -> dict[str, str]:
    """The page that teaches each term, the first that its entry links to: `{"glossary/#straggler": "scaling/"}`."""
    linked = ((term[1], _PAGE.search(term[0])) for term in _TERM.finditer(glossary))
    return {f"glossary/#{name}": page[1] for name, page in linked if page}
