"""Compare the flight recorders of a job that hangs: who waits in which call, for whom, and who never came."""
