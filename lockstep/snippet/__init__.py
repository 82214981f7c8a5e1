"""Read a snippet: its claim, the command that runs it, what it needs, its regions, its key lines, its digest."""
