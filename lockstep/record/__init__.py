"""Keep what a snippet or a notebook printed: run, judge, write, compare, split over machines, and test the proofs."""
