"""A hook of MkDocs: what the search knows beyond the text of the pages goes into the search index."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

WORDS = Path(__file__).parent / "search.yml"


def on_post_build(config: Mapping[str, Any]) -> None:
    """Add synonyms, and the words of each page, to the index that the search plugin has written."""
    index = Path(config["site_dir"]) / "search/search_index.json"
    data = json.loads(index.read_text("utf-8"))
    data["config"] |= yaml.safe_load(WORDS.read_text("utf-8"))
    index.write_text(json.dumps(data, separators=(",", ":")), "utf-8")
