"""Run a snippet on its ranks, GPUs and hosts, warm or by its own command line, and leave nothing running."""
