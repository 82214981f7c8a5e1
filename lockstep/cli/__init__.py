"""The command line: `python -m lockstep`, one module a group of verbs."""
