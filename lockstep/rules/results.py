"""The numbers of a sentence that are results: what a run, a formula or a source must give.

Numbers of ranks, versions, years and of a sentence that asks the reader to take or change something are none.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from lockstep.rules.prose import CODE

NUMERAL = re.compile(r"(?<![\w.,/#-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w]|[.,]\d)")
_NAMED = (
    "rank|node|host|gpu|device|sample|bucket|box|signal|operand|step|stage|epoch|problem|job|attempt|layer|table|section|"
    "chapter|part|issue|request|torch|pytorch|python|slurm|nccl|cuda|ubuntu|debian|llama|gpt|qwen|port|line|version"
)
_NAME = re.compile(rf"(?:\b(?:{_NAMED})s?\s(?:\d+(?:,| and| or| to)\s)*|{CODE}\s)$", re.I)
_SYMBOL = re.compile(r"\b[A-Z]\s*[+−×/-]\s*$")  # W (K + 1)
_OF_SYMBOL = re.compile(r"\s?(?:[AC-Z]\b|Ψ)")  # 2 N; B is bytes
_VERSION = re.compile(r"\b(?:since|in|of|before|after|until|from|and|to) $", re.I)
_COUNTED = "rank|gpu|process|host|machine|node|cpu|core|device|bit"
_MACHINE = re.compile(rf"(?:,? (?:and|or|to) \d+|, \d+)*[\s-](?:or more )?(?:\w+ )?(?:{_COUNTED})(?:e?s)?\b", re.I)
_REQUEST = re.compile(r"[\s*_(>-]*(?:Take|Say|Suppose|Imagine|Assume|Let|Change|Set|Keep|Try|Choose|Write|Give|Run)\b")
_MOST = 8  # numbers of a paragraph, above which some two give any third


def results(sentence: str) -> Iterator[re.Match[str]]:
    """The numbers of a sentence that something must give, from left to right."""
    if _REQUEST.match(sentence):
        return
    for numeral in NUMERAL.finditer(sentence):
        if not _is_no_result(numeral[0], sentence[: numeral.start()], sentence[numeral.end() :]):
            yield numeral


def _is_no_result(numeral: str, before: str, after: str) -> bool:
    """Whether it names a rank or a version, is a year, or counts machines."""
    is_word = numeral in {"0", "1"}  # as good as "no" and "one"; any other number in its place is found
    is_year = re.fullmatch(r"(?:19[5-9]|20[0-2])\d", numeral)
    is_version = re.fullmatch(r"[12]\.\d{1,2}", numeral) and _VERSION.search(before)
    is_named = _NAME.search(before.replace("\n", " ")) or _SYMBOL.search(before) or _OF_SYMBOL.match(after)
    return bool(is_word or is_named or is_year or is_version or _MACHINE.match(after))


def follows(given: float, others: list[float]) -> bool:
    """Whether two other numbers of the paragraph give it, by one step of arithmetic."""
    others = [other for other in dict.fromkeys(others) if other != given and other > 1]
    if given <= 2 or len(others) > _MOST:
        return False
    for a, b in itertools.permutations(others, 2):
        if any(abs(result - given) <= 0.005 * given for result in (a + b, a - b, a * b, a / b, 100 * a / b)):
            return True
    return False


def rounding(numeral: str) -> float:
    """How far a number written so may be from what it rounds: half of its last digit, zeros at the end left out."""
    digits, _, decimals = numeral.replace(",", "").partition(".")
    if decimals:
        return 0.5001 * 10 ** -len(decimals)
    zeros = len(digits) - len(digits.rstrip("0"))
    return float(min(0.5001 * 10**zeros, max(0.5001, 0.025 * int(digits))))


def value(numeral: str) -> float:
    """What a number in a text is worth."""
    return float(numeral.replace(",", ""))
