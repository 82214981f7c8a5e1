"""The rules that `verify` checks, of snippets, records, questions and pages; and skeletons that follow them."""
