"""The rules that `verify` checks, of snippets, records, questions and pages; skeletons that follow them; and the checks of other Markdown under pytest."""
