"""Questions as data: read from a page, completed from records, and collected in one bank."""
