"""Compare what the ranks of a job that hangs left behind: who waits in which call, for whom, and who never came."""
