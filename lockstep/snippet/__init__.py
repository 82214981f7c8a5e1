"""Read a snippet: its claim, the command that runs it, its needs, its regions, its key lines and its digest."""
