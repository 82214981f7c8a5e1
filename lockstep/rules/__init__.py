"""The rules that `verify` checks: of snippets and records, of questions, figures and topics."""
