"""Figures drawn from records: a canvas, charts, and one module for each topic that has a figure."""
