"""Find pages, claims and errors by the words of a question: BM25 over three fields, with the synonyms of the search.

The search of the site runs in a browser, over the built index. This one reads the checkout and needs nothing built.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from lockstep.explain.entry import FOLDER, entries
from lockstep.project import Project
from lockstep.site import facts

_WORDS = Path(__file__).with_name("search.yml")
_WORD = re.compile(r"[A-Za-z]+|\d+")
_ENDING = re.compile(r"(?:ings?|ed|e?s|ers?|e|ly)$")
_DOUBLED = re.compile(r"([^aeiou])\1$")
_STOP = """
a about always an and any are as at be but by can do does each every for from get gets give has have how i if in into is
it its just my of on or problem question should so some than that the their them then there these this to torch pytorch
nn use used uses using was we what when which while why will with would you your
"""
_FIELDS = {"title": 6.0, "words": 6.0, "text": 1.0}
_LESS = {"recall/": 0.4, "challenge/": 0.4, "project/": 0.6, "try/": 0.6, "visual/": 0.6}
_LESS |= {"why/": 0.8, "perf/": 0.8, "deep/": 0.8}  # what asks or names counts less than the page that teaches
_ASIDE = ("docs/contributing/", "docs/assistants", "docs/evidence", "docs/review", "docs/glossary")
_STOPPED = frozenset(_STOP.split())
_SATURATION, _LENGTH = 1.2, 0.6  # of BM25


@dataclass(frozen=True)
class Hit:
    """Something found: a page, a claim or an error, its title and its address on the site."""

    kind: str
    name: str
    title: str
    page: str


class Lookup:
    """The words of a checkout, read once."""

    def __init__(self, project: Project) -> None:
        table = yaml.safe_load(_WORDS.read_text("utf-8"))
        self._same = {_stem(word): _stem(row[0]) for row in table["same"] for word in row}
        self._hits: list[Hit] = []
        self._counts: list[dict[str, Counter[str]]] = []
        self._weights: list[float] = []
        for hit, weight, texts in _things(project, table["words"]):
            self._hits.append(hit)
            self._weights.append(weight)
            self._counts.append({field: Counter(self._terms(text)) for field, text in texts.items()})
        self._known = Counter(term for counts in self._counts for term in set().union(*counts.values()))
        many = max(1, len(self._counts))
        self._mean = {field: sum(counts[field].total() for counts in self._counts) / many for field in _FIELDS}

    def find(self, query: str, most: int = 8) -> list[Hit]:
        """What answers a query best, the best first; empty where no word of it is known."""
        terms = list(dict.fromkeys(self._terms(query)))
        scores = (self._score(number, terms) for number in range(len(self._hits)))
        best = sorted(((score, number) for number, score in enumerate(scores) if score > 0), reverse=True)
        return [self._hits[number] for _, number in best[:most]]

    def _score(self, number: int, terms: list[str]) -> float:
        counts, total, found = self._counts[number], 0.0, 0
        for term in terms:
            weight = sum(
                boost * counts[field][term] / (1 - _LENGTH + _LENGTH * counts[field].total() / (self._mean[field] or 1))
                for field, boost in _FIELDS.items()
            )
            if weight:
                found += 1
                total += math.log(1 + len(self._hits) / self._known[term]) * weight / (weight + _SATURATION)
        return self._weights[number] * total * (found / len(terms) if terms else 0)

    def _terms(self, text: str) -> Iterator[str]:
        for word in text.replace("-", "_").split():
            parts = _WORD.findall(re.sub(r"([a-z])([A-Z])", r"\1 \2", word))
            whole = "".join(parts)
            for part in dict.fromkeys([*parts, whole]):
                if part.lower() not in _STOPPED:
                    stem = _stem(part)
                    yield self._same.get(stem, stem)


def _stem(word: str) -> str:
    """A word without its ending: hangs, hanging and hanged are one."""
    small = word.lower()
    return small if len(small) < 5 or any(map(str.isdigit, small)) else _DOUBLED.sub(r"\1", _ENDING.sub("", small))


def _things(project: Project, words: Mapping[str, str]) -> Iterator[tuple[Hit, float, dict[str, str]]]:
    """All that can be found: how much it counts, and its texts by field."""
    known = {entry.path: entry for entry in entries(project.texts)}
    for path, page in project.pages.items():
        place = facts.address(path)
        weight = next((less for ending, less in _LESS.items() if place.endswith(ending)), 1.0)
        weight = 0.3 if path.startswith(_ASIDE) else weight
        entry = known.get(path)
        says = " ".join((*entry.patterns, *entry.early)) if entry else " ".join(page.headings.values())
        texts = {"title": page.title, "words": f"{words.get(place, '')} {says}", "text": page.without(page.fenced)}
        kind = "error" if path.startswith(f"{FOLDER}/") and entry else "page"
        yield Hit(kind, entry.slug if entry else path.removeprefix("docs/"), page.title, place), weight, texts
    for name, snippet in facts.claims(project).items():
        shown, anchor = project.places.get(name, ("", ""))
        hit = Hit("claim", name, snippet.claim, facts.address(shown, anchor) if shown else "")
        yield hit, 0.6, {"title": snippet.claim, "words": re.sub(r"[/_.]", " ", name), "text": snippet.source}
