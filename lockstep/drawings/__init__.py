"""Figures drawn from records: a canvas, charts, and one module for each figure of a topic."""
