"""A bench that renders pages with runs."""

from __future__ import annotations

import pytest

from tests.markdown.rendered import Bench


@pytest.fixture
def bench(sandbox, monkeypatch):
    monkeypatch.chdir(sandbox.root)
    return Bench(sandbox)
