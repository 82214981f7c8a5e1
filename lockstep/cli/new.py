"""Verbs that make the skeleton of a topic, a snippet or an error entry."""

from __future__ import annotations

from lockstep.cli.verb import Verb

VERBS: tuple[Verb, ...] = ()
