"""Find the root cause in the log of a job of many ranks, by the entries of the error index."""
