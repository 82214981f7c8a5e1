"""Keep what a snippet printed: run, judge, write, compare, split over machines, and test the proofs."""
