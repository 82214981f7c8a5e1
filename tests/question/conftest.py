"""A project in which questions of every kind are sound."""

from __future__ import annotations

import pytest
from sandbox import Sandbox

from tests.question.asking import make_sound


@pytest.fixture
def sound(sandbox: Sandbox) -> Sandbox:
    return make_sound(sandbox)
